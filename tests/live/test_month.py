"""A match played over a month: nothing is lost through crashes and a lost cookie, everybody is told, and once only."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.live.playing import SECONDS, LiveTable, moves, rows, seated
from tests.push_service import Device, PushService, push_service
from tests.servers import Server, Visitor

pytestmark = pytest.mark.live  # on one pair: the other one takes a minute and a half of computing

PEOPLE = ("Renata", "Beto", "Carla")  # seats 0, 1 and 2; Carmen, a robot, is Beto's partner
HOME = ZoneInfo("America/Sao_Paulo")
QUIET = {"Renata": (HOME, 22, 8), "Beto": (HOME, 0, 0), "Carla": (ZoneInfo("Europe/Lisbon"), 13, 16)}
HOURS = (5, 14, 22, 38, 9, 46, 13, 35, 8, 47)  # between two acts, over and over
A_WHILE = timedelta(minutes=6)  # beside the full hours, so that no date is met to the second
A_CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b|[♠♥♦♣]|espadas? |copas|ouros|paus", re.IGNORECASE)


@dataclass
class Month:
    """The table, its people's devices, the site's clock, and what everybody must have been told by then."""

    table: LiveTable
    service: PushService
    now: datetime
    last_act: datetime
    devices: dict[str, Device] = field(default_factory=dict)
    accepted: list[dict[str, Any]] = field(default_factory=list)
    claim: int = 0  # the open one
    looking: str = ""  # whose page is visible
    over: bool = False
    told: dict[str, set[Any]] = field(default_factory=lambda: {name: set() for name in PEOPLE})
    told_at: dict[str, datetime] = field(default_factory=dict)
    ledger: list[tuple[str, str, str]] = field(default_factory=list)  # to whom, title, text

    @property
    def server(self) -> Server:
        return self.table.server

    def set_clock(self, now: datetime) -> None:
        """The site's clock stands there; the file is never half written."""
        self.now = now
        fresh = self.server.data / "clock.new"
        fresh.write_text(str(now.timestamp()))
        os.replace(fresh, self.server.data / "clock")

    def wants_notices(self, name: str, device: str) -> None:
        visitor, zone = self.table.people[name], QUIET[name][0].key
        self.devices[name] = Device(f"{self.service.url}/201/{device}")
        form = {**self.devices[name].form, "zona": zone}
        assert visitor.post("/avisos/assinar", form, {"Accept": "application/json"}).status == 200
        hours = {"silencio": "1", "de": QUIET[name][1], "ate": QUIET[name][2], "zona": zone}
        assert visitor.post("/avisos/horario", hours).status == 200

    def act(self, name: str = "") -> None:
        """Whoever is on turn does what the table offers, and everybody is told what there is to tell."""
        self.quick_act(name)
        self.settle()

    def quick_act(self, name: str = "") -> None:
        match = self.table.match
        name = name or PEOPLE[match.turn]
        frame = self.table.state(name)
        fields: dict[str, Any] = {"type": "next_round"}
        if match.phase == "bidding":
            fields = {"type": "bid", "tricks": 4}
        elif match.phase == "playing":
            card = re.search(r'name="card" value="(\w\w)"(?![^>]*aria-disabled)', frame)
            assert card is not None
            fields = {"type": "play", "card": card[1]}
        self.table.does(name, **fields)
        self.accepted.append({"seat": PEOPLE.index(name), **fields})
        self.last_act = self.now

    def pass_by(self, hours: int) -> None:
        """So many hours and some minutes, no day of them unseen by a sweep."""
        until = self.now + timedelta(hours=hours) + A_WHILE
        while self.now < until:
            self.set_clock(min(until, self.now + timedelta(hours=24)))
            self.settle()

    def settle(self) -> None:
        """Until robots have played and the sweep has nothing more to tell; then what was told is what had to be."""
        deadline = time.monotonic() + SECONDS
        while not self._settled():
            assert time.monotonic() < deadline, self.server.log[-3000:]
            time.sleep(0.02)
        assert sorted(self._came()) == sorted(self._due()), self.now

    def wait_for_robots(self) -> None:
        deadline = time.monotonic() + SECONDS
        while rows(self.server, "SELECT 1 FROM tables_table WHERE robot_turn"):
            assert time.monotonic() < deadline, self.server.log[-3000:]
            time.sleep(0.01)

    def _settled(self) -> bool:
        ((busy, soon),) = rows(
            self.server,
            f"""SELECT robot_turn OR w.version IS NULL OR w.version <> t.version OR next_at <= '{self.now:%F %T}+00'
                OR EXISTS (SELECT 1 FROM tables_attention WHERE claimed_until IS NOT NULL),
                next_at <= '{self.now + timedelta(seconds=10):%F %T}+00'
            FROM tables_table t LEFT JOIN tables_watch w ON w.table_id = t.id""",
        )
        if not busy and soon:  # a version has to stand for a few seconds first
            self.set_clock(self.now + timedelta(seconds=11))
        return not busy and not soon

    def _came(self) -> list[tuple[str, str]]:
        """The pushes since the last look, as their devices read them: to whom and the title."""
        came = []
        for name, device in self.devices.items():
            path = device.endpoint.removeprefix(self.service.url)
            for push in self.service.to(path)[sum(to == path for to, _, _ in self.ledger) :]:
                shown = device.read(push)["notification"]
                assert push.claims["exp"] > self.now.timestamp()
                self.ledger.append((path, shown["title"], shown["body"]))
                came.append((name, shown["title"]))
        return came

    def _due(self) -> list[tuple[str, str]]:
        """What has to go out now, by the words of the rules."""
        due = []
        for name in PEOPLE:
            fact = self.fact_of(PEOPLE.index(name))
            if fact is None or fact in self.told[name] or self._is_quiet(name):
                continue
            if name != self.looking:
                if name in self.told_at and self.now - self.told_at[name] < timedelta(hours=1):
                    continue
                due.append((name, fact[0]))
                if f"/201/{name}" in self.service.broken:
                    continue
                self.told_at[name] = self.now
            self.told[name].add(fact)
        return due

    def fact_of(self, seat: int) -> tuple[Any, ...] | None:
        match, acts, idle = self.table.match, len(self.accepted), self.now - self.last_act
        if self.over:
            return ("Fim de jogo no Espadas",)
        if idle >= timedelta(days=5):
            return ("Mesa parada: Espadas", acts, idle.days)
        if match.phase == "round_over":
            return ("Fim da rodada no Espadas", acts)
        if match.turn == seat:
            late = max((hours for hours in (12, 24, 40, 47) if idle >= timedelta(hours=hours)), default=0)
            return ("Ainda é a sua vez no Espadas" if late else "Sua vez no Espadas", acts, late)
        return ("Pedido na mesa: Espadas", self.claim) if self.claim else None

    def _is_quiet(self, name: str) -> bool:
        zone, begin, end = QUIET[name]
        hour = self.now.astimezone(zone).hour
        return begin <= hour < end if begin <= end else hour >= begin or hour < end

    def crash(self) -> None:
        for process in self.server.processes:
            process.kill()

    def come_back(self) -> None:
        with ThreadPoolExecutor() as starting:
            list(starting.map(lambda process: process.start(), self.server.processes))
        self.set_clock(self.now + timedelta(seconds=11))  # robots that stand still are not waited for
        self.settle()


