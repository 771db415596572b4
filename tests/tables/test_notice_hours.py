"""Quiet hours over time zones and clock changes, and when a notice may go out. Nothing here needs a database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.notices.facts import Fact
from tables.notices.hours import (
    Known,
    Later,
    Seen,
    Send,
    Wishes,
    is_quiet,
    quiet_until,
    weigh,
    zone_or_default,
)

ZONES = (
    "America/Sao_Paulo",
    "America/Noronha",
    "America/Rio_Branco",
    "Europe/Lisbon",
    "America/New_York",
    "Australia/Lord_Howe",  # half an hour of summer time
    "America/Santiago",  # clocks are changed at midnight
    "Asia/Kathmandu",
    "Pacific/Apia",  # skipped a whole day
    "UTC",
)
TURN = Fact(player=7, seat=1, kind="turn", key="1.5.turn")
REMINDER = Fact(player=7, seat=1, kind="reminder", key="1.5.turn12", hours=12)
NOW = datetime(2026, 3, 4, 15, tzinfo=UTC)


def local(zone: str, *when: int, fold: int = 0) -> datetime:
    return datetime(*when, tzinfo=ZoneInfo(zone), fold=fold)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("when", "until"),
    [
        ((2026, 3, 4, 21, 59), None),
        ((2026, 3, 4, 22, 0), (2026, 3, 5, 8)),
        ((2026, 3, 5, 0, 30), (2026, 3, 5, 8)),
        ((2026, 3, 5, 7, 59), (2026, 3, 5, 8)),
        ((2026, 3, 5, 8, 0), None),
    ],
)
def test_from_22_to_8(when: tuple[int, ...], until: tuple[int, ...] | None) -> None:
    found = quiet_until(local("America/Sao_Paulo", *when).astimezone(UTC), Wishes())
    assert found == (None if until is None else local("America/Sao_Paulo", *until))


def test_the_same_instant_is_night_here_and_day_there() -> None:
    instant = datetime(2026, 3, 5, 1, 30, tzinfo=UTC)
    quiet = {zone: is_quiet(instant, Wishes(zone=zone)) for zone in ("America/Sao_Paulo", "America/Rio_Branco")}
    assert quiet == {"America/Sao_Paulo": True, "America/Rio_Branco": False}


@pytest.mark.parametrize(
    ("zone", "when", "hours"),
    [
        # Lisbon 29 March 2026: 1h becomes 2h, so that the night is an hour shorter; 25 October one longer.
        ("Europe/Lisbon", (2026, 3, 28, 22), 9),
        ("Europe/Lisbon", (2026, 10, 24, 22), 11),
        ("Europe/Lisbon", (2026, 6, 1, 22), 10),
        # São Paulo had summer time until 2019: 4 November 2018 began at 1h.
        ("America/Sao_Paulo", (2018, 11, 3, 22), 9),
        ("America/Sao_Paulo", (2018, 2, 17, 22), 11),
        ("Australia/Lord_Howe", (2026, 4, 4, 22), 10.5),
    ],
)
def test_nights_when_the_clocks_change(zone: str, when: tuple[int, ...], hours: float) -> None:
    begin = local(zone, *when).astimezone(UTC)
    end = quiet_until(begin, Wishes(zone=zone))
    assert end is not None
    assert end - begin == timedelta(hours=hours)
    assert end.astimezone(ZoneInfo(zone)).hour == 8


def test_an_end_that_does_not_exist_that_day() -> None:
    """Santiago goes from 24h to 1h: silence until midnight ends at the first instant of the day."""
    wishes = Wishes(zone="America/Santiago", quiet_from=20, quiet_to=0)
    end = quiet_until(local("America/Santiago", 2026, 9, 5, 23).astimezone(UTC), wishes)
    assert end == datetime(2026, 9, 6, 4, tzinfo=UTC)
    assert end.astimezone(ZoneInfo("America/Santiago")).hour == 1


def test_equal_hours_are_no_silence() -> None:
    for hour in range(24):
        assert not is_quiet(NOW + timedelta(hours=hour), Wishes(quiet_from=5, quiet_to=5))


@given(
    st.datetimes(datetime(2011, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001
    st.sampled_from(ZONES),
    st.integers(0, 23),
    st.integers(0, 23),
)
def test_silence_ends_at_its_first_loud_instant(naive: datetime, zone: str, begin: int, end: int) -> None:
    instant = naive.replace(tzinfo=UTC)
    wishes = Wishes(zone=zone, quiet_from=begin, quiet_to=end)
    until = quiet_until(instant, wishes)
    if not is_quiet(instant, wishes):
        assert until is None
        return
    assert until is not None
    assert instant < until <= instant + timedelta(hours=50)
    assert not is_quiet(until, wishes)
    steps = (until - instant) // timedelta(minutes=10)
    loud = [n for n in range(steps) if not is_quiet(instant + timedelta(minutes=10) * n, wishes)]
    if zone != "Pacific/Apia":
        assert loud == []


@pytest.mark.parametrize(
    "name", ["", "Nowhere", "../etc/passwd", "/etc/passwd", "America", "a" * 200, "América/Sp", "\0"]
)
def test_a_zone_that_does_not_exist_is_the_default(name: str) -> None:
    assert zone_or_default(name) == "America/Sao_Paulo"
    assert zone_or_default("America/Manaus") == "America/Manaus"


def known(**fields: object) -> Known:
    return Known(**{"reached_from": NOW, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fact", "what_is_known", "verdict"),
    [
        (TURN, known(), Send()),
        (TURN, known(told="1.4.turn"), Send()),
        (TURN, known(told="1.5.turn"), None),
        (TURN, known(seen_version=9), Seen()),
        (TURN, known(seen_version=8), Send()),
        (TURN, known(reached_from=None), None),
        (TURN, known(reached_from=NOW + timedelta(minutes=3)), Later(NOW + timedelta(minutes=3))),
        (TURN, known(sent_at=NOW - timedelta(minutes=59)), Later(NOW + timedelta(minutes=1))),
        (TURN, known(sent_at=NOW - timedelta(minutes=60)), Send()),
        (REMINDER, known(told="1.5.turn", seen_version=9, seen_at=NOW - timedelta(hours=12)), Send()),
        (REMINDER, known(seen_at=NOW - timedelta(seconds=20)), Seen()),
        (REMINDER, known(seen_at=NOW - timedelta(seconds=60)), Send()),
    ],
)
def test_what_becomes_of_a_fact(fact: Fact, what_is_known: Known, verdict: object) -> None:
    assert weigh(fact, 9, what_is_known, Wishes(), NOW) == verdict


def test_the_hour_between_may_end_in_the_night() -> None:
    late = local("America/Sao_Paulo", 2026, 3, 4, 21, 30).astimezone(UTC)
    verdict = weigh(TURN, 9, known(sent_at=late - timedelta(minutes=10)), Wishes(), late)
    assert verdict == Later(local("America/Sao_Paulo", 2026, 3, 5, 8).astimezone(UTC))
