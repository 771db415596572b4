"""A table as one immutable value: read from its rows, and the difference of two of them written back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from tables.games import GAMES
from tables.models import Move, Seat, Table


class SeatState(msgspec.Struct, frozen=True):
    """A taken seat; `player` is None for a robot."""

    player: int | None
    name: str
    agreed: bool = False
    gone: bool = False

    @property
    def robot(self) -> bool:
        """Whether nobody sits here but a robot."""
        return self.player is None


class TableState(msgspec.Struct, frozen=True):
    """All that is stored of a table but its log. Seats are by number, without gaps."""

    id: int
    code: str
    game: str
    options: Any
    status: str
    version: int
    match_number: int
    sequence: int
    match: Any  # the game's Match, None before the first
    seats: tuple[SeatState, ...]
    rematch_partner: int | None
    turn_since: datetime | None
    last_move_at: datetime

    @property
    def rules(self) -> Any:
        """The game's module (the contract of cards.game.Game)."""
        return GAMES[self.game]

    @property
    def robot_turn(self) -> bool:
        """Whether the match waits for a robot."""
        turn = None if self.match is None else self.match.turn
        return self.status == Table.PLAYING and turn is not None and self.seats[turn].robot

    def seat_of(self, player: int | None) -> int | None:
        """The seat number of a player, None for anybody else."""
        if player is None:
            return None
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)


_FIELDS = (
    "id", "code", "game", "options", "status", "version", "match_number", "sequence", "match", "rematch_partner",
    "turn_since", "last_move_at",
)  # fmt: skip


def read(code: str, *, lock: bool = False) -> TableState:
    """The table by its code, its row locked until the transaction ends if asked. Raises Table.DoesNotExist."""
    return _read(code=code, lock=lock)


def read_by_id(table_id: int) -> TableState:
    """The table by its id. Raises Table.DoesNotExist."""
    return _read(id=table_id, lock=False)


def _read(*, lock: bool, **where: Any) -> TableState:
    rows = Table.objects.select_for_update() if lock else Table.objects
    row = dict(zip(_FIELDS, rows.values_list(*_FIELDS).get(**where), strict=True))
    rules = GAMES[row["game"]]
    row["options"] = msgspec.json.decode(row["options"], type=rules.Options)
    row["match"] = msgspec.json.decode(row["match"], type=rules.Match) if row["match"] else None
    seats = (
        Seat.objects.filter(table_id=row["id"]).order_by("number").values_list("player_id", "name", "agreed", "gone")
    )
    return TableState(**row, seats=tuple(SeatState(*seat) for seat in seats))


def write(before: TableState, after: TableState, actions: tuple[Any, ...], now: datetime) -> TableState:
    """Store what changed and append the actions to the log; the new state has the next version."""
    after = replace(after, version=before.version + 1)
    changed = {name: getattr(after, name) for name in _FIELDS if getattr(after, name) is not getattr(before, name)}
    if "match" in changed:
        changed["match"] = "" if after.match is None else msgspec.json.encode(after.match).decode()
    Table.objects.filter(id=after.id).update(robot_turn=after.robot_turn, **changed)
    if after.seats != before.seats:
        Seat.objects.filter(table_id=after.id).delete()
        write_seats(after)
    first = after.sequence - len(actions) + 1
    moves = [
        Move(
            table_id=after.id,
            match_number=after.match_number,
            sequence=sequence,
            action=msgspec.json.encode(action).decode(),
            at=now,
        )
        for sequence, action in enumerate(actions, first)
    ]
    if len(moves) == 1:
        moves[0].save(force_insert=True)
    elif moves:
        Move.objects.bulk_create(moves)
    return after


def write_seats(state: TableState) -> None:
    """Insert the rows of all seats."""
    Seat.objects.bulk_create(
        Seat(
            table_id=state.id,
            number=number,
            player_id=seat.player,
            name=seat.name,
            agreed=seat.agreed,
            gone=seat.gone,
        )
        for number, seat in enumerate(state.seats)
    )


def replay(state: TableState, match_number: int) -> Any:
    """The match as the log tells it, from its first move on."""
    rules = state.rules
    match = rules.start(state.options, len(state.seats), dealer=0)
    log = Move.objects.filter(table_id=state.id, match_number=match_number).order_by("sequence")
    for text in log.values_list("action", flat=True):
        match = rules.apply(match, msgspec.json.decode(text, type=rules.Action))
    return match
