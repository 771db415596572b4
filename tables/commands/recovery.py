"""A seat whose player has lost the cookie: somebody asks for it, and any one person of the table lets him in or not.

A claim is no move: it makes a new version, so that open pages show it, and leaves every date as it is, and every act
that is on its way. What is said about it counts whatever version was seen, because it names the claim."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from tables import clock
from tables.commands.change import Asked, on_living, seated, store
from tables.commands.match import rematch_of
from tables.commands.seats import known_player, whoever
from tables.models import Player, SeatClaim, Table
from tables.names import same_name
from tables.players import Token
from tables.refusals import TableRefusal
from tables.state import Claim, SeatState, TableState

CLAIM_LASTS: Final = timedelta(hours=24)
_AN_HOUR: Final = 5  # claims that a table hears of in an hour


def open_claim(table: TableState, number: int, now: datetime) -> Claim | None:
    """The claim to a seat that can be answered: not older than 24 hours, and of somebody still without a seat."""
    claim = table.seats[number].claim
    if claim is None or now - claim.asked_at >= CLAIM_LASTS or table.seat_of(claim.claimant) is not None:
        return None
    return claim


def can_be_claimed(table: TableState) -> bool:
    """Whether a seat of this table is of any use still."""
    return table.status in (Table.WAITING, Table.PLAYING) or rematch_of(table) == "open"


def ask_for_seat(code: str, asked: Asked, name: str) -> Token:
    """Ask for the seat of that name; whoever asks, a new player if need be. A repeat changes nothing."""

    def step(table: TableState, now: datetime) -> Token:
        token = whoever(asked)
        player = None if token is None else token.player
        number = next((n for n, seat in enumerate(table.seats) if same_name(seat.name, name)), None)
        mine = table.seat_by(token)
        if token is not None and mine is not None:
            if mine == number:
                return token
            raise TableRefusal("seated", "Você já está sentado nesta mesa: cada pessoa tem um lugar só.")
        if number is None:
            raise TableRefusal("bad_choice", "Escolha o lugar que era seu.")
        claim = open_claim(table, number, now)
        if token is not None and claim is not None and claim.claimant == player:
            return token
        _claimable(table, number, player, now)
        seat = table.seats[number]
        token = known_player(token, asked.browser, seat.name, now)
        row = SeatClaim.objects.create(table_id=table.id, claimant_id=token.player, name=seat.name, asked_at=now)
        if seat.claim is not None:
            _note(seat.claim, SeatClaim.EXPIRED)
        after = _with_seat(table, number, replace(seat, claim=Claim(row.id, token.player, now)))
        store(table, (after, ()), now, moves=False)
        return token

    return on_living(code, step)


def answer_claim(code: str, asked: Asked, claim_id: int, *, let_in: bool) -> TableState:
    """SIM moves the seat to whoever asks, and ends the old cookie's claim to it; NÃO leaves it. One answer decides."""

    def decide(table: TableState, now: datetime) -> TableState:
        if table.seats[seated(table, asked)].gone:
            raise TableRefusal("gone", "Você já saiu desta mesa.")
        number = next((n for n, seat in enumerate(table.seats) if seat.claim and seat.claim.id == claim_id), None)
        outcome = SeatClaim.APPROVED if let_in else SeatClaim.REFUSED
        if number is None:
            if SeatClaim.objects.filter(table_id=table.id, id=claim_id, outcome=outcome).exists():
                return table
            raise TableRefusal("settled", "Esse pedido já não está aberto: nada mudou.")
        seat, claim = table.seats[number], open_claim(table, number, now)
        if claim is None:
            raise TableRefusal("settled", "Esse pedido já não vale: nada mudou.")
        if let_in and not can_be_claimed(table):
            raise _over()
        _note(claim, outcome)
        if not let_in:
            return _with_seat(table, number, replace(seat, claim=None))
        # Locked, so that signing out his other devices at this moment either knows this seat or is known here.
        row = Player.objects.select_for_update(no_key=True).get(id=claim.claimant)
        return _with_seat(table, number, replace(seat, player=row.id, epoch=row.epoch, claim=None))

    return _settle(code, decide)


def withdraw_claim(code: str, player: int | None) -> TableState:
    """Take back whatever this player asks for at the table; nothing asked for is no error."""

    def decide(table: TableState, _: datetime) -> TableState:
        return _without(table, lambda claim: claim.claimant == player, SeatClaim.WITHDRAWN)

    return _settle(code, decide)


def drop_old_claims(table_id: int) -> int:
    """Take the claims away that nobody answered within 24 hours."""
    code = Table.objects.values_list("code", flat=True).get(id=table_id)
    now = clock.now()

    def decide(table: TableState, _: datetime) -> TableState:
        return _without(table, lambda claim: now - claim.asked_at >= CLAIM_LASTS, SeatClaim.EXPIRED)

    with suppress(TableRefusal):  # the table has just expired
        _settle(code, decide)
    return 1


def _settle(code: str, decide: Callable[[TableState, datetime], TableState]) -> TableState:
    """Run `decide` on the locked table and store what it changed. Raises Table.DoesNotExist, TableRefusal."""

    def step(before: TableState, now: datetime) -> TableState:
        after = decide(before, now)
        return before if after is before else store(before, (after, ()), now, moves=False)

    return on_living(code, step)


def _claimable(table: TableState, number: int, player: int | None, now: datetime) -> None:
    """Raises TableRefusal unless the seat can be asked for."""
    seat = table.seats[number]
    if not can_be_claimed(table):
        raise _over()
    if seat.robot:
        raise TableRefusal("robot_seat", f"{seat.name} é um robô: esse lugar não era seu.")
    if open_claim(table, number, now):
        raise TableRefusal("claimed", f"Já há um pedido para o lugar de {seat.name}: a mesa responde a esse primeiro.")
    for other, taken in enumerate(table.seats):
        claim = open_claim(table, other, now)
        if claim is not None and claim.claimant == player:
            raise TableRefusal("claiming", f"Você já pediu o lugar de {taken.name}: retire esse pedido antes.")
    if not any(who.player and not who.gone for n, who in enumerate(table.seats) if n != number):
        raise TableRefusal(
            "nobody",
            f"Só {seat.name} está à mesa, e ninguém mais pode confirmar: use um código do aparelho antigo.",
        )
    if SeatClaim.objects.filter(table_id=table.id, asked_at__gt=now - timedelta(hours=1)).count() >= _AN_HOUR:
        raise TableRefusal("too_fast", "Houve pedidos demais nesta mesa: espere uma hora e tente de novo.")


def _over() -> TableRefusal:
    return TableRefusal("over", "A mesa acabou: não há mais lugar para recuperar nela.")


def _note(claim: Claim, outcome: str) -> None:
    SeatClaim.objects.filter(id=claim.id).update(outcome=outcome)


def _with_seat(table: TableState, number: int, seat: SeatState) -> TableState:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _without(table: TableState, gone: Callable[[Claim], bool], outcome: str) -> TableState:
    """The table without the claims for which `gone` holds; the same one if there are none."""
    for number, seat in enumerate(table.seats):
        if seat.claim is not None and gone(seat.claim):
            _note(seat.claim, outcome)
            table = _with_seat(table, number, replace(seat, claim=None))
    return table
