"""A match from its start to its end and the rematch: pairs, acts of people and robots, giving up (T4, T10)."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from cards.game import Deal, Forfeit, ForfeitReason
from tables.commands.change import Asked, Step, by_creator, change, not_started, seated
from tables.commands.expiry import expired
from tables.dealing import deal
from tables.models import Table
from tables.refusals import TableRefusal, not_an_action, stale
from tables.state import TableState

_NUMBER: Final = re.compile(r"\s*+[+-]?\.?\d[\d_]*+(\.[\d_]*+)?(e[+-]?\d++)?\s*+", re.IGNORECASE)


def start(code: str, asked: Asked, partner: int | None) -> TableState:
    """Begin the first match; `partner` is the seat to be opposite the creator (T4), None without pairs."""

    def decide(table: TableState, now: datetime) -> Step:
        by_creator(table, asked)
        not_started(table)
        if len(table.seats) not in table.rules.PLAYERS:
            raise TableRefusal("too_few", "Ainda falta gente para começar.")
        pairs = table.rules.pairs(len(table.seats))
        if pairs == "must" and partner is None:
            raise TableRefusal("bad_choice", "Escolha o seu parceiro antes de começar.")
        return _begin(table, None if pairs == "never" else partner, now)

    return change(code, asked, decide)


def act(code: str, asked: Asked, form: dict[str, Any]) -> TableState:
    """An action of the game by a seated player; `form` is its JSON as text, without the seat."""

    def decide(table: TableState, now: datetime) -> Step:
        seat = seated(table, asked)
        if form.get("seat", str(seat)) != str(seat):
            raise TableRefusal("not_yours", "Esse lugar não é seu.")
        action = _parse(table.rules, {**form, "seat": seat})
        return _play(playing(table), action, now)

    return change(code, asked, decide, missed=_too_late)


def robot_act(table: TableState, action: Any) -> TableState:
    """A robot's action on the very state it was chosen for; stale if the table has moved on."""

    def decide(now_there: TableState, now: datetime) -> Step:
        if not now_there.robot_turn or action.seat != now_there.match.turn:
            raise stale()
        return _play(now_there, action, now)

    return change(table.code, Asked(None, table.version), decide)


def resign(code: str, asked: Asked) -> TableState:
    """DESISTIR: the match is lost, the player stays at the table (E18, X13)."""

    def decide(table: TableState, now: datetime) -> Step:
        return forfeit(table, seated(table, asked), "resigned", now)

    return change(code, asked, decide)


def leave(code: str, asked: Asked) -> TableState:
    """SAIR DO JOGO: during the match it is lost (E18, X13); after it there is no rematch any more (T10)."""

    def decide(table: TableState, now: datetime) -> Step:
        seat = seated(table, asked)
        actions: tuple[Any, ...] = ()
        if table.status == Table.FINISHED:
            if table.seats[seat].gone:
                raise TableRefusal("gone", "Você já saiu desta mesa.")
        else:
            table, actions = forfeit(table, seat, "left", now)
        return _with_seat(table, seat, gone=True), actions

    return change(code, asked, decide)


def agree(code: str, asked: Asked, partner: int | None) -> TableState:
    """QUERO REVANCHE (T10); the creator's `partner` is the seat to be opposite. When all agree it begins."""

    def decide(table: TableState, now: datetime) -> Step:
        seat = seated(table, asked)
        if rematch_of(table) != "open":
            raise TableRefusal("no_rematch", "Não há revanche nesta mesa.")
        if table.seats[seat].agreed:
            raise TableRefusal("agreed", "Você já quis a revanche: falta o resto da mesa.")
        if seat == 0 and table.rules.pairs(len(table.seats)) != "never":
            table = replace(table, rematch_partner=2 if partner is None else _partner(table, partner))
        table = _with_seat(table, seat, agreed=True)
        if all(taken.agreed or taken.robot for taken in table.seats):
            return _begin(table, table.rematch_partner, now)
        return table, ()

    return change(code, asked, decide)


