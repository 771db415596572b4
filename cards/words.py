"""Cards, suits and ranks in Portuguese, as they are spoken at the table."""

from __future__ import annotations

from typing import Final

SUIT_WORDS: Final = {"C": "paus", "D": "ouros", "H": "copas", "S": "espadas"}
SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANK_WORDS: Final = {"A": "ás", "K": "rei", "Q": "dama", "J": "valete", "T": "10"}


def card_words(card: str) -> str:
    """`"QH"` is "dama de copas"."""
    rank, suit = card[0], card[1]
    return f"{RANK_WORDS.get(rank, rank)} de {SUIT_WORDS[suit]}"


def card_short(card: str) -> str:
    """`"TD"` is "10♦"."""
    rank, suit = card[0], card[1]
    return f"{'10' if rank == 'T' else rank}{SUIT_SIGNS[suit]}"
