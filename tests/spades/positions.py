"""What a seat of Espadas sees, laid out by its hand and the plays so far, and what the robot does then."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

import spades
from cards.card import DECK_52
from spades import Bid, Deal, Play, View, choose, tricks
from tests.spades.building import bid_all, deck_for, new, played


def bid(view: View) -> int:
    """The tricks that the robot bids."""
    action = choose(view, random.Random(0))
    assert isinstance(action, Bid) and action.seat == view.seat
    return action.tricks


def card(view: View) -> str:
    """The card that the robot plays."""
    action = choose(view, random.Random(0))
    assert isinstance(action, Play) and action.seat == view.seat
    return action.card


def owners(plays: Sequence[str], leader: int) -> tuple[list[int], int]:
    """Who played each card, in order, and whose turn it is then."""
    seats, turn = [], leader
    for number in range(len(plays)):
        seats.append(turn)
        turn = (turn + 1) % 4
        if number % 4 == 3:
            turn = tricks.winner(list(zip(seats[-4:], plays[number - 3 : number + 1], strict=True)))
    return seats, turn


def position(
    hand: str,
    plays: str = "",
    bids: Sequence[int] = (3, 3, 3, 3),
    leader: int = 1,
    points: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
) -> View:
    """What the seat on turn sees with this hand after these plays; what is hidden from it lies anyhow."""
    past = plays.split()
    seats, turn = owners(past, leader)
    hands: list[list[str]] = [[card for seat, card in zip(seats, past, strict=True) if seat == of] for of in range(4)]
    hands[turn] += hand.split()
    hidden = [card for card in DECK_52 if card not in past and card not in hands[turn]]
    for seat in range(4):
        while len(hands[seat]) < 13:
            hands[seat].append(hidden.pop())
    match = new(dealer=(leader - 1) % 4)
    match = msgspec.structs.replace(match, points=points, bags=bags)
    match = spades.apply(match, Deal(deck_for(hands, match.dealer)))
    view = spades.view(played(bid_all(match, bids), plays), turn)
    assert sorted(view.hand) == sorted(hand.split()), "the hand and its plays are not 13 cards"
    return view


def before_bid(
    hand: str,
    earlier: Sequence[int] = (),
    points: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    goal: int = 500,
) -> View:
    """What seat 0 sees on its turn to bid, after the bids of the seats before it."""
    hidden = [card for card in DECK_52 if card not in hand.split()]
    match = new(goal=goal, dealer=(3 - len(earlier)) % 4)
    match = msgspec.structs.replace(match, points=points, bags=bags)
    match = spades.apply(
        match, Deal(deck_for([hand.split(), hidden[:13], hidden[13:26], hidden[26:]], dealer=match.dealer))
    )
    for place, number in enumerate(earlier):
        match = spades.apply(match, Bid((match.dealer + 1 + place) % 4, number))
    return spades.view(match, 0)
