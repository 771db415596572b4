"""A match through the commands: bids, cards, the round's board, the next round, and how it ends."""

from __future__ import annotations

import pytest

from tables import commands, state
from tables.models import Move
from tests.spades.building import FEW_SPADES
from tests.tables.building import NEVER_MADE, Party, full, started
from tests.tables.refusals import refused

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


def reneging(**options: str) -> Party:
    """Beto (seat 1) led the 2 of diamonds, and Carla (seat 2), who has two diamonds, played a heart."""
    party = started(**options)
    party.bid((3, 3, 3, 3))
    party.cards("2D 2H")
    return party


def test_E3_everybody_bids_once_from_the_dealers_left() -> None:
    party = started()
    assert party.on_turn == "Beto"
    party.act("Beto", type="bid", tricks=0)
    with refused("not_your_turn"):
        party.act("Beto", type="bid", tricks=3)
    with refused("wrong_phase"):
        party.act("Carla", type="play", card="2C")
    for name, tricks in (("Carla", 13), ("Davi", 1), ("Renata", 4)):
        party.act(name, type="bid", tricks=tricks)
    match = party.now.match
    assert (match.bids, match.phase, match.turn) == ((4, 0, 13, 1), "playing", 1)


def test_each_act_is_one_version_and_one_move() -> None:
    party = started()
    before = party.now
    party.act("Beto", type="bid", tricks=3)
    after = party.now
    assert (after.version, after.sequence) == (before.version + 1, before.sequence + 1)
    move = Move.objects.latest("sequence")
    assert (move.match_number, move.sequence, move.action) == (1, 2, '{"type":"bid","seat":1,"tricks":3}')
    assert after.turn_since == after.last_move_at == move.at


def test_the_next_round_is_one_version_and_two_moves(stack) -> None:
    stack(FEW_SPADES, FEW_SPADES)
    party = started()
    party.bid((3, 3, 3, 3))
    before = party.play_on(lambda table: table.match.phase == "round_over")
    after = party.act("Davi", type="next_round")
    assert (after.version, after.sequence) == (before.version + 1, before.sequence + 2)
    assert (after.match.round, after.match.dealer, after.match.phase, after.match.turn) == (2, 1, "bidding", 2)
    assert after.match.points == before.match.points


def test_a_whole_match_gives_a_log_that_gives_the_match() -> None:
    party = started(goal="250")
    table = party.play_on(lambda table: table.status == "finished")
    assert table.match.reason == "points"
    assert table.match.winners in ((0, 2), (1, 3))
    assert state.replay(table, 1) == table.match
    moves = Move.objects.filter(table_id=table.id).order_by("sequence").values_list("sequence", flat=True)
    assert list(moves) == list(range(1, table.sequence + 1))


def test_E21_any_seated_player_taps_the_next_round_and_nobody_else() -> None:
    party = started()
    with refused("wrong_phase"):
        party.act("Beto", type="next_round")
    party.play_on(lambda table: table.match.phase == "round_over")
    with refused("stranger"):
        commands.act(party.code, party.ask(None), {"type": "next_round"})
    assert party.act("Carla", type="next_round").match.round == 2


def test_E10_a_true_accusation_wins_the_match_out_of_turn(stack) -> None:
    stack(FEW_SPADES)
    party = reneging()
    table = party.act("Beto", type="accuse", accused=2)
    assert (table.status, table.match.reason, table.match.winners) == ("finished", "renege", (1, 3))
    assert (table.match.culprit, table.match.accuser) == (2, 1)


def test_E10_a_false_accusation_loses_it(stack) -> None:
    stack(FEW_SPADES)
    party = reneging()
    table = party.act("Carla", type="accuse", accused=1)
    assert (table.status, table.match.reason, table.match.winners) == ("finished", "false_accusation", (1, 3))


def test_E10_a_partner_oneself_and_too_early_are_refused(stack) -> None:
    stack(FEW_SPADES)
    party = started()
    with refused("no_card_yet"):
        party.act("Beto", type="accuse", accused=2)
    party.bid((3, 3, 3, 3))
    party.cards("2D 2H")
    for accused in (0, 2, 4):
        with refused("not_an_adversary"):
            party.act("Carla", type="accuse", accused=accused)
    with refused("stranger"):
        commands.act(party.code, party.ask(None), {"type": "accuse", "accused": "2"})


def test_E10_until_the_next_round_and_no_longer(stack) -> None:
    stack(FEW_SPADES, FEW_SPADES)
    party = reneging()
    table = party.play_on(lambda table: table.match.phase == "round_over")
    assert table.match.round == 1
    party.act("Renata", type="next_round")
    with refused("no_card_yet"):
        party.act("Davi", type="accuse", accused=2)


