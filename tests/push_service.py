"""A push service of our own on the loopback, which answers as its paths say, and browsers that can read its pushes."""

from __future__ import annotations

import base64
import contextlib
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SOON = 10.0  # seconds that a test waits for a push at most


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Push:
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def claims(self) -> dict[str, Any]:
        """What the sender says of itself, after its signature was checked with the key that it shows."""
        fields = dict(
            part.strip().split("=", 1) for part in self.headers["Authorization"].removeprefix("vapid ").split(",")
        )
        said, _, signature = fields["t"].rpartition(".")
        raw = unb64(signature)
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(fields["k"]))
        numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
        public.verify(encode_dss_signature(*numbers), said.encode(), ec.ECDSA(hashes.SHA256()))
        header, claims = (json.loads(unb64(part)) for part in said.split("."))
        assert header == {"typ": "JWT", "alg": "ES256"}
        return {**claims, "key": fields["k"]}


@dataclass
class PushService:
    """`url` and behind it paths: /201/x and so on for a status (429 with Retry-After 600), /hang/x, /drip/x.

    A path in `broken` is answered with 500 for as long as it is in there.
    """

    url: str
    pushes: list[Push] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    came: threading.Condition = field(default_factory=threading.Condition)
    closing: threading.Event = field(default_factory=threading.Event)

    def to(self, path: str) -> list[Push]:
        """What came to that path so far."""
        with self.came:
            return [push for push in self.pushes if push.path == path]

    def wait_for(self, path: str, count: int = 1) -> list[Push]:
        """What came to that path, once there are so many. Raises AssertionError if they do not come."""
        deadline = time.monotonic() + SOON
        with self.came:
            while len(found := [push for push in self.pushes if push.path == path]) < count:
                assert self.came.wait(deadline - time.monotonic()), f"{len(found)} pushes at {path}, not {count}"
        return found


@dataclass
class Device:
    """A browser's subscription, with the private key that is never sent."""

    endpoint: str
    secret: bytes = b"0123456789abcdef"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def keys(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": b64(point), "auth": b64(self.secret)}

    @property
    def form(self) -> dict[str, str]:
        """As the page sends it."""
        return {"endpoint": self.endpoint, **self.keys, "zona": "America/Sao_Paulo"}

    def read(self, push: Push) -> dict[str, Any]:
        """The message that only this browser can read."""
        text = http_ece.decrypt(push.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        message: dict[str, Any] = json.loads(text)
        return message


@contextlib.contextmanager
def push_service() -> Iterator[PushService]:
    """Serve until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with service.came:
                service.pushes.append(Push(self.path, dict(self.headers), body))
                service.came.notify_all()
            what = "500" if self.path in service.broken else self.path.split("/")[1]
            if what == "hang":
                service.closing.wait(60)
            elif what == "drip":
                with contextlib.suppress(OSError):
                    self.wfile.write(b"HTTP/1.1 201 Created\r\n")
                    while not service.closing.wait(0.2):
                        self.wfile.write(b"X-Slow: 1\r\n")
            else:
                self.send_response(int(what))
                if what == "429":
                    self.send_header("Retry-After", "600")
                if what == "302":
                    self.send_header("Location", f"{service.url}/201/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service = PushService(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
