"""7 days without a move (T9, E11, S16): a table expires by its dates, whoever comes by, and goes after 30 days more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections

from tables import chat, commands, latest, live, state, sweep
from tables.commands import Asked
from tables.models import Act, Message, Move, NoticeSettings, Player, Seat, Table
from tables.refusals import TableRefusal
from tables.state import TableState
from tests.tables.browsing import browsers, notice, text
from tests.tables.building import Party, full, new, rows, started
from tests.tables.moving import Clock
from tests.tables.refusals import is_one_sentence

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def expires(party: Party, act: Any) -> TableState:
    """The act is refused because the 7 days are over, and that is stored."""
    before = party.now
    with pytest.raises(TableRefusal) as refusal:
        act()
    assert (refusal.value.code, is_one_sentence(refusal.value.text)) == ("expired", True)
    table = party.now
    assert (table.status, table.version) == ("expired", before.version + 1)
    return table


def test_S16_after_6_days_and_23_hours_a_bid_is_a_bid(time: Clock) -> None:
    party = started()
    for _ in range(4):
        time.later(days=6, hours=23)
        sweep.sweep()
        party.act(party.on_turn, type="bid", tricks=3)
    assert party.now.match.phase == "playing"


def test_T9_S16_an_act_after_7_days_expires_the_table_and_says_so(time: Clock) -> None:
    party = started()
    time.later(days=7, minutes=1)
    match = party.now.match
    table = expires(party, lambda: party.act("Beto", type="bid", tricks=3))
    assert (table.match, table.match.winners, commands.rematch_of(table)) == (match, (), "")
    assert table.ended_at == time.now
    assert state.replay(table, 1) == table.match
    again = rows()
    with pytest.raises(TableRefusal, match="expirou"):
        party.act("Beto", type="bid", tricks=3)
    assert rows() == again


def test_T9_every_command_finds_the_end(time: Clock) -> None:
    bid = {"type": "bid", "tricks": "3"}
    acts = {
        "resign": lambda party: commands.resign(party.code, party.ask("Beto")),
        "leave": lambda party: commands.leave(party.code, party.ask("Beto")),
        "absence": lambda party: commands.end_for_absence(party.code, party.ask("Renata")),
        "stale act": lambda party: commands.act(party.code, party.ask("Beto", version=2), bid),
    }
    for act in acts.values():
        party = started()
        time.later(days=7)
        expires(party, lambda act=act, party=party: act(party))
    waiting = {
        "sit": lambda party: party.sit("Zeca"),
        "start": lambda party: party.start(),
        "robots": lambda party: party.robots(),
        "stand up": lambda party: commands.stand_up(party.code, party.ask("Beto")),
    }
    for act in waiting.values():
        party = new()
        party.sit("Beto")
        time.later(days=7)
        expires(party, lambda act=act, party=party: act(party))


def test_E11_a_decided_table_expires_with_its_result_and_the_log_tells_it(time: Clock) -> None:
    party = started()
    party.decided()
    before = party.now
    assert before.match.phase == "decided"
    time.later(days=7)
    assert sweep.sweep() == 1
    table = party.now
    assert (table.status, table.match.phase, table.match.reason) == ("expired", "over", "points")
    assert table.match.winners == (0, 2)
    assert table.match.points == before.match.points
    assert state.replay(table, 1) == table.match
    assert Move.objects.filter(table_id=table.id).count() == table.sequence == before.sequence + 1
    assert commands.rematch_of(table) == ""
    page = text(browsers(party)["Renata"].get(f"/m/{party.code}"))
    assert "a mesa expirou com este resultado" in page
    assert "Você e <bdi>Carla</bdi> venceram!" in page
    assert "A mesa expirou: não há revanche." in page


@pytest.mark.django_db(transaction=True)
def test_T9_S16_talk_views_and_sitting_are_no_moves(time: Clock, told: list[TableState]) -> None:
    party = new()
    for day in range(7):
        chat.say(party.code, party.ask("Renata"), f"dia {day}")
        browsers(party)["Renata"].get(f"/m/{party.code}")
        if day == 3:
            party.sit("Beto")
        sweep.sweep()
        assert party.now.status == "waiting"
        time.later(days=1)
    assert sweep.sweep() == 1
    assert (party.now.status, told[-1].status) == ("expired", "expired")
    page = text(browsers(party)["Beto"].get(f"/m/{party.code}"))
    assert "7 dias sem ninguém começar" in page


def test_a_page_shows_the_end_before_anybody_has_stored_it(time: Clock) -> None:
    party = started()
    people = browsers(party)
    people["Beto"].get(f"/m/{party.code}")
    version = party.now.version
    time.later(days=7)
    before = rows()
    for path in (f"/m/{party.code}", f"/m/{party.code}/estado?desde={version}.0"):
        page = text(people["Beto"].get(path))
        assert "A mesa expirou" in page
        assert f'data-v="{version + 1}"' in page
        assert "APOSTAR" not in page
    assert "A mesa expirou" in text(people["Beto"].get("/minhas-mesas"))
    assert rows() == before
    late = people["Beto"].act(party, "agir", v=str(version + 1), type="bid", tricks="3")
    assert (late.status_code, party.now.version) == (409, version + 1)
    assert "expirou" in notice(late)


def test_the_page_warns_calmly_from_the_fifth_day_on(time: Clock) -> None:
    party = started()
    people = browsers(party)
    at = int((party.now.last_move_at + timedelta(days=7)).timestamp())
    time.later(days=5, seconds=-1)
    assert "expira" not in text(people["Beto"].get(f"/m/{party.code}"))
    for ahead, left in ((timedelta(seconds=1), "48 h"), (timedelta(days=1), "24 h"), (timedelta(hours=23), "1 h")):
        time.now += ahead
        for browser in people.values():
            page = text(browser.get(f"/m/{party.code}"))
            assert f'expira <time data-limite="{at}">daqui a {left}</time>' in page
            assert ", sem vencedor." in page


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_expire_each_table_once(time: Clock, told: list[TableState]) -> None:
    parties = [new(f"Ana{number}") for number in range(30)]
    time.later(days=7)
    gate = threading.Barrier(4)

    def run() -> None:
        try:
            gate.wait(20)
            for _ in range(3):
                sweep.expire()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [(party.now.status, party.now.version) for party in parties] == [("expired", 2)] * 30
    assert sorted(table.code for table in told) == sorted(party.code for party in parties)
    assert sweep.expire() == 0


def test_a_table_that_fails_does_not_stop_the_others(
    time: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    parties = [new(f"Ana{number}") for number in range(3)]
    time.later(days=7)
    bad = parties[0].now.id
    Table.objects.filter(id=bad).update(options='{"goal":"AS QH"}')
    latest.forget()
    assert sweep.sweep() == 2
    assert [party.now.status for party in parties[1:]] == ["expired"] * 2
    assert f"table {bad}" in caplog.text
    assert "QH" not in caplog.text


def test_a_step_that_fails_does_not_stop_the_others(time: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    party = new()
    time.later(days=7)

    def broken() -> int:
        raise RuntimeError

    monkeypatch.setattr(sweep, "STEPS", [broken, *sweep.STEPS])
    assert sweep.sweep() == 1
    assert party.now.status == "expired"


@pytest.mark.django_db(transaction=True)
def test_a_sweep_that_is_killed_in_its_transaction_leaves_the_table_to_the_next(time: Clock) -> None:
    party = new()
    time.later(days=7)
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.tables.killed", str(connection.settings_dict["NAME"]), time.now.isoformat()],
        stdout=subprocess.PIPE,
        env=environ,
        text=True,
    ) as sweeper:
        assert sweeper.stdout is not None
        assert sweeper.stdout.readline() == f"expired in a transaction: {party.code}\n"
        sweeper.send_signal(signal.SIGKILL)
    assert party.now.status == "waiting"
    assert sweep.sweep() == 1
    assert (party.now.status, party.now.version) == ("expired", 2)


def test_open_pages_are_redrawn_at_the_dates_and_not_in_between(time: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    redrawn: list[str] = []
    monkeypatch.setattr(live, "publish", lambda table: redrawn.append(table.code))
    party = started()
    version = party.now.version
    for span in (timedelta(minutes=10), timedelta(hours=48), timedelta(days=5), timedelta(days=6)):
        time.now = party.now.last_move_at + span - timedelta(seconds=1)
        assert sweep.redraw() == 0
        time.later(seconds=2)
        assert sweep.redraw() == 1
        time.later(seconds=20)
        assert sweep.redraw() == 0
    assert redrawn == [party.code] * 4
    assert party.now.version == version


def test_an_ended_table_stays_for_30_days_and_then_goes_with_its_data(time: Clock) -> None:
    party = started("Renata", "Beto")
    chat.say(party.code, party.ask("Beto"), "Até!")
    commands.resign(party.code, party.ask("Beto"))
    other = new("Zélia")
    commands.stand_up(other.code, other.ask("Zélia"))
    assert party.now.ended_at == other.now.ended_at == time.now
    time.later(days=30)
    assert sweep.sweep() == 0
    browser = browsers(party)["Renata"]
    assert "desistiu" in text(browser.get(f"/m/{party.code}"))
    time.later(seconds=1)
    assert sweep.sweep() == 2 + 3  # tables, people
    for model in (Table, Seat, Move, Message, Act, Player):
        assert model.objects.count() == 0
    assert browser.get(f"/m/{party.code}").status_code == 404
    again = browser.post("/nova/espadas", {"nome": "Renata", "lance": "x1"})
    assert again.status_code == 302


def test_who_sits_elsewhere_or_came_lately_stays(time: Clock) -> None:
    party = full("Renata", "Beto", "Carla")
    commands.stand_up(party.code, party.ask("Carla"))
    commands.stand_up(party.code, party.ask("Renata"))
    time.later(days=20)
    table, _ = commands.create(Asked(party.people["Beto"]), "Beto", "espadas", commands.options_of("espadas", {}))
    lately = new("Lia")
    commands.stand_up(lately.code, lately.ask("Lia"))
    Seat.objects.filter(table__code=lately.code).delete()
    time.later(days=11)
    sweep.sweep()
    assert set(Player.objects.values_list("name", flat=True)) == {"Beto", "Lia"}
    assert state.read(table.code).status == "expired"


def test_wishes_for_notices_keep_nobody_but_an_address_does(time: Clock) -> None:
    party = full("Renata", "Beto")
    for name, email in (("Renata", "renata@example.test"), ("Beto", "")):
        NoticeSettings.objects.create(player_id=party.people[name], email=email)
    commands.stand_up(party.code, party.ask("Beto"))
    commands.stand_up(party.code, party.ask("Renata"))
    time.later(days=31)
    sweep.sweep()
    assert set(Player.objects.values_list("name", flat=True)) == {"Renata"}


def test_a_rematch_lives_on_after_the_first_match_ended(time: Clock) -> None:
    party = started()
    commands.resign(party.code, party.ask("Renata"))
    time.later(days=20)
    for name in party.people:
        commands.agree(party.code, party.ask(name), None)
    assert (party.now.status, party.now.ended_at) == ("playing", None)
    time.later(days=6)
    sweep.sweep()
    assert party.now.status == "playing"
