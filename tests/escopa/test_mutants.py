"""Breaks one rule at a time and asks whether the rules' tests, and the hand-computed cases, notice."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

from cards.card import DECK_40
from escopa import captures, scoring
from escopa import match as match_room
from tests import cases, mutants
from tests.escopa import test_counting, test_dealing, test_ending, test_taking
from tests.escopa.cases import run_case
from tests.mutants import Call, first_to_notice

ROOMS = (test_dealing, test_taking, test_counting, test_ending)
CASES = cases.load("escopa.json")

right_sets_for, right_sets_with, right_makes_15 = captures.sets_for, captures.sets_with, captures.makes_15
right_side_of, right_side_scores, right_winning_side = scoring.side_of, scoring.side_scores, scoring.winning_side
right_cards_points, right_hands = scoring.cards_points, match_room._hands
right_end_round, right_take_left, right_play = match_room._end_round, match_room._take_left, match_room._play


def only_the_smallest_sets(table: Any, card: str) -> Any:
    sets = right_sets_for(table, card)
    fewest = min(map(len, sets), default=0)
    return tuple(cards for cards in sets if len(cards) == fewest)


def any_15(table: Any, left: str) -> Any:
    """LEVAR O 15 with any set of the table, also without the left card."""
    return tuple(
        cards
        for size in range(1, len(table) + 1)
        for cards in itertools.combinations(table, size)
        if captures.total(cards) == captures.FIFTEEN
    )


def the_round_may_end_with_an_escopa(match: Any) -> Any:
    after = right_end_round(match)
    escopas = match_room._added(match.escopas, right_side_of(match.last_taker or 0, match.players), 1)
    return msgspec.structs.replace(after, escopas=escopas, sheet=(*after.sheet[:-1], _counted_anew(after, escopas)))


def _counted_anew(match: Any, escopas: Any) -> Any:
    hauls = [scoring.haul(pile) for pile in match.piles]
    lines = right_side_scores(hauls, escopas, [side.total - side.points for side in match.sheet[-1].sides])[0]
    return msgspec.structs.replace(match.sheet[-1], sides=lines)


def leftovers_to_nobody(match: Any) -> Any:
    after = right_end_round(msgspec.structs.replace(match, last_taker=None))
    return msgspec.structs.replace(after, last_taker=match.last_taker)


def leftovers_to_the_dealer(match: Any) -> Any:
    return right_end_round(msgspec.structs.replace(match, last_taker=match.dealer))


def no_escopa_by_the_left_15(match: Any, action: Any) -> Any:
    return msgspec.structs.replace(right_take_left(match, action), escopas=match.escopas)


def the_left_15_ends_the_turn(match: Any, action: Any) -> Any:
    after = right_take_left(match, action)
    return msgspec.structs.replace(after, turn=(action.seat + 1) % match.players)


def the_left_15_is_no_last_take(match: Any, action: Any) -> Any:
    return msgspec.structs.replace(right_take_left(match, action), last_taker=match.last_taker)


def the_chance_stays(match: Any, action: Any) -> Any:
    after = right_play(match, action)
    kept = match.left if match.left in after.table and after.left is None and after.turn is not None else after.left
    return msgspec.structs.replace(after, left=kept)


def a_deal_ends_the_chance(match: Any, action: Any) -> Any:
    after = right_play(match, action)
    return after if after.stock == match.stock else msgspec.structs.replace(after, left=None)


def by_threes(match: Any, deck: Any) -> Any:
    """Three cards at a time to each, not one by one."""
    players = match.players
    order = [(seat - match.dealer - 1) % players for seat in range(players)]
    return tuple(tuple(deck[3 * place : 3 * place + 3]) for place in order)


def from_the_dealer(match: Any, deck: Any) -> Any:
    hands = right_hands(match, deck)
    return (*hands[1:], hands[0])


def doubled(value: int) -> Callable[[Any], tuple[int, ...]]:
    """Points for a majority that are always 1 or always 2."""
    return lambda counts: tuple(
        value if count == max(counts) and list(counts).count(count) == 1 else 0 for count in counts
    )


def ties_shared(counts: Any) -> tuple[int, ...]:
    return tuple(int(count == max(counts)) for count in counts)


def ten_is_few(counts: Any) -> tuple[int, ...]:
    return right_cards_points([count - 1 if count == 10 else count for count in counts])


def one_side_is_few(counts: Any) -> tuple[int, ...]:
    points = right_cards_points(counts)
    return tuple(2 if point and min(counts) < 10 else point for point in points)


def tie_to_the_first(points: Any, goal: int) -> int | None:
    return list(points).index(max(points)) if max(points) >= goal else None


def swapped(first: str, second: str) -> dict[str, int]:
    values = dict(captures.VALUES)
    for suit in "CDHS":
        values[first + suit], values[second + suit] = values[second + suit], values[first + suit]
    return values


MUTANTS: dict[str, list[tuple[Any, str, Any]]] = {
    "only the smallest sets": [(match_room, "sets_for", only_the_smallest_sets)],
    "any 15 may be taken": [(match_room, "sets_with", any_15)],
    "never a chance": [(match_room, "makes_15", lambda table, card: False)],
    "always a chance": [(match_room, "makes_15", lambda table, card: True)],
    "queen 9 and jack 8": [(captures, "VALUES", swapped("Q", "J")), (match_room, "VALUES", swapped("Q", "J"))],
    "16 in place of 15": [(match_room, "FIFTEEN", 16)],
    "the round may end with an escopa": [(match_room, "_end_round", the_round_may_end_with_an_escopa)],
    "leftovers to nobody": [(match_room, "_end_round", leftovers_to_nobody)],
    "leftovers to the dealer": [(match_room, "_end_round", leftovers_to_the_dealer)],
    "no escopa by the left 15": [(match_room, "_take_left", no_escopa_by_the_left_15)],
    "the left 15 ends the turn": [(match_room, "_take_left", the_left_15_ends_the_turn)],
    "the left 15 is no last take": [(match_room, "_take_left", the_left_15_is_no_last_take)],
    "the chance stays": [(match_room, "_play", the_chance_stays)],
    "a deal ends the chance": [(match_room, "_play", a_deal_ends_the_chance)],
    "dealt by threes": [(match_room, "_hands", by_threes)],
    "dealt from the dealer": [(match_room, "_hands", from_the_dealer)],
    "no opening": [(match_room, "OPENING_ESCOPAS", {})],
    "an opening of 30 counts once": [(match_room, "OPENING_ESCOPAS", {15: 1, 30: 1})],
    "four alone": [(match_room, "side_of", lambda seat, players: seat // 2 if players == 4 else seat)],
    "most cards always 1": [(scoring, "cards_points", doubled(1))],
    "most cards always 2": [(scoring, "cards_points", doubled(2))],
    "ten cards are few": [(scoring, "cards_points", ten_is_few)],
    "one side with few is enough": [(scoring, "cards_points", one_side_is_few)],
    "all diamonds 1": [(scoring, "diamonds_points", doubled(1))],
    "nine diamonds 2": [(scoring, "ALL_DIAMONDS", 9)],
    "tied diamonds shared": [(scoring, "diamonds_points", ties_shared)],
    "four sevens 1": [(scoring, "sevens_points", doubled(1))],
    "three sevens 2": [(scoring, "ALL_SEVENS", 3)],
    "tied sevens shared": [(scoring, "sevens_points", ties_shared)],
    "seven of hearts": [(scoring, "SEVEN_OF_DIAMONDS", "7H")],
    "beyond the goal": [(match_room, "winning_side", lambda points, goal: right_winning_side(points, goal + 1))],
    "a tie to the first": [(match_room, "winning_side", tie_to_the_first)],
    "the whole deck is not checked": [(match_room, "DECK_40", DECK_40[:36])],
}
BEYOND_THE_CASES = {
    "any 15 may be taken",
    "a deal ends the chance",
    "a tie to the first",
    "one side with few is enough",
    "the whole deck is not checked",
}
"""What no case of ours shows; our own rule tests do."""


def rule_tests() -> Iterator[Call]:
    """The rule tests of the four rooms."""
    return mutants.rule_tests(ROOMS, "test_X")


def played_cases() -> Iterator[Call]:
    for case in CASES:
        yield case["id"], partial(run_case, case)


def broken(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for room, attribute, changed in MUTANTS[name]:
        monkeypatch.setattr(room, attribute, changed)


@pytest.fixture(autouse=True)
def fresh_sets() -> Iterator[None]:
    """The sets found are remembered; those of a broken value are not to be."""
    captures._remembered.cache_clear()
    yield
    captures._remembered.cache_clear()


def test_unbroken_rules_pass() -> None:
    assert first_to_notice(rule_tests()) is None
    assert first_to_notice(played_cases()) is None


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(name, monkeypatch)
    assert first_to_notice(rule_tests()) is not None


@cases.needed
@pytest.mark.parametrize("name", sorted(set(MUTANTS) - BEYOND_THE_CASES))
def test_the_cases_notice_a_broken_rule(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(name, monkeypatch)
    assert first_to_notice(played_cases()) is not None
