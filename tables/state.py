"""A table as one immutable value: read from its rows, and the difference of two of them written back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from tables import latest, statements
from tables.games import GAMES
from tables.models import Lineup, Move, Seat, Table
from tables.players import Token


class Claim(msgspec.Struct, frozen=True):
    """Somebody without a seat who says that this one is his; answered by those who sit (commands/recovery.py)."""

    id: int
    claimant: int
    asked_at: datetime


class SeatState(msgspec.Struct, frozen=True):
    """A taken seat; `player` is None for a robot."""

    player: int | None
    name: str
    agreed: bool = False
    gone: bool = False
    claim: Claim | None = None
    epoch: int = 0  # the player's present one (players.py)

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
    moved: int  # the last version that makes acts on earlier ones stale: a claim, which changes no match, does not
    match_number: int
    sequence: int
    match: Any  # the game's Match, None before the first
    seats: tuple[SeatState, ...]
    rematch_partner: int | None
    turn_since: datetime | None
    last_move_at: datetime
    ended_at: datetime | None  # when it was stored that the match or the table is over

    @property
    def rules(self) -> Any:
        """The game's module (the contract of cards.game.Game)."""
        return GAMES[self.game]

    @property
    def robot_turn(self) -> bool:
        """Whether the match waits for a robot."""
        turn = None if self.match is None else self.match.turn
        return self.status == Table.PLAYING and turn is not None and self.seats[turn].robot

    @property
    def waits_for(self) -> int | None:
        """The seat of the person whose turn it is; None where nobody's is, or a robot's, which is never absent."""
        return None if self.status != Table.PLAYING or self.robot_turn else self.match.turn

    def seat_of(self, player: int | None) -> int | None:
        """The seat number of a player, None for anybody else."""
        if player is None:
            return None
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)

    def seat_by(self, token: Token | None) -> int | None:
        """The seat number of whoever has this token, None for anybody else and for one that is void."""
        seat = None if token is None else self.seat_of(token.player)
        return None if seat is None or self.seats[seat].epoch != token.epoch else seat  # type: ignore[union-attr]


_FIELDS = (
    "id", "code", "game", "options", "status", "version", "moved", "match_number", "sequence", "match",
    "rematch_partner", "turn_since", "last_move_at", "ended_at",
)  # fmt: skip
_SEATS = (
    "seat__number", "seat__player_id", "seat__player__epoch", "seat__name", "seat__agreed", "seat__gone",
    "seat__claim_id", "seat__claim__claimant_id", "seat__claim__asked_at",
)  # fmt: skip


def read(code: str, *, lock: bool = False) -> TableState:
    """The table by its code, its row locked until the transaction ends if asked. Raises Table.DoesNotExist."""
    if not (code.isascii() and code.isalnum()):  # PostgreSQL takes no NUL even to look for
        raise Table.DoesNotExist
    return _present(statements.find(lock=lock, code=code))


def read_by_id(table_id: int) -> TableState:
    """The table by its id. Raises Table.DoesNotExist."""
    return _present(statements.find(lock=False, table_id=table_id))


def _present(found: tuple[int, int] | None) -> TableState:
    """The table with this id and version: the one in memory if it is that, for a version never changes."""
    if found is None:
        raise Table.DoesNotExist
    table_id, version = found
    known = latest.newest(table_id)
    if known is not None and known.version == version:
        return known
    table = stored(table_id)
    latest.remember(table)
    return table


def stored(table_id: int) -> TableState:
    """The table as its rows say, whatever this process remembers. Raises Table.DoesNotExist."""
    found = read_some((table_id,))
    if not found:
        raise Table.DoesNotExist
    return found[table_id]


def read_some(ids: Sequence[int]) -> dict[int, TableState]:
    """The tables with these ids, by one query: between two, another's commit would tear a table from its seats."""
    rows = Table.objects.filter(id__in=ids).order_by("id", "seat__number").values_list(*_FIELDS, *_SEATS)
    found: dict[int, list[tuple[Any, ...]]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(row)
    return {table_id: _table(joined) for table_id, joined in found.items()}


def _table(joined: Sequence[tuple[Any, ...]]) -> TableState:
    """Of a row for each seat, or a single one without: the values of _FIELDS, and those of _SEATS."""
    row = dict(zip(_FIELDS, joined[0], strict=False))
    rules = GAMES[row["game"]]
    row["options"] = msgspec.json.decode(row["options"], type=rules.Options)
    row["match"] = msgspec.json.decode(row["match"], type=rules.Match) if row["match"] else None
    seats = (seat[len(_FIELDS) :] for seat in joined)
    return TableState(**row, seats=tuple(_seat(*seat) for number, *seat in seats if number is not None))


def _seat(
    player: int | None, epoch: int | None, name: str, agreed: bool, gone: bool, claim: int | None, *claimed: Any
) -> SeatState:
    return SeatState(player, name, agreed, gone, None if claim is None else Claim(claim, *claimed), epoch or 0)


def write(
    before: TableState, after: TableState, actions: tuple[Any, ...], now: datetime, *, moves: bool = True
) -> TableState:
    """Store what changed and append the actions to the log; the new state has the next version."""
    version = before.version + 1
    lives = after.status in (Table.WAITING, Table.PLAYING)
    ended_at = None if lives else before.ended_at or now
    after = replace(after, version=version, moved=version if moves else before.moved, ended_at=ended_at)
    changed = {name: getattr(after, name) for name in _FIELDS if getattr(after, name) is not getattr(before, name)}
    if "match" in changed:
        changed["match"] = "" if after.match is None else msgspec.json.encode(after.match).decode()
    statements.update_table(after.id, {**changed, "robot_turn": after.robot_turn})
    if after.seats != before.seats:
        Seat.objects.filter(table_id=after.id).delete()
        write_seats(after)
    if 0 < before.match_number < after.match_number:
        names = msgspec.json.encode([seat.name for seat in before.seats]).decode()
        Lineup.objects.create(table_id=after.id, match_number=before.match_number, names=names)
    for sequence, action in enumerate(actions, after.sequence - len(actions) + 1):
        text = msgspec.json.encode(action).decode()
        statements.insert_move(after.id, after.match_number, sequence, text, now)
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
            claim_id=None if seat.claim is None else seat.claim.id,
        )
        for number, seat in enumerate(state.seats)
    )


def replay(state: TableState, match_number: int) -> Any:
    """The match as the log tells it, from its first move on."""
    match = _first(state)
    for action in _log(state, match_number):
        match = state.rules.apply(match, action)
    return match


def rounds(state: TableState, match_number: int) -> tuple[Any, ...]:
    """The closed rounds of a match, as the log tells them."""
    closed: tuple[Any, ...] = state.rules.rounds(_first(state), _log(state, match_number))
    return closed


def _first(state: TableState) -> Any:
    return state.rules.start(state.options, len(state.seats), dealer=0)


def _log(state: TableState, match_number: int) -> Iterator[Any]:
    moves = Move.objects.filter(table_id=state.id, match_number=match_number).order_by("sequence")
    decoder = msgspec.json.Decoder(state.rules.Action)
    return map(decoder.decode, moves.values_list("action", flat=True))


def names(state: TableState, match_number: int) -> tuple[str, ...]:
    """Who sat where in a match, by seat."""
    past = Lineup.objects.filter(table_id=state.id, match_number=match_number).values_list("names", flat=True).first()
    return msgspec.json.decode(past, type=tuple[str, ...]) if past else tuple(seat.name for seat in state.seats)
