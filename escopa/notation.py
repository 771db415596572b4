"""A whole state of Escopa as one line of text that parses back exactly; for errors, tests and bug reports.

The line has eight fields with a space between; `-` stands for nothing:

    21:2 3:0:playing =2C3C4C6C!,7S,QDx7S! 4C5C/AC. KC7H 2HAD... 22.5.3.1.2/18.5.1.0.0=0=4D6C -

1. goal:players; 2. round:dealer:phase; 3. this round's events with `,` between: `7S` left on the table, `QDx7S`
took, `xQC7S` LEVAR O 15, `=2C3C4C6C` the dealer's opening take, a `!` for each escopa (whose they are follows from
the dealer); 4. the hands by seat, `/` between; 5. the table; 6. the stock, next card first; 7. the finished rounds,
`,` between, each `cards.diamonds.sevens.seven_of_diamonds.escopas` by side with `/` between, `=` the last taker's
seat, `=` the leftovers; 8. the end: `reason:culprit`.
"""

from __future__ import annotations

import re
from typing import Final, get_args

import msgspec

from cards.card import DECK_40
from cards.game import Forfeit, NotAState, Phase, Refusal
from escopa import scoring
from escopa.actions import Options
from escopa.captures import VALUES, makes_15, total
from escopa.match import HAND, OPENING_TABLE, Event, Match, apply, start

NONE: Final = "-"
_EVENT: Final = re.compile(r"(=|x|[A-Z0-9]{2}x?)((?:[A-Z0-9]{2})*)(!{0,2})")


def to_text(match: Match) -> str:
    """The match as its one line. It shows all hands and the stock: never for a player's eyes."""
    return " ".join(
        (
            f"{match.options.goal}:{match.players}",
            f"{match.round}:{match.dealer}:{match.phase}",
            ",".join(_event_text(event) for event in match.plays) or NONE,
            "/".join(_cards_text(hand) for hand in match.hands),
            _cards_text(match.table),
            _cards_text(match.stock),
            ",".join(_round_text(line) for line in match.sheet) or NONE,
            NONE if match.reason is None else f"{match.reason}:{NONE if match.culprit is None else match.culprit}",
        )
    )


def from_text(line: str) -> Match:
    """The match that `to_text` wrote. Raises NotAState for anything that it would not have written."""
    fields = line.split(" ")
    if len(fields) != 8:
        raise NotAState(f"8 fields expected, {len(fields)} found")
    size, moment, plays, hands, table, stock, rounds, ending = fields
    try:
        goal, players = (_number(part) for part in size.split(":"))
        number, dealer, phase = moment.split(":")
        match = start(Options(goal), players, _number(dealer))
        match = msgspec.structs.replace(match, round=_number(number))
        match = _with_rounds(match, rounds)
        match = _with_events(match, plays)
        match = msgspec.structs.replace(
            match,
            hands=tuple(_cards(hand) for hand in hands.split("/")),
            table=_cards(table),
            stock=_cards(stock),
        )
        match = _with_moment(match, phase, ending)
    except NotAState:
        raise
    except (ValueError, LookupError) as error:
        raise NotAState(str(error)) from error
    if to_text(match) != line:
        raise NotAState("written in another way than a state is written")
    return match


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise NotAState(f"a number expected, not {text!r}")
    return int(text)


def _cards_text(cards: tuple[str, ...]) -> str:
    return "".join(cards) or NONE


def _cards(text: str) -> tuple[str, ...]:
    if text == NONE:
        return ()
    cards = tuple(text[at : at + 2] for at in range(0, len(text), 2))
    if strange := [card for card in cards if card not in VALUES]:
        raise NotAState(f"no such cards: {strange}")
    return cards


def _event_text(event: Event) -> str:
    take = "".join(event.take)
    sign = "=" if event.kind == "opening" else "x" if take else ""
    return f"{event.card or ''}{sign}{take}{'!' * event.escopas}"


def _round_text(line: scoring.RoundScore) -> str:
    sides = "/".join(
        f"{side.cards}.{side.diamonds}.{side.sevens}.{side.seven_of_diamonds:d}.{side.escopas}" for side in line.sides
    )
    last_taker = NONE if line.last_taker is None else str(line.last_taker)
    return f"{sides}={last_taker}={_cards_text(line.leftovers)}"


def _with_rounds(match: Match, text: str) -> Match:
    """The match with its finished rounds and the points that follow from them."""
    texts = [] if text == NONE else text.split(",")
    players = match.players
    for number, round_text in enumerate(texts, start=1):
        sides_text, taker_text, leftovers_text = round_text.split("=")
        sides = [[_number(part) for part in side.split(".")] for side in sides_text.split("/")]
        if len(sides) != scoring.side_count(players):
            raise NotAState(f"{len(sides)} sides in {round_text!r}")
        hauls = [
            scoring.Haul(cards, diamonds, sevens, bool(seven)) for cards, diamonds, sevens, seven, _escopas in sides
        ]
        escopas = [side[4] for side in sides]
        lines, ties = scoring.side_scores(hauls, escopas, match.points)
        leftovers = _cards(leftovers_text)
        taker = None if taker_text == NONE else _number(taker_text)
        if taker is not None and taker >= players:
            raise NotAState(f"no such last taker: {taker}")
        line = scoring.RoundScore(
            number, (match.dealer - match.round + number) % players, lines, ties, leftovers, total(leftovers), taker
        )
        match = msgspec.structs.replace(match, points=tuple(side.total for side in lines), sheet=(*match.sheet, line))
    return match


