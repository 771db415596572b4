"""While cards are still on their way nothing else tells what they bring, and the board keeps its place."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.people import at_escopa, at_espadas
from tests.people.at_espadas import Person
from tests.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("closed")]

# From now on, at each frame that the browser draws: what the bar and the plates say, whether anything tells whose turn
# it is, and how far the plates have moved since before the cards began to fly.
WATCH = """() => {
  window.seen = [];
  let start = null;
  const tela = document.getElementById("tela");
  const numbers = (text) => (text.match(/\\d+/g) ?? []).map(Number);
  const visible = (each) => each.checkVisibility({ visibilityProperty: true });
  const look = () => {
    const flying = "mostra" in tela.dataset;
    const plates = [...document.querySelectorAll("#mesa .lugar")].map((plate) => plate.getBoundingClientRect().y);
    if (!flying) start = plates;
    window.seen?.push({
      flying,
      board: /modo-quadro/.test(tela.className),
      points: [...document.querySelectorAll("#barra .pontos b")].map((each) => each.textContent),
      small: [...document.querySelectorAll("#barra .pontos small")].map((each) => each.textContent.trim()),
      taken: [...document.querySelectorAll("#mesa .lugar .conta b")].map((each) => numbers(each.textContent)[0]),
      told: [...document.querySelectorAll("#situacao:not(:has(.diz)), .diz, .e-a-vez")].some(visible),
      moved: Math.max(...plates.map((y, i) => Math.abs(y - start[i]))),
    });
    if (window.seen) requestAnimationFrame(look);
  };
  look();
}"""


def is_over(page: Page) -> None:
    """All is shown, without a touch."""
    page.wait_for_selector("#tela:not([data-mostra])")


def watched(page: Page) -> list[dict[str, Any]]:
    seen: list[dict[str, Any]] = page.evaluate("window.seen.splice(0)")
    assert any(look["flying"] for look in seen)
    return seen


def test_espadas_tells_nothing_before_its_cards(browser: Browser, base_url: str) -> None:
    person = at_espadas.newcomer(browser, "Ana", base_url, motion=True)
    page = person.page
    person.create(renege="prevented")
    person.act(page.get_by_role("button", name="COMPLETAR COM ROBÔS").click)
    person.act(page.get_by_role("button", name="COMEÇAR").click)
    person.wait()
    person.bid(1)
    person.wait()
    is_over(page)
    nil = page.locator(".lugar .conta", has_text="Nil").count()
    page.evaluate(WATCH)
    for _ in range(5):  # from two rows in the hand to one
        person.one_move()
        person.wait()
        is_over(page)
    for look in watched(page):
        assert not (look["flying"] and look["told"])
        assert look["moved"] < 1
        bar = [int(small.split("·")[1].split()[0]) for small in look["small"] if "Nil" not in small]
        assert nil or bar == [look["taken"][0] + look["taken"][2], look["taken"][1] + look["taken"][3]]
    page.evaluate("() => { window.seen = null; }")
    while len(person.hand) > 1:
        person.one_move()
        person.wait()
    is_over(page)
    page.evaluate(WATCH)
    person.one_move()
    person.wait()
    is_over(page)
    last = [look for look in watched(page) if look["flying"]]
    assert any(look["board"] for look in last)
    swept = next((i for i, look in enumerate(last) if look["points"] != ["0", "0"]), len(last))
    assert all(look["moved"] < 1 for look in last)
    assert swept >= len(last) - 3  # with the trick, and then the board is there
    expect(page.locator("#corpo")).to_be_visible()
    assert page.locator("#barra .pontos b").all_inner_texts() != ["0", "0"]


def test_escopa_tells_nothing_before_its_cards(browser: Browser, server: Server) -> None:
    person: Person = at_escopa.player(browser, server, "Ana", motion=True)
    page = person.page
    person.create()
    person.act(page.get_by_role("button", name="COMPLETAR COM ROBÔS").click)
    person.act(page.get_by_role("button", name="COMEÇAR").click)
    person.wait()
    is_over(page)
    page.evaluate(WATCH)
    for _ in range(2):
        person.one_move()
        person.wait()
        is_over(page)
    for look in watched(page):
        assert not (look["flying"] and look["told"])
        cards = [int(small.split()[0]) for small in look["small"]]
        assert cards == [look["taken"][0] + look["taken"][4], look["taken"][2] + look["taken"][6]]
