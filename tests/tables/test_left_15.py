"""LEVAR O 15 at a large table: a small page by which every set can be taken, with the script and without (X6)."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Sequence

import pytest

import escopa
from cards.card import DECK_40
from escopa.captures import sets_with
from tables import commands
from tables.commands import Asked
from tests.tables.browsing import Browser, browsers, notice, text
from tests.tables.building import Party, rows

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

MANY = 36  # cards on the table


def in_order(deck: Sequence[str]) -> tuple[str, ...]:
    """In the place of the shuffle: an opening that sums neither 15 nor 30."""
    return tuple(sorted(deck, key=lambda card: ("QJ765432AK".index(card[0]), card[1])))


def table_of(cards: int, settings: object) -> tuple[Party, Browser]:
    """Two players who left every card until so many lay there; the browser of whoever is on turn and finds a 15."""
    settings.SHUFFLE = f"{__name__}.in_order"  # type: ignore[attr-defined]
    table, creator = commands.create(Asked(None), "Renata", "escopa", escopa.Options())
    party = Party(table.code, {"Renata": creator})
    party.sit("Beto")
    table = party.start(None)
    while len(table.match.table) < cards or table.match.left is None:
        table = party.act(party.on_turn, type="play", card=table.match.hands[table.match.turn][0])
    return party, browsers(party)[party.on_turn]


def sets_of(party: Party) -> tuple[tuple[str, ...], ...]:
    match = party.now.match
    return sets_with(match.table, match.left)


def test_X6_the_page_of_a_large_table_is_small(settings: object) -> None:
    party, browser = table_of(MANY, settings)
    assert len(sets_of(party)) > 1000
    page = text(browser.get(f"/m/{party.code}"))
    assert len(gzip.compress(page.encode())) < 8_000
    form = re.search(r'<form id="quinze-form".*?</form>', page, re.S)
    assert form is not None
    offered = re.findall(r'name="take\[\]" value="(\w\w)"', form[0])
    assert sorted(offered) == sorted(party.now.match.table)
    assert re.findall(r'type="hidden" name="take\[\]" value="(\w\w)"', form[0]) == [party.now.match.left]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("htmx", [True, False], ids=["script", "plain"])
def test_X6_whatever_set_is_marked_is_taken(seed: int, htmx: bool, settings: object) -> None:
    party, browser = table_of(MANY, settings)
    chosen = random.Random(seed).choice(sets_of(party))
    name = party.on_turn
    marked = random.Random(seed).sample(chosen, len(chosen))
    answer = browser.act(party, "agir", htmx=htmx, **{"type": "take_left", "take[]": marked})
    assert answer.status_code == (200 if htmx else 302)
    assert set(party.now.match.plays[-1].take) == set(chosen)
    assert party.on_turn == name and party.now.match.left is None


@pytest.mark.parametrize(("marked", "sentence"), [([], "não soma 15"), (["QC", "QD"], "não soma 15")])
def test_X6_a_wrong_set_is_refused_with_a_sentence(marked: list[str], sentence: str, settings: object) -> None:
    party, browser = table_of(MANY, settings)
    before = rows()
    fields = {"type": "take_left", "take[]": [party.now.match.left, *marked]}
    answer = browser.act(party, "agir", htmx=True, **fields)
    assert answer.status_code == 409
    assert sentence in notice(answer)
    assert rows() == before


def test_X6_a_few_sets_have_a_button_each(settings: object) -> None:
    party, browser = table_of(5, settings)
    page = text(browser.get(f"/m/{party.code}"))
    assert 0 < len(sets_of(party)) <= 6
    assert page.count('value="take_left"') == len(sets_of(party))
    assert "quinze-form" not in page


def test_X5_what_a_card_takes_is_marked_on_the_table_and_not_listed(settings: object) -> None:
    """However many sets there are: a checkbox a card, which the form of the hand sends."""
    party, browser = table_of(MANY, settings)
    match = party.now.match
    page = text(browser.get(f"/m/{party.code}"))
    boxes = re.findall(r'<input type="checkbox" name="take\[\]" value="(\w\w)" form="mao-form"', page)
    assert sorted(boxes) == sorted(match.table) and len(boxes) >= MANY
    plays = [act for act in escopa.legal_actions(match, match.turn) if isinstance(act, escopa.Play) and act.take]
    chosen = random.Random(1).choice(plays)
    answer = browser.act(party, "agir", **{"type": "play", "card": chosen.card, "take[]": list(chosen.take)})  # type: ignore[arg-type]
    assert answer.status_code == 302
    assert party.now.match.plays[-1].take == chosen.take
    assert set(DECK_40) >= set(boxes)
