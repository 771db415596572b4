"""The decks, a card's two characters, and how cards are said in Portuguese."""

from __future__ import annotations

import msgspec
import pytest

from cards.card import DECK_40, DECK_52, RANKS, SUITS, Card, rank_of, suit_of
from cards.words import card_short, card_words


def test_the_two_decks() -> None:
    assert len(DECK_52) == len(set(DECK_52)) == 52
    assert set(DECK_52) == {rank + suit for rank in RANKS for suit in SUITS}
    assert len(DECK_40) == len(set(DECK_40)) == 40
    assert set(DECK_52) - set(DECK_40) == {rank + suit for rank in "89T" for suit in SUITS}


def test_a_card_is_its_rank_and_suit() -> None:
    assert (rank_of("TD"), suit_of("TD")) == ("T", "D")
    assert all(rank_of(card) + suit_of(card) == card for card in DECK_52)


@pytest.mark.parametrize("card", DECK_52)
def test_every_card_is_valid_json(card: str) -> None:
    assert msgspec.json.decode(msgspec.json.encode(card), type=Card) == card


@pytest.mark.parametrize("wrong", ["1D", "10D", "D", "DT", "TX", "td", "TD ", "", None, 5, ["TD"], "TD\n"])
def test_nothing_else_is_a_card(wrong: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(wrong), type=Card)


@pytest.mark.parametrize(
    ("card", "words", "short"),
    [
        ("AS", "ás de espadas", "A♠"),
        ("TD", "10 de ouros", "10♦"),
        ("7D", "7 de ouros", "7♦"),
        ("QH", "dama de copas", "Q♥"),
        ("JC", "valete de paus", "J♣"),
        ("KC", "rei de paus", "K♣"),
    ],
)
def test_a_card_in_words(card: str, words: str, short: str) -> None:
    assert (card_words(card), card_short(card)) == (words, short)


def test_no_two_cards_are_said_alike() -> None:
    assert len({card_words(card) for card in DECK_52}) == len({card_short(card) for card in DECK_52}) == 52
