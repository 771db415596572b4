"""Only pages of this very site open a socket (S11): whatever cookies a visitor carries, another origin gets nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from websockets.exceptions import InvalidStatus

from tables.origin import allowed
from tests.live.playing import LiveTable, Page, create, version_of
from tests.servers import Server

pytestmark = [pytest.mark.pair, pytest.mark.live]

FOREIGN: dict[str, Callable[[str], str | None]] = {
    "none": lambda own: None,
    "null": lambda own: "null",
    "empty": lambda own: "",
    "another site": lambda own: "https://example.com",
    "another port": lambda own: own[:-1] + ("1" if own[-1] != "1" else "2"),
    "no port": lambda own: own.rsplit(":", 1)[0],
    "another name of this machine": lambda own: own.replace("127.0.0.1", "localhost"),
    "a look-alike suffix": lambda own: own + ".example.com",
    "a look-alike prefix": lambda own: own.replace("http://", "http://example.com."),
    "own as the user": lambda own: own + "@example.com",
    "own as a path": lambda own: "https://example.com/" + own,
    "another scheme": lambda own: own.replace("http://", "ws://"),
    "a path behind": lambda own: own + "/",
    "a query behind": lambda own: own + "?x",
    "two": lambda own: f"{own} https://example.com",
    "no address": lambda own: "http://[",
    "nothing but letters": lambda own: "selminha",
}


@pytest.fixture(scope="module")
def table(server: Server) -> LiveTable:
    return create(server)


def test_the_own_origin_opens_with_and_without_cookies(server: Server, table: LiveTable) -> None:
    with table.page("Renata") as page, Page(server.visitor(), table.code) as watcher:
        assert version_of(page.next()) == version_of(watcher.next()) == table.version


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_origin_is_refused_at_the_handshake(table: LiveTable, kind: str) -> None:
    renata = table.people["Renata"]
    origin = FOREIGN[kind](renata.base)
    with pytest.raises(InvalidStatus) as refused, renata.socket(f"/ws/m/{table.code}", origin=origin):
        pass
    assert refused.value.response.status_code in (403, 400)  # 400 where Origin is not even an address
    assert "Traceback" not in table.server.log


@pytest.mark.parametrize("kind", FOREIGN)
def test_the_gate_refuses_it_under_the_site_s_name(settings, kind: str) -> None:
    settings.ALLOWED_HOSTS, settings.HTTPS = ["selminha.test"], True
    own = "https://selminha.test:8000"
    origin = FOREIGN[kind](own.replace("https", "http"))
    headers = {b"host": b"selminha.test:8000", **({} if origin is None else {b"origin": origin.encode("latin-1")})}
    assert not allowed(headers)
    assert allowed({**headers, b"origin": own.encode()})
    assert not allowed({**headers, b"origin": own.replace("https", "http").encode()})


def test_the_gate_lets_no_host_in_that_is_not_the_site_s(settings) -> None:
    """As of a name that somebody points at this machine: its page and its Host agree, and are not ours."""
    settings.ALLOWED_HOSTS = ["selminha.test"]
    assert not allowed({b"host": b"example.com", b"origin": b"https://example.com"})
    assert not allowed({b"origin": b"https://selminha.test"})
    assert allowed({b"host": b"Selminha.test", b"origin": b"https://selminha.test"})


def test_the_gate_lets_a_trusted_origin_in(settings) -> None:
    settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = ["selminha.test"], ["https://www.example.org"]
    assert allowed({b"host": b"selminha.test", b"origin": b"https://www.example.org"})
    assert not allowed({b"host": b"selminha.test", b"origin": b"https://example.org"})


def test_a_form_from_another_origin_changes_nothing(table: LiveTable) -> None:
    renata = table.people["Renata"]
    form = {"v": table.version, "lance": "k", "quantos": "todos"}
    path = f"/m/{table.code}/robo"
    for headers in (
        {"Origin": "https://example.com"},
        {"Origin": "null"},
        {"X-CSRFToken": ""},
        {"X-CSRFToken": "x" * 64},
    ):
        answer = renata.post(path, form, headers)
        assert answer.status == 403
        assert "recarregue" in answer.body
    assert renata.ask("POST", path, form, {}).status == 403
    assert version_of(table.state("Renata")) == 1


@pytest.mark.parametrize("path", ["/ws/nada", "/ws/m/a%2Fb", "/ws/m/..", "/ws/m/", "/", "/m/x"])
def test_a_path_without_a_socket_is_refused_at_the_handshake(server: Server, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused, server.visitor().socket(path):
        pass
    assert refused.value.response.status_code == 403
    assert "Traceback" not in server.log
