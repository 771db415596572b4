"""An open page's socket: it only hears. Acts go by POST, so that a refusal has a status and a retry is safe."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from tables import frames, live, state
from tables.looks import look_of_socket
from tables.models import Table
from tables.players import player_of_socket
from tables.state import TableState

NO_SUCH_TABLE = 4404
_PING = "p"
_SOME = "+"  # before a frame that lacks the parts that have not changed


class TableSocket(AsyncWebsocketConsumer):
    """One open page of one viewer."""

    table_id: int | None = None
    shown = 0  # the version that the page has
    parts: dict[str, int]  # by id a hash of each part that was sent last; empty if the page may have others

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels', without its thread hop a message: this socket touches the database only through the helpers."""
        await {
            "websocket.connect": self.websocket_connect,
            "websocket.receive": self.websocket_receive,
            "websocket.disconnect": self.websocket_disconnect,
        }[message["type"]](message)

    async def connect(self) -> None:
        """Accept, and send the table if the page's version is not the present one."""
        self.player = player_of_socket(self.scope["headers"])
        self.look = look_of_socket(self.scope)
        self.shown = _version(self.scope["query_string"])
        self.parts = {}
        await self.accept()
        try:
            table = await database_sync_to_async(state.read)(self.scope["url_route"]["kwargs"]["code"])
        except Table.DoesNotExist:
            await self.close(NO_SUCH_TABLE)
            return
        self.table_id = table.id
        await live.hub().join(table.id, self)
        await self.show(await live.fresh(table.id))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A heartbeat with the page's version ("p57"): answered alike, or by the table if the page is behind."""
        if self.table_id is None or not text_data or text_data[0] != _PING:
            return
        seen = text_data[1:]
        if seen.isascii() and seen.isdigit():
            self.shown = int(seen[:9])
        version = await database_sync_to_async(_version_in_database)(self.table_id)
        if version > self.shown:
            self.parts = {}
            await self.show(await live.fresh(self.table_id))
        else:
            await self.send(text_data=_PING)

    async def show(self, table: TableState) -> None:
        """Send the table unless the page has this version or a newer one."""
        if table.version <= self.shown:
            return
        parts = frames.parts(table, table.seat_of(self.player), self.look)
        before, self.parts = self.parts, {frames.id_of(part): hash(part) for part in parts}
        self.shown = table.version
        if before.keys() == self.parts.keys():
            parts = (_SOME, *(part for part in parts if before[frames.id_of(part)] != hash(part)))
        await self.send(text_data="".join(parts))

    async def disconnect(self, code: int) -> None:
        """The page is gone."""
        if self.table_id is not None:
            await live.hub().part(self.table_id, self)
        raise StopConsumer


def _version(query: bytes) -> int:
    """The version in "?v=57", 0 without one."""
    seen = parse_qs(query.decode("latin-1")).get("v", ["0"])[0]
    return int(seen[:9]) if seen.isascii() and seen.isdigit() else 0


def _version_in_database(table_id: int) -> int:
    version: int = Table.objects.values_list("version", flat=True).get(id=table_id)
    return version
