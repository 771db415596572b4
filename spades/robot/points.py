"""The point count of a whole hand: how many tricks it is good for, in the eyes of a bidder."""

from __future__ import annotations

from typing import Final

from spades.robot.reading import POWER, Holding, Powers

# In tricks, fitted once by least squares to six thousand rounds of robots that all fought for tricks.
# The last figure of each row stands for all greater lengths as well; a suit's length counts the card itself.
ACE: Final = (0.96, 0.96, 0.80, 0.73, 0.67)  # by the length of its side suit, from 1
KING: Final = (0.38, 0.65, 0.65, 0.58, 0.55)
QUEEN: Final = (0.41, 0.41, 0.46, 0.47, 0.36)
JACK: Final = (0.20,)
LONG_SUIT: Final = (0.0, 0.0, 0.0, 0.0, -0.13, -0.16, -0.33, -0.65)  # by length, from 0: its honours get ruffed
SHORT_SUIT: Final = (  # by the length of the side suit and then by the number of spades, both from 0
    (-0.28, 0.26, 1.01, 0.93, 1.07, 1.04, 0.76),
    (-0.10, 0.33, 0.66, 0.76, 0.67, 0.56, 0.32),
    (-0.07, 0.21, 0.33, 0.30, 0.27, 0.21, 0.17),
)
SPADES: Final = (0.55, 0.45, 0.53, 0.78, 1.04, 1.43, 2.44, 3.31, 4.15, 5.05, 6.0, 7.0, 8.0, 9.0)  # by their number
HIGH_SPADE: Final = {"A": 0.94, "K": 0.75, "Q": 0.55, "J": 0.26, "T": 0.25, "9": 0.18}
BARE_KING: Final = (0.0, -0.44, -0.24, -0.08, 0.0)  # of spades, by their number
BARE_QUEEN: Final = (0.0, -0.22, -0.22, -0.22, 0.0)


def hand_points(hand: Holding) -> float:
    """The tricks that these thirteen cards are good for when everybody wants tricks."""
    return _spade_points(hand["S"]) + sum(_side_points(hand[suit], len(hand["S"])) for suit in "CDH")


def _side_points(held: Powers, spades: int) -> float:
    length = len(held)
    points = _at(LONG_SUIT, length)
    if length < len(SHORT_SUIT):
        points += _at(SHORT_SUIT[length], spades)
    for rank, row in (("A", ACE), ("K", KING), ("Q", QUEEN), ("J", JACK)):
        if POWER[rank] in held:
            points += _at(row, length - 1)
    return points


def _spade_points(held: Powers) -> float:
    points = SPADES[len(held)]
    points += sum(value for rank, value in HIGH_SPADE.items() if POWER[rank] in held)
    if POWER["K"] in held:
        points += _at(BARE_KING, len(held))
    if POWER["Q"] in held:
        points += _at(BARE_QUEEN, len(held))
    return points


def _at(row: tuple[float, ...], place: int) -> float:
    """The row's figure at the place, or its last one."""
    return row[min(place, len(row) - 1)]
