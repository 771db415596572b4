"""A match that nobody plays any more: ended by those who wait (E19, X14, T13), or by the clock (T9)."""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction

from tables import clock, deadlines, state
from tables.commands.change import Asked, Step, change, seated, store
from tables.commands.expiry import expiry
from tables.commands.match import forfeit, playing
from tables.models import Table
from tables.refusals import TableRefusal, stale
from tables.state import TableState


def end_for_absence(code: str, asked: Asked) -> TableState:
    """ENCERRAR POR AUSÊNCIA: after more than 48 hours of one person's turn, by those whom the game names (E19, X14).

    Raises TableRefusal: too early with the time that is missing, not yours, or somebody has moved in between (T13).
    """

    def decide(table: TableState, now: datetime) -> Step:
        seat = seated(table, asked)
        absent = playing(table).waits_for
        if absent is None or table.turn_since is None:
            raise TableRefusal("nobody_absent", "A mesa não espera a jogada de ninguém: não há ausência para encerrar.")
        name = table.seats[absent].name
        if seat == absent:
            raise TableRefusal("not_yours", "A mesa espera por você: para continuar, é só jogar.")
        if not table.rules.may_end(table.match, seat):
            raise TableRefusal("not_yours", f"Só a outra dupla pode encerrar por ausência de {name}.")
        if not deadlines.is_absent(table.turn_since, now):
            left = deadlines.in_words(deadlines.may_end_from(table.turn_since) - now)
            raise TableRefusal("too_early", f"Ainda é cedo: {name} tem mais {left} para jogar.")
        return forfeit(table, absent, "absent", now)

    return change(code, asked, decide, missed=_played_in_time)


def _played_in_time(table: TableState) -> TableRefusal:
    """What to say when the table has changed since the button was shown."""
    if table.status != Table.PLAYING:
        return stale("A partida acabou antes: nada mais mudou.")
    return stale("Jogaram antes do seu toque e a partida continua: nada foi encerrado.")


def expire(table_id: int) -> bool:
    """End a table whose 7 days are over; whether this call did. A table that somebody changes now is left."""
    skip = connection.features.has_select_for_update_skip_locked
    now = clock.now()
    with transaction.atomic():
        code = (
            Table.objects.select_for_update(skip_locked=skip).filter(id=table_id).values_list("code", flat=True).first()
        )
        if code is None:
            return False
        table = state.read(code, lock=True)
        step = expiry(table, now)
        if step is None:
            return False
        store(table, step, now)
    return True
