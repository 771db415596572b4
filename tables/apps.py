"""The app: wires the listeners of a table's changes."""

from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables that last."""

    name = "tables"

    def ready(self) -> None:
        """Open pages are told first, then a robot thinks about its move."""
        from tables import live, robots
        from tables.announce import LISTENERS
        from tables.notices import checks  # noqa: F401  # registers itself

        LISTENERS[:] = [live.publish, robots.wake]
