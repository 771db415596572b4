"""What a hand is worth: the tricks it may take, and the danger that a Nil fails with it."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import Final

from spades.robot.reading import POWER, Holding, Powers, Reading

# The figures down to KEPT_PROMISES_BY_TRICK were tried against each other over duplicate deals.
# How often a card wins that is the best of its suit once so many higher ones have gone by.
AFTER_DUCKS: Final = (0.97, 0.75, 0.55, 0.40)
TRUMP_AFTER_DUCKS: Final = (1.0, 0.85, 0.75, 0.65)
RUFF_SHARE: Final = 0.6  # how often a chance to ruff with a spare spade comes true
OVERRUFF: Final = 0.85  # how often an adversary who is out of the suit as well spoils a ruff
RESIDUE: Final = 0.008  # tricks for each step of power, whatever else: between equals the lower card goes
# The later in the round, the more winners never come to be played: the suit is not led any more.
KEPT_PROMISES: Final = 0.37
KEPT_PROMISES_BY_TRICK: Final = 0.054


class Prospects:
    """What cards in hand may yet take once the open trick is over."""

    def __init__(self, reading: Reading, led: str | None = None, later: tuple[int, ...] = ()) -> None:
        """`led` is the suit of the open trick, to which the seats of `later` must yet play; None: no trick is open."""
        self.reading = reading
        self.led = led
        self.later = later
        trumps = len(reading.unseen["S"]) - (len(later) if led == "S" else 0)
        self.trumps = {seat: reading.holds_any(seat, "S", max(0, trumps)) for seat in reading.opponents}
        self._side_memo: dict[tuple[str, Powers], float] = {}
        self._ruff_memo: dict[tuple[str, int], float] = {}

    def tricks(self, hand: Holding) -> float:
        """How many tricks these cards may take, the partner's help and the others' resistance as usual."""
        total, spare = _trump_tricks(hand["S"], self.reading.unseen["S"])
        total += sum(self._side_tricks(suit, hand[suit]) for suit in "CDH")
        if spare:
            ruffs = sum(self._ruffs(suit, len(hand[suit])) for suit in "CDH")
            total += min(float(spare), ruffs * RUFF_SHARE)
        total += RESIDUE * sum(map(sum, hand.values()))
        return total * (KEPT_PROMISES + KEPT_PROMISES_BY_TRICK * self.reading.tricks_left)

    def _side_tricks(self, suit: str, held: Powers) -> float:
        """Tricks of one side suit: in each turn either the best card wins, or a small one lets a higher one go by."""
        if (suit, held) not in self._side_memo:
            self._side_memo[suit, held] = sum(
                self._not_ruffed(suit, turn, 1.0) * AFTER_DUCKS[min(ducks, 3)]
                for turn, ducks in _winning_turns(held, self.reading.unseen[suit])
            )
        return self._side_memo[suit, held]

    def _ruffs(self, suit: str, held: int) -> float:
        """Tricks that spare spades may take by ruffing this suit once it is run out of."""
        if (suit, held) not in self._ruff_memo:
            turns = range(held + 1, min(3, (len(self.reading.unseen[suit]) + 3) // 3) + 1)
            self._ruff_memo[suit, held] = sum(self._not_ruffed(suit, turn, OVERRUFF) for turn in turns)
        return self._ruff_memo[suit, held]

    def _not_ruffed(self, suit: str, turn: int, harm: float) -> float:
        """Chance that no adversary ruffs the suit's turn, the first being 1; `harm` is how often that matters."""
        safe = 1.0
        for seat, trumps in self.trumps.items():
            turns = turn + (suit == self.led and seat in self.later)
            safe *= 1.0 - harm * trumps * self.reading.runs_out_before(seat, suit, turns)
        return safe


def _winning_turns(held: Powers, unseen: Powers) -> Iterator[tuple[int, int]]:
    """The turns of a suit, from 1, in which these cards are the best, each with how often they ducked before."""
    mine, theirs = list(held), list(unseen)
    ducks = 0
    for turn in range(1, len(held) + 1):
        if not theirs or mine[-1] > theirs[-1]:
            mine.pop()
            del theirs[:2]
            yield turn, ducks
        else:
            mine.pop(0)
            theirs.pop()
            del theirs[:1]
            ducks += 1


def _trump_tricks(held: Powers, unseen: Powers) -> tuple[float, int]:
    """Tricks that spades take when they are drawn, and how many spades take none that way."""
    ducks = [ducks for _, ducks in _winning_turns(held, unseen)]
    return sum(TRUMP_AFTER_DUCKS[min(count, 3)] for count in ducks), len(held) - len(ducks)


# How much the lowest, the second lowest ... card of a suit endangers a Nil, if every unseen card of the suit is lower.
# Like the other figures of a Nil here fitted once, by logistic regression, to ten thousand rounds of robots.
SIDE_EXPOSURE: Final = (2.15, 1.5, 0.9, 0.3) + (0.15,) * 9
TRUMP_EXPOSURE: Final = (2.3, 2.0, 1.4, 1.0) + (0.5,) * 9
MANY_TRUMPS: Final = (0.0, 0.0, 0.0, 0.0, 0.8, 2.5, 4.0)  # by the number of spades: in the end they must ruff
NIL_EASE: Final = 2.5
NIL_EASE_BY_VOID: Final = 0.5
NIL_EASE_BY_BID: Final = 0.3  # per trick that the partner bids: a strong partner covers
USUAL_BID: Final = 3
NIL_UNEASE_OF_KING: Final = 0.7  # of spades
# What the ranks alone do not tell: how few low cards lie under a side suit's ace or king, by the suit's length from 1.
NIL_UNEASE_OF_SIDE_ACE: Final = (3.6, 2.3, 0.6)
NIL_UNEASE_OF_SIDE_KING: Final = (1.0, 0.85)


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
    if POWER["A"] in reading.hand["S"]:
        return 0.0
    partner_bid = reading.view.bids[reading.partner]
    covered = NIL_EASE_BY_BID * (0 if partner_bid is None else min(partner_bid, 6) - USUAL_BID)
    voids = NIL_EASE_BY_VOID * sum(1 for suit in "CDH" if not reading.hand[suit])
    crowd = MANY_TRUMPS[min(len(reading.hand["S"]), len(MANY_TRUMPS) - 1)]
    high = NIL_UNEASE_OF_KING if POWER["K"] in reading.hand["S"] else 0.0
    high += sum(_unguarded(reading.hand[suit]) for suit in "CDH")
    return 1.0 / (1.0 + exp(high + nil_exposure(reading, reading.hand) + crowd - NIL_EASE - covered - voids))


def _unguarded(held: Powers) -> float:
    """The unease of a side suit whose ace or king has too few low cards to hide behind."""
    if not held:
        return 0.0
    by_length = {POWER["A"]: NIL_UNEASE_OF_SIDE_ACE, POWER["K"]: NIL_UNEASE_OF_SIDE_KING}.get(held[-1], ())
    return by_length[len(held) - 1] if len(held) <= len(by_length) else 0.0
