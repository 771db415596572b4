"""The point count of a whole hand: how many tricks it is good for, in the eyes of a bidder."""

from __future__ import annotations

from typing import Final

from spades.robot.reading import POWER, Holding, Powers

# In tricks, fitted by least squares to eight thousand rounds of robots that all fought for tricks. The last figure of a
# row stands for all greater lengths as well; the length of a suit counts the card itself.
ACE: Final = (0.94, 0.94, 0.84, 0.83, 0.76)  # by the length of its side suit, from 1
KING: Final = (0.43, 0.62, 0.66, 0.62, 0.51)
QUEEN: Final = (0.30, 0.30, 0.41, 0.39, 0.29)
JACK: Final = (0.17,)
SHORT_SUIT: Final = (  # by the length of the side suit and then by the number of spades, both from 0
    (-0.10, 0.40, 0.98, 0.72, 0.88, 0.96, 1.04),
    (0.04, 0.36, 0.64, 0.53, 0.48, 0.43, 0.62),
    (-0.04, 0.25, 0.27, 0.18, 0.19, 0.17, 0.28),
)
SPADES: Final = (-0.12, -0.05, 0.08, 0.49, 0.99, 1.69, 2.16, 2.85, 3.7, 4.6, 5.6, 6.6, 7.6, 8.6)  # by their number
HIGH_SPADE: Final = {"A": 1.01, "K": 0.90, "Q": 0.61, "J": 0.32, "T": 0.20, "9": 0.16}
BARE_KING: Final = (0.0, -0.59, -0.24, -0.10, 0.0)  # of spades, by their number
BARE_QUEEN: Final = (0.0, -0.28, -0.28, -0.28, 0.0)


def hand_points(hand: Holding) -> float:
    """The tricks that these thirteen cards are good for when everybody wants tricks."""
    return _spade_points(hand["S"]) + sum(_side_points(hand[suit], len(hand["S"])) for suit in "CDH")


def _side_points(held: Powers, spades: int) -> float:
    length = len(held)
    points = _at(SHORT_SUIT[length], spades) if length < len(SHORT_SUIT) else 0.0
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
