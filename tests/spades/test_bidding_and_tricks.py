"""E1 to E9: the deal, the bids, the tricks, spades broken, and what may be played in each renege mode."""

from __future__ import annotations

import pytest

import spades
from cards.card import DECK_52
from cards.game import NotAnAction
from spades import Bid, Deal, NextRound, Options, Play
from tests.spades.building import FEW_SPADES, dealt, leads, new, played, refuses, round_played


def test_E1_four_players_in_two_pairs_with_52_cards() -> None:
    assert spades.PLAYERS == (4,)
    assert spades.pairs(4) == "must"
    assert len(set(spades.DECK)) == 52
    for players in (1, 2, 3, 5):
        with pytest.raises(NotAnAction):
            spades.start(Options(), players)


def test_E1_ace_is_high_and_two_is_low() -> None:
    match = dealt(FEW_SPADES, dealer=3)
    after = played(match, "KC AC")
    assert played(after, "KD QH").turn == 1


@pytest.mark.parametrize("dealer", range(4))
def test_E2_cards_go_one_by_one_from_the_dealers_left(dealer: int) -> None:
    match = spades.apply(new(dealer=dealer), Deal(DECK_52))
    for place, card in enumerate(DECK_52):
        assert card in match.hands[(dealer + 1 + place) % 4]
    assert [len(hand) for hand in match.hands] == [13] * 4


def test_E2_seat_0_deals_first_and_the_deal_passes_on() -> None:
    match = new()
    for dealer in (0, 1, 2, 3, 0):
        assert match.dealer == dealer
        match = spades.apply(round_played(match, (3, 3, 3, 3), (3, 3, 3, 4)), NextRound(2))


@pytest.mark.parametrize(
    "deck",
    [DECK_52[:51], (*DECK_52[:51], "2C"), (*DECK_52, "2C"), (*DECK_52[:51], "XX"), (), "".join(DECK_52)],
)
def test_E2_a_deck_that_is_not_the_52_cards_is_refused(deck: tuple[str, ...]) -> None:
    refuses(new(), Deal(deck), "bad_deck")


def test_E2_cards_are_dealt_once() -> None:
    refuses(dealt(FEW_SPADES), Deal(DECK_52), "wrong_phase")


def test_E3_bids_go_round_once_from_the_dealers_left() -> None:
    match = spades.apply(new(dealer=2), Deal(DECK_52))
    refuses(match, Bid(2, 3), "not_your_turn")
    for seat in (3, 0, 1, 2):
        assert (match.phase, match.turn) == ("bidding", seat)
        match = spades.apply(match, Bid(seat, seat))
        if match.turn != 3:
            refuses(match, Bid(seat, 5), "not_your_turn")
    assert match.bids == (0, 1, 2, 3)
    refuses(match, Bid(3, 1), "wrong_phase")


def test_E3_nil_and_1_to_13_may_be_bid_and_nothing_else() -> None:
    match = spades.apply(new(), Deal(DECK_52))
    allowed = [action.tricks for action in spades.legal_actions(match, 1) if isinstance(action, Bid)]
    assert allowed == list(range(14))
    for wrong in (-1, 14, 5.5, "3", None, True):
        refuses(match, Bid(1, wrong), "bad_bid")  # type: ignore[arg-type]


def test_E3_bids_are_open_to_everybody_at_once() -> None:
    match = spades.apply(spades.apply(new(), Deal(DECK_52)), Bid(1, 0))
    for viewer in (0, 1, 2, 3, None):
        assert spades.view(match, viewer).bids == (None, 0, None, None)


def test_E3_no_card_before_the_last_bid() -> None:
    match = spades.apply(new(), Deal(DECK_52))
    refuses(match, Play(1, match.hands[1][0]), "wrong_phase")


def test_E4_contract_is_the_sum_of_the_bids_that_are_not_nil() -> None:
    match = round_played(new(), (4, 0, 3, 5), (7, 0, 0, 6))
    ours, theirs = match.sheet[0].pairs
    assert (ours.contract, ours.taken) == (7, 7)
    assert (theirs.contract, theirs.taken) == (5, 6)


