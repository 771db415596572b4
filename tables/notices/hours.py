"""When a notice may go out: quiet hours in the player's zone, one per table and hour, nothing that was seen. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from tables.notices.facts import Fact

BETWEEN: Final = timedelta(hours=1)  # one notice per table and hour
LOOKING: Final = timedelta(seconds=60)  # a visible page answers every 20 seconds
ZONE: Final = "America/Sao_Paulo"


class Wishes(msgspec.Struct, frozen=True):
    """A player's zone and quiet hours; equal hours: none."""

    zone: str = ZONE
    quiet_from: int = 22  # hour of the day there
    quiet_to: int = 8


class Known(msgspec.Struct, frozen=True):
    """What a player knows of a table, and how he can be reached."""

    seen_version: int = 0
    seen_at: datetime | None = None
    told: str = ""  # keys of facts (facts.known_after)
    sent_at: datetime | None = None
    reached_from: datetime | None = None  # the earliest time that some way to him is open; None: there is no way


class Seen(msgspec.Struct, frozen=True):
    """He knows already: nothing is sent, now or later."""


class Send(msgspec.Struct, frozen=True):
    """Now."""


class Later(msgspec.Struct, frozen=True):
    """Not now; to be weighed again then."""

    at: datetime


Verdict = Seen | Send | Later | None
"""What becomes of a fact; None: it was dealt with before, or there is no way to the player."""


def weigh(fact: Fact, version: int, known: Known, wishes: Wishes, now: datetime) -> Verdict:
    """What becomes of a fact about a table that has this version."""
    if fact.key in known.told.split():
        return None
    if fact.by_time:
        seen = known.seen_at is not None and now - known.seen_at < LOOKING
    else:
        seen = known.seen_version >= version
    if seen:
        return Seen()
    if known.reached_from is None:
        return None
    at = max(now, known.reached_from)
    if known.sent_at is not None:
        at = max(at, known.sent_at + BETWEEN)
    at = quiet_until(at, wishes) or at
    return Send() if at <= now else Later(at)


def is_quiet(moment: datetime, wishes: Wishes) -> bool:
    """Whether the player wants to hear nothing at that moment."""
    hour = moment.astimezone(ZoneInfo(wishes.zone)).hour
    begin, end = wishes.quiet_from, wishes.quiet_to
    if begin <= end:
        return begin <= hour < end
    return hour >= begin or hour < end


def quiet_until(moment: datetime, wishes: Wishes) -> datetime | None:
    """When the quiet time that the moment falls into ends (UTC), None if it falls into none."""
    if not is_quiet(moment, wishes):
        return None
    zone = ZoneInfo(wishes.zone)
    day = moment.astimezone(zone).date()
    # Where clocks are changed, the hour may come twice that day, or not at all: then the next instant that there is.
    ends = [
        datetime.combine(day + timedelta(days=days), time(wishes.quiet_to, fold=fold), zone).astimezone(UTC)
        for days in (0, 1, 2)
        for fold in (0, 1)
    ]
    return min(end for end in ends if end > moment and not is_quiet(end, wishes))


def zone_or_default(name: str) -> str:
    """The name of a time zone that exists, else the default."""
    if not name.isascii() or not 0 < len(name) <= 50 or name.startswith(("/", ".")) or ".." in name:
        return ZONE
    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        return ZONE
    return name
