"""What one viewer may know of a match of Escopa: built up from named public fields and the seat's own hand (T6)."""

from __future__ import annotations

import msgspec

from cards.card import Card
from cards.game import IllegalAction, Phase
from escopa import words
from escopa.captures import sets_with
from escopa.match import Event, Match
from escopa.scoring import RoundScore, seats_of, side_count


class View(msgspec.Struct, frozen=True):
    """The public facts of a match and one seat's own hand; `seat` is None for whoever watches."""

    seat: int | None
    players: int
    sides: tuple[tuple[int, ...], ...]  # the seats of each side: pairs with 4 players, else each alone (X1)
    goal: int
    phase: Phase
    turn: int | None
    dealer: int
    round: int  # from 1
    points: tuple[int, ...]  # by side, of the finished rounds
    winners: tuple[int, ...]  # seats; empty until the end
    reason: str | None  # points, resigned, left, absent
    culprit: int | None  # at the end: who resigned, left or was absent
    hand: tuple[Card, ...]  # own cards; empty for whoever watches
    hand_sizes: tuple[int, ...]  # by seat
    table: tuple[Card, ...]  # in the order in which the cards came
    stock: int  # how many cards
    last_deal: bool  # ÚLTIMAS (X3)
    taken: tuple[int, ...]  # how many cards each side took this round; with the leftovers once it is over
    escopas: tuple[int, ...]  # by side, of this round
    last_taker: int | None  # the seat that took last in this round
    left: Card | None  # the card of the 15 that the seat on turn may still take (X6)
    left_by: int | None  # the seat that left it
    left_sets: tuple[tuple[Card, ...], ...]  # own turn only: the takes of LEVAR O 15, each with the left card
    plays: tuple[Event, ...]  # this round's history in order; for robots, never sent to a screen whole
    sheet: tuple[RoundScore, ...]  # finished rounds

    @property
    def captured(self) -> tuple[tuple[int, int], ...]:
        """By seat, how many cards and escopas it took in the plays of this round."""
        cards, escopas = [0] * self.players, [0] * self.players
        for event in self.plays:
            if event.take:
                cards[event.seat] += len(event.take) + (event.card is not None)
                escopas[event.seat] += event.escopas
        return tuple(zip(cards, escopas, strict=True))


def view(match: Match, seat: int | None) -> View:
    """All that this seat may know; None is whoever watches. Raises IllegalAction (`no_such_seat`) for no seat."""
    players = match.players
    if seat is not None and not (type(seat) is int and 0 <= seat < players):
        raise IllegalAction("no_such_seat", words.NO_SUCH_SEAT)
    left, turn = match.left, match.turn
    left_by = (turn - 1) % players if left is not None and turn is not None else None
    return View(
        seat=seat,
        players=players,
        sides=tuple(seats_of(side, players) for side in range(side_count(players))),
        goal=match.options.goal,
        phase=match.phase,
        turn=turn,
        dealer=match.dealer,
        round=match.round,
        points=match.points,
        winners=match.winners,
        reason=match.reason,
        culprit=match.culprit,
        hand=() if seat is None else match.hands[seat],
        hand_sizes=tuple(len(hand) for hand in match.hands),
        table=match.table,
        stock=len(match.stock),
        last_deal=match.last_deal,
        taken=match.taken,
        escopas=match.escopas,
        last_taker=match.last_taker,
        left=left,
        left_by=left_by,
        left_sets=sets_with(match.table, left) if left is not None and turn == seat else (),
        plays=match.plays,
        sheet=match.sheet,
    )
