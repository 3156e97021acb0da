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
from rollmops.solve.certify import certify
from rollmops.solve.registry import turns_of
from rollmops.solve.sweeping import Progress, begin, settle

KEEP_SECONDS = 5.0
"""Between two copies on disk while the sweeps are quick."""


def make(
    game: Game, components: Components, seats: int, *, resume: bool = False, folder: Path | None = None,
    tell: Callable[[Progress], None] = lambda _: None, tell_gain: Callable[[int, float, float], None] = lambda *_: None,
) -> tuple[Path, kept.About]:  # fmt: skip
    """Solve the game and keep its table of values; whatever interrupts it, the last whole sweep is kept to resume."""
    turns = turns_of(game, components, seats)
    part = kept.part_path(game, components, seats)
    progress = kept.read_part(part) if resume else begin(turns)
    if progress.starts.shape != (turns.count, seats):
        raise RollmopsError(f"{part} is of another game; begin without --resume")
    written = time.monotonic()

    def told(now: Progress) -> None:
        nonlocal progress, written
        progress = now
        if time.monotonic() - written > KEEP_SECONDS:
            kept.write_part(part, now)
            written = time.monotonic()
        tell(now)

    try:
        progress = settle(turns, progress, told)
    except KeyboardInterrupt:
        kept.write_part(part, progress)
        raise
    kept.write_part(part, progress)  # what follows may be interrupted too
    gain = certify(turns, progress.starts, progress.temperature, tell_gain) if progress.temperature else 0.0
    about = kept.About(
        game.name, game.version, seats, components.digest, progress.temperature, progress.residual, gain, progress.sweeps
    )
    path = (folder or kept.folder()) / kept.file_name(game, components, seats)
    kept.write(path, about, turns.pack(progress.starts))
    part.unlink(missing_ok=True)
    forget()
    return path, about
