"""One address makes at most so many tables an hour: a sentence with 429, and nothing made."""

from __future__ import annotations

import pytest
from django.http import HttpResponse

from tables import creating, sweep
from tables.models import Table, Tally
from tests.tables.browsing import Browser, text
from tests.tables.moving import Clock
from tests.tables.refusals import is_one_sentence

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creating, "MOST", 3)


def make(address: str, through: str = "", **fields: str) -> HttpResponse:
    """NOVA MESA by a new browser at that address, or at `through` behind a proxy there."""
    browser = Browser()
    browser.client.defaults["REMOTE_ADDR"] = address
    if through:
        browser.client.defaults["HTTP_X_FORWARDED_FOR"] = f"10.0.0.1, {through}"
    return browser.post("/nova/espadas", {"nome": "Ana", **fields})


def test_too_many_are_refused_and_other_addresses_are_not() -> None:
    for _ in range(3):
        assert make("203.0.113.7").status_code == 302
    refused = make("203.0.113.7")
    assert refused.status_code == 429
    sentence = "Deste endereço já saíram 3 mesas na última hora: espere um pouco e tente de novo."
    assert sentence in text(refused)
    assert is_one_sentence(sentence)
    assert Table.objects.count() == 3
    assert make("203.0.113.8").status_code == 302
    assert make("2001:db8::1").status_code == 302


def test_an_hour_later_there_is_room_again(clock: Clock) -> None:
    for _ in range(3):
        make("203.0.113.7")
    clock.later(minutes=59)
    assert make("203.0.113.7").status_code == 429
    clock.later(minutes=1)
    assert make("203.0.113.7").status_code == 302


def test_a_refused_form_does_not_count() -> None:
    for _ in range(5):
        assert make("203.0.113.7", nome="").status_code == 400
    assert not Tally.objects.exists()
    assert make("203.0.113.7").status_code == 302


def test_this_machine_is_not_counted_but_behind_a_proxy_of_ours_whoever_comes_through(settings: object) -> None:
    assert [make("127.0.0.1", "203.0.113.7").status_code for _ in range(4)] == [302] * 4  # plain HTTP: not believed
    settings.HTTPS = True  # type: ignore[attr-defined]
    assert [make("127.0.0.1").status_code for _ in range(4)] == [302] * 4
    assert not Tally.objects.exists()
    assert [make("127.0.0.1", "203.0.113.7").status_code for _ in range(4)] == [302, 302, 302, 429]
    assert make("127.0.0.1", "203.0.113.8").status_code == 302


def test_no_address_is_stored_and_the_sweep_forgets(clock: Clock) -> None:
    make("203.0.113.7")
    assert "203.0" not in Tally.objects.get().key
    clock.later(hours=1)
    sweep.sweep()
    assert not Tally.objects.exists()
