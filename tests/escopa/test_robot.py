"""The robot: always legal, from its view alone, quick, sensible, exact at the end, and better than taking greedily."""

from __future__ import annotations

import random
import statistics
import time

import msgspec
import pytest

import escopa
from bench.robot_escopa import FAMILIAR_SEED, Player, any_move, duplicate, greedy
from cards.card import DECK_40
from cards.shuffle import shuffled
from escopa import Deal, Match, NextRound, Play, TakeLeft
from escopa.robot import endgame
from escopa.robot.reading import Reading, chance_of_none
from escopa.robot.worth import Hauls, cards_margins, diamonds_margins, kind_worth, margin, sevens_margins
from tests.escopa.building import dealt, done, last_cards, moves_of, new


def chosen(match: Match, seed: int = 1) -> escopa.Action:
    assert match.turn is not None
    return escopa.choose(escopa.view(match, match.turn), random.Random(seed))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_of_a_match_is_legal_and_quick(players: int) -> None:
    rng = random.Random(players)
    match, times = new(players), []
    while match.phase != "over":
        if match.phase == "dealing":
            match = escopa.apply(match, Deal(shuffled(DECK_40, rng.randrange)))
        elif match.phase == "round_over":
            match = escopa.apply(match, NextRound(0))
        else:
            assert match.turn is not None
            view = escopa.view(match, match.turn)
            started = time.process_time()
            move = escopa.choose(view, rng)
            times.append(time.process_time() - started)
            assert move in moves_of(match)
            match = escopa.apply(match, move)
    assert match.reason == "points"
    assert statistics.quantiles(times, n=100)[98] < 0.005


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_copes_with_the_tables_that_players_by_chance_leave(players: int) -> None:
    rng = random.Random(40 + players)
    for _ in range(12):
        match = escopa.apply(new(players), Deal(shuffled(DECK_40, rng.randrange)))
        while match.turn is not None:
            assert chosen(match) in moves_of(match)
            leaving = [move for move in moves_of(match) if isinstance(move, Play) and not move.take]
            match = escopa.apply(match, rng.choice(leaving))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hidden_cards_dealt_anew_change_no_move(players: int) -> None:
    """The robot sees its view: whatever the others hold and the stock's order, the move is the same."""
    rng = random.Random(players)
    for _ in range(6):
        match = escopa.apply(new(players), Deal(shuffled(DECK_40, rng.randrange)))
        while match.turn is not None:
            seat = match.turn
            others = [other for other in range(players) if other != seat]
            unseen = [*[card for other in others for card in match.hands[other]], *match.stock]
            rng.shuffle(unseen)
            hands = list(match.hands)
            for other in others:
                size = len(match.hands[other])
                hands[other], unseen = tuple(unseen[:size]), unseen[size:]
            twin = msgspec.structs.replace(match, hands=tuple(hands), stock=tuple(unseen))
            move = chosen(match)
            assert chosen(twin) == move
            sent = msgspec.json.decode(msgspec.json.encode(escopa.view(match, seat)), type=escopa.View)
            assert escopa.choose(sent, random.Random(1)) == move
            match = escopa.apply(match, move)


def test_it_acts_on_its_own_turn_only() -> None:
    match = dealt(["3C 4C 5C", "6C 7C QC"])
    for seat in (None, 0):
        with pytest.raises(ValueError):
            escopa.choose(escopa.view(match, seat), random.Random(1))
    with pytest.raises(ValueError):
        escopa.choose(escopa.view(new(), 0), random.Random(1))


@pytest.mark.parametrize(
    ("hand", "table", "move"),
    [
        ("7S 2C 3H", "QC AC 4D KC", Play(1, "7S", ("QC",))),  # a seven, rather than nothing
        ("5C KS 2C", "KC 4C AC KD", Play(1, "5C", ("KD",))),  # of two kings the one of ouros
        ("QS KS 2C", "7D 5C AC KC", Play(1, "QS", ("7D",))),  # the seven of diamonds before all else
        ("7D QS 2C", "AC 2D 3D 2H", Play(1, "7D", ("AC", "2D", "3D", "2H"))),  # an escopa with it
    ],
)
def test_it_takes_what_is_worth_most(hand: str, table: str, move: Play) -> None:
    free = [card for card in DECK_40 if card not in (*hand.split(), *table.split())]
    match = dealt([" ".join(free[:3]), hand], table)
    assert chosen(match) == move


def test_it_does_not_leave_the_seven_of_diamonds_to_the_next() -> None:
    match = dealt(["AC AD AH", "7D KS 2C"], "2H 3H 4H 3C")
    move = chosen(match)
    assert isinstance(move, Play) and (move.card != "7D" or move.take)


def test_it_takes_the_left_15_that_clears_the_table() -> None:
    match = done(dealt(["3H 6H 5H", "7S 4H KH"], "AC 2C 3C 2D"), "7S")
    assert chosen(match) == TakeLeft(0, ("AC", "2C", "3C", "2D", "7S"))


def test_it_does_not_leave_a_table_that_the_next_may_sweep() -> None:
    """A king alone is out of no one's reach, a table of 18 is out of everyone's."""
    match = dealt(["AC 2C 3C", "JS 4H 6S"], "2D 3D QC 4D")
    match = msgspec.structs.replace(match, table=("JC",))
    assert chosen(match) in (Play(1, "JS"), Play(1, "6S", ("JC",)))


