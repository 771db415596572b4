"""E10 and E11: accusing of a renege, and a decided match that is still open to it."""

from __future__ import annotations

import pytest

import spades
from cards.card import DECK_52
from spades import Accuse, Deal, Forfeit, Match, NextRound, tricks
from tests.spades.building import (
    FEW_SPADES,
    bid_all,
    dealt,
    deck_for,
    new,
    played,
    refuses,
    round_played,
    rounds_played,
)

HIDDEN_CLUB = "2C 3S"
"""Seat 0 leads a club and seat 1 cuts although holding the ace of clubs."""

DECIDING = ((4, 3, 3, 3), (7, 3, 0, 3))
"""70 against 60: a round to reach 250 by, four times."""


def ended(match: Match) -> tuple[str, tuple[int, ...], str | None, int | None, int | None]:
    return match.phase, match.winners, match.reason, match.culprit, match.accuser


@pytest.mark.parametrize("accuser", [0, 2])
def test_E10_a_true_accusation_makes_the_renegers_pair_lose(accuser: int) -> None:
    match = played(dealt(FEW_SPADES, dealer=3), HIDDEN_CLUB)
    assert ended(spades.apply(match, Accuse(accuser, 1))) == ("over", (0, 2), "renege", 1, accuser)


def test_E10_a_false_accusation_makes_the_accusers_pair_lose() -> None:
    match = played(dealt(FEW_SPADES, dealer=3), "2C AC")
    assert ended(spades.apply(match, Accuse(0, 1))) == ("over", (1, 3), "false_accusation", 0, 0)
    assert ended(spades.apply(match, Accuse(3, 0))) == ("over", (0, 2), "false_accusation", 3, 3)


def test_E10_only_the_accused_is_looked_at() -> None:
    match = played(dealt(FEW_SPADES, dealer=3), HIDDEN_CLUB)
    assert ended(spades.apply(match, Accuse(0, 3)))[2] == "false_accusation"


def test_E10_a_suit_shown_later_proves_the_renege() -> None:
    match = played(dealt(FEW_SPADES, dealer=3), HIDDEN_CLUB + " KD 5S 6S 2S AC 4S")
    assert ended(spades.apply(match, Accuse(2, 1)))[2] == "renege"


def test_E10_a_suit_played_out_before_is_no_renege() -> None:
    # Seat 1 plays its only club to the first trick; to the next club it has none.
    match = played(dealt(FEW_SPADES, dealer=3), "2C AC AD AH 2D KD QH 2S 3C 3S")
    assert ended(spades.apply(match, Accuse(0, 1)))[2] == "false_accusation"


def test_E10_a_leader_cannot_renege() -> None:
    match = played(dealt(FEW_SPADES, dealer=3), "2C")
    assert ended(spades.apply(match, Accuse(3, 0)))[2] == "false_accusation"


def test_E10_the_hand_at_that_moment_counts() -> None:
    plays = [(0, "2C"), (1, "2D"), (2, "3C"), (3, "4C"), (3, "KH"), (0, "QH"), (1, "9C"), (2, "3H")]
    assert tricks.reneged(plays, [], 1)
    assert tricks.reneged(plays[:4], ["5C"], 1)
    assert not tricks.reneged(plays[:4], ["5D", "2S"], 1)
    assert tricks.reneged(plays, ["AH"], 1)
    assert not tricks.reneged(plays, ["AC"], 3)


def test_E10_at_a_rounds_end_until_the_next_one_is_asked_for() -> None:
    match = round_played(new(), (3, 3, 3, 3), (3, 3, 3, 4))
    assert spades.view(match, 0).may_accuse
    assert ended(spades.apply(match, Accuse(0, 1)))[2] == "false_accusation"
    after = spades.apply(match, NextRound(3))
    refuses(after, Accuse(0, 1), "no_card_yet")
    refuses(spades.apply(after, Deal(DECK_52)), Accuse(0, 1), "no_card_yet")


