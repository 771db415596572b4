"""How the robot of Espadas bids; each habit by its name."""

from __future__ import annotations

from spades.robot.points import hand_points
from spades.robot.reading import holding_of
from tests.spades.positions import before_bid, bid


def test_bids_its_sure_tricks() -> None:
    assert bid(before_bid("AS KS QS JS TS 9S 2S AH KH AD 4D 5C 3C")) in (8, 9, 10)
    assert bid(before_bid("AS KS 4S AH 7H 3H AD 8D 2D 9C 7C 5C 4C")) in (3, 4)


def test_a_protected_king_is_worth_more_than_a_bare_one() -> None:
    assert hand_worth("AS 9S 4S KH 7H 3H TD 9C 8C 7C 5C 4C 2C") > hand_worth("AS 9S 4S TH 7H 3H KD 9C 8C 7C 5C 4C 2C")
    bare = hand_worth("KS AH 7H 3H 2H TD 7D 3D 2D 9C 8C 7C 5C") - hand_worth("7S AH 7H 3H 2H TD 7D 3D 2D 9C 8C 7C 5C")
    long = hand_worth("KS 5S 2S AH 7H 3H TD 7D 3D 9C 8C 7C 5C") - hand_worth("7S 5S 2S AH 7H 3H TD 7D 3D 9C 8C 7C 5C")
    assert long > bare + 0.2


def hand_worth(hand: str) -> float:
    return hand_points(holding_of(hand.split()))


def test_long_spades_and_short_suits_are_tricks() -> None:
    flat = "9S 7S 4S AH 7H 3H KD 8D 2D QC 7C 5C 4C"
    long = "9S 7S 6S 5S 4S 3S AH 7H 3H KD 8D 2D QC"
    void = "9S 7S 6S 4S AH 9H 7H 5H 3H KD 8D 6D 2D"
    assert hand_worth(long) > hand_worth(flat) + 1
    assert hand_worth(void) > hand_worth("9S 7S 6S 4S AH 9H 7H KD 8D 6D 9C 5C 4C") + 0.5
    assert bid(before_bid(long)) > bid(before_bid(flat))


LOW = "2C 4C 6C 7C 3D 5D 8D 2H 5H 7H 9H 2S 4S"


def test_bids_nil_with_low_cards_only() -> None:
    assert bid(before_bid(LOW, earlier=(3, 3, 4))) == 0
    assert bid(before_bid(LOW.replace("4S", "AS"), earlier=(3, 3, 4))) != 0
    assert bid(before_bid(LOW.replace("4S", "KS"), earlier=(3, 3, 4))) != 0
    assert bid(before_bid("JC QC KC AC JD QD KD JH QH KH AH 2S 4S", earlier=(3, 3, 4))) != 0
    assert bid(before_bid("2C 4C 6C 3D 5D 8D 2H 7H 2S 4S 5S 6S 7S", earlier=(3, 3, 4))) != 0, "five spades"


def test_no_nil_with_a_side_ace_that_has_nothing_to_duck_under() -> None:
    assert bid(before_bid("AC 2D 3D 4D 5D 2H 3H 4H 5H 6H 2S 3S 4S")) != 0
    assert bid(before_bid("AC 2C 3D 4D 5D 6D 3H 4H 5H 6H 2S 3S 4S")) != 0
    assert bid(before_bid("AC 2C 3C 4C 5D 6D 3H 4H 5H 6H 2S 3S 4S")) == 0, "three low cards under it"


def test_no_nil_beside_the_partners() -> None:
    assert bid(before_bid(LOW, earlier=(3, 0, 4))) != 0


DOUBTFUL = "3C 6C 9C 4D 8D TD KD 3H 6H 9H TH 3S 9S"


def test_more_willing_to_bid_nil_when_far_behind() -> None:
    """A Nil that is not quite an even bet: not when level, but far behind, or where the others would win else."""
    assert bid(before_bid(DOUBTFUL, earlier=(3, 3, 4))) == 1
    assert bid(before_bid(DOUBTFUL, earlier=(3, 3, 4), points=(20, 280))) == 0
    assert bid(before_bid(DOUBTFUL, earlier=(3, 3, 4), points=(400, 440))) == 0


def test_bids_fully_when_the_partner_is_nil() -> None:
    hand = "AS QS 9S 4S AH KH 7H KD 8D 2D QC 7C 5C"
    assert bid(before_bid(hand, earlier=(3, 0, 3))) >= bid(before_bid(hand, earlier=(3, 3, 3)))
    assert bid(before_bid(hand, earlier=(3, 0, 3))) >= 5


def test_bids_less_when_the_others_have_bid_all_tricks() -> None:
    hand = "KS JS 9S 4S AH QH 7H KD 8D 2D QC 7C 5C"
    assert bid(before_bid(hand, earlier=(5, 4, 4))) < bid(before_bid(hand, earlier=(1, 3, 1)))


def test_near_the_goal_bids_no_more_than_it_takes_to_win() -> None:
    hand = "AS KS JS 4S AH KH 7H KD 8D 2D QC 7C 5C"
    usual = bid(before_bid(hand, earlier=(2, 2, 2)))
    assert bid(before_bid(hand, earlier=(2, 2, 2), points=(460, 200))) < usual


def test_bids_more_where_the_others_would_win_else() -> None:
    hand = "AS QS 9S 4S AH KH 7H KD 8D 2D QC 7C 5C"
    usual = bid(before_bid(hand, earlier=(2, 3, 3)))
    assert bid(before_bid(hand, earlier=(2, 3, 3), points=(430, 460))) > usual
