"""A person's browser at a table: Django's client with cookies and CSRF checks, and what it reads from a page."""

from __future__ import annotations

import html
import itertools
import re
import time
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from tables import state
from tables.players import COOKIE, Token, remember
from tests.tables.building import Party

_keys = itertools.count(1)
HTMX = {"HX-Request": "true"}


class Browser:
    """One person, or a stranger until SENTAR."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.token = ""

    def get(self, path: str, **headers: str) -> HttpResponse:
        response: HttpResponse = self.client.get(path, headers=headers)
        if found := re.search(r'name="csrfmiddlewaretoken" value="(\w+)"|name="csrf" content="(\w+)"', text(response)):
            self.token = found[1] or found[2]
        return response

    def post(self, path: str, fields: dict[str, Any] | None = None, *, htmx: bool = False) -> HttpResponse:
        """The fields and this browser's token, as a form sends them; htmx as the page's script does."""
        if not self.token:
            self.get("/nova/espadas")
        data = {"csrfmiddlewaretoken": self.token, **(fields or {})}
        response: HttpResponse = self.client.post(path, data, headers=HTMX if htmx else None)
        return response

    def act(self, party: Party, verb: str, *, htmx: bool = False, **fields: Any) -> HttpResponse:
        """An act on the present version with a new id, unless the fields say otherwise; None leaves a field out."""
        all_fields = {"v": str(party.now.version), "lance": f"b{next(_keys)}", **fields}
        form = {name: value for name, value in all_fields.items() if value is not None}
        return self.post(f"/m/{party.code}/{verb}", form, htmx=htmx)


def signed_cookie(player: int, epoch: int = 0, *, age: float = 0, monkeypatch: pytest.MonkeyPatch | None = None) -> str:
    """The cookie's value as the site sets it, `age` seconds ago."""
    response = HttpResponse()
    if monkeypatch is not None:
        with monkeypatch.context() as then:
            now = time.time()
            then.setattr(time, "time", lambda: now - age)
            remember(HttpRequest(), response, Token(player, epoch))
    else:
        remember(HttpRequest(), response, Token(player, epoch))
    value: str = response.cookies[COOKIE].value
    return value


def text(response: HttpResponse) -> str:
    if response.get("Content-Encoding") == "gzip":
        raise AssertionError("the client asked for no gzip")
    return response.content.decode()


def notice(response: HttpResponse) -> str:
    """The sentence that a page or frame shows about a refused act: the last of the parts with that id wins."""
    found = re.findall(r'<p id="aviso" role="alert">(.*?)</p>', text(response), re.S)
    return html.unescape(found[-1]) if found else ""


def browsers(party: Party) -> dict[str, Browser]:
    """A browser for each person who sits at the table, with the cookie that SENTAR gave."""
    from django.http import HttpRequest

    from tables.players import COOKIE, Token, remember

    found = {}
    for name, player in party.people.items():
        browser = Browser()
        response = HttpResponse()
        remember(HttpRequest(), response, Token(player))
        browser.client.cookies[COOKIE] = response.cookies[COOKIE].value
        found[name] = browser
    return found


def created(**fields: str) -> tuple[Party, Browser]:
    """A table made through the page."""
    browser = Browser()
    response = browser.post("/nova/espadas", {"nome": "Renata", **fields})
    assert response.status_code == 302, text(response)
    code = response["Location"].rsplit("/", 1)[1]
    player = state.read(code).seats[0].player
    assert player is not None
    return Party(code, {"Renata": player}), browser
