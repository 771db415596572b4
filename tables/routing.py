"""The socket's path."""

from __future__ import annotations

from django.urls import path

from tables.consumers import TableSocket

websocket_urlpatterns = [path("ws/m/<str:code>", TableSocket.as_asgi())]
