"""A GET or HEAD changes nothing, whoever sends it and however often: messengers open invites before people (T2, S6)."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver

from tables import commands
from tests.tables import building
from tests.tables.browsing import browsers, text
from tests.tables.building import Party, full, new, started

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

AGENTS = {
    "WhatsApp": "WhatsApp/2.23.20.0 A",
    "Telegram": "TelegramBot (like TwitterBot)",
    "Facebook": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Slack": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "iMessage": "Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "mail": "BarracudaCentral (spam and virus firewall)",
    "browser": "Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile",
    "none": "",
}
PREFETCH = {"Sec-Purpose": "prefetch;prerender", "Purpose": "prefetch", "X-Moz": "prefetch"}
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|TRUNCATE|.*\bFOR UPDATE)", re.I | re.S)


def tables() -> list[Party]:
    """One in every state that an invite can be opened in."""
    closed, over, board = new("Rui"), started(), started()
    commands.stand_up(closed.code, closed.ask("Rui"))
    commands.resign(over.code, over.ask("Beto"))
    board.decided()
    return [new("Ivo"), full(), started(), board, over, closed]


def paths(party: Party) -> list[str]:
    """Every path of the site, by its patterns, so that a new page cannot be forgotten."""
    found = []
    for pattern in get_resolver().url_patterns[0].url_patterns:
        route = str(pattern.pattern)
        for verb in ("sentar", "levantar", "agir", "sair", "estado") if "<str:verb>" in route else ("",):
            path = route.replace("<str:code>", party.code).replace("<str:game>", "espadas")
            path = re.sub("<int:[a-z]+>", "1", path)
            found.append("/" + path.replace("<str:verb>", verb))
    assert not any("<" in path for path in found)
    return found


def writing(queries: CaptureQueriesContext) -> list[str]:
    return [query["sql"] for query in queries if WRITES.match(query["sql"])]


def test_this_test_sees_a_write() -> None:
    with CaptureQueriesContext(connection) as queries:
        new()
    assert len(writing(queries)) >= 3


@pytest.mark.parametrize("agent", AGENTS)
def test_a_preview_changes_nothing_and_gets_a_page(agent: str) -> None:
    every = tables()
    before = building.rows()
    client = Client(headers={"User-Agent": AGENTS[agent]})
    with CaptureQueriesContext(connection) as queries:
        for party in every:
            for path in paths(party):
                for headers in ({}, PREFETCH) if agent == "browser" else ({},):
                    answer = client.get(path, headers=headers)
                    assert answer.status_code in (200, 302, 405) or "/rodadas/1" in path, path
                    head = client.head(path, headers=headers)
                    assert head.status_code in (answer.status_code, 405), path
                    assert head.content == b"" or head.status_code == 405
    assert writing(queries) == []
    assert len(queries) > 20
    assert building.rows() == before


def test_neither_does_a_visit_of_who_sits_there() -> None:
    every = tables()
    before = building.rows()
    with CaptureQueriesContext(connection) as queries:
        for party in every:
            for browser in list(browsers(party).values())[:2]:
                for path in paths(party):
                    assert browser.client.get(path).status_code in (200, 302, 405) or "/rodadas/1" in path
    assert writing(queries) == []
    assert building.rows() == before


def test_a_preview_sets_no_cookie_that_names_anybody() -> None:
    client = Client()
    for path in paths(full()):
        client.get(path)
    assert set(client.cookies) <= {"csrftoken"}


def test_a_preview_tells_who_invites_and_nothing_of_the_match() -> None:
    party = started()
    party.bid((3, 4, 2, 1))
    party.play_on(lambda table: len(table.match.plays) >= 5)
    before = text(Client().get(f"/m/{party.code}"))
    metas = re.findall(r"<(?:meta|title)\b[^>]*>(?:[^<]*</title>)?", before)
    assert any('property="og:title"' in meta and "Renata" in meta for meta in metas)
    assert any('property="og:image"' in meta for meta in metas)
    party.play_on(lambda table: table.match.turn is None)
    after = text(Client().get(f"/m/{party.code}"))
    strip = re.compile(r'content="\w{64}"')  # the CSRF token
    assert [strip.sub("", meta) for meta in metas] == [
        strip.sub("", meta) for meta in re.findall(r"<(?:meta|title)\b[^>]*>(?:[^<]*</title>)?", after)
    ]


def test_an_invite_that_was_previewed_still_seats_three_people() -> None:
    party = new()
    for agent in AGENTS.values():
        Client(headers={"User-Agent": agent}).get(f"/m/{party.code}")
    for name in ("Beto", "Carla", "Davi"):
        party.sit(name)
    assert len(party.now.seats) == 4
