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
from sqlalchemy.engine import Connection

from rollmops.server.store.files import PRIVATE, StoreError
from rollmops.server.store.notes import note_once

NAME = "vapid.pem"


def server_key(folder: Path) -> ec.EllipticCurvePrivateKey:
    """The key in this data folder. Of two processes that make it at once, both get the one that was there first."""
    path = folder / NAME
    try:
        if not path.exists():
            _make(path)
        return key_of(path.read_bytes())
    except OSError as error:
        raise StoreError(f"the key for push notices, {NAME}, cannot be read ({error}); remove it for a new one") from None


def shared_key(connection: Connection) -> ec.EllipticCurvePrivateKey:
    """The key of all processes that share this store: subscriptions are made for one key, whichever process sends."""
    return key_of(note_once(connection, NAME, new_key().decode()).encode())


def new_key() -> bytes:
    """A key that nobody has."""
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def key_of(text: bytes) -> ec.EllipticCurvePrivateKey:
    """The key in this text."""
    try:
        key = load_pem_private_key(text, None)
    except ValueError:
        raise StoreError(f"{NAME} holds no key for push notices; remove it to have a new one") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise StoreError(f"{NAME} holds a key of another kind; remove it to have a new one")
    return key


def _make(path: Path) -> None:
    text = new_key()
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
