"""Escopa's table with 16 cards fits every screen without a scroll bar: large enough to tap, nothing covered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.people.at_escopa import FLAT, SMALL, TALL, Player, deck, everybody_sees, lay, seated
from tests.people.at_espadas import DESKTOP
from tests.servers import Server

pytestmark = pytest.mark.browser

SIZES = {"tall": TALL, "small": SMALL, "flat": FLAT, "wide": DESKTOP, "large": ViewportSize(width=390, height=844)}

# Sizes of what can be tapped, and whether everything lies within the window and no card on another.
MEASURE = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
  const cards = boxes(".posta:not([hidden])");
  const page = document.documentElement;
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const all = [...cards, ...boxes("#mao .face"), ...boxes("#vez .botao"), ...boxes(".lugar"), ...boxes(".monte")];
  return {
    cards: cards.length,
    width: Math.min(...cards.map((card) => card.width)),
    overlap: cards.some((a, i) => cards.some((b, j) => j > i && over(a, b))),
    on_plates: cards.some((a) => boxes(".lugar, .monte, #vez, #mao, #quinze, #situacao").some((b) => over(a, b))),
    outside: all.some((box) => Math.min(box.left, box.top, innerWidth - box.right, innerHeight - box.bottom) < -1),
    scroll: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
    buttons: Math.min(...boxes("#vez .botao, #barra button").map((box) => Math.min(box.width, box.height))),
  };
}"""


@pytest.fixture(scope="module")
def table(browser: Browser, site: Server) -> Iterator[list[Player]]:
    """Four players with 16 cards on the table, Bia on turn: nobody took anything with the first three cards."""
    lay(site, deck(["KC QC 2C", "KD QD 2D", "KH QH 2H", "KS QS 2S"], "JC JD JH JS"))
    people = seated(browser, site, TALL, TALL, TALL, TALL)
    for card in ["KC", "KD", "KH", "KS", "QC", "QD", "QH", "QS", "2C", "2D", "2H", "2S"]:
        mover = next(person for person in people if card in person.hand)
        mover.sees(max(person.version for person in people))
        mover.leave(card)
    everybody_sees(people)
    yield people
    for person in people:
        person.page.context.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", [0, 1], ids=["waiting", "on_turn"])
def test_sixteen_cards_fit(table: list[Player], size: str, seat: int) -> None:
    person = table[seat]
    person.page.set_viewport_size(SIZES[size])
    person.raise_card(person.hand[0])
    person.page.wait_for_function("() => !document.querySelector('#tela').getAnimations({subtree: true}).length")
    found = person.page.evaluate(MEASURE)
    assert found["cards"] == 16
    assert found["scroll"] == [0, 0]
    assert not found["overlap"]
    assert not found["on_plates"]
    assert not found["outside"]
    assert found["buttons"] >= 44
    offers = person.page.locator("#quinze button").count()
    assert found["width"] >= (32 if offers and size == "small" else 44), found
    person.page.keyboard.press("Escape")
