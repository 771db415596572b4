"""Breaks one rule at a time and asks whether the rules' tests, and the hand-computed cases, notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

from cards.card import RANKS
from spades import match as match_room
from spades import scoring, tricks
from tests import cases, mutants
from tests.mutants import Call, first_to_notice
from tests.spades import test_accusation, test_bidding_and_tricks, test_counting, test_ending
from tests.spades.cases import run_case

ROOMS = (test_bidding_and_tricks, test_accusation, test_counting, test_ending)
CASES = cases.load("espadas.json")

right_playable, right_winner, right_reneged = tricks.playable, tricks.winner, tricks.reneged
right_pair_score, right_winning_pair = scoring.pair_score, scoring.winning_pair
right_may_accuse = match_room.may_accuse


def never_breaks(hand: Any, led: Any, broken: bool, prevented: bool) -> tuple[str, ...]:
    return right_playable(hand, led, False, prevented)


def always_broken(hand: Any, led: Any, broken: bool, prevented: bool) -> tuple[str, ...]:
    return right_playable(hand, led, True, prevented)


def renege_is_never_prevented(hand: Any, led: Any, broken: bool, prevented: bool) -> tuple[str, ...]:
    return right_playable(hand, led, broken, False)


def renege_is_always_prevented(hand: Any, led: Any, broken: bool, prevented: bool) -> tuple[str, ...]:
    return right_playable(hand, led, broken, True)


def only_spades_may_not_lead(hand: Any, led: Any, broken: bool, prevented: bool) -> tuple[str, ...]:
    if led is None and not broken:
        return tuple(card for card in hand if card[1] != "S")
    return right_playable(hand, led, broken, prevented)


def strongest(plays: Any, ranks: str) -> int:
    seat: int = max(plays, key=lambda play: ranks.index(play[1][0]))[0]
    return seat


def highest_card_wins(trick: Any) -> int:
    return strongest(trick, RANKS)


def no_trump(trick: Any) -> int:
    led = trick[0][1][1]
    return highest_card_wins([play for play in trick if play[1][1] == led])


def ace_is_low(trick: Any) -> int:
    suit = "S" if any(card[1] == "S" for _, card in trick) else trick[0][1][1]
    return strongest([play for play in trick if play[1][1] == suit], "A23456789TJQK")


def off_suit_is_renege(plays: Any, still_held: Any, seat: int) -> bool:
    return any(card[1] != plays[at - at % 4][1][1] for at, (who, card) in enumerate(plays) if who == seat)


def only_the_hand_left_is_checked(plays: Any, still_held: Any, seat: int) -> bool:
    return any(
        right_reneged(plays[at : at + 4], still_held if at + 4 >= len(plays) else (), seat)
        for at in range(0, len(plays), 4)
    )


def nobody_reneges(plays: Any, still_held: Any, seat: int) -> bool:
    return False


def scored(**change: Callable[[Any], int]) -> Callable[..., Any]:
    """A count of a pair with one of its figures changed."""

    def changed(bids: Any, taken: Any, total: int, bags: int) -> Any:
        score = right_pair_score(bids, taken, total, bags)
        new = msgspec.structs.replace(score, **{name: figure(score) for name, figure in change.items()})
        points = new.contract_points + new.nil_points + new.bags + new.bag_penalty
        return msgspec.structs.replace(new, points=points, total=total + points)

    return changed


def nil_tricks_help(bids: Any, taken: Any, total: int, bags: int) -> Any:
    if 0 in bids and any(bids):
        return right_pair_score((sum(bids), sum(bids)), (sum(taken), 0), total, bags)
    return right_pair_score(bids, taken, total, bags)


def bags_start_anew(bids: Any, taken: Any, total: int, bags: int) -> Any:
    score = right_pair_score(bids, taken, total, bags)
    return msgspec.structs.replace(score, total_bags=0) if score.bag_penalty else score


def until_the_last_card(match: Any) -> bool:
    return right_may_accuse(match) and match.turn is not None


def sudden_death(points: Any, goal: int) -> int | None:
    won = right_winning_pair(points, goal)
    return 0 if won is None and points[0] == points[1] and points[0] >= goal else won


MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "never breaks": (tricks, "playable", never_breaks),
    "always broken": (tricks, "playable", always_broken),
    "never prevented": (tricks, "playable", renege_is_never_prevented),
    "always prevented": (tricks, "playable", renege_is_always_prevented),
    "only spades may not lead": (tricks, "playable", only_spades_may_not_lead),
    "highest card wins": (tricks, "winner", highest_card_wins),
    "no trump": (tricks, "winner", no_trump),
    "ace is low": (tricks, "winner", ace_is_low),
    "off suit is renege": (tricks, "reneged", off_suit_is_renege),
    "only the hand left is checked": (tricks, "reneged", only_the_hand_left_is_checked),
    "nobody reneges": (tricks, "reneged", nobody_reneges),
    "contract 5 a trick": (scoring, "pair_score", scored(contract_points=lambda score: score.contract_points // 2)),
    "missed costs nothing": (
        scoring,
        "pair_score",
        scored(contract_points=lambda score: max(0, score.contract_points)),
    ),
    "nil is 50": (scoring, "pair_score", scored(nil_points=lambda score: score.nil_points // 2)),
    "failed nil is free": (scoring, "pair_score", scored(nil_points=lambda score: max(0, score.nil_points))),
    "no penalty for bags": (scoring, "pair_score", scored(bag_penalty=lambda score: 0)),
    "one penalty at most": (scoring, "pair_score", scored(bag_penalty=lambda score: max(-100, score.bag_penalty))),
    "nil tricks help": (scoring, "pair_score", nil_tricks_help),
    "bags start anew": (scoring, "pair_score", bags_start_anew),
    "sudden death": (scoring, "winning_pair", sudden_death),
    "no floor": (scoring, "FLOOR", -10_000),
    "floor below -200": (scoring, "FLOOR", -201),
    "goal beyond": (scoring, "winning_pair", lambda points, goal: right_winning_pair(points, goal + 1)),
    "accused until the next card": (
        match_room,
        "may_accuse",
        lambda match: right_may_accuse(match) and match.turn is not None,
    ),
    "accused at once": (match_room, "may_accuse", lambda match: match.options.renege == "allowed"),
}
BEYOND_THE_CASES = {"one penalty at most", "bags start anew", "sudden death"}
"""What no case of ours shows; our own rule tests do."""


def rule_tests() -> Iterator[Call]:
    """The rule tests of the four rooms; but the robots', who keep any rule."""
    return mutants.rule_tests(ROOMS, "test_E", but="test_E20")


def played_cases() -> Iterator[Call]:
    for case in CASES:
        yield case["id"], partial(run_case, case)


def test_unbroken_rules_pass() -> None:
    assert first_to_notice(rule_tests()) is None
    assert first_to_notice(played_cases()) is None


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*MUTANTS[name])
    assert first_to_notice(rule_tests()) is not None


@cases.needed
@pytest.mark.parametrize("name", sorted(set(MUTANTS) - BEYOND_THE_CASES))
def test_the_cases_notice_a_broken_rule(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*MUTANTS[name])
    assert first_to_notice(played_cases()) is not None
