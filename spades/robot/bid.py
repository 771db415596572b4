"""Bidding: the bid with the best outlook, given the hand, the bids so far and the score; Nil among them."""

from __future__ import annotations

from typing import Final

from spades.robot.points import hand_points
from spades.robot.reading import Reading
from spades.robot.stakes import bell, worth
from spades.robot.strength import nil_chance

USUAL_SUM: Final = 10.4  # of the four bids; some tricks are left over
SPREAD: Final = 0.95  # of the pair's tricks round what its bids promise, given that it plays for its contract
EFFORT: Final = 0.35  # a pair takes a little more than it sees in its hands: there are 13 tricks
SLACK_SHARE: Final = 0.2  # its part of the tricks that nobody has bid
SLACK_LIMIT: Final = 2.5  # who bids far more than there is will be set, and leaves tricks to be had
COVERING: Final = 0.9  # tricks that come to who covers a Nil, beyond those of the own hand
NIL_PRICE: Final = 2.0  # in points: what covering a Nil costs the partner, and the bags of it
FAR_BEHIND: Final = 100  # points
DARING: Final = 0.15  # in points, by each point that the pair is farther behind than that


def choose_bid(reading: Reading) -> int:
    """The number of tricks to bid, 0 for Nil."""
    mine = hand_points(reading.hand)
    others = expected_bids(reading, mine)
    bid = max(range(1, 14), key=lambda tricks: outlook(reading, others, tricks, mine))
    # Two Nils in a pair cover each other badly.
    if reading.view.bids[reading.partner] != 0:
        chance = nil_chance(reading)
        nil = chance * nil_outlook(reading, others, 0) + (1.0 - chance) * nil_outlook(reading, others, 1)
        if nil - NIL_PRICE + _daring(reading) > outlook(reading, others, bid, mine):
            return 0
    return bid


def expected_bids(reading: Reading, mine: float) -> list[int]:
    """The bids by seat; those to come by what usually is left of the thirteen tricks."""
    bids = reading.view.bids
    known = [bid for bid in bids if bid is not None]
    share = (USUAL_SUM - mine - sum(known)) / max(1, 3 - len(known))
    return [max(1, min(5, round(share))) if bid is None else bid for bid in bids]


def outlook(reading: Reading, others: list[int], bid: int, mine: float) -> float:
    """How good a round is to be expected with a bid of 1..13, in points (see `stakes.worth`).

    `others` are the bids by seat, the own one of no account, `mine` the tricks in the own hand.
    """
    bids = [bid if seat == reading.seat else other for seat, other in enumerate(others)]
    partner, opponents = bids[reading.partner], [bids[seat] for seat in reading.opponents]
    slack = max(-SLACK_LIMIT, USUAL_SUM - mine - partner - sum(opponents))
    mean = mine + (partner + SLACK_SHARE * slack + EFFORT if partner else COVERING)
    total = 0.0
    for own, chance in enumerate(bell(round(mean, 1), SPREAD, 13)):
        taken = [0, 0, 0, 0]
        taken[reading.seat] = own
        taken[_taker(reading, bids)] = 13 - own
        total += chance * worth(reading.view, reading.seat, bids, taken)
    return total


def nil_outlook(reading: Reading, others: list[int], failed: int) -> float:
    """How good a round is to be expected with Nil, of which `failed` tricks are taken; the others as they bid."""
    bids = [0 if seat == reading.seat else other for seat, other in enumerate(others)]
    taken = [0, 0, 0, 0]
    taken[reading.seat] = failed
    taken[reading.partner] = min(bids[reading.partner], 13 - failed)
    taken[_taker(reading, bids)] = 13 - sum(taken)
    return worth(reading.view, reading.seat, bids, taken)


def _daring(reading: Reading) -> float:
    """Points that a Nil is thought better by who is far behind: an even bet helps him."""
    points = reading.view.points
    behind = points[1 - reading.seat % 2] - points[reading.seat % 2]
    return DARING * min(max(0, behind - FAR_BEHIND), 200)


def _taker(reading: Reading, bids: list[int]) -> int:
    """The adversary to whom their tricks go: one who did not bid Nil, if there is one."""
    left, right = reading.opponents
    return left if bids[left] else right
