"""At an Escopa table nobody is sent a card of another hand or of the stock, nor what a hand could take (T6, S1)."""

from __future__ import annotations

import itertools
import random
from typing import Any

import msgspec
import pytest

import escopa
from tables import commands, frames
from tables.commands import Asked
from tables.frames import Look
from tables.state import TableState
from tests.tables.leaks import cards_in

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

LOOKS = (Look("grande", "http://localhost"), Look("espanhol", "http://localhost"))
NAMES = ("Renata", "Beto", "Carla", "Dora")
ROUNDS = 2


def states(players: int, rng: random.Random) -> list[TableState]:
    """Every state of the first rounds of a match that random people play."""
    keys = itertools.count()
    table, creator = commands.create(Asked(None), NAMES[0], "escopa", commands.options_of("escopa", {"goal": "31"}))
    people = [creator]
    for name in NAMES[1:players]:
        table, player = commands.sit(table.code, Asked(None), name)
        people.append(player)
    table = commands.start(table.code, Asked(creator, table.version, "start"), 2 if players == 4 else None)
    seen = [table]
    while table.match.round <= ROUNDS and table.status == "playing":
        seat = 0 if table.match.turn is None else table.match.turn
        acts = [act for act in escopa.legal_actions(table.match, seat) if not isinstance(act, escopa.Forfeit)]
        fields: dict[str, Any] = msgspec.to_builtins(rng.choice(acts))
        asked = Asked(table.seats[seat].player, table.version, f"k{next(keys)}")
        table = commands.act(table.code, asked, {**fields, "seat": str(seat)})
        seen.append(table)
    return seen


def hidden_from(match: Any, seat: int | None) -> set[str]:
    """The cards that this viewer may not see in any form: the other hands and the stock."""
    others = {card for number, hand in enumerate(match.hands) if number != seat for card in hand}
    return others | set(match.stock)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_frame_shows_a_card_of_another_hand_or_of_the_stock(players: int) -> None:
    chances = 0
    for table in states(players, random.Random(players)):
        match: Any = table.match
        for seat in (*range(players), None):
            for look in LOOKS:
                frame = frames.frame(table, seat, look)
                named = cards_in(frame)
                assert not named & hidden_from(match, seat), f"seat {seat}, version {table.version}: {frame}"
                if match.phase == "playing" and seat is not None:
                    assert set(match.hands[seat]) <= named  # so the search does see cards here
                offered = 'value="take_left"' in frame
                assert not offered or seat == match.turn  # LEVAR O 15 is the next player's alone
                chances += offered
    assert chances > 0
