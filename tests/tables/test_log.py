"""The log is the truth, the snapshot a cache: the check finds where the two differ."""

from __future__ import annotations

from io import StringIO
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from cards.card import DECK_52
from tables import commands
from tables.models import Move, Table
from tests.tables.building import Party, chosen, form_of, started

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


def replayed() -> str:
    out = StringIO()
    call_command("replay", stdout=out)
    return out.getvalue()


def disagrees(party: Party) -> None:
    """The check names the table, and no card."""
    with pytest.raises(CommandError) as error:
        replayed()
    words = str(error.value).split()
    assert words[-1] == party.code
    assert not set(words) & set(DECK_52)


@pytest.fixture
def party() -> Party:
    """A table in its second match, a few cards played, and another table beside it."""
    started().bid((4, 4, 4, 4))
    party = started("Renata")
    commands.resign(party.code, party.ask("Renata"))
    commands.agree(party.code, party.ask("Renata"), 2)
    party.play_on(lambda table: len(table.match.plays) >= 3)
    return party


def test_good_tables_agree(party: Party) -> None:
    party.play_on(lambda table: table.match.round == 2)
    assert replayed().startswith("2 tables")


def test_a_table_without_a_match_is_not_counted() -> None:
    assert replayed().startswith("0 tables")


@pytest.mark.parametrize("change", [{"points": (10, 0)}, {"broken": None}, {"turn": 9}])
def test_a_changed_snapshot_is_found(party: Party, change: dict[str, object]) -> None:
    match: Any = party.now.match
    if change == {"broken": None}:
        change = {"broken": not match.broken}
    changed = msgspec.json.encode(msgspec.structs.replace(match, **change)).decode()
    Table.objects.filter(code=party.code).update(match=changed)
    disagrees(party)


def test_two_swapped_hands_are_found(party: Party) -> None:
    match: Any = party.now.match
    hands = (match.hands[1], match.hands[0], *match.hands[2:])
    changed = msgspec.json.encode(msgspec.structs.replace(match, hands=hands)).decode()
    Table.objects.filter(code=party.code).update(match=changed)
    disagrees(party)


def test_a_lost_move_is_found(party: Party) -> None:
    Move.objects.filter(table__code=party.code).order_by("-match_number", "-sequence")[0].delete()
    disagrees(party)


def test_a_wrong_number_of_moves_is_found(party: Party) -> None:
    Table.objects.filter(code=party.code).update(sequence=party.now.sequence + 1)
    disagrees(party)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    "action",
    [
        '{"type":"bid","seat":1,"tricks":13}',
        '{"type":"play","seat":1,"card":"2C"}',
        '{"type":"next_round","seat":0}',
        '{"type":"bid","seat":1,"tricks":"x"}',
        "not even JSON",
        "",
    ],
)
def test_a_changed_move_is_found(party: Party, number: int, action: str) -> None:
    move = Move.objects.filter(table__code=party.code, match_number=number).order_by("sequence")[1]
    assert move.action != action
    Move.objects.filter(id=move.id).update(action=action)
    disagrees(party)


def test_a_changed_deal_is_found(party: Party) -> None:
    deal = Move.objects.get(table__code=party.code, match_number=2, sequence=1)
    deck = msgspec.json.decode(deal.action)["deck"]
    deck[0], deck[1] = deck[1], deck[0]
    Move.objects.filter(id=deal.id).update(action=msgspec.json.encode({"type": "deal", "deck": deck}).decode())
    disagrees(party)


def test_the_database_takes_no_second_move_of_a_number(party: Party) -> None:
    move = Move.objects.filter(table__code=party.code).first()
    assert move is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.create(
            table_id=move.table_id, match_number=move.match_number, sequence=move.sequence, action="{}", at=move.at
        )


def test_the_cost_of_a_move_does_not_grow_with_the_log(django_assert_max_num_queries) -> None:
    """The statements are as many and the log is never read: neither early nor after three hundred moves."""
    long = started()

    def statements() -> list[str]:
        with django_assert_max_num_queries(20) as queries:
            long.act(long.on_turn, **form_of(chosen(long.now)))
        return [query["sql"] for query in queries if "tables_move" in query["sql"]]

    early = statements()
    Move.objects.bulk_create(
        Move(table_id=long.now.id, match_number=7, sequence=number, action="{}", at=long.now.last_move_at)
        for number in range(300)
    )
    late = statements()
    assert len(early) == len(late) == 1
    assert early[0].startswith("INSERT") and late[0].startswith("INSERT")
