"""Dice: sources of chance (`engine/chance.py`). The rules never know which: a source lets chance happen on the table."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from struct import Struct
from typing import Any

import numpy as np

from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.errors import RollmopsError
from rollmops.engine.falling import DRAWN
from rollmops.engine.lines import read_line, roll_line, take, with_verb
from rollmops.engine.stream import next32, pick, stream
from rollmops.engine.table import Ints

SEED_BYTES = 32
SALT_BYTES = 16
THROW_SEEDS = 1 << 47
"""The seed of a real throw is a number below this, drawn like any die."""
BLOCK_BYTES = 64
INNER_PAD, OUTER_PAD = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
FIRST_64_BITS = Struct(">Q24x")
"""Of a hash."""
NUMBERS_AT_ONCE = 4
"""Draws that are made ahead for a line; those that it does not use are made again for the next."""


class LabDice:
    """Fast dice for the lab, the same for the same seed."""

    def __init__(self, seed: int, *keys: int) -> None:
        self.rng = stream(seed, *keys)

    def number(self, total: int) -> int:
        """A number from 0 to total − 1; as even as 64 bits allow."""
        return int(((int(next32(self.rng)) << 32) + int(next32(self.rng))) % total)

    def draw(self, weights: Ints) -> int:
        """One choice by weight."""
        return int(pick(self.rng, weights, int(weights.sum())))

    def draw_at(self, game: Game, t: Any, weights: Ints, nth: int) -> int:
        """The die or card that falls next on this table, as number `nth` of its line: here simply the next draw."""
        return self.draw(weights)

    def roll(self, game: Game, t: Any) -> list[int]:
        """Chance's next line happens."""
        return roll_line(game, t, self.draw_at)


class ScriptedDice:
    """Dice that fall as written: lines in the words of the record, without the seat; the verb may be left out."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)

    def roll(self, game: Game, t: Any) -> list[int]:
        """The next line of the script happens."""
        words = next(self.lines, None)
        if words is None:
            raise RollmopsError(f"the script of the dice has ended; next is {game.words.expected(t, NOBODY)}")
        words = with_verb(game, t, NOBODY, words)
        choices = read_line(game, t, NOBODY, words)
        take(game, t, NOBODY, choices, words)
        return choices


def new_seed() -> str:
    """A secret seed for fair dice, in hexadecimal."""
    return secrets.token_hex(SEED_BYTES)


def new_salt() -> str:
    """A seat's own contribution, in hexadecimal."""
    return secrets.token_hex(SALT_BYTES)


def commitment(seed: str) -> str:
    """What is published at the start: SHA-256 of the seed's bytes."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def house_salt(seed: str, letter: str) -> str:
    """The house's contribution at a seat that gives none of its own: the seed fixes it, and so does the commitment."""
    return hmac.digest(bytes.fromhex(seed), f"salt {letter}".encode(), "sha256")[:SALT_BYTES].hex()


def salt_promise(salt: str) -> str:
    """What a seat shows before anybody's salt is opened: SHA-256 of the salt's bytes."""
    return hashlib.sha256(bytes.fromhex(salt)).hexdigest()


class FairDice:
    """Dice that anyone can check afterwards.

    Draw number n is HMAC-SHA-256 with the seed's bytes as key over the text `A=salt,B=salt;n` (n from 0). Its first 48 bits
    are a number; numbers past the last whole multiple of the weights' sum are passed over (n goes on), so no face is
    favoured; the rest of the division says which choice, the choices lying next to each other by weight.
    """

    def __init__(self, seed: str, salts: Mapping[str, str], drawn: int = 0) -> None:
        # HMAC by its definition: the key is worked in once, and each draw copies both halves; that takes half as long.
        key = bytes.fromhex(seed)
        if len(key) > BLOCK_BYTES:
            key = hashlib.sha256(key).digest()
        key = key.ljust(BLOCK_BYTES, b"\0")
        self.inner = hashlib.sha256(key.translate(INNER_PAD))
        self.outer = hashlib.sha256(key.translate(OUTER_PAD))
        self.inner.update((",".join(f"{letter}={salt}" for letter, salt in sorted(salts.items())) + ";").encode())
        self.drawn = drawn
        self.numbers = np.zeros(NUMBERS_AT_ONCE, np.int64)
        self.choices = np.zeros(NUMBERS_AT_ONCE, np.int64)
        self.weights = np.zeros(0, np.int64)

    def follow(self, match: Any) -> None:
        """Fall in this match from now on; dice that are counted need not know where they fall."""

    def lot(self, seats: int) -> int:
        """Who begins, drawn before anything else."""
        return self.number(seats)

    def _bits(self, text: bytes) -> int:
        """The first 48 bits of what seed and salts make of this text."""
        return self._bits_of(text, (b"",))[0]

    def _bits_of(self, head: bytes, tails: Iterable[bytes]) -> list[int]:
        """The first 48 bits of what seed and salts make of the texts that begin with `head` and end with each of these."""
        begun, begin, unpack, found = self.inner.copy(), self.outer.copy, FIRST_64_BITS.unpack, []
        begun.update(head)
        go_on = begun.copy
        for tail in tails:
            inner, outer = go_on(), begin()
            inner.update(tail)
            outer.update(inner.digest())
            found.append(unpack(outer.digest())[0] >> 16)
        return found

    def _number(self, n: int) -> int:
        """The first 48 bits of draw number n."""
        return self._bits(b"%d" % n)

    def number(self, total: int) -> int:
        """A number from 0 to total − 1."""
        while True:
            value = self._number(self.drawn)
            self.drawn += 1
            if value < DRAWN - DRAWN % total:
                return value % total

    def draw(self, weights: Ints) -> int:
        """One choice by weight."""
        plain: list[int] = weights.tolist()
        return self._choice(plain, self.number(sum(plain)))

    def draw_at(self, game: Game, t: Any, weights: Ints, nth: int) -> int:
        """The die or card that falls next on this table, as number `nth` of its line: here simply the next draw."""
        return self.draw(weights)

    def key_at(self, game: Game, t: Any, nth: int) -> str:
        """What that draw is keyed by; nothing where draws are counted."""
        return ""

    def _choice(self, weights: list[int], left: int) -> int:
        """The choice at this number, the choices lying next to each other by weight."""
        for choice, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return choice
        raise AssertionError("the weights' sum was drawn beyond")

    def weights_for(self, game: Game) -> Ints:
        """Room for the weights of one die, the same for all."""
        if len(self.weights) != game.choices:
            self.weights = np.zeros(game.choices, np.int64)
        return self.weights

    def roll(self, game: Game, t: Any) -> list[int]:
        """Chance's next line happens, in as few calls of compiled code as the game allows."""
        fall = game.brought.fall
        if fall is None:
            return roll_line(game, t, self.draw_at)
        weights, line, done = self.weights_for(game), list[int](), False
        while not done:
            self.numbers[:] = self._bits_of(b"", [b"%d" % (self.drawn + ahead) for ahead in range(NUMBERS_AT_ONCE)])
            used, fallen, done = fall(t, self.numbers, weights, self.choices, False)
            self.drawn += used
            line += self.choices[:fallen].tolist()
        return line
