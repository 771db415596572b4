"""Matches of Espadas brought to where a test needs them, through the public contract only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

import spades
from spades import Accuse, Bid, Deal, Forfeit, Match, NextRound, Options, Play
from spades.actions import Action

FEW_SPADES = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2S",
    "AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD 3S",
    "KD AD 2H 3H 4H 5H 6H 7H 8H 9H TH JH 4S",
    "QH KH AH 5S 6S 7S 8S 9S TS JS QS KS AS",
)
"""Hands by seat: seat 1 has one club and two suits, seat 3 nearly all spades."""


def new(goal: int = 500, renege: str = "allowed", dealer: int = 0) -> Match:
    return spades.start(Options(goal=goal, renege="allowed" if renege == "allowed" else "prevented"), 4, dealer)


def deck_for(hands: Sequence[Iterable[str]], dealer: int) -> tuple[str, ...]:
    """The deck that deals these hands (by seat) by E2."""
    by_seat = [list(hand) for hand in hands]
    return tuple(by_seat[(dealer + 1 + place) % 4][place // 4] for place in range(52))


def dealt(hands: Sequence[str], bids: Sequence[int] = (3, 3, 3, 3), renege: str = "allowed", dealer: int = 0) -> Match:
    """A match whose first round is dealt and bid: hands by seat as text, bids by seat."""
    match = spades.apply(new(renege=renege, dealer=dealer), Deal(deck_for([hand.split() for hand in hands], dealer)))
    return bid_all(match, bids)


def bid_all(match: Match, bids: Sequence[int]) -> Match:
    for step in range(1, 5):
        seat = (match.dealer + step) % 4
        match = spades.apply(match, Bid(seat, bids[seat]))
    return match


def played(match: Match, cards: str) -> Match:
    """The match after these cards, each by whoever is on turn."""
    for card in cards.split():
        assert match.turn is not None
        match = spades.apply(match, Play(match.turn, card))
    return match


def _tricks_of(taken: Sequence[int], leader: int) -> list[dict[int, str]]:
    """13 tricks without a renege and with spades broken in time, of which each seat takes so many."""
    ranks = "23456789TJQKA"
    for seat in range(4):
        if taken[seat] == 13:
            suits = dict(zip([seat, *[other for other in range(4) if other != seat]], "SCDH", strict=True))
            return [{player: rank + suit for player, suit in suits.items()} for rank in ranks]
    takers = [seat for seat in range(4) for _ in range(taken[seat])]
    # The fourth trick is the one with a card of each suit: its spade must not be in the leader's hand.
    third, fourth = takers.pop(0), takers.pop(-1)
    order = [takers.pop(), takers.pop(), third, fourth, *takers]
    last_ranks = dict(zip([third, *[seat for seat in range(4) if seat not in (third, fourth)]], "CDH", strict=True))
    mixed = {seat: "A" + suit for seat, suit in {**last_ranks, fourth: "S"}.items()}
    blocks = [suit + ranks[at : at + 4] for suit in "CDHS" for at in (0, 4, 8)]
    tricks: list[dict[int, str]] = []
    for number, taker in enumerate(order):
        if number == 3:
            tricks.append(mixed)
            continue
        block = blocks.pop(0)
        seats = [seat for seat in range(4) if seat != taker] + [taker]
        tricks.append({seat: rank + block[0] for seat, rank in zip(seats, block[1:], strict=True)})
    return tricks


def round_played(match: Match, bids: Sequence[int], taken: Sequence[int]) -> Match:
    """The match after a whole round, from `dealing`, with these bids and tricks by seat; nobody reneges in it."""
    assert sum(taken) == 13
    tricks = _tricks_of(taken, (match.dealer + 1) % 4)
    hands = [[trick[seat] for trick in tricks] for seat in range(4)]
    match = bid_all(spades.apply(match, Deal(deck_for(hands, match.dealer))), bids)
    for trick in tricks:
        for _ in range(4):
            assert match.turn is not None
            match = spades.apply(match, Play(match.turn, trick[match.turn]))
    return match


def rounds_played(match: Match, *rounds: tuple[Sequence[int], Sequence[int]]) -> Match:
    """The match after these rounds (bids, tricks), PRÓXIMA RODADA between them but not after the last."""
    for number, (bids, taken) in enumerate(rounds):
        if number:
            match = spades.apply(match, NextRound(0))
        match = round_played(match, bids, taken)
    return match


def refuses(match: Match, action: Action, code: str) -> None:
    """Assert that the action is refused with that code and a sentence, and is not among the legal ones."""
    with pytest.raises(spades.IllegalAction) as refusal:
        spades.apply(match, action)
    assert refusal.value.code == code
    assert refusal.value.text.endswith(".") and refusal.value.text[0].isupper()
    if isinstance(action, Bid | Play | Accuse | NextRound | Forfeit):
        # By repr: a bid of True equals a bid of 1.
        assert repr(action) not in map(repr, spades.legal_actions(match, action.seat))


def leads(match: Match) -> str:
    """The cards that the seat on turn may play, as text."""
    assert match.turn is not None
    plays = [action for action in spades.legal_actions(match, match.turn) if isinstance(action, Play)]
    return " ".join(action.card for action in plays)
