"""Settings of a server whose clock a test moves: the seconds in the file `clock` of its data are added to the time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from selminha.settings import *  # noqa: F403
from selminha.settings import DATA

CLOCK = "tests.moved.moved_now"
SWEEP_PAUSE = 0.5
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True


def moved_now() -> datetime:
    """The time so many seconds ahead."""
    try:
        seconds = float((DATA / "clock").read_text() or 0)
    except FileNotFoundError:
        seconds = 0
    return timezone.now() + timedelta(seconds=seconds)
