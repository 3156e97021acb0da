"""Dice: sources of chance (`engine/chance.py`). The rules never know which: a source lets chance happen on the table."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.errors import RollmopsError
from rollmops.engine.lines import read_line, roll_line, take, with_verb
from rollmops.engine.stream import next32, pick, stream
from rollmops.engine.table import Ints

SEED_BYTES = 32
SALT_BYTES = 16
THROW_SEEDS = 1 << 47
"""The seed of a real throw is a number below this, drawn like any die."""
_DRAWN = 1 << 48


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

    def roll(self, game: Game, t: Any) -> list[int]:
        """Chance's next line happens."""
        return roll_line(game, t, self.draw)


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
        self.keyed = hmac.new(bytes.fromhex(seed), digestmod="sha256")  # copied for each draw: the key is worked in once
        self.salts = ",".join(f"{letter}={salt}" for letter, salt in sorted(salts.items()))
        self.drawn = drawn

    def number(self, total: int) -> int:
        """A number from 0 to total − 1."""
        while True:
            drawing = self.keyed.copy()
            drawing.update(f"{self.salts};{self.drawn}".encode())
            self.drawn += 1
            value = int.from_bytes(drawing.digest()[:6])
            if value < _DRAWN - _DRAWN % total:
                return value % total

    def draw(self, weights: Ints) -> int:
        """One choice by weight."""
        plain: list[int] = weights.tolist()
        left = self.number(sum(plain))
        for choice, weight in enumerate(plain):
            left -= weight
            if left < 0:
                return choice
        raise AssertionError("the weights' sum was drawn beyond")

    def roll(self, game: Game, t: Any) -> list[int]:
        """Chance's next line happens."""
        return roll_line(game, t, self.draw)
