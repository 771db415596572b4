"""Plays the hand-computed cases of Escopa, whose words differ from the engine's."""

from __future__ import annotations

from typing import Any

import escopa
from cards.card import DECK_40
from cards.game import Refusal
from escopa import Deal, Forfeit, Match, NextRound, Options, Play, TakeLeft
from escopa.scoring import SideScore
from tests import cases

_PHASES = {"dealing": "deal", "over": "finished"}
_REASONS = {"resigned": "desistir", "left": "sair", "absent": "absence"}
_CODES = {"not_seated": "no_such_seat"}
_WAIT_H = 48  # what the table, not the game, knows of X14


def run_case(case: dict[str, Any]) -> Match:
    """Plays the case; an AssertionError says at which step the engine disagrees."""
    match = escopa.start(Options(case["options"]["goal"]), case["players"], case["dealer"])
    return cases.run(case, escopa, match, _action, state_value, _CODES)


def _action(match: Match, step: dict[str, Any]) -> escopa.Action:
    do, seat = step["do"], step.get("seat", -1)
    if do == "feed":
        return Deal(tuple(step["deck"].split()))
    if do == "play":
        return Play(seat, step["card"], tuple(step["take"]))
    if do == "take_left":
        return TakeLeft(seat, tuple(step["take"]))
    if do == "next_round":
        return NextRound(seat)
    if do == "forfeit":
        return Forfeit(seat, "resigned" if step["how"] == "desistir" else "left")
    assert do == "absence", f"no such step: {do}"
    # The table checks the time and who asks, then says who was absent.
    if match.turn is None or not escopa.may_end(match, step["by"]):
        raise Refusal("not_your_right", "Só outro jogador.")
    if step["waited_h"] <= _WAIT_H:
        raise Refusal("too_early", "Ainda não.")
    return Forfeit(match.turn, "absent")


def state_value(match: Match, key: str) -> Any:
    """The match's value under the cases' key, in the cases' form."""
    if key == "phase":
        return _PHASES.get(match.phase, match.phase)
    if key == "reason":
        return _REASONS.get(match.reason or "", match.reason)
    if key == "winners":
        return list(match.winners) or None
    if key == "hands":
        return [_in_deck_order(hand) for hand in match.hands]
    if key == "table":
        return _in_deck_order(match.table)
    if key == "leftover_sum":
        return match.sheet[-1].leftover_sum
    if key == "round_result":
        return [_result(side) for side in match.sheet[-1].sides]
    if key == "legal":
        return _legal(match)
    value = getattr(escopa.view(match, None), key)
    return list(value) if isinstance(value, tuple) else value


def _result(side: SideScore) -> dict[str, int]:
    return {
        "escopas": side.escopas,
        "cards": side.cards_points,
        "ouros": side.diamonds_points,
        "sete_de_ouros": int(side.seven_of_diamonds),
        "setes": side.sevens_points,
        "total": side.points,
    }


def _legal(match: Match) -> dict[str, Any]:
    """What `legal_actions` offers the seat on turn."""
    assert match.turn is not None
    left: list[list[str]] = []
    plays: dict[str, list[list[str]]] = {card: [] for card in match.hands[match.turn]}
    for action in escopa.legal_actions(match, match.turn):
        if isinstance(action, TakeLeft):
            left.append(_in_deck_order(action.take))
        elif isinstance(action, Play) and action.take:
            plays[action.card].append(_in_deck_order(action.take))
    return {"left": sorted(left), "play": {card: sorted(sets) for card, sets in plays.items()}}


def _in_deck_order(cards: tuple[str, ...]) -> list[str]:
    return sorted(cards, key=DECK_40.index)
