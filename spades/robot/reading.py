"""What one seat can tell from its view: the cards not seen yet, and who may still hold them."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

from cards.card import DECK_52, RANKS, SUITS
from spades.view import View

POWER: Final = {rank: power for power, rank in enumerate(RANKS)}  # 0 for a two, 12 for an ace
Powers = tuple[int, ...]
"""The cards of one suit by their power, low to high."""
Holding = dict[str, Powers]
"""A set of cards, by suit."""

# Chance that a player holds a suit that he failed to follow, where reneging is allowed.
VOID_SLIP: Final = 0.04


def holding_of(cards: tuple[str, ...] | list[str] | set[str]) -> Holding:
    """The same cards by suit, low to high."""
    suits: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for rank, suit in cards:
        suits[suit].append(POWER[rank])
    return {suit: tuple(sorted(powers)) for suit, powers in suits.items()}


@cache
def chance_of_none(room: int, size: int, cards: int) -> float:
    """Chance that a hand of `size` has none of `cards` given ones, which lie somewhere in `room` places."""
    return comb(room - size, cards) / comb(room, cards)


@cache
def chance_of_fewer(room: int, size: int, cards: int, than: int) -> float:
    """Chance that a hand of `size` has fewer than `than` of `cards` given ones, in `room` places."""
    ways = sum(comb(size, held) * comb(room - size, cards - held) for held in range(min(than, cards + 1)))
    return ways / comb(room, cards)


class Reading:
    """A view as its own seat reads it. Nothing in here is hidden from that seat."""

    def __init__(self, view: View) -> None:
        """Reads `view`, which must have a seat (ValueError otherwise)."""
        if view.seat is None:
            raise ValueError("a watcher has no hand to read")
        self.view = view
        self.seat = view.seat
        self.partner = (view.seat + 2) % 4
        self.opponents = ((view.seat + 1) % 4, (view.seat + 3) % 4)
        self.others = (self.opponents[0], self.partner, self.opponents[1])
        self.hand = holding_of(view.hand)
        seen = {*view.hand, *(card for _, card in view.plays)}
        self.unseen = holding_of([card for card in DECK_52 if card not in seen])
        self.sizes = view.hand_sizes
        self.tricks_left = 13 - sum(view.taken)  # the open one included
        self.voids = self._voids()
        # A void that was seen is sure only where nobody can renege.
        self._slip = VOID_SLIP if view.renege == "allowed" else 0.0
        # Places of the others where an unseen card of the suit may be.
        self._rooms = {
            suit: sum(self.sizes[seat] for seat in self.others if suit not in self.voids[seat]) for suit in SUITS
        }

    def _voids(self) -> tuple[frozenset[str], ...]:
        """By seat, the suits that it failed to follow; none of them where together they cannot be true."""
        voids: tuple[set[str], ...] = (set(), set(), set(), set())
        plays = self.view.plays
        for index, (seat, card) in enumerate(plays):
            led = plays[index - index % 4][1][1]
            if card[1] != led:
                voids[seat].add(led)
            # Who plays the suit after all had reneged, and may have more of it.
            voids[seat].discard(card[1])
        for seat in self.others:
            elsewhere = sum(len(self.unseen[suit]) for suit in SUITS if suit not in voids[seat])
            if elsewhere < self.sizes[seat]:
                voids[seat].clear()
        for suit in SUITS:
            room = sum(self.sizes[seat] for seat in self.others if suit not in voids[seat])
            if room < len(self.unseen[suit]):
                for seat in self.others:
                    voids[seat].discard(suit)
        return tuple(frozenset(suits) for suits in voids)

    def holds_any(self, seat: int, suit: str, cards: int) -> float:
        """Chance that another seat holds at least one of that many unseen cards of the suit."""
        if cards == 0 or self.sizes[seat] == 0:
            return 0.0
        if suit in self.voids[seat]:
            return self._slip
        return 1.0 - chance_of_none(self._rooms[suit], self.sizes[seat], cards)

    def runs_out_before(self, seat: int, suit: str, turns: int) -> float:
        """Chance that another seat cannot follow the suit `turns` times from now."""
        if suit in self.voids[seat]:
            return 1.0 - self._slip
        return chance_of_fewer(self._rooms[suit], self.sizes[seat], len(self.unseen[suit]), turns)

    def holds_only_trumps(self, seat: int) -> float:
        """Chance that another seat's hand is all spades, of the suits that it is not known to be out of."""
        plain = sum(len(self.unseen[suit]) for suit in "CDH" if suit not in self.voids[seat])
        return chance_of_none(plain + len(self.unseen["S"]), self.sizes[seat], plain)

    def nil_is_alive(self, seat: int) -> bool:
        """Whether that seat bid Nil and has no trick yet."""
        return self.view.bids[seat] == 0 and self.view.taken[seat] == 0
