"""The value of a card and the sets of table cards that make 15 (X1, X5, X6)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from cards.card import DECK_40, rank_of

FIFTEEN: Final = 15
RANK_VALUES: Final = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "Q": 8, "J": 9, "K": 10}
VALUES: Final[dict[str, int]] = {card: RANK_VALUES[rank_of(card)] for card in DECK_40}

CardSet = tuple[str, ...]
"""Distinct cards of one table, in the table's order."""

_Sums = tuple[tuple[CardSet, ...], ...]
_CACHED_TABLE = 16  # beyond it a table is rare and its sets are many: only the last two are remembered
_SIXTEEN_BITS = 0xFFFF  # the sums 0 to 15


def total(cards: Iterable[str]) -> int:
    """The sum of the cards' values."""
    return sum(VALUES[card] for card in cards)


def sets_for(table: tuple[str, ...], card: str) -> tuple[CardSet, ...]:
    """Every set of table cards that makes 15 with `card`, which is not on the table (X5)."""
    return _sets_by_sum(table)[FIFTEEN - VALUES[card]]


def sets_with(table: tuple[str, ...], left: str) -> tuple[CardSet, ...]:
    """Every set of table cards that contains `left` and sums 15 (X6)."""
    place = table.index(left)
    others = table[:place] + table[place + 1 :]
    if place == len(others):  # the usual case: what was left last lies last
        return tuple([(*found, left) for found in sets_for(others, left)])
    return tuple([in_order(table, (*found, left)) for found in sets_for(others, left)])


def makes_15(table: tuple[str, ...], card: str) -> bool:
    """Whether some set of table cards makes 15 with `card`; without listing the sets."""
    reached = 1  # bit n: some set sums n
    for other in table:
        reached |= reached << VALUES[other] & _SIXTEEN_BITS
    return bool(reached >> (FIFTEEN - VALUES[card]) & 1)


def as_cards(cards: Any) -> Any:
    """What an action names, a list as the tuple that JSON would have made of it."""
    return tuple(cards) if type(cards) is list else cards


def in_order(table: tuple[str, ...], cards: Iterable[str]) -> CardSet:
    """The given table cards in the table's order."""
    chosen = set(cards)
    return tuple([card for card in table if card in chosen])


def _sets_by_sum(table: tuple[str, ...]) -> _Sums:
    """For each sum from 0 to 14 the sets that reach it (the empty set for 0)."""
    return _remembered(table) if len(table) <= _CACHED_TABLE else _of_large(table)


@lru_cache(maxsize=2)
def _of_large(table: tuple[str, ...]) -> _Sums:
    sets = _remembered(table[:_CACHED_TABLE])
    for card in table[_CACHED_TABLE:]:
        sets = _with_card(sets, card)
    return sets


@lru_cache(maxsize=1024)
def _remembered(table: tuple[str, ...]) -> _Sums:
    # Most tables are the one before with one card more, so each builds on the table without its last card.
    if not table:
        return (((),), *(() for _ in range(FIFTEEN - 1)))
    return _with_card(_remembered(table[:-1]), table[-1])


def _with_card(sets: _Sums, card: str) -> _Sums:
    value = VALUES[card]
    last = (card,)
    grown = [found + tuple([chosen + last for chosen in sets[n]]) for n, found in enumerate(sets[value:])]
    return sets[:value] + tuple(grown)
