"""The newest state of each table that this process has seen, good for as long as its version is the row's."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tables.state import TableState

_MOST: Final = 1000  # tables that a process keeps in memory
_tables: OrderedDict[int, TableState] = OrderedDict()
_lock = Lock()


def remember(table: TableState) -> None:
    """Keep a state that is stored, unless a newer one is known."""
    with _lock:
        known = _tables.get(table.id)
        if known is None or known.version < table.version:
            _tables[table.id] = table
        _tables.move_to_end(table.id)
        while len(_tables) > _MOST:
            _tables.popitem(last=False)


def newest(table_id: int) -> TableState | None:
    """The newest state that this process has seen, which may not be the newest there is."""
    return _tables.get(table_id)


def forget() -> None:
    """Forget all tables: for tests, whose databases give the same ids out again."""
    _tables.clear()
