"""Coming and going before the start: create a table, sit, stand up, robots in and out (T1 to T3, T12)."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db import IntegrityError, transaction
from msgspec.structs import replace

from tables import clock, state
from tables.commands.change import Asked, Step, by_creator, change, not_started, on_living, seated, store
from tables.games import GAMES
from tables.models import Player, SeatClaim, Table
from tables.names import clean_name, same_name
from tables.players import Token, made_for
from tables.refusals import TableRefusal
from tables.state import SeatState, TableState

ROBOT_NAMES: Final = ("Carmen", "Tito", "Luna")
_CODE_ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # 31 signs, none like another
_CODE_LENGTH: Final = 13  # 64 bits


def options_of(game: str, fields: dict[str, str]) -> Any:
    """The game's Options from a form's fields, each one of the values that the game offers. Raises TableRefusal."""
    rules = GAMES[game]
    chosen = {}
    for choice in rules.CHOICES:
        values = {str(value): value for value, *_ in choice.values}
        text = fields.get(choice.field, str(choice.values[0][0]))
        if text not in values:
            raise TableRefusal("bad_choice", f"Escolha um valor que exista para “{choice.label}”.")
        chosen[choice.field] = values[text]
    return rules.Options(**chosen)


def create(asked: Asked, name: str, game: str, options: Any) -> tuple[TableState, int]:
    """A new table whose creator sits at seat 0 (T1); also the creator's player id. Raises TableRefusal for the name.

    The act's id was given with the form to one browser only: a repeat gets the table that it made, while that waits.
    """
    name = clean_name(name)
    now = clock.now()
    birth = f"{asked.key}:{asked.fingerprint}" if asked.key else secrets.token_hex(16)
    try:
        return _create(asked, name, game, options, birth, now)
    except IntegrityError:
        table = state.read(Table.objects.values_list("code", flat=True).get(birth=birth))
    creator = table.seats[0].player
    if table.status == Table.WAITING and creator is not None and not _was_recovered(table):
        return table, creator
    return _create(asked, name, game, options, secrets.token_hex(16), now)


def _was_recovered(table: TableState) -> bool:
    """Whether a seat went over to another browser, which the one that created the table must not become."""
    return SeatClaim.objects.filter(table_id=table.id, outcome=SeatClaim.APPROVED).exists()


def _create(asked: Asked, name: str, game: str, options: Any, birth: str, now: datetime) -> tuple[TableState, int]:
    with transaction.atomic():
        player, epoch = known_player(whoever(asked), asked.browser, name, now)
        row = Table.objects.create(
            code="".join(secrets.choice(_CODE_ALPHABET) for _ in range(_CODE_LENGTH)),
            game=game,
            options=msgspec.json.encode(options).decode(),
            birth=birth,
            created_at=now,
            last_move_at=now,
        )
        table = replace(state.stored(row.id), seats=(SeatState(player, name, epoch=epoch),))
        state.write_seats(table)
    return table, player


def sit(code: str, asked: Asked, name: str) -> tuple[TableState, int]:
    """Take the next free seat (T2); also the player's id. Sitting already is no error: the answer is the same."""
    name = clean_name(name)

    def step(before: TableState, now: datetime) -> tuple[TableState, int]:
        token = whoever(asked)
        if token is not None and before.seat_by(token) is not None:
            return before, token.player
        return _sit(before, token, asked.browser, name, now)

    return on_living(code, step)


def _sit(before: TableState, token: Token | None, browser: str, name: str, now: datetime) -> tuple[TableState, int]:
    not_started(before)
    if len(before.seats) >= max(before.rules.PLAYERS):
        raise TableRefusal("full", "A mesa já está cheia: você pode assistir daqui.")
    if any(same_name(name, seat.name) for seat in before.seats):
        is_it_you = "se é você, toque em “Eu já estava aqui”; se não, escolha outro nome."
        raise TableRefusal("name_taken", f"Já há {name} nesta mesa: {is_it_you}")
    player, epoch = known_player(token, browser, name, now)
    after = store(before, (replace(before, seats=(*before.seats, SeatState(player, name, epoch=epoch))), ()), now)
    return after, player


def stand_up(code: str, asked: Asked) -> TableState:
    """Leave before the start (T12): the seat is free again; when the creator leaves, the table closes."""

    def decide(table: TableState, _: datetime) -> Step:
        seat = seated(table, asked)
        not_started(table)
        if seat == 0:
            return replace(table, status=Table.CLOSED), ()
        return replace(table, seats=_without(table.seats, seat)), ()

    return change(code, asked, decide)


def add_robots(code: str, asked: Asked, *, fill: bool) -> TableState:
    """One robot, or one for each empty seat; the creator's, before the start (T3)."""

    def decide(table: TableState, now: datetime) -> Step:
        by_creator(table, asked)
        not_started(table)
        free = max(table.rules.PLAYERS) - len(table.seats)
        if free == 0:
            raise TableRefusal("full", "Não há lugar vazio para um robô.")
        seats = table.seats
        for _ in range(free if fill else 1):
            seats = (*seats, SeatState(None, _robot_name(seats)))
        return replace(table, seats=seats), ()

    return change(code, asked, decide)


def remove_robot(code: str, asked: Asked, number: int) -> TableState:
    """Take a robot out of its seat; the creator's, before the start."""

    def decide(table: TableState, _: datetime) -> Step:
        by_creator(table, asked)
        not_started(table)
        if not 0 <= number < len(table.seats) or not table.seats[number].robot:
            raise TableRefusal("no_robot", "Não há robô nesse lugar.")
        return replace(table, seats=_without(table.seats, number)), ()

    return change(code, asked, decide)


def whoever(asked: Asked) -> Token | None:
    """Who asks by a cookie that is good, else whom this browser made by an act whose answer it did not get."""
    token = asked.token
    if token is not None and Player.objects.filter(id=token.player, epoch=token.epoch).exists():
        return token
    return made_for(asked.browser)


def known_player(token: Token | None, browser: str, name: str, now: datetime) -> Token:
    """The token of whoever asks, while it is good, else of a new player for that browser; the name is remembered."""
    # The update locks the row: signing out his devices at this moment is known here, or knows what becomes of it.
    if token is not None and Player.objects.filter(id=token.player, epoch=token.epoch).update(name=name):
        return token
    return Token(Player.objects.create(name=name, created_at=now, browser=browser).id)


def _without(seats: tuple[SeatState, ...], number: int) -> tuple[SeatState, ...]:
    return seats[:number] + seats[number + 1 :]


def _robot_name(seats: tuple[SeatState, ...]) -> str:
    taken = [seat.name for seat in seats]
    candidates = (*ROBOT_NAMES, *(f"{name} robô" for name in ROBOT_NAMES))
    return next(name for name in candidates if not any(same_name(name, other) for other in taken))
