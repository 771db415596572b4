"""The shuffle: an unbiased permutation from a source of random integers that comes in as an argument."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def shuffled(deck: Sequence[str], randbelow: Callable[[int], int]) -> tuple[str, ...]:
    """A permutation of `deck`, each equally likely if `randbelow(n)` is uniform in 0..n-1 (Fisher-Yates)."""
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        other = randbelow(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)
