"""A whole state of Espadas as one line of text that parses back exactly; for errors, tests and bug reports.

The line has eight fields with a space between, and nothing in it that follows from the rest:

    250 allowed 3:2:playing 4,3,0,5 TD2D9D4D/QC .KQ../3AC.A../... 3,4,3,2=3,4,3,3/... -

1. the goal; 2. `allowed` or `prevented`; 3. round:dealer:phase; 4. the bids by seat, `-` for none yet;
5. the plays, a `/` after each trick but the last, `-` for none (whose they are follows from the dealer and the rules);
6. the hands by seat with `/` between, each the ranks of clubs, diamonds, hearts, spades with `.` between, `-` for none;
7. the rounds before this one, `bids=tricks` by seat, `/` between, `-` for none;
8. the end where it follows from no card, `reason:culprit:accuser`, or `-`.
"""

from __future__ import annotations

from typing import Final

import msgspec

from cards.card import DECK_52, SUITS
from cards.game import Deal, Forfeit, ForfeitReason, NextRound, NotAState, Refusal
from spades import scoring, tricks
from spades.actions import Accuse, Action, Bid, Options, Play
from spades.match import PAIR_SEATS, SEATS, Match, apply, start

NONE: Final = "-"


def to_text(match: Match) -> str:
    """The match as its one line. It shows all hands: never for a player's eyes."""
    plays = "".join(card for _, card in match.plays)
    before = match.sheet[: match.round - 1]
    ending = (match.reason, match.culprit, match.accuser)
    return " ".join(
        (
            str(match.options.goal),
            match.options.renege,
            f"{match.round}:{match.dealer}:{match.phase}",
            _numbers(match.bids),
            "/".join(plays[at : at + 8] for at in range(0, len(plays), 8)) or NONE,
            "/".join(_hand_text(hand) for hand in match.hands),
            "/".join(f"{_numbers(line.bids)}={_numbers(line.taken)}" for line in before) or NONE,
            NONE if match.reason is None else ":".join(NONE if part is None else str(part) for part in ending),
        )
    )


def from_text(line: str) -> Match:
    """The match that `to_text` wrote, made by playing the line's round by the rules.

    Raises NotAState for any other text, a round that breaks the rules included.
    """
    fields = line.split(" ")
    if len(fields) != 8:
        raise NotAState(f"8 fields expected, {len(fields)} found")
    goal, renege, moment, bids, plays, hands, rounds, ending = fields
    try:
        number, dealer, _ = moment.split(":")
        options = msgspec.convert({"goal": _number(goal), "renege": renege}, Options)
        match = _with_rounds(start(options, 4, _number(dealer)), rounds)
        match = msgspec.structs.replace(match, round=_number(number))
        if len(match.sheet) != match.round - 1:
            raise NotAState(f"{len(match.sheet)} rounds before round {match.round}")
        match = _played(match, bids, plays, hands)
        if ending != NONE:
            match = _ended(match, ending)
    except Refusal as refusal:
        raise NotAState(f"against the rules: {refusal.code}") from refusal
    except NotAState:
        raise
    except (ValueError, LookupError) as error:
        raise NotAState(str(error)) from error
    if to_text(match) != line:
        raise NotAState(f"the rules make of it: {to_text(match)}")
    return match


def _numbers(values: tuple[int | None, ...]) -> str:
    return ",".join(NONE if value is None else str(value) for value in values)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise NotAState(f"a number expected, not {text!r}")
    return int(text)


def _hand_text(hand: tuple[str, ...]) -> str:
    return ".".join("".join(card[0] for card in hand if card[1] == suit) for suit in SUITS) if hand else NONE


def _hand(text: str) -> list[str]:
    if text == NONE:
        return []
    return [rank + suit for ranks, suit in zip(text.split("."), SUITS, strict=True) for rank in ranks]


def _four_numbers(text: str) -> scoring.BySeat:
    first, second, third, fourth = (_number(part) for part in text.split(","))
    return first, second, third, fourth


def _with_rounds(match: Match, text: str) -> Match:
    for round_text in [] if text == NONE else text.split("/"):
        bids, taken = (_four_numbers(part) for part in round_text.split("="))
        line = scoring.round_score(len(match.sheet) + 1, bids, taken, match.points, match.bags)
        first, second = line.pairs
        points = (first.total, second.total)
        if max(bids) > 13 or sum(taken) != 13 or scoring.winning_pair(points, match.options.goal) is not None:
            raise NotAState(f"no round that another follows: {round_text!r}")
        bags = (first.total_bags, second.total_bags)
        match = msgspec.structs.replace(match, points=points, bags=bags, sheet=(*match.sheet, line))
    return match


def _played(match: Match, bids: str, plays_text: str, hands_text: str) -> Match:
    """The match after the line's deal, bids and plays."""
    cards = "" if plays_text == NONE else plays_text.replace("/", "")
    dealt = [_hand(text) for text in hands_text.split("/")]
    first = player = (match.dealer + 1) % 4
    plays: list[Play] = []
    for at in range(0, len(cards), 2):
        card = cards[at : at + 2]
        if card not in DECK_52:
            raise NotAState(f"no card: {card!r}")
        plays.append(Play(player, card))
        dealt[player].append(card)
        player = (player + 1) % 4
        if len(plays) % 4 == 0:
            player = tricks.winner([(play.seat, play.card) for play in plays[-4:]])
    if len(dealt) != 4 or not any(dealt):
        return match
    if any(len(hand) != 13 for hand in dealt):
        raise NotAState("plays and hands are not 13 cards for each seat")
    actions: list[Action] = [Deal(tuple(dealt[(first + place) % 4][place // 4] for place in range(52)))]
    bid_texts = bids.split(",")
    order = [(first + step) % 4 for step in range(4)]
    actions += [Bid(seat, _number(bid_texts[seat])) for seat in order if bid_texts[seat] != NONE]
    for action in (*actions, *plays):
        match = apply(match, action)
    return match


def _ended(match: Match, ending: str) -> Match:
    """The match after the act that ended it so, or as it is where the last card did."""
    reason, culprit, accuser = ending.split(":")
    acts: list[Action] = []
    if reason == "points":
        acts = [NextRound(seat) for seat in SEATS[:1] if match.phase == "decided"]
    elif reason == "renege":
        acts = [Accuse(_number(accuser), _number(culprit))]
    elif reason == "false_accusation":
        # Whom he accused is not kept; either adversary who did not renege gives the same end.
        innocent = [
            seat
            for seat in PAIR_SEATS[1 - _number(culprit) % 2]
            if not tricks.reneged(match.plays, match.hands[seat], seat)
        ]
        acts = [Accuse(_number(culprit), seat) for seat in innocent[:1]]
    else:
        acts = [Forfeit(_number(culprit), msgspec.convert(reason, ForfeitReason))]
    for act in acts:
        match = apply(match, act)
    return match
