"""What can be done in a match of Espadas, by the `type` of its JSON, and the options of a match."""

from __future__ import annotations

from typing import Literal

import msgspec

from cards.card import Card
from cards.game import Deal, Forfeit, NextRound

NIL = 0


class Options(msgspec.Struct, frozen=True):
    """The goal in points (500 or 250) and whether reneging is allowed, with accusations, or prevented (E8 to E10)."""

    goal: int = 500
    renege: Literal["allowed", "prevented"] = "allowed"


class Bid(msgspec.Struct, frozen=True, tag_field="type", tag="bid"):
    """`seat` bids 1..13 tricks, or Nil (0) (E3)."""

    seat: int
    tricks: int


class Play(msgspec.Struct, frozen=True, tag_field="type", tag="play"):
    """`seat` plays one card of its hand (E5 to E9)."""

    seat: int
    card: Card


class Accuse(msgspec.Struct, frozen=True, tag_field="type", tag="accuse"):
    """`seat` accuses an adversary of a renege in this round (E10)."""

    seat: int
    accused: int


Action = Deal | Bid | Play | Accuse | NextRound | Forfeit
