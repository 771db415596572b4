"""X1 to X4: players, values, the deals, and the opening table that already sums 15."""

from __future__ import annotations

import random

import pytest

import escopa
from cards.card import DECK_40
from cards.game import NotAnAction
from escopa import Deal, Match, NextRound, Options, Play
from escopa.captures import VALUES
from tests.escopa.building import dealt, done, new, random_round, refuses

HANDS = {
    2: ("3C 4C 5C", "6C 7C QC"),
    3: ("3C 4C 5C", "6C 7C QC", "JC 3D 4D"),
    4: ("3C 4C 5C", "6C 7C QC", "JC 3D 4D", "5D 6D 7D"),
}


def test_X1_the_deck_is_40_cards_without_8_9_and_10() -> None:
    assert len(escopa.DECK) == len(set(escopa.DECK)) == 40
    assert {card[0] for card in escopa.DECK} == set("A234567QJK")
    assert {card[1] for card in escopa.DECK} == set("CDHS")


def test_X1_the_queen_is_8_the_jack_9_the_king_10() -> None:
    assert {rank: VALUES[rank + "H"] for rank in "A234567QJK"} == {
        "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "Q": 8, "J": 9, "K": 10,
    }  # fmt: skip
    assert sum(VALUES.values()) == 220


@pytest.mark.parametrize(
    ("players", "sides"), [(2, ((0,), (1,))), (3, ((0,), (1,), (2,))), (4, ((0, 2), (1, 3)))], ids=["2", "3", "4"]
)
def test_X1_four_play_in_pairs_else_each_alone(players: int, sides: tuple[tuple[int, ...], ...]) -> None:
    match = dealt(HANDS[players])
    view = escopa.view(match, 0)
    assert view.sides == sides
    assert len(view.points) == len(view.taken) == len(view.escopas) == len(sides)
    assert escopa.pairs(players) == ("may" if players == 4 else "never")


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 2.0, True, None])
def test_X1_no_other_number_of_players(players: object) -> None:
    with pytest.raises(NotAnAction) as refusal:
        escopa.start(Options(), players)  # type: ignore[arg-type]
    assert refusal.value.code == "bad_players"


@pytest.mark.parametrize("dealer", [-1, 2, 1.0, None, True])
def test_X2_a_dealer_must_sit_at_the_table(dealer: object) -> None:
    with pytest.raises(NotAnAction) as refusal:
        escopa.start(Options(), 2, dealer)  # type: ignore[arg-type]
    assert refusal.value.code == "no_such_seat"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_X2_cards_go_one_by_one_from_the_seat_after_the_dealer(players: int) -> None:
    for dealer in range(players):
        match = escopa.apply(new(players, dealer=dealer), Deal(DECK_40))
        for seat in range(players):
            first = (seat - dealer - 1) % players
            assert match.hands[seat] == tuple(DECK_40[first + players * row] for row in range(3))
        assert match.table == DECK_40[3 * players : 3 * players + 4]
        assert match.stock == DECK_40[3 * players + 4 :]
        assert (match.phase, match.turn, match.dealer) == ("playing", (dealer + 1) % players, dealer)


def test_X2_the_creator_deals_first_and_the_deal_passes_on() -> None:
    match = new(3)
    assert match.dealer == 0
    for dealer in (1, 2, 0):
        match = escopa.apply(random_round(match, random.Random(dealer))[-1], NextRound(2))
        assert (match.dealer, match.phase, match.turn) == (dealer, "dealing", None)


@pytest.mark.parametrize(
    "deck",
    [(), DECK_40[:39], (*DECK_40[:39], DECK_40[0]), (*DECK_40[:39], "8C"), (*DECK_40, DECK_40[0])],
    ids=["none", "39", "twice", "8", "41"],
)
def test_X2_only_the_whole_deck_is_dealt(deck: tuple[str, ...]) -> None:
    refuses(new(), Deal(deck), "bad_deck")


def test_X2_nothing_is_dealt_twice() -> None:
    match = dealt(HANDS[2])
    refuses(match, Deal(DECK_40), "wrong_phase")
    refuses(new(), Play(1, "AC"), "wrong_phase")


