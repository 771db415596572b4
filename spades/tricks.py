"""One trick: which cards may be played, who takes it, and who reneged in a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cards.card import RANKS

PlayedCard = tuple[int, str]
"""A seat and the card that it played."""

TRUMP: Final = "S"
_STRENGTH: Final = {rank: strength for strength, rank in enumerate(RANKS)}


def open_trick(plays: Sequence[PlayedCard]) -> Sequence[PlayedCard]:
    """The plays of the trick that is not complete yet, from all plays of the round; empty when somebody is to lead."""
    return plays[len(plays) - len(plays) % 4 :]


def playable(hand: Sequence[str], led: str | None, broken: bool, prevented: bool) -> tuple[str, ...]:
    """The cards of `hand` that may be played now, in its order (E7, E8, E9).

    `led` is the suit led, None for who leads; `broken` whether a spade has been played in this round;
    `prevented` whether the table prevents reneging.
    """
    if led is None:
        if broken:
            return tuple(hand)
        return tuple([card for card in hand if card[1] != TRUMP]) or tuple(hand)
    if not prevented:
        return tuple(hand)
    return tuple([card for card in hand if card[1] == led]) or tuple(hand)


def winner(trick: Sequence[PlayedCard]) -> int:
    """The seat that takes the trick: highest spade, else highest card of the suit led (E6)."""
    best_seat, best = trick[0]
    for seat, card in trick[1:]:
        same_suit = card[1] == best[1]
        if (same_suit and _STRENGTH[card[0]] > _STRENGTH[best[0]]) or (not same_suit and card[1] == TRUMP):
            best_seat, best = seat, card
    return best_seat


def reneged(plays: Sequence[PlayedCard], still_held: Sequence[str], seat: int) -> bool:
    """Whether `seat`, not leading, played off suit in this round while holding the suit led at that moment (E10).

    `plays` are all plays of the round in order, `still_held` the cards that the seat holds after them.
    """
    suits_held = {card[1] for card in still_held}
    # Backwards, the hand at the moment of a play is what is held after it and the card itself.
    for place in range(len(plays) - 1, -1, -1):
        player, card = plays[place]
        if player != seat:
            continue
        suit_led = plays[place - place % 4][1][1]
        if card[1] != suit_led and suit_led in suits_held:
            return True
        suits_held.add(card[1])
    return False
