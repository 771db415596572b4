"""CONTINUAR EM OUTRO APARELHO: a code or a link makes another browser the same player, once, within ten minutes."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from django.conf import settings as django_settings
from django.http import HttpResponse
from django.test import RequestFactory

from cards.game import Refusal
from tables import floods, handover, sweep
from tables.models import HandoverCode, Player, SeatClaim, Tally
from tables.players import COOKIE, player_of
from tests.tables.browsing import Browser, browsers, text
from tests.tables.building import Party, full, new, started
from tests.tables.moving import Clock
from tests.tables.refusals import is_one_sentence
from tests.tables.test_races import at_once, refusals

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


class Shown(NamedTuple):
    code: str
    link: str  # its path


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def party() -> Party:
    return started()


def shown(browser: Browser) -> Shown:
    """The code and the link that a browser's page shows after GERAR CÓDIGO."""
    response = browser.post("/outro-aparelho")
    assert (response.status_code, response["Cache-Control"]) == (200, "private, no-store")
    page = text(response)
    code = re.search(r'class="codigo">([^<]+)<', page)
    link = re.search(r'id="link">http://testserver(/continuar\?c=[^<]+)<', page)
    assert code is not None and link is not None
    return Shown(code[1], link[1])


def typed(browser: Browser, code: str, **fields: str) -> HttpResponse:
    return browser.post("/continuar", {"codigo": code, "c": "", **fields})


def opened(browser: Browser, link: str, **fields: str) -> HttpResponse:
    return browser.post("/continuar", {"c": link.split("=")[1], **fields})


def who(browser: Browser) -> int | None:
    return player_of({name: cookie.value for name, cookie in browser.client.cookies.items()})


def said(response: HttpResponse) -> str:
    found = re.search(r'class="aviso" role="alert">(.*?)</p>', text(response))
    assert found is not None and is_one_sentence(found[1]), text(response)
    return found[1]


def test_both_devices_are_the_same_player_afterwards(party: Party) -> None:
    old, phone = browsers(party)["Beto"], Browser()
    code = shown(old).code
    assert re.fullmatch(r"[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}", code)
    response = typed(phone, f" {code.lower().replace('-', ' ')} ")
    assert (response.status_code, response["Location"]) == (302, "/minhas-mesas")
    assert who(old) == who(phone) == party.people["Beto"]
    for browser in (old, phone):
        assert 'data-eu="1"' in text(browser.get(f"/m/{party.code}"))
    assert phone.act(party, "agir", type="bid", tricks="3").status_code == 302
    assert party.now.match.bids[1] == 3


def test_the_link_is_taken_by_a_post_alone(party: Party) -> None:
    old, phone = browsers(party)["Beto"], Browser()
    link = shown(old).link
    before = list(HandoverCode.objects.values_list())
    for _ in range(3):
        page = text(phone.get(link, **{"User-Agent": "WhatsApp/2.23.20.0 A"}))
        assert "SOU EU, CONTINUAR AQUI" in page
        assert "Beto" in page
        assert COOKIE not in phone.client.cookies
    assert list(HandoverCode.objects.values_list()) == before
    assert opened(phone, link).status_code == 302
    assert who(phone) == party.people["Beto"]


def test_neither_code_nor_link_is_stored_and_the_drawing_obeys_the_content_policy(party: Party) -> None:
    response = browsers(party)["Beto"].post("/outro-aparelho")
    page = text(response)
    drawing = page[page.index("<svg viewBox") : page.index("</svg>", page.index("<svg viewBox"))]
    assert len(drawing) > 1000
    assert "style" not in drawing and "class" not in drawing
    secrets = re.findall(r'class="codigo">([^<]+)<|\?c=([\w-]{20,})<', page)
    stored = repr(list(HandoverCode.objects.values_list()))
    for secret in ("".join(found) for found in secrets):
        assert secret not in stored and secret.replace("-", "") not in stored
    assert len(secrets) == 2


def test_a_code_is_used_once_and_a_repeat_by_the_same_device_is_no_error(party: Party) -> None:
    code, link = shown(browsers(party)["Beto"])
    phone = Browser()
    assert typed(phone, code).status_code == 302
    assert typed(phone, code).status_code == 302
    for again in (typed(Browser(), code), opened(Browser(), link), Browser().get(link)):
        assert again.status_code == 409
        assert "já foi usado" in said(again)


def test_a_code_lasts_ten_minutes(party: Party, clock: Clock) -> None:
    first = shown(browsers(party)["Beto"])
    clock.later(minutes=9, seconds=59)
    second = Browser()
    assert typed(second, first.code).status_code == 302
    late = shown(browsers(party)["Carla"])
    clock.later(minutes=10)
    for answer in (typed(Browser(), late.code), opened(Browser(), late.link)):
        assert answer.status_code == 409
        assert "10 minutos" in said(answer)


def test_a_new_code_voids_the_one_before(party: Party) -> None:
    old = browsers(party)["Beto"]
    first, second = shown(old), shown(old)
    phone = Browser()
    assert "mais novo" in said(typed(phone, first.code))
    assert typed(phone, second.code).status_code == 302


def test_what_is_no_code_is_told_and_not_counted(party: Party) -> None:
    browser = Browser()
    for nonsense in ("", "abc", "K7QM-2XP0", "K7QM-2XPAA", "\x00" * 8, "é" * 8):
        answer = typed(browser, nonsense)
        assert answer.status_code == 400
        assert "8 letras" in said(answer)
    assert Tally.objects.count() == 0
    assert who(browser) is None


