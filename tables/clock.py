"""The time of day, which comes in through one function so that tests can move it."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string


def now() -> datetime:
    """The present instant, aware of its zone (UTC)."""
    instant: datetime = _clock(settings.CLOCK)()
    return instant


_clock = cache(import_string)
