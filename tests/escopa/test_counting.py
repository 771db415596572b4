"""X8 to X11: the end of a round, its points, what is left over, and who has won."""

from __future__ import annotations

import random

import msgspec
import pytest

import escopa
from cards.card import DECK_40
from cards.game import NotAnAction
from escopa import Match, NextRound, scoring
from escopa.captures import total
from escopa.scoring import Haul, haul
from tests.escopa.building import done, last_cards, new, random_match, random_round


def lines(hauls: list[Haul], escopas: list[int] | None = None) -> list[int]:
    """The round's points by side."""
    return [line.points for line in scoring.side_scores(hauls, escopas or [0] * len(hauls), [0] * len(hauls))[0]]


def test_X8_the_leftovers_go_to_the_last_taker_without_an_escopa() -> None:
    match = msgspec.structs.replace(last_cards(["3H", ""], "7D", ["", ""], 1), turn=0)  # S5 b
    over = done(match, "3H")
    assert over.piles[1][-2:] == ("7D", "3H")
    line = over.sheet[-1]
    assert (line.leftovers, line.leftover_sum, line.last_taker) == (("7D", "3H"), 10, 1)
    assert line.sides[1].seven_of_diamonds and line.sides[1].cards == 2
    assert over.escopas == (0, 0) and over.table == ()


def test_X8_an_empty_table_and_a_last_king_are_no_escopa() -> None:
    match = msgspec.structs.replace(last_cards(["KS", ""], "", ["", "2C 3C"], 1), turn=0)  # S5 c
    over = done(match, "KS")
    assert over.sheet[-1].leftovers == ("KS",) and over.piles[1] == ("2C", "3C", "KS")
    assert [side.escopas for side in over.sheet[-1].sides] == [0, 0]


def test_X8_the_last_card_may_take_and_make_its_player_the_last_taker() -> None:
    match = msgspec.structs.replace(last_cards(["QS", ""], "7D KC", ["", ""], 1), turn=0)
    over = done(match, "QS 7D")
    assert over.sheet[-1].last_taker == 0 and over.sheet[-1].leftovers == ("KC",)
    assert over.taken == (40, 0)


def test_X8_if_nobody_took_anything_the_leftovers_go_to_nobody() -> None:
    match = new(2)
    match = escopa.apply(match, escopa.Deal(DECK_40))
    while match.turn is not None:
        match = done(match, match.hands[match.turn][0])
    assert (match.taken, match.points) == ((0, 0), (0, 0))
    line = match.sheet[-1]
    assert (line.last_taker, line.leftover_sum, len(line.leftovers)) == (None, 220, 40)
    assert line.ties == ("cards", "diamonds", "sevens")


def test_X8_partners_pile_together() -> None:
    for seed in range(10):
        over = random_round(new(4), random.Random(seed))[-1]
        by_seat = [
            sum(len(e.take) + (e.card is not None) for e in over.plays if e.take and e.seat == s) for s in range(4)
        ]
        leftovers = over.sheet[-1].leftovers
        taker = over.sheet[-1].last_taker
        assert taker is not None
        by_seat[taker] += len(leftovers)
        assert over.taken == (by_seat[0] + by_seat[2], by_seat[1] + by_seat[3])


