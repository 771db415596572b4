"""Somebody who has created a table of either game: for tests of what both have."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.people import at_escopa, at_espadas
from tests.people.at_espadas import Person
from tests.servers import Server


def espadas(browser: Browser, server: Server) -> Person:
    person = at_espadas.newcomer(browser, "Ana", server.url)
    person.create()
    return person


def escopa(browser: Browser, server: Server) -> Person:
    person = at_escopa.player(browser, server, "Ana")
    person.create()
    return person
