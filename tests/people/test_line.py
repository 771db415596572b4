"""The line goes and comes back: what says so covers nothing of the game, moves nothing, and does not outlive it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.people import at_espadas
from tests.people.at_escopa import FLAT, SMALL
from tests.people.at_espadas import DESKTOP, PHONE, Person
from tests.people.beginning import escopa, espadas
from tests.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("closed")]

# What the words about the line lie on, and where the parts of the table are.
MEASURE = """() => {
  const box = (each) => each.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const words = box(document.getElementById("rede"));
  const apart = ({ left, right, top, bottom }) =>
    right <= words.left || left >= words.right || bottom <= words.top || top >= words.bottom;
  return {
    covered: all(".lugar, .posta, .carta, .quebradas, .botao, .tecla, #contrato").filter((each) => !apart(box(each)))
      .map((each) => each.className),
    parts: all("#barra, #mesa, #vez, #mao, .lugar").map((each) => Math.round(box(each).y)),
  };
}"""


SIZES = (DESKTOP, FLAT, SMALL, PHONE)


def parts_at(page: Page, size: ViewportSize) -> dict[str, list[Any]]:
    page.set_viewport_size(size)
    measured: dict[str, list[Any]] = page.evaluate(MEASURE)
    return measured


@pytest.mark.parametrize(("begin", "moves"), [(espadas, 2), (escopa, 1)])  # the bid and a card; a card
def test_without_a_line_the_whole_table_is_in_sight(
    begin: Callable[[Browser, Server], Person], moves: int, browser: Browser, server: Server
) -> None:
    person = begin(browser, server)
    page = person.page
    words = page.locator("#rede")
    for button in ("COMPLETAR COM ROBÔS", "COMEÇAR"):
        person.act(page.get_by_role("button", name=button).click)
    for _ in range(moves):
        person.wait()
        page.wait_for_selector("#tela:not([data-mostra])")
        before = [parts_at(page, size)["parts"] for size in SIZES]
        page.context.set_offline(True)
        expect(words).to_have_text("Sem internet. Cartas guardadas.")
        for size, parts in zip(SIZES, before, strict=True):
            assert parts_at(page, size) == {"covered": [], "parts": parts}, size
        page.context.set_offline(False)
        expect(words).to_have_text("De volta.")
        expect(words).to_be_empty()
        person.one_move()


def test_an_act_that_did_not_get_through_is_not_said_for_ever(browser: Browser, server: Server) -> None:
    person = espadas(browser, server)
    page = person.page
    page.context.set_offline(True)
    page.get_by_role("button", name="COMPLETAR COM ROBÔS").click()
    expect(page.locator("#aviso")).to_have_text("Sem conexão: não deu para enviar. Tente de novo.")
    page.context.set_offline(False)
    expect(page.locator("#aviso")).to_be_empty()
    person.act(page.get_by_role("button", name="COMPLETAR COM ROBÔS").click)


BLOCKED = """for (const kind of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, kind, { get() { throw new DOMException("", "SecurityError"); } });
}"""
OLD = "CSS.supports = (what) => !what.includes('popover-open');"


@pytest.mark.parametrize("lacking", [BLOCKED, OLD], ids=["site data", "sheets"])
def test_a_browser_that_lacks_something_is_live_all_the_same(browser: Browser, server: Server, lacking: str) -> None:
    person = at_espadas.newcomer(browser, "Ana", server.url)
    wrong: list[str] = []
    person.page.on("pageerror", lambda error: wrong.append(str(error)))
    person.page.add_init_script(lacking)
    person.create()
    for button in ("COMPLETAR COM ROBÔS", "COMEÇAR"):
        person.act(person.page.get_by_role("button", name=button).click)
    person.wait()
    person.bid(3)
    person.wait()
    person.one_move()
    assert wrong == []
    assert person.page.locator("#parada").count() == 0


def test_a_page_whose_scripts_did_not_come_says_so(browser: Browser, server: Server) -> None:
    page = espadas(browser, server).page
    page.route("**/live*.js", lambda route: route.abort())
    page.reload()
    stopped = page.get_by_role("link", name="Esta página não se atualiza sozinha: ATUALIZAR")
    expect(stopped).to_be_hidden()  # for some seconds: they may be on their way
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    expect(stopped).to_be_visible()
    page.unroute_all()
    stopped.click()
    expect(page.locator("#parada")).to_have_count(0)
