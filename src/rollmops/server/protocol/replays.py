"""Games step by step, and what proves their dice, as a page hears them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from rollmops.server.protocol.messages import Line, Result


class Draw(Struct, frozen=True):
    """One die or card: `choice` was drawn by `weights` (sum `total`) for entry `entry`. Without weights `choice` is the
    number itself (the seed of a throw)."""

    entry: int
    total: int
    weights: tuple[int, ...]
    choice: int
    key: str = ""  # where it fell, if dice are keyed: round, seat, verb, throw and die


class Proof(Struct, frozen=True):
    """GET /api/tables/CODE/proof, once the game is over: all that is needed to check every die with HMAC-SHA-256.

    Draw n (from 0) is HMAC(seed, "A=salt,B=salt;n"), its first 48 bits as a number; numbers at or above 2^48 − 2^48 mod
    total are passed over (n goes on); the rest modulo total lies in the weights. A lot for who begins is the first draw.
    A draw with a key is HMAC(seed, "A=salt,B=salt;key;n") instead, n from 0 for each: its first 48 bits times total are
    divided by 2^48, which gives the number, unless the rest is below 2^48 mod total: then n goes on.
    Cards that the component file names stand in `cards`, in the order of the weights. `facts` is the component file as its
    digest is made of it: JSON whose SHA-256 stands in the record, so that nobody needs to believe the weights listed here.
    """

    seed: str
    commit: str
    salts: dict[str, str]
    lot: Draw | None
    draws: tuple[Draw, ...]
    cards: tuple[str, ...]
    facts: str


class Step(Struct, frozen=True):
    """One entry of a replay and the table after it; `chance` where dice or cards made it, and nobody decided."""

    line: Line
    view: Annotated[Any, Meta(title="View")]
    points: dict[str, int]
    chance: bool


class Replay(Struct, frozen=True):
    """A game, step by step, from step `start` on; `opening` is the table before the first entry. Where `next` is a number
    the answer would have been too long: ask again from there. Proof and record come with the first. Answer to POST
    /api/replay."""

    game: str
    title: str
    names: dict[str, str]
    date: str | None
    opening: Annotated[Any, Meta(title="View")]
    start: int
    steps: tuple[Step, ...]
    next: int | None
    result: Result | None
    proof: Proof | None
    record: str
