"""Espadas fits every window, from a small phone to a low laptop: nothing covered, nothing cut, no scroll bar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from cards.card import DECK_52
from tests.people.at_escopa import lay
from tests.people.at_espadas import Person, newcomer
from tests.servers import Server

pytestmark = pytest.mark.browser

PHONES = [(320, 568), (360, 640), (375, 667), (360, 740), (390, 844)]
FLAT = [(667, 375), (740, 360), (844, 390)]
WIDE = [(900, 700), (1024, 768), (1180, 820), (1280, 640), (1280, 720), (1280, 800), (1366, 625), (1366, 657)]
SIZES = [ViewportSize(width=width, height=height) for width, height in PHONES + FLAT + WIDE]

# The four cards of the last trick lie on the table again, in the place of the present trick's.
FOUR_CARDS = """() => {
  const cards = [...document.querySelectorAll(".posta")];
  for (const card of cards) card.hidden = !card.dataset.ate;
  return cards.filter((card) => !card.hidden).length;
}"""

# How much has to be scrolled, what covers what, and how much of the narrowest card in hand can be tapped.
MEASURE = """() => {
  const page = document.documentElement;
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => [each.className || each.id, each.getBoundingClientRect()]);
  const over = ([, a], [, b]) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const cards = boxes(".posta:not([hidden])");
  const others = boxes(".lugar, .marcas, .quebradas, .sentido, #barra, #situacao, #vez, #mao");
  const covered = cards.flatMap((card, i) => [...others, ...cards.slice(i + 1)].filter((other) => over(card, other))
    .map((other) => `${card[0]} on ${other[0]}`));
  return {
    scroll: [page.scrollWidth - innerWidth, Math.max(0, page.scrollHeight - innerHeight)],
    covered,
    strip: Math.min(...boxes("#mao .carta").map(([, box]) => box.width)),
    keys: Math.min(48, ...boxes(".tecla").map(([, box]) => Math.min(box.width, box.height))),
  };
}"""

# Of the score bar: the numbers that are cut or reach over what stands beside them.
CUT = """(size) => {
  document.documentElement.style.fontSize = `${size}px`;
  const numbers = [...document.querySelectorAll(".pontos b")];
  numbers.forEach((number, i) => { number.textContent = i ? "487" : "−203"; });
  const right = (each) => each.getBoundingClientRect().right;
  return numbers.filter((number) => right(number) > right(number.closest(".par"))
    || number.scrollWidth > number.clientWidth + 1).length;
}"""


def measured(page: Page, size: ViewportSize) -> dict[str, Any]:
    page.set_viewport_size(size)
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


@pytest.fixture
def ana(browser: Browser, site: Server, closed: None) -> Iterator[Person]:
    """Somebody with a long name and three robots, on turn to bid last, with eight spades and five hearts."""
    own = [card for card in DECK_52 if card.endswith("S")][-8:] + [card for card in DECK_52 if card.endswith("H")][-5:]
    others = iter([card for card in DECK_52 if card not in own])
    lay(site, " ".join([card for mine in own for card in (next(others), next(others), next(others), mine)]))
    person = newcomer(browser, "Maria Fernanda Lima", site.url)
    person.create()
    person.act(person.page.get_by_role("button", name="COMPLETAR COM ROBÔS").click)
    person.act(person.page.get_by_role("button", name="COMEÇAR").click)
    person.page.wait_for_selector("#aposta")
    yield person


def test_bids_tricks_and_the_board_fit(ana: Person) -> None:
    page = ana.page
    for size in SIZES:
        found = measured(page, size)
        assert (found["scroll"], found["keys"] >= 44) == ([0, 0], True), (size, found)
        assert found["strip"] >= (40 if size["width"] < 600 else 24), (size, found)
    ana.bid(3)
    ana.wait()
    ana.one_move()
    ana.wait()
    page.keyboard.press("Escape")  # the last cards need not be watched
    page.wait_for_function("!document.querySelector('#tela[data-mostra]')")
    assert page.evaluate(FOUR_CARDS) == 4
    for size in SIZES:
        found = measured(page, size)
        assert (found["scroll"], found["covered"]) == ([0, 0], []), (size, found)
        assert found["strip"] >= (40 if size["width"] < 600 else 24), (size, found)
    for font in (16, 20.8, 32):
        for size in SIZES[: len(PHONES)]:
            page.set_viewport_size(size)
            assert page.evaluate(CUT, font) == 0, (size, font)
    page.reload()
    while True:
        page.keyboard.press("Escape")
        ana.wait()
        if page.locator("#corpo:not([hidden])").count():
            break
        ana.one_move()
    page.keyboard.press("Escape")
    page.wait_for_selector("#corpo", state="visible")
    for size in SIZES[len(PHONES + FLAT) :]:
        assert measured(page, size)["scroll"] == [0, 0], size


def test_the_waiting_room_shows_the_seats_at_once(browser: Browser, site: Server, closed: None) -> None:
    page = newcomer(browser, "Ana", site.url, ViewportSize(width=360, height=640)).page
    Person("Ana", page).create()
    last = page.locator("#sala-lugares li").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 640
    assert page.locator("#sala-lugares .livre").first.evaluate("seat => seat.clientHeight") < 72  # in one row


@pytest.mark.parametrize("percent", [100, 130, 200])
def test_large_text_makes_no_page_wider(percent: int, browser: Browser, site: Server, closed: None) -> None:
    person = newcomer(browser, "Maria Fernanda Lima", site.url, ViewportSize(width=360, height=740))
    for path in ("/", "/nova/espadas", "/naoexiste", person.create()):
        person.page.goto(path)
        wider = person.page.evaluate(
            """percent => {
              document.documentElement.style.fontSize = `${percent}%`;
              return document.documentElement.scrollWidth - innerWidth;
            }""",
            percent,
        )
        assert wider == 0, path
