"""The order in which a hand is held: by suit and rank, in two rows; playing a card only closes its gap."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cards.card import Card

_RANKS: Final = "AKQJT98765432"
_COLOURS_IN_TURN: Final = {f"{rank}{suit}": n for n, (suit, rank) in enumerate((s, r) for s in "SHCD" for r in _RANKS)}
# Without hearts the other order keeps a red suit between the black ones.
_NO_HEARTS: Final = {f"{rank}{suit}": n for n, (suit, rank) in enumerate((s, r) for s in "SDC" for r in _RANKS)}


def rows(hand: tuple[Card, ...], played: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards still held, in the two rows they were dealt into; `played` are the others of this deal.

    A row has six or seven of thirteen, parted where a suit ends if one does.
    """
    dealt = [*hand, *played]
    order = _COLOURS_IN_TURN if any(card[1] == "H" for card in dealt) else _NO_HEARTS
    dealt.sort(key=order.__getitem__)
    cut = 6 if dealt[5][1] != dealt[6][1] == dealt[7][1] else 7
    held = frozenset(hand)
    return tuple(card for card in dealt[:cut] if card in held), tuple(card for card in dealt[cut:] if card in held)
