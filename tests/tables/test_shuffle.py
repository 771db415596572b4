"""The shuffle: every place equally likely for every card, from the operating system's randomness and nothing else."""

from __future__ import annotations

import itertools
import random
import secrets

import pytest

from cards.card import DECK_40, DECK_52
from tables import dealing

DEALS = 6000


def chi_square(counts: list[list[int]], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for row in counts for count in row)


def within(value: float, freedom: int) -> bool:
    """Within five standard deviations of a chi-square value's mean: by chance outside once in a million runs."""
    return bool(abs(value - freedom) < 5 * (2 * freedom) ** 0.5)


@pytest.mark.parametrize("deck", [DECK_52, DECK_40])
def test_every_card_comes_to_every_place_as_often(deck: tuple[str, ...]) -> None:
    number = {card: index for index, card in enumerate(deck)}
    places = [[0] * len(deck) for _ in deck]
    followers = [[0] * len(deck) for _ in deck]
    for _ in range(DEALS):
        order = [number[card] for card in dealing.deal(deck).deck]
        for place, card in enumerate(order):
            places[card][place] += 1
        for card, follower in itertools.pairwise(order):
            followers[card][follower] += 1
    size = len(deck)
    assert within(chi_square(places, DEALS / size), (size - 1) ** 2)
    for card in range(size):
        followers[card][card] = 0
    pairs = DEALS * (size - 1) / (size * (size - 1))
    assert within(chi_square(followers, pairs) - size * pairs, size * (size - 1) - 1)


def test_the_test_would_see_a_common_mistake() -> None:
    """Swapping each place with any place, not only those left, is the classic bias."""
    places = [[0] * 52 for _ in range(52)]
    for _ in range(DEALS):
        cards = list(range(52))
        for place in range(52):
            other = secrets.randbelow(52)
            cards[place], cards[other] = cards[other], cards[place]
        for place, card in enumerate(cards):
            places[card][place] += 1
    assert not within(chi_square(places, DEALS / 52), 51**2)


def test_each_deal_is_the_whole_deck() -> None:
    for _ in range(50):
        assert sorted(dealing.deal(DECK_52).deck) == sorted(DECK_52)


def test_no_seed_tells_the_deal() -> None:
    random.seed(1)
    first = dealing.deal(DECK_52)
    random.seed(1)
    assert dealing.deal(DECK_52) != first


def test_the_numbers_come_from_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def lowest(below: int) -> int:
        asked.append(below)
        return 0

    monkeypatch.setattr(secrets, "randbelow", lowest)
    order = dealing.deal(DECK_52).deck
    assert asked == list(range(52, 1, -1))
    assert order == (*DECK_52[1:], DECK_52[0])
