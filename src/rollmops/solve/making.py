"""Making a table of values: sweep, certify, keep."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.engine.errors import RollmopsError
from rollmops.solve import kept
from rollmops.solve.asking import forget
from rollmops.solve.certify import Certificate, certify, freeze
from rollmops.solve.registry import turns_of
from rollmops.solve.sweeping import Progress, begin, converge
from rollmops.solve.turns import Turns

KEEP_SECONDS = 5.0
"""Between two copies on disk while the sweeps are quick."""
Tell = Callable[[Progress | Certificate], None]


class Keeper:
    """Tells of every sweep, and keeps the last on disk from time to time."""

    def __init__(self, path: Path, tell: Tell) -> None:
        self.path = path
        self.tell = tell
        self.last: Progress | Certificate | None = None
        self.written = time.monotonic()

    def __call__(self, now: Progress | Certificate) -> None:
        """One sweep more."""
        self.last = now
        if time.monotonic() - self.written > KEEP_SECONDS:
            self.keep()
        self.tell(now)

    def keep(self) -> None:
        """Write what there is."""
        if self.last is not None:
            kept.write_part(self.path, self.last)
            self.written = time.monotonic()


def make(
    game: Game, components: Components, seats: int, *, resume: bool = False, folder: Path | None = None,
    tell: Tell = lambda _: None,
) -> tuple[Path, kept.About]:  # fmt: skip
    """Solve the game and keep its table of values; whatever interrupts it, the last whole sweep is kept to resume."""
    turns = turns_of(game, components, seats)
    part = kept.part_path(game, components, seats)
    so_far = kept.read_part(part) if resume else begin(turns)
    if len(so_far.figures) != turns.count:
        raise RollmopsError(f"{part} is of another game; begin without --resume")
    keeper = Keeper(part, tell)
    try:
        if isinstance(so_far, Progress):
            so_far = converge(turns, so_far, keeper)
        if isinstance(so_far, Progress) and so_far.temperature:
            so_far = freeze(so_far.starts, so_far.temperature)
        if isinstance(so_far, Certificate):
            so_far = certify(turns, so_far, keeper)
    except BaseException:
        keeper.keep()
        raise
    path = (folder or kept.folder()) / kept.file_name(game, components, seats)
    about = write(path, turns, so_far)
    part.unlink(missing_ok=True)
    forget()
    return path, about


def write(path: Path, turns: Turns, done: Progress | Certificate) -> kept.About:
    """Keep what was found."""
    game, seats = turns.game, turns.seats
    gain = done.gain if isinstance(done, Certificate) else 0.0
    digest = turns.components.digest
    about = kept.About(game.name, game.version, seats, digest, done.temperature, done.residual, gain, done.sweeps)
    if isinstance(done, Certificate):
        kept.write(path, about, turns.pack(done.answers[:, :seats]), turns.pack(done.policy))
    else:
        kept.write(path, about, turns.pack(done.starts))
    return about
