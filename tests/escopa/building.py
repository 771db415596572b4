"""Matches of Escopa brought to where a test needs them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest

import escopa
from cards.card import DECK_40
from cards.shuffle import shuffled
from escopa import Action, Deal, Forfeit, Match, NextRound, Options, Play, TakeLeft
from escopa.match import HAND

NEUTRAL_TABLE = "AC 2C KC KD"
"""Sums 23, so nothing happens at the opening."""


def new(players: int = 2, goal: int = 21, dealer: int = 0) -> Match:
    return escopa.start(Options(goal), players, dealer)


def deck_for(hands: Sequence[str], table: str, dealer: int = 0, then: str = "") -> tuple[str, ...]:
    """The deck that deals these hands (by seat) and this table by X2; `then` is how the stock begins."""
    by_seat = [hand.split() for hand in hands]
    players = len(by_seat)
    dealt = [by_seat[(dealer + 1 + place) % players][place // players] for place in range(HAND * players)]
    known = [*dealt, *table.split(), *then.split()]
    assert len(set(known)) == len(known)
    return (*known, *[card for card in DECK_40 if card not in known])


def dealt(hands: Sequence[str], table: str = NEUTRAL_TABLE, dealer: int = 0, then: str = "", goal: int = 21) -> Match:
    """A match whose first round is dealt: hands by seat as text."""
    return escopa.apply(new(len(hands), goal, dealer), Deal(deck_for(hands, table, dealer, then)))


def last_cards(
    hands: Sequence[str], table: str, piles: Sequence[str], last_taker: int | None, dealer: int = 0, **more: object
) -> Match:
    """A match in its last deal: what is named in no place lies in the piles of side 0."""
    by_seat = tuple(tuple(hand.split()) for hand in hands)
    by_side = [tuple(pile.split()) for pile in piles]
    known = {card for place in (*by_seat, *by_side, table.split()) for card in place}
    by_side[0] += tuple(card for card in DECK_40 if card not in known)
    played = sum(HAND - len(hand) for hand in by_seat)
    return msgspec.structs.replace(
        new(len(hands), dealer=dealer),
        phase="playing",
        turn=(dealer + 1 + played) % len(hands),
        hands=by_seat,
        table=tuple(table.split()),
        piles=tuple(by_side),
        last_taker=last_taker,
        **more,
    )


def done(match: Match, *moves: str) -> Match:
    """The match after these moves of whoever is on turn: `7S` left there, `7S QC` takes, `x QC 7S` is LEVAR O 15."""
    for move in moves:
        assert match.turn is not None
        card, *take = move.split()
        action: Action = Play(match.turn, card, tuple(take)) if card != "x" else TakeLeft(match.turn, tuple(take))
        match = escopa.apply(match, action)
    return match


def moves_of(match: Match) -> list[Action]:
    """The plays and takes that the seat on turn has, forfeits aside."""
    assert match.turn is not None
    return [move for move in escopa.legal_actions(match, match.turn) if isinstance(move, Play | TakeLeft)]


def random_round(match: Match, rng: random.Random) -> list[Match]:
    """Every state of a random round, from `dealing` to the state after its last card."""
    match = escopa.apply(match, Deal(shuffled(DECK_40, rng.randrange)))
    states = [match]
    while match.phase == "playing":
        match = escopa.apply(match, rng.choice(moves_of(match)))
        states.append(match)
    return states


def random_match(players: int, rng: random.Random, goal: int = 21) -> list[Match]:
    """Every state of a random match."""
    match = new(players, goal, rng.randrange(players))
    states = [match]
    while match.phase != "over":
        if match.phase == "round_over":
            match = escopa.apply(match, NextRound(rng.randrange(players)))
            states.append(match)
        states += random_round(match, rng)
        match = states[-1]
    return states


def refuses(match: Match, action: Action, code: str) -> str:
    """Asserts that the action is refused with that code and a sentence; gives the sentence."""
    with pytest.raises(escopa.IllegalAction) as refusal:
        escopa.apply(match, action)
    assert refusal.value.code == code
    assert refusal.value.text.endswith(".")
    if isinstance(action, Play | TakeLeft | NextRound | Forfeit):
        assert repr(action) not in map(repr, escopa.legal_actions(match, action.seat))
    return refusal.value.text
