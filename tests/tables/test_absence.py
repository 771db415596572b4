"""ENCERRAR POR AUSÊNCIA: after more than 48 hours of one turn, by those whom the game names (E19, X14, T13, S8)."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
import pytest

from tables import commands, state
from tables.commands import Asked
from tables.models import Move
from tables.refusals import TableRefusal
from tables.state import TableState
from tests.tables.browsing import Browser, browsers, notice, text
from tests.tables.building import Party, full, started
from tests.tables.moving import Clock
from tests.tables.refusals import refused
from tests.tables.test_races import at_once

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

NAMES = ("Ana", "Bia", "Caio", "Davi")
BUTTON = "ENCERRAR POR AUSÊNCIA"


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def playing(slug: str, players: int, turn: int) -> Party:
    """A table of that game where it is that seat's turn."""
    table, creator = commands.create(Asked(None), NAMES[0], slug, commands.options_of(slug, {}))
    party = Party(table.code, {NAMES[0]: creator})
    for name in NAMES[1:players]:
        party.sit(name)
    party.start(2 if table.rules.pairs(players) == "must" else None)
    while (table := party.now).match.turn != turn:
        move(party)
    return party


def move(party: Party) -> TableState:
    """Whoever is on turn does the first thing that the game allows."""
    table = party.now
    action = table.rules.legal_actions(table.match, table.match.turn)[0]
    form: dict[str, Any] = {key: value for key, value in msgspec.to_builtins(action).items() if key != "seat"}
    return commands.act(party.code, party.ask(party.on_turn), form)


def end(party: Party, name: str | None, **asked: Any) -> TableState:
    return commands.end_for_absence(party.code, party.ask(name, **asked))


def since(party: Party) -> datetime:
    """When the present turn began."""
    turn_since = party.now.turn_since
    assert turn_since is not None
    return turn_since


def may(slug: str, seat: int, absent: int) -> bool:
    """As the rules say it: in Espadas the other pair, in Escopa any other player."""
    return seat % 2 != absent % 2 if slug == "espadas" else seat != absent


TABLES = (("espadas", 4), ("escopa", 2), ("escopa", 3), ("escopa", 4))
SEATS = [(slug, players, seat) for slug, players in TABLES for seat in range(players)]


@pytest.mark.parametrize(("slug", "players", "absent"), SEATS)
def test_E19_X14_S8_who_may_end_it_and_from_when(slug: str, players: int, absent: int, time: Clock) -> None:
    party = playing(slug, players, absent)
    party.people["Zé"] = -1  # no player: watches
    names = NAMES[:players]
    for ahead in (timedelta(hours=1), timedelta(hours=47, minutes=59, seconds=59), timedelta(hours=48)):
        time.now = since(party) + ahead
        for seat, name in enumerate(names):
            with refused("too_early" if may(slug, seat, absent) else "not_yours"):
                end(party, name)
        with refused("stranger"):
            end(party, "Zé")
    time.now = since(party) + timedelta(hours=48, seconds=1)
    for seat, name in enumerate(names):
        if not may(slug, seat, absent):
            with refused("not_yours"):
                end(party, name)
    with refused("stranger"):
        end(party, "Zé")
    before = party.now
    rights = [seat for seat in range(players) if may(slug, seat, absent)]
    table = end(party, names[rights[absent % len(rights)]])
    assert (table.status, table.match.phase, table.match.reason) == ("finished", "over", "absent")
    assert absent not in table.match.winners
    if players == 4:
        assert table.match.winners == ((absent + 1) % 2, (absent + 1) % 2 + 2)
    assert table.version == before.version + 1
    assert state.replay(table, 1) == table.match
    assert commands.rematch_of(table) == ""
    assert table.ended_at == time.now


