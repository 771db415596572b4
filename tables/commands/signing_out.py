"""SAIR DOS OUTROS APARELHOS: a handed-over or lost device is a stranger from now on, at all tables of its player."""

from __future__ import annotations

from django.db import transaction
from msgspec.structs import replace

from tables import clock, state
from tables.commands.change import store
from tables.commands.expiry import expiry
from tables.models import HandoverCode, Player, PushSubscription, Table
from tables.players import Token
from tables.refusals import TableRefusal


def sign_out_others(token: Token | None, endpoint: str) -> Token:
    """Make all cookies void but the returned one; pushes go on to the browser with that endpoint alone.

    Every table where the player sits gets a new version, by which all processes know and open pages change hands.
    """
    now = clock.now()
    kept = endpoint if endpoint.isprintable() else ""  # PostgreSQL takes no NUL even to look for
    with transaction.atomic():
        fresh = None if token is None else Token(token.player, token.epoch + 1)
        if fresh is None or not Player.objects.filter(id=fresh.player, epoch=fresh.epoch - 1).update(epoch=fresh.epoch):
            raise TableRefusal("stranger", "Sente-se primeiro a uma mesa neste navegador.")
        PushSubscription.objects.filter(player_id=fresh.player).exclude(endpoint=kept).delete()
        HandoverCode.objects.filter(player_id=fresh.player).update(replaced=True)
        # In one order, so that two of these never wait for each other.
        tables = Table.objects.filter(seat__player_id=fresh.player).order_by("id")
        for code in list(tables.values_list("code", flat=True)):
            table = state.read(code, lock=True)
            seats = tuple(
                replace(seat, epoch=fresh.epoch) if seat.player == fresh.player else seat for seat in table.seats
            )
            table = replace(table, seats=seats)
            over = expiry(table, now)
            store(table, over or (table, ()), now, moves=over is not None)
    return fresh
