"""Who sits where before the start: creating, sitting, standing up, robots in and out, the pairs (T1 to T4, T12)."""

from __future__ import annotations

import re

import pytest

from tables import commands
from tables.commands import Asked
from tables.models import Player, Table
from tests.tables import building
from tests.tables.building import Party, full, new
from tests.tables.refusals import refused

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


def names(party: Party) -> list[str]:
    return [seat.name for seat in party.now.seats]


def test_T1_the_creator_sits_at_seat_0_of_a_waiting_table() -> None:
    party = new("Renata", goal="250", renege="prevented")
    table = party.now
    assert (table.status, table.version, table.match_number, table.match) == ("waiting", 1, 0, None)
    assert (table.options.goal, table.options.renege) == (250, "prevented")
    assert [(seat.player, seat.name) for seat in table.seats] == [(party.people["Renata"], "Renata")]


def test_T1_the_options_have_defaults() -> None:
    options = new().now.options
    assert (options.goal, options.renege) == (500, "allowed")


@pytest.mark.parametrize("fields", [{"goal": "300"}, {"goal": ""}, {"goal": "5e2"}, {"renege": "Permitir"}])
def test_T1_options_that_do_not_exist_are_refused(fields: dict[str, str]) -> None:
    with refused("bad_choice"):
        commands.options_of("espadas", fields)


def test_the_code_has_64_bits_in_signs_that_are_not_like_each_other() -> None:
    codes = {new().code for _ in range(20)}
    assert len(codes) == 20
    for code in codes:
        assert re.fullmatch("[2-9A-HJ-NP-Z]{13}", code)


def test_T2_the_first_three_by_the_link_sit_in_their_order() -> None:
    party = full()
    assert names(party) == ["Renata", "Beto", "Carla", "Davi"]
    assert party.now.version == 4


def test_T2_a_full_table_is_watched() -> None:
    party = full()
    with refused("full"):
        party.sit("Elisa")


def test_T2_after_the_start_nobody_sits() -> None:
    party = building.started()
    with refused("started"):
        party.sit("Elisa")


def test_sitting_twice_changes_nothing() -> None:
    party = new()
    first = party.sit("Beto")
    before = building.rows()
    again, player = commands.sit(party.code, Asked(party.people["Beto"]), "Outro")
    assert (again, player) == (first, party.people["Beto"])
    assert building.rows() == before


def test_sitting_again_after_the_start_shows_the_match() -> None:
    party = building.started()
    table, _ = commands.sit(party.code, Asked(party.people["Carla"]), "Carla")
    assert table == party.now


@pytest.mark.parametrize("name", ["Renata", "renata", " RENATA ", "Ｒenata"])
def test_a_name_that_sits_already_is_refused(name: str) -> None:
    party = new("Renata")
    with refused("name_taken"):
        commands.sit(party.code, Asked(None), name)


def test_a_name_is_anybodys_at_another_table() -> None:
    new("Renata")
    assert names(new("Renata")) == ["Renata"]


def test_a_player_keeps_the_row_and_the_last_name() -> None:
    party = new("Renata")
    table, player = commands.create(Asked(party.people["Renata"]), "Rê", "espadas", party.now.options)
    assert player == party.people["Renata"]
    assert Player.objects.get().name == "Rê"
    assert [seat.name for seat in table.seats] == ["Rê"]
    assert names(party) == ["Renata"]


def test_a_cookie_of_a_player_who_is_not_there_any_more_makes_a_new_one() -> None:
    table, player = commands.create(Asked(10**6), "Renata", "espadas", new().now.options)
    assert player != 10**6
    assert table.seats[0].player == player == Player.objects.latest("id").id


def test_T12_standing_up_frees_the_seat_and_the_others_move_up() -> None:
    party = full()
    commands.stand_up(party.code, party.ask("Beto"))
    assert names(party) == ["Renata", "Carla", "Davi"]
    party.sit("Elisa")
    assert names(party) == ["Renata", "Carla", "Davi", "Elisa"]


def test_T12_who_stood_up_may_sit_again() -> None:
    party = full()
    commands.stand_up(party.code, party.ask("Beto"))
    party.sit("Beto")
    assert party.seat("Beto") == 3


def test_T12_when_the_creator_leaves_the_table_closes() -> None:
    party = full()
    commands.stand_up(party.code, party.ask("Renata"))
    assert party.now.status == Table.CLOSED
    with refused("closed"):
        party.sit("Elisa")
    with refused("closed"):
        party.start()
    with refused("closed"):
        party.robots()
    with refused("closed"):
        commands.stand_up(party.code, party.ask("Beto"))
    with refused("over"):
        party.act("Beto", type="bid", tricks=3)
    with refused("over"):
        commands.leave(party.code, party.ask("Beto"))
    with refused("no_rematch"):
        commands.agree(party.code, party.ask("Beto"), None)


