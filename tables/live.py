"""Open pages: each process listens once for all its tables, and sends each open page the newest frame."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.layers import InMemoryChannelLayer, get_channel_layer

from tables import frames, state
from tables.state import TableState

if TYPE_CHECKING:
    from tables.consumers import TableSocket

log = logging.getLogger(__name__)


class Hub:
    """The open sockets of this process by table, and its one channel on the layer. Lives on the server's loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.layer = get_channel_layer()
        self.sockets: dict[int, set[TableSocket]] = {}
        self.channel = ""
        self.ready = asyncio.Lock()
        self.listening: asyncio.Task[None] | None = None

    async def join(self, table_id: int, socket: TableSocket) -> None:
        """Send the socket every change of the table from now on."""
        async with self.ready:
            if self.listening is None:
                self.channel = await self.layer.new_channel("process")
                self.listening = self.loop.create_task(self._listen())
            if table_id not in self.sockets:
                await self.layer.group_add(_group(table_id), self.channel)
                self.sockets[table_id] = set()
            self.sockets[table_id].add(socket)

    async def part(self, table_id: int, socket: TableSocket) -> None:
        """The socket is closed."""
        async with self.ready:
            there = self.sockets.get(table_id, set())
            there.discard(socket)
            if not there and self.sockets.pop(table_id, None) is not None:
                await self.layer.group_discard(_group(table_id), self.channel)

    async def _listen(self) -> None:
        while True:
            try:
                message = await self.layer.receive(self.channel)
                await self._show(message["table"], message["version"])
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the layer is away: pages heal by their heartbeat
                log.error("live: %s", type(error).__name__)
                await asyncio.sleep(1)

    async def _show(self, table_id: int, version: int) -> None:
        there = self.sockets.get(table_id)
        if not there:
            return
        table = frames.newest(table_id)
        if table is None or table.version < version:
            table = await fresh(table_id)
        for socket in tuple(there):
            await socket.show(table)


_hub: Hub | None = None


def hub() -> Hub:
    """The hub of the running loop."""
    global _hub
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
    return _hub


async def fresh(table_id: int) -> TableState:
    """The table as the database has it."""

    def read() -> TableState:
        table = state.read_by_id(table_id)
        frames.remember(table)
        return table

    return await database_sync_to_async(read)()


def publish(table: TableState) -> None:
    """Tell all processes that a table has a new version; called after the commit, from any thread."""
    frames.remember(table)
    layer = get_channel_layer()
    message = {"type": "table.changed", "table": table.id, "version": table.version}
    if _hub is not None and _hub.loop.is_running():
        sending = asyncio.run_coroutine_threadsafe(layer.group_send(_group(table.id), message), _hub.loop)
        sending.add_done_callback(_log_failure)
    elif not isinstance(layer, InMemoryChannelLayer):
        try:
            async_to_sync(layer.group_send)(_group(table.id), message)
        except Exception as error:  # what is committed stays committed
            log.error("live: %s", type(error).__name__)


def _log_failure(sending: Any) -> None:
    if error := sending.exception():
        log.error("live: %s", type(error).__name__)


def _group(table_id: int) -> str:
    return f"table.{table_id}"
