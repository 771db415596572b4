"""States and actions of Espadas as text: what the line looks like, what is refused, and shorthands."""

from __future__ import annotations

import pytest

import spades
from cards.game import AmbiguousAction, NotAnAction, NotAState
from spades import Accuse, Bid, Deal, Forfeit, NextRound, Play, moves, notation
from tests.spades.building import FEW_SPADES, dealt, new, played, round_played

SUITS = "23456789TJQKA.../.23456789TJQKA../..23456789TJQKA./...23456789TJQKA"


def test_a_line_is_read_as_it_is_described() -> None:
    match = notation.from_text(f"250 prevented 2:3:playing 3,0,4,5 - {SUITS} 3,0,4,5=3,1,4,5 -")
    assert (match.options.goal, match.options.renege) == (250, "prevented")
    assert (match.round, match.dealer, match.phase, match.turn) == (2, 3, "playing", 0)
    assert match.bids == (3, 0, 4, 5)
    assert match.hands[1] == tuple(rank + "D" for rank in "23456789TJQKA")
    # 3 + 4 made exactly; 5 made and a failed nil of one trick: 70, and 50 - 100 + 1.
    assert (match.points, match.bags) == ((70, -49), (0, 1))


def test_a_line_is_written_as_it_is_described() -> None:
    match = played(dealt(FEW_SPADES, bids=(4, 0, 3, 13), dealer=3), "2C AC KD QH 2D")
    assert notation.to_text(match) == (
        "500 allowed 1:3:playing 4,0,3,13 2CACKDQH/2D "
        "3456789TJQK...2/.3456789TJQ..3/.A.23456789TJ.4/..KA.56789TJQKA - -"
    )
    ended = spades.apply(match, Accuse(0, 1))
    assert notation.to_text(ended).endswith(" false_accusation:0:0")
    assert notation.from_text(notation.to_text(ended)) == ended
    assert notation.to_text(new(goal=250)) == "250 allowed 1:0:dealing -,-,-,- - -/-/-/- - -"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "500 allowed 1:0:dealing -,-,-,- - -/-/-/- -",
        "500 allowed 1:0:dealing -,-,-,- - -/-/-/- - - ",
        "300 allowed 1:0:dealing -,-,-,- - -/-/-/- - -",
        "500 maybe 1:0:dealing -,-,-,- - -/-/-/- - -",
        "500 allowed 1:4:dealing -,-,-,- - -/-/-/- - -",
        "500 allowed 2:0:dealing -,-,-,- - -/-/-/- - -",
        "500 allowed 01:0:dealing -,-,-,- - -/-/-/- - -",
        "500 allowed 1:0:bidding -,-,-,- - -/-/-/- - -",
        "500 allowed 1:0:over -,-,-,- - -/-/-/- - -",
        "500 allowed 1:0:dealing -,-,-,- - -/-/- - -",
        "500 allowed 1:0:dealing 3,-,-,- - -/-/-/- - -",
        f"500 allowed 1:3:bidding 3,3,3,3 - {SUITS} - -",
        f"500 allowed 1:3:bidding -,3,-,- - {SUITS} - -",
        f"500 allowed 1:3:playing 3,14,3,3 - {SUITS} - -",
        f"500 allowed 1:3:playing 3,3,3,3 2D {SUITS} - -",
        f"500 allowed 1:3:playing 3,3,3,3 - {SUITS.replace('A...', '...')} - -",
        f"500 allowed 1:3:playing 3,3,3,3 - {SUITS.replace('.23456789TJQKA..', '3...23456789TJQK')} - -",
        f"500 allowed 2:3:playing 3,3,3,3 - {SUITS} 3,3,3,3=3,3,3,3 -",
        f"250 allowed 2:3:playing 3,3,3,3 - {SUITS} 13,0,0,0=0,0,13,0 -",
        f"250 allowed 2:3:playing 3,3,3,3 - {SUITS} 0,3,0,3=0,13,0,0/0,3,3,3=0,0,13,0 -",
        f"500 prevented 1:3:over 3,3,3,3 - {SUITS} - renege:0:1",
        f"500 allowed 1:3:over 3,3,3,3 - {SUITS} - points:-:-",
        f"500 allowed 1:3:over 3,3,3,3 - {SUITS} - absent:1:-",
        f"500 allowed 1:3:over 3,3,3,3 - {SUITS} - bored:0:-",
    ],
)
def test_no_state_by_the_rules_is_refused(line: str) -> None:
    with pytest.raises(NotAState):
        notation.from_text(line)


def test_actions_as_text() -> None:
    match = played(dealt(FEW_SPADES, dealer=3), "2C")
    assert moves.from_text(match, "AC") == moves.from_text(match, "1:ac") == Play(1, "AC")
    assert moves.from_text(match, "2:accuse 1") == Accuse(2, 1)
    assert moves.from_text(match, "0:left") == Forfeit(0, "left")
    assert moves.from_text(match, "absent") == Forfeit(1, "absent")
    bidding = spades.apply(new(), Deal(spades.DECK))
    assert moves.from_text(bidding, "nil") == Bid(1, 0)
    assert moves.from_text(bidding, "1:13") == Bid(1, 13)
    assert moves.from_text(new(), "deal " + "".join(spades.DECK)) == Deal(spades.DECK)
    assert moves.from_text(round_played(new(), (3, 3, 3, 3), (3, 3, 3, 4)), "2:next") == NextRound(2)


def test_a_shorthand_is_the_one_card_that_fits() -> None:
    match = played(dealt(FEW_SPADES, dealer=3), "2C")
    assert moves.from_text(match, "A") == Play(1, "AC")
    assert moves.from_text(match, "s") == Play(1, "3S")
    assert moves.from_text(match, "2") == Play(1, "2D")
    for two_fit in ("3", "D"):
        with pytest.raises(AmbiguousAction):
            moves.from_text(match, two_fit)
    # Where following is compulsory only the clubs are looked at.
    prevented = played(dealt(FEW_SPADES, dealer=3, renege="prevented"), "2C")
    assert moves.from_text(prevented, "C") == Play(1, "AC")
    with pytest.raises(spades.IllegalAction, match="must_follow"):
        moves.from_text(prevented, "3")
    with pytest.raises(spades.IllegalAction, match="not_in_hand"):
        moves.from_text(prevented, "H")


def test_text_that_is_no_action_or_not_now() -> None:
    match = played(dealt(FEW_SPADES, dealer=3), "2C")
    for nonsense in ("", "x", "14", "4:AC", "1:", "accuse", "accuse 7", "deal"):
        with pytest.raises(NotAnAction):
            moves.from_text(match, nonsense)
    for refused in ("nil", "next", "K", "KC", "accuse 3", "0:3C", "deal 2C"):
        with pytest.raises(spades.IllegalAction):
            moves.from_text(match, refused)
    with pytest.raises(NotAnAction):
        moves.from_text(new(), "3")
