"""Who is told of a table's new state once it is committed. Delivery is a hint: the database is the truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tables.state import TableState

LISTENERS: Final[list[Callable[[TableState], None]]] = []  # filled when the app is ready (apps.py)


def announce(table: TableState) -> None:
    """Tell everybody who listens."""
    for listener in LISTENERS:
        listener(table)
