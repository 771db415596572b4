"""What one viewer may know of a match of Espadas: built up from named public fields and the seat's own hand (T6)."""

from __future__ import annotations

import msgspec

from cards.card import Card
from cards.game import Phase
from spades import tricks
from spades.hand import rows
from spades.match import Match, may_accuse, playable
from spades.scoring import Pair, PairScore, RoundScore
from spades.words import refused

__all__ = ["Pair", "PairScore", "RoundScore", "Trick", "View", "view"]


class Trick(msgspec.Struct, frozen=True):
    """A completed trick: its four plays in order, and the seat that took it."""

    plays: tuple[tuple[int, Card], ...]
    winner: int


class View(msgspec.Struct, frozen=True):
    """The public facts of a match and one seat's own hand; `seat` is None for whoever watches."""

    seat: int | None
    goal: int
    renege: str  # "allowed" | "prevented"
    phase: Phase
    turn: int | None
    dealer: int
    round: int  # from 1
    points: Pair
    bags: Pair  # 0..9
    winners: tuple[int, ...]  # seats; empty until the end
    reason: str | None  # points, renege, false_accusation, resigned, left, absent
    decided_for: tuple[int, ...]  # seats whom a decided result (E11) favours, else empty
    culprit: int | None  # at the end: who reneged, accused falsely, resigned, left or was absent
    accuser: int | None  # at the end by accusation: who accused
    hand: tuple[Card, ...]  # own cards; empty for whoever watches
    hand_sizes: tuple[int, int, int, int]
    bids: tuple[int | None, int | None, int | None, int | None]  # by seat, None before
    trick: tuple[tuple[int, Card], ...]  # the plays of the open trick in order
    last_trick: Trick | None  # of this round
    taken: tuple[int, int, int, int]  # tricks by seat
    broken: bool
    may_accuse: bool  # public: this round can be accused now (E10)
    playable: tuple[Card, ...] | None  # Impedir and own turn: what may be played; None otherwise, always so in Permitir
    plays: tuple[tuple[int, Card], ...]  # the round's history in order; for robots, never sent to a screen whole
    sheet: tuple[RoundScore, ...]  # finished rounds

    @property
    def rows(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The hand as it is held (hand.rows)."""
        return rows(self.hand, (card for seat, card in self.plays if seat == self.seat))


def view(match: Match, seat: int | None) -> View:
    """All that `seat` may know of the match; None is whoever watches. Raises IllegalAction for any other seat."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < 4):
        raise refused("no_such_seat")
    complete = len(match.plays) - len(match.plays) % 4
    last = match.plays[complete - 4 : complete] if complete else ()
    h0, h1, h2, h3 = match.hands
    shows_playable = match.options.renege == "prevented" and match.phase == "playing" and match.turn == seat
    return View(
        seat=seat,
        goal=match.options.goal,
        renege=match.options.renege,
        phase=match.phase,
        turn=match.turn,
        dealer=match.dealer,
        round=match.round,
        points=match.points,
        bags=match.bags,
        winners=match.winners,
        reason=match.reason,
        decided_for=match.decided_for,
        culprit=match.culprit,
        accuser=match.accuser,
        hand=() if seat is None else match.hands[seat],
        hand_sizes=(len(h0), len(h1), len(h2), len(h3)),
        bids=match.bids,
        trick=match.plays[complete:],
        last_trick=Trick(plays=last, winner=tricks.winner(last)) if last else None,
        taken=match.taken,
        broken=match.broken,
        may_accuse=may_accuse(match),
        playable=playable(match, seat) if seat is not None and shows_playable else None,
        plays=match.plays,
        sheet=match.sheet,
    )
