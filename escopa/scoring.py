"""The points of a round (X9), what a side is, and when a match is won (X11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from cards.card import Card, rank_of, suit_of

SEVEN_OF_DIAMONDS: Final = "7D"
FEW_CARDS: Final = 10  # most cards count double if every other side took fewer than this
ALL_DIAMONDS: Final = 10
ALL_SEVENS: Final = 4


class Haul(NamedTuple):
    """What counts of the cards that a side took."""

    cards: int
    diamonds: int
    sevens: int
    seven_of_diamonds: bool


# Both lines below are lists in JSON: a match is stored again with every move, its whole sheet included.


class SideScore(msgspec.Struct, frozen=True, array_like=True):
    """How one side's round was counted (X9): what it took, and the points for each."""

    escopas: int  # 1 point each
    cards: int
    diamonds: int
    sevens: int
    seven_of_diamonds: bool  # 1 point
    cards_points: int  # 0, 1 or 2
    diamonds_points: int  # 0, 1 or 2
    sevens_points: int  # 0, 1 or 2
    points: int  # the round's sum
    total: int  # points of the match after this round


class RoundScore(msgspec.Struct, frozen=True, array_like=True):
    """A line of the score sheet: a round, side by side."""

    round: int
    dealer: int
    sides: tuple[SideScore, ...]
    ties: tuple[str, ...]  # of "cards", "diamonds", "sevens": two or more sides had the most, nobody scores (X9)
    leftovers: tuple[Card, ...]  # the cards that lay on the table at the end (X8)
    leftover_sum: int  # 10, 25, 40 ... (X10)
    last_taker: int | None  # the seat that got the leftovers; None if nobody took anything


def side_of(seat: int, players: int) -> int:
    """The side of a seat: with 4 players the pair of seats 0 and 2 is side 0, of 1 and 3 side 1; else the seat (X1)."""
    return seat % 2 if players == 4 else seat


def seats_of(side: int, players: int) -> tuple[int, ...]:
    """The seats of a side (X1)."""
    return (side, side + 2) if players == 4 else (side,)


def side_count(players: int) -> int:
    """How many sides play (X1)."""
    return 2 if players == 4 else players


def haul(pile: Sequence[str]) -> Haul:
    """Counts the cards of a pile."""
    return Haul(
        cards=len(pile),
        diamonds=sum(suit_of(card) == "D" for card in pile),
        sevens=sum(rank_of(card) == "7" for card in pile),
        seven_of_diamonds=SEVEN_OF_DIAMONDS in pile,
    )


def cards_points(counts: Sequence[int]) -> tuple[int, ...]:
    """Points by side for most cards: 1, or 2 if every other side took fewer than 10 (X9)."""
    leader = _leader(counts)
    few = all(count < FEW_CARDS for side, count in enumerate(counts) if side != leader)
    return _for_leader(leader, 2 if few else 1, len(counts))


def diamonds_points(counts: Sequence[int]) -> tuple[int, ...]:
    """Points by side for most diamonds: 1, or 2 with all ten (X9)."""
    return _for_leader(_leader(counts), 2 if max(counts) == ALL_DIAMONDS else 1, len(counts))


def sevens_points(counts: Sequence[int]) -> tuple[int, ...]:
    """Points by side for most sevens: 1, or 2 with all four (X9)."""
    return _for_leader(_leader(counts), 2 if max(counts) == ALL_SEVENS else 1, len(counts))


def side_scores(
    hauls: Sequence[Haul], escopas: Sequence[int], points_before: Sequence[int]
) -> tuple[tuple[SideScore, ...], tuple[str, ...]]:
    """The lines of all sides for a finished round, and what was tied (X9)."""
    counts = {
        "cards": [taken.cards for taken in hauls],
        "diamonds": [taken.diamonds for taken in hauls],
        "sevens": [taken.sevens for taken in hauls],
    }
    cards, diamonds = cards_points(counts["cards"]), diamonds_points(counts["diamonds"])
    sevens = sevens_points(counts["sevens"])
    lines = []
    for side, taken in enumerate(hauls):
        points = escopas[side] + cards[side] + diamonds[side] + sevens[side] + taken.seven_of_diamonds
        lines.append(
            SideScore(
                escopas=escopas[side],
                cards=taken.cards,
                diamonds=taken.diamonds,
                sevens=taken.sevens,
                seven_of_diamonds=taken.seven_of_diamonds,
                cards_points=cards[side],
                diamonds_points=diamonds[side],
                sevens_points=sevens[side],
                points=points,
                total=points_before[side] + points,
            )
        )
    return tuple(lines), tuple(name for name, each in counts.items() if _leader(each) is None)


def winning_side(points: Sequence[int], goal: int) -> int | None:
    """The side that has won after a round, or None if the match goes on (X11)."""
    return _leader(points) if max(points) >= goal else None


def _leader(counts: Sequence[int]) -> int | None:
    """The side that has more than every other; None on a tie for the most."""
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def _for_leader(leader: int | None, points: int, sides: int) -> tuple[int, ...]:
    return tuple(points if side == leader else 0 for side in range(sides))
