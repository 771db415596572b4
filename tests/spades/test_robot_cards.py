"""Which cards the robot of Espadas plays, for its contract and round a Nil; each habit by its name."""

from __future__ import annotations

from tests.spades.positions import card, position


def test_second_hand_low() -> None:
    assert card(position("KC 8C 3C 9D 6D 5D TH 8H 3H 2H 9S 7S 4S", "5C")) == "3C"


def test_third_hand_high() -> None:
    assert card(position("KC 8C 3C 9D 6D 5D TH 8H 3H 2H 9S 7S 4S", "5C 6C")) == "KC"


def test_last_hand_takes_as_cheaply_as_it_can() -> None:
    assert card(position("AC JC 3C 9D 6D 5D TH 8H 3H 2H 9S 7S 4S", "5C 7C 9C")) == "JC"


def test_does_not_overtake_the_partners_winning_card() -> None:
    assert card(position("AC JC 3C 9D 6D 5D TH 8H 3H 2H 9S 7S 4S", "5C KC 9C")) == "3C"


def test_does_not_ruff_the_partners_winning_card() -> None:
    view = position("9D 6D 5D 4D TH 8H 3H 2H 9S 7S 4S 3S 2S", "5C AC 9C")
    assert card(view) not in {"9S", "7S", "4S", "3S", "2S"}


def test_ruffs_low_what_the_others_would_take() -> None:
    assert card(position("9D 6D 5D 4D TH 8H 3H 2H JS 7S 4S 3S 2S", "5C 8C AC")) == "2S"


def test_overruffs_as_cheaply_as_it_can() -> None:
    assert card(position("9D 6D 5D 4D TH 8H 3H 2H JS 9S 7S 3S 2S", "5C 8C 6S")) == "7S"


def test_plays_low_under_a_card_that_it_cannot_beat() -> None:
    assert card(position("KC 8C 3C 9D 6D 5D TH 8H 3H 2H 9S 7S 4S", "5C 6C AC")) == "3C"


def test_discards_a_loser_and_keeps_the_winners() -> None:
    view = position("AD KD QD 2D AH KH 3H 8H 7H 6H JH QH 2H", "5C 8C AC")
    assert card(view) not in {"AD", "KD", "AH", "KH", "QD", "QH"}


def test_counts_the_cards_that_are_gone() -> None:
    """The partner's queen needs no help once the ace and the king are gone; the ten, before that, does."""
    hand = "9D 6D 5D 4D TH 8H 3H 2H JS 7S 4S 3S"
    assert card(position(hand, "5C AC 6C KC QC 7C", bids=(4, 3, 4, 2))) not in {"JS", "7S", "4S", "3S"}
    assert card(position(hand, "5C KC 6C 2C TC 7C", bids=(4, 3, 4, 2))) == "3S"


AFTER_TWO_TRICKS = "5C AC 6C 2C KC 7C 3C 4C"
"""Both taken by seat 2, which leads the third."""


def test_takes_while_the_contract_needs_it_and_ducks_once_it_is_made() -> None:
    hand, plays = "AD QD 3D AH JH 4H 8C TS 5S 3S 2S", f"{AFTER_TWO_TRICKS} 5D 7D"
    assert card(position(hand, plays, bids=(3, 3, 3, 3))) in {"AD", "QD"}
    assert card(position(hand, plays, bids=(1, 3, 1, 3), bags=(6, 0))) == "3D"


def test_throws_high_cards_away_once_the_contract_is_made() -> None:
    """Seat 0 is out of clubs; its partner has made both their bids."""
    plays = AFTER_TWO_TRICKS.replace("2C", "2D").replace("4C", "4D")
    view = position("AD KH 3D 6D JH 4H 5H 3H 6S 3S 2S", f"{plays} QC 8C", bids=(1, 3, 1, 3), bags=(6, 0))
    assert view.seat == 0 and card(view) in {"AD", "KH"}


def test_takes_on_to_set_the_adversaries() -> None:
    """With its own contract made it ducks where they can spare a trick, and takes it where that sets them."""
    hand, plays = "AD 3D 4H 5H JH QH KH TS 6S 3S 2S", f"{AFTER_TWO_TRICKS} 5D TD"
    assert card(position(hand, plays, bids=(1, 2, 1, 2), bags=(6, 0))) == "3D"
    assert card(position(hand, plays, bids=(1, 4, 1, 4), bags=(6, 0))) == "AD"


