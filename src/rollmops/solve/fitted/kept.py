"""The fitted numbers: a small file in the package for each game, with a network for each number of players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.table import Floats

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Kept:
    """A network, how far its shares are off on games that it was not fitted to (`level.py`), and what it was fitted for."""

    net: Floats
    level: float
    version: int
    digest: str

    def fits(self, game: Game, components: Components) -> bool:
        """Whether it was fitted for these rules and this box."""
        return (self.version, self.digest) == (game.version, components.digest)


@cache
def read(game: str, folder: Path = HERE) -> dict[int, Kept]:
    """What is kept of this game, by number of players."""
    path = folder / f"{game}.npz"
    if not path.is_file():
        return {}
    with np.load(path) as kept:
        return {
            int(seats): Kept(
                kept[f"net {seats}"].astype(np.float64), float(kept[f"level {seats}"]),
                int(kept[f"version {seats}"]), str(kept[f"digest {seats}"]),
            )
            for seats in kept["seats"]
        }  # fmt: skip


def nearest(game: str, seats: int) -> Kept | None:
    """The network for so many players, or for the nearest number of them that there is one for."""
    kept = read(game)
    return kept[min(kept, key=lambda other: (abs(other - seats), other))] if kept else None


def write(game: str, kept: dict[int, Kept], folder: Path = HERE) -> Path:
    """Keep these networks, in place of all before."""
    rows: dict[str, object] = {"seats": np.array(sorted(kept))}
    for seats, one in kept.items():
        rows[f"net {seats}"], rows[f"level {seats}"] = one.net.astype(np.float32), one.level
        rows[f"version {seats}"], rows[f"digest {seats}"] = one.version, one.digest
    path = folder / f"{game}.npz"
    passing = folder / f".{game}.npz"
    with passing.open("wb") as file:
        np.savez_compressed(file, **rows)  # type: ignore[arg-type]
    passing.replace(path)
    read.cache_clear()
    return path
