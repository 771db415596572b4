"""The robot of Espadas: always legal, fair and quick, and far better than chance."""

from __future__ import annotations

import random
import time

import msgspec
import pytest

import spades
from bench.robot import any_bid, any_card, duel
from cards.card import DECK_52
from cards.shuffle import shuffled
from spades import Bid, Deal, Play, View, choose, tricks
from spades.robot.reading import VOID_SLIP, Reading
from tests.spades.building import new
from tests.spades.positions import position


@pytest.mark.parametrize("renege", ["allowed", "prevented"])
def test_E20_never_an_illegal_card_nor_a_renege(renege: str) -> None:
    """Others play anything that the mode allows, reneges among it, so that thousands of odd positions come up."""
    rng = random.Random(20)
    moves = 0
    for number in range(40):
        match = spades.apply(new(renege=renege, dealer=number % 4), Deal(shuffled(DECK_52, rng.randrange)))
        robots = rng.choice([(0,), (1, 3), (0, 1, 2, 3), (2,)])
        while match.turn is not None:
            seat = match.turn
            if seat in robots:
                action = choose(spades.view(match, seat), rng)
                assert action in spades.legal_actions(match, seat)
                moves += 1
            else:
                kinds = [a for a in spades.legal_actions(match, seat) if isinstance(a, (Bid, Play))]
                action = rng.choice(kinds)
            match = spades.apply(match, action)
        for seat in robots:
            assert not tricks.reneged(match.plays, (), seat)
    assert moves > 1000


def test_refuses_to_act_for_a_watcher_and_out_of_turn() -> None:
    match = new()
    for view in (spades.view(match, 0), spades.view(match, None)):
        with pytest.raises(ValueError, match="turn"):
            choose(view, random.Random(0))
    dealt = spades.apply(match, Deal(DECK_52))
    assert isinstance(choose(spades.view(dealt, 1), random.Random(0)), Bid)
    for seat in (0, 2, 3, None):
        with pytest.raises(ValueError, match="turn"):
            choose(spades.view(dealt, seat), random.Random(0))


def test_knows_only_what_its_view_shows() -> None:
    """The view goes through its JSON, and what is hidden from the seat changes nothing."""
    rng = random.Random(6)
    for _ in range(15):
        match = spades.apply(new(), Deal(shuffled(DECK_52, rng.randrange)))
        while match.turn is not None:
            seat = match.turn
            view = spades.view(match, seat)
            copy = msgspec.json.decode(msgspec.json.encode(view), type=View)
            action = choose(copy, random.Random(1))
            hidden = [card for other in range(4) if other != seat for card in match.hands[other]]
            rng.shuffle(hidden)
            hands = list(match.hands)
            for other in range(4):
                if other != seat:
                    hands[other] = tuple(hidden.pop() for _ in hands[other])
            shuffled_match = msgspec.structs.replace(match, hands=tuple(hands))
            assert choose(spades.view(shuffled_match, seat), random.Random(2)) == action
            match = spades.apply(match, action)


def test_is_quick() -> None:
    rng = random.Random(5)
    times = []
    for _ in range(12):
        match = spades.apply(new(), Deal(shuffled(DECK_52, rng.randrange)))
        while match.turn is not None:
            view = spades.view(match, match.turn)
            started = time.process_time()
            action = choose(view, rng)
            times.append(time.process_time() - started)
            match = spades.apply(match, action)
    assert sorted(times)[int(len(times) * 0.99)] < 0.005


def test_a_void_is_believed_only_until_the_play_belies_it() -> None:
    """Seat 2 discards on clubs, then plays a club after all: it had reneged."""
    hand = "AC KC QC JC TC 9C 8C 7C 6C AH KH"
    seen = Reading(position(f"{hand} QH", "2C 3D 4C 3C", leader=1))
    assert seen.seat == 3 and seen.voids[2] == {"C"} and seen.holds_any(2, "C", 1) == VOID_SLIP
    belied = Reading(position(hand, "2C 3D 4C 3C QH 2H 5H 5C", leader=1))
    assert belied.seat == 3 and belied.voids[2] == {"H"} and belied.holds_any(2, "C", 1) > 0.3


def test_beats_random_players_by_a_wide_margin() -> None:
    outcome = duel(choose, any_bid, deals=40, seed=1)
    assert outcome.mean - outcome.margin > 100
    assert outcome.ours.made / outcome.ours.contracts > 0.93


def test_beats_players_with_its_own_bids_and_random_cards() -> None:
    outcome = duel(choose, any_card, deals=40, seed=2)
    assert outcome.mean - outcome.margin > 15


def test_its_bids_are_sane_among_its_like() -> None:
    tally = duel(choose, choose, deals=50, seed=3).ours
    assert tally.made / tally.contracts > 0.85
    assert 0.03 < tally.nils / tally.bids < 0.18
    assert tally.nils_kept / tally.nils > 0.55
    errors = [abs(error) for error in tally.errors]
    assert sum(errors) / len(errors) < 1.25
    assert sum(tally.bags) / len(tally.bags) < 1.7
