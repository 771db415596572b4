"""The dates of one table, as its pages show them: who is waited for and until when, when the table expires."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cards.game import Forfeit
from tables import deadlines
from tables.models import Table
from tables.state import TableState


class Wait(msgspec.Struct, frozen=True):
    """A person's turn that has lasted some time, as one viewer sees it."""

    seat: int  # whose turn it is
    until: int  # epoch seconds: later than this the match may be ended for absence
    left: str  # "38 h", for pages without a script; "" once the time is over
    enders: tuple[int, ...]  # the people who may end it then
    losers: tuple[int, ...]  # who loses if this viewer ends it now, () if he may not
    winners: tuple[int, ...]  # who wins then

    @property
    def over(self) -> bool:
        """Whether the 48 hours have passed."""
        return not self.left


class Expiring(msgspec.Struct, frozen=True):
    """A table that is about to expire, or has expired with a result."""

    at: int  # epoch seconds
    left: str  # "2 dias"; "" once it has expired
    result: bool  # whether the decided result stands (E11)


def wait_of(table: TableState, seat: int | None, now: datetime) -> Wait | None:
    """Who is waited for, for the viewer at `seat`; None where nobody is, or only just."""
    absent = table.waits_for
    if absent is None or table.turn_since is None or not deadlines.is_shown(table.turn_since, now):
        return None
    rules, until = table.rules, deadlines.may_end_from(table.turn_since)
    over = deadlines.is_absent(table.turn_since, now)
    enders = tuple(
        number
        for number, taken in enumerate(table.seats)
        if not taken.robot and not taken.gone and rules.may_end(table.match, number)
    )
    losers: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    if over and seat in enders:
        winners = rules.apply(table.match, Forfeit(seat=absent, reason="absent")).winners
        players = range(len(table.seats))
        pairs = rules.pairs(len(table.seats)) != "never"
        losers = tuple(number for number in players if number % 2 == absent % 2) if pairs else (absent,)
    return Wait(
        seat=absent,
        until=int(until.timestamp()),
        left="" if over else deadlines.in_words(until - now),
        enders=enders,
        losers=losers,
        winners=winners,
    )


def expiring_of(table: TableState, now: datetime) -> Expiring | None:
    """When the table expires, once that is near; also for one that has expired with its result."""
    at = deadlines.expires_at(table.last_move_at)
    phase = None if table.match is None else table.match.phase
    if table.status == Table.EXPIRED:
        return Expiring(at=int(at.timestamp()), left="", result=True) if phase == "over" else None
    if table.status not in (Table.WAITING, Table.PLAYING) or not deadlines.is_warned(table.last_move_at, now):
        return None
    return Expiring(at=int(at.timestamp()), left=deadlines.in_words(at - now), result=phase == "decided")


def hour_of(table: TableState, now: datetime) -> int:
    """How many dates have passed that change what the table's page shows (deadlines.hour)."""
    if table.status not in (Table.WAITING, Table.PLAYING):
        return 0
    return deadlines.hour(
        None if table.waits_for is None else table.turn_since,
        table.last_move_at,
        now,
    )
