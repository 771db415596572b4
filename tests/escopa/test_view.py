"""T6 in Escopa: a view shows the table, and nothing of hands, stock and what others could take."""

from __future__ import annotations

import random

import msgspec
import pytest

import escopa
from escopa.view import View
from tests.escopa.building import dealt, done, new, random_match

PUBLIC = ("phase", "turn", "dealer", "round", "points", "winners", "reason", "culprit", "table", "taken", "escopas")


def test_a_watcher_sees_the_table_and_no_hand() -> None:
    match = dealt(["3C 4C 5C", "6C 7C QC"], "2H 3H KH 5H")
    watching = escopa.view(match, None)
    assert (watching.seat, watching.hand, watching.hand_sizes) == (None, (), (3, 3))
    assert (watching.table, watching.stock, watching.goal) == (("2H", "3H", "KH", "5H"), 30, 21)
    assert [getattr(watching, name) for name in PUBLIC] == [getattr(match, name) for name in PUBLIC]


def test_a_seat_sees_its_own_hand() -> None:
    match = dealt(["3C 4C 5C", "6C 7C QC"], "2H 3H KH 5H")
    assert [escopa.view(match, seat).hand for seat in (0, 1)] == [("3C", "4C", "5C"), ("6C", "7C", "QC")]


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_only_the_seat_on_turn_is_told_the_takes_of_the_left_15(seat: int | None) -> None:
    match = done(dealt(["3C 4C 5C", "6C 7C QC", "AC 2C KC"], "2H 3H KH 5H"), "QC")
    shown = escopa.view(match, seat)
    assert (shown.left, shown.left_by, shown.turn) == ("QC", 1, 2)
    assert shown.left_sets == ((("2H", "5H", "QC"),) if seat == 2 else ())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_of_two_seats_differ_only_in_what_is_their_own(players: int) -> None:
    own = {"seat": None, "hand": (), "left_sets": ()}
    for match in random_match(players, random.Random(players)):
        public = {
            msgspec.json.encode(msgspec.structs.replace(escopa.view(match, seat), **own)) for seat in range(players)
        }
        assert public == {msgspec.json.encode(escopa.view(match, None))}


def test_the_piles_lie_face_down() -> None:
    """The counts are shown; which cards they are stands in the history only, where everybody saw them go."""
    names = {field.name for field in msgspec.structs.fields(View)}
    assert "piles" not in names and {"taken", "plays"} <= names


def test_the_last_round_stays_on_the_sheet_when_a_new_one_begins() -> None:
    states = random_match(2, random.Random(5))
    over = next(state for state in states if state.phase == "round_over")
    fresh = escopa.apply(over, escopa.NextRound(0))
    shown = escopa.view(fresh, 0)
    assert shown.sheet == over.sheet and shown.plays == () and shown.taken == (0, 0)
    assert escopa.view(new(), 0).sheet == ()
