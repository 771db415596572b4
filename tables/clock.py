"""The time of day, which comes in through one function so that tests can move it."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """The present instant, aware of its zone (UTC)."""
    return timezone.now()
