"""The rematch (T10, S18): once all agree, with the pairs that the creator wants, and nothing left of the old match."""

from __future__ import annotations

import pytest

import spades
from tables import commands, state
from tables.models import Move
from tests.tables.building import Party, started
from tests.tables.refusals import refused

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


def ended(*names: str, **options: str) -> Party:
    party = started(*names, **options)
    party.over()
    return party


def agree(party: Party, name: str, partner: int | None = None) -> state.TableState:
    return commands.agree(party.code, party.ask(name), partner)


def test_T10_it_begins_when_the_last_agrees_and_not_before() -> None:
    party = ended()
    for name in ("Carla", "Renata", "Davi"):
        table = agree(party, name)
        assert (table.status, table.match_number) == ("finished", 1)
    table = agree(party, "Beto")
    assert (table.status, table.match_number, table.sequence) == ("playing", 2, 1)
    assert [seat.agreed for seat in table.seats] == [False] * 4


@pytest.mark.parametrize(
    ("partner", "seats"),
    [
        (None, ["Renata", "Beto", "Carla", "Davi"]),
        (2, ["Renata", "Beto", "Carla", "Davi"]),
        (1, ["Renata", "Carla", "Beto", "Davi"]),
        (3, ["Renata", "Beto", "Davi", "Carla"]),
    ],
)
def test_T10_the_creator_keeps_or_changes_the_pairs(partner: int | None, seats: list[str]) -> None:
    party = ended()
    table = agree(party, "Renata", partner)
    assert table.rematch_partner == (2 if partner is None else partner)
    assert [seat.name for seat in table.seats] == ["Renata", "Beto", "Carla", "Davi"]
    for name in ("Beto", "Carla", "Davi"):
        agree(party, name)
    assert [seat.name for seat in party.now.seats] == seats
    assert party.now.rematch_partner is None
    assert all(party.now.seats[party.seat(name)].name == name for name in party.people)


def test_T10_the_others_do_not_choose_the_pairs() -> None:
    party = ended()
    agree(party, "Beto", 3)
    agree(party, "Renata", 2)
    agree(party, "Carla", 1)
    agree(party, "Davi", 1)
    assert [seat.name for seat in party.now.seats] == ["Renata", "Beto", "Carla", "Davi"]


@pytest.mark.parametrize("partner", [0, 4, -1])
def test_T10_a_partner_is_one_of_the_others(partner: int) -> None:
    party = ended()
    with refused("bad_choice"):
        agree(party, "Renata", partner)


def test_T10_robots_always_agree() -> None:
    party = started("Renata", "Beto")
    commands.resign(party.code, party.ask("Renata"))
    agree(party, "Beto")
    table = agree(party, "Renata", 3)
    assert table.match_number == 2
    assert [seat.name for seat in table.seats] == ["Renata", "Beto", "Tito", "Carmen"]


def test_S18_a_double_vote_counts_once() -> None:
    party = ended()
    agree(party, "Beto")
    with refused("agreed"):
        agree(party, "Beto")
    agree(party, "Renata")
    with refused("agreed"):
        agree(party, "Renata", 3)
    assert party.now.rematch_partner == 2
    assert party.now.match_number == 1


def test_S18_who_leaves_while_the_last_votes_comes_first_or_last() -> None:
    party = ended()
    for name in ("Beto", "Carla"):
        agree(party, name)
    version = party.now.version
    commands.leave(party.code, party.ask("Davi"))
    with refused("stale"):
        commands.agree(party.code, party.ask("Renata", version=version), 2)
    with refused("no_rematch"):
        agree(party, "Renata")
    with refused("gone"):
        commands.leave(party.code, party.ask("Davi"))
    assert commands.rematch_of(party.now) == "gone"


def test_who_left_after_the_match_does_not_come_back_into_it() -> None:
    party = ended()
    commands.leave(party.code, party.ask("Davi"))
    with refused("started"):
        commands.sit(party.code, commands.Asked(None), "Elisa")
    with refused("no_rematch"):
        agree(party, "Davi")


def test_T10_none_after_somebody_left_the_match() -> None:
    party = started()
    commands.leave(party.code, party.ask("Beto"))
    assert commands.rematch_of(party.now) == ""
    for name in ("Renata", "Beto"):
        with refused("no_rematch"):
            agree(party, name)


def test_T10_resigning_allows_one() -> None:
    party = started("Renata", "Beto")
    commands.resign(party.code, party.ask("Beto"))
    assert commands.rematch_of(party.now) == "open"
    agree(party, "Beto")
    assert agree(party, "Renata").match_number == 2


def test_T10_an_accusation_allows_one() -> None:
    party = started()
    party.play_on(lambda table: table.match.phase == "playing" and bool(table.match.plays))
    party.act("Beto", type="accuse", accused=0)
    assert commands.rematch_of(party.now) == "open"


def test_none_before_the_end() -> None:
    party = started()
    with refused("no_rematch"):
        agree(party, "Beto")
    party.decided()
    with refused("no_rematch"):
        agree(party, "Beto")


def test_a_stranger_does_not_vote() -> None:
    party = ended()
    with refused("stranger"):
        commands.agree(party.code, party.ask(None), 2)


def test_S18_the_new_match_starts_clean_with_the_same_options() -> None:
    party = ended(goal="250")
    before = party.now.match
    assert before.points != (0, 0) and before.broken
    for name in party.people:
        agree(party, name)
    table = party.now
    dealt = Move.objects.get(table_id=table.id, match_number=2)
    assert table.match == state.replay(table, 2)
    assert dealt.sequence == 1
    fresh = spades.start(before.options, 4, dealer=0)
    shown = spades.view(table.match, None)
    for name in ("points", "bags", "bids", "taken", "broken", "plays", "last_trick", "sheet", "round", "winners"):
        assert getattr(shown, name) == getattr(spades.view(fresh, None), name), name
    assert (shown.phase, shown.turn, shown.reason, shown.decided_for) == ("bidding", 1, None, ())
    assert table.match.hands != before.hands


def test_a_third_match_follows_the_second() -> None:
    party = started("Renata")
    for number in (1, 2, 3):
        assert party.now.match_number == number
        party.act("Renata", type="bid", tricks=3) if party.on_turn == "Renata" else None
        commands.resign(party.code, party.ask("Renata"))
        agree(party, "Renata", 1)
    numbers = Move.objects.filter(table_id=party.now.id).values_list("match_number", flat=True)
    assert set(numbers) == {1, 2, 3, 4}