def test_E8_where_renege_is_prevented_nobody_reneges_or_accuses(stack) -> None:
    stack(FEW_SPADES)
    party = started(renege="prevented")
    party.bid((3, 3, 3, 3))
    party.cards("2D")
    with refused("must_follow"):
        party.act("Carla", type="play", card="2H")
    party.cards("KD")
    with refused("renege_prevented"):
        party.act("Davi", type="accuse", accused=2)


def test_E11_a_decided_result_is_closed_by_whoever_taps_first() -> None:
    party = started(goal="250")
    table = party.decided()
    assert (table.status, table.match.phase, table.match.decided_for) == ("playing", "decided", (0, 2))
    assert table.match.winners == ()
    table = party.act("Davi", type="next_round")
    assert (table.status, table.match.reason, table.match.winners) == ("finished", "points", (0, 2))
    with refused("over"):
        party.act("Beto", type="next_round")


def test_E11_a_decided_result_can_be_accused(stack) -> None:
    stack(FEW_SPADES)
    party = started()
    party.bid(NEVER_MADE["bids"])
    party.cards("2D 2H")
    table = party.play_on(lambda table: table.match.phase == "decided")
    assert table.match.decided_for == (0, 2)
    table = party.act("Davi", type="accuse", accused=2)
    assert (table.status, table.match.reason, table.match.winners) == ("finished", "renege", (1, 3))


def test_E11_where_renege_is_prevented_the_match_ends_with_the_round() -> None:
    table = started(renege="prevented").decided()
    assert (table.status, table.match.reason, table.match.winners) == ("finished", "points", (0, 2))


@pytest.mark.parametrize("phase", ["bidding", "playing", "round_over"])
@pytest.mark.parametrize(("give_up", "reason"), [(commands.resign, "resigned"), (commands.leave, "left")])
def test_E18_giving_up_loses_the_match_for_the_pair(give_up, reason: str, phase: str) -> None:
    party = started()
    party.play_on(lambda table: table.match.phase == phase)
    table = give_up(party.code, party.ask("Carla"))
    assert (table.status, table.match.reason, table.match.winners, table.match.culprit) == (
        "finished",
        reason,
        (1, 3),
        2,
    )
    assert [seat.gone for seat in table.seats] == [False, False, reason == "left", False]


@pytest.mark.parametrize("give_up", [commands.resign, commands.leave])
def test_E18_in_a_decided_match_it_only_closes_it(give_up) -> None:
    party = started()
    party.decided()
    table = give_up(party.code, party.ask("Carla"))
    assert (table.status, table.match.reason, table.match.winners) == ("finished", "points", (0, 2))


def test_before_the_start_there_is_no_match_to_give_up() -> None:
    party = full()
    for give_up in (commands.resign, commands.leave):
        with refused("not_started"):
            give_up(party.code, party.ask("Beto"))
    with refused("not_started"):
        party.act("Beto", type="bid", tricks=3)


def test_S23_a_match_that_is_over_refuses_everything() -> None:
    party = started()
    commands.resign(party.code, party.ask("Carla"))
    for form in (
        {"type": "bid", "tricks": 3},
        {"type": "play", "card": "2C"},
        {"type": "accuse", "accused": 1},
        {"type": "next_round"},
    ):
        with refused("over"):
            party.act("Renata", **form)
    for again in ("Carla", "Beto"):
        with refused("over"):
            commands.resign(party.code, party.ask(again))
    with refused("started"):
        party.sit("Elisa")
    with refused("started"):
        party.start()


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"type": ""},
        {"type": "deal"},
        {"type": "deal", "deck": "2C"},
        {"type": "forfeit", "reason": "resigned"},
        {"type": "forfeit", "reason": "absent"},
        {"type": "take_left", "take": "2C"},
        {"type": "bid"},
        {"type": "bid", "tricks": ""},
        {"type": "bid", "tricks": "três"},
        {"type": "bid", "tricks": "5.5"},
        {"type": "bid", "tricks": "9" * 5000},
        {"type": "play", "card": ""},
        {"type": "play", "card": "1C"},
        {"type": "play", "card": "AS AS"},
    ],
)
def test_what_is_no_action_is_refused(form: dict[str, str]) -> None:
    party = started()
    with refused("not_an_action"):
        commands.act(party.code, party.ask("Beto"), dict(form))


@pytest.mark.parametrize("tricks", [14, 999])
def test_E3_a_bid_is_0_to_13(tricks: int) -> None:
    party = started()
    with refused("bad_bid"):
        party.act("Beto", type="bid", tricks=tricks)


def test_nobody_acts_for_another_seat(stack) -> None:
    stack(FEW_SPADES)
    party = started()
    for seat in ("0", "2", "", "x", "01"):
        with refused("not_yours"):
            commands.act(party.code, party.ask("Beto"), {"type": "bid", "tricks": "3", "seat": seat})
    party.bid((3, 3, 3, 3))
    with refused("not_in_hand"):
        party.act("Beto", type="play", card="AS")
    with refused("not_your_turn"):
        party.act("Davi", type="play", card="AS")
