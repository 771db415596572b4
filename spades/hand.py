"""The order in which a hand is held: by suit and rank, in two rows; playing a card only closes its gap."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cards.card import Card

_RANKS: Final = "AKQJT98765432"
_COLOURS_IN_TURN: Final = {f"{rank}{suit}": n for n, (suit, rank) in enumerate((s, r) for s in "SHCD" for r in _RANKS)}
# Without hearts the other order keeps a red suit between the black ones.
_NO_HEARTS: Final = {f"{rank}{suit}": n for n, (suit, rank) in enumerate((s, r) for s in "SDC" for r in _RANKS)}

_CUTS: Final = (7, 6, 8, 5)
"""How many cards the first row of a deal may have, the best first."""


def rows(hand: tuple[Card, ...], played: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards still held, in the two rows they were dealt into; `played` are the others of this deal.

    The rows are parted where a suit ends, as near the middle as one does: a row has five to eight of thirteen. Only
    where none ends there a suit is cut, after seven cards.
    """
    dealt = [*hand, *played]
    order = _COLOURS_IN_TURN if any(card[1] == "H" for card in dealt) else _NO_HEARTS
    dealt.sort(key=order.__getitem__)
    cut = next((at for at in _CUTS if dealt[at - 1][1] != dealt[at][1]), 7)
    held = frozenset(hand)
    return tuple(card for card in dealt[:cut] if card in held), tuple(card for card in dealt[cut:] if card in held)
