"""A match of Espadas: the whole state, and the one way from a state to the next."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec

from cards.card import DECK_52, Card
from cards.game import Deal, Forfeit, NextRound, NotAnAction, Phase
from spades import scoring, tricks
from spades.actions import Accuse, Action, Bid, Options, Play
from spades.scoring import BySeat, Pair, RoundScore
from spades.words import FOUR_PLAYERS, NO_SUCH_GOAL, NO_SUCH_RENEGE, NOT_AN_ACTION, must_follow, refused, wrong_phase

T = TypeVar("T")

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
Bids = tuple[int | None, int | None, int | None, int | None]

GOALS: Final = (500, 250)
SEATS: Final = (0, 1, 2, 3)
PAIR_SEATS: Final = ((0, 2), (1, 3))
"""The seats of pair 0 and of pair 1."""

_DECK_SET: Final = frozenset(DECK_52)
_IN_HAND: Final = {card: place for place, card in enumerate(DECK_52)}
_NO_HANDS: Final[Hands] = ((), (), (), ())
_NO_BIDS: Final[Bids] = (None, None, None, None)
_NO_TRICKS: Final[BySeat] = (0, 0, 0, 0)

# Every action of a seat is made once: legal_actions only picks them.
_BIDS: Final = tuple(tuple(Bid(seat, number) for number in range(14)) for seat in SEATS)
_PLAYS: Final = tuple({card: Play(seat, card) for card in DECK_52} for seat in SEATS)
_ACCUSATIONS: Final = tuple(tuple(Accuse(seat, accused) for accused in PAIR_SEATS[1 - seat % 2]) for seat in SEATS)
_NEXT_ROUND: Final = tuple((NextRound(seat),) for seat in SEATS)
_GIVING_UP: Final = tuple((Forfeit(seat, "resigned"), Forfeit(seat, "left")) for seat in SEATS)
_ABSENT: Final = tuple((Forfeit(seat, "absent"),) for seat in SEATS)


class Match(msgspec.Struct, frozen=True):
    """The whole state of a match, hands included: never shown to anybody; `spades.view` makes what may be shown."""

    options: Options
    dealer: int
    round: int = 1
    phase: Phase = "dealing"
    turn: int | None = None
    points: Pair = (0, 0)
    bags: Pair = (0, 0)  # 0..9
    bids: Bids = _NO_BIDS
    hands: Hands = _NO_HANDS  # by seat, in the deck's order
    plays: tuple[tuple[int, Card], ...] = ()  # of this round, in order
    taken: BySeat = _NO_TRICKS  # tricks of this round
    broken: bool = False  # a spade has been played in this round (E7)
    sheet: tuple[RoundScore, ...] = ()  # finished rounds
    decided_for: tuple[int, ...] = ()  # seats whom a decided result favours (E11)
    winners: tuple[int, ...] = ()  # seats; empty until the end
    reason: str | None = None  # points, renege, false_accusation, resigned, left, absent
    culprit: int | None = None  # who made the pair lose; None where points decided
    accuser: int | None = None  # at an end by accusation


def start(options: Options, players: int, dealer: int = 0) -> Match:
    """A new match, nothing dealt yet (E1, E2).

    Raises NotAnAction (`bad_options`, `bad_players`, `no_such_seat`) for what Espadas does not have.
    """
    if type(options) is not Options or type(options.goal) is not int or options.goal not in GOALS:
        raise NotAnAction("bad_options", NO_SUCH_GOAL)
    if options.renege not in ("allowed", "prevented"):
        raise NotAnAction("bad_options", NO_SUCH_RENEGE)
    if type(players) is not int or players != 4:
        raise NotAnAction("bad_players", FOUR_PLAYERS)
    if not _is_seat(dealer):
        raise NotAnAction("no_such_seat", refused("no_such_seat").text)
    return Match(options=options, dealer=dealer)


def apply(match: Match, action: Action) -> Match:
    """The match after the action; `match` itself never changes.

    Raises IllegalAction where the rules refuse it now, NotAnAction for what is no action of Espadas.
    """
    if type(action) is Play:
        return _play(match, action)
    if type(action) is Bid:
        return _bid(match, action)
    if type(action) is Deal:
        return _deal(match, action)
    if type(action) is NextRound:
        return _next_round(match, action)
    if type(action) is Accuse:
        return _accuse(match, action)
    if type(action) is Forfeit:
        return _forfeit(match, action)
    raise NotAnAction("not_an_action", NOT_AN_ACTION)


def legal_actions(match: Match, seat: int) -> tuple[Action, ...]:
    """Every action that `apply` accepts from that seat now; nothing for a seat that does not exist."""
    if match.phase == "over" or not _is_seat(seat):
        return ()
    actions: tuple[Action, ...] = ()
    if match.turn == seat:
        if match.phase == "bidding":
            actions = _BIDS[seat]
        else:
            plays = _PLAYS[seat]
            actions = tuple([plays[card] for card in playable(match, seat)])
    if may_accuse(match):
        actions += _ACCUSATIONS[seat]
    if match.phase in ("round_over", "decided"):
        actions += _NEXT_ROUND[seat]
    actions += _GIVING_UP[seat]
    return actions + _ABSENT[seat] if match.turn == seat else actions


def may_end(match: Match, seat: int) -> bool:
    """Whether this seat may end the match for the absence of whoever is on turn: only the other pair may (E19)."""
    return match.turn is not None and _is_seat(seat) and seat % 2 != match.turn % 2


def may_accuse(match: Match) -> bool:
    """Whether this round can be accused now: from its first card until somebody taps PRÓXIMA RODADA (E10, E11)."""
    return match.options.renege == "allowed" and bool(match.plays) and match.phase != "over"


def playable(match: Match, seat: int) -> tuple[str, ...]:
    """The cards that `seat`, being on turn, may play now (E7 to E9)."""
    trick = tricks.open_trick(match.plays)
    led = trick[0][1][1] if trick else None
    return tricks.playable(match.hands[seat], led, match.broken, match.options.renege == "prevented")


def _is_seat(seat: object) -> bool:
    # Not isinstance: True and False are no seats.
    return type(seat) is int and 0 <= seat < 4


def _with(four: tuple[T, T, T, T], seat: int, value: T) -> tuple[T, T, T, T]:
    """The four with the seat's one changed."""
    changed = list(four)
    changed[seat] = value
    first, second, third, fourth = changed
    return first, second, third, fourth


