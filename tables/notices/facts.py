"""What a table has to tell each person who sits there, at most one thing each. Pure: the table and the time come in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from tables.commands.recovery import open_claim
from tables.deadlines import WARNINGS

if TYPE_CHECKING:
    from tables.state import SeatState, TableState

REMINDERS: Final = tuple(timedelta(hours=hours) for hours in (12, 24, 40, 47))

Kind = Literal["turn", "reminder", "round", "decided", "over", "expired", "rematch", "full", "expiring", "claim"]


class Fact(msgspec.Struct, frozen=True):
    """Something that is true now and that a person wants to know; the same key is the same thing."""

    player: int
    seat: int
    kind: Kind
    key: str
    hours: int = 0  # reminder: how long the turn lasts already; expiring: since the last move

    @property
    def by_time(self) -> bool:
        """Whether time alone made it true, so that having seen the table before says nothing."""
        return self.kind in ("reminder", "expiring")


def known_after(told: str, fact: Fact) -> str:
    """The keys that a player knows once he knows this fact too: a claim outlasts the turns in between."""
    claims = [key for key in told.split() if key.startswith("claim") and key != fact.key]
    return " ".join((fact.key, *claims[:1] * (fact.kind != "claim")))


def facts(table: TableState, now: datetime) -> tuple[Fact, ...]:
    """What is true now for each person who sits there."""
    found = []
    for number, seat in enumerate(table.seats):
        if seat.player is None or seat.gone:
            continue
        told = _fact(table, number, seat, now) or _claim(table, now)
        if told is not None:
            kind, key, hours = told
            found.append(Fact(player=seat.player, seat=number, kind=kind, key=key, hours=hours))
    return tuple(found)


def changes_at(table: TableState, now: datetime) -> datetime | None:
    """When time alone will make something else true, None if it never does."""
    dates: list[datetime] = []
    if table.status in ("waiting", "playing"):
        dates += [table.last_move_at + after for after in WARNINGS]
    if table.status == "playing" and table.match.turn is not None and table.turn_since is not None:
        dates += [table.turn_since + after for after in REMINDERS]
    return min((date for date in dates if date > now), default=None)


def _fact(table: TableState, number: int, seat: SeatState, now: datetime) -> tuple[Kind, str, int] | None:
    here = f"{table.match_number}.{table.sequence}"
    if table.status == "expired":
        return "expired", "expired", 0
    if table.status == "finished":
        return _after_the_end(table, number, seat)
    if table.status not in ("waiting", "playing"):
        return None
    if (warned := _reached(WARNINGS, now - table.last_move_at)) is not None:
        return "expiring", f"{here}.expiring{_hours(warned)}", _hours(warned)
    if table.status == "waiting":
        if number == 0 and len(table.seats) == max(table.rules.PLAYERS) and not table.seats[-1].robot:
            return "full", f"full{table.seats[-1].player}", 0
        return None
    if table.match.phase in ("round_over", "decided"):
        return "decided" if table.match.phase == "decided" else "round", f"{here}.round", 0
    if table.match.turn != number or table.turn_since is None:
        return None
    if (late := _reached(REMINDERS, now - table.turn_since)) is not None:
        return "reminder", f"{here}.turn{_hours(late)}", _hours(late)
    return "turn", f"{here}.turn", 0


def _claim(table: TableState, now: datetime) -> tuple[Kind, str, int] | None:
    """Somebody asks for his seat back, which any one person may answer: told to whoever has nothing more urgent."""
    claims = (open_claim(table, number, now) for number in range(len(table.seats)))
    return next((("claim", f"claim{claim.id}", 0) for claim in claims if claim is not None), None)


def _after_the_end(table: TableState, number: int, seat: SeatState) -> tuple[Kind, str, int] | None:
    if any(other.agreed for other in table.seats) and not any(other.gone for other in table.seats):
        return None if seat.agreed else ("rematch", f"{table.match_number}.rematch", 0)
    if table.match.reason in ("resigned", "left") and table.match.culprit == number:
        return None  # knows it best
    return "over", f"{table.match_number}.over", 0


def _reached(marks: tuple[timedelta, ...], passed: timedelta) -> timedelta | None:
    return max((mark for mark in marks if passed >= mark), default=None)


def _hours(span: timedelta) -> int:
    return span // timedelta(hours=1)
