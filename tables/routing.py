"""The sockets' paths."""

from __future__ import annotations

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from tables.consumers import TableSocket

websocket_urlpatterns = [
    path("ws/m/<str:code>", TableSocket.as_asgi()),
    re_path("", WebsocketDenier.as_asgi()),  # any other is refused, where Channels would raise
]
