"""The ASGI application: K long-lived threads with one database connection each, one hand-over a request."""

from __future__ import annotations

import itertools
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "selminha.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402

from tables import sweep  # noqa: E402
from tables.origin import SameOrigin  # noqa: E402
from tables.routing import websocket_urlpatterns  # noqa: E402


class OneHop(ASGIHandler):
    """Middleware and the sync view in one hand-over to a thread, not one for each middleware method."""

    def __init__(self) -> None:
        super(ASGIHandler, self).__init__()
        self.load_middleware(is_async=False)

    async def get_response_async(self, request: Any) -> Any:
        """Django's hook for the async chain, answered by the sync chain."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


_router = ProtocolTypeRouter({"http": OneHop(), "websocket": SameOrigin(URLRouter(websocket_urlpatterns))})
_threads = itertools.cycle([ThreadPoolExecutor(1, f"db-{number}") for number in range(settings.DB_THREADS)])


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The site. Daphne has no lifespan, so the sweep starts with the first call where nothing started it before."""
    sweep.start()
    async with ThreadSensitiveContext(executor=next(_threads)):
        await _router(scope, receive, send)
