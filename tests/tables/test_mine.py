"""MINHAS MESAS: all tables of a player, those that wait for him first, whatever their number in as few queries."""

from __future__ import annotations

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables import commands
from tables.commands import Asked
from tables.mine import tables_of
from tables.models import Seat
from tables.players import COOKIE
from tests.tables.browsing import Browser, browsers, signed_cookie, text
from tests.tables.building import Party, full, new, started
from tests.tables.moving import Clock

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def beto_at(*others: str, start: bool = True) -> Party:
    """A table of others where the Beto of the first table sits at seat 1, and so bids first."""
    party = new(others[0])
    party.people["Beto"] = Seat.objects.filter(name="Beto").order_by("table_id").values_list("player_id", flat=True)[0]
    party.sit("Beto")
    for name in others[1:]:
        party.sit(name)
    if start:
        party.start(2)
    return party


def listed(browser: Browser, path: str = "/minhas-mesas") -> list[tuple[str, str]]:
    """The code of each table in the list, and what it waits for, in words."""
    rows = re.findall(r'href="/m/(\w+)">.*?<span class="mesa-agora">(.*?)</span>', text(browser.get(path)), re.S)
    return [(code, " ".join(html.unescape(re.sub("<.*?>", "", now)).split())) for code, now in rows]


def test_my_turn_first_then_the_others_then_what_is_over(clock: Clock) -> None:
    ended = started()
    commands.resign(ended.code, ended.ask("Beto"))
    clock.later(hours=1)
    old_turn = beto_at("Ana", "Bia", "Caio")
    clock.later(hours=2)
    elsewhere = beto_at("Dora", "Eva", "Fabi")
    elsewhere.act("Beto", type="bid", tricks=3)
    clock.later(hours=1)
    new_turn = beto_at("Gil", "Hugo", "Ivo")
    waiting = beto_at("Jonas", start=False)
    beto = browsers(ended)["Beto"]
    assert [(code, now.split("·")[0].strip()) for code, now in listed(beto)] == [
        (old_turn.code, "● Sua vez"),
        (new_turn.code, "● Sua vez"),
        (waiting.code, "Esperando 2 pessoas"),
        (elsewhere.code, "Vez de Eva"),
        (ended.code, "Fim de jogo"),
    ]
    page = text(beto.get("/minhas-mesas"))
    assert "<title>(2) Minhas mesas</title>" in page
    assert "Terminadas (1)" in page
    assert ended.code not in dict(listed(beto, "/"))


def test_what_a_table_waits_for_from_me() -> None:
    party = started()
    beto = browsers(party)["Beto"]
    commands.ask_for_seat(party.code, Asked(None), "Carla")
    assert listed(beto) == [(party.code, "● Pedem o lugar de Carla")]
    claim = party.now.seats[2].claim
    assert claim is not None
    commands.answer_claim(party.code, Asked(party.people["Beto"]), claim.id, let_in=False)
    commands.resign(party.code, party.ask("Davi"))
    assert listed(beto)[0][1] == "Fim de jogo"
    commands.agree(party.code, party.ask("Renata"), 2)
    assert listed(beto) == [(party.code, "● Querem revanche: falta você")]
    commands.agree(party.code, party.ask("Beto"), None)
    assert "Fim de jogo" in listed(beto)[0][1]
    room = full("Renata", "Zeca")
    assert listed(browsers(room)["Renata"]) == [(room.code, "● Todos chegaram: pode começar")]
    assert "vai começar" in listed(browsers(room)["Zeca"])[0][1]


def test_since_when_by_the_servers_own_clock(clock: Clock) -> None:
    party = started()
    beto, davi = (browsers(party)[name] for name in ("Beto", "Davi"))
    clock.later(hours=3, minutes=1)
    assert "Sua vez · há&nbsp;3&nbsp;h" in text(beto.get("/minhas-mesas"))
    assert ">, há 3 h</span>." in text(davi.get(f"/m/{party.code}"))


def test_as_many_queries_for_one_table_as_for_twelve() -> None:
    party = started()
    beto = browsers(party)["Beto"]

    def queries(path: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            beto.get(path)
        return len(seen)

    few = queries("/minhas-mesas"), queries("/")
    for number in range(11):
        beto_at(f"Ana {number}", "Bia", "Caio")
    assert len(tables_of(party.people["Beto"])) == 12
    assert (queries("/minhas-mesas"), queries("/")) == few
    assert few[0] == 3  # the cookie, and two for all tables


def test_a_cookie_of_yesterday_is_renewed_by_every_page_that_knows_its_player(monkeypatch: pytest.MonkeyPatch) -> None:
    party = started()
    beto = browsers(party)["Beto"]
    assert COOKIE not in beto.get("/").cookies  # a late answer then sets none over one that was given since
    for path in ("/", "/minhas-mesas", f"/m/{party.code}", f"/m/{started().code}", "/outro-aparelho"):
        beto.client.cookies[COOKIE] = signed_cookie(party.people["Beto"], age=2 * 24 * 3600, monkeypatch=monkeypatch)
        cookie = beto.get(path).cookies[COOKIE]
        assert int(cookie["max-age"]) == 400 * 24 * 3600
        assert cookie["httponly"] and cookie["samesite"] == "Lax"
        assert COOKIE not in Browser().get(path).cookies


def test_one_browser_takes_no_second_seat() -> None:
    party = new()
    party.sit("Beto")
    beto = browsers(party)["Beto"]
    for name in ("Beto", "Beto 2"):
        assert beto.act(party, "sentar", nome=name).status_code == 302
    assert [seat.name for seat in party.now.seats] == ["Renata", "Beto"]


def test_a_browser_without_tables_is_shown_the_ways_back() -> None:
    page = text(Browser().get("/minhas-mesas"))
    assert 'href="/continuar"' in page
    assert "Eu já estava aqui" in page
    assert "<title>Minhas mesas</title>" in page
