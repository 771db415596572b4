"""Actions of Espadas as short text, and back: `1:QH`, `2:nil`, `0:accuse 1`, `3:next`, `2:left`.

Without `seat:` the seat on turn is meant. While cards are played a rank or a suit alone stands for the one card
that it fits among those that may be played.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from cards import moves
from cards.card import DECK_52, RANKS, SUITS
from cards.game import AmbiguousAction, Deal, Forfeit, NextRound, NotAnAction
from spades.actions import Accuse, Action, Bid, Play
from spades.match import Match, apply, legal_actions
from spades.words import NOT_AN_ACTION, TWO_CARDS_FIT

_BID: Final = re.compile(r"nil|1[0-3]|[1-9]")


def to_text(action: Action) -> str:
    """The action as its canonical short text, with the seat."""
    match action:
        case Bid(seat, number):
            return f"{seat}:{number or 'nil'}"
        case Play(seat, card):
            return f"{seat}:{card}"
        case Accuse(seat, accused):
            return f"{seat}:accuse {accused}"
        case Deal() | NextRound() | Forfeit():
            return moves.to_text(action)


def from_text(match: Match, text: str) -> Action:
    """The action that the text means in this match, one that `apply` accepts.

    Raises NotAnAction if it means nothing at all, IllegalAction if it is not allowed now, AmbiguousAction
    if a shorthand fits more than one card that may be played.
    """
    action = moves.meant(text, match.turn, partial(_meant, match), NOT_AN_ACTION)
    apply(match, action)
    return action


def _meant(match: Match, seat: int, text: str) -> Action:
    word = text.lower()
    if re.fullmatch(r"accuse [0-3]", word):
        return Accuse(seat, int(word[-1]))
    if text.upper() in DECK_52:
        return Play(seat, text.upper())
    # A single digit is a bid before the cards are played and a rank after.
    if match.phase != "playing" and _BID.fullmatch(word):
        return Bid(seat, 0 if word == "nil" else int(word))
    if len(text) == 1 and text.upper() in RANKS + SUITS:
        return _only_card(match, seat, text.upper())
    if _BID.fullmatch(word):
        return Bid(seat, 0 if word == "nil" else int(word))
    raise NotAnAction("not_an_action", NOT_AN_ACTION)


def _only_card(match: Match, seat: int, letter: str) -> Play:
    """The one card that the rank or suit fits: of those that may be played, or else (to be refused) held, or any."""
    fitting = [action for action in legal_actions(match, seat) if type(action) is Play and letter in action.card]
    if len(fitting) > 1:
        raise AmbiguousAction("ambiguous", TWO_CARDS_FIT)
    if fitting:
        return fitting[0]
    return Play(seat, next(card for card in (*match.hands[seat], *DECK_52) if letter in card))
