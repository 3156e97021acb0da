"""Tables of values on disk: those of the house come with the package, others lie in the user's data folder, each under
the digest of its components."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import RollmopsError
from rollmops.engine.table import Floats
from rollmops.solve.sweeping import Progress

SHIPPED = Path(__file__).parent / "tables"


@dataclass(frozen=True)
class About:
    """What a table of values is of, and how good it is."""

    game: str
    version: int
    seats: int
    digest: str
    temperature: float
    residual: float
    gain: float
    sweeps: int


def file_name(game: Game, components: Components, seats: int) -> str:
    """The name of the file with these values."""
    return f"{game.name}-{seats}-{components.digest[:16]}.npz"


def folder() -> Path:
    """Where tables lie that were made here."""
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home).expanduser() / "rollmops" / "values"


def find(game: Game, components: Components, seats: int) -> Path | None:
    """The file with these values, if there is one."""
    name = file_name(game, components, seats)
    return next((path for path in (folder() / name, SHIPPED / name) if path.is_file()), None)


def write(path: Path, about: About, shares: Floats) -> None:
    """Keep the shares of the turn starts; the last seat's are what the others leave."""
    _write(path, shares=shares[:, :-1], about=np.array(json.dumps(asdict(about))))


def read(path: Path) -> tuple[About, Floats]:
    """The shares of the turn starts, and what they are of."""
    try:
        with np.load(path, allow_pickle=False) as file:
            about, most = About(**json.loads(str(file["about"]))), np.asarray(file["shares"], np.float64)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise RollmopsError(f"{path} is not a table of values; delete it, and make it again with rollmops solve") from None
    return about, np.column_stack([most, 1 - most.sum(1)])


def part_path(game: Game, components: Components, seats: int) -> Path:
    """Where an unfinished table is kept."""
    return folder() / (file_name(game, components, seats) + ".part")


def write_part(path: Path, progress: Progress) -> None:
    """Keep how far the sweeps have come."""
    stage = {name: getattr(progress, name) for name in ("stage", "sweeps", "residual", "seconds", "temperatures")}
    _write(path, starts=progress.starts, stage=np.array(json.dumps(stage)))


def read_part(path: Path) -> Progress:
    """How far the sweeps had come."""
    try:
        with np.load(path, allow_pickle=False) as file:
            stage, starts = json.loads(str(file["stage"])), np.asarray(file["starts"], np.float64)
        stage["temperatures"] = tuple(stage["temperatures"])
        return Progress(starts, **stage)
    except FileNotFoundError:
        raise RollmopsError("there is nothing to resume; begin without --resume") from None
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise RollmopsError(f"{path} cannot be read; delete it and begin without --resume") from None


def _write(path: Path, **arrays: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> None:
    """Written beside and moved, so that there is always a whole file."""
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
        beside.replace(path)
    except OSError as error:
        raise RollmopsError(f"{path} cannot be written: {error.strerror}") from None
