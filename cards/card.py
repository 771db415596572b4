"""A card and the two decks. A card is its two characters: rank of `A23456789TJQK`, suit of `CDHS`."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

SUITS: Final = "CDHS"  # clubs, diamonds, hearts, spades
RANKS: Final = "23456789TJQKA"  # low to high where the ace is high

# max_length: a `$` alone lets a line break pass.
Card = Annotated[str, msgspec.Meta(pattern="^[A23456789TJQK][CDHS]$", max_length=2)]
"""`"TD"` is the ten of diamonds. A plain `str`, so a state, a view and their JSON are one thing."""

DECK_52: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
DECK_40: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in "A234567QJK")


def rank_of(card: str) -> str:
    """The rank's character, of `A23456789TJQK`."""
    return card[0]


def suit_of(card: str) -> str:
    """The suit's character, of `CDHS`."""
    return card[1]
