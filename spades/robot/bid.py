"""Bidding: the bid with the best outlook, given the hand, the bids so far and the score; Nil among them."""

from __future__ import annotations

from typing import Final

from spades.robot.points import hand_points
from spades.robot.reading import Reading
from spades.robot.stakes import bell, worth
from spades.robot.strength import nil_chance

BID_SPREAD: Final = 0.95
EXPECTED_BID: Final = 2.7
EFFORT: Final = 0.1  # a pair that needs a trick more finds it more often than one that does not
COVERING: Final = 0.2
NIL_PRICE: Final = 12.0  # what the partner's care for a Nil costs, and its tricks


def choose_bid(reading: Reading) -> int:
    """The number of tricks to bid, 0 for Nil."""
    view = reading.view
    mine = hand_points(reading.hand)
    outlooks = {bid: outlook(reading, bid, mine) for bid in range(1, 14) if abs(bid - mine) < 2.5 or bid == 1}
    best = max(sorted(outlooks), key=lambda bid: outlooks[bid])
    if view.bids[reading.partner] != 0:
        danger = 1.0 - nil_chance(reading)
        if danger < 0.9 and nil_outlook(reading, danger, mine) > outlooks[best]:
            return 0
    return best


def expected_bids(reading: Reading, mine: float) -> list[int]:
    """The bids by seat; those to come by what is left of the thirteen tricks."""
    bids = list(reading.view.bids)
    known = [bid for seat, bid in enumerate(bids) if bid is not None]
    missing = 3 - len(known)
    share = (10.4 - mine - sum(known)) / missing if missing else 0.0
    return [max(1, min(5, round(share))) if bid is None else bid for bid in bids]


def outlook(reading: Reading, bid: int, mine: float) -> float:
    """The worth of the round to be expected with this bid of 1..13."""
    view = reading.view
    bids = expected_bids(reading, mine)
    bids[reading.seat] = bid
    left, right = reading.opponents
    partner_tricks = bids[reading.partner] + 0.2 if bids[reading.partner] else COVERING
    mean = mine + partner_tricks + EFFORT
    total = 0.0
    for own, chance in enumerate(bell(round(mean, 1), BID_SPREAD, 13)):
        if chance < 0.003:
            continue
        taken = [0, 0, 0, 0]
        taken[reading.seat] = own
        taken[left if bids[left] else right] = 13 - own
        total += chance * worth(view, reading.seat, bids, taken)
    return total


def nil_outlook(reading: Reading, danger: float, mine: float) -> float:
    """The worth of the round to be expected with Nil."""
    view = reading.view
    bids = expected_bids(reading, mine)
    bids[reading.seat] = 0
    left, right = reading.opponents
    total = 0.0
    for failed, chance in ((0, 1.0 - danger), (1, danger)):
        taken = [0, 0, 0, 0]
        taken[reading.seat] = failed
        taken[reading.partner] = min(bids[reading.partner], 13 - failed)
        taken[left if bids[left] else right] = 13 - sum(taken)
        total += chance * worth(view, reading.seat, bids, taken)
    return total - NIL_PRICE
