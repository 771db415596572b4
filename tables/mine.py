"""MINHAS MESAS: all tables of a player as he sees them, by what they wait for, in three queries however many."""

from __future__ import annotations

from tables import clock, state
from tables.commands.expiry import as_shown
from tables.models import Seat, Table
from tables.screen import Screen, screen

_LISTED = 60  # tables, the ones that were changed last


def tables_of(player: int | None) -> list[Screen]:
    """First those that wait for this player, the longest wait first; then by the last move, the newest first."""
    if player is None:
        return []
    seats = Seat.objects.filter(player_id=player).exclude(table__status=Table.CLOSED)
    ids = list(seats.order_by("-table__last_move_at", "-table_id").values_list("table_id", flat=True)[:_LISTED])
    now, found = clock.now(), state.read_some(ids)
    tables = [as_shown(found[table_id], now) for table_id in ids if table_id in found]
    seen = [screen(table, table.seat_of(player)) for table in tables]
    return sorted(seen, key=_urgency)


def _urgency(s: Screen) -> tuple[bool, float]:
    return not s.waits_for_me, s.turn_since.timestamp() if s.waits_for_me and s.turn_since else 0
