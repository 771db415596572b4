"""X5 to X7: taking 15, the 15 left behind, escopas; and all that is refused there."""

from __future__ import annotations

import msgspec
import pytest

import escopa
from escopa import Play, TakeLeft
from tests.escopa.building import dealt, done, last_cards, moves_of, refuses


def takes(match: escopa.Match, card: str) -> set[frozenset[str]]:
    """The sets that the seat on turn may take with the card."""
    return {frozenset(move.take) for move in moves_of(match) if isinstance(move, Play) and move.card == card} - {
        frozenset()
    }


def sets(*texts: str) -> set[frozenset[str]]:
    return {frozenset(text.split()) for text in texts}


def test_X5_the_seat_after_the_dealer_starts_and_the_turn_goes_round() -> None:
    match = dealt(["3C 4C 5C", "6C 7C QC", "JC 3D 4D"], dealer=1)
    turns = []
    for move in ("JC", "3C", "6C", "3D"):
        turns.append(match.turn)
        match = done(match, move)
    assert turns == [2, 0, 1, 2]


def test_X5_a_card_takes_one_set_that_makes_15_with_it() -> None:
    match = dealt(["3H 4H 5H", "7S QH KH"], "5C 3C QC KC")
    assert takes(match, "7S") == sets("5C 3C", "QC")
    after = done(match, "7S 5C 3C")
    assert after.table == ("QC", "KC")
    assert after.piles == ((), ("5C", "3C", "7S"))
    assert after.hands[1] == ("QH", "KH")
    assert (after.last_taker, after.turn, after.left) == (1, 0, None)


def test_X5_S12_the_player_chooses_among_all_sets_and_no_other_passes() -> None:
    crowded = last_cards(["6S 6D", "KS JS"], "5C 4C AC 3C 2C", ["", ""], 0)
    crowded = msgspec.structs.replace(crowded, turn=1)
    assert takes(crowded, "KS") == sets("5C", "4C AC", "3C 2C")
    for accepted in ("KS 5C", "KS 4C AC", "KS 3C 2C", "KS 2C 3C"):
        assert done(crowded, accepted).last_taker == 1
    for refused in (("5C", "4C", "AC"), ("5C", "3C"), ("2C",)):
        refuses(crowded, Play(1, "KS", refused), "not_15")


def test_X5_S12_every_set_of_a_crowded_table_is_offered() -> None:
    table = "AC AD AH 2C 2D 3C 4C 5C"
    match = msgspec.structs.replace(last_cards(["KS", "7S"], table, ["", ""], 0), turn=1)
    by_hand = sets(
        "5C 3C", "5C 2C AC", "5C 2C AD", "5C 2C AH", "5C 2D AC", "5C 2D AD", "5C 2D AH", "5C AC AD AH",
        "4C 3C AC", "4C 3C AD", "4C 3C AH", "4C 2C 2D", "4C 2C AC AD", "4C 2C AC AH", "4C 2C AD AH",
        "4C 2D AC AD", "4C 2D AC AH", "4C 2D AD AH",
        "3C 2C 2D AC", "3C 2C 2D AD", "3C 2C 2D AH", "3C 2C AC AD AH", "3C 2D AC AD AH",
    )  # fmt: skip
    assert takes(match, "7S") == by_hand


def test_X5_taking_is_not_compulsory() -> None:
    match = dealt(["3H 4H 5H", "7S QH KH"], "5C 3C QC KC")
    after = done(match, "7S")
    assert after.table == ("5C", "3C", "QC", "KC", "7S")
    assert after.taken == (0, 0) and after.turn == 0


def test_X5_S19_the_order_of_the_marked_cards_does_not_matter() -> None:
    match = dealt(["3H 5H 7H", "QS 7S 2H"], "6C 4C 3C KC")
    first, second = done(match, "QS 3C 4C"), done(match, "QS 4C 3C")
    assert first == second and first.table == ("6C", "KC")
    assert isinstance(first.plays[-1].take, tuple)


