"""A seat that goes over to another browser, on open pages of the real server, through all its processes."""

from __future__ import annotations

import re

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.playing import LiveTable, Page, rows, started, version_of
from tests.servers import Server, Visitor

pytestmark = [pytest.mark.pair, pytest.mark.live]


def seat(frame: str) -> str:
    """The viewer's seat in a frame, "" for whoever watches."""
    found = re.search(r'data-eu="(\d*)"', frame)
    assert found is not None
    return found[1]


def cards(frame: str) -> set[str]:
    return set(re.findall(r'name="card" value="(\w\w)"', frame))


def test_a_claim_reaches_those_who_sit_and_the_answer_moves_the_seat_at_once(server: Server) -> None:
    table = started(server)
    hand = cards(table.state("Beto"))
    phone = server.visitor(1)
    phone.get(f"/m/{table.code}/ja-estava")
    asked = phone.post(f"/m/{table.code}/pedir", {"quem": "Beto"})
    assert (asked.status, "Esperando a mesa responder" in asked.body) == (200, True)
    version = table.version
    with (
        Page(phone, table.code) as waiting,
        table.page("Beto") as old,
        table.page("Carla") as carla,
        Page(server.visitor(), table.code) as stranger,
    ):
        pages = (waiting, old, carla, stranger)
        asks = [page.until(lambda frame: version_of(frame) == version + 1) for page in pages]
        assert ["mudou de celular" in frame for frame in asks] == [False, True, True, False]
        assert [cards(frame) == hand for frame in asks] == [False, True, False, False]
        table.version = version + 1
        ((claim,),) = rows(server, "SELECT max(id) FROM tables_seatclaim")
        table.does("Carla", "deixar", pedido=claim)
        came = [page.until(lambda frame: version_of(frame) == table.version) for page in pages]
        assert [seat(frame) for frame in came] == ["1", "", "2", ""]
        assert cards(came[0]) == hand
        assert not cards(came[1])
        assert table.act("Beto", type="bid", tricks=3).status == 403
        table.people["Beto"] = phone
        table.does("Beto", type="bid", tricks=3)
        old_sees = old.until(lambda frame: version_of(frame) == table.version)
        assert not any(f'value="{card}"' in old_sees for card in hand)
    assert not any(card in message for message in old.received[2:] for card in hand)


def handed_over(table: LiveTable, name: str) -> Visitor:
    """A phone that is that person, too, by a code."""
    page = table.people[name].post("/outro-aparelho").body
    code = re.search(r'class="codigo">([^<]+)<', page)
    assert code is not None
    phone = table.server.visitor(1)
    phone.get("/continuar")
    assert phone.post("/continuar", {"codigo": code[1], "c": ""}).url.endswith("/minhas-mesas")
    return phone


def test_S22_signing_out_the_other_devices_ends_their_open_pages(server: Server) -> None:
    table = started(server)
    phone, hand = handed_over(table, "Beto"), cards(table.state("Beto"))
    with Page(phone, table.code) as lost, table.page("Beto") as own, table.page("Carla") as carla:
        assert cards(lost.next()) == cards(own.next()) == hand
        lost.ping(table.version)
        assert table.people["Beto"].post("/outro-aparelho/sair").status == 200
        for page in (lost, own):
            with pytest.raises(ConnectionClosed) as closed:
                while page.next() == "p":
                    pass
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
        carla.until(lambda frame: version_of(frame) == table.version + 1)
    with Page(phone, table.code, table.version) as lost, table.page("Beto", table.version) as own:
        table.version += 1
        assert [seat(page.until(lambda frame: version_of(frame) == table.version)) for page in (lost, own)] == ["", "1"]
        lost.socket.send("p0")  # as a page that has nothing
        assert seat(lost.next()) == ""
        table.does("Beto", type="bid", tricks=3)
        assert seat(lost.until(lambda frame: version_of(frame) == table.version)) == ""
        for message in lost.received:
            assert not cards(message)
            assert not any(f'value="{card}"' in message for card in hand)
    assert cards(phone.get(f"/m/{table.code}").body + phone.get(f"/m/{table.code}/estado").body) == set()


def test_two_devices_of_one_player_are_both_shown_his_hand(server: Server) -> None:
    table = started(server)
    phone = handed_over(table, "Beto")
    with table.page("Beto") as one, Page(phone, table.code) as two:
        hands = [cards(page.next()) for page in (one, two)]
        assert hands[0] == hands[1] != set()
        table.people["Beto"] = phone
        table.does("Beto", type="bid", tricks=3)
        for page in (one, two):
            assert seat(page.until(lambda frame: version_of(frame) == table.version)) == "1"
