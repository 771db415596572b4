"""What one connection may ask of the server: bodies are small, and nobody else pays for one that is not."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.live.playing import SECONDS
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
