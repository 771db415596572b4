"""Who is asking: only a cookie that this site signed, and not too long ago, names a player."""

from __future__ import annotations

import pytest
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tables.players import COOKIE, Token, remember, token_of, token_of_socket
from tests.tables.browsing import browsers, signed_cookie
from tests.tables.building import new

DAY = 24 * 3600


def test_the_cookie_names_its_player() -> None:
    assert token_of({COOKIE: signed_cookie(17)}) == Token(17)


def test_it_names_the_epoch_of_its_player_and_one_without_is_the_first() -> None:
    assert token_of({COOKIE: signed_cookie(17, 3)}) == Token(17, 3)
    first = signing.TimestampSigner(salt="selminha.player").sign("17")
    assert token_of({COOKIE: first}) == Token(17, 0)


def test_nobody_without_a_cookie() -> None:
    assert token_of({}) is None
    assert token_of({"other": signed_cookie(17)}) is None


@pytest.mark.parametrize(
    "forge",
    [
        lambda value: "18" + value[2:],
        lambda value: value[:-1] + ("A" if value[-1] != "A" else "B"),
        lambda value: value.rsplit(":", 1)[0],
        lambda value: value.split(":")[0],
        lambda value: "17",
        lambda value: "",
        lambda value: "::",
        lambda value: value + ":x",
        lambda value: "ção" + value,
        lambda value: signing.TimestampSigner(salt="another.use").sign("17"),
        lambda value: signing.TimestampSigner(key="k" * 50, salt="selminha.player").sign("17"),
        lambda value: signing.TimestampSigner(salt="selminha.player").sign("x17"),
        lambda value: signing.TimestampSigner(salt="selminha.player").sign("17.x"),
    ],
)
def test_a_forged_cookie_names_nobody(forge) -> None:
    value = signed_cookie(17)
    assert token_of({COOKIE: forge(value)}) is None
    assert token_of_socket([(b"cookie", f"{COOKIE}={forge(value)}".encode())]) is None


def test_the_cookie_lasts_400_days(monkeypatch: pytest.MonkeyPatch) -> None:
    assert token_of({COOKIE: signed_cookie(17, age=399 * DAY, monkeypatch=monkeypatch)}) == Token(17)
    assert token_of({COOKIE: signed_cookie(17, age=401 * DAY, monkeypatch=monkeypatch)}) is None


def test_no_script_reads_it_and_no_other_site_sends_it() -> None:
    response = HttpResponse()
    remember(HttpRequest(), response, Token(17))
    morsel = response.cookies[COOKIE]
    assert (morsel["httponly"], morsel["samesite"], morsel["max-age"], morsel["path"]) == (True, "Lax", 400 * DAY, "/")
    assert not morsel["secure"]


def test_by_https_it_goes_by_https_only() -> None:
    request = HttpRequest()
    request.META["wsgi.url_scheme"] = "https"
    request._get_scheme = lambda: "https"
    response = HttpResponse()
    remember(request, response, Token(17))
    assert response.cookies[COOKIE]["secure"]


@pytest.mark.parametrize(
    "others", ["csrftoken=abc", "a@b=1", "x[y]=1", 'q="1; 2"', "expires=1", "=", ";;", "%", "lat\xe9=\xe9"]
)
def test_the_socket_reads_it_among_whatever_cookies(others: str) -> None:
    """A page of another program on the same host may have set anything."""
    both = f"{others}; {COOKIE}={signed_cookie(17)}".encode("latin-1")
    assert token_of_socket([(b"host", b"x"), (b"cookie", both)]) == Token(17)
    assert token_of_socket([(b"cookie", others.encode("latin-1"))]) is None
    assert token_of_socket([]) is None


@pytest.mark.django_db
def test_an_act_renews_a_cookie_that_is_a_day_old(monkeypatch: pytest.MonkeyPatch) -> None:
    party = new("Renata")
    browser = browsers(party)["Renata"]
    browser.get("/nova/espadas")
    for age, renewed in ((0, False), (2 * DAY, True)):
        browser.client.cookies[COOKIE] = signed_cookie(party.people["Renata"], age=age, monkeypatch=monkeypatch)
        reply = browser.act(party, "robo", htmx=True)
        assert (reply.status_code, COOKIE in reply.cookies) == (200, renewed)
