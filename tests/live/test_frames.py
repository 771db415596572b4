"""Open pages hear of every move, once and in order, whatever the line does in between (S2, S9, S20)."""

from __future__ import annotations

import threading
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.playing import FRIENDS, SECONDS, LiveTable, Page, create, seated, started, version_of
from tests.servers import Server

pytestmark = [pytest.mark.pair, pytest.mark.live]

MANY = 100  # changes as fast as they can be posted


def change(table: LiveTable) -> None:
    """A cheap change of a waiting table: its last robot out, or one in."""
    if table.act("Renata", "tirar", lugar=3).status != 200:
        table.does("Renata", "robo", quantos="1")


def changes(table: LiveTable, times: int) -> None:
    """The same again and again, at the table of a creator alone."""
    for number in range(times):
        robots = number % 2
        table.does("Renata", "tirar" if robots else "robo", **({"lugar": 1} if robots else {"quantos": "1"}))


def test_a_move_arrives_once_at_all_four_and_at_a_watcher(server: Server) -> None:
    table = started(server)
    with ExitStack() as stack:
        pages = [stack.enter_context(table.page(name)) for name in FRIENDS]
        pages += [stack.enter_context(Page(server.visitor(process), table.code)) for process in (0, 1)]
        for page in pages:
            assert version_of(page.next()) == table.version
        for name in ("Beto", "Carla", "Davi", "Renata"):
            table.does(name, type="bid", tricks=3)
            for page in pages:
                frame = page.next()
                assert version_of(frame) == table.version
                assert "<html" not in frame
        for page in pages:
            assert page.ping(table.version) == "p"  # and so nothing else came
            assert page.versions == sorted(set(page.versions))


def test_pages_hear_of_moves_whichever_page_was_first_and_has_gone(server: Server) -> None:
    """What listens for a process must not end with the page that was the first there; moves come through the others."""
    for process in range(len(server.urls)):
        first = create(server, process=process)
        with first.page("Renata") as page:
            page.next()
        table = started(server)
        with Page(server.visitor(process), table.code, table.version) as watcher:
            for name in ("Beto", "Carla", "Davi", "Renata"):
                table.does(name, type="bid", tricks=3)
                assert version_of(watcher.next()) == table.version


def test_a_refused_act_reaches_nobody(server: Server) -> None:
    table = started(server)
    with table.page("Carla") as carla, Page(server.visitor(1), table.code) as watcher:
        for page in (carla, watcher):
            page.next()
        assert table.act("Davi", type="bid", tricks=3).status == 409
        assert table.act("Beto", type="bid", tricks=14).status == 409
        for page in (carla, watcher):
            assert page.ping(table.version) == "p"


@pytest.mark.parametrize("behind", [1, 3, None])
def test_a_page_that_comes_back_gets_the_table_at_once(server: Server, behind: int | None) -> None:
    table = seated(server, "Renata", "Beto")
    with table.page("Beto", None if behind is None else table.version - behind) as page:
        assert version_of(page.next()) == table.version
        assert page.ping(table.version) == "p"


@pytest.mark.parametrize("query", ["x", "-1", "", "1e9", "9" * 40])
def test_a_page_with_a_strange_version_is_no_trouble(server: Server, query: str) -> None:
    table = create(server)
    with Page(server.visitor(), table.code, query) as page:
        message = page.ping("0")
        assert version_of(message) == table.version


def test_a_page_that_is_up_to_date_gets_nothing(server: Server) -> None:
    table = seated(server, "Renata", "Beto")
    with table.page("Beto", table.version) as page:
        assert page.ping(table.version) == "p"
        change(table)
        assert version_of(page.next()) == table.version


def test_a_heartbeat_brings_a_frame_that_was_lost(server: Server) -> None:
    """The page says what it has, and that counts, not what was sent to it; the answer is the whole table."""
    table = seated(server, "Renata", "Beto")
    with table.page("Beto") as page:
        whole = page.next()
        change(table)
        page.next()
        assert page.ping(table.version) == "p"
        again = page.ping(table.version - 1)
        assert version_of(again) == table.version
        assert again.count("<section") >= whole.count("<section")
        assert page.ping(table.version) == "p"


def test_a_page_that_got_the_table_by_a_form_is_told_by_its_heartbeat(server: Server) -> None:
    table = seated(server, "Renata", "Beto")
    with table.page("Beto", table.version) as page:
        assert page.ping(table.version + 5) == "p"
        change(table)
        assert version_of(page.ping(table.version - 1)) == table.version


def test_nonsense_on_the_socket_is_not_answered(server: Server) -> None:
    table = create(server)
    with table.page("Renata", table.version) as page:
        for nonsense in ("", "x", "{}", '{"type":"play","card":"AS"}', "q" * 5000):
            page.socket.send(nonsense)
        page.socket.send(b"\x00\xff")
        assert page.ping(table.version) == "p"
        for odd in ("", "x", "-1", "..", "1e9", "9" * 400):
            assert page.ping(odd) == "p" or version_of(page.received[-1]) == table.version


def test_a_table_that_is_not_there_closes_with_4404(server: Server) -> None:
    for code in ("2222222222222", "x", "%00", "A" * 500):
        with server.visitor().socket(f"/ws/m/{code}") as socket:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=SECONDS)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404


def test_S9_nobody_goes_back_in_time_while_some_keep_reconnecting(server: Server) -> None:
    table = create(server)
    final = table.version + MANY
    errors: list[BaseException] = []
    going = threading.Event()

    def watch(number: int) -> None:
        """Listens until the end, in one connection or from one to the next."""
        try:
            visitor = server.visitor(number)
            version = 0
            while version < final:
                with Page(visitor, table.code, version) as page:
                    going.set()
                    for _ in range(4 if number % 2 else MANY + 1):
                        before, version = version, version_of(page.next())
                        assert version > before
                        if version == final:
                            break
        except BaseException as error:
            errors.append(error)

    watchers = [threading.Thread(target=watch, args=(number,)) for number in range(6)]
    for watcher in watchers:
        watcher.start()
    assert going.wait(SECONDS)
    changes(table, MANY)
    assert table.version == final
    for watcher in watchers:
        watcher.join(SECONDS)
        assert not watcher.is_alive()
    assert errors == []


def test_S9_a_page_that_does_not_read_for_a_while_ends_on_the_newest(server: Server) -> None:
    table = create(server)
    with table.page("Renata") as sleeper, Page(server.visitor(1), table.code) as awake:
        changes(table, MANY)
        awake.until(lambda frame: version_of(frame) == table.version)
        sleeper.until(lambda frame: version_of(frame) == table.version)
        for page in (sleeper, awake):
            assert page.versions == sorted(set(page.versions))
            assert page.ping(table.version) == "p"


def test_two_tabs_show_the_same_and_one_of_two_acts_counts(server: Server) -> None:
    table = started(server)
    with table.page("Beto") as one, table.page("Beto") as other:
        one.next(), other.next()
        seen = table.version
        assert table.act("Beto", type="bid", tricks=3, v=seen, lance="tab one").status == 200
        refused = table.act("Beto", type="bid", tricks=4, v=seen, lance="tab two")
        assert refused.status == 409
        assert version_of(refused.body) == seen + 1
        assert version_of(one.next()) == version_of(other.next()) == seen + 1
    assert table.match.bids[1] == 3


def test_the_answer_to_a_repeat_after_a_lost_answer(server: Server) -> None:
    table = started(server)
    form = {"type": "bid", "tricks": 3, "v": table.version, "lance": "once"}
    first = table.does("Beto", **form)
    assert table.does("Beto", **form) == first
    assert table.match.bids == (None, 3, None, None)