def test_a_nil_gets_rid_of_its_highest_card_under_the_winning_one() -> None:
    assert card(position("QC 8C 2C 9D 6D 5D TH 8H 3H 2H 5S 4S 3S", "5C KC 6C", bids=(0, 3, 4, 3))) == "QC"
    assert card(position("QC 8C 2C 9D 6D 5D TH 8H 3H 2H 5S 4S 3S", "5C TC 6C", bids=(0, 3, 4, 3))) == "8C"


def test_a_nil_throws_its_most_dangerous_card_when_it_cannot_follow() -> None:
    assert card(position("AD 6D 5D 4D 3D 2D 8H 3H 2H 4H 5S 4S 3S", "5C KC 6C", bids=(0, 3, 4, 3))) == "AD"


def test_a_nil_fears_a_bare_jack_more_than_an_ace_with_many_small_ones() -> None:
    assert card(position("AD 8D 7D 6D 5D 4D 3D 2D JH 5S 4S 3S 2S", "5C KC 6C", bids=(0, 3, 4, 3))) == "JH"


def test_a_nil_ruffs_under_a_higher_spade() -> None:
    assert card(position("JS 5S 3S 6D 5D 4D 3D 2D 8H 3H 2H 4H 5H", "5C KC QS", bids=(0, 3, 4, 3))) == "JS"


def test_a_nil_leads_low() -> None:
    assert card(position("QC 8C 2C 9D 6D 5D TH 8H 3H 2H 5S 4S 3S", leader=0, bids=(0, 3, 4, 3))) not in {
        "QC",
        "TH",
        "9D",
    }


def test_covers_the_partners_nil_as_cheaply_as_it_can() -> None:
    """The nine is enough: the king stays for the contract."""
    hand = "KC 9C 3C 9D 6D 5D TH 8H 3H 2H 9S 7S 4S"
    assert card(position(hand, "5C 8C 6C", bids=(3, 3, 0, 3))) == "9C"
    assert card(position(hand, "5C 8C 6C", bids=(3, 3, 2, 3))) == "3C"


def test_ruffs_to_cover_the_partners_nil() -> None:
    assert card(position("9D 6D 5D 4D TH 8H 3H 2H 9S 7S 4S 3S 2S", "5C 8C 6C", bids=(3, 3, 0, 3))) == "2S"


def test_leads_high_to_cover_the_partners_nil() -> None:
    lead = card(position("AD KD QD 8D 3D TH 7H 2H AC 6C QS 9S 4S", leader=0, bids=(5, 3, 0, 3)))
    assert lead in {"AD", "KD", "AC"}


def test_spends_nothing_on_a_nil_that_is_covered_already() -> None:
    """The adversaries' ace is over the eight: the king would be thrown away."""
    hand = "KC 9C 3C 9D 6D 5D TH 8H 3H 2H 9S 7S 4S"
    assert card(position(hand, "5C 8C AC", bids=(4, 3, 0, 3))) == "3C"
    assert card(position(hand, "5C 8C QC", bids=(4, 3, 0, 3))) == "KC"


def test_no_cover_for_a_nil_that_has_fallen() -> None:
    """The partner bid Nil and took the first trick: its eight of diamonds needs no cover any more."""
    view = position("KD 3D 9C 7C 4C TH 8H 3H 2H 9S 7S 4S", "5C 8C 6C 2C 8D 6D", bids=(1, 3, 0, 4), bags=(7, 0))
    assert view.seat == 0 and view.taken[2] == 1
    assert card(view) == "3D"


def test_ducks_under_an_adversarys_nil_that_is_winning() -> None:
    hand = "KC 9C 3C 9D 6D 5D TH 8H 3H 2H 9S 7S 4S"
    assert card(position(hand, "8C 5C 6C", bids=(3, 0, 3, 3))) == "3C"
    assert card(position(hand, "8C 5C 6C", bids=(3, 3, 3, 3))) in {"9C", "KC"}


def test_leads_low_at_an_adversarys_nil() -> None:
    hand = "AD JD 2D KC 9C 3C TH 8H 3H 9S 7S 4S 2S"
    assert card(position(hand, leader=0, bids=(3, 0, 3, 4))) in {"2D", "3C", "3H"}
