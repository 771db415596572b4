"""The page of closed rounds: what it shows to whom, and never a card of a round that is played or can be accused."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest

import escopa
import spades
from cards.card import DECK_52
from tables import commands
from tables.commands import Asked
from tables.models import Lineup
from tests.tables.browsing import Browser, browsers, text
from tests.tables.building import Party, form_of, started
from tests.tables.leaks import cards_in

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

NOTHING_YET = "só uma rodada encerrada abre para todos"


def read(party: Party, browser: Browser, path: str = "") -> str:
    response = browser.get(f"/m/{party.code}/rodadas{path}")
    assert response.status_code == 200
    return text(response)


def refused(party: Party, browser: Browser, path: str = "") -> str:
    response = browser.get(f"/m/{party.code}/rodadas{path}")
    assert response.status_code == (404 if path else 200)
    page = text(response)
    assert cards_in(page) == set()
    return page


def escopa_for(players: int) -> Party:
    """An Escopa table of so many people whose match has begun."""
    table, creator = commands.create(Asked(None), "Renata", "escopa", commands.options_of("escopa", {"goal": "31"}))
    party = Party(table.code, {"Renata": creator})
    for name in ("Beto", "Carla", "Davi")[: players - 1]:
        party.sit(name)
    party.start(2 if players == 4 else None)
    return party


def random_step(party: Party, rng: random.Random) -> None:
    """A bid, a card, a take or PRÓXIMA RODADA by whoever may; reneges among them."""
    table = party.now
    seat = 0 if table.match.turn is None else table.match.turn
    kinds = (spades.Forfeit, spades.Accuse)
    acts = [act for act in table.rules.legal_actions(table.match, seat) if not isinstance(act, kinds)]
    fields: dict[str, Any] = msgspec.to_builtins(rng.choice(acts))
    if fields["type"] == "bid":
        fields["tricks"] = rng.choice((3, 4))  # no match of these is over in two rounds
    commands.act(party.code, party.ask(table.seats[seat].name), {**fields, "seat": str(seat)})


@pytest.mark.parametrize(
    "begin",
    [
        lambda: started(renege="allowed"),
        lambda: started(renege="prevented"),
        lambda: escopa_for(2),
        lambda: escopa_for(3),
        lambda: escopa_for(4),
    ],
    ids=["allowed", "prevented", "two", "three", "four"],
)
def test_the_page_stays_as_it_was_when_the_round_was_closed_whatever_is_played_after(begin: Any) -> None:
    """At every moment of two rounds: what is played now changes no letter of what can be read."""
    party = begin()
    watcher, rng = Browser(), random.Random(7)
    permits = getattr(party.now.options, "renege", "") == "allowed"
    pages: dict[int, str] = {}
    while len(pages) < 2 and party.now.status == "playing":
        random_step(party, rng)
        match: Any = party.now.match
        closed = match.round if match.turn is None and not (permits and match.phase != "over") else match.round - 1
        assert NOTHING_YET in refused(party, watcher, f"/1/{closed + 1}")
        path = rng.choice(("", "/1", f"/1/{closed}"))
        if closed:
            page = read(party, watcher, path).partition("<body")[2]
            assert page == pages.setdefault(closed, page)
        else:
            refused(party, watcher, path)
    assert pages


def test_a_round_shows_every_trick_and_who_took_it() -> None:
    party = started(renege="prevented")
    party.bid((4, 3, 3, 3))
    table = party.play_on(lambda table: table.match.phase != "playing")
    page = read(party, Browser())
    assert cards_in(page) == set(DECK_52)
    assert page.count(", saiu") == page.count(", levou") == 13
    for name, tricks in zip(party.people, table.match.taken, strict=True):
        assert re.search(rf"<bdi>{name}</bdi><small>.*?</span>{tricks} de \d", page)


def test_a_round_of_escopa_shows_every_play_and_its_count() -> None:
    party = escopa_for(3)
    rng = random.Random(3)
    while party.now.match.phase == "playing":
        random_step(party, rng)
    page = read(party, Browser())
    assert len(re.findall(r"<li[ >]", page)) == len(party.now.match.plays)
    assert page.count("distribuição") == 4
    assert "Sete de ouros" in page
    assert cards_in(page) == set(escopa.DECK)


def test_a_decided_match_is_still_open_to_accusation() -> None:
    party = started()
    party.decided()
    assert party.now.match.phase == "decided"
    refused(party, Browser())
    party.act("Renata", type="next_round")
    assert "Rodada 1" in read(party, Browser())


def test_what_ended_a_match_can_be_read_at_once() -> None:
    """Whoever was accused wants to see the cards."""
    party = started()
    party.bid((3, 3, 3, 3))
    table = party.play_on(lambda table: len(table.match.plays) == 6)
    party.act("Renata", type="accuse", accused=1)
    page = read(party, Browser())
    assert "acabou no meio desta rodada" in page
    assert cards_in(page) == {card for _, card in table.match.plays}
    assert "recebeu" not in page


def test_who_reads_is_called_by_no_name_and_others_by_theirs() -> None:
    party = started(renege="prevented")
    party.over()
    people = browsers(party)
    assert "<bdi>Renata</bdi>" in read(party, Browser())
    for name, browser in people.items():
        assert re.search(rf"<td></td><th scope=\"col\"><bdi>{name}</bdi>", read(party, browser))


def test_the_names_of_an_earlier_match_are_those_that_sat_there() -> None:
    party = started(renege="prevented")
    party.over()
    before = read(party, Browser())
    commands.agree(party.code, party.ask("Renata"), 3)
    for name in ("Beto", "Carla", "Davi"):
        commands.agree(party.code, party.ask(name), None)
    assert [seat.name for seat in party.now.seats] == ["Renata", "Beto", "Davi", "Carla"]
    assert Lineup.objects.get().names == '["Renata","Beto","Carla","Davi"]'
    tables = re.compile(r"<table.*</table>", re.S)
    for path in ("", "/1", "/1/1"):  # of the new match nothing can be read yet
        assert tables.findall(read(party, Browser(), path)) == tables.findall(before)
    assert re.search(r'<td></td><th scope="col"><bdi>Carla</bdi>', read(party, browsers(party)["Carla"], "/1"))


@pytest.mark.parametrize("path", ["/0", "/1/0", "/1/99", "/2", "/2/1", "/99999999999999999999999/1"])
def test_what_is_not_there_is_said_in_a_sentence(path: str) -> None:
    party = started()
    party.over()
    assert NOTHING_YET in refused(party, Browser(), path)


def test_before_the_start_and_where_no_table_is_there_is_nothing() -> None:
    table, _ = commands.create(Asked(None), "Ana", "espadas", spades.Options())
    assert "ainda não começou" in refused(Party(table.code), Browser())
    assert Browser().get("/m/NADA/rodadas").status_code == 404


def test_a_page_asks_the_log_once_and_is_small(django_assert_num_queries: Any) -> None:
    party = started(renege="prevented")
    party.over()
    browser = browsers(party)["Beto"]
    with django_assert_num_queries(4):  # the version, the table with its seats, the log, the names of that match
        response = browser.client.get(f"/m/{party.code}/rodadas", headers={"Accept-Encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert len(response.content) < 5_000


def test_the_ways_to_the_page() -> None:
    """No link while nothing can be read; then from the score sheet, the boards and the end."""
    link = "/rodadas"
    party = started(renege="prevented")
    people = browsers(party)
    assert link not in text(people["Beto"].get(f"/m/{party.code}"))
    party.bid((3, 3, 3, 3))
    party.play_on(lambda table: table.match.phase == "round_over")
    assert text(people["Beto"].get(f"/m/{party.code}")).count(link) == 2
    party.act("Beto", **form_of(spades.NextRound(1)))
    assert text(Browser().get(f"/m/{party.code}")).count(link) == 1
    commands.resign(party.code, party.ask("Beto"))
    assert text(Browser().get(f"/m/{party.code}")).count(link) == 2
