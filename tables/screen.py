"""What one viewer sees of a table: the seats, what can be done, the game's own view. All that templates get."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tables import clock, waits
from tables.commands import rematch_of
from tables.commands.recovery import can_be_claimed, open_claim
from tables.players import mark_of
from tables.state import TableState
from tables.waits import Expiring, Wait


class SeatScreen(msgspec.Struct, frozen=True):
    """A taken seat as everybody sees it."""

    number: int  # 0 is the creator's; before the start in the order of arrival
    name: str
    robot: bool
    agreed: bool  # to a rematch
    gone: bool  # left the table after the match


class ClaimScreen(msgspec.Struct, frozen=True):
    """Somebody asks for a seat, as those who can answer see it."""

    id: int
    seat: int
    name: str  # of the seat


class Screen(msgspec.Struct, frozen=True):
    """A table as one viewer sees it; `me` is None for whoever watches (or is a stranger)."""

    code: str
    game: str  # slug
    folder: str  # of the game's templates
    title: str  # "Espadas"
    status: str  # waiting, playing, finished, expired, closed
    version: int
    match_number: int
    options: tuple[str, ...]  # as one reads them: "até 500", "renúncia permitida"
    seats: tuple[SeatScreen, ...]
    free: int  # seats that can still be taken
    players: tuple[int, ...]  # how many may play
    pairs: str  # never, may, must: whether the creator chooses a partner with those seated now
    me: int | None
    mark: str  # of the player at `me` (players.mark_of): a page's forms say for whom they were
    view: Any | None  # the game's View for this viewer, None before the first match
    turn_since: datetime | None
    wait: Wait | None  # who is waited for, once that has lasted some time
    expiring: Expiring | None  # when the table expires, once that is near
    hour: int  # how many dates have passed that change the page without changing the version
    rematch: str  # "" (not offered), "open", "gone" (somebody left the table)
    rematch_partner: int | None  # the seat that the creator wants opposite; None until the creator agrees
    claims: tuple[ClaimScreen, ...]  # that the viewer can answer
    claimable: bool  # whether a seat can still be asked for by somebody who had it
    lance: str  # a fresh act id for the forms of this rendering

    @property
    def creator(self) -> bool:
        """Whether the viewer created the table."""
        return self.me == 0

    @property
    def waits_for_me(self) -> bool:
        """Whether something is to be done by the viewer: a turn, PRÓXIMA RODADA, COMEÇAR, an answer, a rematch."""
        if self.me is None:
            return False
        if self.claims:
            return True
        if self.status == "waiting":
            return self.creator and self.can_start and not self.free
        if self.status == "playing":
            return self.view is not None and self.view.turn in (None, self.me)
        return self.rematch == "open" and not self.seats[self.me].agreed and any(taken.agreed for taken in self.seats)

    @property
    def can_start(self) -> bool:
        """Whether those seated are enough."""
        return self.status == "waiting" and len(self.seats) in self.players

    @property
    def layout(self) -> str:
        """sala, aposta, jogo, quadro (a round's board), fim, or encerrada (closed, or expired without a result)."""
        if self.status == "waiting":
            return "sala"
        if self.view is None or self.status == "closed" or (self.status == "expired" and self.view.phase != "over"):
            return "encerrada"
        return _LAYOUTS[self.view.phase]

    @property
    def classes(self) -> str:
        """The classes of #tela: who sits at the bottom, the game, the layout."""
        return f"{'assiste' if self.me is None else f'eu-{self.me}'} jogo-{self.game} modo-{self.layout}"

    @property
    def minutes(self) -> int:
        """How long the turn has lasted, in whole minutes."""
        return 0 if self.turn_since is None else (clock.now() - self.turn_since) // timedelta(minutes=1)

    def name(self, seat: int | None) -> str:
        """The name at a seat, "" where there is none."""
        return "" if seat is None or seat >= len(self.seats) else self.seats[seat].name


_LAYOUTS: Final = {
    "dealing": "aposta",
    "bidding": "aposta",
    "playing": "jogo",
    "round_over": "quadro",
    "decided": "quadro",
    "over": "fim",
}
"""By the phase of a match."""


def screen(table: TableState, seat: int | None, public: Screen | None = None) -> Screen:
    """The table as the viewer at `seat` sees it, None for whoever watches.

    `public` is what everybody sees at this version and hour (public_screen), where that is known already.
    """
    now = clock.now()
    return replace(
        public or public_screen(table),
        me=seat,
        mark="" if seat is None else mark_of(table.seats[seat].player),
        view=None if table.match is None else table.rules.view(table.match, seat),
        wait=waits.wait_of(table, seat, now),
        expiring=waits.expiring_of(table, now),
        claims=_claims(table, seat, now),
        lance=secrets.token_hex(8),
    )


def public_screen(table: TableState) -> Screen:
    """The screen without what depends on its viewer: no view, nothing to answer, no act id."""
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
            told
            for choice in rules.CHOICES
            for value, _, told, _ in choice.values
            if value == getattr(table.options, choice.field)
        ),
        seats=tuple(
            SeatScreen(number=number, name=taken.name, robot=taken.robot, agreed=taken.agreed, gone=taken.gone)
            for number, taken in enumerate(table.seats)
        ),
        free=max(rules.PLAYERS) - len(table.seats) if waiting else 0,
        players=rules.PLAYERS,
        pairs=rules.pairs(len(table.seats)),
        me=None,
        mark="",
        view=None,
        turn_since=table.turn_since,
        wait=None,
        expiring=None,
        hour=waits.hour_of(table, clock.now()),
        rematch=rematch_of(table),
        rematch_partner=table.rematch_partner,
        claims=(),
        claimable=can_be_claimed(table) and any(not taken.robot and not taken.gone for taken in table.seats),
        lance="",
    )


def _claims(table: TableState, seat: int | None, now: datetime) -> tuple[ClaimScreen, ...]:
    if seat is None or table.seats[seat].gone:
        return ()
    return tuple(
        ClaimScreen(id=claim.id, seat=number, name=taken.name)
        for number, taken in enumerate(table.seats)
        if (claim := open_claim(table, number, now)) is not None
    )
