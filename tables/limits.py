"""What one connection may ask of the server: daphne's classes, with bounds on bodies, heartbeats and unread answers."""

from __future__ import annotations

import time
from typing import Any, Final

import daphne.http_protocol
from daphne.http_protocol import WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

LARGEST_BODY: Final = 128 * 1024  # bytes; Django refuses a form from 64 KB on
_GOODBYE: Final = 5.0  # seconds that whoever still sends has to read the refusal
LARGEST_MESSAGE: Final = 16 * 1024  # bytes of a heartbeat, which is short
_AT_ONCE: Final = 30  # messages; a page sends one every some seconds
_A_SECOND: Final = 2.0  # messages after those
_IGNORED: Final = 200  # of those that come faster, until the socket is closed
_UNREAD: Final = 1024 * 1024  # bytes that wait for a page that reads nothing: more than 150 boards

_PAGE: Final = (
    '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Selminha</title>'
    "<p>Isso é grande demais para a Selminha: volte e mande menos.</p></html>"
).encode()
_TOO_LARGE: Final = (
    b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Type: text/html; charset=utf-8\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(_PAGE), _PAGE)
)


class Request(WebRequest):
    """As daphne's, for small bodies, and the form is left to Django: Twisted would read it too, on the event loop."""

    refused = False

    def __init__(self, channel: Any, queued: Any) -> None:
        super().__init__(channel, queued, parsePOSTFormSubmission=False)

    def gotLength(self, length: int | None) -> None:
        """The headers are in; chunks have no length."""
        if length is not None and length > LARGEST_BODY:
            self._refuse()
        else:
            super().gotLength(length)

    def handleContentChunk(self, data: bytes) -> None:
        """Some of the body is in."""
        if not self.refused and self.content.tell() + len(data) > LARGEST_BODY:
            self._refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """The body is in; a refused one could end in the very bytes that made it too large."""
        if not self.refused:
            super().requestReceived(command, path, version)

    def _refuse(self) -> None:
        """Answer and close our side; what still comes is thrown away, for bytes left unread would reset the answer."""
        self.refused = True
        self.requestHeaders.removeHeader(b"Expect")  # else Twisted says 100 Continue behind it
        channel = self.channel
        channel.dataReceived = lambda data: None
        channel.transport.write(_TOO_LARGE)
        channel.transport.unregisterProducer()
        channel.transport.loseWriteConnection()
        channel.callLater(_GOODBYE, channel.transport.abortConnection)


class Socket(WebSocketProtocol):
    """As daphne's; what comes too fast is not heard, who reads too little is closed: a page comes back."""

    credit = float(_AT_ONCE)  # messages
    heard_at = 0.0
    ignored = 0
    waits = False  # whether the page lets its answers pile up
    unread = 0  # bytes since then

    def onOpen(self) -> None:
        """The transport tells from now on when it is full and when it is empty again."""
        super().onOpen()
        self.heard_at = time.monotonic()
        self.transport.unregisterProducer()  # the HTTP connection that this one was
        self.transport.registerProducer(self, True)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """A message, before it is queued."""
        now = time.monotonic()
        self.credit = min(self.credit + (now - self.heard_at) * _A_SECOND, _AT_ONCE)
        self.heard_at = now
        if self.credit >= 1:
            self.credit -= 1
            super().onMessage(payload, isBinary)
        elif self.ignored < _IGNORED:
            self.ignored += 1
        else:
            self.dropConnection(abort=True)

    def serverSend(self, content: str, binary: bool = False) -> None:
        """Send, unless too much is unread already."""
        if self.waits:
            self.unread += len(content)
            if self.unread > _UNREAD:
                self.dropConnection(abort=True)
                return
        super().serverSend(content, binary)

    def pauseProducing(self) -> None:
        """The transport is full, which it says at every sending; what else is sent it keeps all the same."""
        self.waits = True

    def resumeProducing(self) -> None:
        """The page has read all."""
        self.waits, self.unread = False, 0

    def stopProducing(self) -> None:
        """The transport is closed."""


def install() -> None:
    """Daphne names its classes itself."""
    daphne.http_protocol.WebRequest = Request
    WebSocketFactory.protocol = Socket
