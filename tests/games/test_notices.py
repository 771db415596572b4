"""Breaks a game in ways that this suite is there for, and asks whether it notices."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import msgspec
import pytest

from cards.game import Game, IllegalAction, Refusal
from tests.games import test_contract, test_secrets
from tests.games.playing import GAMES, Setup

Broken = Callable[[Any], dict[str, Any]]
"""Gives the names of a game that are to be replaced, from the right game."""


def view_with_the_next_hand(game: Any) -> dict[str, Any]:
    def view(match: Any, seat: int | None) -> Any:
        right = game.view(match, seat)
        return right if seat is None else msgspec.structs.replace(right, hand=match.hands[seat - 1])

    return {"view": view}


def view_with_all_cards_for_watchers(game: Any) -> dict[str, Any]:
    def view(match: Any, seat: int | None) -> Any:
        right = game.view(match, seat)
        return msgspec.structs.replace(right, hand=match.hands[0]) if seat is None else right

    return {"view": view}


def view_with_a_hint(game: Any) -> dict[str, Any]:
    """No card is in it, but a figure that depends on the next hand."""

    def view(match: Any, seat: int | None) -> Any:
        right = game.view(match, seat)
        if seat is None or match.phase == "dealing":
            return right
        return msgspec.structs.replace(right, points=(*right.points, sum(map(game.DECK.index, match.hands[seat - 1]))))

    return {"view": view}


def refusals_with_a_hint(game: Any) -> dict[str, Any]:
    def apply(match: Any, action: Any) -> Any:
        try:
            return game.apply(match, action)
        except Refusal as refusal:
            known = getattr(action, "seat", None) in range(len(match.hands))
            secret = match.hands[action.seat - 1] if known else ()
            raise IllegalAction(refusal.code, " ".join([refusal.text, *secret])) from None

    return {"apply": apply}


def one_legal_action_too_few(game: Any) -> dict[str, Any]:
    return {"legal_actions": lambda match, seat: game.legal_actions(match, seat)[1:]}


def a_loose_apply(game: Any) -> dict[str, Any]:
    def apply(match: Any, action: Any) -> Any:
        try:
            return game.apply(match, action)
        except Refusal:
            return match

    return {"apply": apply}


def an_ending_for_oneself(game: Any) -> dict[str, Any]:
    return {"may_end": lambda match, seat: match.turn is not None}


FAULTS: list[tuple[Broken, Callable[[Setup], Any]]] = [
    (view_with_the_next_hand, lambda setup: test_secrets.test_no_hidden_card_is_in_a_view(setup, 0)),
    (view_with_all_cards_for_watchers, lambda setup: test_secrets.test_no_hidden_card_is_in_a_view(setup, 0)),
    (view_with_a_hint, lambda setup: test_secrets.test_nothing_that_a_seat_gets_depends_on_hidden_cards(setup, 0)),
    (refusals_with_a_hint, lambda setup: test_secrets.test_nothing_that_a_seat_gets_depends_on_hidden_cards(setup, 0)),
    (one_legal_action_too_few, lambda setup: test_contract.test_legal_actions_are_what_apply_accepts(setup, 0)),
    (a_loose_apply, lambda setup: test_contract.test_legal_actions_are_what_apply_accepts(setup, 0)),
    (a_loose_apply, test_contract.test_only_the_whole_deck_is_dealt_and_only_once),
    (
        an_ending_for_oneself,
        lambda setup: test_contract.test_an_absent_player_may_be_ended_by_others_only_while_awaited(setup, 0),
    ),
]


def altered(game: Any, broken: Broken) -> Any:
    copy = ModuleType(game.__name__)
    copy.__dict__.update({**vars(game), **broken(game)})
    return copy


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.SLUG)
@pytest.mark.parametrize(("broken", "test"), FAULTS, ids=lambda part: getattr(part, "__name__", ""))
def test_a_broken_game_is_noticed(game: Game, broken: Broken, test: Callable[[Setup], Any]) -> None:
    setup = Setup(game, game.Options(), game.PLAYERS[-1])
    test(setup)
    with pytest.raises(AssertionError):
        test(setup._replace(game=altered(game, broken)))
