"""A match of Escopa de 15: its state, and the one rule book that changes it."""

from __future__ import annotations

from typing import Any, Literal, NoReturn

import msgspec

from cards.card import DECK_40, Card
from cards.game import Deal, Forfeit, IllegalAction, NextRound, NotAnAction, Phase
from escopa import words
from escopa.actions import Action, Options, Play, TakeLeft
from escopa.captures import FIFTEEN, VALUES, as_cards, in_order, makes_15, sets_for, sets_with, total
from escopa.scoring import RoundScore, haul, seats_of, side_count, side_of, side_scores, winning_side

PLAYERS = (2, 3, 4)
GOALS = (21, 31)
HAND = 3  # cards of a deal (X2, X3)
OPENING_TABLE = 4  # cards of the opening table (X2)
OPENING_ESCOPAS = {15: 1, 30: 2}  # by the opening table's sum (X4)


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that everybody saw: a card played (X5), LEVAR O 15 (X6) or the dealer's opening take (X4)."""

    seat: int
    card: Card | None = None  # the card from the hand; None for LEVAR O 15 and the opening
    take: tuple[Card, ...] = ()  # the cards that went from the table, without `card`; empty: it was left there
    escopas: int = 0  # 1 if the table was cleared; 2 at an opening of 30
    kind: Literal["play", "take_left", "opening"] = "play"


class Match(msgspec.Struct, frozen=True):
    """The whole state, hidden cards included: no screen and no robot gets it. Figures by seat or by side (X1)."""

    options: Options
    players: int
    phase: Phase = "dealing"  # dealing, playing, round_over, over
    turn: int | None = None
    dealer: int = 0
    round: int = 1
    points: tuple[int, ...] = ()  # by side, of the finished rounds
    winners: tuple[int, ...] = ()  # seats; empty until the end
    reason: str | None = None  # points, resigned, left, absent
    culprit: int | None = None  # the seat that resigned, left or was absent
    hands: tuple[tuple[Card, ...], ...] = ()  # by seat
    table: tuple[Card, ...] = ()  # in the order in which the cards came
    stock: tuple[Card, ...] = ()  # the next card first
    piles: tuple[tuple[Card, ...], ...] = ()  # by side, this round's
    escopas: tuple[int, ...] = ()  # by side, this round's
    last_taker: int | None = None  # seat
    left: Card | None = None  # the card of a 15 left behind that the seat on turn may still take (X6)
    plays: tuple[Event, ...] = ()  # this round's history
    sheet: tuple[RoundScore, ...] = ()  # finished rounds

    @property
    def taken(self) -> tuple[int, ...]:
        """How many cards each side has taken this round."""
        return tuple(len(pile) for pile in self.piles)

    @property
    def last_deal(self) -> bool:
        """Whether the last cards are being played: ÚLTIMAS (X3)."""
        return self.phase == "playing" and not self.stock


def start(options: Options, players: int, dealer: int = 0) -> Match:
    """A new match, nothing dealt yet (X1, X2).

    Raises NotAnAction (`bad_options`, `bad_players`, `no_such_seat`) for what Escopa does not have.
    """
    if type(options) is not Options or type(options.goal) is not int or options.goal not in GOALS:
        raise NotAnAction("bad_options", words.NO_SUCH_GOAL)
    if type(players) is not int or players not in PLAYERS:
        raise NotAnAction("bad_players", words.TWO_TO_FOUR)
    if type(dealer) is not int or not 0 <= dealer < players:
        raise NotAnAction("no_such_seat", words.NO_SUCH_SEAT)
    sides = side_count(players)
    return Match(
        options=options,
        players=players,
        dealer=dealer,
        points=(0,) * sides,
        hands=((),) * players,
        piles=((),) * sides,
        escopas=(0,) * sides,
    )


def apply(match: Match, action: Action) -> Match:
    """The match after the action. Raises IllegalAction (NotAnAction for a foreign thing); never changes `match`."""
    if type(action) is Play:
        return _play(match, action)
    if type(action) is TakeLeft:
        return _take_left(match, action)
    if type(action) is Deal:
        return _deal(match, action)
    if type(action) is NextRound:
        return _next_round(match, action)
    if type(action) is Forfeit:
        return _forfeit(match, action)
    raise NotAnAction("not_an_action", words.NOT_AN_ACTION)


