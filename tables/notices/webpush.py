"""The form of a push: encrypted for one browser (RFC 8291, aes128gcm) and signed by this site (RFC 8292, VAPID). Pure.

A few dozen lines over the cryptography package, which the server brings anyway; it is imported when first needed."""

from __future__ import annotations

import base64
import json
import secrets
import struct
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

MOST: Final = 3000  # bytes of a payload: push services take 4096 of encrypted body
_VALID: Final = timedelta(hours=12)  # of a signature; a push service takes at most 24


class BadKey(ValueError):
    """What should be a key of a browser, or this site's, is none."""


def encode(data: bytes) -> str:
    """As base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of base64url with or without padding. Raises BadKey."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise BadKey("not base64url") from None


def check_keys(p256dh: str, auth: str) -> None:
    """Raises BadKey unless these are a browser's public key and its secret of 16 bytes."""
    _point(decode(p256dh))
    if len(decode(auth)) != 16:
        raise BadKey("auth is not of 16 bytes")


def public_key(private: str) -> str:
    """The public key that browsers subscribe with (87 characters) of the site's private one (43). Raises BadKey."""
    return encode(_raw(_private(private).public_key()))


def encrypt(payload: bytes, p256dh: str, auth: str, *, salt: bytes = b"", sender: Any = None) -> bytes:
    """The body of the push. `salt` (16 bytes) and `sender` (a private key) are drawn, but for a fixed example."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    if len(payload) > MOST:
        raise ValueError(f"a payload of {len(payload)} bytes")
    salt = salt or secrets.token_bytes(16)
    sender = sender or ec.generate_private_key(ec.SECP256R1())
    browser, mine = decode(p256dh), _raw(sender.public_key())
    shared = sender.exchange(ec.ECDH(), _point(browser))
    secret = _derived(shared, decode(auth), b"WebPush: info\0" + browser + mine, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!IB", 4096, len(mine)) + mine
    return header + AESGCM(key).encrypt(nonce, payload + b"\x02", None)  # 2: the last record


def authorization(endpoint: str, private: str, contact: str, now: datetime) -> str:
    """The header that says who sends: a token for the endpoint's service, signed, and the key to check it with."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int((now + _VALID).timestamp()), "sub": contact}
    said = ".".join(encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    key = _private(private)
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={said}.{signature}, k={encode(_raw(key.public_key()))}"


def _private(text: str) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    raw = decode(text)
    if len(raw) != 32:
        raise BadKey("a private key has 32 bytes")
    try:
        return ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
    except ValueError:
        raise BadKey("no private key of this curve") from None


def _point(raw: bytes) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(raw) != 65:
        raise BadKey("a public key has 65 bytes")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        raise BadKey("no point of this curve") from None


def _raw(public: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    raw: bytes = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return raw


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