def _check_goes_on(match: Match, seat: int) -> None:
    if not _is_seat(seat):
        raise refused("no_such_seat")
    if match.phase == "over":
        raise refused("finished")


def _deal(match: Match, action: Deal) -> Match:
    if match.phase == "over":
        raise refused("finished")
    if match.phase != "dealing":
        raise wrong_phase("deal")
    deck = action.deck
    if not isinstance(deck, (tuple, list)) or len(deck) != 52 or any(type(card) is not str for card in deck):
        raise refused("bad_deck")
    if set(deck) != _DECK_SET:
        raise refused("bad_deck")
    first = (match.dealer + 1) % 4
    order = _IN_HAND.__getitem__
    h0, h1, h2, h3 = (tuple(sorted(deck[(seat - first) % 4 :: 4], key=order)) for seat in SEATS)
    return msgspec.structs.replace(match, phase="bidding", turn=first, hands=(h0, h1, h2, h3))


def _bid(match: Match, action: Bid) -> Match:
    seat, number = action.seat, action.tricks
    _check_goes_on(match, seat)
    if match.phase != "bidding":
        raise wrong_phase("bid")
    if seat != match.turn:
        raise refused("not_your_turn")
    if type(number) is not int or not 0 <= number <= 13:
        raise refused("bad_bid")
    next_phase: Phase = "playing" if seat == match.dealer else "bidding"
    bids = _with(match.bids, seat, number)
    return msgspec.structs.replace(match, bids=bids, phase=next_phase, turn=(seat + 1) % 4)


