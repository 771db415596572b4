"""Actions of Escopa as short text, and back: `1:7SxQC`, `0:7S-`, `2:xQC7S`, `0:next`, `2:left`.

`7SxQC` plays the seven of spades and takes the queen of clubs, `7S-` leaves it on the table, `xQC7S` is LEVAR O 15.
Without `seat:` the seat on turn is meant. Shorthands stand for the one allowed move that they fit: `7S` (whatever can
be done with it), `7Sx` (whatever it takes), `x` (the left 15); a rank alone names a card of the hand: `7-`, `7x`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from cards import moves
from cards.game import AmbiguousAction, Deal, Forfeit, IllegalAction, NextRound, NotAnAction
from cards.moves import cards_of
from escopa import words
from escopa.actions import Action, Play, TakeLeft
from escopa.match import Match, apply, legal_actions

_CARD: Final = "[A2-7QJK][CDHS]"
_PLAY: Final = re.compile(rf"([A2-7QJK])([CDHS]?)(?:(-)|(x)((?:{_CARD})*))?")
_TAKE_LEFT: Final = re.compile(rf"x((?:{_CARD})*)")


def to_text(action: Action) -> str:
    """The action as its canonical short text, with the seat."""
    match action:
        case Play(seat, card, take):
            return f"{seat}:{card}{'x' if take else '-'}{''.join(take)}"
        case TakeLeft(seat, take):
            return f"{seat}:x{''.join(take)}"
        case Deal() | NextRound() | Forfeit():
            return moves.to_text(action)


def from_text(match: Match, text: str) -> Action:
    """The action that the text means in this match, one that `apply` accepts.

    Raises NotAnAction if it means nothing at all, IllegalAction if it is not allowed now, AmbiguousAction
    if a shorthand fits more than one move that is allowed.
    """
    action = moves.meant(text, match.turn, partial(_meant, match), words.NOT_AN_ACTION)
    apply(match, action)
    return action


def _meant(match: Match, seat: int, text: str) -> Action:
    if taking := _TAKE_LEFT.fullmatch(text):
        return TakeLeft(seat, cards_of(taking[1])) if taking[1] else _left_15(match, seat)
    if playing := _PLAY.fullmatch(text):
        return _play(match, seat, playing)
    raise NotAnAction("not_an_action", words.NOT_AN_ACTION)


def _left_15(match: Match, seat: int) -> Action:
    takes = [action for action in legal_actions(match, seat) if type(action) is TakeLeft]
    return _the_one(takes) if takes else TakeLeft(seat, ())  # none: `apply` says why


def _play(match: Match, seat: int, parts: re.Match[str]) -> Action:
    rank, suit, leave, takes, take = parts.groups()
    marked = cards_of(take or "")
    if suit and (leave or marked):
        return Play(seat, rank + suit, marked)
    of_card = [
        action for action in legal_actions(match, seat) if type(action) is Play and action.card.startswith(rank + suit)
    ]
    if not of_card:  # not held, or not the time: `apply` says which
        return Play(seat, rank + (suit or "C"))
    fitting = [action for action in of_card if not (leave and action.take) and not (takes and not action.take)]
    if marked:
        fitting = [action for action in fitting if sorted(action.take) == sorted(marked)]
    if not fitting:
        raise IllegalAction("not_15", words.nothing_makes_15(rank))
    return _the_one(fitting)


def _the_one(fitting: Sequence[Action]) -> Action:
    if len(fitting) > 1:
        raise AmbiguousAction("ambiguous", words.which_one([to_text(action).partition(":")[2] for action in fitting]))
    return fitting[0]
