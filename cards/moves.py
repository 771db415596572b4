"""What is the same in every game's text of an action: `deal 2C3C...`, `3:next`, `2:left`, and the seat in front."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeVar, get_args

import msgspec

from cards.game import Deal, Forfeit, ForfeitReason, NextRound, NotAnAction

Own = TypeVar("Own")

_SEAT: Final = re.compile(r"([0-3]):(.*)")


def to_text(action: Deal | NextRound | Forfeit) -> str:
    """The action as its canonical short text, with the seat."""
    match action:
        case Deal(deck):
            return "deal " + "".join(deck)
        case NextRound(seat):
            return f"{seat}:next"
        case Forfeit(seat, reason):
            return f"{seat}:{reason}"


def meant(
    text: str, turn: int | None, own: Callable[[int, str], Own], no_action: str
) -> Deal | NextRound | Forfeit | Own:
    """The action that a text means: one of every game, or what `own` makes of its seat and the rest.

    Without a seat that of `turn` is meant; where there is neither, raises NotAnAction with the sentence `no_action`.
    """
    text = text.strip()
    if text.startswith("deal "):
        return Deal(cards_of(text.removeprefix("deal ")))
    seat = turn
    if prefixed := _SEAT.fullmatch(text):
        seat, text = int(prefixed[1]), prefixed[2].strip()
    if seat is None:
        raise NotAnAction("not_an_action", no_action)
    word = text.lower()
    if word == "next":
        return NextRound(seat)
    if word in get_args(ForfeitReason):
        return Forfeit(seat, msgspec.convert(word, ForfeitReason))
    return own(seat, text)


def cards_of(text: str) -> tuple[str, ...]:
    """`"7SQC"` is 7S and QC."""
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))
