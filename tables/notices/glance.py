"""What people look at: a visible page's answer proves that its player knows the table; an open socket does not."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tables import clock
from tables.models import Attention

_KEPT: Final = timedelta(seconds=15)  # an answer about the same version is written again only after so long


def looked(table_id: int, player: int, version: int) -> None:
    """A visible page of that player answered for that version. Kept only for players who can be told anything."""
    row = Attention.objects.filter(table_id=table_id, player_id=player)
    known = row.values_list("seen_version", "seen_at").first()
    if known is None:
        return
    now = clock.now()
    if version > known[0] or _old(known[1], now):
        row.update(seen_version=max(version, known[0]), seen_at=now)


def _old(seen_at: datetime | None, now: datetime) -> bool:
    return seen_at is None or now - seen_at >= _KEPT
