"""The talk and the dates on open pages of the real server: pushed to everybody, missed lines sent after (T7, E19)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from tests.live.playing import HTMX, SECONDS, LiveTable, Page, create, seated, started, version_of
from tests.servers import Server

pytestmark = [pytest.mark.pair, pytest.mark.live]

_keys = itertools.count(1)


def says(table: LiveTable, name: str, text: str) -> int:
    """Somebody says something; the line's id."""
    answer = table.people[name].post(f"/m/{table.code}/dizer", {"texto": text, "lance": f"t{next(_keys)}"}, HTMX)
    assert answer.status == 200, answer.body
    return ids(answer.body)[0]


def ids(text: str) -> list[int]:
    return [int(number) for number in re.findall(r'data-fala="(\d+)"', text)]


def told(page: Page, count: int, kind: str = "c") -> list[str]:
    """The next texts of that kind, whatever else comes."""

    def of_kind() -> list[str]:
        return [text for text in page.said if text[0] in kind]

    while len(of_kind()) < count:
        message = page.socket.recv(timeout=SECONDS)
        assert isinstance(message, str)
        (page.said if message[0] in "cCw" else page.received).append(message)
    return of_kind()


def test_T7_a_line_reaches_every_open_page_once_through_all_processes(server: Server) -> None:
    table = started(server)
    with ExitStack() as stack:
        pages = [stack.enter_context(table.page(name)) for name in table.people]
        pages += [stack.enter_context(Page(server.visitor(process), table.code)) for process in (0, 1)]
        for each in pages:
            each.next()
        first = says(table, "Beto", "Boa <b>sorte</b>!")
        second = says(table, "Davi", "Valeu")
        for each in pages:
            lines = told(each, 2)
            assert [ids(line) for line in lines] == [[first], [second]]
            assert '<bdi class="dito">Boa &lt;b&gt;sorte&lt;/b&gt;!</bdi>' in lines[0]
            assert each.ping(f"{table.version}.0.{second}") == "p"


def test_what_a_page_missed_comes_when_it_connects_and_with_its_heartbeat(server: Server) -> None:
    table = started(server, "Renata", "Beto")
    first = says(table, "Beto", "um")
    second, third = says(table, "Beto", "dois"), says(table, "Renata", "três")
    version = table.version
    with table.page("Renata", f"{version}.0.{first}") as late:
        assert ids(told(late, 1)[0]) == [second, third]
        late.socket.send(f"p{version}.0.{second}")
        assert ids(told(late, 2)[1]) == [third]
        assert late.ping(f"{version}.0.{third}") == "p"
    with table.page("Renata", f"{version}.0.{third}") as up_to_date:
        assert up_to_date.ping(f"{version}.0.{third}") == "p"
        assert up_to_date.said == []


def watching(page: Page, count: int) -> None:
    """Wait until the page is told that so many watch."""
    while f"w{count}" != next((text for text in reversed(page.said) if text[0] == "w"), ""):
        told(page, len([text for text in page.said if text[0] == "w"]) + 1, "w")


def test_how_many_watch_is_told_to_everybody_at_the_table(server: Server) -> None:
    table = seated(server, "Renata", "Beto")
    with table.page("Renata") as seat:
        with Page(server.visitor(0), table.code) as one:
            watching(seat, 1)
            with Page(server.visitor(1), table.code) as two:
                for page in (seat, one, two):
                    watching(page, 2)
            watching(one, 1)
        watching(seat, 0)


def test_previews_and_seated_people_are_no_watchers(server: Server) -> None:
    table = create(server)
    with table.page("Renata") as seat:
        for _ in range(3):
            server.visitor().get(f"/m/{table.code}")
        seat.next()
        beto = server.visitor(1)
        with Page(beto, table.code):
            watching(seat, 1)
            table.sit("Beto", beto)
            assert version_of(seat.next()) == table.version
        watching(seat, 0)
        with table.page("Beto"):
            says(table, "Beto", "oi")
            told(seat, 1)
        assert {text for text in seat.said if text[0] == "w"} == {"w1", "w0"}


def test_E19_T9_open_pages_are_redrawn_at_their_dates_by_the_server_clock(start_server: Callable[..., Any]) -> None:
    server = start_server(settings="tests.moved")
    clock = server.data / "clock"
    table = started(server)
    with ExitStack() as stack:
        pages = {name: stack.enter_context(table.page(name)) for name in table.people}
        for each in pages.values():
            each.next()
        version = table.version
        clock.write_text(str(48 * 3600 - 30))
        for each in pages.values():  # a jump over a date, as after a restart of the server: the heartbeat finds it
            each.socket.send(f"p{version}.0.0")
            assert "mais 1 min" in each.until(lambda frame: 'id="ausencia"' in frame)
        clock.write_text(str(48 * 3600 + 1))
        for name, each in pages.items():  # without a word from the page
            frame = each.until(lambda frame: "48 horas" in frame)
            assert version_of(frame) == version
            assert ("ENCERRAR POR AUSÊNCIA" in frame) == (name in ("Renata", "Carla"))
        clock.write_text(str(7 * 24 * 3600))
        for each in pages.values():
            assert "A mesa expirou" in each.until(lambda frame: version_of(frame) == version + 1)