def test_X9_each_escopa_counts_one() -> None:
    none = Haul(20, 5, 2, False)
    assert lines([none, none], [3, 1]) == [3, 1]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((21, 19), (1, 0)),
        ((19, 21), (0, 1)),
        ((20, 20), (0, 0)),
        ((30, 10), (1, 0)),
        ((31, 9), (2, 0)),
        ((0, 40), (0, 2)),
        ((22, 9, 9), (2, 0, 0)),
        ((21, 10, 9), (1, 0, 0)),
        ((9, 9, 22), (0, 0, 2)),
        ((15, 15, 10), (0, 0, 0)),
        ((0, 0), (0, 0)),
    ],
)
def test_X9_most_cards_two_if_every_other_side_took_fewer_than_10(
    counts: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert scoring.cards_points(counts) == points


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((6, 4), (1, 0)),
        ((4, 6), (0, 1)),
        ((5, 5), (0, 0)),
        ((9, 1), (1, 0)),
        ((10, 0), (2, 0)),
        ((4, 4, 2), (0, 0, 0)),
        ((4, 3, 3), (1, 0, 0)),
        ((0, 0, 10), (0, 0, 2)),
    ],
)
def test_X9_most_diamonds_two_with_all_ten(counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert scoring.diamonds_points(counts) == points


@pytest.mark.parametrize(
    ("counts", "points"),
    [((3, 1), (1, 0)), ((2, 2), (0, 0)), ((0, 4), (0, 2)), ((2, 1, 1), (1, 0, 0)), ((0, 0, 0), (0, 0, 0))],
)
def test_X9_most_sevens_two_with_all_four(counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert scoring.sevens_points(counts) == points


def test_X9_four_sevens_are_three_points_with_the_seven_of_diamonds() -> None:
    assert lines([Haul(20, 5, 4, True), Haul(20, 5, 0, False)]) == [3, 0]
    assert lines([Haul(20, 5, 3, False), Haul(20, 5, 1, True)]) == [1, 1]


def test_X9_everything_to_one_side_is_seven_points() -> None:
    pile = haul(DECK_40)
    assert pile == Haul(40, 10, 4, True)
    assert lines([haul(()), pile]) == [0, 7]


def test_X9_ties_are_told_and_bring_nobody_a_point() -> None:
    scores, ties = scoring.side_scores([Haul(20, 5, 2, True), Haul(20, 5, 2, False)], [0, 0], [3, 4])
    assert ties == ("cards", "diamonds", "sevens")
    assert [line.points for line in scores] == [1, 0]
    assert [line.total for line in scores] == [4, 4]
    assert scoring.side_scores([Haul(21, 5, 3, True), Haul(19, 5, 1, False)], [0, 0], [0, 0])[1] == ("diamonds",)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_X10_the_leftovers_sum_10_and_a_multiple_of_15_and_piles_end_at_40(players: int) -> None:
    rng = random.Random(players)
    sums = set()
    for _ in range(60):
        over = random_round(new(players), rng)[-1]
        line = over.sheet[-1]
        assert line.leftovers and total(line.leftovers) == line.leftover_sum
        assert line.leftover_sum % 15 == 10
        assert sum(over.taken) == 40 and sorted(card for pile in over.piles for card in pile) == sorted(DECK_40)
        assert sum(e.escopas for e in over.plays) == sum(over.escopas) == sum(side.escopas for side in line.sides)
        assert over.plays[-1].escopas == 0
        sums.add(line.leftover_sum)
    assert len(sums) > 1


SECOND_PILES = {
    1: "AD 2D 3D 4D 5D 7C 7H AC 2C 3C 4C 5C 6C QC JC KC AH 2H 3H 4H",  # ties but for the seven of diamonds
    4: "AD 7C AC 2C 3C 4C 5C 6C QC JC KC",  # side 0 has most of everything
}
"""By the points that side 0 then makes with all other cards: what side 1 took."""


def ended(points: tuple[int, ...], round_points: int, goal: int = 21) -> Match:
    """The match after a round in which side 0 made `round_points` and side 1 nothing, from these points."""
    match = last_cards(["KS", ""], "", ["", SECOND_PILES[round_points]], 0)
    match = msgspec.structs.replace(match, turn=0, points=points, options=escopa.Options(goal))
    over = done(match, "KS")
    assert [side.points for side in over.sheet[-1].sides] == [round_points, 0]
    assert tuple(side.total for side in over.sheet[-1].sides) == over.points
    return over


def test_X11_the_goal_is_reached_at_the_end_of_a_round() -> None:
    over = ended((17, 20), 4)
    assert (over.points, over.phase, over.turn) == ((21, 20), "over", None)
    assert (over.winners, over.reason, over.culprit) == ((0,), "points", None)


def test_X11_below_the_goal_the_match_goes_on() -> None:
    over = ended((16, 20), 4)
    assert (over.points, over.phase, over.winners, over.reason) == ((20, 20), "round_over", (), None)


def test_X11_21_does_not_end_a_match_to_31() -> None:
    assert ended((17, 20), 4, goal=31).phase == "round_over"
    assert ended((27, 30), 4, goal=31).winners == (0,)


def test_X11_who_has_most_wins_not_who_was_there_first() -> None:
    over = ended((17, 24), 4)
    assert (over.points, over.winners) == ((21, 24), (1,))


def test_X11_a_tie_for_first_place_needs_more_rounds() -> None:
    over = ended((20, 24), 4)
    assert (over.points, over.phase, over.winners) == ((24, 24), "round_over", ())
    again = ended((24, 24), 1)
    assert (again.points, again.winners) == ((25, 24), (0,))


@pytest.mark.parametrize(
    ("points", "goal", "winner"),
    [
        ((21, 21, 5), 21, None),
        ((21, 20, 5), 21, 0),
        ((22, 23, 23), 21, None),
        ((30, 12, 31), 31, 2),
        ((20, 20), 21, None),
    ],
)
def test_X11_one_side_must_be_ahead_of_all(points: tuple[int, ...], goal: int, winner: int | None) -> None:
    assert scoring.winning_side(points, goal) == winner


@pytest.mark.parametrize("goal", [20, 0, -21, 22, 500, "21", 21.0, None, True])
def test_X11_only_21_and_31_are_goals(goal: object) -> None:
    with pytest.raises(NotAnAction) as refusal:
        escopa.start(escopa.Options(goal), 2)  # type: ignore[arg-type]
    assert refusal.value.code == "bad_options"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_X11_random_matches_end_with_one_side_ahead(players: int) -> None:
    for seed in range(4):
        over = random_match(players, random.Random(seed))[-1]
        best = max(over.points)
        assert best >= 21 and over.points.count(best) == 1
        side = over.points.index(best)
        assert over.winners == ((side, side + 2) if players == 4 else (side,))
        assert over.points == tuple(sum(line.sides[s].points for line in over.sheet) for s in range(len(over.points)))
        assert [line.round for line in over.sheet] == list(range(1, over.round + 1))


def test_X11_the_points_of_a_new_round_start_from_the_old() -> None:
    over = ended((3, 8), 4)
    fresh = escopa.apply(over, NextRound(1))
    assert fresh.points == (7, 8) and fresh.sheet == over.sheet
    assert (fresh.escopas, fresh.taken, fresh.plays, fresh.last_taker) == ((0, 0), (0, 0), (), None)
