"""Open pages of this process hear by its own inbox, whatever becomes of the channel layer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from channels.layers import get_channel_layer

from tables import latest, live
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
        await live.hub().part(table.id, page)
        for task in live.hub().tasks:
            task.cancel()
        return version

    assert asyncio.run(hears()) == table.version
