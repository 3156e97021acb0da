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
from rollmops.solve.certify import Certificate
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


def write(path: Path, about: About, shares: Floats, policy: Floats | None = None) -> None:
    """Keep the shares of the turn starts, and those that make a frozen policy; the last seat's are what the others leave."""
    frozen = {} if policy is None else {"policy": policy[:, :-1].astype(np.float32)}
    _write(path, shares=shares[:, :-1], about=np.array(json.dumps(asdict(about))), **frozen)


def read(path: Path) -> tuple[About, Floats, Floats | None]:
    """What these values are of, the shares of the turn starts, and those that make the policy if it is another."""
    try:
        with np.load(path, allow_pickle=False) as file:
            about = About(**json.loads(str(file["about"])))
            shares, policy = _whole(file["shares"]), _whole(file["policy"]) if "policy" in file else None
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise RollmopsError(f"{path} is not a table of values; delete it, and make it again with rollmops solve") from None
    return about, shares, policy


def _whole(most: Floats) -> Floats:
    most = np.asarray(most, np.float64)
    return np.column_stack([most, 1 - most.sum(1)])


def part_path(game: Game, components: Components, seats: int) -> Path:
    """Where an unfinished table is kept."""
    return folder() / (file_name(game, components, seats) + ".part")


def write_part(path: Path, so_far: Progress | Certificate) -> None:
    """Keep how far the sweeps have come."""
    if isinstance(so_far, Certificate):
        stage = {name: getattr(so_far, name) for name in ("temperature", "sweeps", "residual", "gain")}
        _write(path, stage=np.array(json.dumps(stage)), policy=so_far.policy, answers=so_far.answers)
    else:
        stage = {name: getattr(so_far, name) for name in ("stage", "sweeps", "residual", "seconds", "temperatures")}
        _write(path, stage=np.array(json.dumps(stage)), starts=so_far.starts)


def read_part(path: Path) -> Progress | Certificate:
    """How far the sweeps had come."""
    try:
        with np.load(path, allow_pickle=False) as file:
            stage = json.loads(str(file["stage"]))
            if "policy" in file:
                return Certificate(policy=file["policy"], answers=file["answers"], **stage)
            return Progress(file["starts"], **(stage | {"temperatures": tuple(stage["temperatures"])}))
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
