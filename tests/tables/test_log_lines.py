"""What the log tells of a request: a line, and neither an invite code nor a traceback of what was answered 4xx."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from selminha.logs import Places
from tables import chat
from tests.tables.browsing import Browser, browsers
from tests.tables.building import Party, new

pytestmark = [pytest.mark.django_db]

LATIN = "application/x-www-form-urlencoded; charset=latin-1"
FORM = "application/x-www-form-urlencoded"
FILES = b"".join(b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nq\r\n' for _ in range(200))


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that is logged, as the site writes it."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(Places("%(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    yield out
    logging.getLogger().removeHandler(handler)


def lines_of(log: io.StringIO, party: Party) -> list[str]:
    assert party.code not in log.getvalue()
    assert "Traceback" not in log.getvalue()
    lines = log.getvalue().splitlines()
    assert {line.split()[0] for line in lines} == {"WARNING"}
    return lines


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM, b"&".join(b"a%d=1" % number for number in range(200))),
        (FORM, b"card=" + b"2" * 70_000),
        (LATIN, b"a=1"),
        ("multipart/form-data; boundary=x", FILES + b"--x--\r\n"),
        ("multipart/form-data; boundary=x", b"--x\r\nnonsense"),
        ("multipart/form-data", b"no boundary"),
    ],
)
def test_a_body_that_is_refused_is_one_line(log: io.StringIO, kind: str, body: bytes) -> None:
    party = new()
    assert Client().generic("POST", f"/m/{party.code}/agir", body, kind).status_code == 400
    assert len(lines_of(log, party)) == 1


def test_what_a_table_refuses_or_has_not_names_its_route(log: io.StringIO) -> None:
    party = new()
    browser = Browser()
    assert browser.act(party, "agir", type="bid", tricks="3").status_code == 403
    assert browser.get(f"/m/{party.code}/nada").status_code == 404
    assert browser.client.post(f"/m/{party.code}/agir").status_code == 403  # no token
    sent = Client(enforce_csrf_checks=True).post(
        f"/m/{party.code}/dizer", headers={"Referer": f"https://example.com/m/{party.code}"}, secure=True
    )
    assert sent.status_code == 403
    assert Client().get(f"/mesa/{party.code}").status_code == 404
    assert Client().put(f"/m/{party.code}").status_code == 405
    assert browser.post("/baralho", {"volta": "x" * 60_000}).status_code == 302
    lines = lines_of(log, party)
    assert len(lines) == 6
    assert "WARNING django.request: Forbidden: m/<str:code>/<str:verb>" in lines


def test_an_error_of_ours_has_its_places_and_no_code(log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    party = new()
    monkeypatch.setattr(chat, "page", lambda *_: 1 / 0)
    client = browsers(party)["Renata"].client
    client.raise_request_exception = False
    assert client.get(f"/m/{party.code}").status_code == 500
    assert party.code not in log.getvalue()
    assert log.getvalue().startswith("ERROR django.request: Internal Server Error: m/<str:code>\nTraceback")
    assert log.getvalue().endswith("ZeroDivisionError\n")


def test_what_daphne_tells_of_a_connection_has_no_code_either(log: io.StringIO) -> None:
    logging.getLogger("daphne.server").warning("%r took too long", "<WebRequest uri=/m/ABC23?v=1.0.4 clientproto=x>")
    assert log.getvalue() == "WARNING daphne.server: '<WebRequest uri=/m/…?… clientproto=x>' took too long\n"