def test_T12_after_the_start_nobody_stands_up() -> None:
    party = building.started()
    with refused("started"):
        commands.stand_up(party.code, party.ask("Beto"))


def test_T3_robots_fill_the_empty_seats() -> None:
    party = new()
    party.sit("Beto")
    table = party.robots()
    assert [(seat.name, seat.robot) for seat in table.seats[2:]] == [("Carmen", True), ("Tito", True)]
    with refused("full"):
        party.robots()


def test_T3_one_robot_at_a_time_and_out_again() -> None:
    party = new()
    party.robots(fill=False)
    party.robots(fill=False)
    party.sit("Beto")
    commands.remove_robot(party.code, party.ask("Renata"), 1)
    assert names(party) == ["Renata", "Tito", "Beto"]
    party.robots(fill=False)
    assert names(party) == ["Renata", "Tito", "Beto", "Carmen"]


@pytest.mark.parametrize("number", [-1, 0, 1, 3, 9])
def test_T3_only_a_robot_is_taken_out(number: int) -> None:
    party = new()
    party.sit("Beto")
    party.robots(fill=False)
    with refused("no_robot"):
        commands.remove_robot(party.code, party.ask("Renata"), number)


def test_T3_a_robot_takes_no_persons_name() -> None:
    party = new("carmen")
    party.sit("Tito")
    party.robots()
    assert len({name.casefold() for name in names(party)}) == 4


def test_T3_robots_are_the_creators_before_the_start() -> None:
    party = new()
    party.sit("Beto")
    party.robots(fill=False)
    with refused("not_yours"):
        commands.add_robots(party.code, party.ask("Beto"), fill=True)
    with refused("not_yours"):
        commands.remove_robot(party.code, party.ask("Beto"), 2)
    with refused("stranger"):
        commands.add_robots(party.code, party.ask(None), fill=True)
    party.robots()
    party.start()
    with refused("started"):
        commands.remove_robot(party.code, party.ask("Renata"), 2)


@pytest.mark.parametrize(
    ("partner", "seats"),
    [
        (1, ["Renata", "Carla", "Beto", "Davi"]),
        (2, ["Renata", "Beto", "Carla", "Davi"]),
        (3, ["Renata", "Beto", "Davi", "Carla"]),
    ],
)
def test_T4_the_chosen_partner_sits_opposite_and_the_others_in_their_order(partner: int, seats: list[str]) -> None:
    party = full()
    table = party.start(partner)
    assert names(party) == seats
    assert (table.status, table.match_number, table.sequence, table.match.phase) == ("playing", 1, 1, "bidding")
    assert (table.match.dealer, table.match.turn) == (0, 1)


@pytest.mark.parametrize("partner", [None, 0, 4, -1, 99])
def test_T4_the_start_needs_a_partner(partner: int | None) -> None:
    party = full()
    with refused("bad_choice"):
        party.start(partner)


def test_T4_the_start_needs_four() -> None:
    party = new()
    party.sit("Beto")
    party.sit("Carla")
    with refused("too_few"):
        party.start()


def test_T4_the_start_is_the_creators_and_happens_once() -> None:
    party = full()
    with refused("not_yours"):
        commands.start(party.code, party.ask("Beto"), 2)
    with refused("stranger"):
        commands.start(party.code, party.ask(None), 2)
    party.start()
    with refused("started"):
        party.start()


def test_a_repeat_of_creating_gets_the_same_table() -> None:
    asked = Asked(None, key="one form", fingerprint="Renata, 500")
    options = commands.options_of("espadas", {})
    first = commands.create(asked, "Renata", "espadas", options)
    before = building.rows()
    assert commands.create(asked, "Renata", "espadas", options) == first
    assert building.rows() == before


def test_another_form_or_another_choice_is_another_table() -> None:
    options = commands.options_of("espadas", {})
    for asked in (Asked(None, key="a", fingerprint="500"), Asked(None, key="a", fingerprint="250"), Asked(None)):
        commands.create(asked, "Renata", "espadas", options)
    commands.create(Asked(None), "Renata", "espadas", options)
    assert Table.objects.count() == Player.objects.count() == 4


def test_a_repeat_after_the_start_makes_a_new_table() -> None:
    """Back to the form of long ago: whoever sends it again wants to play again."""
    asked = Asked(None, key="one form", fingerprint="Renata, 500")
    table, player = commands.create(asked, "Renata", "espadas", commands.options_of("espadas", {}))
    party = Party(table.code, {"Renata": player})
    party.robots()
    party.start()
    again, _ = commands.create(asked, "Renata", "espadas", table.options)
    assert again.code != table.code
    assert again.status == "waiting"


def test_a_table_that_is_not_there() -> None:
    with pytest.raises(Table.DoesNotExist):
        commands.sit("2222222222222", Asked(None), "Beto")
