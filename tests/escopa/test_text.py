"""A state as one line of text, and actions as short text: there and back, and the three ways to be wrong."""

from __future__ import annotations

import random

import msgspec
import pytest

import escopa
from cards.card import DECK_40
from cards.game import AmbiguousAction, ForfeitReason, NotAnAction, NotAState
from escopa import Deal, Forfeit, IllegalAction, NextRound, Play, TakeLeft, moves, notation
from tests.escopa.building import dealt, done, new, random_match

REASONS: tuple[ForfeitReason, ...] = ("resigned", "left")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_state_of_a_match_is_a_line_that_parses_back(players: int) -> None:
    lines = set()
    states = random_match(players, random.Random(players))
    for state in states:
        line = notation.to_text(state)
        assert "\n" not in line and notation.from_text(line) == state
        lines.add(line)
        if state.phase != "over":
            for reason in REASONS:
                given_up = escopa.apply(state, Forfeit(players - 1, reason))
                assert notation.from_text(notation.to_text(given_up)) == given_up
    assert len(lines) == len(states)


def test_a_line_looks_as_documented() -> None:
    match = done(dealt(["3C 4C 5C", "6C 7C QC"], "2H 3H KH 5H"), "QC 2H 5H", "3C")
    line = notation.to_text(match)
    assert line.startswith("21:2 1:0:playing QCx2H5H,3C 4C5C/6C7C 3HKH3C AC2CJCKCAD")
    assert line.endswith("JSKS - -")


@pytest.mark.parametrize(
    ("old", "new_text"),
    [
        ("21:2", "22:2"),
        ("21:2", "21:5"),
        ("21:2", "21"),
        ("1:0:playing", "2:0:playing"),
        ("1:0:playing", "1:2:playing"),
        ("1:0:playing", "1:0:dealing"),
        ("1:0:playing", "1:0:round_over"),
        ("1:0:playing", "1:0:over"),
        ("1:0:playing", "1:0:bidding"),
        ("QCx2H5H,3C", "QCx2H5H"),
        ("QCx2H5H,3C", "QCx2H9H,3C"),
        ("QCx2H5H,3C", "qcx2h5h,3c"),
        ("4C5C/6C7C", "4C5C"),
        ("4C5C/6C7C", "4C4C/6C7C"),
        ("4C5C/6C7C", "4C5C/6C7C/-"),
        (" - -", " - resigned:7"),
        (" - -", " - bored:1"),
        (" - -", " 20.5.2.1.0=0=KC -"),
        (" - -", " -"),
        (" - -", " - - "),
    ],
)
def test_a_line_that_is_no_state_is_refused(old: str, new_text: str) -> None:
    line = notation.to_text(done(dealt(["3C 4C 5C", "6C 7C QC"], "2H 3H KH 5H"), "QC 2H 5H", "3C"))
    assert notation.from_text(line)
    assert old in line
    with pytest.raises(NotAState):
        notation.from_text(line.replace(old, new_text))


@pytest.mark.parametrize("text", ["", "-", "21:2", " " * 7, "21:2 1:0:dealing - - - - - -", "a b c d e f g h"])
def test_other_text_is_no_state(text: str) -> None:
    with pytest.raises(NotAState):
        notation.from_text(text)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_is_a_text_that_parses_back(players: int) -> None:
    for state in random_match(players, random.Random(10 + players)):
        for seat in range(players):
            for action in escopa.legal_actions(state, seat):
                assert moves.from_text(state, moves.to_text(action)) == action


def test_a_deal_is_a_text_too() -> None:
    deal = Deal(DECK_40)
    assert moves.from_text(new(), moves.to_text(deal)) == deal


def test_texts_of_actions() -> None:
    assert moves.to_text(Play(1, "7S", ("QC",))) == "1:7SxQC"
    assert moves.to_text(Play(0, "7S")) == "0:7S-"
    assert moves.to_text(TakeLeft(2, ("QC", "7S"))) == "2:xQC7S"
    assert moves.to_text(NextRound(3)) == "3:next"
    assert moves.to_text(Forfeit(0, "resigned")) == "0:resigned"


@pytest.fixture
def two_ways() -> escopa.Match:
    """Seat 1 holds 7S (two ways to take), 6H (none) and 6D (none); seat 0 the rest."""
    return dealt(["3D 4H 5H", "7S 6H 6D"], "QC 5C 3C KC")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("7SxQC", Play(1, "7S", ("QC",))),
        ("1:7SxQC", Play(1, "7S", ("QC",))),
        (" 7Sx3C5C ", Play(1, "7S", ("3C", "5C"))),
        ("7S-", Play(1, "7S")),
        ("7-", Play(1, "7S")),
        ("7xQC", Play(1, "7S", ("QC",))),
        ("6H", Play(1, "6H")),
        ("0:left", Forfeit(0, "left")),
        ("absent", Forfeit(1, "absent")),
    ],
)
def test_texts_and_shorthands(two_ways: escopa.Match, text: str, action: escopa.Action) -> None:
    assert moves.from_text(two_ways, text) == action


def test_a_shorthand_for_the_left_15() -> None:
    match = done(dealt(["3D 4H 5H", "7S 6H 6D"], "QC 5C 2C KC"), "7S")
    assert moves.from_text(match, "x") == TakeLeft(0, ("QC", "7S"))
    assert moves.from_text(match, "x7SQC") == TakeLeft(0, ("7S", "QC"))


@pytest.mark.parametrize("text", ["7S", "7", "7Sx", "7x", "6", "6-"])
def test_a_shorthand_that_fits_several_moves_is_ambiguous(two_ways: escopa.Match, text: str) -> None:
    with pytest.raises(AmbiguousAction) as refusal:
        moves.from_text(two_ways, text)
    assert refusal.value.code == "ambiguous" and refusal.value.text.endswith(".")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("7Sx5C", "not_15"),
        ("6Hx", "not_15"),
        ("6x", "not_15"),
        ("7x5C", "not_15"),
        ("2H", "not_in_hand"),
        ("2", "not_in_hand"),
        ("2H-", "not_in_hand"),
        ("3D-", "not_in_hand"),
        ("0:3D", "not_your_turn"),
        ("0:3", "not_your_turn"),
        ("3:7S", "no_such_seat"),
        ("x", "no_left_15"),
        ("xQC7S", "no_left_15"),
        ("next", "wrong_phase"),
        ("0:absent", "not_awaited"),
    ],
)
def test_an_action_that_is_not_allowed_now(two_ways: escopa.Match, text: str, code: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        moves.from_text(two_ways, text)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "text", ["", "8C", "7Z", "7SxQ", "bid 4", "7S QC", "4:7S", "x8C", "1:", "-", "seven", "7SxQC-"]
)
def test_what_is_no_action(two_ways: escopa.Match, text: str) -> None:
    with pytest.raises(NotAnAction) as refusal:
        moves.from_text(two_ways, text)
    assert refusal.value.code == "not_an_action"


def test_without_a_turn_a_seat_must_be_named() -> None:
    with pytest.raises(NotAnAction):
        moves.from_text(new(), "7S")


@pytest.mark.parametrize("thing", [None, "7S", 5, msgspec.UNSET, escopa.Options()])
def test_a_foreign_thing_is_no_action(two_ways: escopa.Match, thing: object) -> None:
    with pytest.raises(NotAnAction):
        escopa.apply(two_ways, thing)  # type: ignore[arg-type]
