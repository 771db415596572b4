"""What a hand is worth: the tricks it may take, and the danger that a Nil fails with it."""

from __future__ import annotations

from math import exp
from typing import Final

from spades.robot.reading import Holding, Powers, Reading

# A card that must first let higher ones go by wins less often than its turn promises: by the number of those.
AFTER_DUCKS: Final = (0.97, 0.75, 0.55, 0.40)
TRUMP_AFTER_DUCKS: Final = (1.0, 0.85, 0.75, 0.65)
# Chance that a spade to spare ruffs, by the cards held in the short suit and by which spare spade it is.
RUFF_SHARE: Final = 0.75
# The later in the round, the more winners never come to be played: the suit is not led any more.
KEPT_PROMISES: Final = 0.42
KEPT_PROMISES_BY_TRICK: Final = 0.054


def tricks_in(reading: Reading, hand: Holding) -> float:
    """How many tricks these cards may take from now on, given what is unseen."""
    trumps, spare = _trump_tricks(hand["S"], reading.unseen["S"])
    total = trumps
    ruffs = 0.0
    opponents_trumps = [reading.holds_any(seat, "S", len(reading.unseen["S"])) for seat in reading.opponents]
    for suit in "CDH":
        total += _side_tricks(reading, suit, hand[suit], opponents_trumps)
        if spare:
            ruffs += _ruffs(reading, suit, len(hand[suit]), opponents_trumps)
    promised = total + min(float(spare), ruffs * RUFF_SHARE)
    return promised * (KEPT_PROMISES + KEPT_PROMISES_BY_TRICK * reading.tricks_left)


def _side_tricks(reading: Reading, suit: str, held: Powers, opponents_trumps: list[float]) -> float:
    """Tricks of one side suit: each turn of it either the best card wins, or a small one lets a higher one go by."""
    mine = list(held)
    theirs = list(reading.unseen[suit])
    total = 0.0
    ducks = 0
    turn = 0
    while mine:
        turn += 1
        if not theirs or mine[-1] > theirs[-1]:
            mine.pop()
            safe = 1.0
            for seat, trumps in zip(reading.opponents, opponents_trumps, strict=True):
                safe *= 1.0 - trumps * reading.runs_out_before(seat, suit, turn)
            total += safe * AFTER_DUCKS[min(ducks, 3)]
            del theirs[:2]
        else:
            mine.pop(0)
            theirs.pop()
            del theirs[:1]
            ducks += 1
    return total


def _trump_tricks(held: Powers, unseen: Powers) -> tuple[float, int]:
    """Tricks that spades take when they are drawn, and how many spades take none that way."""
    mine = list(held)
    theirs = list(unseen)
    total = 0.0
    ducks = 0
    while mine:
        if not theirs or mine[-1] > theirs[-1]:
            mine.pop()
            total += TRUMP_AFTER_DUCKS[min(ducks, 3)]
            del theirs[:2]
        else:
            mine.pop(0)
            theirs.pop()
            del theirs[:1]
            ducks += 1
    return total, ducks


def _ruffs(reading: Reading, suit: str, held: int, opponents_trumps: list[float]) -> float:
    """Tricks that spare spades may take by ruffing this suit once it is run out of."""
    total = 0.0
    for turn in range(held + 1, 4):
        if 3 * turn - 2 > len(reading.unseen[suit]) + 1:
            break
        follow = 1.0
        for seat, trumps in zip(reading.opponents, opponents_trumps, strict=True):
            follow *= 1.0 - 0.6 * trumps * reading.runs_out_before(seat, suit, turn)
        total += follow
    return total


# How much the lowest, the second lowest ... card of a suit endangers a Nil, if every unseen card of the suit is lower.
# Like the other figures of a Nil here fitted once, by logistic regression, to ten thousand rounds of robots.
SIDE_EXPOSURE: Final = (2.15, 1.5, 0.9)
TRUMP_EXPOSURE: Final = (2.3, 2.0, 1.4, 1.0, 0.5, 0.5)
MANY_TRUMPS: Final = (0.0, 0.0, 0.0, 0.0, 0.8, 2.5, 4.0)  # by the number of spades: in the end they must ruff
NIL_EASE: Final = 2.8
NIL_EASE_BY_VOID: Final = 0.5
NIL_EASE_BY_BID: Final = 0.3  # per trick that the partner bids: a strong partner covers
USUAL_BID: Final = 3


def nil_exposure(reading: Reading, hand: Holding) -> float:
    """How exposed a Nil is with these cards: 0 for none at all, some 1.5 where it is a fair bet."""
    return sum(suit_exposure(hand[suit], reading.unseen[suit], suit == "S") for suit in hand)


def suit_exposure(held: Powers, unseen: Powers, trumps: bool) -> float:
    """The part of one suit: low cards under which the others must pass count for nothing."""
    if not unseen and not trumps:
        return 0.0  # nobody can lead it any more
    total = 0.0
    for power, weight in zip(held, TRUMP_EXPOSURE if trumps else SIDE_EXPOSURE, strict=False):
        share = sum(1 for other in unseen if other < power) / len(unseen) if unseen else 1.0
        total += weight * share * share
    return total


def nil_chance(reading: Reading) -> float:
    """The chance, 0..1, that a Nil holds which is bid with the hand of `reading`."""
    partner_bid = reading.view.bids[reading.partner]
    covered = NIL_EASE_BY_BID * (0 if partner_bid is None else min(partner_bid, 6) - USUAL_BID)
    voids = NIL_EASE_BY_VOID * sum(1 for suit in "CDH" if not reading.hand[suit])
    crowd = MANY_TRUMPS[min(len(reading.hand["S"]), len(MANY_TRUMPS) - 1)]
    return 1.0 / (1.0 + exp(nil_exposure(reading, reading.hand) + crowd - NIL_EASE - covered - voids))
