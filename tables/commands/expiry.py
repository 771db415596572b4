"""The end of a table where nobody has moved for 7 days (T9): a fact of dates, the same whoever finds it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from cards.game import NextRound
from tables import deadlines
from tables.models import Table
from tables.refusals import TableRefusal
from tables.state import TableState


def expiry(table: TableState, now: datetime) -> tuple[TableState, tuple[Any, ...]] | None:
    """The step that ends a table whose 7 days are over, else None. Nobody wins, but a decided result stands (E11)."""
    if table.status not in (Table.WAITING, Table.PLAYING) or not deadlines.is_expired(table.last_move_at, now):
        return None
    after = replace(table, status=Table.EXPIRED)
    if table.match is None or table.match.phase != "decided":
        return after, ()
    closing = NextRound(seat=0)  # the log tells the result too; whose tap it is makes no difference to the rules
    return replace(after, match=table.rules.apply(table.match, closing), sequence=table.sequence + 1), (closing,)


def as_shown(table: TableState, now: datetime) -> TableState:
    """The table as it is by its dates: expired, in the version to come, also before anybody has stored that."""
    step = expiry(table, now)
    return table if step is None else replace(step[0], version=table.version + 1, ended_at=now)


def expired() -> TableRefusal:
    """The act came after the end."""
    return TableRefusal("expired", "Foram 7 dias sem jogadas e a mesa expirou: nada mais muda nela.")
