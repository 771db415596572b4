"""Robots' turns: each moves once, for itself alone, also when a restart or a crash left it standing (S4, E20)."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

import spades
from cards.card import DECK_52
from tables import clock, commands, robots
from tables.announce import LISTENERS
from tables.models import Move
from tables.sweep import sweep
from tests.spades.building import FEW_SPADES
from tests.tables import building
from tests.tables.building import full, started
from tests.tables.refusals import refused

pytestmark = [pytest.mark.pair, pytest.mark.django_db(transaction=True)]

LATER = timedelta(seconds=10)


@pytest.fixture
def asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a crash: what was committed woke nobody."""
    monkeypatch.setattr("tables.commands.change.announce", lambda table: None)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """`later()`: from here on the clock is ten seconds ahead."""
    now = clock.now
    return lambda: monkeypatch.setattr(clock, "now", lambda: now() + LATER)


def test_robots_play_until_a_person_is_to_play() -> None:
    party = started("Renata")
    match = party.now.match
    assert (match.turn, match.bids[0]) == (0, None)
    assert None not in match.bids[1:]
    party.act("Renata", type="bid", tricks=3)
    table = party.now
    assert table.match.turn == 0
    assert len(table.match.plays) == 3
    assert table.version == 3 + 4 + 3  # created, filled and started; bids; cards


def test_E20_robots_bid_and_play_and_do_nothing_else() -> None:
    party = started("Renata", goal="250")
    table = party.play_on(lambda table: table.match.phase == "round_over")
    assert not table.robot_turn
    before = building.rows()
    robots.wake(table)
    assert sweep() == 0
    assert building.rows() == before
    party.play_on(lambda table: table.status == "finished")
    moves = [json.loads(action) for action in Move.objects.values_list("action", flat=True)]
    assert {move["type"] for move in moves if move.get("seat", 0) != 0} == {"bid", "play"}


def test_S4_a_robot_that_stands_still_is_woken_by_the_sweep(asleep, later) -> None:
    party = started("Renata", "Beto")
    party.act("Beto", type="bid", tricks=3)
    before = party.now
    assert before.robot_turn and before.match.turn == 2
    later()
    assert sweep() == 1
    after = party.now
    assert (after.version, after.match.turn) == (before.version + 1, 3)
    assert after.match.bids[2] is not None


def test_S4_each_robot_is_woken_in_its_turn_until_a_person_is_to_play(later, monkeypatch) -> None:
    with monkeypatch.context() as crash:
        crash.setattr("tables.commands.change.announce", lambda table: None)
        party = started("Renata")
        assert party.now.match.turn == 1
    later()
    assert sweep() == 1
    assert party.now.match.turn == 0
    assert sweep() == 0


def test_a_robot_that_only_just_got_the_turn_is_left_to_think(asleep) -> None:
    started("Renata")
    assert sweep() == 0


def test_S4_woken_twice_on_one_state_it_moves_once(asleep) -> None:
    party = started("Renata")
    still = party.now
    for _ in range(3):
        robots.wake(still)
    assert party.now.version == still.version + 1
    assert Move.objects.count() == still.sequence + 1


def test_S4_the_sweep_of_two_processes_moves_it_once(asleep, later, monkeypatch) -> None:
    """Both have found the table before either has moved."""
    party = started("Renata")
    later()
    woken: list[Any] = []
    with monkeypatch.context() as second:
        second.setattr(robots, "wake", woken.append)
        assert sweep() == 1
    assert sweep() == 1
    version = party.now.version
    robots.wake(woken[0])
    assert party.now.version == version


def test_S4_a_robot_never_moves_for_a_person(asleep, later) -> None:
    party = started("Renata", "Beto")
    table = party.now
    assert table.match.turn == party.seat("Beto")
    later()
    robots.wake(table)
    assert sweep() == 0
    for seat in range(4):
        with refused("stale"):
            commands.robot_act(table, spades.Bid(seat, 3))
    assert party.now == table


def test_a_robots_move_counts_only_on_its_turn_and_its_state(asleep) -> None:
    party = started("Renata")
    old = party.now
    for seat in (0, 2, 3):
        with refused("stale"):
            commands.robot_act(old, spades.Bid(seat, 3))
    robots.wake(old)
    with refused("stale"):
        commands.robot_act(old, spades.Bid(1, 3))


def test_a_robot_that_was_taken_out_does_not_move() -> None:
    party = full("Renata", "Beto", "Carla")
    commands.remove_robot(party.code, party.ask("Renata"), 3)
    party.sit("Davi")
    party.start()
    assert not any(seat.robot for seat in party.now.seats)
    assert sweep() == 0


def test_the_same_state_always_gives_the_same_move(asleep, monkeypatch) -> None:
    """So that two processes that both think cannot even try different cards."""
    party = started("Renata")
    tried: list[Any] = []
    monkeypatch.setattr(commands, "robot_act", lambda table, action: tried.append(action))
    for _ in range(3):
        robots.wake(party.now)
    assert len(tried) == 3
    assert len(set(tried)) == 1


def test_a_crashing_robot_names_no_card_and_is_woken_again(monkeypatch, caplog, later) -> None:
    workers = ThreadPoolExecutor(1)
    monkeypatch.setattr(robots, "_workers", workers)
    with monkeypatch.context() as broken:

        def crash(view: Any, rng: Any) -> Any:
            raise ValueError(f"no idea what to do with {view.hand}")

        broken.setattr(spades, "choose", crash)
        party = started("Renata")
        workers.submit(lambda: None).result()
    assert party.now.match.turn == 1
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(lines) == 1
    assert "ValueError" in lines[0] and "crash" in lines[0]
    assert not any(card in caplog.text for card in DECK_52)
    later()
    assert sweep() == 1
    while party.now.robot_turn:
        workers.submit(lambda: None).result()
    workers.submit(connections.close_all).result()
    workers.shutdown()
    assert party.now.match.turn == 0


@pytest.mark.parametrize("renege", ["2H", "AD"])
def test_robots_play_on_whether_or_not_somebody_reneged(stack, renege: str) -> None:
    """A person who reneges confuses them at most; they never accuse (E20)."""
    stack(FEW_SPADES)
    party = started("Renata", "Beto", "Carla")
    party.bid((3, 3, 3, 3))
    party.act("Beto", type="play", card="2D")
    party.act("Carla", type="play", card=renege)
    table = party.play_on(lambda table: table.match.turn is None)
    assert len(table.match.plays) == 52
    assert table.match.phase in ("round_over", "decided")


def test_robots_play_on_among_people_who_play_anything() -> None:
    """Reneges upon reneges: every card that the table takes is tried, none leaves a robot standing."""
    for _ in range(6):
        party = started("Renata", "Beto")
        while (table := party.now).match.turn is not None:
            assert not table.robot_turn, spades.view(table.match, table.match.turn)
            legal = spades.legal_actions(table.match, table.match.turn)
            choices = [action for action in legal if isinstance(action, spades.Bid | spades.Play)]
            party.act(party.on_turn, **building.form_of(choices[table.sequence * 7 % len(choices)]))


def test_the_listeners_are_pages_first_then_robots() -> None:
    assert [listener.__module__ for listener in LISTENERS] == ["tables.live", "tables.robots"]