def test_what_each_side_may_expect_adds_up() -> None:
    even = Hauls((0, 0), (0, 0), (0, 0))
    assert margin(even, 0) == pytest.approx(0) and margin(Hauls((0,) * 3, (0,) * 3, (0,) * 3), 2) == pytest.approx(0)
    ahead = Hauls((12, 3), (4, 0), (2, 0))
    assert margin(ahead, 0) == pytest.approx(-margin(ahead, 1)) and margin(ahead, 0) > 1
    plain, diamond, seven, best = kind_worth(even, 0)
    assert 0 < plain < diamond < seven < best and plain + 1 < best


@pytest.mark.parametrize(
    ("margins", "counts", "points"),
    [
        (cards_margins, (31, 9), (2, 0)),
        (cards_margins, (20, 20), (0, 0)),
        (diamonds_margins, (6, 4), (1, 0)),
        (diamonds_margins, (10, 0), (2, 0)),
        (diamonds_margins, (5, 4), (0.5, 0)),
        (sevens_margins, (3, 0), (1.5, 0)),
        (sevens_margins, (1, 1, 1), (1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_what_is_decided_is_worth_its_points(
    margins: object, counts: tuple[int, ...], points: tuple[float, ...]
) -> None:
    assert callable(margins) and margins(counts) == pytest.approx(points)


def test_the_chance_that_a_hand_has_none_of_some_cards() -> None:
    assert chance_of_none(0, 10, 3) == 1
    assert chance_of_none(8, 10, 3) == 0
    assert chance_of_none(2, 4, 1) == pytest.approx(0.5)
    assert chance_of_none(1, 3, 3) == 0


def test_a_reading_knows_what_is_gone_and_nothing_more() -> None:
    match = done(dealt(["3C 4C 5C", "6C 7C QC"], "2H 3H KH 5H"), "QC 2H 5H", "3C")
    reading = Reading(escopa.view(match, 1), 1)
    hidden = {*match.hands[0], *match.stock}
    assert set(reading.unseen) == hidden
    assert reading.hauls == Hauls((0, 3), (0, 0), (0, 0))
    assert sum(count for _value, _kind, count in reading.groups) == len(hidden)


def outcome_of(match: Match, side: int) -> int:
    """The points of the rest of the round, own minus theirs, if both sides play best: by the rules alone."""
    if match.turn is None:
        return match.points[side] - match.points[1 - side]
    outcomes = [outcome_of(escopa.apply(match, move), side) for move in moves_of(match)]
    return max(outcomes) if match.turn % 2 == side else min(outcomes)


def endings(count: int, cards_left: int) -> list[Match]:
    """Positions of two players near the end of a round, after play by chance."""
    found: list[Match] = []
    rng = random.Random(cards_left)
    while len(found) < count:
        match = escopa.apply(new(2, dealer=rng.randrange(2)), Deal(shuffled(DECK_40, rng.randrange)))
        while match.turn is not None and (match.stock or sum(map(len, match.hands)) > cards_left):
            match = escopa.apply(match, rng.choice(moves_of(match)))
        if match.turn is not None:
            found.append(match)
    return found


@pytest.mark.parametrize(("cards_left", "count"), [(1, 60), (2, 40), (3, 25), (4, 6)])
def test_the_last_cards_of_two_players_are_played_best(cards_left: int, count: int) -> None:
    for match in endings(count, cards_left):
        seat = match.turn
        assert seat is not None
        move = endgame.best_move(Reading(escopa.view(match, seat), seat))
        assert move is not None and move in moves_of(match)
        assert outcome_of(escopa.apply(match, move), seat) == outcome_of(match, seat)


def test_a_search_that_takes_too_long_leaves_the_move_to_judging(monkeypatch: pytest.MonkeyPatch) -> None:
    match = endings(1, 6)[0]
    assert match.turn is not None
    reading = Reading(escopa.view(match, match.turn), match.turn)
    assert endgame.best_move(reading) is not None
    monkeypatch.setattr(endgame, "MOST_POSITIONS", 3)
    assert endgame.best_move(reading) is None
    assert chosen(match) in moves_of(match)


def test_the_last_card_is_played_for_what_lies_there() -> None:
    """Whoever takes last gets the rest: the queen takes the three and four, and with them the seven of diamonds."""
    match = last_cards(["", "QS"], "7D 3C 4C KC 5C 6D", ["", ""], 0, dealer=1)
    match = msgspec.structs.replace(match, turn=1)
    move = chosen(match)
    assert isinstance(move, Play) and move.take
    assert escopa.apply(match, move).sheet[-1].last_taker == 1


@pytest.mark.parametrize(
    ("opponent", "players", "least"), [(greedy, 2, 0.5), (greedy, 4, 0.1), (any_move, 2, 4.0), (any_move, 3, 2.0)]
)
def test_it_beats_who_does_not_count(opponent: Player, players: int, least: float) -> None:
    """Means over few deals: far below what the bench finds, and far above nothing."""
    times: dict[Player, list[float]] = {escopa.choose: [], opponent: []}
    results = duplicate(escopa.choose, opponent, players, 60, FAMILIAR_SEED, times)
    assert statistics.fmean(results) > least
