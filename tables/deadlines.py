"""The dates that the rules know (E19, X14, T9): all of them elapsed time by the server's clock, none of them stored."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

SHOWN_FROM: Final = timedelta(minutes=10)  # a shorter turn is live play: nobody needs a date for it
ABSENCE: Final = timedelta(hours=48)
WARNINGS: Final = (timedelta(days=5), timedelta(days=6))
EXPIRY: Final = timedelta(days=7)


def is_shown(turn_since: datetime, now: datetime) -> bool:
    """Whether a turn has lasted so long that its date is shown."""
    return now - turn_since >= SHOWN_FROM


def may_end_from(turn_since: datetime) -> datetime:
    """Until then the player on turn has time; strictly later the others may end the match (E19, X14)."""
    return turn_since + ABSENCE


def is_absent(turn_since: datetime, now: datetime) -> bool:
    """Whether the table has waited more than 48 hours for one player; exactly 48 are not more."""
    return now > may_end_from(turn_since)


def expires_at(last_move_at: datetime) -> datetime:
    """When the table expires if nobody moves (T9)."""
    return last_move_at + EXPIRY


def is_expired(last_move_at: datetime, now: datetime) -> bool:
    """Whether 7 days have passed without a move."""
    return now >= expires_at(last_move_at)


def is_warned(last_move_at: datetime, now: datetime) -> bool:
    """Whether the coming end is announced on the table: from the fifth day on."""
    return now - last_move_at >= WARNINGS[0]


def hour(turn_since: datetime | None, last_move_at: datetime, now: datetime) -> int:
    """How many dates have passed that change what a page shows, though nobody has done anything.

    `turn_since` is None where no person is waited for. The count never falls while the table's version stays.
    """
    passed = sum(now - last_move_at >= days for days in (*WARNINGS, EXPIRY))
    if turn_since is not None:
        passed += is_shown(turn_since, now) + is_absent(turn_since, now)
    return passed


def in_words(left: timedelta) -> str:
    """A time left as "2 dias", "5 h", "1 min"; rounded up, so that nobody is told less than there is."""
    minutes = max(1, -(-left // timedelta(minutes=1)))
    hours = -(-minutes // 60)
    if minutes < 60:
        return f"{minutes} min"
    if hours <= 48:
        return f"{hours} h"
    return f"{-(-hours // 24)} dias"
