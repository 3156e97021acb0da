"""Making a table of values: sweep, certify, keep."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from rollmops.engine.components import Components
from rollmops.engine.contract import Game
from rollmops.solve import kept
from rollmops.solve.registry import turns_of
from rollmops.solve.sweeping import Progress, begin, settle

KEEP_SECONDS = 5.0
"""Between two copies on disk while the sweeps are quick."""


def make(
    game: Game, components: Components, seats: int, *, resume: bool = False, folder: Path | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
) -> tuple[Path, kept.About]:  # fmt: skip
    """Solve the game and keep its table of values; whatever interrupts it, the last whole sweep is kept to resume."""
    turns = turns_of(game, components, seats)
    part = kept.part_path(game, components, seats)
    progress = kept.read_part(part) if resume else begin(turns)
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
    gain = 0.0
    about = kept.About(
        game.name, game.version, seats, components.digest, progress.temperature, progress.residual, gain, progress.sweeps
    )
    path = (folder or kept.folder()) / kept.file_name(game, components, seats)
    kept.write(path, about, turns.pack(progress.starts))
    part.unlink(missing_ok=True)
    return path, about
