"""What a seat can know: its view turned into counts, and the cards that it has not seen."""

from __future__ import annotations

from math import comb

from cards.card import DECK_40
from escopa.captures import VALUES
from escopa.robot.worth import KINDS, Hauls
from escopa.scoring import haul, side_count, side_of
from escopa.view import View

Group = tuple[int, int, int]
"""Unseen cards of one value and one kind: the value, the kind, how many."""


class Reading:
    """A view, counted: nothing here comes from anywhere but the view of the seat itself."""

    def __init__(self, view: View, seat: int) -> None:
        self.seat = seat
        self.players = view.players
        self.side = side_of(seat, view.players)
        self.sides = side_count(view.players)
        self.hand = view.hand
        self.table = view.table
        self.left_sets = view.left_sets
        self.last_taker = view.last_taker
        self.last_deal = view.last_deal
        self.hand_sizes = view.hand_sizes
        seen = {*view.hand, *view.table}
        piles: list[list[str]] = [[] for _ in range(self.sides)]
        for event in view.plays:
            if event.take:
                taken = event.take if event.card is None else (*event.take, event.card)
                piles[side_of(event.seat, view.players)] += taken
                seen.update(taken)
        self.piles = tuple(tuple(pile) for pile in piles)
        counted = [haul(pile) for pile in piles]
        self.hauls = Hauls(
            tuple(each.cards for each in counted),
            tuple(each.diamonds for each in counted),
            tuple(each.sevens for each in counted),
        )
        self.unseen = tuple(card for card in DECK_40 if card not in seen)
        self.groups = _grouped(self.unseen)


def _grouped(cards: tuple[str, ...]) -> tuple[Group, ...]:
    counts: dict[tuple[int, int], int] = {}
    for card in cards:
        key = VALUES[card], KINDS[card]
        counts[key] = counts.get(key, 0) + 1
    return tuple((value, kind, count) for (value, kind), count in counts.items())


def chance_of_none(marked: int, unseen: int, held: int) -> float:
    """The chance that a hand of `held` unseen cards has none of the `marked` ones."""
    return comb(unseen - marked, held) / comb(unseen, held) if unseen >= held else 1.0
