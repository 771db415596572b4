"""The form of a push (RFC 8291, RFC 8292), and the way to a push service and to nowhere else."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tables.notices import post, webpush
from tables.notices.checks import check_key
from tables.notices.post import Unreachable
from tests.push_service import Device, Push, PushService, push_service

NOW = datetime(2026, 3, 4, 15, tzinfo=UTC)
SITE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    body = webpush.encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=webpush.decode("DGv6ra1nlYgDCS1FRnbzlw"),
        sender=webpush._private(SITE),
    )
    assert webpush.encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_two_pushes_of_the_same_have_nothing_in_common() -> None:
    browser = Device("https://push.example.test/x")
    one, other = (webpush.encrypt(b"{}", browser.keys["p256dh"], browser.keys["auth"]) for _ in range(2))
    assert one[:16] != other[:16]
    assert one[21:86] != other[21:86]


def test_a_payload_that_no_service_takes() -> None:
    keys = Device("https://push.example.test/x").keys
    with pytest.raises(ValueError, match="3001 bytes"):
        webpush.encrypt(b"x" * 3001, keys["p256dh"], keys["auth"])


def test_the_signature_names_the_service_and_ends() -> None:
    header = webpush.authorization("https://push.example.test/abc?d=e", SITE, "mailto:a@example.test", NOW)
    claims = Push("", {"Authorization": header}, b"").claims
    assert claims["aud"] == "https://push.example.test"
    assert claims["sub"] == "mailto:a@example.test"
    assert 0 < claims["exp"] - NOW.timestamp() <= 24 * 3600
    assert claims["key"] == webpush.public_key(SITE)
    assert len(claims["key"]) == 87


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", "BTBZMqHH6r4Tts7J_aSIgg"),
        ("x", "BTBZMqHH6r4Tts7J_aSIgg"),
        ("A" * 87, "BTBZMqHH6r4Tts7J_aSIgg"),
        (webpush.public_key(SITE), ""),
        (webpush.public_key(SITE), "BTBZMqHH6r4Tts7J_aSI"),
        (webpush.public_key(SITE), "é"),
    ],
)
def test_what_is_no_key(p256dh: str, auth: str) -> None:
    with pytest.raises(webpush.BadKey):
        webpush.check_keys(p256dh, auth)


@pytest.mark.parametrize("key", ["", "AAAA", "A" * 43, "_" * 43, "*" * 43])
def test_what_is_no_key_of_a_site(key: str) -> None:
    with pytest.raises(webpush.BadKey):
        webpush.public_key(key)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.test/x",
        "ftp://push.example.test/x",
        "https://push.example.test:8443/x",
        "https://user@push.example.test/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://push.example.test /x",
        "https://push.example.test/\r\nX: y",
        "https:///x",
        "https://push.example.test:port/x",
        "https://[push/x",
        "//push.example.test/x",
        "",
        "https://push.example.test/" + "x" * 1000,
        "https://püsh.example.test/x",
    ],
)
def test_an_address_that_is_no_push_service(settings, endpoint: str) -> None:
    settings.PUSH_LOOPBACK = False
    assert post.refused(endpoint)
    with pytest.raises(Unreachable):
        post.post(endpoint, {}, b"")


@pytest.mark.parametrize("endpoint", ["http://127.0.0.1:9/x", "http://127.0.0.1.example.test/x", "https://127.0.0.1/x"])
def test_the_loopback_is_for_tests_alone(settings, endpoint: str) -> None:
    assert settings.PUSH_LOOPBACK is True
    assert bool(post.refused(endpoint)) is (endpoint != "http://127.0.0.1:9/x")
    settings.PUSH_LOOPBACK = False
    assert post.refused(endpoint)


def test_the_site_itself_knows_no_loopback() -> None:
    import selminha.settings

    assert selminha.settings.PUSH_LOOPBACK is False


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "172.16.5.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "2001:db8::1",
    ],
)  # fmt: skip
def test_a_name_that_leads_inside_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", 443))
    inside = (family, socket.SOCK_STREAM, 6, "", (address, 443))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [public, inside])
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("connected"))
    with pytest.raises(Unreachable, match="private"):
        post.post("https://push.example.test/x", {}, b"")


def test_the_address_that_was_checked_is_the_one_that_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    called = []

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        called.append(address)
        raise ConnectionRefusedError

    answer = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answer)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(Unreachable, match="ConnectionRefusedError"):
        post.post("https://push.example.test/x", {}, b"")
    assert called == [("8.8.8.8", 443)]


@pytest.mark.parametrize(
    ("path", "status", "retry"), [("/201/x", 201, ""), ("/429/x", 429, "600"), ("/302/x", 302, "")]
)
def test_the_answer(service: PushService, path: str, status: int, retry: str) -> None:
    answer = post.post(f"{service.url}{path}?a=b", {"TTL": "60"}, b"body")
    assert (answer.status, answer.retry_after) == (status, retry)
    (push,) = service.pushes
    assert (push.path, push.body, push.headers["TTL"]) == (f"{path}?a=b", b"body", "60")


@pytest.mark.parametrize("path", ["/hang/x", "/drip/x"])
def test_no_service_holds_longer_than_the_time_out(
    service: PushService, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post, "TIMEOUT", 0.5)
    before = time.monotonic()
    with pytest.raises(Unreachable, match="TimeoutError"):
        post.post(f"{service.url}{path}", {}, b"")
    assert 0.4 < time.monotonic() - before < 3


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("", 0),
        ("120", 120),
        ("-5", 0),
        ("soon", 0),
        ("1" * 40, 111_111_111),
        ("Wed, 04 Mar 2026 15:10:00 GMT", 600),
        ("Wed, 04 Mar 2026 14:10:00 GMT", 0),
        ("Wed, 04 Mar 2026 15:10:00", 0),
    ],
)
def test_retry_after(text: str, seconds: float) -> None:
    assert post.seconds_to_wait(text, NOW) == seconds
    assert timedelta(seconds=post.seconds_to_wait(text, NOW)) >= timedelta(0)


@pytest.mark.parametrize(("key", "errors"), [("", 0), (SITE, 0), ("short", 1), ("*" * 43, 1)])
def test_a_wrong_key_of_the_site_is_said_at_the_start(settings, key: str, errors: int) -> None:
    settings.VAPID_KEY = key
    assert len(check_key(None)) == errors