@pytest.mark.parametrize(("players", "deals"), [(2, 6), (3, 4), (4, 3)])
def test_X3_three_more_each_when_all_hands_are_empty(players: int, deals: int) -> None:
    for seed in range(20):
        states = random_round(new(players), random.Random(seed))
        playing = [state for state in states if state.phase == "playing"]
        full = [state for state in playing if all(len(hand) == 3 for hand in state.hands) and state.left is None]
        stocks = sorted({len(state.stock) for state in playing}, reverse=True)
        assert stocks == [36 - 3 * players * number for number in range(1, deals + 1)]
        assert stocks[-1] == 0
        assert all(state.turn == 1 for state in full)


def test_X3_later_deals_put_no_card_on_the_table_and_go_one_by_one_too() -> None:
    stock = "AD 2D 3D 4D 5D 6D"
    match = done(dealt(HANDS[2], "AH 2H KH KS", then=stock), "6C", "3C", "7C", "4C", "QC", "5C")
    assert match.table == ("AH", "2H", "KH", "KS", "6C", "3C", "7C", "4C", "QC", "5C")
    assert match.hands == (("2D", "4D", "6D"), ("AD", "3D", "5D"))
    assert len(match.stock) == 24


@pytest.mark.parametrize("players", [2, 3, 4])
def test_X3_the_last_deal_is_told(players: int) -> None:
    states = random_round(new(players), random.Random(players))
    told = [state for state in states if state.last_deal]
    assert told == [state for state in states if state.phase == "playing" and not state.stock]
    assert [escopa.view(state, None).last_deal for state in states] == [state.last_deal for state in states]
    assert 3 * players <= len(told)


def opened(table: str, players: int = 2, dealer: int = 0) -> Match:
    spare = [card for card in DECK_40 if card not in table.split()]
    hands = [" ".join(spare[3 * seat : 3 * seat + 3]) for seat in range(players)]
    return dealt(hands, table, dealer)


@pytest.mark.parametrize(("table", "escopas"), [("2C 3C 4C 6C", 1), ("KC KD 4C 6C", 2)], ids=["15", "30"])
@pytest.mark.parametrize(("players", "dealer"), [(2, 0), (2, 1), (3, 2), (4, 3)])
def test_X4_an_opening_table_of_15_or_30_goes_to_the_dealer(
    table: str, escopas: int, players: int, dealer: int
) -> None:
    match = opened(table, players, dealer)
    side = dealer % 2 if players == 4 else dealer
    assert match.table == ()
    assert match.piles[side] == tuple(table.split())
    assert match.escopas[side] == escopas and sum(match.escopas) == escopas
    assert (match.last_taker, match.left, match.turn) == (dealer, None, (dealer + 1) % players)
    watching = escopa.view(match, None)
    assert [(event.kind, event.seat, event.take, event.escopas) for event in watching.plays] == [
        ("opening", dealer, tuple(table.split()), escopas)
    ]


@pytest.mark.parametrize("table", ["AC 2C 3C QC", "KC 5C AC AD", "KC 5C QC 6D", "KC KD 4C 7C", "KC KD KH KS"])
def test_X4_any_other_table_stays(table: str) -> None:
    match = opened(table)
    assert match.table == tuple(table.split())
    assert (match.escopas, match.taken, match.last_taker, match.plays) == ((0, 0), (0, 0), None, ())
    assert escopa.view(match, 0).plays == ()


def test_cards_may_come_in_a_list() -> None:
    """Whoever writes an action as its JSON stands gets what JSON gives; what is kept are tuples."""
    match = escopa.apply(escopa.start(escopa.Options(), 2), escopa.Deal(list(escopa.DECK)))  # type: ignore[arg-type]
    assert match == escopa.apply(escopa.start(escopa.Options(), 2), escopa.Deal(escopa.DECK))
    took = next(a for a in escopa.legal_actions(match, 1) if isinstance(a, escopa.Play) and a.take)
    listed = escopa.Play(took.seat, took.card, list(took.take))  # type: ignore[arg-type]
    assert escopa.apply(match, listed) == escopa.apply(match, took)
