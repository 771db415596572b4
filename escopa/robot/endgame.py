"""The last cards of a round between two sides, played out exactly once every card's place is known."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cards.card import rank_of, suit_of
from escopa.actions import Play, TakeLeft
from escopa.captures import VALUES, CardSet, makes_15, sets_for, sets_with
from escopa.robot.reading import Reading
from escopa.scoring import SEVEN_OF_DIAMONDS, Haul, side_of, side_scores

MOST_CARDS: Final = 6  # cards still to be played: the whole last deal of two players
MOST_ON_TABLE: Final = 14  # beyond it each position has too many moves
MOST_POSITIONS: Final = 2000  # beyond it the search gives up, and the moves are judged as before

# What a card adds to a pile's count, as one number: cards, diamonds, sevens and the seven of diamonds by hundreds.
_COUNT: Final[dict[str, int]] = {
    card: 1 + 10**2 * (suit_of(card) == "D") + 10**4 * (rank_of(card) == "7") + 10**6 * (card == SEVEN_OF_DIAMONDS)
    for card in VALUES
}

Move = tuple[str | None, CardSet]
"""A card with what it takes; None for the card: LEVAR O 15."""


class TooLong(Exception):
    """There are more positions than a move may take time for."""


def best_move(reading: Reading) -> Play | TakeLeft | None:
    """The best move of the seat on turn; None where cards are unknown, sides more than two, or the search too long."""
    held = [seat for seat, size in enumerate(reading.hand_sizes) if size and seat != reading.seat]
    if not reading.last_deal or reading.sides != 2 or len(held) > 1:
        return None
    if sum(reading.hand_sizes) > MOST_CARDS or len(reading.table) > MOST_ON_TABLE:
        return None
    other = held[0] if held else (reading.seat + 1) % reading.players
    last_taker = None if reading.last_taker is None else side_of(reading.last_taker, reading.players) == reading.side
    left = next((card for card in reading.table[-1:] if reading.left_sets), None)
    counts = [0, 0]
    for side, pile in enumerate(reading.piles):
        counts[side != reading.side] = sum(_COUNT[card] for card in pile)
    assert side_of(other, reading.players) != reading.side
    try:
        search = _Search()
        hands = (reading.hand, reading.unseen)
        _, move = search.value(hands, reading.table, left, last_taker, (counts[0], counts[1]), -99.0, 99.0)
    except TooLong:
        return None
    assert move is not None
    card, take = move
    return TakeLeft(reading.seat, take) if card is None else Play(reading.seat, card, take)


class _Search:
    """Alpha-beta over all moves of two players who both see everything."""

    def __init__(self) -> None:
        self.positions = 0

    def value(
        self,
        hands: tuple[tuple[str, ...], tuple[str, ...]],
        table: tuple[str, ...],
        left: str | None,
        last_is_mine: bool | None,
        counts: tuple[int, int],
        least: float,
        most: float,
    ) -> tuple[float, Move | None]:
        """Points still to come to the side on turn minus the other's, and its best move; `hands[0]` is on turn."""
        self.positions += 1
        if self.positions > MOST_POSITIONS:
            raise TooLong
        mine, theirs = counts
        if not hands[0]:
            if last_is_mine is None:
                return 0.0, None
            lying = sum([_COUNT[card] for card in table])
            return _margin(*((mine + lying, theirs) if last_is_mine else (mine, theirs + lying))), None
        best, best_move = -99.0, None
        for move in _moves(hands[0], table, left):
            card, take = move
            if take:
                rest = tuple([other for other in table if other not in take])
                gained = mine + sum([_COUNT[other] for other in take]) + (0 if card is None else _COUNT[card])
                escopa = 0.0 if rest else 1.0
                now_last: bool | None = True
            else:
                assert card is not None
                rest, gained, escopa, now_last = (*table, card), mine, 0.0, last_is_mine
            if card is None:
                after, _ = self.value(
                    hands, rest, None, now_last, (gained, theirs), max(least, best) - escopa, most - escopa
                )
                after += escopa
            else:
                own = tuple([other for other in hands[0] if other != card])
                leaves = card if not take and hands[1] and makes_15(table, card) else None
                after, _ = self.value(
                    (hands[1], own),
                    rest,
                    leaves,
                    None if now_last is None else not now_last,
                    (theirs, gained),
                    escopa - most,
                    escopa - max(least, best),
                )
                after = escopa - after
            if after > best:
                best, best_move = after, move
                if best >= most:
                    break
        return best, best_move


def _moves(hand: tuple[str, ...], table: tuple[str, ...], left: str | None) -> list[Move]:
    """All moves, those that take much first."""
    moves: list[Move] = []
    if left is not None:
        moves = [(None, take) for take in sets_with(table, left)]
    for card in hand:
        moves += [(card, take) for take in sets_for(table, card)]
        moves.append((card, ()))
    moves.sort(key=_weight, reverse=True)
    return moves


def _weight(move: Move) -> int:
    card, take = move
    return sum([_COUNT[other] for other in take]) + (_COUNT[card] if card and take else 0)


@lru_cache(maxsize=4096)
def _margin(mine: int, theirs: int) -> float:
    """The points of X9 without escopas, mine minus theirs."""
    lines, _ties = side_scores([_haul(mine), _haul(theirs)], [0, 0], [0, 0])
    return float(lines[0].points - lines[1].points)


def _haul(count: int) -> Haul:
    return Haul(count % 100, count // 10**2 % 100, count // 10**4 % 100, count >= 10**6)
