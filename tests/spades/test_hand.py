"""How a hand is held: two rows, parted where a suit ends, and only gaps closed as cards are played."""

from __future__ import annotations

import pytest

from cards.card import Card
from spades.hand import rows

RANKS = "AKQJT98765432"


def hand(**suits: int) -> tuple[Card, ...]:
    """The highest cards of each suit, so many of each."""
    return tuple(f"{rank}{suit}" for suit, many in suits.items() for rank in RANKS[:many])


@pytest.mark.parametrize(
    ("suits", "first"),
    [
        ({"S": 4, "H": 3, "C": 4, "D": 2}, 7),
        ({"S": 3, "H": 3, "C": 4, "D": 3}, 6),
        ({"S": 3, "H": 3, "C": 1, "D": 6}, 7),  # both would do: seven
        ({"S": 8, "H": 5}, 8),
        ({"S": 5, "H": 8}, 5),
        ({"S": 5, "H": 3, "C": 5}, 8),  # rather eight above than below
        ({"S": 4, "H": 6, "C": 3}, 7),  # hearts lie in both rows: no suit ends near the middle
        ({"S": 13}, 7),
    ],
)
def test_the_rows_part_where_a_suit_ends(suits: dict[str, int], first: int) -> None:
    above, below = rows(hand(**suits), ())
    assert (len(above), len(below)) == (first, 13 - first)
    assert sorted(above + below) == sorted(hand(**suits))
    parts = [row[i][1] != row[i + 1][1] for row in (above, below) for i in range(len(row) - 1)]
    assert sum(parts) + 1 + (above[-1][1] != below[0][1]) == len(suits)  # each suit in one piece, or in two that meet


def test_a_card_that_was_played_leaves_the_others_in_their_rows() -> None:
    dealt = hand(S=4, H=3, C=4, D=2)
    above, below = rows(dealt, ())
    played = above[0], above[3], below[1]
    held = tuple(card for card in dealt if card not in played)
    assert rows(held, played) == (
        tuple(card for card in above if card not in played),
        tuple(card for card in below if card not in played),
    )
