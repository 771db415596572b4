"""What cards are worth while a round is open: the points of X9 that each side may expect from what it has taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, factorial
from typing import Final, NamedTuple

from escopa.captures import VALUES
from escopa.scoring import SEVEN_OF_DIAMONDS, cards_points, diamonds_points, haul, sevens_points

PACKET: Final = 3  # cards change hands by the take, some three at a time: that is what spreads the majority of cards

# The kinds of cards that X9 tells apart, as an index.
PLAIN, DIAMOND, SEVEN, BEST_SEVEN = range(4)
KINDS: Final[dict[str, int]] = {
    card: BEST_SEVEN if card == SEVEN_OF_DIAMONDS else SEVEN if card[0] == "7" else DIAMOND if card[1] == "D" else PLAIN
    for card in VALUES
}

Counts = tuple[int, ...]
"""A count for each side."""


class Hauls(NamedTuple):
    """What every side has taken so far in the round, and how much of it is still to be taken."""

    cards: Counts
    diamonds: Counts
    sevens: Counts

    def with_take(self, side: int, taken: tuple[str, ...]) -> Hauls:
        """After `side` has taken more cards."""
        more = haul(taken)
        return Hauls(
            _added(self.cards, side, more.cards),
            _added(self.diamonds, side, more.diamonds),
            _added(self.sevens, side, more.sevens),
        )


def margin(hauls: Hauls, side: int) -> float:
    """Points expected for most cards, diamonds and sevens: the side's minus the mean of the others'."""
    return (
        _margin(cards_margins(hauls.cards), side)
        + _margin(diamonds_margins(hauls.diamonds), side)
        + _margin(sevens_margins(hauls.sevens), side)
    )


def kind_worth(hauls: Hauls, side: int) -> tuple[float, float, float, float]:
    """What a card of each kind (PLAIN to BEST_SEVEN) adds to the side's margin if the side takes it now."""
    left = 40 - sum(hauls.cards)
    packet = min(PACKET, left) or 1
    plain = _step(cards_margins, hauls.cards, side, packet) / packet
    diamond = plain + (_step(diamonds_margins, hauls.diamonds, side, 1) if sum(hauls.diamonds) < 10 else 0.0)
    seven = _step(sevens_margins, hauls.sevens, side, 1) if sum(hauls.sevens) < 4 else 0.0
    return plain, diamond, plain + seven, diamond + seven + 1.0


@lru_cache(maxsize=8192)
def cards_margins(counts: Counts) -> tuple[float, ...]:
    """Points expected by side for most cards, if each packet still out goes to any side alike."""
    left = 40 - sum(counts)
    return _expected(cards_points, counts, left, ceil(left / PACKET))


@lru_cache(maxsize=2048)
def diamonds_margins(counts: Counts) -> tuple[float, ...]:
    """Points expected by side for most diamonds, likewise."""
    left = 10 - sum(counts)
    return _expected(diamonds_points, counts, left, left)


@lru_cache(maxsize=512)
def sevens_margins(counts: Counts) -> tuple[float, ...]:
    """Points expected by side for most sevens, likewise."""
    left = 4 - sum(counts)
    return _expected(sevens_points, counts, left, left)


def _expected(
    points: Callable[[Sequence[int]], Sequence[int]], counts: Counts, left: int, packets: int
) -> tuple[float, ...]:
    """Mean points by side over every way in which the packets may go, each packet to any side alike."""
    sides = len(counts)
    sums = [0.0] * sides
    for shares in _shares(packets, sides):
        ways = factorial(packets)
        for share in shares:
            ways //= factorial(share)
        final = [count + round(share * left / (packets or 1)) for count, share in zip(counts, shares, strict=True)]
        for side, gained in enumerate(points(final)):
            sums[side] += ways * gained
    return tuple(each / sides**packets for each in sums)


@lru_cache(maxsize=64)
def _shares(packets: int, sides: int) -> tuple[Counts, ...]:
    """Every way to split the packets among the sides."""
    if sides == 1:
        return ((packets,),)
    return tuple((own, *rest) for own in range(packets + 1) for rest in _shares(packets - own, sides - 1))


def _margin(points: Sequence[float], side: int) -> float:
    own = points[side]
    return own - (sum(points) - own) / (len(points) - 1)


def _step(margins: Callable[[Counts], tuple[float, ...]], counts: Counts, side: int, more: int) -> float:
    return _margin(margins(_added(counts, side, more)), side) - _margin(margins(counts), side)


def _added(counts: Counts, side: int, more: int) -> Counts:
    return (*counts[:side], counts[side] + more, *counts[side + 1 :])