def test_E10_not_before_the_first_card() -> None:
    match = dealt(FEW_SPADES, dealer=3)
    refuses(match, Accuse(0, 1), "no_card_yet")
    assert not spades.view(match, 0).may_accuse
    assert spades.view(played(match, "2C"), None).may_accuse


@pytest.mark.parametrize("accused", [0, 2, 4, -1, None, True])
def test_E10_a_partner_oneself_or_nobody_cannot_be_accused(accused: int) -> None:
    match = played(dealt(FEW_SPADES, dealer=3), HIDDEN_CLUB)
    refuses(match, Accuse(0, accused), "not_an_adversary")


def test_E10_no_accusation_where_renege_is_prevented() -> None:
    match = played(dealt(FEW_SPADES, renege="prevented", dealer=3), "2C AC")
    refuses(match, Accuse(0, 1), "renege_prevented")
    assert not spades.view(match, 0).may_accuse


def test_E10_nothing_tells_a_legal_card_where_renege_is_allowed() -> None:
    assert spades.view(played(dealt(FEW_SPADES, dealer=3), "2C"), 1).playable is None
    assert spades.view(dealt(FEW_SPADES, dealer=3), 0).playable is None
    assert spades.view(played(dealt(FEW_SPADES, renege="prevented", dealer=3), "2C"), 1).playable == ("AC",)


def decided(goal: int = 250, renege: str = "allowed") -> Match:
    return rounds_played(new(goal=goal, renege=renege), *[DECIDING] * 4)


def test_E11_a_deciding_round_stays_open_where_renege_is_allowed() -> None:
    match = decided()
    assert match.points == (280, 240)
    assert (match.phase, match.turn, match.winners, match.reason) == ("decided", None, (), None)
    assert match.decided_for == spades.view(match, None).decided_for == (0, 2)


@pytest.mark.parametrize("seat", range(4))
def test_E11_whoever_taps_first_closes_it(seat: int) -> None:
    match = spades.apply(decided(), NextRound(seat))
    assert ended(match) == ("over", (0, 2), "points", None, None)
    refuses(match, NextRound((seat + 1) % 4), "finished")
    refuses(match, Accuse(1, 0), "finished")


def test_E11_an_accusation_turns_a_decided_result() -> None:
    assert ended(spades.apply(decided(), Accuse(0, 1))) == ("over", (1, 3), "false_accusation", 0, 0)
    assert ended(spades.apply(decided(), Accuse(1, 0))) == ("over", (0, 2), "false_accusation", 1, 1)


def test_E11_a_renege_in_the_deciding_round_turns_it_too() -> None:
    match = spades.apply(rounds_played(new(goal=250), *[DECIDING] * 3), NextRound(0))
    hands = [[rank + suit for rank in "23456789TJQKA"] for suit in "SCDH"]
    hands[0][0], hands[2][0] = "2D", "2S"
    match = bid_all(spades.apply(match, Deal(deck_for(hands, match.dealer))), (4, 1, 3, 3))
    # Seat 2 cuts its partner's diamond with the two of spades, holding twelve diamonds.
    rest = " ".join(f"{rank}S {rank}C {rank}D {rank}H" for rank in "456789TJQKA")
    match = played(match, f"2D 2C 2S 2H 3D 3H 3S 3C {rest}")
    assert (match.phase, match.decided_for) == ("decided", (0, 2))
    assert ended(spades.apply(match, Accuse(3, 2))) == ("over", (1, 3), "renege", 2, 3)
    assert ended(spades.apply(match, Accuse(3, 0))) == ("over", (0, 2), "false_accusation", 3, 3)


def test_E11_prevented_the_match_ends_with_the_round() -> None:
    match = decided(renege="prevented")
    assert ended(match) == ("over", (0, 2), "points", None, None)
    assert match.decided_for == ()
    refuses(match, NextRound(0), "finished")


@pytest.mark.parametrize("seat", [0, 1])
def test_E11_nobody_is_awaited_in_a_decided_match(seat: int) -> None:
    match = decided()
    assert not any(spades.may_end(match, viewer) for viewer in range(4))
    refuses(match, Forfeit(seat, "absent"), "not_awaited")