def test_S8_a_robot_that_stands_still_is_nobodys_absence(time: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.commands.change.announce", lambda table: None)
    party = started("Renata")
    assert party.now.robot_turn
    time.later(hours=49)
    with refused("nobody_absent"):
        end(party, "Renata")


def test_where_no_turn_is_waited_for_there_is_no_absence(time: Clock) -> None:
    party = started()
    party.decided()
    time.later(hours=49)
    with refused("nobody_absent"):
        end(party, "Beto")
    party.act("Beto", type="next_round")
    with refused("over"):
        end(party, "Beto")


def test_before_the_start_there_is_no_absence(time: Clock) -> None:
    party = full()
    time.later(hours=49)
    with refused("not_started"):
        end(party, "Beto")


def test_T13_who_plays_late_but_first_has_played_and_the_clock_starts_anew(time: Clock) -> None:
    party = playing("espadas", 4, 1)
    time.later(hours=60)
    seen = party.now.version
    move(party)
    with pytest.raises(TableRefusal, match="a partida continua") as late:
        end(party, "Ana", version=seen)
    assert late.value.code == "stale"
    with refused("too_early"):
        end(party, "Bia")
    time.later(hours=48, seconds=1)
    assert end(party, "Bia").match.reason == "absent"


def test_T13_a_card_after_the_end_is_told_that_it_does_not_count(time: Clock) -> None:
    party = playing("espadas", 4, 1)
    time.later(hours=60)
    seen = party.now.version
    end(party, "Ana")
    with pytest.raises(TableRefusal, match="não contou") as late:
        commands.act(party.code, party.ask("Bia", version=seen), {"type": "bid", "tricks": "3"})
    assert late.value.code == "stale"
    with pytest.raises(TableRefusal, match="acabou antes"):
        end(party, "Davi", version=seen)


def test_the_same_press_twice_ends_it_once(time: Clock) -> None:
    party = playing("espadas", 4, 1)
    time.later(hours=60)
    asked = party.ask("Ana")
    first = commands.end_for_absence(party.code, asked)
    assert commands.end_for_absence(party.code, asked) == first
    assert Move.objects.filter(action__contains="forfeit").count() == 1


@pytest.mark.django_db(transaction=True)
def test_T13_a_late_card_and_two_endings_at_once(time: Clock) -> None:
    for _ in range(5):
        party = playing("espadas", 4, 1)
        time.later(hours=60)
        version = party.now.version
        asked = [party.ask(name, version=version) for name in ("Bia", "Ana", "Caio")]
        outcomes = at_once(
            partial(commands.act, party.code, asked[0], {"type": "bid", "tricks": "3"}),
            partial(commands.end_for_absence, party.code, asked[1]),
            partial(commands.end_for_absence, party.code, asked[2]),
        )
        assert sorted(str(outcome) for outcome in outcomes if not isinstance(outcome, TableState)) == ["stale"] * 2
        table = party.now
        assert table.version == version + 1
        assert (table.match.bids[1] == 3) != (table.status == "finished")
        assert state.replay(table, 1) == table.match


def page(browser: Browser, party: Party) -> str:
    return text(browser.get(f"/m/{party.code}"))


def test_S8_the_button_is_there_for_exactly_those_who_may_and_from_the_second_on(time: Clock) -> None:
    party = playing("espadas", 4, 1)
    people = browsers(party)
    watcher = Browser()
    everybody = {**people, "": watcher}
    for ahead, shown in (
        (timedelta(hours=1), set()),
        (timedelta(hours=48), set()),
        (timedelta(hours=48, seconds=1), {"Ana", "Caio"}),
    ):
        time.now = since(party) + ahead
        assert {name for name, browser in everybody.items() if BUTTON in page(browser, party)} == shown
        frames = {name: text(browser.get(f"/m/{party.code}/estado")) for name, browser in everybody.items()}
        assert {name for name, frame in frames.items() if BUTTON in frame} == shown
    for name in ("Ana", "Caio"):
        said = page(people[name], party)
        assert "<bdi>Bia</bdi> e <bdi>Davi</bdi> perdem a partida" in said
    assert "É só jogar" in page(people["Bia"], party)
    assert "<bdi>Ana</bdi> e <bdi>Caio</bdi> já podem encerrar" in page(people["Davi"], party)
    assert "<bdi>Ana</bdi> e <bdi>Caio</bdi> já podem encerrar" in page(watcher, party)


def test_S24_the_date_is_an_instant_for_everybody_and_time_left_without_a_script(time: Clock) -> None:
    party = playing("espadas", 4, 1)
    people = browsers(party)
    until = int((since(party) + timedelta(hours=48)).timestamp())
    assert 'id="ausencia" hidden' in page(people["Ana"], party)
    time.later(hours=10, minutes=1)
    for name, tem in (("Ana", "Tem"), ("Bia", "Você tem"), ("Davi", "Tem")):
        shown = page(people[name], party)
        assert f'<p>{tem} <time data-limite="{until}" data-antes="até ">mais 38 h</time>.</p>' in shown


@pytest.mark.parametrize("htmx", [False, True])
def test_the_press_is_decided_by_the_servers_clock(htmx: bool, time: Clock) -> None:
    party = playing("espadas", 4, 1)
    people = browsers(party)
    time.later(hours=47, minutes=30)
    early = people["Ana"].act(party, "ausencia", htmx=htmx)
    assert (early.status_code, notice(early)) == (409, "Ainda é cedo: Bia tem mais 30 min para jogar.")
    partner = people["Davi"].act(party, "ausencia", htmx=htmx)
    assert partner.status_code == 403
    time.later(minutes=31)
    answer = people["Ana"].act(party, "ausencia", htmx=htmx)
    assert answer.status_code == (200 if htmx else 302)
    assert party.now.match.reason == "absent"
    assert "passou mais de 48 horas sem jogar" in page(people["Davi"], party)
    assert "não há revanche" in page(people["Davi"], party)


@pytest.mark.django_db(transaction=True)
def test_S8_a_get_of_the_address_ends_nothing(time: Clock, told: list[TableState]) -> None:
    party = playing("espadas", 4, 1)
    told.clear()
    time.later(hours=60)
    response = browsers(party)["Ana"].get(f"/m/{party.code}/ausencia")
    assert response.status_code == 302
    assert (party.now.status, told) == ("playing", [])


def test_the_version_does_not_change_at_the_date_so_a_late_card_is_taken(time: Clock) -> None:
    """Whoever comes back with an old page after 48 hours plays at once: nothing at the table has changed."""
    party = playing("espadas", 4, 1)
    people = browsers(party)
    version = party.now.version
    time.later(hours=50)
    page(people["Ana"], party)
    answer = people["Bia"].act(party, "agir", v=str(version), type="bid", tricks="3")
    assert answer.status_code == 302
    assert party.now.match.bids[1] == 3