def an_evening(month: Month) -> None:
    """Three tricks without a pause: nobody is told of a turn that has passed."""
    for name in ("Carla", "Renata", "Beto") * 3:
        month.wait_for_robots()
        month.quick_act(name)
    month.settle()


def says(month: Month, name: str, text: str) -> None:
    form = {"texto": text, "lance": f"line{len(text)}{name}"}
    assert month.table.people[name].post(f"/m/{month.table.code}/dizer", form).status == 200


def claimed_by_a_new_phone(month: Month) -> Visitor:
    phone = month.server.visitor(1)
    phone.get(f"/m/{month.table.code}/ja-estava")
    assert phone.post(f"/m/{month.table.code}/pedir", {"quem": "Beto"}).status == 200
    ((month.claim,),) = rows(month.server, "SELECT max(id) FROM tables_seatclaim")
    return phone


def hands() -> tuple[list[str], ...]:
    """From Beto on. Carla takes every trick, so that everybody always plays after the same person."""
    clubs, diamonds, hearts, spades = ([rank + suit for rank in "A23456789TJQK"] for suit in "CDHS")
    return clubs, spades, diamonds, hearts


def test_a_match_of_a_month(start_server: Callable[..., Server]) -> None:
    with push_service() as service:
        server = start_server(settings="tests.live.lasting")
        table = seated(server, *PEOPLE, renege="prevented")
        (server.data / "decks").write_text(" ".join(card for four in zip(*hands(), strict=True) for card in four))
        morning = datetime.now(HOME).replace(hour=9, minute=3, second=0, microsecond=0) + timedelta(days=1)
        begin = morning.astimezone(UTC)
        month = Month(table, service, begin, begin)
        month.set_clock(month.now)
        for name in PEOPLE:
            month.wants_notices(name, name)
        table.does("Renata", "comecar", parceiro=2)
        month.settle()
        a_month(month)
        assert month.now - begin > timedelta(days=30)


