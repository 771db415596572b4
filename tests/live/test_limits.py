"""What one connection may ask of the server: bodies are small, and nobody else pays for one that is not."""

from __future__ import annotations

import base64
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.playing import SECONDS, LiveTable, create, version_of
from tests.live.test_frames import change
from tests.servers import Server
from tests.tables.refusals import is_one_sentence

pytestmark = [pytest.mark.pair, pytest.mark.live]

FORM = "Content-Type: application/x-www-form-urlencoded"
LARGEST = 128 * 1024


@contextmanager
def connection(server: Server) -> Iterator[socket.socket]:
    """A connection that says what it likes."""
    with socket.create_connection(server.processes[0].listener.getsockname(), timeout=SECONDS) as raw:
        yield raw


@contextmanager
def silent(server: Server, table: LiveTable) -> Iterator[socket.socket]:
    """An open page that never reads, with as little room on its way as there can be."""
    key = base64.b64encode(bytes(16)).decode()
    listener, own = server.processes[0].listener, server.processes[0].url
    with socket.socket() as raw:
        raw.settimeout(SECONDS)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # what it accepts inherits that
        raw.connect(listener.getsockname())
        lines = (
            f"GET /ws/m/{table.code} HTTP/1.1", f"Host: {own[7:]}", f"Origin: {own}", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", "",
        )  # fmt: skip
        raw.sendall("\r\n".join(lines).encode())
        assert raw.recv(12) == b"HTTP/1.1 101"
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1024 * 1024)
        yield raw


def head(method: str, *headers: str) -> bytes:
    return "\r\n".join((f"{method} /nada HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


def to_the_end(raw: socket.socket) -> str:
    """All that comes until the server has nothing more to say."""
    return b"".join(iter(lambda: raw.recv(65536), b"")).decode()


def answer(raw: socket.socket) -> tuple[int, str]:
    """The status and the body of one answer on a connection that stays."""
    with raw.makefile("rb") as came:
        status = int(came.readline().split()[1])
        headers = dict(line.decode().lower().strip().split(": ", 1) for line in iter(came.readline, b"\r\n"))
        return status, came.read(int(headers["content-length"])).decode()


def is_refused(said: str) -> bool:
    """One answer, no more, that says so in Portuguese."""
    top, _, page = said.partition("\r\n\r\n")
    lines = top.lower().split("\r\n")
    length = next(int(line.split(":")[1]) for line in lines if line.startswith("content-length"))
    assert lines[0].startswith("http/1.1 413") and "connection: close" in lines
    assert len(page.encode()) == length
    assert is_one_sentence(page.split("<p>")[1].split("</p>")[0])
    return True


@pytest.mark.parametrize("method", ["POST", "GET", "PUT"])
@pytest.mark.parametrize("more", [(), ("Expect: 100-continue",), ("Connection: keep-alive",)])
def test_a_large_body_is_refused_before_it_comes(server: Server, method: str, more: tuple[str, ...]) -> None:
    with connection(server) as raw:
        raw.sendall(head(method, FORM, "Content-Length: 20000000", *more))
        assert is_refused(to_the_end(raw))


def test_a_large_body_in_chunks_is_refused_as_it_comes(server: Server) -> None:
    with connection(server) as raw:
        raw.sendall(head("POST", FORM, "Transfer-Encoding: chunked"))
        for _ in range(LARGEST // 4096 + 1):
            raw.sendall(b"1000\r\n" + b"a=1&" * 1024 + b"\r\n")
        assert is_refused(to_the_end(raw))


def test_whoever_goes_on_sending_hears_the_refusal_all_the_same(server: Server) -> None:
    with connection(server) as raw:
        raw.sendall(head("POST", FORM, "Content-Length: 8000000") + b"a=1&" * 2_000_000)
        assert is_refused(to_the_end(raw))


def test_the_largest_body_and_the_next_request_on_its_connection_are_answered(server: Server) -> None:
    with connection(server) as raw:
        raw.sendall(head("POST", "Content-Type: text/plain", f"Content-Length: {LARGEST}") + b"a" * LARGEST)
        assert answer(raw)[0] == 404
        raw.sendall(head("GET"))
        assert answer(raw)[0] == 404
        raw.sendall(head("POST", FORM, "Transfer-Encoding: chunked") + b"3\r\na=1\r\n0\r\n\r\n")
        assert answer(raw)[0] == 404
        raw.sendall(head("POST", FORM, f"Content-Length: {LARGEST + 1}"))
        assert is_refused(to_the_end(raw))


@pytest.mark.parametrize("field", ["name*=utf-8''%41", "name*=", '"', "name=a"])
def test_a_form_that_twisted_cannot_read_is_answered(server: Server, field: str) -> None:
    body = f"--x\r\nContent-Disposition: form-data; {field}\r\n\r\nq\r\n--x--\r\n".encode()
    with connection(server) as raw:
        kind = "Content-Type: multipart/form-data; boundary=x"
        raw.sendall(head("POST", kind, f"Content-Length: {len(body)}") + body)
        status, page = answer(raw)
        assert 400 <= status < 500 and 'lang="pt-BR"' in page


def test_heartbeats_that_come_too_fast_are_not_all_answered(server: Server) -> None:
    table = create(server)
    with table.page("Renata", table.version) as page:
        for _ in range(100):
            page.socket.send(f"p{table.version}")
        with pytest.raises(TimeoutError):
            while True:
                page.received.append(str(page.socket.recv(timeout=1)))
        assert 25 <= page.received.count("p") <= 40
        assert page.ping(table.version) == "p"


def test_a_flood_of_heartbeats_closes_the_socket(server: Server) -> None:
    table = create(server)
    with table.page("Renata", table.version) as page, pytest.raises(ConnectionClosed):
        for _ in range(100_000):
            page.socket.send("p0.0.0")


def test_a_page_that_never_reads_is_closed_and_the_others_go_on(server: Server) -> None:
    table = create(server)
    with table.page("Renata", table.version) as page, silent(server, table):
        for _ in range(2000):
            change(table)
            page.until(lambda message: version_of(message) == table.version)
            if page.said[-1:] == ["w0"]:  # nobody watches any more
                break
        assert "w1" in page.said and page.said[-1] == "w0"
        assert page.ping(table.version) == "p"


@pytest.mark.parametrize(
    "kind",
    ["multipart/form-data; boundary*=hex''x", "multipart/form-data; charset*=x''y; boundary=x", "x; a*=nonsense''a"],
)
def test_a_type_in_an_encoding_that_is_none_is_answered(server: Server, kind: str) -> None:
    with connection(server) as raw:
        raw.sendall(head("POST", f"Content-Type: {kind}", "Content-Length: 1", "Connection: close") + b"a")
        said = to_the_end(raw)
        assert said.startswith(("HTTP/1.1 400", "HTTP/1.1 404")) and 'lang="pt-BR"' in said
    assert "Traceback" not in server.log
