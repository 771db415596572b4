"""People at a table of the real server: visitors who post forms, pages that listen, and a look into the database."""

from __future__ import annotations

import itertools
import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import msgspec
from websockets.sync.client import ClientConnection

import spades
from tests.servers import Answer, Server, Visitor

FRIENDS = ("Renata", "Beto", "Carla", "Davi")
HTMX = {"HX-Request": "true"}
SECONDS = 30.0  # until a missing event is a failure; no test waits that long when all is well

_keys = itertools.count(1)


def version_of(frame: str) -> int:
    """The table's version in a frame or page."""
    found = re.search(r'id="estado"[^>]* data-v="(\d+)"', frame)
    assert found is not None, frame[:300]
    return int(found[1])


def my_turn(frame: str) -> bool:
    """Whether the viewer is on turn in a frame, by its title for the browser's tab."""
    return re.search(r'id="estado"[^>]* data-vez="1"', frame) is not None


class Page:
    """An open page's socket: `next` waits for a frame or a heartbeat; everything that came is kept in `received`."""

    def __init__(self, visitor: Visitor, code: str, version: int | str | None = None) -> None:
        since = "" if version is None else f"?v={version}"
        self.opening = visitor.socket(f"/ws/m/{code}{since}")
        self.received: list[str] = []
        self.said: list[str] = []

    def __enter__(self) -> Page:
        self.socket: ClientConnection = self.opening.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.opening.__exit__(kind, error, at)

    def next(self) -> str:
        """The next frame or answer to a heartbeat; what is told beside the match goes to `said`."""
        while True:
            message = self.socket.recv(timeout=SECONDS)
            assert isinstance(message, str)
            if message[0] not in "cCw":
                break
            self.said.append(message)
        self.received.append(message)
        return message

    def until(self, wanted: Callable[[str], bool]) -> str:
        """The next frame that is wanted, those before it received too."""
        while not wanted(message := self.next()):
            pass
        return message

    def ping(self, version: int | str = "") -> str:
        """The answer to a heartbeat, which has to be the next message."""
        self.socket.send(f"p{version}")
        return self.next()

    @property
    def versions(self) -> list[int]:
        """Of all frames received, in their order."""
        return [version_of(message) for message in self.received if 'id="estado"' in message]


@dataclass
class LiveTable:
    """A table of the server and the visitors who sit there, by name; `version` is the newest that was heard of."""

    server: Server
    code: str
    people: dict[str, Visitor]
    version: int = 1
    answers: list[tuple[str, Answer]] = field(default_factory=list)  # by who got them

    def act(self, name: str, verb: str = "agir", /, **fields: Any) -> Answer:
        """An act with a new id on the newest version, as the page's script posts it."""
        form = {"v": self.version, "lance": f"l{next(_keys)}", **fields}
        answer = self.people[name].post(f"/m/{self.code}/{verb}", form, HTMX)
        self.answers.append((name, answer))
        if answer.status == 200 and 'id="estado"' in answer.body:
            self.version = max(self.version, version_of(answer.body))
        return answer

    def does(self, name: str, verb: str = "agir", /, **fields: Any) -> str:
        """The same, which has to be accepted; returns the frame."""
        answer = self.act(name, verb, **fields)
        assert answer.status == 200, (answer.status, answer.body[-300:])
        return answer.body

    def sit(self, name: str, visitor: Visitor) -> None:
        visitor.get(f"/m/{self.code}")  # for the token's cookie
        self.people[name] = visitor
        self.does(name, "sentar", nome=name)

    def state(self, name: str | None = None) -> str:
        """The whole present frame of somebody who sits there, or of a stranger."""
        visitor = self.server.visitor() if name is None else self.people[name]
        frame = visitor.get(f"/m/{self.code}/estado").body
        self.version = max(self.version, version_of(frame))
        return frame

    def page(self, name: str, version: int | str | None = None) -> Page:
        return Page(self.people[name], self.code, version)

    def play(self, name: str, frame: str) -> str:
        """A bid of 4, or the first card that the table takes, or PRÓXIMA RODADA, by what a whole frame offers."""
        if "APOSTAR" in frame:
            return self.does(name, type="bid", tricks=4)
        if 'value="next_round"' in frame:
            return self.does(name, type="next_round")
        for card in re.findall(r'name="card" value="(\w\w)"(?![^>]*aria-disabled)', frame):
            answer = self.act(name, type="play", card=card)
            if answer.status == 200:
                return answer.body
        raise AssertionError(f"{name} has nothing to play:\n{frame}")

    @property
    def match(self) -> Any:
        """The snapshot in the database."""
        ((text,),) = rows(self.server, f"SELECT match FROM tables_table WHERE code = '{self.code}'")
        return msgspec.json.decode(text, type=spades.Match)


def rows(server: Server, query: str) -> list[tuple[Any, ...]]:
    """What the server's database says, read beside the server: nobody visits it for that."""
    if url := server.environ.get("DATABASE_URL"):
        import psycopg

        with psycopg.connect(url) as connection:
            return [tuple(row) for row in connection.execute(query)]
    reader = sqlite3.connect(f"file:{server.data / 'selminha.sqlite3'}?mode=ro", uri=True, timeout=10)
    try:
        return [tuple(row) for row in reader.execute(query)]
    finally:
        reader.close()


def moves(server: Server, code: str) -> list[dict[str, Any]]:
    """The log of a table, in its order, each move with its match's `number`."""
    found = rows(
        server,
        "SELECT tables_move.match_number, action FROM tables_move JOIN tables_table ON tables_table.id = table_id "
        f"WHERE code = '{code}' ORDER BY tables_move.match_number, tables_move.sequence",
    )
    return [{**json.loads(action), "number": number} for number, action in found]


def create(server: Server, name: str = "Renata", process: int = 0, **options: str) -> LiveTable:
    """A table made through the page."""
    visitor = server.visitor(process)
    form = visitor.get("/nova/espadas").body
    lance = re.search(r'name="lance" value="(\w+)"', form)
    answer = visitor.post("/nova/espadas", {"nome": name, "lance": lance[1] if lance else "", **options})
    assert answer.status == 200, answer.body[-500:]
    table = LiveTable(server, answer.url.rsplit("/", 1)[1], {name: visitor})
    table.version = version_of(answer.body)
    return table


def seated(server: Server, *names: str, **options: str) -> LiveTable:
    """A table where these people sit, each through the next process, and robots in the seats left."""
    table = create(server, names[0], 0, **options)
    for number, name in enumerate(names[1:], 1):
        table.sit(name, server.visitor(number))
    if len(names) < 4:
        table.does(names[0], "robo", quantos="todos")
    return table


def started(server: Server, *names: str, **options: str) -> LiveTable:
    """The same with the match begun."""
    table = seated(server, *(names or FRIENDS), **options)
    table.does((names or FRIENDS)[0], "comecar", parceiro=2)
    return table
