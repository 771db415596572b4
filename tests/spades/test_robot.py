"""The robot of Espadas: always legal, fair, quick, and with the habits of a decent player; each habit by its name."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import msgspec
import pytest

import spades
from bench.robot import any_bid, any_card, duel
from cards.card import DECK_52
from cards.shuffle import shuffled
from spades import Bid, Deal, Play, View, choose, tricks
from spades.robot.points import hand_points
from spades.robot.reading import VOID_SLIP, Reading, holding_of
from tests.spades.building import bid_all, deck_for, new, played


def bid(view: View) -> int:
    """The tricks that the robot bids."""
    action = choose(view, random.Random(0))
    assert isinstance(action, Bid) and action.seat == view.seat
    return action.tricks


def card(view: View) -> str:
    """The card that the robot plays."""
    action = choose(view, random.Random(0))
    assert isinstance(action, Play) and action.seat == view.seat
    return action.card


def owners(plays: Sequence[str], leader: int) -> tuple[list[int], int]:
    """Who played each card, in order, and whose turn it is then."""
    seats, turn = [], leader
    for number in range(len(plays)):
        seats.append(turn)
        turn = (turn + 1) % 4
        if number % 4 == 3:
            turn = tricks.winner(list(zip(seats[-4:], plays[number - 3 : number + 1], strict=True)))
    return seats, turn


def position(
    hand: str,
    plays: str = "",
    bids: Sequence[int] = (3, 3, 3, 3),
    leader: int = 1,
    points: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
) -> View:
    """What the seat on turn sees with this hand after these plays; what is hidden from it lies anyhow."""
    past = plays.split()
    seats, turn = owners(past, leader)
    hands: list[list[str]] = [[card for seat, card in zip(seats, past, strict=True) if seat == of] for of in range(4)]
    hands[turn] += hand.split()
    hidden = [card for card in DECK_52 if card not in past and card not in hands[turn]]
    for seat in range(4):
        while len(hands[seat]) < 13:
            hands[seat].append(hidden.pop())
    match = new(dealer=(leader - 1) % 4)
    match = msgspec.structs.replace(match, points=points, bags=bags)
    match = spades.apply(match, Deal(deck_for(hands, match.dealer)))
    view = spades.view(played(bid_all(match, bids), plays), turn)
    assert sorted(view.hand) == sorted(hand.split()), "the hand and its plays are not 13 cards"
    return view


def before_bid(
    hand: str,
    earlier: Sequence[int] = (),
    points: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    goal: int = 500,
) -> View:
    """What seat 0 sees on its turn to bid, after the bids of the seats before it."""
    hidden = [card for card in DECK_52 if card not in hand.split()]
    match = new(goal=goal, dealer=(3 - len(earlier)) % 4)
    match = msgspec.structs.replace(match, points=points, bags=bags)
    match = spades.apply(
        match, Deal(deck_for([hand.split(), hidden[:13], hidden[13:26], hidden[26:]], dealer=match.dealer))
    )
    for place, number in enumerate(earlier):
        match = spades.apply(match, Bid((match.dealer + 1 + place) % 4, number))
    return spades.view(match, 0)


# --- always legal, fair, quick -------------------------------------------------------------------------------------


@pytest.mark.parametrize("renege", ["allowed", "prevented"])
def test_E20_never_an_illegal_card_nor_a_renege(renege: str) -> None:
    """Others play anything that the mode allows, reneges among it, so that thousands of odd positions come up."""
    rng = random.Random(20)
    moves = 0
    for number in range(40):
        match = spades.apply(new(renege=renege, dealer=number % 4), Deal(shuffled(DECK_52, rng.randrange)))
        robots = rng.choice([(0,), (1, 3), (0, 1, 2, 3), (2,)])
        while match.turn is not None:
            seat = match.turn
            if seat in robots:
                action = choose(spades.view(match, seat), rng)
                assert action in spades.legal_actions(match, seat)
                moves += 1
            else:
                kinds = [a for a in spades.legal_actions(match, seat) if isinstance(a, (Bid, Play))]
                action = rng.choice(kinds)
            match = spades.apply(match, action)
        for seat in robots:
            assert not tricks.reneged(match.plays, (), seat)
    assert moves > 1000


def test_refuses_to_act_for_a_watcher_and_out_of_turn() -> None:
    match = new()
    for view in (spades.view(match, 0), spades.view(match, None)):
        with pytest.raises(ValueError, match="turn"):
            choose(view, random.Random(0))
    dealt = spades.apply(match, Deal(DECK_52))
    assert isinstance(choose(spades.view(dealt, 1), random.Random(0)), Bid)
    for seat in (0, 2, 3, None):
        with pytest.raises(ValueError, match="turn"):
            choose(spades.view(dealt, seat), random.Random(0))


def test_knows_only_what_its_view_shows() -> None:
    """The view goes through its JSON, and what is hidden from the seat changes nothing."""
    rng = random.Random(6)
    for _ in range(15):
        match = spades.apply(new(), Deal(shuffled(DECK_52, rng.randrange)))
        while match.turn is not None:
            seat = match.turn
            view = spades.view(match, seat)
            copy = msgspec.json.decode(msgspec.json.encode(view), type=View)
            action = choose(copy, random.Random(1))
            hidden = [card for other in range(4) if other != seat for card in match.hands[other]]
            rng.shuffle(hidden)
            hands = list(match.hands)
            for other in range(4):
                if other != seat:
                    hands[other] = tuple(hidden.pop() for _ in hands[other])
            shuffled_match = msgspec.structs.replace(match, hands=tuple(hands))
            assert choose(spades.view(shuffled_match, seat), random.Random(2)) == action
            match = spades.apply(match, action)


def test_is_quick() -> None:
    rng = random.Random(5)
    times = []
    for _ in range(12):
        match = spades.apply(new(), Deal(shuffled(DECK_52, rng.randrange)))
        while match.turn is not None:
            view = spades.view(match, match.turn)
            started = time.process_time()
            action = choose(view, rng)
            times.append(time.process_time() - started)
            match = spades.apply(match, action)
    assert sorted(times)[int(len(times) * 0.99)] < 0.005


def test_a_void_is_believed_only_until_the_play_belies_it() -> None:
    """Seat 2 discards on clubs, then plays a club after all: it had reneged."""
    hand = "AC KC QC JC TC 9C 8C 7C 6C AH KH"
    seen = Reading(position(f"{hand} QH", "2C 3D 4C 3C", leader=1))
    assert seen.seat == 3 and seen.voids[2] == {"C"} and seen.holds_any(2, "C", 1) == VOID_SLIP
    belied = Reading(position(hand, "2C 3D 4C 3C QH 2H 5H 5C", leader=1))
    assert belied.seat == 3 and belied.voids[2] == {"H"} and belied.holds_any(2, "C", 1) > 0.3


# --- bids ----------------------------------------------------------------------------------------------------------


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


# --- cards: taking and ducking by need ------------------------------------------------------------------------------


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


# --- cards: Nil ------------------------------------------------------------------------------------------------------


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


# --- strength --------------------------------------------------------------------------------------------------------


def test_beats_random_players_by_a_wide_margin() -> None:
    outcome = duel(choose, any_bid, deals=40, seed=1)
    assert outcome.mean - outcome.margin > 100
    assert outcome.ours.made / outcome.ours.contracts > 0.93


def test_beats_players_with_its_own_bids_and_random_cards() -> None:
    outcome = duel(choose, any_card, deals=40, seed=2)
    assert outcome.mean - outcome.margin > 15


def test_its_bids_are_sane_among_its_like() -> None:
    tally = duel(choose, choose, deals=50, seed=3).ours
    assert tally.made / tally.contracts > 0.85
    assert 0.03 < tally.nils / tally.bids < 0.18
    assert tally.nils_kept / tally.nils > 0.55
    errors = [abs(error) for error in tally.errors]
    assert sum(errors) / len(errors) < 1.25
    assert sum(tally.bags) / len(tally.bags) < 1.7
