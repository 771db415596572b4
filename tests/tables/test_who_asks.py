"""Which person an act is of, where a browser has become another one, or never heard who it is (S6, S22)."""

from __future__ import annotations

import re

import pytest

from tables.commands import sign_out_others
from tables.models import HandoverCode, Message, Move, Player
from tables.players import COOKIE, Token
from tests.tables.browsing import Browser, browsers, notice, signed_cookie, text
from tests.tables.building import Party, new, started
from tests.tables.moving import Clock
from tests.tables.refusals import is_one_sentence

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


def mark(page: str) -> str:
    found = re.search(r'data-sou="(\w*)"', page)
    assert found is not None
    return found[1]


@pytest.fixture
def changed() -> tuple[Party, Browser, str]:
    """Beto's browser, which has become Renata's since, and what his open page says of whom it is for."""
    party = started()
    browser = browsers(party)["Beto"]
    page = text(browser.get(f"/m/{party.code}"))
    assert f'name="sou" value="{mark(page)}"' in page
    browser.client.cookies[COOKIE] = signed_cookie(party.people["Renata"])
    return party, browser, mark(page)


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("desistir", {}),
        ("sair", {}),
        ("agir", {"type": "bid", "tricks": "3"}),
        ("agir", {"type": "accuse", "accused": "1"}),
        ("revanche", {}),
    ],
)
def test_S22_an_old_page_acts_for_nobody(changed: tuple[Party, Browser, str], verb: str, fields: dict, htmx) -> None:
    party, browser, sou = changed
    before, moves = party.now, Move.objects.count()
    refused = browser.act(party, verb, htmx=htmx, sou=sou, **fields)
    assert refused.status_code == 403
    sentence = notice(refused)
    assert sentence == "Esta página é de antes, e agora você é Renata neste navegador: recarregue."
    assert is_one_sentence(sentence)
    assert (party.now, Move.objects.count()) == (before, moves)


def test_S22_nor_does_it_speak_for_anybody(changed: tuple[Party, Browser, str]) -> None:
    party, browser, sou = changed
    assert browser.act(party, "dizer", htmx=True, sou=sou, texto="oi").status_code == 403
    assert not Message.objects.exists()


def test_a_page_read_again_acts_as_the_person_that_the_browser_is_now(changed: tuple[Party, Browser, str]) -> None:
    party, browser, sou = changed
    now = mark(text(browser.get(f"/m/{party.code}")))
    assert now != sou
    assert browser.act(party, "dizer", sou=now, texto="oi").status_code == 302
    assert browser.act(party, "desistir", sou=now).status_code == 302
    assert party.now.match.winners == (1, 3)


@pytest.mark.parametrize("path", ["/outro-aparelho", "/outro-aparelho/sair"])
def test_S22_nor_does_it_hand_over_or_sign_out_whom_it_was_not_for(
    changed: tuple[Party, Browser, str], path: str
) -> None:
    party, browser, sou = changed
    refused = browser.post(path, {"sou": sou})
    assert refused.status_code == 403
    assert "agora você é Renata neste navegador" in text(refused)
    assert not HandoverCode.objects.exists()
    assert Player.objects.get(id=party.people["Renata"]).epoch == 0
    assert browser.post(path, {"sou": mark(text(browser.get(f"/m/{party.code}")))}).status_code in (200, 302)


def test_the_mark_is_in_no_other_page(changed: tuple[Party, Browser, str]) -> None:
    party, _, sou = changed
    for other in ("Carla", "Davi"):
        assert sou not in text(browsers(party)[other].get(f"/m/{party.code}"))
    assert mark(text(Browser().get(f"/m/{party.code}"))) == ""


def lost(browser: Browser) -> None:
    """The answer that brought the cookie did not arrive."""
    del browser.client.cookies[COOKIE]


@pytest.mark.parametrize("again", ["Beto", "Beto 2"])
def test_S6_a_seat_whose_answer_was_lost_is_taken_once(again: str) -> None:
    party = new()
    beto = Browser()
    beto.get(f"/m/{party.code}")
    assert beto.act(party, "sentar", nome="Beto", htmx=True).status_code == 200
    first = beto.client.cookies[COOKIE].value
    lost(beto)
    answer = beto.act(party, "sentar", nome=again, htmx=True)
    assert answer.status_code == 200
    assert 'data-eu="1"' in text(answer)
    assert beto.client.cookies[COOKIE].value.split(":")[0] == first.split(":")[0]
    assert [seat.name for seat in party.now.seats] == ["Renata", "Beto"]
    assert Player.objects.count() == 2


def test_another_browser_does_not_get_it() -> None:
    party = new()
    beto = Browser()
    beto.act(party, "sentar", nome="Beto")
    assert Browser().act(party, "sentar", nome="Beto").status_code == 409
    assert len(party.now.seats) == 2


def test_the_browser_of_a_table_whose_answer_was_lost_is_the_same_player_elsewhere() -> None:
    here, there = new("Ana"), new("Bia")
    beto = Browser()
    beto.act(here, "sentar", nome="Beto")
    lost(beto)
    beto.act(there, "sentar", nome="Beto")
    assert here.now.seats[1].player == there.now.seats[1].player


def test_a_day_later_it_is_asked_who_he_is(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    party = new()
    beto = Browser()
    beto.act(party, "sentar", nome="Beto")
    lost(beto)
    clock.later(hours=24)
    assert beto.act(party, "sentar", nome="Beto").status_code == 409


def test_who_signed_out_his_other_devices_is_not_met_by_their_secret() -> None:
    party = new()
    beto = Browser()
    beto.act(party, "sentar", nome="Beto")
    player = party.now.seats[1].player
    assert player is not None
    sign_out_others(Token(player), "")
    assert beto.act(party, "sentar", nome="Outro").status_code == 302  # the old cookie is a stranger's
    lost(beto)
    assert beto.act(party, "sentar", nome="Mais um").status_code == 302
    assert [seat.name for seat in party.now.seats] == ["Renata", "Beto", "Outro"]


def test_a_claim_whose_answer_was_lost_is_asked_once() -> None:
    party = started()
    device = Browser()
    device.get(f"/m/{party.code}/ja-estava")
    for _ in range(2):
        assert device.post(f"/m/{party.code}/pedir", {"quem": "Beto"}).status_code == 302
        first = device.client.cookies[COOKIE].value.split(":")[0]
        assert "Esperando a mesa responder" in text(device.get(f"/m/{party.code}/ja-estava"))
        lost(device)
    device.post(f"/m/{party.code}/pedir", {"quem": "Beto"})
    assert device.client.cookies[COOKIE].value.split(":")[0] == first
