"""Looking for cards in whatever the server sends: every way that a card can be written, and what a viewer may know."""

from __future__ import annotations

import html
import re
from typing import Any, Final
from urllib.parse import unquote

from cards.words import RANK_WORDS, SUIT_SIGNS, SUIT_WORDS

_RANKS: Final = {word: rank for rank, word in RANK_WORDS.items()}
_SUITS: Final = {word: suit for suit, word in SUIT_WORDS.items()}
_SIGNS: Final = {sign: suit for suit, sign in SUIT_SIGNS.items()}

_ID: Final = re.compile(r"(?<![A-Za-z0-9])(10|[A2-9TJQK])([CDHS])(?![A-Za-z0-9])")
# In small letters only as part of a name, as of a class or a file: "as" and "js" are words.
_NAME: Final = re.compile(r"(?<=[-_#/=\"'])(10|[a2-9tjqk])[-_]?([cdhs])(?=[-_.\"' ])")
_SPOKEN: Final = re.compile(r"(?i)\b(ás|rei|dama|valete|10|[2-9akqj]) +de +(paus|ouros|copas|espadas)\b")
_SHORT: Final = re.compile(r"(?i)\b(10|[2-9AKQJT])\s?([♣♦♥♠])")
# A few cards as decoration: the same for everybody, always (see `samples_in`).
_SAMPLE: Final = re.compile(r'<span class="amostra" aria-hidden="true">.*?</span>', re.S)

_SIGNED: Final = re.compile(r"(?<=\bselminha=)[\w.]+:\w+:[\w-]{43}\b")  # a cookie: any letters may stand there


def cards_in(text: str) -> set[str]:
    """Every card that the text names in any form: "QH", "#QH", "carta-qh", "dama de copas", "Q♥"."""
    text = unquote(html.unescape(_SIGNED.sub("", _SAMPLE.sub("", text))))
    found = {_rank(rank) + suit for rank, suit in _ID.findall(text)}
    found |= {_rank(rank) + suit.upper() for rank, suit in _NAME.findall(text.replace("/js/", "/"))}
    found |= {_rank(rank) + _SUITS[suit.lower()] for rank, suit in _SPOKEN.findall(text)}
    found |= {_rank(rank) + _SIGNS[sign] for rank, sign in _SHORT.findall(text)}
    return found


def samples_in(text: str) -> set[str]:
    """The decorations as they stand there; the tests see to it that nothing of a match is among them."""
    return set(_SAMPLE.findall(text))


def _rank(rank: str) -> str:
    return _RANKS.get(rank.lower(), "T" if rank == "10" else rank.upper())


def may_know(match: Any, seat: int | None) -> set[str]:
    """The cards that a screen may show this viewer now: own hand, the open trick and the one before, no older plays."""
    complete = len(match.plays) - len(match.plays) % 4
    shown = {card for _, card in match.plays[max(0, complete - 4) :]}
    return shown if seat is None else shown | set(match.hands[seat])


def check(match: Any, seat: int | None, sent: str) -> set[str]:
    """Assert that what was sent to the viewer in this state names no card that he may not know; returns those named."""
    named = cards_in(sent)
    assert named <= may_know(match, seat), f"seat {seat} was shown {sorted(named - may_know(match, seat))}:\n{sent}"
    return named
