"""The ASGI application: K long-lived threads with one database connection each, one hand-over a request."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import django
from asgiref.sync import ThreadSensitiveContext
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import FileResponse, HttpResponseBase
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "selminha.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402

from tables import sweep  # noqa: E402
from tables.errors import bad_request  # noqa: E402
from tables.origin import SameOrigin  # noqa: E402
from tables.routing import websocket_urlpatterns  # noqa: E402


class OneHop(ASGIHandler):
    """Signals, middleware, the sync view and the end of its answer in one hand-over to a thread.

    Django's own way takes several and two tasks a request, so that an async view can be stopped; we have none.
    """

    def __init__(self, threads: Iterator[ThreadPoolExecutor]) -> None:
        super(ASGIHandler, self).__init__()
        self.load_middleware(is_async=False)
        self.threads = threads

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        thread, loop = next(self.threads), asyncio.get_running_loop()
        with body:
            response = await loop.run_in_executor(thread, copy_context().run, self._answer, scope, body)
            try:
                await self.send_response(response, send)
            finally:
                if response.streaming:
                    await loop.run_in_executor(thread, copy_context().run, response.close)

    def create_request(self, scope: Any, body_file: Any) -> tuple[Any, Any]:
        """As Django's, which has no answer to a Content-Type in an encoding that is none."""
        try:
            return super().create_request(scope, body_file)
        except ValueError:
            return None, bad_request(None)

    def _answer(self, scope: Any, body: Any) -> HttpResponseBase:
        """The response; closed already, which frees its connection, unless its content is still to be read."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, body)
        response: Any = error if request is None else self.get_response(request)
        response._handler_class = self.__class__
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            response.close()
        return response


_threads = itertools.cycle([ThreadPoolExecutor(1, f"db-{number}") for number in range(settings.DB_THREADS)])
_sockets = SameOrigin(URLRouter(websocket_urlpatterns))


async def _socket(scope: Any, receive: Any, send: Any) -> None:
    """An open page, whose questions to the database all go to one thread."""
    async with ThreadSensitiveContext(executor=next(_threads)):
        await _sockets(scope, receive, send)


_router = ProtocolTypeRouter({"http": OneHop(_threads), "websocket": _socket})


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The site. Daphne has no lifespan, so the sweep starts with the first call where nothing started it before."""
    sweep.start()
    await _router(scope, receive, send)