@pytest.mark.parametrize(
    ("take", "code", "sentence"),
    [
        (("4C",), "not_15", "7 + 4 = 11: não soma 15. Nada foi jogado."),
        (("QC", "4C"), "not_15", "7 + 8 + 4 = 19: não soma 15. Nada foi jogado."),
        (("4C", "4C"), "marked_twice", "4♣ foi marcada duas vezes. Nada foi jogado."),
        (("QC", "QC"), "marked_twice", "Q♣ foi marcada duas vezes. Nada foi jogado."),
        (("QH",), "not_on_table", "Q♥ não está na mesa. Nada foi jogado."),
        (("QD",), "not_on_table", "Q♦ está na sua mão, não na mesa. Nada foi jogado."),
        (("7S", "AC"), "not_on_table", "7♠ está na sua mão, não na mesa. Nada foi jogado."),
        (("8C",), "not_on_table", "Essa carta não está na mesa. Nada foi jogado."),
        ((["QC"],), "not_on_table", "Essa carta não está na mesa. Nada foi jogado."),
    ],
)
def test_X5_S19_a_take_that_is_none_is_refused_and_nothing_is_played(
    take: tuple[str, ...], code: str, sentence: str
) -> None:
    match = dealt(["3H QH 5H", "7S QD KH"], "QC 4C AC KC")
    before = msgspec.json.encode(match)
    assert refuses(match, Play(1, "7S", take), code) == sentence
    assert msgspec.json.encode(match) == before


@pytest.mark.parametrize("card", ["3H", "QC", "2S", "8C", "", "7", None, 7, ["7S"]])
def test_X5_only_a_card_of_the_own_hand_is_played(card: object) -> None:
    match = dealt(["3H QH 5H", "7S QD KH"], "QC 4C AC KC")
    sentence = refuses(match, Play(1, card), "not_in_hand")  # type: ignore[arg-type]
    # Whether another holds it, the table or the stock: the words are the same.
    assert sentence.endswith("não está na sua mão.")


@pytest.mark.parametrize(("seat", "code"), [(0, "not_your_turn"), (2, "no_such_seat"), (-1, "no_such_seat")])
def test_X5_only_the_seat_on_turn_plays(seat: int, code: str) -> None:
    match = dealt(["3H QH 5H", "7S QD KH"], "QC 4C AC KC")
    refuses(match, Play(seat, "3H"), code)
    refuses(match, TakeLeft(seat, ("QC",)), code)


@pytest.mark.parametrize("seat", ["1", 1.0, None, True])
def test_X5_a_seat_is_a_whole_number(seat: object) -> None:
    match = dealt(["3H QH 5H", "7S QD KH"], "QC 4C AC KC")
    refuses(match, Play(seat, "7S"), "no_such_seat")  # type: ignore[arg-type]


LEFT = ["3H 7H 5H", "7S QD KH"], "QC 5C 3C KC"
"""Seat 1 may leave the 7 of spades: it makes 15 with the queen, and with 5 and 3."""


def test_X6_the_next_player_may_take_the_15_and_still_plays_a_card() -> None:
    match = done(dealt(*LEFT), "7S")
    assert match.left == "7S"
    assert escopa.view(match, 0).left_by == 1
    after = done(match, "x 7S QC")
    assert after.table == ("5C", "3C", "KC")
    assert after.piles == (("QC", "7S"), ())
    assert (after.turn, after.last_taker, after.left) == (0, 0, None)
    assert after.hands[0] == match.hands[0]
    refuses(after, TakeLeft(0, ("5C", "KC")), "no_left_15")
    assert done(after, "7H 5C 3C").taken == (5, 0)


def test_X6_each_set_holds_the_left_card_and_sums_15() -> None:
    match = done(dealt(*LEFT), "7S")
    offered = {frozenset(move.take) for move in moves_of(match) if isinstance(move, TakeLeft)}
    assert offered == sets("7S QC", "7S 5C 3C")
    assert {frozenset(take) for take in escopa.view(match, 0).left_sets} == offered
    assert done(match, "x 3C 7S 5C") == done(match, "x 5C 3C 7S")


@pytest.mark.parametrize(
    ("take", "code", "sentence"),
    [
        (("7S",), "not_15", "7 sozinho não soma 15. Nada foi levado."),
        (("QC", "7S", "3C"), "not_15", "8 + 7 + 3 = 18: não soma 15. Nada foi levado."),
        ((), "nothing_marked", "Marque as cartas do 15 que quer levar."),
        (("KC", "5C"), "without_left", "Esse 15 precisa da carta deixada, 7♠. Nada foi levado."),
        (("7S", "7S"), "marked_twice", "7♠ foi marcada duas vezes. Nada foi levado."),
        (("7S", "QD"), "not_on_table", "Q♦ não está na mesa. Nada foi levado."),
        (("7H", "QC"), "not_on_table", "7♥ está na sua mão, não na mesa. Nada foi levado."),
    ],
)
def test_X6_a_take_that_is_none_is_refused_and_the_chance_stays(
    take: tuple[str, ...], code: str, sentence: str
) -> None:
    match = done(dealt(*LEFT), "7S")
    before = msgspec.json.encode(match)
    assert refuses(match, TakeLeft(0, take), code) == sentence
    assert msgspec.json.encode(match) == before


