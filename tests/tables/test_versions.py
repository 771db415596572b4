"""Every act carries the version it saw and an id of its own: one outcome, however often and however late it comes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F

from tables import commands, latest
from tables.commands import Asked
from tables.models import Act, Move, SeatClaim
from tables.players import Token
from tests.tables import building
from tests.tables.building import Party, full, started
from tests.tables.refusals import nobody_told, refused

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

BID = {"type": "bid", "tricks": "3"}


def test_a_repeat_gets_the_answer_again_and_does_nothing() -> None:
    party = started()
    asked = party.ask("Beto", what="bid 3")
    first = commands.act(party.code, asked, BID)
    before = building.rows()
    assert commands.act(party.code, asked, BID) == first
    assert building.rows() == before


def test_a_repeat_is_known_however_much_has_happened_since() -> None:
    party = started()
    asked = party.ask("Beto", what="bid 3")
    commands.act(party.code, asked, BID)
    party.bid((3, 3, 3, 3))
    before = building.rows()
    assert commands.act(party.code, asked, BID) == party.now
    assert building.rows() == before


def test_a_repeat_is_known_after_the_match() -> None:
    party = started()
    asked = party.ask("Beto")
    commands.resign(party.code, asked)
    assert commands.resign(party.code, asked) == party.now
    assert Move.objects.count() == 2


def test_a_repeat_of_standing_up_is_no_error_for_who_has_no_seat_any_more() -> None:
    party = full()
    asked = party.ask("Beto")
    commands.stand_up(party.code, asked)
    assert len(commands.stand_up(party.code, asked).seats) == 3


def test_an_id_with_another_content_is_stale() -> None:
    party = started()
    asked = party.ask("Beto", what="bid 3")
    commands.act(party.code, asked, BID)
    with refused("stale"):
        commands.act(party.code, party.ask("Beto", version=asked.version, key=asked.key, what="bid 4"), BID)


def test_an_id_that_was_used_is_refused_on_the_present_version() -> None:
    party = started()
    asked = party.ask("Beto", what="bid 3")
    commands.act(party.code, asked, BID)
    party.bid((3, 3, 3, 3))
    card = party.now.match.hands[1][0]
    with refused("stale"):
        commands.act(party.code, party.ask("Beto", key=asked.key, what="play"), {"type": "play", "card": card})


def test_an_id_is_its_players_own() -> None:
    party = started()
    commands.act(party.code, party.ask("Beto", key="same", what="bid 3"), BID)
    table = commands.act(party.code, party.ask("Carla", key="same", what="bid 3"), BID)
    assert table.match.bids[1:3] == (3, 3)
    assert Act.objects.filter(key="same").count() == 2


@pytest.mark.parametrize("behind", [-1, 1, 2, 10**6])
def test_an_act_on_another_version_is_stale(behind: int) -> None:
    party = started()
    with refused("stale"):
        commands.act(party.code, party.ask("Beto", version=party.now.version - behind), BID)


def let_in(party: Party) -> None:
    claim = party.now.seats[2].claim
    assert claim is not None
    commands.answer_claim(party.code, party.ask("Davi"), claim.id, let_in=True)


CLAIMS: dict[str, tuple[Callable[[Party], object], ...]] = {
    "asked": (lambda party: commands.ask_for_seat(party.code, Asked(None), "Carla"),),
    "let in": (lambda party: commands.ask_for_seat(party.code, Asked(None), "Carla"), let_in),
    "expired": (
        lambda party: commands.ask_for_seat(party.code, Asked(None), "Carla"),
        lambda party: SeatClaim.objects.update(asked_at=F("asked_at") - timedelta(hours=25)),
        lambda party: latest.forget(),
        lambda party: commands.drop_old_claims(party.now.id),
    ),
    "another device signed out": (lambda party: commands.sign_out_others(Token(party.people["Carla"]), ""),),
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_in_between_makes_no_act_stale(claim: str) -> None:
    party = started()
    asked = party.ask("Beto")
    for step in CLAIMS[claim]:
        step(party)
    assert party.now.version > (asked.version or 0)
    assert commands.act(party.code, asked, BID).match.bids[1] == 3
    assert commands.act(party.code, asked, BID) == party.now
    assert Move.objects.filter(table_id=party.now.id).count() == 2


@pytest.mark.parametrize("claim", CLAIMS)
def test_an_act_that_missed_a_move_is_stale_whatever_was_claimed_before_or_since(claim: str) -> None:
    party = started()
    asked = party.ask("Carla")
    seen = party.act("Beto", type="bid", tricks=3).version
    for step in CLAIMS[claim]:
        step(party)
    with refused("stale"):
        commands.act(party.code, asked, BID)
    with refused("stale"):
        commands.act(party.code, party.ask("Davi", version=party.now.version + 1), BID)
    with refused("not_your_turn"):  # it saw the move
        commands.act(party.code, party.ask("Davi", version=seen), BID)


def test_whose_seat_went_over_has_no_act_on_its_way_that_counts() -> None:
    party = started()
    party.act("Beto", type="bid", tricks=3)
    asked = party.ask("Carla")
    for step in CLAIMS["let in"]:
        step(party)
    with refused("stranger"):
        commands.act(party.code, asked, BID)


def test_a_stale_act_is_refused_before_it_is_looked_at() -> None:
    """Not even whether it would be allowed is told."""
    party = started()
    with refused("stale"):
        commands.act(party.code, party.ask("Davi", version=1), {"type": "nonsense"})


@pytest.mark.parametrize(("version", "key"), [(None, "k"), (5, ""), (None, "")])
def test_an_act_without_version_or_id_is_refused(version: int | None, key: str) -> None:
    party = started()
    with refused("bad_form"):
        commands.act(party.code, Asked(party.people["Beto"], version, key), BID)


def test_every_command_of_a_person_needs_both() -> None:
    party = full("Renata", "Beto", "Carla")
    for command in (
        lambda asked: commands.add_robots(party.code, asked, fill=True),
        lambda asked: commands.remove_robot(party.code, asked, 3),
        lambda asked: commands.start(party.code, asked, 2),
        lambda asked: commands.stand_up(party.code, asked),
        lambda asked: commands.resign(party.code, asked),
        lambda asked: commands.leave(party.code, asked),
        lambda asked: commands.agree(party.code, asked, 2),
    ):
        with refused("bad_form"):
            command(Asked(party.people["Renata"], None, "key"))
        with refused("bad_form"):
            command(Asked(party.people["Renata"], party.now.version, ""))
        with refused("stale"):
            command(Asked(party.people["Renata"], 1, "key"))


def test_a_refused_act_uses_up_no_id() -> None:
    party = started()
    asked = party.ask("Beto")
    with refused("bad_bid"):
        commands.act(party.code, asked, {"type": "bid", "tricks": "14"})
    assert commands.act(party.code, asked, BID).match.bids[1] == 3


def test_a_repeat_is_told_to_nobody(told, django_capture_on_commit_callbacks) -> None:
    party = started()
    asked = party.ask("Beto")
    with django_capture_on_commit_callbacks(execute=True):
        table = commands.act(party.code, asked, BID)
        commands.act(party.code, asked, BID)
    assert told == [table]


def test_the_look_for_announcements_would_see_one() -> None:
    party = started()
    with pytest.raises(AssertionError), nobody_told():
        party.act("Beto", type="bid", tricks=3)
