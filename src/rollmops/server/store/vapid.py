"""The key by which push services know this server: made on first use, kept beside the store, read by nobody else."""

from __future__ import annotations

import base64
import contextlib
import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from rollmops.server.store.files import PRIVATE, StoreError

NAME = "vapid.pem"


def server_key(folder: Path) -> ec.EllipticCurvePrivateKey:
    """The key in this data folder. Of two processes that make it at once, both get the one that was there first."""
    path = folder / NAME
    try:
        if not path.exists():
            _make(path)
        key = load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError) as error:
        raise StoreError(f"the key for push notices, {NAME}, cannot be read ({error}); remove it for a new one") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise StoreError(f"{NAME} holds a key of another kind; remove it to have a new one")
    return key


def _make(path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    part = path.with_name(f"{NAME}.{os.getpid()}")
    with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE), "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        with contextlib.suppress(FileExistsError):
            os.link(part, path)
    finally:
        part.unlink()


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """The public half, as browsers want it."""
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
