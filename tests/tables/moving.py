"""The clock of the tests of dates: it stands still until a test moves it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tables import clock


class Clock:
    """What tables.clock.now() says; starts at a fixed instant."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime.fromisoformat("2026-10-20T12:00:00+00:00")
        monkeypatch.setattr(clock, "now", lambda: self.now)

    def later(self, **span: float) -> None:
        """`later(days=6, hours=23)`."""
        self.now += timedelta(**span)