def legal_actions(match: Match, seat: int) -> tuple[Action, ...]:
    """Every action that `apply` accepts from that seat now; each take once, in the table's order."""
    if match.phase == "over" or not _is_seat(match, seat):
        return ()
    forfeits = (Forfeit(seat, "resigned"), Forfeit(seat, "left"))
    if match.phase == "round_over":
        return (NextRound(seat), *forfeits)
    if match.turn != seat:
        return forfeits
    table = match.table
    actions: list[Action] = []
    if match.left is not None:
        actions = [TakeLeft(seat, take) for take in sets_with(table, match.left)]
    for card in match.hands[seat]:
        actions.append(Play(seat, card))
        actions += [Play(seat, card, take) for take in sets_for(table, card)]
    return (*actions, *forfeits, Forfeit(seat, "absent"))


def may_end(match: Match, seat: int) -> bool:
    """Whether this seat may end the match because the seat on turn is absent: any other player may (X14)."""
    return match.turn is not None and _is_seat(match, seat) and seat != match.turn


def _deal(match: Match, action: Deal) -> Match:
    if match.phase != "dealing":
        raise IllegalAction("wrong_phase", words.FINISHED if match.phase == "over" else words.NOT_TIME_TO_DEAL)
    deck = as_cards(action.deck)
    if type(deck) is not tuple or len(deck) != len(DECK_40) or any(card not in deck for card in DECK_40):
        raise IllegalAction("bad_deck", words.BAD_DECK)
    dealt = HAND * match.players
    table = deck[dealt : dealt + OPENING_TABLE]
    opening = OPENING_ESCOPAS.get(total(table), 0)
    dealt_match = msgspec.structs.replace(
        match,
        phase="playing",
        turn=(match.dealer + 1) % match.players,
        hands=_hands(match, deck),
        table=() if opening else table,
        stock=deck[dealt + OPENING_TABLE :],
    )
    if not opening:
        return dealt_match
    side = side_of(match.dealer, match.players)
    return msgspec.structs.replace(
        dealt_match,
        piles=_added(match.piles, side, table),
        escopas=_added(match.escopas, side, opening),
        last_taker=match.dealer,
        plays=(Event(match.dealer, take=table, escopas=opening, kind="opening"),),
    )


def _play(match: Match, action: Play) -> Match:
    seat, card = action.seat, action.card
    _check_turn(match, seat)
    hand, table = match.hands[seat], match.table
    if card not in hand:
        raise IllegalAction("not_in_hand", words.not_in_hand(card))
    take = as_cards(action.take)
    _check_marked(match, seat, take, words.NOTHING_PLAYED)
    piles, escopas, last_taker, left = match.piles, match.escopas, match.last_taker, None
    if take:
        if VALUES[card] + total(take) != FIFTEEN:
            raise IllegalAction("not_15", words.not_15((card, *take), words.NOTHING_PLAYED))
        take = in_order(table, take)
        table = tuple([other for other in table if other not in take])
        side, last_taker = side_of(seat, match.players), seat
        piles = _added(piles, side, (*take, card))
        if not table:
            escopas = _added(escopas, side, 1)
    else:
        left = card if makes_15(table, card) else None
        table = (*table, card)
    after = Match(
        match.options,
        match.players,
        "playing",
        (seat + 1) % match.players,
        match.dealer,
        match.round,
        match.points,
        (),
        None,
        None,
        (*match.hands[:seat], tuple([other for other in hand if other != card]), *match.hands[seat + 1 :]),
        table,
        match.stock,
        piles,
        escopas,
        last_taker,
        left,
        (*match.plays, Event(seat, card, take, 0 if table else 1)),
        match.sheet,
    )
    if len(hand) > 1 or seat != match.dealer:
        return after
    if match.stock:  # all hands are empty: the dealer plays last (X3)
        dealt = HAND * match.players
        return msgspec.structs.replace(after, hands=_hands(match, match.stock), stock=match.stock[dealt:])
    return _end_round(after)


def _take_left(match: Match, action: TakeLeft) -> Match:
    seat, take, left = action.seat, as_cards(action.take), match.left
    _check_turn(match, seat)
    if left is None:
        raise IllegalAction("no_left_15", words.NO_LEFT_15)
    _check_marked(match, seat, take, words.NOTHING_TAKEN)
    if not take:
        raise IllegalAction("nothing_marked", words.NOTHING_MARKED)
    if total(take) != FIFTEEN:
        raise IllegalAction("not_15", words.not_15(take, words.NOTHING_TAKEN))
    if left not in take:
        raise IllegalAction("without_left", words.without_left(left))
    take = in_order(match.table, take)
    table = tuple([card for card in match.table if card not in take])
    side, escopas = side_of(seat, match.players), 0 if table else 1
    return msgspec.structs.replace(
        match,
        table=table,
        piles=_added(match.piles, side, take),
        escopas=_added(match.escopas, side, escopas),
        last_taker=seat,
        left=None,
        plays=(*match.plays, Event(seat, None, take, escopas, "take_left")),
    )


