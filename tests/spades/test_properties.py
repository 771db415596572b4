"""What holds for any hands, plays, bids and tricks of Espadas, by hypothesis."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cards.card import DECK_52, RANKS
from spades.scoring import pair_score, round_score, winning_pair
from spades.tricks import playable, reneged, winner

decks = st.permutations(DECK_52)
bids = st.integers(0, 13)
some_cards = st.lists(st.sampled_from(DECK_52), unique=True, min_size=1, max_size=13)
tricks = st.lists(st.sampled_from(DECK_52), unique=True, min_size=4, max_size=4)
sides = st.tuples(bids, bids, st.integers(0, 13), st.integers(0, 13)).filter(lambda four: four[2] + four[3] <= 13)


@given(tricks, st.integers(0, 3))
def test_the_taker_played_the_best_card(cards: list[str], leader: int) -> None:
    trick = [((leader + place) % 4, card) for place, card in enumerate(cards)]
    best = dict(trick)[winner(trick)]
    suit = "S" if any(card[1] == "S" for card in cards) else cards[0][1]
    assert best[1] == suit
    assert all(RANKS.index(card[0]) <= RANKS.index(best[0]) for card in cards if card[1] == suit)


@given(tricks, st.integers(0, 3), st.permutations([1, 2, 3]))
def test_who_takes_it_does_not_depend_on_the_order_of_the_followers(
    cards: list[str], leader: int, order: list[int]
) -> None:
    trick = [((leader + place) % 4, card) for place, card in enumerate(cards)]
    assert winner(trick) == winner([trick[0], *[trick[place] for place in order]])


@given(some_cards, st.sampled_from([None, *"CDHS"]), st.booleans(), st.booleans())
def test_there_is_always_a_card_to_play_and_it_is_in_the_hand(
    hand: list[str], led: str | None, broken: bool, prevented: bool
) -> None:
    cards = playable(hand, led, broken, prevented)
    assert cards and set(cards) <= set(hand)
    assert cards == tuple(card for card in hand if card in cards)
    if led is not None and not prevented:
        assert cards == tuple(hand)
    # What may be played unbroken may be played broken too, what is allowed where prevented also where allowed.
    assert set(cards) <= set(playable(hand, led, True, prevented)) & set(playable(hand, led, broken, False))


@settings(max_examples=50)
@given(decks, st.integers(0, 3), st.integers(1, 13), st.data())
def test_who_only_plays_what_is_prevented_from_reneging_never_reneged(
    deck: list[str], player: int, length: int, data: st.DataObject
) -> None:
    """And who does otherwise once, did."""
    hands = [deck[seat::4] for seat in range(4)]
    plays: list[tuple[int, str]] = []
    turn, has_reneged = player, [False] * 4
    for _ in range(4 * length):
        led = plays[len(plays) - len(plays) % 4][1][1] if len(plays) % 4 else None
        card = data.draw(st.sampled_from(hands[turn]))
        has_reneged[turn] |= led is not None and card not in playable(hands[turn], led, True, True)
        hands[turn].remove(card)
        plays.append((turn, card))
        turn = (turn + 1) % 4 if len(plays) % 4 else winner(plays[-4:])
    assert [reneged(plays, hands[seat], seat) for seat in range(4)] == has_reneged


@given(sides, st.integers(-400, 600), st.integers(0, 9))
@example((0, 0, 7, 6), 0, 9)
def test_a_pairs_count_adds_up(side: tuple[int, int, int, int], total: int, bags: int) -> None:
    score = pair_score((side[0], side[1]), (side[2], side[3]), total, bags)
    assert score.points == score.contract_points + score.nil_points + score.bags + score.bag_penalty
    assert score.total == total + score.points
    assert 0 <= score.total_bags <= 9
    # Each hundred points of penalty is ten bags that are gone.
    assert bags + score.bags == score.total_bags - score.bag_penalty // 10
    assert score.contract == side[0] + side[1]
    nil_tricks = sum(taken for bid, taken in ((side[0], side[2]), (side[1], side[3])) if bid == 0)
    assert score.taken + nil_tricks == side[2] + side[3]
    # A trick is in the contract, or a bag, or lost with a contract that was missed.
    made = score.taken >= score.contract
    assert score.bags == nil_tricks + (score.taken - score.contract if made else 0)
    assert abs(score.contract_points) == 10 * score.contract
    assert (score.contract_points >= 0) == made


@given(sides)
def test_partners_may_change_places(side: tuple[int, int, int, int]) -> None:
    one = pair_score((side[0], side[1]), (side[2], side[3]), 0, 0)
    assert one == pair_score((side[1], side[0]), (side[3], side[2]), 0, 0)


@given(st.tuples(bids, bids, bids, bids), st.lists(st.integers(0, 3), min_size=13, max_size=13))
def test_a_line_of_the_sheet_is_the_two_pairs_counts(four: tuple[int, int, int, int], takers: list[int]) -> None:
    first, second, third, fourth = (takers.count(seat) for seat in range(4))
    line = round_score(3, four, (first, second, third, fourth), (120, -40), (4, 9))
    assert line.pairs[0] == pair_score((four[0], four[2]), (first, third), 120, 4)
    assert line.pairs[1] == pair_score((four[1], four[3]), (second, fourth), -40, 9)


@given(st.integers(-400, 700), st.integers(-400, 700), st.sampled_from([250, 500]))
def test_the_winner_has_more_points_and_somebody_is_at_a_limit(ours: int, theirs: int, goal: int) -> None:
    won = winning_pair((ours, theirs), goal)
    other = winning_pair((theirs, ours), goal)
    assert (won is None) == (other is None) and (won is None or other == 1 - won)
    at_a_limit = any(points >= goal or points <= -200 for points in (ours, theirs))
    assert (won is not None) == (at_a_limit and ours != theirs)
    if won is not None:
        assert (ours, theirs)[won] == max(ours, theirs)
