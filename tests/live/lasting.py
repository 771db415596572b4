"""Settings of a site for weeks in seconds: the clock stands at the instant that a test writes into the file `clock`."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils import timezone

from selminha.settings import DATA
from tests.people.told import *  # noqa: F403

CLOCK = "tests.live.lasting.standing_now"
NOTICE_DELAY = 5.0  # by that clock
SHUFFLE = "tests.people.dealt.next_deck"
SWEEP_PAUSE = 0.05


def standing_now() -> datetime:
    """That instant, in seconds since 1970; the real time as long as there is no such file."""
    try:
        return datetime.fromtimestamp(float((DATA / "clock").read_text()), UTC)
    except FileNotFoundError:
        return timezone.now()
