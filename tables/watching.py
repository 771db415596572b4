"""How many watch a table: open pages without a seat, through all processes. Link previews open no socket."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 90.0  # seconds; a process that has not told its count for so long is gone


class Watching:
    """One process's knowledge: what it has told the others, and what they told."""

    def __init__(self) -> None:
        self.told: dict[int, int] = {}  # by table, this process's count as the others know it
        self.heard: dict[int, dict[str, tuple[int, float]]] = {}  # by table and process: count, when (seconds)

    def changed(self, table_id: int, count: int) -> bool:
        """Whether the others have to be told this count."""
        if self.told.get(table_id, 0) == count:
            return False
        self.told[table_id] = count
        return True

    def hear(self, table_id: int, process: str, count: int, now: float) -> None:
        """A process, perhaps this one, tells how many watch through it."""
        self.heard.setdefault(table_id, {})[process] = (count, now)

    def total(self, table_id: int, now: float) -> int:
        """How many watch in all."""
        return sum(count for count, at in self.heard.get(table_id, {}).values() if now - at < PATIENCE)

    def forget(self, table_id: int) -> None:
        """No page of the table is open here any more."""
        self.told.pop(table_id, None)
        self.heard.pop(table_id, None)
