"""Whoever waits for hours, and whoever is waited for, sees the whole table and the dates without scrolling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.people import at_escopa
from tests.people.at_escopa import FLAT, SMALL, TALL
from tests.people.at_espadas import Person, newcomer
from tests.servers import Server

pytestmark = pytest.mark.browser

SIZES = [SMALL, ViewportSize(width=360, height=640), TALL, ViewportSize(width=390, height=664), FLAT]
NAMES = ("Ana Clara Fagundes", "Maria Fernanda Lima", "Caio", "Davi")  # the longest are as long as they may be

# Every date as long as one can be, whatever day the test runs on.
LONGEST = """() => {
  for (const time of document.querySelectorAll("#ausencia time")) {
    time.textContent = time.textContent.replace(/\\S+ às? \\d+h\\d\\d/, "segunda às 22h44");
  }
}"""

# How much has to be scrolled, and what is not wholly within the window.
MEASURE = """() => {
  const page = document.documentElement;
  const parts = ["#barra", "#situacao", "#ausencia", "#ausencia > p", "#ausencia > button", "#vez", "#mao"];
  const boxes = parts.flatMap((part) => [...document.querySelectorAll(part)]).filter((part) => part.checkVisibility())
    .map((part) => [part.id || part.textContent, part.getBoundingClientRect()]);
  return {
    scroll: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
    outside: boxes.filter(([, { top, right, bottom, left }]) => top < -1 || left < -1 || right > innerWidth + 1
      || bottom > innerHeight + 1).map(([name]) => name),
  };
}"""


def espadas(browser: Browser, server: Server) -> list[Person]:
    ana, maria = (newcomer(browser, name, server.url) for name in NAMES[:2])
    maria.sit(ana.create())
    ana.act(ana.page.get_by_role("button", name="COMPLETAR COM ROBÔS").click)
    ana.act(ana.page.get_by_role("button", name="COMEÇAR").click)
    return [ana, maria]


def espadas_in_a_trick(browser: Browser, server: Server) -> list[Person]:
    people = espadas(browser, server)
    for person in (people[1], people[0]):
        person.wait()
        person.bid(3)
    people[1].page.wait_for_selector("#estado[data-vez='1']", state="attached")
    return people


def escopa(browser: Browser, server: Server) -> list[Person]:
    people: list[Person] = [at_escopa.player(browser, server, name) for name in NAMES]
    address = people[0].create()
    for person in people[1:]:
        person.sit(address)
    people[0].page.wait_for_function("document.querySelectorAll('#sala-lugares li:not(.livre)').length === 4")
    people[0].act(people[0].page.get_by_role("button", name="COMEÇAR").click)
    return people


@pytest.fixture(params=[espadas, espadas_in_a_trick, escopa], ids=lambda begun: begun.__name__)
def people(
    request: pytest.FixtureRequest, browser: Browser, moved: Server, clock: Path, closed: None
) -> Iterator[list[Person]]:
    begun: Callable[[Browser, Server], list[Person]] = request.param
    yield begun(browser, moved)


def test_the_dates_leave_room_for_the_table(people: list[Person], clock: Path) -> None:
    for hours in (1, 49, 5.5 * 24):
        clock.write_text(str(hours * 3600 + 60))
        for person in people[:2]:  # who waits, who is waited for
            person.page.reload()
            for size in SIZES:
                person.page.set_viewport_size(size)
                person.page.wait_for_function("document.querySelector('#ausencia p').textContent")
                person.page.evaluate(LONGEST)
                assert person.page.evaluate(MEASURE) == {"scroll": [0, 0], "outside": []}, (hours, person.name, size)
        assert [person.on_turn for person in people[:2]] == [False, True]
