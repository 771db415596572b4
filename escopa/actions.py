"""What can be done in a match of Escopa de 15, by the `type` of its JSON, and the options of a match."""

from __future__ import annotations

import msgspec

from cards.card import Card
from cards.game import Deal, Forfeit, NextRound


class Options(msgspec.Struct, frozen=True):
    """The goal in points, 21 or 31 (X11)."""

    goal: int = 21


class Play(msgspec.Struct, frozen=True, tag_field="type", tag="play"):
    """`seat` plays one card of its hand and takes `take` from the table with it, or leaves it there if empty (X5)."""

    seat: int
    card: Card
    take: tuple[Card, ...] = ()


class TakeLeft(msgspec.Struct, frozen=True, tag_field="type", tag="take_left"):
    """LEVAR O 15: `seat` takes cards of the table, among them the one that was left, before playing (X6)."""

    seat: int
    take: tuple[Card, ...]


Action = Deal | Play | TakeLeft | NextRound | Forfeit