def a_month(month: Month) -> None:
    table, hours = month.table, list(HOURS)

    def play_until(wanted: Callable[[], bool]) -> None:
        while not wanted():
            month.pass_by(hours[0])
            hours.append(hours.pop(0))
            month.act()

    def play_until_turn_of(name: str) -> None:
        play_until(lambda: PEOPLE[table.match.turn] == name)

    says(month, "Beto", "boa sorte!")
    play_until(lambda: len(month.accepted) == 5)

    # A crash between a person's card and the robot's.
    play_until_turn_of("Carla")
    month.quick_act()
    month.crash()
    month.come_back()

    # Carla sees her turn come: only a reminder goes out, of which the first finds the push service out of order.
    play_until_turn_of("Beto")
    with table.page("Carla") as page:
        month.quick_act()
        page.until(lambda frame: f'data-v="{table.version}"' in frame)
        assert page.ping(table.version) == "p"
        month.looking = "Carla"
        month.settle()
        month.looking = ""
    month.service.broken.add("/201/Carla")
    month.pass_by(20)
    month.service.broken.clear()
    month.pass_by(11)
    month.act()

    # Nobody serves when Beto's first reminder is due: he gets the second alone.
    play_until_turn_of("Beto")
    month.crash()
    month.set_clock(month.now + timedelta(hours=26))
    month.come_back()
    assert month.ledger[-1][:2] == ("/201/Beto", "Ainda é a sua vez no Espadas")
    assert month.ledger[-1][2].startswith("Há um dia.")

    # Beto loses his cookie. Who was told that somebody asks for his seat is not told again after a turn in between.
    says(month, "Beto", "meu celular está morrendo")
    month.act()
    play_until_turn_of("Carla")
    month.pass_by((14 - month.now.astimezone(HOME).hour) % 24)
    phone = claimed_by_a_new_phone(month)
    month.settle()
    assert month.ledger[-2][:2] == ("/201/Renata", "Pedido na mesa: Espadas")
    for name in ("Carla", "Renata"):
        month.pass_by(2)
        month.act(name)
    month.pass_by(2)
    table.does("Carla", "deixar", pedido=month.claim)
    month.claim = 0
    lost, table.people["Beto"] = table.people["Beto"], phone
    watches = lost.get(f"/m/{table.code}").body
    assert 'data-eu=""' in watches
    assert 'name="card"' not in watches
    assert lost.post(f"/m/{table.code}/agir", {"v": table.version, "lance": "lost", "type": "bid"}).status == 403
    month.settle()
    silent = len(month.service.to("/201/Beto"))
    month.wants_notices("Beto", "Beto-2")  # and knows that it is his turn
    month.told["Beto"] = {month.fact_of(1)}
    month.told_at.pop("Beto")
    month.pass_by(5)
    month.act("Beto")
    an_evening(month)
    play_until_turn_of("Beto")

    # Almost seven days.
    month.pass_by(6 * 24 + 21)
    month.act()
    an_evening(month)
    play_until(lambda: table.match.phase == "round_over")
    month.pass_by(4)
    month.act("Carla")
    month.pass_by(3)
    month.act()
    assert (table.match.round, table.match.turn) == (2, 0)

    # Renata stays away, which the other pair alone may end.
    month.pass_by(26)
    month.crash()
    month.come_back()
    month.pass_by(21)
    table.state("Beto")
    refused = table.act("Beto", "ausencia")
    assert (refused.status, "Ainda é cedo" in refused.body) == (409, True)
    month.pass_by(1)
    assert table.act("Carla", "ausencia").status == 403
    table.does("Beto", "ausencia")
    month.over = True
    month.settle()
    assert all("Renata passou mais de 48 horas sem jogar" in text for _, _, text in month.ledger[-2:])
    month.pass_by(96)  # and no more is told

    log = [move for move in moves(month.server, table.code) if move.get("seat") in (0, 1, 2)]
    assert [{key: move[key] for key in done} for move, done in zip(log, month.accepted, strict=False)] == month.accepted
    assert [(move["type"], move["seat"]) for move in log[len(month.accepted) :]] == [("forfeit", 0)]
    replayed = month.server.manage("replay")
    assert (replayed.returncode, replayed.stderr) == (0, "")
    talk = phone.get(f"/m/{table.code}/conversa").body
    assert talk.index("boa sorte!") < talk.index("meu celular está morrendo")
    assert len(month.service.to("/201/Beto")) == silent
    assert not [text for _, title, body in month.ledger if A_CARD.search(text := f"{title}\n{body}")]
