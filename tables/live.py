"""Open pages: each process sends its own the newest frame, and tells the other processes (peers.py)."""

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
from tables.peers import Peers, group
from tables.state import TableState
from tables.watching import PATIENCE, Watching

if TYPE_CHECKING:
    from tables.consumers import TableSocket

log = logging.getLogger(__name__)
WATCHING: Final = "w"  # a text to open pages: how many watch


class Hub:
    """The open sockets of this process by table. Lives on the server's loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        layer = _layer()
        self.peers = None if layer is None else Peers(layer, self._hear, self._catch_up)
        self.process = self.peers.process if self.peers else ""
        self.sockets: dict[int, set[TableSocket]] = {}
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.tasks: list[asyncio.Task[None]] = []
        self.watching = Watching()

    async def join(self, table_id: int, socket: TableSocket) -> None:
        """Send the socket every change of the table from now on."""
        if not self.tasks:
            work = [self._read(), self._renew(), *([self.peers.run()] if self.peers else [])]
            # In contexts of their own: this socket's ends with it, and its threads.
            self.tasks = [self.loop.create_task(task, context=Context()) for task in work]
        if table_id not in self.sockets:
            self.sockets[table_id] = set()
            if self.peers:
                self.peers.follow(table_id)
        self.sockets[table_id].add(socket)
        self._count(table_id)
        if watching := self.watching.total(table_id, self.loop.time()):
            await socket.tell(f"{WATCHING}{watching}")

    def part(self, table_id: int, socket: TableSocket) -> None:
        """The socket is closed."""
        there = self.sockets.get(table_id, set())
        there.discard(socket)
        if table_id in self.sockets:
            self._count(table_id)
        if not there and self.sockets.pop(table_id, None) is not None:
            self.watching.forget(table_id)
            if self.peers:
                self.peers.leave(table_id)

    async def _catch_up(self, table_id: int) -> None:
        """What others said of a table before this process heard them: its state, and how many watch."""
        if table_id in self.sockets:
            self._count(table_id, ask=True)
            table = await fresh(table_id)
            for socket in tuple(self.sockets.get(table_id, ())):
                await socket.show(table)

    async def _read(self) -> None:
        """Do what the inbox says, one thing after another."""
        while True:
            message = await self.inbox.get()
            try:
                await _HEARD[message["type"]](self, message)
            except Exception as error:  # pages heal by their heartbeat
                log.error("live: %s", type(error).__name__)

    def _hear(self, message: dict[str, Any]) -> None:
        self.inbox.put_nowait(message)

    def say(self, message: dict[str, Any]) -> None:
        """To the own inbox, and to the other processes if there are any. On the server's loop."""
        message["process"] = self.process
        self._hear(message)
        if self.peers:
            self.peers.say(message)

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
        self._count(table_id)  # somebody may have sat down or stood up

    async def _tell(self, message: dict[str, Any]) -> None:
        for socket in tuple(self.sockets.get(message["table"], ())):
            await socket.tell(message["text"])

    def _count(self, table_id: int, *, ask: bool = False) -> None:
        """Tell all processes how many watch through this one, if that has changed or theirs are asked for."""
        count = sum(socket.watches for socket in self.sockets.get(table_id, ()))
        if self.watching.changed(table_id, count) or ask:
            self._tell_count(table_id, count, ask)

    def _tell_count(self, table_id: int, count: int, ask: bool = False) -> None:
        self.say({"type": "table.watched", "table": table_id, "count": count, "ask": ask})

    async def _watched(self, message: dict[str, Any]) -> None:
        table_id = message["table"]
        if table_id not in self.sockets:
            return
        now = self.loop.time()
        before = self.watching.total(table_id, now)
        self.watching.hear(table_id, message["process"], message["count"], now)
        if message["ask"] and message["process"] != self.process and (count := self.watching.told.get(table_id)):
            self._tell_count(table_id, count)
        if (total := self.watching.total(table_id, now)) != before:
            await self._tell({"table": table_id, "text": f"{WATCHING}{total}"})

    async def _renew(self) -> None:
        """Say from time to time that this process still counts."""
        while True:
            await asyncio.sleep(PATIENCE / 3)
            for table_id, count in tuple(self.watching.told.items()):
                if count:
                    self._tell_count(table_id, count)


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
    hub = _hub
    if hub is not None and hub.loop.is_running():
        hub.loop.call_soon_threadsafe(hub.say, message)
    elif (layer := _layer()) is not None:
        try:
            async_to_sync(layer.group_send)(group(message["table"]), message | {"process": ""})
        except Exception as error:  # what is committed stays committed
            log.error("live: %s", type(error).__name__)


def _layer() -> Any:
    """The way to the other processes; None where there are none, for the layer in memory reaches only this one."""
    layer = get_channel_layer()
    return None if isinstance(layer, InMemoryChannelLayer) else layer
