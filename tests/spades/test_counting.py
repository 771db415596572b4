"""E12 to E17: contract, nil, bags, and when a match is won. Each expected figure is worked out in the rule's words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import spades
from spades import NextRound, scoring
from spades.scoring import PairScore
from tests.spades.building import new, round_played, rounds_played


def first_pair(bids: Sequence[int], taken: Sequence[int]) -> PairScore:
    """How the round of seats 0 and 2 was counted, both bids and tricks by seat."""
    return round_played(new(), bids, taken).sheet[0].pairs[0]


def test_E12_contract_made_ten_a_trick_bid() -> None:
    score = first_pair((4, 3, 3, 3), (5, 3, 2, 3))
    assert (score.contract_points, score.bags, score.points) == (70, 0, 70)


def test_E12_each_trick_beyond_is_a_point_and_a_bag() -> None:
    match = round_played(new(), (4, 2, 3, 2), (6, 2, 3, 2))
    assert match.points == (72, 40)
    assert match.bags == (2, 0)


def test_E12_one_partner_may_take_what_the_other_bid() -> None:
    assert first_pair((4, 3, 3, 3), (7, 3, 0, 3)).points == 70


def test_E13_contract_missed_costs_ten_a_trick_bid_and_brings_no_bags() -> None:
    match = round_played(new(), (4, 3, 3, 3), (5, 4, 1, 3))
    assert match.points == (-70, 61)
    assert match.bags == (0, 1)


def test_E14_nil_made_is_100() -> None:
    score = first_pair((0, 3, 5, 5), (0, 3, 5, 5))
    assert (score.nil_points, score.contract_points, score.points) == (100, 50, 150)


def test_E14_nil_made_and_contract_missed() -> None:
    assert first_pair((0, 3, 5, 5), (0, 4, 4, 5)).points == 100 - 50


def test_E14_failed_nil_tricks_become_bags() -> None:
    # -100, contract 50 made by the partner alone, the nil's two tricks: 2 points and 2 bags.
    score = first_pair((0, 3, 5, 5), (2, 3, 5, 3))
    assert (score.nil_points, score.contract_points, score.bags, score.points) == (-100, 50, 2, -48)


def test_E14_failed_nil_tricks_do_not_help_the_contract_and_are_bags_even_when_it_is_missed() -> None:
    score = first_pair((0, 3, 5, 5), (2, 3, 4, 4))
    assert (score.taken, score.contract_points, score.bags, score.points) == (4, -50, 2, -100 - 50 + 2)


def test_E15_two_nils_are_each_scored_alone() -> None:
    assert first_pair((0, 6, 0, 7), (0, 6, 0, 7)).points == 200
    one_fails = first_pair((0, 6, 0, 6), (0, 6, 1, 6))
    assert (one_fails.contract, one_fails.points, one_fails.bags) == (0, 100 - 100 + 1, 1)
    both_fail = first_pair((0, 6, 0, 4), (2, 6, 1, 4))
    assert (both_fail.nil_points, both_fail.points, both_fail.bags) == (-200, -200 + 3, 3)


def test_E16_the_tenth_bag_costs_100_and_the_rest_stays() -> None:
    match = rounds_played(new(), ((1, 4, 1, 4), (5, 2, 5, 1)), ((1, 4, 1, 4), (5, 2, 0, 6)))
    # 20 + 8 bags, then 20 + 3 bags: the tenth costs 100, one is left.
    assert match.points[0] == 28 + 23 - 100
    assert match.bags[0] == 1
    assert [line.pairs[0].total_bags for line in match.sheet] == [8, 1]


@pytest.mark.parametrize(
    ("before", "tricks", "penalty", "left"),
    [(9, 2, 0, 9), (9, 3, -100, 0), (0, 11, 0, 9), (0, 12, -100, 0), (8, 5, -100, 1), (9, 13, -200, 0)],
)
def test_E16_bags_are_counted_on_with_the_remainder(before: int, tricks: int, penalty: int, left: int) -> None:
    score = scoring.pair_score((1, 1), (tricks, 0), 0, before)
    assert (score.bag_penalty, score.total_bags) == (penalty, left)
    assert score.points == 20 + (tricks - 2) + penalty


def test_E16_two_tens_at_once_cost_200() -> None:
    # 9 + 13 = 22: both nils fail and all thirteen tricks are bags.
    score = scoring.pair_score((0, 0), (7, 6), 0, 9)
    assert (score.bags, score.bag_penalty, score.total_bags, score.points) == (13, -200, 2, -200 + 13 - 200)


@pytest.mark.parametrize(
    ("points", "goal", "winner"),
    [
        ((499, 498), 500, None),
        ((500, 498), 500, 0),
        ((500, 501), 500, 1),
        ((500, 500), 500, None),
        ((520, -250), 500, 0),
        ((250, 100), 250, 0),
        ((250, 100), 500, None),
        ((-199, 100), 500, None),
        ((-200, 100), 500, 1),
        ((-200, -199), 500, 1),
        ((-200, -300), 500, 0),
        ((-210, -210), 500, None),
        ((0, 0), 500, None),
    ],
)
def test_E17_goal_and_floor(points: tuple[int, int], goal: int, winner: int | None) -> None:
    assert scoring.winning_pair(points, goal) == winner


def test_E17_points_add_up_over_the_rounds() -> None:
    match = rounds_played(new(), *[((4, 3, 3, 3), (7, 3, 0, 3))] * 2)
    assert match.points == (140, 120)
    assert [line.pairs[1].total for line in match.sheet] == [60, 120]
    assert match.phase == "round_over"


def test_E17_the_goal_decides_a_match() -> None:
    rounds = [((13, 0, 0, 0), (13, 0, 0, 0))] * 2
    assert rounds_played(new(goal=250, renege="prevented"), rounds[0]).winners == ()
    match = rounds_played(new(goal=250, renege="prevented"), *rounds)
    assert match.points == (460, 400)
    assert match.winners == (0, 2)
    assert rounds_played(new(goal=500, renege="prevented"), *rounds).winners == ()


def test_E17_two_hundred_below_zero_loses() -> None:
    match = round_played(new(renege="prevented"), (10, 3, 10, 3), (3, 3, 3, 4))
    assert match.points == (-200, 61)
    assert match.winners == (1, 3)


def test_E17_equal_points_at_the_goal_another_round_and_the_same_check_again() -> None:
    # 130 each in two rounds: both at 260 of 250.
    level = ((0, 0, 3, 3), (0, 0, 7, 6))
    match = rounds_played(new(goal=250, renege="prevented"), ((0, 0, 7, 6), (0, 0, 7, 6)), ((0, 0, 6, 7), (0, 0, 6, 7)))
    assert match.points == (330, 330)
    assert match.phase == "round_over"
    # No sudden death: the next round counts as any other, and here it leaves them apart.
    after = round_played(spades.apply(match, NextRound(0)), *level)
    assert after.points == (330 + 134, 330 + 133)
    assert after.winners == (0, 2)