def _with_events(match: Match, text: str) -> Match:
    """The match with this round's events, and whose piles, escopas and last take follow; turn is who plays next."""
    players = match.players
    turn = (match.dealer + 1) % players
    piles: list[tuple[str, ...]] = list(match.piles)
    escopas = list(match.escopas)
    events: list[Event] = []
    last_taker = None
    for event_text in [] if text == NONE else text.split(","):
        parts = _EVENT.fullmatch(event_text)
        if parts is None:
            raise NotAState(f"no event: {event_text!r}")
        head, take, marks = parts[1], _cards(parts[2] or NONE), len(parts[3])
        seat = match.dealer if head == "=" else turn
        if head == "=":
            event = Event(seat, None, take, marks, "opening")
        elif head == "x":
            event = Event(seat, None, take, marks, "take_left")
        else:
            event = Event(seat, _cards(head.removesuffix("x"))[0], take, marks)
            turn = (turn + 1) % players
        if take:
            side, last_taker = scoring.side_of(seat, players), seat
            piles[side] += take if event.card is None else (*take, event.card)
            escopas[side] += marks
        events.append(event)
    return msgspec.structs.replace(
        match, turn=turn, piles=tuple(piles), escopas=tuple(escopas), last_taker=last_taker, plays=tuple(events)
    )


def _with_moment(match: Match, phase: str, ending: str) -> Match:
    """The match with all that its phase and its end say; `match.turn` is who would play the next card."""
    if phase not in get_args(Phase):
        raise NotAState(f"no phase: {phase!r}")
    dealt = bool(match.stock or match.table or any(match.hands) or match.plays)
    counted = len(match.sheet) == match.round
    if not counted and len(match.sheet) != match.round - 1:
        raise NotAState(f"{len(match.sheet)} finished rounds in round {match.round}")
    if counted:
        match = _with_leftovers(match)
    if len(match.hands) != match.players:
        raise NotAState(f"{len(match.hands)} hands of {match.players} players")
    if dealt:
        _check_cards(match)
    winner = scoring.winning_side(match.points, match.options.goal) if counted else None
    here = "dealing" if not dealt else "playing" if not counted else "round_over" if winner is None else "over"
    reason, _, culprit = ending.partition(":")
    if reason == "points" and here == phase == "over" and winner is not None:
        seats = scoring.seats_of(winner, match.players)
        return msgspec.structs.replace(match, phase="over", turn=None, winners=seats, reason="points")
    turn = match.turn if here == "playing" else None
    before = msgspec.structs.replace(match, phase=msgspec.convert(here, Phase), turn=turn, left=_left(match, here))
    if phase == here and ending == NONE:
        return before
    if phase != "over" or here == "over":
        raise NotAState(f"this is {here}, not {phase}")
    forfeit = msgspec.convert({"type": "forfeit", "seat": _number(culprit), "reason": reason}, Forfeit)
    try:
        return apply(before, forfeit)
    except Refusal as refusal:
        raise NotAState(f"no end of a match: {ending!r}") from refusal


def _with_leftovers(match: Match) -> Match:
    """The piles of a round that is over hold what lay on the table."""
    line = match.sheet[-1]
    if match.last_taker != line.last_taker or match.table or match.stock or any(match.hands):
        raise NotAState("the last line of the sheet is not the round that was played")
    piles = list(match.piles)
    if line.last_taker is not None:
        piles[scoring.side_of(line.last_taker, match.players)] += line.leftovers
    hauls = [scoring.haul(pile) for pile in piles]
    lines, _ties = scoring.side_scores(hauls, match.escopas, [side.total - side.points for side in line.sides])
    if lines != line.sides:
        raise NotAState("the last line of the sheet is not what the piles count")
    return msgspec.structs.replace(match, piles=tuple(piles))


def _check_cards(match: Match) -> None:
    """All 40 cards are somewhere, each once, and in hands and stock as many as the plays say."""
    places = [*match.hands, match.table, match.stock, *match.piles]
    if len(match.sheet) == match.round and match.last_taker is None:
        places.append(match.sheet[-1].leftovers)
    known = sorted(card for place in places for card in place)
    if known != sorted(DECK_40):
        raise NotAState("hands, table, stock and takes are not the 40 cards, one of each")
    players = match.players
    deals, played = divmod(sum(event.card is not None for event in match.plays), HAND * players)
    first = match.dealer + 1
    sizes = [HAND - (played + players - 1 - (seat - first) % players) // players for seat in range(players)]
    in_stock = len(DECK_40) - OPENING_TABLE - HAND * players * (deals + 1)
    if in_stock < 0:
        sizes, in_stock = [0] * players, 0
    if [len(hand) for hand in match.hands] != sizes or len(match.stock) != in_stock:
        raise NotAState(f"after these plays the hands have {sizes} cards and the stock {in_stock}")


def _left(match: Match, here: str) -> str | None:
    """The card of a 15 that the seat on turn may still take: what the last event left, if it made 15 there (X6)."""
    if here != "playing" or not match.plays or match.plays[-1].kind != "play" or match.plays[-1].take:
        return None
    card = match.plays[-1].card
    table = match.table[:-1]
    if card is None or match.table[-1:] != (card,) or not makes_15(table, card):
        return None
    return card
