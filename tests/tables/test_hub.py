"""Open pages of this process hear by its own inbox, whatever becomes of the channel layer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from tables import consumers, latest, live
from tables.routing import websocket_urlpatterns
from tables.state import TableState
from tests.tables.building import Party, new


class Page:
    """An open page's socket, as far as the hub knows it."""

    watches = False

    def __init__(self) -> None:
        self.shown: asyncio.Queue[int] = asyncio.Queue()

    async def show(self, table: TableState) -> bool:
        self.shown.put_nowait(table.version)
        return True

    async def tell(self, text: str) -> None:
        raise AssertionError(text)


@pytest.fixture
def party() -> Party:
    return new()


@pytest.mark.django_db
def test_a_page_that_is_open_for_days_still_hears(party: Party) -> None:
    """The layer in memory forgets who joined a group more than a day ago."""
    table = party.now
    latest.remember(table)

    async def hears() -> int:
        page: Any = Page()
        await live.hub().join(table.id, page)
        await get_channel_layer().flush()
        await asyncio.to_thread(live.publish, table)
        version: int = await asyncio.wait_for(page.shown.get(), 10)
        live.hub().part(table.id, page)
        for task in live.hub().tasks:
            task.cancel()
        return version

    assert asyncio.run(hears()) == table.version


class Layer:
    """A channel layer that answers nothing until it is back."""

    def __init__(self) -> None:
        self.back = asyncio.Event()
        self.members: list[str] = []
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def new_channel(self, prefix: str) -> str:
        await self.back.wait()
        return f"{prefix}!1"

    async def receive(self, channel: str) -> dict[str, Any]:
        return await self.heard.get()

    async def group_add(self, group: str, channel: str) -> None:
        await self.back.wait()
        self.members.append(group)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self.back.wait()


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_a_layer_that_is_away(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    table = party.now
    latest.remember(table)

    async def shown() -> tuple[list[int], list[str]]:
        layer = Layer()
        monkeypatch.setattr(live, "_layer", lambda: layer)
        page: Any = Page()
        await asyncio.wait_for(live.hub().join(table.id, page), 10)
        await asyncio.to_thread(live.publish, table)
        versions = [await asyncio.wait_for(page.shown.get(), 10)]  # by this process alone
        layer.back.set()
        versions.append(await asyncio.wait_for(page.shown.get(), 10))  # what others may have said meanwhile
        layer.heard.put_nowait({"type": "table.changed", "table": table.id, "version": 1, "process": "another"})
        versions.append(await asyncio.wait_for(page.shown.get(), 10))
        for task in live.hub().tasks:
            task.cancel()
        return versions, layer.members

    assert asyncio.run(shown()) == ([table.version] * 3, [f"table.{table.id}"])


@pytest.mark.django_db(transaction=True)
def test_a_page_whose_socket_fails_is_gone_and_the_error_names_nothing(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise KeyError("AS")

    monkeypatch.setattr(consumers, "_heard", broken)
    table_id = party.now.id

    async def failing() -> str:
        page = WebsocketCommunicator(
            URLRouter(websocket_urlpatterns), f"/ws/m/{party.code}", headers=[(b"origin", b"http://testserver")]
        )
        await page.connect()
        await page.receive_from(10)
        assert table_id in live.hub().sockets
        await page.send_to(text_data="p1.0.0")
        with pytest.raises(RuntimeError) as failed:
            await page.wait(10)
        for task in live.hub().tasks:
            task.cancel()
        assert table_id not in live.hub().sockets
        assert not live.hub().watching.told.get(table_id)
        return str(failed.value)

    assert asyncio.run(failing()) == "KeyError"
