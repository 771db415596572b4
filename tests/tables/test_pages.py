"""The way from the front page to a match, by plain forms: who sees what, and where each act leads."""

from __future__ import annotations

import re

import pytest

from tables.models import Player
from tables.players import COOKIE
from tests.tables import building
from tests.tables.browsing import HTMX, Browser, browsers, created, notice, text
from tests.tables.building import full, new, started

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


def test_from_the_front_page_to_the_first_card_by_plain_forms() -> None:
    party, renata = created(goal="250", renege="prevented")
    assert party.now.options.goal == 250
    assert renata.get(f"/m/{party.code}").status_code == 200
    for name in ("Beto", "Carla", "Davi"):
        browser = Browser()
        assert browser.get(f"/m/{party.code}").status_code == 200
        response = browser.act(party, "sentar", nome=name)
        assert (response.status_code, response["Location"]) == (302, f"/m/{party.code}")
        assert browser.client.cookies[COOKIE].value
    assert [seat.name for seat in party.now.seats] == ["Renata", "Beto", "Carla", "Davi"]
    assert renata.act(party, "comecar", parceiro="3").status_code == 302
    assert party.now.status == "playing"
    page = text(renata.get(f"/m/{party.code}"))
    assert re.search(r'id="estado"[^>]* data-v="5"', page)


def test_a_script_gets_the_frame_in_the_place_of_a_redirect() -> None:
    party = started()
    response = browsers(party)["Beto"].act(party, "agir", htmx=True, type="bid", tricks="3")
    assert response.status_code == 200
    assert 'data-v="6"' in text(response)
    assert "<html" not in text(response)
    assert notice(response) == ""


def test_a_repeat_by_a_script_gets_the_present_table() -> None:
    party = started()
    beto = browsers(party)["Beto"]
    form = {"v": "5", "lance": "same", "type": "bid", "tricks": "3"}
    first = beto.act(party, "agir", htmx=True, **form)
    before = building.rows()
    again = beto.act(party, "agir", htmx=True, **form)
    assert (again.status_code, notice(again)) == (200, "")
    assert text(again) == text(first)
    assert building.rows() == before
    other = beto.act(party, "agir", htmx=True, **{**form, "tricks": "4"})
    assert other.status_code == 409
    assert building.rows() == before


def test_the_state_is_sent_to_whoever_does_not_have_it() -> None:
    party = started()
    stranger = Browser()
    assert stranger.get(f"/m/{party.code}/estado?desde=5").status_code == 204
    for since in ("?desde=4", "?desde=6", "?desde=", "?desde=x", ""):
        response = stranger.get(f"/m/{party.code}/estado{since}")
        assert response.status_code == 200
        assert 'data-v="5"' in text(response)
        assert response["Cache-Control"] == "private, no-cache"


def test_a_page_of_a_table_is_kept_by_no_cache() -> None:
    party = started()
    assert Browser().get(f"/m/{party.code}")["Cache-Control"] == "private, no-cache"


def test_each_sees_his_own_hand_and_the_watcher_none() -> None:
    party = started()
    hands = party.now.match.hands
    for name, browser in browsers(party).items():
        page = text(browser.get(f"/m/{party.code}"))
        shown = set(re.findall(r'name="card" value="(\w\w)"', page))
        assert shown == set(hands[party.seat(name)])
    assert 'name="card"' not in text(Browser().get(f"/m/{party.code}"))


def test_my_tables_are_mine() -> None:
    party = full()
    elsewhere = full("Vera", "Rui", "Ana", "Ivo")
    page = text(browsers(party)["Carla"].get("/minhas-mesas"))
    assert party.code in page and elsewhere.code not in page
    assert party.code not in text(Browser().get("/minhas-mesas"))


def test_the_name_is_remembered_at_the_next_table() -> None:
    carla = browsers(full())["Carla"]
    assert 'value="Carla"' in text(carla.get("/nova/espadas"))
    assert 'value="Carla"' in text(carla.get(f"/m/{new('Vera').code}"))


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>"[:20], '"><img src=x>', "{{ 7*7 }}", "مريم", "👩‍👩‍👧", "a'b\"c&d"]
)
def test_a_name_is_shown_as_text_and_never_as_markup(name: str) -> None:
    party, renata = created(nome=name)
    assert party.now.seats[0].name == name
    browser = Browser()
    for page in (
        text(renata.get(f"/m/{party.code}")),
        text(browser.get(f"/m/{party.code}")),
        text(renata.get("/minhas-mesas")),
        text(renata.get("/")),
        text(browser.get(f"/m/{party.code}/estado")),
    ):
        assert name not in page or not re.search("[<>\"'&]", name)
    party.people[name] = party.people.pop("Renata")
    party.robots()
    party.start()
    for page in (text(renata.get(f"/m/{party.code}")), text(browser.get(f"/m/{party.code}"))):
        assert name not in page or not re.search("[<>\"'&]", name)
        assert ">49<" not in page


