"""What the tests of notices share: a clock that they move, a player's device, and sweeps until all is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tables import clock
from tables.models import Attention, PushSubscription, Table
from tables.notices import devices, glance
from tables.notices.look import look
from tests.push_service import Device, Push, PushService, push_service
from tests.tables.building import Party

NOON = datetime(2026, 3, 4, 15, 0, tzinfo=UTC)  # 12h in São Paulo
AGENT = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36"
BASE = "https://selminha.example"


class Clock:
    """The time, which stands still until it is moved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, start: datetime = NOON) -> None:
        self.now = start
        monkeypatch.setattr(clock, "now", lambda: self.now)

    def pass_by(self, **span: float) -> None:
        self.now += timedelta(**span)


@contextmanager
def serving_pushes() -> Iterator[PushService]:
    """The push service, and no memory of another one's silences."""
    from tables.notices import push

    push._silences.clear()
    with push_service() as service:
        yield service


def device(player: int, service: PushService, path: str = "/201/phone", **fields: Any) -> Device:
    """A browser of that player that gets notices."""
    browser = Device(f"{service.url}{path}")
    row = devices.add(player, browser.endpoint, **browser.keys, agent=AGENT, base=BASE, zone="America/Sao_Paulo")
    if fields:
        PushSubscription.objects.filter(id=row.id).update(**fields)
    return browser


def settle(time: Clock) -> int:
    """Sweeps as they come every few seconds, until what is due now has gone out; how many errands."""
    handed = look()
    time.pass_by(seconds=6)
    handed += look()
    return handed + look()


def sees(party: Party, name: str) -> None:
    """That person's visible page answers."""
    table = party.now
    glance.looked(table.id, party.people[name], table.version)


def texts(browser: Device, pushes: list[Push]) -> list[tuple[str, str]]:
    """Titles and bodies as that browser reads them."""
    shown = [browser.read(push)["notification"] for push in pushes]
    return [(notice["title"], notice["body"]) for notice in shown]


def told(party: Party, name: str) -> str:
    """The key of what that person was told last."""
    table = Table.objects.get(code=party.code)
    return Attention.objects.get(table=table, player_id=party.people[name]).told
