"""What one seat can tell from its view: the cards not seen yet, who may still hold them, and the open trick."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final

from cards.card import RANKS, SUITS
from spades.view import View

POWER: Final = {rank: power for power, rank in enumerate(RANKS)}  # 0 for a two, 12 for an ace
Powers = tuple[int, ...]
"""The cards of one suit by their power, low to high."""
Holding = dict[str, Powers]
"""A set of cards, by suit."""

# A person may have reneged where that is allowed: a void seen at the table is then only nearly sure.
VOID_SLIP: Final = 0.04


def holding_of(cards: tuple[str, ...] | list[str] | set[str]) -> Holding:
    """The same cards by suit, low to high."""
    suits: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for rank, suit in cards:
        suits[suit].append(POWER[rank])
    return {suit: tuple(sorted(powers)) for suit, powers in suits.items()}


@lru_cache(maxsize=None)
def chance_of_none(room: int, size: int, cards: int) -> float:
    """Chance that a hand of `size` has none of `cards` given ones, which lie somewhere in `room` places."""
    return comb(room - size, cards) / comb(room, cards) if cards <= room else 0.0


@lru_cache(maxsize=None)
def chance_of_fewer(room: int, size: int, cards: int, than: int) -> float:
    """Chance that a hand of `size` has fewer than `than` of `cards` given ones, in `room` places."""
    if cards > room:
        return 0.0
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
        self.others = ((view.seat + 1) % 4, self.partner, (view.seat + 3) % 4)
        self.hand = holding_of(view.hand)
        seen = {*view.hand, *(card for _, card in view.plays)}
        self.unseen = holding_of([rank + suit for suit in SUITS for rank in RANKS if rank + suit not in seen])
        self.sizes = view.hand_sizes
        self.tricks_left = 13 - sum(view.taken)  # the open one included
        self.voids = self._voids()
        self._rooms = {suit: self._room(suit) for suit in SUITS}

    def _voids(self) -> tuple[frozenset[str], ...]:
        """By seat, the suits it failed to follow and has not played since."""
        voids: tuple[set[str], ...] = (set(), set(), set(), set())
        for index, (seat, card) in enumerate(self.view.plays):
            led = self.view.plays[index - index % 4][1][1]
            if card[1] != led:
                voids[seat].add(led)
            voids[seat].discard(card[1])
        return tuple(frozenset(suits) for suits in voids)

    def _room(self, suit: str) -> int:
        """Places among the others where an unseen card of the suit may lie; 0 when the voids seen cannot all be true."""
        room = sum(self.sizes[seat] for seat in self.others if suit not in self.voids[seat])
        return room if room >= len(self.unseen[suit]) else 0

    def holds_any(self, seat: int, suit: str, cards: int) -> float:
        """Chance that another seat holds at least one of that many unseen cards of the suit."""
        if cards == 0 or self.sizes[seat] == 0:
            return 0.0
        room = self._rooms[suit]
        if room == 0:
            room = sum(self.sizes[other] for other in self.others)
        elif suit in self.voids[seat]:
            return 0.0 if self.view.renege == "prevented" else VOID_SLIP
        return 1.0 - chance_of_none(room, self.sizes[seat], cards)

    def runs_out_before(self, seat: int, suit: str, turns: int) -> float:
        """Chance that another seat cannot follow the suit `turns` times from now."""
        room = self._rooms[suit]
        if room == 0:
            room = sum(self.sizes[other] for other in self.others)
        elif suit in self.voids[seat]:
            return 1.0 if self.view.renege == "prevented" else 1.0 - VOID_SLIP
        return chance_of_fewer(room, self.sizes[seat], len(self.unseen[suit]), turns)

    def holds_only_trumps(self, seat: int) -> float:
        """Chance that another seat's hand is all spades, of the suits that it is not known to be out of."""
        plain = sum(len(self.unseen[suit]) for suit in "CDH" if suit not in self.voids[seat])
        return chance_of_none(plain + len(self.unseen["S"]), self.sizes[seat], plain)

    def nil_is_alive(self, seat: int) -> bool:
        """Whether that seat bid Nil and has no trick yet."""
        return self.view.bids[seat] == 0 and self.view.taken[seat] == 0
