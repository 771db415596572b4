"""Four people at a table as a bench's client: forms by a kept HTTP connection each, an open socket each."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect

import spades
from bench.decks import same

_VERSION = re.compile(r'data-v="(\d+)"')


class Person:
    """One browser: cookies, one HTTP connection, one socket."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.host = urlsplit(base).netloc
        self.cookies: dict[str, str] = {}
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.socket: ClientConnection | None = None

    async def ask(self, method: str, path: str, form: dict[str, Any] | None = None) -> tuple[int, dict[str, str], str]:
        """Status, headers and body of one request. Redirects are not followed."""
        if self.writer is None or self.reader is None:
            host, port = self.host.split(":")
            self.reader, self.writer = await asyncio.open_connection(host, int(port))
        body = urlencode(form or {}, doseq=True)
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}",
            f"Origin: {self.base}",
            "HX-Request: true",
            f"X-CSRFToken: {self.cookies.get('csrftoken', '')}",
            f"Cookie: {'; '.join(f'{k}={v}' for k, v in self.cookies.items())}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        self.writer.write(("\r\n".join(head) + "\r\n\r\n" + body).encode())
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                cookie, _, content = value.split(";")[0].partition("=")
                self.cookies[cookie] = content
            headers[name.lower()] = value
        return int(lines[0].split()[1]), headers, await self._body(headers)

    async def _body(self, headers: dict[str, str]) -> str:
        assert self.reader is not None
        if "content-length" in headers:
            return (await self.reader.readexactly(int(headers["content-length"]))).decode()
        parts = []
        while size := int(await self.reader.readline(), 16):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readexactly(2)
        await self.reader.readexactly(2)
        return b"".join(parts).decode()

    async def listen(self, code: str) -> None:
        """Open the table's socket."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.socket = await connect(
            f"ws://{self.host}/ws/m/{code}",
            origin=self.base,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookies},
            proxy=None,
            compression=None,
            ping_interval=None,
        )

    async def heard(self, version: int) -> None:
        """Wait until the socket has shown this version."""
        assert self.socket is not None
        while True:
            found = _VERSION.search(str(await self.socket.recv()))
            if found and int(found.group(1)) >= version:
                return


class Match:
    """A table with four people who play quickly; the client replays the rules itself to know what may be played."""

    def __init__(self, base: str, rules: Any = spades) -> None:
        self.rules = rules
        self.options = rules.Options(**({"renege": "prevented"} if rules is spades else {"goal": 31}))
        self.people = [Person(base) for _ in range(4)]
        self.code = ""
        self.version = 0
        self.moves = 0
        self.match: Any = None

    async def begin(self) -> None:
        """Create, sit, start, open four sockets."""
        creator, *others = self.people
        path = f"/nova/{self.rules.SLUG}"
        await creator.ask("GET", path)
        status, headers, _ = await creator.ask("POST", path, {"nome": "Ana", **_form(self.options)})
        assert status == 302, status
        self.code = headers["location"].rsplit("/", 1)[1]
        for number, person in enumerate(others):
            await person.ask("GET", f"/m/{self.code}")
            _, _, frame = await person.ask("POST", f"/m/{self.code}/sentar", {"nome": f"Bia {number}"})
            self.version = _version(frame)
        await self._post(creator, "comecar", {"parceiro": "2"})
        self.match = self._dealt(self.rules.start(self.options, 4))
        for person in self.people:
            await person.listen(self.code)
            await person.heard(self.version)

    async def move(self) -> float:
        """One move by whoever is on turn; the seconds until the last of the four boards is there."""
        action = self._action()
        began = time.perf_counter()
        wanted = self.version + 1
        _, *_ = await asyncio.gather(
            self._post(self.people[action.seat], "agir", _form(action)), *(p.heard(wanted) for p in self.people)
        )
        took = time.perf_counter() - began
        self.match = self._dealt(self.rules.apply(self.match, action))
        self.moves += 1
        return took

    def _action(self) -> Any:
        """Low bids and the first card that may be played: a match that goes on for very long."""
        if self.match.turn is None:
            return self.rules.NextRound(seat=0)
        if self.match.phase == "bidding":
            return spades.Bid(seat=self.match.turn, tricks=1)
        legal = self.rules.legal_actions(self.match, self.match.turn)
        plays = [action for action in legal if isinstance(action, self.rules.Play)]
        # In Escopa every second card is left, so that the table is neither empty nor crowded.
        return plays[0] if self.rules is spades or self.moves % 2 else max(plays, key=lambda play: len(play.take))

    def _dealt(self, match: Any) -> Any:
        """The match with the deal that it asks for."""
        if match.phase != "dealing":
            return match
        return self.rules.apply(match, self.rules.Deal(deck=same(self.rules.DECK)))

    async def _post(self, person: Person, verb: str, form: dict[str, Any]) -> None:
        act = {"v": self.version, "lance": f"b{self.version}"}
        status, _, frame = await person.ask("POST", f"/m/{self.code}/{verb}", {**form, **act})
        assert status == 200, (status, frame[-300:])
        self.version = _version(frame)

    async def end(self) -> None:
        """Close all connections."""
        for person in self.people:
            if person.socket is not None:
                await person.socket.close()
            if person.writer is not None:
                person.writer.close()


def _form(said: Any) -> dict[str, Any]:
    """The fields of a form; those of a list have a name that ends in []."""
    fields = msgspec.to_builtins(said).items()
    return {f"{name}[]" if isinstance(value, (list, tuple)) else name: value for name, value in fields}


def _version(frame: str) -> int:
    found = _VERSION.search(frame)
    assert found, frame[:300]
    return int(found.group(1))
