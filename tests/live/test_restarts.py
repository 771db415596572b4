"""The match goes on after a crash with no page open: each robot moves once, none for a person (S4)."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from tests.live.playing import SECONDS, LiveTable, Page, moves, my_turn, rows, started, version_of
from tests.servers import ROOT, Server

pytestmark = [pytest.mark.pair, pytest.mark.live]


@pytest.fixture(scope="module")
def site(start_server: Callable[..., Server]) -> Server:
    """A site of its own, to be killed."""
    return start_server()


def wait_for_people(server: Server) -> None:
    """Until no robot is to move, by the database alone."""
    deadline = time.monotonic() + SECONDS
    while rows(server, "SELECT code FROM tables_table WHERE robot_turn"):
        assert time.monotonic() < deadline, server.log[-3000:]
        time.sleep(0.05)


def versions(server: Server) -> dict[str, int]:
    return dict(rows(server, "SELECT code, version FROM tables_table"))


def goes_on_by_itself(server: Server) -> None:
    """Every table comes to a person's turn and stays there; every log gives its snapshot."""
    wait_for_people(server)
    before = versions(server)
    assert server.manage("sweep").returncode == 0
    assert versions(server) == before
    replayed = server.manage("replay")
    assert replayed.returncode == 0, replayed.stderr


def crash(server: Server) -> None:
    for process in server.processes:
        process.kill()


def start(server: Server) -> None:
    for process in server.processes:
        process.start()


def test_S4_robots_go_on_wherever_the_crash_left_them(site: Server) -> None:
    """Between two bids, between two cards, before the last card and after the deal."""
    crash(site)
    slept = subprocess.run(
        [sys.executable, "-m", "tests.live.asleep"], cwd=ROOT, env=dict(site.environ), capture_output=True, text=True
    )
    assert slept.returncode == 0, slept.stderr
    left = {code: (moment, int(version)) for code, moment, version in map(str.split, slept.stdout.splitlines())}
    assert len(left) == 4
    start(site)
    goes_on_by_itself(site)
    for code, (moment, version) in left.items():
        table = LiveTable(site, code, {})
        match = table.match
        assert match.turn in (0, None), moment
        robots_moves = versions(site)[code] - version
        assert 1 <= robots_moves <= 7, moment
        seats = [move["seat"] for move in moves(site, code)[-robots_moves:]]
        assert 0 not in seats, moment


def test_S4_people_and_robots_play_on_through_a_crash_at_any_instant(site: Server) -> None:
    """People play as fast as they can at tables with robots, the server is killed in the midst, they play on."""
    tables = [started(site, "Renata") for _ in range(4)] + [started(site, "Renata", "Beto") for _ in range(2)]
    accepted = {table.code: 0 for table in tables}
    stop = threading.Event()
    failed: list[BaseException] = []

    def play(table: LiveTable) -> None:
        try:
            with contextlib.suppress(OSError, ConnectionError):  # the crash
                while not stop.is_set():
                    for name in table.people:
                        frame = table.state(name)
                        if my_turn(frame) or 'value="next_round"' in frame:
                            table.play(name, frame)
                            accepted[table.code] += 1
        except BaseException as error:
            failed.append(error)

    people = [threading.Thread(target=play, args=(table,)) for table in tables]
    for person in people:
        person.start()
    deadline = time.monotonic() + SECONDS
    while sum(accepted.values()) < 30 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert sum(accepted.values()) >= 30
    crash(site)
    stop.set()
    start(site)
    for person in people:
        person.join(2 * SECONDS)
        assert not person.is_alive()
    assert failed == []
    goes_on_by_itself(site)
    for table in tables:
        humans = [move for move in moves(site, table.code) if move.get("seat") in people_seats(table)]
        assert accepted[table.code] <= len(humans) <= accepted[table.code] + 1  # the answer may be lost, the move not


def people_seats(table: LiveTable) -> set[int]:
    found = rows(
        table.server,
        "SELECT number FROM tables_seat JOIN tables_table ON tables_table.id = table_id "
        f"WHERE code = '{table.code}' AND player_id IS NOT NULL",
    )
    return {number for (number,) in found}


def test_S2_an_open_page_of_before_the_restart_comes_back_to_the_table(site: Server) -> None:
    table = started(site)
    seen = table.version
    table.does("Beto", type="bid", tricks=3)
    site.restart()
    with Page(table.people["Carla"], table.code, seen) as page:
        frame = page.next()
        assert version_of(frame) == table.version
        assert my_turn(frame)
    table.does("Carla", type="bid", tricks=3)  # cookies and tokens of before are good
