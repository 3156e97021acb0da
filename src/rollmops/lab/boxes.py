"""Many boxes of components solved at once, in processes or on a cluster; the tables come back here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rollmops.engine.components import Components
from rollmops.engine.errors import RollmopsError
from rollmops.games import game as find_game
from rollmops.lab.batches import run_batches
from rollmops.solve import kept
from rollmops.solve.making import make


@dataclass(frozen=True)
class Solved:
    """A table of values: the name of its file, what is in it, and how good it is."""

    name: str
    data: bytes
    about: kept.About


def solve_box(game: str, components: Components, seats: int, resume: bool) -> Solved:
    """Solve a box; whatever interrupts it, its last whole sweep is kept where it ran, and `resume` goes on from there."""
    rules = find_game(game)
    begun = resume and kept.part_path(rules, components, seats).is_file()
    with TemporaryDirectory(prefix="rollmops-") as folder:
        path, about = make(rules, components, seats, resume=begun, folder=Path(folder))
        return Solved(path.name, path.read_bytes(), about)


def solve_boxes(
    game: str,
    boxes: Sequence[Components],
    seats: int,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    folder: Path | None = None,
    resume: bool = False,
) -> Iterator[tuple[Components, Path, kept.About]]:
    """Solve each box and keep its table of values; where to `resume`, those that are there already are not made again.

    Raises RollmopsError where a game cannot be solved or a table cannot be written.
    """
    rules, home = find_game(game), folder or kept.folder()
    left = []
    for box in boxes:
        path = home / kept.file_name(rules, box, seats)
        if resume and path.is_file():
            yield box, path, kept.read(path)[0]
        else:
            left.append(box)
    found = run_batches(solve_box, [(game, box, seats, resume) for box in left], jobs, cluster)
    for box, solved in zip(left, found, strict=True):
        path = home / solved.name
        try:
            home.mkdir(parents=True, exist_ok=True)
            passing = path.with_suffix(".new")
            passing.write_bytes(solved.data)
            passing.replace(path)
        except OSError as error:
            raise RollmopsError(f"{path} cannot be written: {error.strerror}") from None
        yield box, path, solved.about
