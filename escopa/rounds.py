"""The closed rounds of a match as everybody may read them again, replayed from its log."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cards.card import Card
from cards.game import Deal, NextRound
from escopa.actions import Action, Play
from escopa.match import HAND, Event, Match, apply
from escopa.scoring import RoundScore, seats_of, side_count


class Dealt(msgspec.Struct, frozen=True):
    """What was played with the three cards of one deal (X3), and what lay on the table before."""

    table: tuple[Card, ...]
    events: tuple[Event, ...]


class Round(msgspec.Struct, frozen=True):
    """A closed round: all of it was seen by everybody."""

    number: int  # from 1
    dealer: int
    players: int
    sides: tuple[tuple[int, ...], ...]  # the seats of each side (X1)
    deals: tuple[Dealt, ...]
    score: RoundScore | None  # None for a round that the match's end broke off


def rounds(match: Match, actions: Iterable[Action]) -> tuple[Round, ...]:
    """The finished rounds, and the one that the match's end broke off, when these actions follow on its start."""
    closed: list[Round] = []
    tables: list[tuple[Card, ...]] = []  # what lay there at each deal of the round
    for action in actions:
        if type(action) is NextRound:
            closed.append(_round(match, tables))
            tables = []
        match = apply(match, action)
        if type(action) in (Deal, Play) and all(len(hand) == HAND for hand in match.hands):
            tables.append(match.table)
    if match.plays and match.phase in ("round_over", "over"):
        closed.append(_round(match, tables))
    return tuple(closed)


def _round(match: Match, tables: list[tuple[Card, ...]]) -> Round:
    deals: list[list[Event]] = [[] for _ in tables]
    played = 0
    for event in match.plays:
        deals[played // (HAND * match.players)].append(event)
        played += event.kind == "play"
    return Round(
        number=match.round,
        dealer=match.dealer,
        players=match.players,
        sides=tuple(seats_of(side, match.players) for side in range(side_count(match.players))),
        deals=tuple(Dealt(table, tuple(events)) for table, events in zip(tables, deals, strict=True)),
        score=match.sheet[-1] if match.sheet and match.sheet[-1].round == match.round else None,
    )
