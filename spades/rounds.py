"""The closed rounds of a match as everybody may read them again, replayed from its log (E10, E11)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cards.card import DECK_52, Card
from cards.game import NextRound
from spades import tricks
from spades.actions import Action
from spades.match import SEATS, Bids, Match, apply, may_accuse
from spades.scoring import RoundScore
from spades.view import Trick


class Round(msgspec.Struct, frozen=True):
    """A closed round: all of it was seen by everybody. The hands are told by the cards played, and only by all 13."""

    number: int  # from 1
    dealer: int
    bids: Bids
    tricks: tuple[Trick, ...]
    broken_off: tuple[tuple[int, Card], ...]  # the plays of a trick that the match's end left open
    hands: tuple[tuple[Card, ...], ...]  # as they were dealt, by seat; empty for a round that was broken off
    score: RoundScore | None  # None for a round that was broken off


def rounds(match: Match, actions: Iterable[Action]) -> tuple[Round, ...]:
    """The rounds that nobody can accuse any more, when these actions follow on the start of a match."""
    closed = []
    for action in actions:
        if type(action) is NextRound and match.phase == "round_over":
            closed.append(_round(match))
        match = apply(match, action)
    if match.plays and (match.phase == "over" or (match.phase == "round_over" and not may_accuse(match))):
        closed.append(_round(match))
    return tuple(closed)


def _round(match: Match) -> Round:
    plays = match.plays
    complete = len(plays) - len(plays) % 4
    score = match.sheet[-1] if match.sheet and match.sheet[-1].round == match.round else None
    hands = [sorted([card for player, card in plays if player == seat], key=DECK_52.index) for seat in SEATS]
    four = [plays[at : at + 4] for at in range(0, complete, 4)]
    return Round(
        number=match.round,
        dealer=match.dealer,
        bids=match.bids,
        tricks=tuple(Trick(plays=each, winner=tricks.winner(each)) for each in four),
        broken_off=plays[complete:],
        hands=tuple(tuple(hand) for hand in hands) if score else (),
        score=score,
    )
