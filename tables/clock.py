"""The time of day, which comes in through one function so that tests can move it."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.utils.module_loading import import_string


def now() -> datetime:
    """The present instant, aware of its zone (UTC)."""
    instant: datetime = import_string(settings.CLOCK)()
    return instant
