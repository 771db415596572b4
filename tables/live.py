"""Open pages: each process listens once for all its tables, and sends each open page the newest frame."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import TYPE_CHECKING, Any, Final

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.layers import InMemoryChannelLayer, get_channel_layer

from tables import clock, latest, state
from tables.commands.expiry import as_shown
from tables.state import TableState
from tables.watching import PATIENCE, Watching

if TYPE_CHECKING:
    from tables.consumers import TableSocket

log = logging.getLogger(__name__)
WATCHING: Final = "w"  # a text to open pages: how many watch


class Hub:
    """The open sockets of this process by table, and its one channel on the layer. Lives on the server's loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.layer = get_channel_layer()
        self.sockets: dict[int, set[TableSocket]] = {}
        self.channel = ""
        self.ready = asyncio.Lock()
        self.listening: asyncio.Task[None] | None = None
        self.watching = Watching()
        self.renewing: asyncio.Task[None] | None = None

    async def join(self, table_id: int, socket: TableSocket) -> None:
        """Send the socket every change of the table from now on."""
        async with self.ready:
            if self.listening is None:  # in contexts of their own: this socket's ends with it, and its threads
                self.channel = await self.layer.new_channel("process")
                self.listening = self.loop.create_task(self._listen(), context=Context())
                self.renewing = self.loop.create_task(self._renew(), context=Context())
            first = table_id not in self.sockets
            if first:
                await self.layer.group_add(_group(table_id), self.channel)
                self.sockets[table_id] = set()
            self.sockets[table_id].add(socket)
        await self._count(table_id, ask=first and not isinstance(self.layer, InMemoryChannelLayer))
        if watching := self.watching.total(table_id, self.loop.time()):
            await socket.tell(f"{WATCHING}{watching}")

    async def part(self, table_id: int, socket: TableSocket) -> None:
        """The socket is closed."""
        async with self.ready:
            there = self.sockets.get(table_id, set())
            there.discard(socket)
            if there or self.sockets.pop(table_id, None) is not None:
                await self._count(table_id)
            if not there:
                await self.layer.group_discard(_group(table_id), self.channel)
                self.watching.forget(table_id)

    async def _listen(self) -> None:
        while True:
            try:
                message = await self.layer.receive(self.channel)
                await _HEARD[message["type"]](self, message)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the layer is away: pages heal by their heartbeat
                log.error("live: %s", type(error).__name__)
                await asyncio.sleep(1)

    async def _show(self, message: dict[str, Any]) -> None:
        table_id = message["table"]
        there = self.sockets.get(table_id)
        if not there:
            return
        table = latest.newest(table_id)
        if table is None or table.version < message["version"]:
            table = await fresh(table_id)
        for socket in tuple(there):
            await socket.show(table)
        await self._count(table_id)  # somebody may have sat down or stood up

    async def _tell(self, message: dict[str, Any]) -> None:
        for socket in tuple(self.sockets.get(message["table"], ())):
            await socket.tell(message["text"])

    async def _count(self, table_id: int, *, ask: bool = False) -> None:
        """Tell all processes how many watch through this one, if that has changed or theirs are asked for."""
        count = sum(socket.watches for socket in self.sockets.get(table_id, ()))
        if self.watching.changed(table_id, count) or ask:
            await self._tell_count(table_id, count, ask)

    async def _tell_count(self, table_id: int, count: int, ask: bool = False) -> None:
        message = {"type": "table.watched", "table": table_id, "process": self.channel, "count": count, "ask": ask}
        await self.layer.group_send(_group(table_id), message)

    async def _watched(self, message: dict[str, Any]) -> None:
        table_id = message["table"]
        if table_id not in self.sockets:
            return
        now = self.loop.time()
        before = self.watching.total(table_id, now)
        self.watching.hear(table_id, message["process"], message["count"], now)
        if message["ask"] and message["process"] != self.channel and (count := self.watching.told.get(table_id)):
            await self._tell_count(table_id, count)
        if (total := self.watching.total(table_id, now)) != before:
            await self._tell({"table": table_id, "text": f"{WATCHING}{total}"})

    async def _renew(self) -> None:
        """Say from time to time that this process still counts."""
        while True:
            await asyncio.sleep(PATIENCE / 3)
            for table_id, count in tuple(self.watching.told.items()):
                if count:
                    try:
                        await self._tell_count(table_id, count)
                    except Exception as error:  # the layer is away
                        log.error("live: %s", type(error).__name__)


_HEARD: dict[str, Callable[[Hub, dict[str, Any]], Coroutine[Any, Any, None]]] = {
    "table.changed": Hub._show,
    "table.told": Hub._tell,
    "table.watched": Hub._watched,
}


_hub: Hub | None = None


def hub() -> Hub:
    """The hub of the running loop."""
    global _hub
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
    return _hub


async def fresh(table_id: int) -> TableState:
    """The table as the database and its dates have it. Raises Table.DoesNotExist."""

    return as_shown(await database_sync_to_async(state.read_by_id)(table_id), clock.now())


def publish(table: TableState) -> None:
    """Tell all processes that a table has a new version; called after the commit, from any thread."""
    _send({"type": "table.changed", "table": table.id, "version": table.version})


def tell(table_id: int, text: str) -> None:
    """Send a text to every open page of a table, through all processes; called after the commit, from any thread."""
    _send({"type": "table.told", "table": table_id, "text": text})


def _send(message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    group = _group(message["table"])
    if _hub is not None and _hub.loop.is_running():
        sending = asyncio.run_coroutine_threadsafe(layer.group_send(group, message), _hub.loop)
        sending.add_done_callback(_log_failure)
    elif not isinstance(layer, InMemoryChannelLayer):
        try:
            async_to_sync(layer.group_send)(group, message)
        except Exception as error:  # what is committed stays committed
            log.error("live: %s", type(error).__name__)


def _log_failure(sending: Any) -> None:
    if error := sending.exception():
        log.error("live: %s", type(error).__name__)


def _group(table_id: int) -> str:
    return f"table.{table_id}"
