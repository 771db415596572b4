"""Simultaneous acts, by real threads against the real database: one outcome, each time (S14, S15, S18).

Tried by hand: without the row's lock (`select_for_update` in tables/state.py) eight of these fail on PostgreSQL; with
SQLite's transactions deferred, not IMMEDIATE (selminha/settings.py), thirteen fail there; without the check of the
version (tables/commands/change.py) seven fail on both; without the look for a repeat the double click fails.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection, connections

from cards.game import Refusal
from tables import commands, robots, state
from tables.commands import Asked
from tables.models import Act, Move, Player, Seat, Table
from tables.state import TableState
from tests.spades.building import FEW_SPADES
from tests.tables.building import NEVER_MADE, Party, full, new, started

pytestmark = [pytest.mark.pair, pytest.mark.django_db(transaction=True)]


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each act gave, or the code of its refusal, in the acts' order; all begin at the same instant."""
    gate = threading.Barrier(len(acts))
    outcomes: list[Any] = [None] * len(acts)

    def run(number: int) -> None:
        try:
            Table.objects.exists()  # a connection of its own before the start
            gate.wait(20)
            outcomes[number] = acts[number]()
        except Refusal as refusal:
            outcomes[number] = refusal.code
        except Exception as error:
            outcomes[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    return outcomes


def persisting(act: Callable[[], TableState], *codes: str) -> Callable[[], TableState]:
    """The act again and again while it is refused for one of these reasons, for at most half a minute."""

    def persist() -> TableState:
        deadline = time.monotonic() + 30
        while True:
            try:
                return act()
            except Refusal as refusal:
                assert refusal.code in codes
                assert time.monotonic() < deadline

    return persist


def refusals(outcomes: Sequence[Any]) -> list[Any]:
    """What was no success; anything but a refusal would stand here as the error that it is."""
    return [outcome for outcome in outcomes if not isinstance(outcome, TableState | tuple)]


def consistent(party: Party) -> TableState:
    """The table, whose log gives its snapshot, move by move."""
    table = party.now
    numbers = Move.objects.filter(table_id=table.id, match_number=table.match_number).order_by("sequence")
    assert list(numbers.values_list("sequence", flat=True)) == list(range(1, table.sequence + 1))
    assert state.replay(table, table.match_number) == table.match
    return table


def test_eight_people_for_the_last_three_seats() -> None:
    party = new()
    outcomes = at_once(*[lambda name=name: commands.sit(party.code, Asked(None), name) for name in "ABCDEFGH"])
    assert refusals(outcomes) == ["full"] * 5
    table = party.now
    assert [seat.number for seat in Seat.objects.order_by("number")] == [0, 1, 2, 3]
    assert len({seat.name for seat in table.seats}) == len({seat.player for seat in table.seats}) == 4
    assert table.version == 4
    assert Player.objects.count() == 4
    seated = {seat.player for seat in table.seats}
    assert all(outcome[1] in seated for outcome in outcomes if isinstance(outcome, tuple))


def test_two_people_for_the_last_seat() -> None:
    for _ in range(5):
        party = new()
        party.sit("Beto")
        party.sit("Carla")
        outcomes = at_once(
            lambda: commands.sit(party.code, Asked(None), "Davi"),  # noqa: B023
            lambda: commands.sit(party.code, Asked(None), "Elisa"),  # noqa: B023
        )
        assert refusals(outcomes) == ["full"]
        assert len(party.now.seats) == 4


def test_two_people_with_one_name() -> None:
    party = new()
    outcomes = at_once(*[lambda: commands.sit(party.code, Asked(None), "Beto")] * 2)
    assert refusals(outcomes) == ["name_taken"]


def test_one_person_in_two_tabs_sits_once() -> None:
    party = new()
    player = new("Beto").people["Beto"]
    outcomes = at_once(*[lambda: commands.sit(party.code, Asked(player), "Beto")] * 4)
    assert refusals(outcomes) == []
    assert {outcome[1] for outcome in outcomes} == {player}
    assert [seat.player for seat in party.now.seats] == [party.people["Renata"], player]


def test_a_person_and_a_robot_for_the_last_seat() -> None:
    party = full("Renata", "Beto", "Carla")
    commands.remove_robot(party.code, party.ask("Renata"), 3)
    asked = party.ask("Renata")
    outcomes = at_once(
        lambda: commands.sit(party.code, Asked(None), "Davi"),
        lambda: commands.add_robots(party.code, asked, fill=True),
    )
    assert refusals(outcomes) in (["full"], ["stale"])
    assert len(party.now.seats) == 4


def test_standing_up_while_the_match_starts() -> None:
    party = full()
    asked = {name: party.ask(name) for name in party.people}
    outcomes = at_once(
        lambda: commands.start(party.code, asked["Renata"], 2),
        lambda: commands.stand_up(party.code, asked["Beto"]),
    )
    assert refusals(outcomes) == ["stale"]
    table = party.now
    assert len(table.seats) == (4 if table.status == "playing" else 3)


def test_a_double_click_is_one_move_and_one_answer() -> None:
    party = started()
    asked = party.ask("Beto", what="bid 3")
    outcomes = at_once(*[lambda: commands.act(party.code, asked, {"type": "bid", "tricks": "3"})] * 8)
    assert refusals(outcomes) == []
    assert outcomes == [consistent(party)] * 8
    assert (Move.objects.count(), Act.objects.filter(key=asked.key).count()) == (2, 1)


def test_a_double_click_on_create_is_one_table() -> None:
    options = commands.options_of("espadas", {})
    asked = Asked(None, key="one form", fingerprint="x")
    outcomes = at_once(*[lambda: commands.create(asked, "Renata", "espadas", options)] * 6)
    assert refusals(outcomes) == []
    assert len({(table.code, player) for table, player in outcomes}) == 1
    assert (Table.objects.count(), Player.objects.count(), Seat.objects.count()) == (1, 1, 1)


def test_two_acts_on_one_version_are_one() -> None:
    party = started()
    bids = [party.ask("Beto", what=f"bid {tricks}") for tricks in range(6)]
    outcomes = at_once(
        *[
            lambda asked=asked, tricks=tricks: commands.act(party.code, asked, {"type": "bid", "tricks": str(tricks)})
            for tricks, asked in enumerate(bids)
        ]
    )
    assert refusals(outcomes) == ["stale"] * 5
    winner = next(tricks for tricks, outcome in enumerate(outcomes) if isinstance(outcome, TableState))
    assert consistent(party).match.bids == (None, winner, None, None)


def test_S6_one_browser_without_a_cookie_takes_one_seat() -> None:
    """A double tap before the first answer has brought who it is."""
    for _ in range(3):
        party = new()
        outcomes = at_once(*[lambda: commands.sit(party.code, Asked(None, browser="b"), "Beto")] * 3)  # noqa: B023
        assert refusals(outcomes) == []
        assert len({player for _, player in outcomes}) == 1
        assert [seat.name for seat in party.now.seats] == ["Renata", "Beto"]
        Player.objects.update(browser="")


def test_acts_as_fast_as_they_come_never_lose_one() -> None:
    """Everybody sends each act again and again until it is done; the log has each once, whoever was faster."""
    party = started()

    def bid(name: str) -> Callable[[], TableState]:
        fields = {"type": "bid", "tricks": "3"}
        return persisting(
            lambda: commands.act(party.code, party.ask(name, key=f"{name}'s bid"), fields), "stale", "not_your_turn"
        )

    outcomes = at_once(*[bid(name) for name in party.people])
    assert refusals(outcomes) == []
    assert consistent(party).match.bids == (3, 3, 3, 3)
    assert Move.objects.count() == 5


def test_S14_both_pairs_accuse_at_the_same_instant(stack) -> None:
    stack(FEW_SPADES)
    party = started()
    party.bid((3, 3, 3, 3))
    party.cards("2D 2H")  # Carla, at seat 2, reneged
    asked = {name: party.ask(name) for name in party.people}
    outcomes = at_once(
        lambda: commands.act(party.code, asked["Beto"], {"type": "accuse", "accused": "2"}),
        lambda: commands.act(party.code, asked["Renata"], {"type": "accuse", "accused": "1"}),
    )
    assert refusals(outcomes) == ["stale"]
    match = consistent(party).match
    assert (match.winners, match.accuser) in (((1, 3), 1), ((1, 3), 0))
    assert match.reason == ("renege" if match.accuser == 1 else "false_accusation")


def test_S18_all_agree_to_the_rematch_at_once() -> None:
    """Each on the version he saw; who is told that the table changed taps again, as his page lets him."""
    party = started()
    commands.resign(party.code, party.ask("Davi"))

    def agreeing(name: str) -> Callable[[], TableState]:
        return persisting(lambda: commands.agree(party.code, party.ask(name), 3), "stale")

    outcomes = at_once(*[agreeing(name) for name in party.people])
    assert refusals(outcomes) == []
    table = consistent(party)
    assert (table.match_number, table.sequence, table.match.phase) == (2, 1, "bidding")
    assert [seat.name for seat in table.seats] == ["Renata", "Beto", "Davi", "Carla"]
    assert Move.objects.filter(match_number=2).count() == 1


def test_S18_one_leaves_while_the_last_agrees() -> None:
    for _ in range(3):
        party = started("Renata", "Beto")
        commands.resign(party.code, party.ask("Beto"))
        commands.agree(party.code, party.ask("Renata"), 2)
        leave, agree = party.ask("Renata"), party.ask("Beto")
        outcomes = at_once(
            lambda: commands.leave(party.code, leave),  # noqa: B023
            lambda: commands.agree(party.code, agree, None),  # noqa: B023
        )
        assert refusals(outcomes) == ["stale"]
        assert (party.now.match_number, party.now.seats[0].gone) in ((1, True), (2, False))


@pytest.mark.parametrize("give_up", [commands.resign, commands.leave])
def test_S23_giving_up_at_the_instant_of_the_winning_card(give_up) -> None:
    party = started(renege="prevented")
    party.bid(NEVER_MADE["bids"])
    last = party.play_on(lambda table: len(table.match.plays) == 51).match
    name = party.on_turn
    other = next(other for other in party.people if party.seat(other) in (0, 2) and other != name)
    card, giving = party.ask(name), party.ask(other)
    outcomes = at_once(
        lambda: commands.act(party.code, card, {"type": "play", "card": last.hands[last.turn][0]}),
        lambda: give_up(party.code, giving),
    )
    assert refusals(outcomes) == ["stale"]
    match = consistent(party).match
    won = isinstance(outcomes[0], TableState)
    assert (match.reason == "points", match.winners) == (won, (0, 2) if won else (1, 3))


def test_two_processes_move_a_robot_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as crash:
        crash.setattr("tables.commands.change.announce", lambda table: None)
        party = started("Renata", "Beto")
        party.act("Beto", type="bid", tricks=3)
        still = party.now
        assert still.robot_turn
        at_once(*[lambda: robots.wake(still)] * 6)
    table = consistent(party)
    assert table.version == still.version + 1
    assert table.match.turn == 3


def test_a_table_that_changes_while_it_is_read_is_the_one_before_or_the_one_after() -> None:
    """Reading it by two statements gave the old row with the new seats, and that was remembered as the old version."""
    party = new()
    before = party.now
    after: list[TableState] = []

    def sit_in_between(execute: Callable[..., Any], *statement: Any) -> Any:
        rows = execute(*statement)
        if not after:
            after.extend(at_once(lambda: commands.sit(party.code, Asked(None), "Beto")[0]))
        return rows

    with connection.execute_wrapper(sit_in_between):
        assert state.stored(before.id) == before
    assert state.stored(before.id) == after[0]
