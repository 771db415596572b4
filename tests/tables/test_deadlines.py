"""The dates themselves (E19, X14, T9): elapsed time, to the second, whatever a wall clock does meanwhile (S24)."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tables import deadlines

NOON = datetime.fromisoformat("2026-10-20T12:00:00+00:00")
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("waited", "absent"),
    [
        (timedelta(hours=48) - SECOND, False),
        (timedelta(hours=48), False),
        (timedelta(hours=48, microseconds=1), True),
        (timedelta(hours=48) + SECOND, True),
    ],
)
def test_E19_X14_absent_is_who_has_had_more_than_48_hours(waited: timedelta, absent: bool) -> None:
    assert deadlines.is_absent(NOON, NOON + waited) is absent


@pytest.mark.parametrize(("waited", "over"), [(timedelta(days=7) - SECOND, False), (timedelta(days=7), True)])
def test_T9_a_table_expires_after_7_days(waited: timedelta, over: bool) -> None:
    assert deadlines.is_expired(NOON, NOON + waited) is over
    assert deadlines.is_expired(NOON, deadlines.expires_at(NOON)) is True


def test_S24_48_hours_over_a_clock_change_are_48_hours() -> None:
    """In Lisbon 2026-10-25 has 25 hours: the date on the wall is an hour earlier two days later."""
    lisbon = ZoneInfo("Europe/Lisbon")
    since = datetime(2026, 10, 24, 12, tzinfo=lisbon).astimezone(ZoneInfo("UTC"))
    until = deadlines.may_end_from(since)
    assert until.astimezone(lisbon).strftime("%d %H:%M") == "26 11:00"
    assert not deadlines.is_absent(since, until)
    assert deadlines.is_absent(since, until + SECOND)


def test_the_hour_rises_at_each_date_that_changes_a_page_and_only_there() -> None:
    marks = [timedelta(minutes=10), timedelta(hours=48, microseconds=1), *(timedelta(days=days) for days in (5, 6, 7))]
    for number, mark in enumerate(marks):
        assert deadlines.hour(NOON, NOON, NOON + mark - timedelta(microseconds=1)) == number
        assert deadlines.hour(NOON, NOON, NOON + mark) == number + 1
    assert deadlines.hour(None, NOON, NOON + timedelta(days=5) - SECOND) == 0
    assert deadlines.hour(None, NOON, NOON + timedelta(days=6)) == 2


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(0), "1 min"),
        (timedelta(seconds=61), "2 min"),
        (timedelta(minutes=59), "59 min"),
        (timedelta(minutes=59, seconds=1), "1 h"),
        (timedelta(hours=47, seconds=1), "48 h"),
        (timedelta(hours=48), "48 h"),
        (timedelta(hours=48, seconds=1), "3 dias"),
        (timedelta(days=2), "48 h"),
        (timedelta(days=5), "5 dias"),
    ],
)
def test_a_time_left_is_rounded_up(left: timedelta, words: str) -> None:
    assert deadlines.in_words(left) == words
