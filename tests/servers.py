"""The real server as processes, started for tests, and a plain visitor (pages, forms, sockets) that talks to it."""

from __future__ import annotations

import contextlib
import http.cookiejar
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests import services

ROOT = Path(__file__).resolve().parent.parent
BACKLOG = 2048  # as the site's own: a burst of connections is not to wait for a SYN's repeat
FIRST_PAGE_SECONDS = 60.0
STOP_SECONDS = 15.0


@dataclass
class Process:
    """One server process on a socket that we hold: while it is down, clients wait instead of being refused."""

    listener: socket.socket
    environ: Mapping[str, str]
    log: Path
    popen: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        host, port = self.listener.getsockname()
        return f"http://{host}:{port}"

    def start(self) -> None:
        """Start it and wait for its first page; what it had set up is there when it starts again."""
        again = ["--no-setup"] if self.popen is not None else []
        descriptor = self.listener.fileno()
        with self.log.open("ab") as out:
            self.popen = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--fd", str(descriptor), *again],
                pass_fds=[descriptor],
                cwd=ROOT,
                env=dict(self.environ),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + FIRST_PAGE_SECONDS
        while True:
            # The socket is open before the server is: a short timeout, so that a server that died is noticed.
            with contextlib.suppress(OSError):
                if Visitor(self.url, timeout=2).get("/").status == 200:
                    return
            if self.popen.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"the server did not answer 200 at /; its log:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it as an operator would (SIGTERM)."""
        if self.popen is not None and self.popen.poll() is None:
            self.popen.terminate()
            try:
                self.popen.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                raise RuntimeError("the server did not stop on SIGTERM") from None

    def kill(self) -> None:
        """Stop it as a crash would (SIGKILL)."""
        if self.popen is not None and self.popen.poll() is None:
            self.popen.kill()
            self.popen.wait()


@dataclass
class Server:
    """One site: one process on SQLite, or several on a PostgreSQL database and a Redis of their own."""

    processes: list[Process]
    environ: Mapping[str, str]
    data: Path

    @property
    def url(self) -> str:
        """The first process's address."""
        return self.processes[0].url

    @property
    def urls(self) -> list[str]:
        """Every process's address: people at one table may come in through different ones."""
        return [process.url for process in self.processes]

    @property
    def log(self) -> str:
        """All that the processes have written so far."""
        return "".join(process.log.read_text(errors="replace") for process in self.processes)

    def visitor(self, process: int = 0) -> Visitor:
        """Somebody new, with a cookie jar of their own; `process` counts round."""
        return Visitor(self.urls[process % len(self.urls)])

    def restart(self, *, crash: bool = False) -> None:
        """Stop every process (or kill it) and start it again at the same address."""
        for process in self.processes:
            process.kill() if crash else process.stop()
        for process in self.processes:
            process.start()

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a management command on this site's data."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=dict(self.environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )


@contextlib.contextmanager
def serving(
    folder: Path, *, processes: int | None = None, settings: str = "selminha.settings", static: Path | None = None
) -> Iterator[Server]:
    """A new site with its data in `folder`, its static files there too or in `static`, for several sites to share.

    On SQLite and the in-memory layer with one process; where DATABASE_URL and REDIS_URL are set (`make pair`), on a new
    database of that PostgreSQL and a new Redis, with two processes unless said. Raises services.Missing for a Redis
    that cannot be had, AssertionError at the end if the server logged a traceback.
    """
    with contextlib.ExitStack() as stack:
        environ = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        environ |= {"SELMINHA_DATA": str(folder), "DJANGO_SETTINGS_MODULE": settings, "PYTHONUNBUFFERED": "1"}
        if static is not None:
            environ["SELMINHA_STATIC"] = str(static)
        if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
            environ["DATABASE_URL"] = stack.enter_context(services.new_database(os.environ["DATABASE_URL"]))
            environ["REDIS_URL"] = stack.enter_context(services.redis())
            count = processes or 2
        else:
            count = 1
        server = Server([], environ, folder)
        for number in range(count):
            listener = stack.enter_context(socket.create_server((services.LOOPBACK, 0), backlog=BACKLOG))
            process = Process(listener, environ, folder / f"server-{number}.log")
            server.processes.append(process)
            stack.callback(process.kill)
            process.start()  # one after another: the first one migrates
        yield server
        for process in server.processes:
            process.stop()
    assert "Traceback (most recent call last)" not in server.log, f"the server logged an error:\n{server.log[-6000:]}"


@dataclass
class Answer:
    """What came back from the server, whatever its status."""

    status: int
    url: str
    headers: Message
    body: str


@dataclass
class Visitor:
    """One person's browser without the pictures: keeps cookies, follows redirects, sends what a form post sends."""

    base: str
    timeout: float = 20
    cookies: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self.ask("GET", path, None, headers or {})

    def post(
        self, path: str, data: Mapping[str, object] | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """A form post from a page of the site: with its Origin and the CSRF token of the cookie."""
        own = {"Origin": self.base, "Referer": self.base + "/", "X-CSRFToken": self.cookie("csrftoken")}
        return self.ask("POST", path, data or {}, own | dict(headers or {}))

    def ask(self, method: str, path: str, data: Mapping[str, object] | None, headers: Mapping[str, str]) -> Answer:
        """Any request, with exactly these headers beside the cookies."""
        body = None if data is None else urllib.parse.urlencode(data, doseq=True).encode()
        address = urllib.parse.urljoin(self.base, path)
        request = urllib.request.Request(address, body, dict(headers), method=method)
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.cookies)
        )
        try:
            with opener.open(request, timeout=self.timeout) as response:
                return Answer(response.status, response.url, response.headers, response.read().decode())
        except urllib.error.HTTPError as refused:
            with refused:
                return Answer(refused.code, refused.url, refused.headers, refused.read().decode())

    def cookie(self, name: str) -> str:
        """A cookie's value, empty when there is none."""
        return next((cookie.value or "" for cookie in self.cookies if cookie.name == name), "")

    def socket(self, path: str, *, origin: str | None = "own") -> ClientConnection:
        """An open websocket with this visitor's cookies; `origin` "own", another site's, or None for no such header.

        Raises websockets.exceptions.InvalidStatus when the server refuses.
        """
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        return connect(
            "ws" + urllib.parse.urljoin(self.base, path).removeprefix("http"),
            origin=None if origin is None else Origin(self.base if origin == "own" else origin),
            additional_headers={"Cookie": cookies} if cookies else None,
            open_timeout=self.timeout,
            proxy=None,
        )
