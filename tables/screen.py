"""What one viewer sees of a table: the seats, what can be done, the game's own view. All that templates get."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

import msgspec

from tables.commands import rematch_of
from tables.state import TableState


class SeatScreen(msgspec.Struct, frozen=True):
    """A taken seat as everybody sees it."""

    number: int  # 0 is the creator's; before the start in the order of arrival
    name: str
    robot: bool
    agreed: bool  # to a rematch
    gone: bool  # left the table after the match


class Screen(msgspec.Struct, frozen=True):
    """A table as one viewer sees it; `me` is None for whoever watches (or is a stranger)."""

    code: str
    game: str  # slug
    folder: str  # of the game's templates
    title: str  # "Espadas"
    status: str  # waiting, playing, finished, expired, closed
    version: int
    match_number: int
    options: tuple[tuple[str, str], ...]  # (label, label of the value): ("Vai até", "500 pontos")
    seats: tuple[SeatScreen, ...]
    free: int  # seats that can still be taken
    players: tuple[int, ...]  # how many may play
    pairs: str  # never, may, must: whether the creator chooses a partner with those seated now
    me: int | None
    view: Any | None  # the game's View for this viewer, None before the first match
    turn_since: datetime | None
    rematch: str  # "" (not offered), "open", "gone" (somebody left the table)
    rematch_partner: int | None  # the seat that the creator wants opposite; None until the creator agrees
    lance: str  # a fresh act id for the forms of this rendering

    @property
    def creator(self) -> bool:
        """Whether the viewer created the table."""
        return self.me == 0

    @property
    def can_start(self) -> bool:
        """Whether those seated are enough."""
        return self.status == "waiting" and len(self.seats) in self.players

    def name(self, seat: int | None) -> str:
        """The name at a seat, "" where there is none."""
        return next((taken.name for taken in self.seats if taken.number == seat), "")


def screen(table: TableState, seat: int | None) -> Screen:
    """The table as the viewer at `seat` sees it, None for whoever watches."""
    rules = table.rules
    waiting = table.status == "waiting"
    return Screen(
        code=table.code,
        game=table.game,
        folder=rules.__name__,
        title=rules.TITLE,
        status=table.status,
        version=table.version,
        match_number=table.match_number,
        options=tuple(
            (choice.label, label)
            for choice in rules.CHOICES
            for value, label, _ in choice.values
            if value == getattr(table.options, choice.field)
        ),
        seats=tuple(
            SeatScreen(number=number, name=taken.name, robot=taken.robot, agreed=taken.agreed, gone=taken.gone)
            for number, taken in enumerate(table.seats)
        ),
        free=max(rules.PLAYERS) - len(table.seats) if waiting else 0,
        players=rules.PLAYERS,
        pairs=rules.pairs(len(table.seats)),
        me=seat,
        view=None if table.match is None else rules.view(table.match, seat),
        turn_since=table.turn_since,
        rematch=rematch_of(table),
        rematch_partner=table.rematch_partner,
        lance=secrets.token_hex(8),
    )
