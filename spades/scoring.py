"""The count of a round and of the match: contract, nil, bags, and who has won (E12 to E17)."""

from __future__ import annotations

from typing import Final

import msgspec

Pair = tuple[int, int]
"""A figure for each pair: index 0 for seats 0 and 2, index 1 for seats 1 and 3."""

BySeat = tuple[int, int, int, int]
"""A figure for each seat."""

FLOOR: Final = -200
"""In points: a pair here or under it ends the match (E17)."""


class PairScore(msgspec.Struct, frozen=True, array_like=True):
    """How one pair's round was counted (E12 to E16). All in points but `contract`, `taken` and the bags."""

    contract: int  # tricks
    taken: int  # tricks of the non-nil partners
    contract_points: int  # +10 or -10 per trick bid; 0 where the contract is 0
    nil_points: int  # +100 or -100 per nil bidder, summed
    bags: int  # new bags, each worth 1 point too
    bag_penalty: int  # 0, -100, -200 ...
    points: int  # the round's sum of all the above
    total: int  # points of the match after this round
    total_bags: int  # 0..9 after this round


class RoundScore(msgspec.Struct, frozen=True, array_like=True):
    """A line of the score sheet. (As JSON an array: it is stored again with every move.)"""

    round: int
    bids: BySeat
    taken: BySeat
    pairs: tuple[PairScore, PairScore]


def pair_score(bids: Pair, taken: Pair, total: int, bags: int) -> PairScore:
    """One pair's round from its partners' bids and tricks, and the pair's points and bags before it (E12 to E16)."""
    contract = sum(bids)
    contract_tricks = nil_tricks = nil_points = 0
    for bid, tricks in zip(bids, taken, strict=True):
        if bid:
            contract_tricks += tricks
        else:
            nil_tricks += tricks
            nil_points += -100 if tricks else 100
    made = contract_tricks >= contract
    new_bags = nil_tricks + (contract_tricks - contract if made else 0)
    penalties, total_bags = divmod(bags + new_bags, 10)
    contract_points = 10 * contract if made else -10 * contract
    points = contract_points + nil_points + new_bags - 100 * penalties
    return PairScore(
        contract=contract,
        taken=contract_tricks,
        contract_points=contract_points,
        nil_points=nil_points,
        bags=new_bags,
        bag_penalty=-100 * penalties,
        points=points,
        total=total + points,
        total_bags=total_bags,
    )


def round_score(number: int, bids: BySeat, taken: BySeat, points: Pair, bags: Pair) -> RoundScore:
    """The sheet's line for round `number`, from the bids and tricks by seat, and the points and bags before it."""
    first = pair_score((bids[0], bids[2]), (taken[0], taken[2]), points[0], bags[0])
    second = pair_score((bids[1], bids[3]), (taken[1], taken[3]), points[1], bags[1])
    return RoundScore(round=number, bids=bids, taken=taken, pairs=(first, second))


def winning_pair(points: Pair, goal: int) -> int | None:
    """The pair (0 or 1) that these points after a round make the winner; None: the match goes on (E17)."""
    if max(points) < goal and min(points) > FLOOR:
        return None
    if points[0] == points[1]:
        return None
    return 0 if points[0] > points[1] else 1
