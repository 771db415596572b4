"""Plays the hand-computed cases of Espadas, whose words differ from the engine's."""

from __future__ import annotations

from typing import Any

import spades
from cards.game import Refusal
from spades import Accuse, Bid, Deal, Forfeit, Match, NextRound, Options, Play
from spades.actions import Action
from tests import cases

_PHASES = {"dealing": "deal", "over": "finished"}
_REASONS = {
    "renege": "accusation_true",
    "false_accusation": "accusation_false",
    "resigned": "desistir",
    "left": "sair",
    "absent": "absence",
}
_WAIT_H = 48  # what the table, not the game, knows of E19


def run_case(case: dict[str, Any]) -> Match:
    """Plays the case; an AssertionError says at which step the engine disagrees."""
    options = case["options"]
    renege = {"permitir": "allowed", "impedir": "prevented"}[options["renege"]]
    match = spades.start(Options(options["goal"], renege), case["players"], case["dealer"])  # type: ignore[arg-type]
    return cases.run(case, spades, match, _action, state_value)


def _action(match: Match, step: dict[str, Any]) -> Action:
    do, seat = step["do"], step.get("seat", -1)
    if do == "feed":
        return Deal(tuple(step["deck"].split()))
    if do == "bid":
        return Bid(seat, step["bid"])
    if do == "play":
        return Play(seat, step["card"])
    if do == "accuse":
        return Accuse(seat, step["accused"])
    if do == "next_round":
        return NextRound(seat)
    if do == "forfeit":
        return Forfeit(seat, "resigned" if step["how"] == "desistir" else "left")
    assert do == "absence", f"no such step: {do}"
    # The table checks the time and who asks, then says who was absent.
    if step["waited_h"] <= _WAIT_H:
        raise Refusal("not_yet", "Ainda não.")
    if match.turn is None or not spades.may_end(match, step["by"]):
        raise Refusal("not_the_other_pair", "Só a outra dupla.")
    return Forfeit(match.turn, "absent")


def state_value(match: Match, key: str) -> Any:
    """The match's value under the cases' key, in the cases' form."""
    view = spades.view(match, None)
    value: Any
    if key == "phase":
        return _PHASES.get(match.phase, match.phase)
    if key == "reason":
        return _REASONS.get(match.reason or "", match.reason)
    if key == "legal":
        assert match.turn is not None
        actions = spades.legal_actions(match, match.turn)
        value = [action.card for action in actions if isinstance(action, Play)]
        value += [action.tricks for action in actions if isinstance(action, Bid)]
        return value
    if key in ("winners", "decided_for"):
        return list(getattr(match, key)) or None
    if key == "hands":
        return [list(hand) for hand in match.hands]
    value = getattr(view, key)
    if key == "trick":
        return [list(play) for play in value]
    return list(value) if isinstance(value, tuple) else value
