"""What an Escopa table refuses over HTTP: a clear sentence, nothing changed, nothing announced (X5, X6, S12, S19)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import escopa
from tables import commands
from tables.commands import Asked
from tables.models import Move
from tables.state import TableState
from tests.tables.browsing import Browser, browsers, notice
from tests.tables.building import Party

pytestmark = [pytest.mark.pair, pytest.mark.django_db(transaction=True)]  # so that a commit announces


def started() -> Party:
    """Renata and Beto at a table of two; Beto is on turn."""
    table, creator = commands.create(Asked(None), "Renata", "escopa", commands.options_of("escopa", {}))
    party = Party(table.code, {"Renata": creator})
    party.sit("Beto")
    party.start(None)
    return party


def until(party: Party, wanted: str) -> Party:
    """Random plays until somebody on turn may do an action of that type, or the round is over and none came."""
    rng = random.Random(7)
    while True:
        table = party.now
        seat = 0 if table.match.turn is None else table.match.turn
        acts = [act for act in escopa.legal_actions(table.match, seat) if not isinstance(act, escopa.Forfeit)]
        if any(isinstance(act, escopa.TakeLeft) for act in acts) and wanted == "take_left":
            return party
        act: Any = rng.choice([act for act in acts if not isinstance(act, escopa.TakeLeft)])
        fields = {"type": "next_round"} if isinstance(act, escopa.NextRound) else {"type": "play", "card": act.card}
        take = {} if isinstance(act, escopa.NextRound) else {"take": list(act.take)}
        commands.act(party.code, party.ask(table.seats[seat].name), {**fields, **take})


def refused(party: Party, browser: Browser, told: list[TableState], **fields: Any) -> None:
    """The act is answered with one sentence and has changed nothing."""
    told.clear()
    before, moves = party.now, Move.objects.count()
    response = browser.act(party, "agir", **fields)
    assert 400 <= response.status_code < 500
    sentence = notice(response)
    assert sentence and sentence[-1] in ".!?" and ". " not in sentence.replace(". Nada foi ", ""), sentence
    assert party.now == before
    assert Move.objects.count() == moves
    assert told == []


def test_a_take_that_is_none_is_refused(told: list[TableState]) -> None:
    party = started()
    people = browsers(party)
    match: Any = party.now.match
    beto, renata = people["Beto"], people["Renata"]
    card, foreign, other = match.hands[1][0], match.hands[0][0], match.hands[1][1]
    wrong = next(
        [one]
        for one in (*match.table, *match.hands[1][1:])
        if not any(set(act.take) == {one} and act.card == card for act in plays(match) if act.take)
    )
    refused(party, beto, told, type="play", card=card, **{"take[]": wrong})
    refused(party, beto, told, type="play", card=card, **{"take[]": [other]})  # of the own hand
    refused(party, beto, told, type="play", card=card, **{"take[]": [foreign]})  # not on the table
    refused(
        party, beto, told, type="play", card=card, **{"take[]": [match.table[0]] * 2 if match.table else [foreign] * 2}
    )
    refused(party, beto, told, type="play", card=card, **{"take[]": "8C"})  # no card of this deck
    refused(party, beto, told, type="play", card=card, **{"take[]": "<b>"})
    refused(party, beto, told, type="play", card=foreign)
    refused(party, beto, told, type="play", card="")
    refused(party, renata, told, type="play", card=foreign)  # out of turn
    refused(party, beto, told, type="bid", tricks="3")  # another game's act
    refused(party, beto, told, type="accuse", accused="0")
    refused(party, Browser(), told, type="play", card=card)  # a stranger


def plays(match: Any) -> list[Any]:
    return [act for act in escopa.legal_actions(match, match.turn) if isinstance(act, escopa.Play)]


def test_levar_o_15_without_a_right_to_it_is_refused(told: list[TableState]) -> None:
    party = started()
    beto = browsers(party)["Beto"]
    for take in ([], ["7S"], [party.now.match.hands[1][0]]):
        refused(party, beto, told, type="take_left", **{"take[]": take})


def test_levar_o_15_needs_the_left_card_and_comes_once(told: list[TableState]) -> None:
    party = until(started(), "take_left")
    match: Any = party.now.match
    name = party.now.seats[match.turn].name
    browser = browsers(party)[name]
    good = next(act for act in escopa.legal_actions(match, match.turn) if isinstance(act, escopa.TakeLeft))
    rest = [card for card in good.take if card != match.left]
    refused(party, browser, told, type="take_left", **{"take[]": []})
    refused(party, browser, told, type="take_left", **{"take[]": rest})
    refused(party, browser, told, type="take_left", **{"take[]": [*good.take, good.take[0]]})
    taking: dict[str, Any] = {"type": "take_left", "take[]": list(reversed(good.take))}  # in any order (S19)
    done = browser.act(party, "agir", **taking)
    assert done.status_code == 302
    assert [table.version for table in told] == [party.now.version]  # so a refusal's silence means something
    refused(party, browser, told, type="take_left", **{"take[]": list(good.take)})
