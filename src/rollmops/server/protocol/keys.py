"""What a device keeps: the secrets of its seats, and the key for notices."""

from __future__ import annotations

from msgspec import Struct

from rollmops.server.protocol.words import Letter, SeatKind


class SeatKey(Struct, frozen=True):
    """A seat and the secret that holds it; its link is made of the table's code and this."""

    seat: Letter
    kind: SeatKind
    token: str


class TableMade(Struct, frozen=True):
    """Answer to POST /api/tables: keep the tokens of the seats on this device, hand the others out as links."""

    code: str
    keys: tuple[SeatKey, ...]


class PushKey(Struct, frozen=True):
    """The key that browsers subscribe to push notices with. Answer to GET /api/push."""

    key: str