@pytest.mark.parametrize("name", ["", " ", "a" * 500, "\u202e\u200b"])
def test_a_bad_name_is_told_and_makes_nobody(name: str) -> None:
    party = full("Renata", "Beto", "Carla")
    before = building.rows()
    response = Browser().act(party, "sentar", nome=name)
    assert response.status_code == 400
    assert notice(response).endswith(".")
    response = Browser().post("/nova/espadas", {"nome": name})
    assert response.status_code == 400
    assert building.rows() == before
    assert COOKIE not in response.cookies


def test_options_that_do_not_exist_are_told() -> None:
    response = Browser().post("/nova/espadas", {"nome": "Renata", "goal": "10"})
    assert response.status_code == 400
    assert Player.objects.count() == 0


def test_the_deck_is_the_screens_own_and_leads_back() -> None:
    party = started()
    browser = Browser()
    response = browser.post("/baralho", {"baralho": "quatro-cores", "volta": party.code})
    assert (response.status_code, response["Location"]) == (302, f"/m/{party.code}")
    assert browser.client.cookies["baralho"].value == "quatro-cores"
    for back in ("//example.com", "../x", "https://example.com", ""):
        assert browser.post("/baralho", {"baralho": "x", "volta": back})["Location"] == "/"
    assert browser.client.cookies["baralho"].value == "grande"


MISSING = ("/m/2222222222222", "/m/x", "/m/%00", "/m/" + "A" * 3000, "/m/%F0%9F%A6%9C", "/m/2222222222222/estado")


@pytest.mark.parametrize("path", [*MISSING, "/nova/truco", "/regras/truco", "/x"])
def test_what_is_not_there_is_404_with_a_way_on(path: str) -> None:
    response = Browser().get(path)
    assert response.status_code == 404
    assert 'href="/"' in text(response)
    assert ("Esta mesa não existe" in text(response)) == path.startswith("/m/")


@pytest.mark.parametrize("verb", ["sentar", "agir", "comecar", "desistir"])
@pytest.mark.parametrize("code", ["2222222222222", "%00", "x"])
def test_an_act_at_a_table_that_is_not_there_is_404(code: str, verb: str) -> None:
    form = {"v": "1", "lance": "k", "nome": "Beto", "type": "bid", "tricks": "3", "parceiro": "2"}
    assert Browser().post(f"/m/{code}/{verb}", form).status_code == 404


def test_an_act_that_does_not_exist_is_404() -> None:
    party = started()
    assert browsers(party)["Beto"].act(party, "ganhar").status_code == 404


def test_a_foreign_host_is_400_with_a_way_on() -> None:
    response = Browser().get("/", Host="elsewhere.example")
    assert response.status_code == 400
    assert 'href="/"' in text(response)


def test_health() -> None:
    assert text(Browser().get("/saude")) == "ok"


def test_without_script_whoever_waits_has_something_to_tap() -> None:
    party = started()
    people = browsers(party)
    waits = f'<noscript><a class="botao" href="/m/{party.code}">ATUALIZAR</a></noscript>'
    for name, browser in [*people.items(), ("", Browser())]:
        on_turn = 'data-vez="1"' in (page := text(browser.get(f"/m/{party.code}")))
        assert on_turn == (name == "Beto")
        assert page.count(waits) == (0 if on_turn else 1)


def test_the_answer_to_an_act_travels_small() -> None:
    party = started()
    beto = browsers(party)["Beto"]
    beto.get(f"/m/{party.code}")
    form = {"csrfmiddlewaretoken": beto.token, "v": "5", "lance": "one", "type": "bid", "tricks": "3"}
    response = beto.client.post(f"/m/{party.code}/agir", form, headers=HTMX | {"Accept-Encoding": "gzip"})
    assert (response.status_code, response["Content-Encoding"]) == (200, "gzip")
    assert len(response.content) < 4_000
