"""Codes of tables and tokens of seats: unguessable, and compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence

CODE = re.compile(r"[A-Za-z0-9_-]{16}\Z")


def new_code() -> str:
    """A table's code, 96 random bits: whoever has it may watch, nobody can guess it."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """A seat's secret, 192 random bits."""
    return secrets.token_urlsafe(24)


def lock_of(token: str) -> str:
    """What the store keeps of a token: enough to know it again, useless to whoever reads the file."""
    return hashlib.sha256(token.encode()).hexdigest()


def opened_by(token: str, locks: Sequence[str]) -> int | None:
    """The seat whose lock this token opens; looks at every lock in constant time, whichever fits."""
    lock = lock_of(token)
    found = None
    for seat, other in enumerate(locks):
        if hmac.compare_digest(lock, other) and other:
            found = seat
    return found