def test_X6_playing_without_taking_lets_the_chance_pass_for_good() -> None:
    match = done(dealt(["3H 7H 5H", "7S QD KH", "2H 4H 6H"], "QC 5C 3C KC"), "7S", "6H")
    assert match.left is None and match.turn == 0
    assert escopa.view(match, 0).left_sets == ()
    refuses(match, TakeLeft(0, ("7S", "QC")), "no_left_15")


def test_X6_a_card_that_leaves_a_new_15_passes_on_that_one_only() -> None:
    match = done(dealt(["3H 7H 5H", "7S QD KH", "2H 4H 6H"], "QC 5C 3C KC"), "7S", "2H")
    assert (match.left, match.turn) == ("2H", 0)
    refuses(match, TakeLeft(0, ("7S", "QC")), "without_left")
    assert {frozenset(take) for take in escopa.view(match, 0).left_sets} == sets("2H 3C KC", "2H 5C QC")


def test_X6_a_card_that_makes_no_15_or_takes_one_leaves_no_chance() -> None:
    match = dealt(["3H 7H 5H", "7S 6H KH"], "QC 5C 3C KC")
    assert done(match, "6H").left is None
    taking = done(match, "7S QC")
    assert taking.left is None
    refuses(taking, TakeLeft(0, ("KC", "5C")), "no_left_15")


def test_X6_the_15_may_use_a_card_that_lay_there_without_being_on_offer() -> None:
    match = done(dealt(["3H 7H 5H", "AS 4H 6H"], "QC 6C 3C KC"), "AS")
    assert match.left == "AS"
    assert escopa.view(match, 0).left_sets == (("QC", "6C", "AS"),)


def test_X6_taking_the_left_15_may_clear_the_table() -> None:
    match = done(dealt(["3H 7H 5H", "7S 4H KH"], "AC 2C 3C 2D"), "7S")
    assert match.left == "7S"
    after = done(match, "x AC 2C 3C 2D 7S")
    assert after.table == () and after.escopas == (1, 0)
    assert after.plays[-1].escopas == 1 and after.plays[-1].kind == "take_left"
    assert after.turn == 0


def test_X6_a_new_deal_in_between_does_not_end_the_chance() -> None:
    hands, table = ["4H 6H KS", "JH QD KH"], "QC 2C 3C KC"
    match = done(dealt(hands, table, then="AH AS 4S 5S 6S 2S"), "JH", "4H", "QD", "6H", "KH", "KS 2C 3C")
    assert match.left is None  # the last card took
    match = done(dealt(["4H 6H KS", "JH QD KH"], table, then="AH AS 4S 5S 6S 2S"), "JH", "4H", "QD", "6H", "KH", "KS")
    assert match.hands == (("AS", "5S", "2S"), ("AH", "4S", "6S"))
    assert (match.left, match.turn) == ("KS", 1)
    after = done(match, "x 2C 3C KS")
    assert after.taken == (0, 3) and after.hands[1] == ("AH", "4S", "6S")


def test_X6_the_last_card_of_the_round_leaves_no_chance() -> None:
    match = last_cards(["7S", ""], "QC 5C KC", ["", ""], 1)
    match = msgspec.structs.replace(match, turn=0)
    over = done(match, "7S")
    assert (over.phase, over.left, over.table) == ("round_over", None, ())
    refuses(over, TakeLeft(1, ("QC", "7S")), "wrong_phase")


def test_X7_taking_the_whole_table_is_an_escopa() -> None:
    match = dealt(["3H 7H 5H", "7S 4H KH"], "AC 2C 3C 2D")
    swept = done(match, "7S AC 2C 3C 2D")
    assert (swept.table, swept.escopas, swept.plays[-1].escopas) == ((), (0, 1), 1)
    next_one = done(swept, "3H")
    assert next_one.escopas == (0, 1) and next_one.left is None


def test_X7_taking_part_of_it_is_none() -> None:
    match = done(dealt(["3H 7H 5H", "7S 4H KH"], "AC 2C 5C 2D"), "7S AC 5C 2D")
    assert (match.table, match.escopas, match.plays[-1].escopas) == (("2C",), (0, 0), 0)


def test_X7_S12_all_five_cards_taken_by_a_queen() -> None:
    match = msgspec.structs.replace(last_cards(["KS", "QS 2S"], "AC AD AH 2C 2D", ["", ""], 0), turn=1)
    assert done(match, "QS AC AD AH 2C 2D").escopas == (0, 1)


def test_X7_leaving_a_card_on_an_empty_table_is_none() -> None:
    match = done(dealt(["3H 7H 5H", "7S 4H KH"], "2C 3C 4C 6C"), "KH")
    assert match.escopas == (1, 0)  # the dealer's opening, and no more
