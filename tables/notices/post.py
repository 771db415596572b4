"""One POST to a push service: https to a public address only, no redirect followed, five seconds for all of it.

The address that was checked is the one that is connected to, so a name cannot change its mind in between."""

from __future__ import annotations

import http.client
import io
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import SplitResult, urlsplit

import msgspec
from django.conf import settings

TIMEOUT: Final = 5.0  # seconds
_LONGEST_HEAD: Final = 16_384  # bytes of an answer's head; its body is not read
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", re.ASCII)
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")  # an IPv4 address inside, which may be any


class Answer(msgspec.Struct, frozen=True):
    """What a push service answered."""

    status: int
    retry_after: str = ""


class Unreachable(Exception):
    """No answer: in a word why, without the address."""


def refused(endpoint: str) -> str:
    """In a word why this is no address of a push service, "" if it may be one. Looks nothing up."""
    if len(endpoint) > 1000 or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return "form"
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return "form"
    if _is_test_service(parts):
        return ""
    if parts.scheme != "https":
        return "scheme"
    if "@" in parts.netloc or port not in (None, 443):
        return "form"
    host = parts.hostname or ""
    if not _HOST.fullmatch(host) or "." not in host or host.rsplit(".", 1)[1].isdigit():
        return "host"  # a name, not an address
    return ""


def post(endpoint: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send it. Raises Unreachable."""
    deadline = time.monotonic() + TIMEOUT
    if why := refused(endpoint):
        raise Unreachable(why)
    parts = urlsplit(endpoint)
    try:
        with _connected(parts, deadline) as connection:
            connection.settimeout(_left(deadline))
            connection.sendall(_request(parts, headers, body))
            return _answer(connection, deadline)
    except (OSError, http.client.HTTPException, ValueError) as error:  # ssl.SSLError is an OSError
        raise Unreachable(type(error).__name__) from None


def seconds_to_wait(retry_after: str, now: datetime) -> float:
    """Retry-After in seconds, 0 if there is none: it says a number of seconds or a date."""
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after[:9])
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - now).total_seconds())
    except (TypeError, ValueError):  # no date, or one without a zone
        return 0.0


def _connected(parts: SplitResult, deadline: float) -> socket.socket:
    host = parts.hostname or ""
    test = _is_test_service(parts)
    addresses = socket.getaddrinfo(host, parts.port or 443, type=socket.SOCK_STREAM)
    if not test and not all(is_public(str(address[4][0])) for address in addresses):
        raise Unreachable("private")
    plain = socket.create_connection((str(addresses[0][4][0]), parts.port or 443), timeout=_left(deadline))
    if test:
        return plain
    try:
        plain.settimeout(_left(deadline))
        return ssl.create_default_context().wrap_socket(plain, server_hostname=host)
    except BaseException:
        plain.close()
        raise


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo or (None, None))[1]
        if ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fields = {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"POST {path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body


def _answer(connection: socket.socket, deadline: float) -> Answer:
    head = b""
    while b"\r\n\r\n" not in head:
        connection.settimeout(_left(deadline))
        piece = connection.recv(4096)
        if not piece:
            raise Unreachable("closed")
        head += piece
        if len(head) > _LONGEST_HEAD:
            raise Unreachable("long")
    line, _, rest = head.partition(b"\r\n")
    if not (found := re.fullmatch(rb"HTTP/1\.[01] (\d{3})( .*)?", line)):
        raise Unreachable("answer")
    fields = http.client.parse_headers(io.BytesIO(rest))
    return Answer(int(found[1]), fields.get("Retry-After", ""))


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _is_test_service(parts: SplitResult) -> bool:
    """Tests talk to a service of theirs; no environment reaches this setting."""
    return bool(settings.PUSH_LOOPBACK) and parts.scheme == "http" and parts.hostname == "127.0.0.1"
