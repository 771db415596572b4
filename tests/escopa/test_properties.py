"""What holds for any table, card, deck and play of Escopa, by hypothesis."""

from __future__ import annotations

import itertools
import time

from hypothesis import given, settings
from hypothesis import strategies as st

import escopa
from cards.card import DECK_40
from cards.game import Refusal
from escopa import Deal, Match, Options, Play, TakeLeft
from escopa.captures import VALUES, makes_15, sets_for, sets_with, total
from escopa.scoring import Haul, haul, side_count, side_scores, winning_side
from tests.escopa.building import moves_of

decks = st.permutations(DECK_40).map(tuple)
players = st.sampled_from([2, 3, 4])
tables = st.lists(st.sampled_from(DECK_40), unique=True, min_size=1, max_size=11)


def by_trying_all(table: list[str], wanted: int) -> set[frozenset[str]]:
    """Every set of the table that sums `wanted`, by trying all sets."""
    sizes = range(1, len(table) + 1)
    every = itertools.chain.from_iterable(itertools.combinations(table, size) for size in sizes)
    return {frozenset(cards) for cards in every if total(cards) == wanted}


@given(tables.filter(lambda table: len(table) > 1))
def test_all_sets_of_a_card_are_found_each_once_in_the_tables_order(cards: list[str]) -> None:
    *table, card = cards
    found = sets_for(tuple(table), card)
    assert {frozenset(cards) for cards in found} == by_trying_all(table, 15 - VALUES[card])
    assert len(set(found)) == len(found)
    assert all(list(cards) == [card for card in table if card in cards] for cards in found)


@given(tables.filter(lambda table: len(table) > 1))
def test_what_makes_15_is_what_has_sets(table: list[str]) -> None:
    *rest, card = table
    sets = sets_for(tuple(rest), card)
    assert makes_15(tuple(rest), card) == bool(sets)
    assert all(total(cards) + VALUES[card] == 15 for cards in sets)
    for left in table:
        others = [other for other in table if other != left]
        expected = {cards | {left} for cards in by_trying_all(others, 15 - VALUES[left])}
        assert {frozenset(cards) for cards in sets_with(tuple(table), left)} == expected


@given(st.lists(st.sampled_from(DECK_40), unique=True, min_size=17, max_size=39), st.sampled_from(DECK_40))
@settings(max_examples=25)
def test_a_huge_table_is_searched_whole(table: list[str], card: str) -> None:
    """Counted another way: how many sets reach each sum."""
    rest = [other for other in table if other != card]
    ways = [1] + [0] * 14
    for other in rest:
        for reached in range(14, VALUES[other] - 1, -1):
            ways[reached] += ways[reached - VALUES[other]]
    sets = sets_for(tuple(rest), card)
    assert len(sets) == len({frozenset(cards) for cards in sets}) == ways[15 - VALUES[card]]
    assert all(total(cards) + VALUES[card] == 15 for cards in sets)


def test_the_largest_table_is_searched_in_no_time() -> None:
    """39 cards, which only a table that never takes will see: still far below what a page may take."""
    started = time.process_time()
    sets = sets_for(DECK_40[1:], "AC")
    assert len(sets) > 5000
    assert time.process_time() - started < 0.5


@given(decks, players, st.data())
@settings(max_examples=40)
def test_a_round_of_any_plays_keeps_every_card_and_every_count(
    deck: tuple[str, ...], n: int, data: st.DataObject
) -> None:
    match = escopa.apply(escopa.start(Options(), n), Deal(deck))
    while match.turn is not None:
        places = [*match.hands, match.table, match.stock, *match.piles]
        assert sorted(card for place in places for card in place) == sorted(DECK_40)
        assert total(card for pile in match.piles for card in pile) % 15 == 0
        assert match.left is None or match.left == match.table[-1]
        move = data.draw(st.sampled_from(moves_of(match)))
        after = escopa.apply(match, move)
        expect_change(match, move, after)
        match = after
    line = match.sheet[-1]
    assert line.leftover_sum % 15 == 10  # X10
    assert sum(match.taken) == (40 if line.last_taker is not None else 0)
    assert line.sides == side_scores([haul(pile) for pile in match.piles], match.escopas, [0] * side_count(n))[0]


def expect_change(match: Match, move: escopa.Action, after: Match) -> None:
    """What a move may change, and what it must."""
    assert isinstance(move, Play | TakeLeft)
    event = after.plays[-1]
    assert after.plays[:-1] == match.plays and event.seat == move.seat and set(event.take) == set(move.take)
    assert event.escopas == (bool(move.take) and set(move.take) == set(match.table))
    if isinstance(move, TakeLeft):
        assert after.turn == match.turn and after.hands == match.hands and match.left in move.take
        assert after.left is None and after.last_taker == move.seat
    elif after.turn is not None:
        assert after.turn == (move.seat + 1) % match.players
        assert (after.left is not None) <= (not move.take)


@given(decks, players, st.data())
@settings(max_examples=40)
def test_any_marked_cards_are_taken_only_if_they_make_15(deck: tuple[str, ...], n: int, data: st.DataObject) -> None:
    match = escopa.apply(escopa.start(Options(), n), Deal(deck))
    for _ in range(data.draw(st.integers(0, 12))):
        match = escopa.apply(match, data.draw(st.sampled_from(moves_of(match))))
    seat = match.turn
    assert seat is not None
    card = data.draw(st.sampled_from(match.hands[seat]))
    marked = tuple(data.draw(st.lists(st.sampled_from([*match.table, *DECK_40[:4]]), max_size=5)))
    good = not marked or (
        len(set(marked)) == len(marked) and set(marked) <= set(match.table) and total((card, *marked)) == 15
    )
    try:
        escopa.apply(match, Play(seat, card, marked))
    except Refusal:
        assert not good
    else:
        assert good


hauls = st.builds(Haul, st.integers(0, 40), st.integers(0, 10), st.integers(0, 4), st.booleans())


@given(st.lists(hauls, min_size=2, max_size=3), st.permutations([0, 1, 2]))
def test_the_count_does_not_depend_on_where_a_side_sits(sides: list[Haul], order: list[int]) -> None:
    order = [place for place in order if place < len(sides)]
    none = [0] * len(sides)
    lines, ties = side_scores(sides, none, none)
    moved_lines, moved_ties = side_scores([sides[place] for place in order], none, none)
    assert list(moved_lines) == [lines[place] for place in order] and moved_ties == ties
    for line in lines:
        counted = line.cards_points + line.diamonds_points + line.sevens_points + line.seven_of_diamonds
        assert line.points == line.total == counted
    for name in ("cards_points", "diamonds_points", "sevens_points"):
        assert sum(getattr(line, name) > 0 for line in lines) == (name.removesuffix("_points") not in ties)


@given(st.lists(st.integers(0, 40), min_size=2, max_size=3), st.sampled_from([21, 31]))
def test_a_winner_is_at_the_goal_and_ahead_of_all(points: list[int], goal: int) -> None:
    winner = winning_side(points, goal)
    ahead = [
        side
        for side, own in enumerate(points)
        if own >= goal and all(own > other for other in points[:side] + points[side + 1 :])
    ]
    assert ([] if winner is None else [winner]) == ahead
