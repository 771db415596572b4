"""Turns told by the real server: an open socket proves nothing, an answer of a visible page does, in any process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from tests.live.playing import SECONDS, LiveTable, my_turn, rows, started
from tests.push_service import Device, PushService, push_service
from tests.servers import Server

pytestmark = [pytest.mark.pair, pytest.mark.live]


@pytest.fixture(scope="module")
def site(start_server: Callable[..., Server]) -> Server:
    return start_server(settings="tests.people.told")


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


def wants_notices(table: LiveTable, name: str, service: PushService) -> Device:
    """That person has switched notices on, day and night."""
    phone = Device(f"{service.url}/201/{name}")
    visitor = table.people[name]
    assert visitor.post("/avisos/assinar", phone.form, {"Accept": "application/json"}).status == 200
    visitor.post("/avisos/horario", {"de": "0", "ate": "0", "zona": "America/Sao_Paulo"})
    return phone


def sent(table: LiveTable, name: str) -> bool:
    """Whether a notice went out, once a sweep has dealt with that person's turn."""
    deadline = time.monotonic() + SECONDS
    query = (
        "SELECT told, sent_at FROM tables_attention JOIN tables_seat USING (table_id, player_id) "
        f"JOIN tables_table ON tables_table.id = table_id WHERE code = '{table.code}' AND name = '{name}'"
    )
    while not ((found := rows(table.server, query)) and found[0][0].endswith(".turn")):
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
    return found[0][1] is not None


def test_by_what_the_page_answers(site: Server, service: PushService) -> None:
    table = started(site)
    phones = {name: wants_notices(table, name, service) for name in ("Carla", "Davi")}
    with table.page("Carla") as carla, table.page("Davi") as davi:
        table.does("Beto", type="bid", tricks=3)
        carla.until(my_turn)
        carla.socket.send(f"h{table.version}")
        (push,) = service.wait_for("/201/Carla")
        assert phones["Carla"].read(push)["notification"]["title"] == "Sua vez no Espadas"
        table.does("Carla", type="bid", tricks=3)
        davi.until(my_turn)
        davi.socket.send(f"p{table.version}")
        assert sent(table, "Davi") is False
    assert sent(table, "Carla") is True
    assert service.to("/201/Davi") == []
    assert len(service.to("/201/Carla")) == 1


def test_a_hanging_service_holds_up_no_move(site: Server, service: PushService) -> None:
    table = started(site)
    for name in ("Carla", "Davi"):
        assert (
            table.people[name]
            .post(
                "/avisos/assinar",
                Device(f"{service.url}/hang/{name}").form,
                {"Accept": "application/json"},
            )
            .status
            == 200
        )
        table.people[name].post("/avisos/horario", {"de": "0", "ate": "0", "zona": "America/Sao_Paulo"})
    table.does("Beto", type="bid", tricks=3)
    service.wait_for("/hang/Carla")
    before = time.monotonic()
    for name in ("Carla", "Davi", "Renata"):
        table.does(name, type="bid", tricks=3)
    assert time.monotonic() - before < 4  # the push is given up after 5
    assert service.url.removeprefix("http://") not in site.log
