"""What is at stake: how good a round's end is for a pair, and so what each seat's trick is worth (E12 to E17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import exp
from typing import Final

from spades.robot.reading import Reading
from spades.scoring import Pair, pair_score, winning_pair
from spades.view import View

DECIDING: Final = 150.0  # points that winning the match is worth beyond the difference
POINTS_A_ROUND: Final = 65.0  # what a pair usually makes: it tells how many rounds are to come
BAGS_A_ROUND: Final = 1.5
SPREAD: Final = 0.45  # of the own pair's tricks to come: that many times the root of their number


@lru_cache(maxsize=50_000)
def pair_round(bids: Pair, taken: Pair, bags: int, rounds: int) -> tuple[int, float]:
    """A pair's points of the round (E12 to E16), and the change in what its bags will cost in the rounds after it."""
    score = pair_score(bids, taken, 0, bags)
    return score.points, bags_ahead(score.total_bags, rounds) - bags_ahead(bags, rounds)


@cache
def bags_ahead(bags: int, rounds: int) -> float:
    """What so many bags will cost in time, in points (E16): little when the match ends before there are ten."""
    coming = BAGS_A_ROUND * rounds
    spread = 0.5 + coming**0.5 / 1.7  # of a logistic curve
    return -100.0 * sum(1.0 / (1.0 + exp((10 * tens - 0.5 - bags - coming) / spread)) for tens in (1, 2, 3))


def worth(view: View, seat: int, bids: Sequence[int], taken: Sequence[int]) -> float:
    """How good it is for the seat's pair, in points, if the round ends with these bids and tricks by seat."""
    left, partner, right = (seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4
    us = seat % 2
    rounds = max(0, round((view.goal - max(view.points)) / POINTS_A_ROUND) - 1)
    own, own_bags = pair_round((bids[seat], bids[partner]), (taken[seat], taken[partner]), view.bags[us], rounds)
    their, their_bags = pair_round((bids[left], bids[right]), (taken[left], taken[right]), view.bags[1 - us], rounds)
    winner = winning_pair((view.points[us] + own, view.points[1 - us] + their), view.goal)
    if winner is not None:  # the match ends here (E17): bags to come cost nothing any more
        return own - their + (-DECIDING if winner else DECIDING)
    return own - their + own_bags - their_bags


@lru_cache(maxsize=10_000)
def bell(mean: float, spread: float, last: int) -> tuple[float, ...]:
    """Chances of 0..last by a normal curve cut off at both ends."""
    heights = [exp(-(((count - mean) / spread) ** 2) / 2) for count in range(last + 1)]
    total = sum(heights)
    return tuple(height / total for height in heights)


def trick_worths(reading: Reading, own_mean: float) -> tuple[float, float, float, float]:
    """By seat, how good the round will be if that seat takes the open trick, when the own pair may expect
    `own_mean` of the tricks after it. Nils that live are taken to hold unless their seat takes this trick."""
    view = reading.view
    bids = [bid or 0 for bid in view.bids]
    left = reading.tricks_left - 1
    # Tricks to come go to whom the pair's contract hangs on; only when both bid Nil to one of them.
    own_taker = reading.seat if bids[reading.seat] or not bids[reading.partner] else reading.partner
    their_taker = reading.opponents[0] if bids[reading.opponents[0]] else reading.opponents[1]
    mean = min(max(round(own_mean, 1), 0.0), float(left))
    chances = bell(mean, max(0.35, SPREAD * left**0.5), left)
    worths = []
    for winner in range(4):
        total = 0.0
        for own, chance in enumerate(chances):
            if chance > 0.004:
                taken = list(view.taken)
                taken[winner] += 1
                taken[own_taker] += own
                taken[their_taker] += left - own
                total += chance * worth(view, reading.seat, bids, taken)
        worths.append(total)
    return worths[0], worths[1], worths[2], worths[3]
