"""Closed rounds read again in a browser: from the board by a tap, no wider than the screen, accessible, small."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.people import at_escopa, at_espadas
from tests.people.at_espadas import DESKTOP, PHONE, Person
from tests.people.test_seats import is_accessible
from tests.servers import Server

pytestmark = pytest.mark.browser


def alone_at_espadas(browser: Browser, server: Server) -> Person:
    person = at_espadas.newcomer(browser, "Ana", server.url)
    person.create(renege="prevented")
    return person


def alone_at_escopa(browser: Browser, server: Server) -> Person:
    person = at_escopa.player(browser, server, "Bartolomeu de Gusmão")
    person.create()
    return person


@pytest.mark.parametrize(
    ("begin", "rows", "deck"),
    [(alone_at_espadas, ".maos tbody tr", "quatro-cores"), (alone_at_escopa, ".lances li", "espanhol")],
    ids=["espadas", "escopa"],
)
def test_a_round_is_read_from_its_board(
    begin: Callable[[Browser, Server], Person], rows: str, deck: str, browser: Browser, server: Server, closed: None
) -> None:
    person = begin(browser, server)
    page = person.page
    page.context.add_cookies([{"name": "baralho", "value": deck, "url": server.url}])
    person.act(lambda: page.get_by_role("button", name="COMPLETAR COM ROBÔS").click())
    person.act(lambda: page.get_by_role("button", name="COMEÇAR").click())
    person.wait()
    while not page.locator("#corpo:not([hidden])").count():
        person.one_move()
        person.wait()
    page.locator("#corpo").get_by_role("link", name="Reler carta a carta").click()
    expect(page.get_by_role("heading", name="Rodada 1")).to_be_visible()
    assert page.locator(rows).count() >= 13
    faces = page.locator(f"{rows} use").first.get_attribute("href") or ""
    assert ("espanhol" in faces) == (deck == "espanhol")
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        for folded in page.locator("details").all():
            folded.evaluate("folded => folded.open = true")
        is_accessible(page)
        assert min(box["height"] for link in page.locator(".botao").all() if (box := link.bounding_box())) >= 44
    page.get_by_role("link", name="Voltar à mesa").click()
    expect(page.get_by_role("button", name="PRÓXIMA RODADA")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_without_script_it_reads_the_same(size: ViewportSize, browser: Browser, server: Server) -> None:
    person = alone_at_espadas(browser, server)
    address = person.page.url
    context = browser.new_context(java_script_enabled=False, viewport=size, base_url=server.url)
    page = context.new_page()
    answer = page.goto(f"{address}/rodadas")
    assert answer is not None and answer.status == 200
    expect(page.get_by_text("ainda não começou")).to_be_visible()
    for each in (context, person.page.context):
        each.close()
