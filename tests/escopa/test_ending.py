"""X12 to X14: PRÓXIMA RODADA, giving up, and absence."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import escopa
from escopa import Forfeit, Match, NextRound, Play
from tests.escopa.building import NEUTRAL_TABLE, dealt, done, new, random_round, refuses

HANDS = ["3C 4C 5C", "6C 7C QC", "JC 3D 4D", "5D 6D 7D"]


def moments(players: int) -> dict[str, Match]:
    """A match in every phase in which it goes on."""
    return {
        "dealing": new(players),
        "playing": done(dealt(HANDS[:players], NEUTRAL_TABLE), "6C"),
        "round_over": random_round(new(players), random.Random(3))[-1],
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_X12_any_player_starts_the_next_round_and_nothing_else_does(players: int) -> None:
    over = moments(players)["round_over"]
    assert over.turn is None
    for seat in range(players):
        after = escopa.apply(over, NextRound(seat))
        assert (after.phase, after.round, after.dealer) == ("dealing", 2, 1)
        assert after.hands == ((),) * players
    strangers: list[Any] = [-1, players, 7, "0", None, True, 0.0]
    for seat in strangers:
        refuses(over, NextRound(seat), "no_such_seat")


@pytest.mark.parametrize("phase", ["dealing", "playing"])
def test_X12_no_round_starts_before_the_last_is_over(phase: str) -> None:
    refuses(moments(2)[phase], NextRound(0), "wrong_phase")


def test_X12_nothing_is_played_between_rounds() -> None:
    refuses(moments(2)["round_over"], Play(0, "3C"), "wrong_phase")


@pytest.mark.parametrize("reason", ["resigned", "left"])
@pytest.mark.parametrize("phase", ["dealing", "playing", "round_over"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_X13_whoever_gives_up_loses_and_the_match_ends(players: int, phase: str, reason: str) -> None:
    match = msgspec.structs.replace(moments(players)[phase], points=(5,) * (2 if players == 4 else players))
    for seat in range(players):
        after = escopa.apply(match, Forfeit(seat, reason))  # type: ignore[arg-type]
        assert (after.phase, after.turn, after.reason, after.culprit) == ("over", None, reason, seat)
        others = tuple(other for other in range(players) if other != seat)
        assert after.winners == ((1 - seat % 2, 3 - seat % 2) if players == 4 else others)
        assert after.points == match.points
        refuses(after, Forfeit(seat, reason), "finished")  # type: ignore[arg-type]
        refuses(after, NextRound(0), "finished")
        refuses(after, Play(0, "3C"), "finished")
        assert escopa.legal_actions(after, 0) == ()


@pytest.mark.parametrize(
    ("points", "seat", "winners"),
    [
        ((9, 4, 2), 0, (1,)),
        ((9, 4, 2), 1, (0,)),
        ((9, 4, 2), 2, (0,)),
        ((9, 4, 4), 0, (1, 2)),
        ((4, 9, 4), 2, (1,)),
        ((0, 0, 20), 2, (0, 1)),
    ],
)
def test_X13_without_pairs_the_leader_of_the_others_wins_and_a_tie_is_shared(
    points: tuple[int, ...], seat: int, winners: tuple[int, ...]
) -> None:
    match = msgspec.structs.replace(moments(3)["playing"], points=points)
    assert escopa.apply(match, Forfeit(seat, "resigned")).winners == winners


def test_X13_only_the_points_of_finished_rounds_count() -> None:
    match = msgspec.structs.replace(moments(3)["playing"], points=(0, 3, 2), escopas=(0, 0, 5))
    assert escopa.apply(match, Forfeit(0, "left")).winners == (1,)


def test_X13_in_pairs_the_points_do_not_matter() -> None:
    match = msgspec.structs.replace(moments(4)["playing"], points=(20, 0))
    assert escopa.apply(match, Forfeit(2, "left")).winners == (1, 3)


def test_X13_a_match_is_given_up_by_a_seat_and_for_a_known_reason() -> None:
    match = moments(2)["playing"]
    refuses(match, Forfeit(0, "bored"), "bad_reason")  # type: ignore[arg-type]
    strangers: list[Any] = [-1, 2, None, "1", True]
    for seat in strangers:
        refuses(match, Forfeit(seat, "left"), "no_such_seat")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_X14_any_other_player_may_end_it_for_absence(players: int) -> None:
    match = moments(players)["playing"]
    turn = match.turn
    assert turn is not None
    assert [escopa.may_end(match, seat) for seat in range(players)] == [seat != turn for seat in range(players)]
    assert not any(escopa.may_end(match, seat) for seat in (-1, players, 9))
    after = escopa.apply(match, Forfeit(turn, "absent"))
    assert (after.phase, after.reason, after.culprit) == ("over", "absent", turn)
    assert turn not in after.winners and after.winners


@pytest.mark.parametrize("phase", ["dealing", "round_over"])
def test_X14_nobody_is_absent_where_nobody_is_waited_for(phase: str) -> None:
    match = moments(3)[phase]
    assert not any(escopa.may_end(match, seat) for seat in range(3))
    refuses(match, Forfeit(0, "absent"), "not_awaited")


def test_X14_only_the_seat_on_turn_is_absent() -> None:
    match = moments(3)["playing"]
    for seat in range(3):
        if seat != match.turn:
            refuses(match, Forfeit(seat, "absent"), "not_awaited")
    over = escopa.apply(match, Forfeit(0, "left"))
    assert not any(escopa.may_end(over, seat) for seat in range(3))


def test_X14_the_absent_player_loses_as_by_X13() -> None:
    match = msgspec.structs.replace(moments(3)["playing"], points=(2, 2, 9))
    assert match.turn == 2
    assert escopa.apply(match, Forfeit(2, "absent")).winners == (0, 1)