def test_who_guesses_is_slowed_but_nobody_elses_link(party: Party, clock: Clock) -> None:
    code, link = shown(browsers(party)["Beto"])
    browser = Browser()
    for _ in range(handover._WRONG_HERE):
        assert typed(browser, "2222-3333").status_code == 400
    slowed = typed(browser, code)
    assert slowed.status_code == 429
    assert "espere" in said(slowed)
    assert HandoverCode.objects.get().used_at is None
    elsewhere = Browser()
    elsewhere.client.defaults["REMOTE_ADDR"] = "203.0.113.9"
    assert typed(elsewhere, "2222-3333").status_code == 400
    assert opened(browser, link).status_code == 302
    clock.later(minutes=10, seconds=1)
    assert typed(browser, "2222-3333").status_code == 400


def test_guessing_from_many_addresses_is_slowed_too(
    party: Party, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "_WRONG_EVERYWHERE", 3)
    code = shown(browsers(party)["Beto"]).code
    for number in range(3):
        with pytest.raises(Refusal, match="Não conhecemos"):
            handover.take(None, f"address {number}", typed="22223333")
    with pytest.raises(Refusal, match="errados demais"):
        handover.take(None, "another", typed=code)


def test_whose_address_it_is(settings: object) -> None:
    def address(**meta: str) -> str:
        return floods.address_of(RequestFactory().get("/", **meta))

    one = address(REMOTE_ADDR="203.0.113.9")
    assert one != address(REMOTE_ADDR="203.0.113.8")
    assert one == address(REMOTE_ADDR="203.0.113.9", HTTP_X_FORWARDED_FOR="198.51.100.1")
    assert address(REMOTE_ADDR="2001:db8:1:2::5") == address(REMOTE_ADDR="2001:db8:1:2:3::6")
    assert address(REMOTE_ADDR="2001:db8:1:2::5") != address(REMOTE_ADDR="2001:db8:1:3::5")
    assert address(REMOTE_ADDR="::ffff:203.0.113.9") == one  # a socket for both kinds
    settings.HTTPS = True  # type: ignore[attr-defined]
    assert address(REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR="198.51.100.1, 203.0.113.9") == one
    assert address(REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR="198.51.100.1, 203.0.113.9:5678") == one
    assert address(REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR="nonsense")
    six = {
        address(HTTP_X_FORWARDED_FOR=seen) for seen in ("2001:db8:1:2::5", "[2001:db8:1:2::5]:443", "[2001:db8:1:2::6]")
    }
    assert len(six) == 1 and six.isdisjoint({address(HTTP_X_FORWARDED_FOR="nonsense"), one})
    assert django_settings.HTTPS


def test_a_device_with_seats_of_its_own_is_asked_first(party: Party) -> None:
    zeca = browsers(new("Zeca"))["Zeca"]
    own = who(zeca)
    code, link = shown(browsers(party)["Beto"])
    for answer in (typed(zeca, code), opened(zeca, link)):
        page = text(answer)
        assert answer.status_code == 200
        assert "Este aparelho já joga como <b><bdi>Zeca</bdi></b>, em 1 mesa." in page
        assert "CONTINUAR COMO Beto" in page
        assert who(zeca) == own
    assert HandoverCode.objects.get().used_at is None
    assert typed(zeca, code, trocar="1").status_code == 302
    assert who(zeca) == party.people["Beto"]


def test_who_was_that_player_already_uses_nothing_up(party: Party) -> None:
    beto = browsers(party)["Beto"]
    code = shown(beto).code
    assert typed(beto, code).status_code == 302
    assert typed(Browser(), code).status_code == 302


def test_a_claim_of_the_new_device_is_withdrawn_by_the_code(party: Party) -> None:
    phone = Browser()
    assert phone.post(f"/m/{party.code}/pedir", {"quem": "Beto"}).status_code == 302
    assert [seat.claim is None for seat in party.now.seats] == [True, False, True, True]
    assert typed(phone, shown(browsers(party)["Beto"]).code).status_code == 302
    assert all(seat.claim is None for seat in party.now.seats)
    assert SeatClaim.objects.get().outcome == "withdrawn"


def test_a_stranger_has_nothing_to_hand_over() -> None:
    stranger = Browser()
    assert "ainda não está em nenhuma mesa" in text(stranger.get("/outro-aparelho"))
    answer = stranger.post("/outro-aparelho")
    assert (answer.status_code, said(answer)) == (403, "Sente-se primeiro a uma mesa neste navegador.")
    assert (HandoverCode.objects.count(), Player.objects.count()) == (0, 0)


def test_old_codes_go_with_the_sweep(party: Party, clock: Clock) -> None:
    shown(browsers(party)["Beto"])
    typed(Browser(), "2222-3333")
    assert handover.tidy() == 0
    clock.later(days=1, seconds=1)
    sweep.sweep()
    assert (HandoverCode.objects.count(), Tally.objects.count()) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_a_code_that_two_devices_use_at_once_is_used_by_one() -> None:
    party = full("Renata", "Beto", "Carla", "Davi")
    for _ in range(3):
        code = handover.start(party.people["Beto"]).code
        outcomes = at_once(*[lambda: handover.take(None, "here", typed=code)] * 4)  # noqa: B023
        taken = [outcome for outcome in outcomes if isinstance(outcome, handover.Taken)]
        assert [(one.kind, one.token.player) for one in taken] == [("done", party.people["Beto"])]
        assert sorted(refusals([outcome for outcome in outcomes if outcome not in taken])) == ["used"] * 3
