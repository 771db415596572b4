"""The other processes of the site, through the channel layer. It may be away, so nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextvars import Context
from typing import Any, Final

log = logging.getLogger(__name__)

_PATIENCE: Final = 5.0  # seconds for one word with the layer
_REST: Final = 1.0  # seconds after one that failed
Message = dict[str, Any]


class Peers:
    """This process's one channel on the layer, and the tables whose groups it is in."""

    def __init__(self, layer: Any, hear: Callable[[Message], None], joined: Callable[[int], Awaitable[None]]) -> None:
        """`hear` gets what others say of the tables followed; `joined` the table that is heard of from now on."""
        self.layer = layer
        self.process = secrets.token_hex(8)
        self.hear = hear
        self.joined = joined
        self.followed: set[int] = set()
        self.changed: asyncio.Queue[int] = asyncio.Queue()
        self.sending: set[asyncio.Task[None]] = set()

    def follow(self, table_id: int) -> None:
        """Hear of this table from soon on."""
        self.followed.add(table_id)
        self.changed.put_nowait(table_id)

    def leave(self, table_id: int) -> None:
        """Hear of it no more."""
        self.followed.discard(table_id)
        self.changed.put_nowait(table_id)

    def say(self, message: Message) -> None:
        """To all other processes that follow the message's table."""
        # In a context of its own: the request's or socket's that this comes from ends sooner.
        sending = asyncio.get_running_loop().create_task(self._say(message), context=Context())
        self.sending.add(sending)  # the loop alone would forget it
        sending.add_done_callback(self.sending.discard)

    async def run(self) -> None:
        """Listen for ever."""
        channel = await self._channel()
        async with asyncio.TaskGroup() as both:
            both.create_task(self._listen(channel))
            both.create_task(self._keep_groups(channel))

    async def _channel(self) -> str:
        while True:
            try:
                async with asyncio.timeout(_PATIENCE):
                    channel: str = await self.layer.new_channel("process")
                    return channel
            except Exception as error:
                await _rest(error)

    async def _say(self, message: Message) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self.layer.group_send(group(message["table"]), message)
        except Exception as error:
            log.error("peers: %s", type(error).__name__)

    async def _listen(self, channel: str) -> None:
        while True:
            try:
                message = await self.layer.receive(channel)
            except Exception as error:
                await _rest(error)
            else:
                if message["process"] != self.process:
                    self.hear(message)

    async def _keep_groups(self, channel: str) -> None:
        """Be in the groups of the tables that are followed now, whatever came in between."""
        while True:
            table_id = await self.changed.get()
            followed = table_id in self.followed
            try:
                async with asyncio.timeout(_PATIENCE):
                    await (self.layer.group_add if followed else self.layer.group_discard)(group(table_id), channel)
                if followed:
                    await self.joined(table_id)
            except Exception as error:
                self.changed.put_nowait(table_id)
                await _rest(error)


async def _rest(error: Exception) -> None:
    log.error("peers: %s", type(error).__name__)
    await asyncio.sleep(_REST)


def group(table_id: int) -> str:
    """The layer's group of a table."""
    return f"table.{table_id}"