def rematch_of(table: TableState) -> str:
    """`open` while a rematch can be agreed to, `gone` when somebody has left since, "" when none is offered (T10)."""
    if table.status != Table.FINISHED or table.match.reason in ("left", "absent"):
        return ""
    return "gone" if any(seat.gone for seat in table.seats) else "open"


def _play(table: TableState, action: Any, now: datetime) -> Step:
    """The match after an action, with the next deal where it asks for one."""
    match = table.rules.apply(table.match, action)
    actions: tuple[Any, ...] = (action,)
    if match.phase == "dealing":
        dealt = deal(table.rules.DECK)
        match = table.rules.apply(match, dealt)
        actions = (action, dealt)
    after = replace(
        table,
        match=match,
        sequence=table.sequence + len(actions),
        status=Table.FINISHED if match.phase == "over" else table.status,
        turn_since=now,
        last_move_at=now,
    )
    return after, actions


def _begin(table: TableState, partner: int | None, now: datetime) -> Step:
    """The first deal of a new match, the partner seated opposite the creator, the others in their order (T4)."""
    seats = tuple(replace(seat, agreed=False) for seat in table.seats)
    if partner is not None:
        opposite = seats[_partner(table, partner)]
        left, right = (seat for number, seat in enumerate(seats) if number not in (0, partner))
        seats = (seats[0], left, opposite, right)
    dealt = deal(table.rules.DECK)
    match = table.rules.apply(table.rules.start(table.options, len(seats), dealer=0), dealt)
    after = replace(
        table,
        status=Table.PLAYING,
        seats=seats,
        match=match,
        match_number=table.match_number + 1,
        sequence=1,
        rematch_partner=None,
        turn_since=now,
        last_move_at=now,
    )
    return after, (dealt,)


def forfeit(table: TableState, seat: int, reason: ForfeitReason, now: datetime) -> Step:
    """The match lost by a seat. Raises TableRefusal where none is played."""
    return _play(playing(table), Forfeit(seat=seat, reason=reason), now)


def _parse(rules: Any, fields: dict[str, Any]) -> Any:
    """The action that a form's fields say. A deal or the loss of the match is no form of the game's."""
    if any(map(_is_odd_number, fields.values())):
        raise not_an_action()
    try:
        action = msgspec.convert(fields, rules.Action, strict=False)
    except msgspec.ValidationError:
        raise not_an_action() from None
    if isinstance(action, Deal | Forfeit):
        raise not_an_action()
    return action


def _is_odd_number(value: Any) -> bool:
    """Whether it is a number as no form of ours writes one, "5.0", "1e0", "-0": msgspec would take each."""
    if not isinstance(value, str):
        return isinstance(value, list) and any(map(_is_odd_number, value))
    if value[-1:].isalpha() or (len(value) < 4 and value.isascii() and value.isdigit()):
        return False  # as nearly all
    return _NUMBER.fullmatch(value) is not None


def playing(table: TableState) -> TableState:
    """The same table. Raises TableRefusal where no match is played."""
    if table.status == Table.WAITING:
        raise TableRefusal("not_started", "A partida ainda não começou.")
    if table.status == Table.EXPIRED:
        raise expired()
    if table.status != Table.PLAYING:
        raise TableRefusal("over", "A partida já acabou: nada mudou.")
    return table


def _too_late(table: TableState) -> TableRefusal:
    """What to say to an act of the game that came after another one (T13)."""
    if table.status in (Table.FINISHED, Table.EXPIRED):
        return stale("A partida acabou antes da sua jogada, que não contou: veja como foi.")
    return stale()


def _partner(table: TableState, number: int) -> int:
    if not 0 < number < len(table.seats):
        raise TableRefusal("bad_choice", "Escolha o seu parceiro entre os que estão sentados.")
    return number


def _with_seat(table: TableState, number: int, **changes: Any) -> TableState:
    seats = list(table.seats)
    seats[number] = replace(seats[number], **changes)
    return replace(table, seats=tuple(seats))