def _play(match: Match, action: Play) -> Match:
    seat, card = action.seat, action.card
    _check_goes_on(match, seat)
    if match.phase != "playing":
        raise wrong_phase("play")
    if seat != match.turn:
        raise refused("not_your_turn")
    hand = match.hands[seat]
    if card not in hand:
        raise refused("not_in_hand")
    if card not in playable(match, seat):
        trick = tricks.open_trick(match.plays)
        raise must_follow(trick[0][1][1]) if trick else refused("spades_not_broken")

    place = hand.index(card)
    plays = (*match.plays, (seat, hand[place]))
    turn, taken = (seat + 1) % 4, match.taken
    if len(plays) % 4 == 0:
        turn = tricks.winner(plays[-4:])
        taken = _with(taken, turn, taken[turn] + 1)
    after = msgspec.structs.replace(
        match,
        turn=turn,
        hands=_with(match.hands, seat, hand[:place] + hand[place + 1 :]),
        plays=plays,
        taken=taken,
        broken=match.broken or card[1] == tricks.TRUMP,
    )
    return after if len(plays) < 52 else _count_round(after)


def _count_round(match: Match) -> Match:
    b0, b1, b2, b3 = (bid or 0 for bid in match.bids)
    line = scoring.round_score(match.round, (b0, b1, b2, b3), match.taken, match.points, match.bags)
    points = (line.pairs[0].total, line.pairs[1].total)
    counted = msgspec.structs.replace(
        match,
        phase="round_over",
        turn=None,
        points=points,
        bags=(line.pairs[0].total_bags, line.pairs[1].total_bags),
        sheet=(*match.sheet, line),
    )
    winning = scoring.winning_pair(points, match.options.goal)
    if winning is None:
        return counted
    decided = msgspec.structs.replace(counted, phase="decided", decided_for=PAIR_SEATS[winning])
    # Only a table that allows reneging has something left to accuse (E11).
    return decided if match.options.renege == "allowed" else _close_decided(decided)


def _close_decided(match: Match) -> Match:
    return msgspec.structs.replace(
        match, phase="over", turn=None, decided_for=(), winners=match.decided_for, reason="points"
    )


def _next_round(match: Match, action: NextRound) -> Match:
    _check_goes_on(match, action.seat)
    if match.phase == "decided":
        return _close_decided(match)
    if match.phase != "round_over":
        raise wrong_phase("next_round")
    return msgspec.structs.replace(
        match,
        dealer=(match.dealer + 1) % 4,
        round=match.round + 1,
        phase="dealing",
        bids=_NO_BIDS,
        hands=_NO_HANDS,
        plays=(),
        taken=_NO_TRICKS,
        broken=False,
    )


def _accuse(match: Match, action: Accuse) -> Match:
    accuser, accused = action.seat, action.accused
    _check_goes_on(match, accuser)
    if match.options.renege == "prevented":
        raise refused("renege_prevented")
    if not _is_seat(accused) or accused % 2 == accuser % 2:
        raise refused("not_an_adversary")
    if not may_accuse(match):
        raise refused("no_card_yet")
    if tricks.reneged(match.plays, match.hands[accused], accused):
        return _lose(match, accused, "renege", accuser)
    return _lose(match, accuser, "false_accusation", accuser)


def _forfeit(match: Match, action: Forfeit) -> Match:
    _check_goes_on(match, action.seat)
    if action.reason not in ("resigned", "left", "absent"):
        raise refused("bad_reason")
    if action.reason == "absent" and action.seat != match.turn:
        raise refused("not_awaited")
    if match.phase == "decided":
        return _close_decided(match)
    return _lose(match, action.seat, action.reason)


def _lose(match: Match, culprit: int, reason: str, accuser: int | None = None) -> Match:
    """The end of the match against the culprit's pair."""
    return msgspec.structs.replace(
        match,
        phase="over",
        turn=None,
        decided_for=(),
        winners=PAIR_SEATS[1 - culprit % 2],
        reason=reason,
        culprit=culprit,
        accuser=accuser,
    )
