"""The three kinds of refusal, and the actions that all games share."""

from __future__ import annotations

import msgspec
import pytest

from cards.game import AmbiguousAction, Deal, Forfeit, IllegalAction, NextRound, NotAnAction, Refusal


@pytest.mark.parametrize("kind", [NotAnAction, IllegalAction, AmbiguousAction])
def test_a_refusal_has_a_code_for_programs_and_a_sentence_for_people(kind: type[Refusal]) -> None:
    refusal = kind("not_your_turn", "Ainda não é a sua vez.")
    assert (refusal.code, refusal.text) == ("not_your_turn", "Ainda não é a sua vez.")
    assert str(refusal) == "not_your_turn: Ainda não é a sua vez."
    assert isinstance(refusal, ValueError)


def test_the_three_kinds_are_told_apart_and_whoever_catches_the_refusal_of_apply_catches_all() -> None:
    for kind, other in ((NotAnAction, AmbiguousAction), (AmbiguousAction, NotAnAction)):
        assert issubclass(kind, IllegalAction)
        assert not issubclass(kind, other)
        assert not issubclass(IllegalAction, kind)


@pytest.mark.parametrize(
    ("json", "action"),
    [
        ('{"type":"deal","deck":["2C","3C"]}', Deal(("2C", "3C"))),
        ('{"type":"next_round","seat":2}', NextRound(2)),
        ('{"type":"forfeit","seat":0,"reason":"left"}', Forfeit(0, "left")),
    ],
)
def test_shared_actions_by_their_type(json: str, action: Deal | NextRound | Forfeit) -> None:
    kinds = Deal | NextRound | Forfeit
    assert msgspec.json.decode(json, type=kinds) == action
    assert msgspec.json.encode(action).decode() == json


@pytest.mark.parametrize(
    "json",
    [
        '{"type":"forfeit","seat":0,"reason":"bored"}',
        '{"type":"forfeit","seat":"0","reason":"left"}',
        '{"type":"next_round"}',
        '{"type":"next_round","seat":1.5}',
        '{"type":"deal","deck":["1C"]}',
        '{"type":"peek","seat":1}',
        '{"seat":1}',
    ],
)
def test_what_does_not_fit_is_no_action(json: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json, type=Deal | NextRound | Forfeit)
