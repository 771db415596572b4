"""An open page's socket: it only hears. Acts go by POST, so that a refusal has a status and a retry is safe."""

from __future__ import annotations

import logging
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from tables import chat, clock, frames, latest, live, state
from tables.commands.expiry import as_shown
from tables.looks import look_of_socket
from tables.models import Message, Table
from tables.notices import glance
from tables.players import token_of_socket
from tables.state import TableState
from tables.waits import hour_of

log = logging.getLogger(__name__)

NO_SUCH_TABLE = 4404
VOID = 4401  # the cookie that this page came with
_PING = "p"
_HIDDEN = "h"  # the same of a page that nobody can see: no proof that its player knows the table
_SOME = "+"  # before a frame that lacks the parts that have not changed


class TableSocket(AsyncWebsocketConsumer):
    """One open page of one viewer."""

    channel_layer_alias = "none"  # the process has one channel for all its pages (live.py)
    table_id: int | None = None
    watches = False  # whether the viewer has no seat
    shown = (0, 0)  # the version that the page has, and its hour (waits.hour_of)
    line: int | None = None  # the id of the last line of the talk that the page has, None if it does not say
    parts: dict[str, int]  # by id a hash of each part that was sent last; empty if the page may have others

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As Channels'; however it ends, an error included, the hub hears that the page is gone."""
        try:
            await super().__call__(scope, receive, send)
        except Exception as error:  # logged by the server, which closes the socket: its message could name a card
            raise RuntimeError(type(error).__name__).with_traceback(error.__traceback__) from None
        finally:
            if self.table_id is not None:
                live.hub().part(self.table_id, self)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels', without its thread hop a message: this socket touches the database only through the helpers."""
        await {
            "websocket.connect": self.websocket_connect,
            "websocket.receive": self.websocket_receive,
            "websocket.disconnect": self.websocket_disconnect,
        }[message["type"]](message)

    async def connect(self) -> None:
        """Accept, and send the table if the page's version is not the present one."""
        self.token = token_of_socket(self.scope["headers"])
        self.look = look_of_socket(self.scope)
        self.shown, self.line = _seen(parse_qs(self.scope["query_string"].decode("latin-1")).get("v", [""])[0])
        self.parts = {}
        await self.accept()
        try:
            table = await database_sync_to_async(state.read)(self.scope["url_route"]["kwargs"]["code"])
        except Table.DoesNotExist:
            await self.close(NO_SUCH_TABLE)
            return
        self.table_id = table.id
        self.watches = table.seat_by(self.token) is None
        await live.hub().join(table.id, self)
        await self.show(await live.fresh(table.id))
        await self.tell_missed(await database_sync_to_async(_newest_in_database)(table.id))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A heartbeat with what the page has ("p57.0.8"; "h57.0.8" of a hidden page): answered, or by what it lacks."""
        if self.table_id is None or not text_data or text_data[0] not in (_PING, _HIDDEN):
            return
        if text_data[1:]:
            shown, self.line = _seen(text_data[1:])
            if shown != self.shown:
                self.shown, self.parts = shown, {}
        try:
            viewer = self.token.player if self.token and not self.watches and text_data[0] == _PING else None
            newest = await database_sync_to_async(_heard)(self.table_id, viewer, self.shown[0])
            table = latest.newest(self.table_id)
            if table is None or table.version < newest.version:
                table = await live.fresh(self.table_id)
        except Table.DoesNotExist:
            await self.close(NO_SUCH_TABLE)
            return
        lacked = [await self.show(table), await self.tell_missed(newest)]
        if not any(lacked):
            await self.send(text_data=_PING)

    async def send(self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        """As Channels'; a page that is gone, which the server says next, stops nobody who sends to several."""
        try:
            await super().send(text_data=text_data, bytes_data=bytes_data, close=close)
        except Exception as error:  # each server raises its own
            log.info("socket: %s", type(error).__name__)

    async def show(self, table: TableState) -> bool:
        """Send the table unless the page has this version and hour or newer ones; whether it was sent.

        A page whose cookie has become void is closed: if its browser has the new one, it comes back with that.
        """
        now = clock.now()
        table = as_shown(table, now)
        seat = table.seat_by(self.token)
        void = seat is None and not self.watches and self.token and table.seat_of(self.token.player) is not None
        self.watches = seat is None
        if void:
            await self.close(VOID)
            return True
        age = table.version, hour_of(table, now)
        if age <= self.shown:
            return False
        parts = frames.parts(table, seat, self.look)
        before, self.parts = self.parts, {name: hash(text) for name, text in parts}
        self.shown = age
        if before.keys() == self.parts.keys():
            changed = tuple([part for part in parts if before[part[0]] != self.parts[part[0]]])
            await self.send(text_data=_SOME + frames.text_of(changed))
        else:
            await self.send(text_data=frames.text_of(parts))
        return True

    async def tell(self, text: str) -> None:
        """Send what is no frame: a line of the talk, how many watch."""
        await self.send(text_data=text)

    async def tell_missed(self, newest: _Newest) -> bool:
        """Send the lines of the talk that the page lacks; whether there were any."""
        if self.table_id is None or self.line is None or newest.line <= self.line:
            return False
        await self.send(text_data=await database_sync_to_async(chat.missed)(self.table_id, self.line))
        self.line = newest.line
        return True

    async def disconnect(self, code: int) -> None:
        """The page is gone."""
        raise StopConsumer


class _Newest(NamedTuple):
    version: int
    line: int  # id of the talk's last line, 0 before the first


def _seen(text: str) -> tuple[tuple[int, int], int | None]:
    """What a page says that it has, "57.0.8": the version and its hour, the id of the talk's last line."""
    numbers = [int(number[:18]) if number.isascii() and number.isdigit() else 0 for number in text[:60].split(".")]
    return (numbers[0], numbers[1] if len(numbers) > 1 else 0), numbers[2] if len(numbers) > 2 else None


def _heard(table_id: int, viewer: int | None, version: int) -> _Newest:
    """What there is to know; `viewer` has that version on a visible page. Raises Table.DoesNotExist."""
    newest = _newest_in_database(table_id)
    if viewer is not None:
        glance.looked(table_id, viewer, min(version, newest.version))  # a page may claim any
    return newest


def _newest_in_database(table_id: int) -> _Newest:
    """What there is to know. Raises Table.DoesNotExist."""
    last = Message.objects.filter(table_id=OuterRef("id")).order_by("-id").values("id")[:1]
    lines = Coalesce(Subquery(last), 0)
    return _Newest(*Table.objects.values_list("version", lines).get(id=table_id))