@pytest.mark.parametrize("dealer", range(4))
def test_E5_the_dealers_left_leads_and_then_whoever_took_the_trick(dealer: int) -> None:
    match = dealt(FEW_SPADES, dealer=dealer)
    assert match.turn == (dealer + 1) % 4
    if dealer == 3:
        match = played(match, "2C AC KD")
        refuses(match, Play(0, "3C"), "not_your_turn")
        match = played(match, "QH")
        assert (match.turn, match.taken) == (1, (0, 1, 0, 0))


def test_E5_thirteen_tricks_make_a_round() -> None:
    match = round_played(new(), (3, 3, 3, 3), (1, 2, 4, 6))
    assert (match.taken, len(match.plays), match.phase) == ((1, 2, 4, 6), 52, "round_over")


def test_E6_highest_card_of_the_suit_led_takes_the_trick() -> None:
    assert played(dealt(FEW_SPADES, dealer=3), "2C AC AD AH").turn == 1


def test_E6_highest_spade_takes_the_trick() -> None:
    assert played(dealt(FEW_SPADES, dealer=3), "KC 3S 4S 5S").turn == 3
    assert played(dealt(FEW_SPADES, dealer=3), "KC 3S KD QH").turn == 1


def test_E6_a_higher_card_of_another_suit_takes_nothing() -> None:
    assert played(dealt(FEW_SPADES, dealer=3), "2C 2D KD QH").turn == 0


@pytest.mark.parametrize("renege", ["allowed", "prevented"])
def test_E7_nobody_leads_an_unbroken_spade(renege: str) -> None:
    match = dealt(FEW_SPADES, renege=renege, dealer=2)
    refuses(match, Play(3, "AS"), "spades_not_broken")
    assert leads(match) == "QH KH AH"


@pytest.mark.parametrize("renege", ["allowed", "prevented"])
def test_E7_who_holds_only_spades_may_lead_them(renege: str) -> None:
    spades_only = " ".join(rank + "S" for rank in "23456789TJQKA")
    others = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "CDH"]
    match = dealt([others[0], spades_only, *others[1:]], renege=renege)
    assert leads(match) == spades_only
    assert played(match, "2S").broken


def test_E7_a_spade_thrown_or_cut_with_breaks_them_and_a_discard_does_not() -> None:
    discarded = played(dealt(FEW_SPADES, dealer=3), "2C AC AD AH")
    assert not discarded.broken
    assert "3S" not in leads(discarded)
    # Seat 2's spade loses to seat 3's: it was not led and took nothing, and spades are broken all the same.
    cut = played(dealt(FEW_SPADES, dealer=3), "2C AC 4S 5S")
    assert cut.broken
    assert "AS" in leads(cut)


def test_E7_each_round_starts_unbroken() -> None:
    match = spades.apply(round_played(new(), (3, 3, 3, 3), (3, 3, 3, 4)), NextRound(0))
    assert not match.broken


def test_E8_prevented_whoever_holds_the_suit_led_must_follow() -> None:
    match = played(dealt(FEW_SPADES, renege="prevented", dealer=3), "2C")
    assert leads(match) == "AC"
    with pytest.raises(spades.IllegalAction, match="must_follow") as refusal:
        spades.apply(match, Play(1, "2D"))
    assert refusal.value.text == "Siga o naipe: paus."
    refuses(match, Play(1, "3S"), "must_follow")


def test_E8_prevented_whoever_has_none_of_the_suit_may_play_anything() -> None:
    match = played(dealt(FEW_SPADES, renege="prevented", dealer=3), "2C AC")
    assert leads(match) == FEW_SPADES[2]


def test_E9_allowed_any_card_may_be_played_when_not_leading() -> None:
    match = played(dealt(FEW_SPADES, dealer=3), "2C")
    assert leads(match) == FEW_SPADES[1]
    assert played(match, "3S").turn == 2


def test_E9_allowed_a_card_must_still_be_in_the_hand() -> None:
    match = played(dealt(FEW_SPADES, dealer=3), "2C")
    for card in ("3C", "2C", "9X", "", None, ["AC"]):
        refuses(match, Play(1, card), "not_in_hand")  # type: ignore[arg-type]
