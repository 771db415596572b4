"""E18 to E21: giving up, absence, what robots never do, and that a round never starts by itself."""

from __future__ import annotations

import random

import pytest

import spades
from cards.card import DECK_52
from cards.shuffle import shuffled
from spades import Bid, Deal, Forfeit, Match, NextRound, Play
from spades.tricks import reneged
from tests.spades.building import FEW_SPADES, dealt, new, played, refuses, round_played, rounds_played


def moments() -> dict[str, Match]:
    """A match in every phase in which it goes on undecided."""
    bidding = spades.apply(new(), Deal(DECK_52))
    playing = played(dealt(FEW_SPADES, dealer=3), "2C")
    return {
        "dealing": new(),
        "bidding": bidding,
        "playing": playing,
        "round_over": round_played(new(), (3, 3, 3, 3), (3, 3, 3, 4)),
    }


@pytest.mark.parametrize("phase", ["dealing", "bidding", "playing", "round_over"])
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("reason", ["resigned", "left"])
def test_E18_whoever_gives_up_makes_the_own_pair_lose(phase: str, seat: int, reason: str) -> None:
    match = moments()[phase]
    assert match.phase == phase
    act = Forfeit(seat, "resigned" if reason == "resigned" else "left")
    after = spades.apply(match, act)
    assert (after.phase, after.turn, after.reason, after.culprit) == ("over", None, reason, seat)
    assert after.winners == ((1, 3) if seat in (0, 2) else (0, 2))
    assert after.points == match.points
    refuses(after, act, "finished")


@pytest.mark.parametrize("seat", range(4))
def test_E18_leaving_a_decided_match_closes_it_with_its_result(seat: int) -> None:
    decided = rounds_played(new(goal=250), *[((13, 0, 0, 0), (13, 0, 0, 0))] * 2)
    assert decided.phase == "decided"
    for act in (Forfeit(seat, "resigned"), Forfeit(seat, "left")):
        after = spades.apply(decided, act)
        assert (after.phase, after.winners, after.reason, after.culprit) == ("over", (0, 2), "points", None)


def test_E18_a_match_is_given_up_for_a_known_reason_only() -> None:
    refuses(new(), Forfeit(0, "bored"), "bad_reason")  # type: ignore[arg-type]


@pytest.mark.parametrize("phase", ["bidding", "playing"])
def test_E19_the_absent_players_pair_loses(phase: str) -> None:
    match = moments()[phase]
    assert match.turn == 1
    after = spades.apply(match, Forfeit(1, "absent"))
    assert (after.winners, after.reason, after.culprit) == ((0, 2), "absent", 1)
    for seat in (0, 2, 3):
        refuses(match, Forfeit(seat, "absent"), "not_awaited")


@pytest.mark.parametrize("phase", ["bidding", "playing"])
def test_E19_only_the_other_pair_may_end_it(phase: str) -> None:
    match = moments()[phase]
    assert [spades.may_end(match, seat) for seat in range(4)] == [True, False, True, False]
    assert not any(spades.may_end(match, stranger) for stranger in (-2, 4, 6))


@pytest.mark.parametrize("phase", ["dealing", "round_over"])
def test_E19_nobody_is_absent_while_nobody_is_awaited(phase: str) -> None:
    match = moments()[phase]
    assert not any(spades.may_end(match, seat) for seat in range(4))
    for seat in range(4):
        refuses(match, Forfeit(seat, "absent"), "not_awaited")


@pytest.mark.parametrize("renege", ["allowed", "prevented"])
@pytest.mark.parametrize("seed", range(3))
def test_E20_robots_bid_and_play_and_never_renege(renege: str, seed: int) -> None:
    rng = random.Random(seed)
    match = spades.apply(new(renege=renege, dealer=seed), Deal(shuffled(DECK_52, rng.randrange)))
    while match.turn is not None:
        action = spades.choose(spades.view(match, match.turn), rng)
        assert isinstance(action, Bid | Play)
        match = spades.apply(match, action)
    assert len(match.plays) == 52
    assert not any(reneged(match.plays, (), seat) for seat in range(4))


@pytest.mark.parametrize("seat", range(4))
def test_E21_any_seated_player_starts_the_next_round(seat: int) -> None:
    match = round_played(new(), (3, 3, 3, 3), (3, 3, 3, 4))
    assert (match.phase, match.turn, match.round) == ("round_over", None, 1)
    after = spades.apply(match, NextRound(seat))
    assert (after.phase, after.round, after.dealer) == ("dealing", 2, 1)
    assert (after.bids, after.plays, after.taken) == ((None,) * 4, (), (0, 0, 0, 0))


def test_E21_nothing_else_starts_a_round() -> None:
    match = moments()["round_over"]
    refuses(match, Deal(DECK_52), "wrong_phase")
    for seat in range(4):
        assert not [action for action in spades.legal_actions(match, seat) if isinstance(action, Bid | Play)]
    refuses(match, NextRound(4), "no_such_seat")


@pytest.mark.parametrize("phase", ["dealing", "bidding", "playing"])
def test_E21_a_round_is_not_left_before_its_end(phase: str) -> None:
    refuses(moments()[phase], NextRound(0), "wrong_phase")
