"""What a first visit to a table takes over the wire, in a browser that has nothing of the site yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, StorageState

from tables.looks import DECKS
from tests.people import at_escopa, at_espadas
from tests.people.at_espadas import PHONE, Person
from tests.servers import Server

pytestmark = pytest.mark.browser

MOST = 60_000
"""Bytes, headers included."""


def espadas(browser: Browser, server: Server) -> Person:
    return at_espadas.newcomer(browser, "Ana", server.url)


def escopa(browser: Browser, server: Server) -> Person:
    return at_escopa.player(browser, server, "Ana")


@pytest.fixture(scope="module", params=[espadas, escopa], ids=["espadas", "escopa"])
def seat(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[tuple[str, StorageState]]:
    """A table in the middle of a round, Ana on turn: its address and her cookies."""
    begin: Callable[[Browser, Server], Person] = request.param
    person = begin(browser, server)
    person.create()
    for button in ("COMPLETAR COM ROBÔS", "COMEÇAR"):
        person.act(person.page.get_by_role("button", name=button).click)
    person.wait()
    if person.page.locator("#aposta").is_visible():
        person.one_move()
        person.wait()
    yield person.page.url, person.page.context.storage_state()
    person.page.context.close()


@pytest.mark.parametrize("deck", DECKS)
def test_the_first_visit_of_who_plays_is_light(
    deck: str, seat: tuple[str, StorageState], browser: Browser, server: Server
) -> None:
    address, cookies = seat
    context = browser.new_context(storage_state=cookies, viewport=PHONE)
    context.add_cookies([{"name": "baralho", "value": deck, "url": server.url}])
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def named(event: dict[str, Any]) -> None:
        names[event["requestId"]] = event["response"]["url"].rsplit("/", 1)[1]

    def loaded(event: dict[str, Any]) -> None:
        sizes[names[event["requestId"]]] = int(event["encodedDataLength"])

    network.on("Network.responseReceived", named)
    network.on("Network.loadingFinished", loaded)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    context.close()
    assert any(name.startswith("htmx") for name in sizes) and any(name.endswith(".svg") for name in sizes)
    assert sum(sizes.values()) <= MOST, sorted(sizes.items(), key=lambda each: -each[1])