def _end_round(match: Match) -> Match:
    """Gives the leftovers to the last taker, counts the round and decides the match (X8 to X11)."""
    leftovers, piles = match.table, match.piles
    if match.last_taker is not None:
        piles = _added(piles, side_of(match.last_taker, match.players), leftovers)
    lines, ties = side_scores([haul(pile) for pile in piles], match.escopas, match.points)
    line = RoundScore(match.round, match.dealer, lines, ties, leftovers, total(leftovers), match.last_taker)
    points = tuple(side.total for side in lines)
    winner = winning_side(points, match.options.goal)
    return msgspec.structs.replace(
        match,
        phase="round_over" if winner is None else "over",
        turn=None,
        points=points,
        winners=() if winner is None else seats_of(winner, match.players),
        reason=None if winner is None else "points",
        table=(),
        piles=piles,
        left=None,
        sheet=(*match.sheet, line),
    )


def _next_round(match: Match, action: NextRound) -> Match:
    _check_seated(match, action.seat)
    if match.phase != "round_over":
        _refuse_phase(match, words.NOT_DEALT if match.phase == "dealing" else words.ROUND_GOES_ON)
    fresh = start(match.options, match.players, (match.dealer + 1) % match.players)
    return msgspec.structs.replace(fresh, round=match.round + 1, points=match.points, sheet=match.sheet)


def _forfeit(match: Match, action: Forfeit) -> Match:
    """Ends the match: in pairs the other pair wins, else whoever of the others leads (X13, X14)."""
    seat, reason, players = action.seat, action.reason, match.players
    _check_seated(match, seat)
    if match.phase == "over":
        _refuse_phase(match, words.FINISHED)
    if reason not in ("resigned", "left", "absent"):
        raise IllegalAction("bad_reason", words.BAD_REASON)
    if reason == "absent" and seat != match.turn:
        raise IllegalAction("not_awaited", words.NOT_AWAITED)
    lost = side_of(seat, players)
    others = [side for side in range(side_count(players)) if side != lost]
    most = max(match.points[side] for side in others)
    winners = [chosen for side in others if match.points[side] == most for chosen in seats_of(side, players)]
    return msgspec.structs.replace(
        match, phase="over", turn=None, winners=tuple(winners), reason=reason, culprit=seat, left=None
    )


def _is_seat(match: Match, seat: object) -> bool:
    return type(seat) is int and 0 <= seat < match.players


def _check_seated(match: Match, seat: int) -> None:
    if not _is_seat(match, seat):
        raise IllegalAction("no_such_seat", words.NO_SUCH_SEAT)


def _check_turn(match: Match, seat: int) -> None:
    _check_seated(match, seat)
    if match.phase != "playing":
        _refuse_phase(match, words.NOT_DEALT if match.phase == "dealing" else words.ROUND_IS_OVER)
    if seat != match.turn:
        raise IllegalAction("not_your_turn", words.NOT_YOUR_TURN)


def _refuse_phase(match: Match, sentence: str) -> NoReturn:
    if match.phase == "over":
        raise IllegalAction("finished", words.FINISHED)
    raise IllegalAction("wrong_phase", sentence)


def _check_marked(match: Match, seat: int, marked: tuple[str, ...], outcome: str) -> None:
    """Every marked card lies on the table, and none is marked twice (X5)."""
    if type(marked) is not tuple:
        raise IllegalAction("not_on_table", words.not_on_table(marked, outcome))
    for card in marked:
        if card not in match.table:
            if card in match.hands[seat]:
                raise IllegalAction("not_on_table", words.in_own_hand(card, outcome))
            raise IllegalAction("not_on_table", words.not_on_table(card, outcome))
        if marked.count(card) > 1:
            raise IllegalAction("marked_twice", words.marked_twice(card, outcome))


def _hands(match: Match, deck: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Three cards each from the top of `deck`, one by one from the seat after the dealer (X2, X3)."""
    dealt = deck[: HAND * match.players]
    return tuple([dealt[(seat - match.dealer - 1) % match.players :: match.players] for seat in range(match.players)])


def _added(sums: tuple[Any, ...], index: int, more: Any) -> tuple[Any, ...]:
    """The tuple with `more` added to one element: to a number, or to a pile of cards."""
    return (*sums[:index], sums[index] + more, *sums[index + 1 :])
