"""The shuffle: a permutation, each equally likely, from the source of chance that it is given."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from cards.card import DECK_40, DECK_52
from cards.shuffle import shuffled


@pytest.mark.parametrize("deck", [DECK_40, DECK_52, ("2C",), ()])
def test_a_shuffled_deck_has_the_same_cards_and_the_given_one_is_left_alone(deck: tuple[str, ...]) -> None:
    before = tuple(deck)
    mixed = shuffled(deck, random.Random(1).randrange)
    assert sorted(mixed) == sorted(deck)
    assert deck == before


def test_the_source_of_chance_decides_alone() -> None:
    assert shuffled(DECK_52, random.Random(5).randrange) == shuffled(DECK_52, random.Random(5).randrange)
    assert shuffled(DECK_52, random.Random(5).randrange) != shuffled(DECK_52, random.Random(6).randrange)


def test_every_order_comes_from_exactly_one_run_of_chance() -> None:
    """Exact, without statistics: over all answers that the source can give, each order of 4 cards occurs once."""
    orders: Counter[tuple[str, ...]] = Counter()
    for answers in itertools.product(range(4), range(3), range(2)):
        told = iter(answers)
        asked: list[int] = []

        def randbelow(limit: int, told: Iterator[int] = told, asked: list[int] = asked) -> int:
            asked.append(limit)
            return next(told)

        orders[shuffled("ABCD", randbelow)] += 1
        assert asked == [4, 3, 2]
    assert len(orders) == 24 and set(orders.values()) == {1}


def test_each_card_comes_to_each_place_alike() -> None:
    """Chi-square over 4,000 deals, 52 x 52 cells: (52 - 1)^2 = 2601 degrees of freedom, mean 2601, deviation 72."""
    rng = random.Random(20)
    deals = 4000
    seen = Counter((place, card) for _ in range(deals) for place, card in enumerate(shuffled(DECK_52, rng.randrange)))
    expected = deals / 52
    chi_square = sum((seen[place, card] - expected) ** 2 / expected for place in range(52) for card in DECK_52)
    assert 2601 - 5 * 72 < chi_square < 2601 + 5 * 72
