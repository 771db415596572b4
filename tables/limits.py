"""What one connection may ask of the server: daphne's own classes, and a body too large is not even kept."""

from __future__ import annotations

from typing import Any, Final

import daphne.http_protocol
from daphne.http_protocol import WebRequest

LARGEST_BODY: Final = 128 * 1024  # bytes; Django refuses a form from 64 KB on
_GOODBYE: Final = 5.0  # seconds that whoever still sends has to read the refusal

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


def install() -> None:
    """Daphne names its classes itself."""
    daphne.http_protocol.WebRequest = Request
