"""`rollmops solve GAME`: make a table of exact values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pathlib import Path

    from rollmops.solve.certify import Certificate
    from rollmops.solve.sweeping import Progress


def solve(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    seats: Annotated[int, typer.Option(help="How many play.")] = 2,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where it was stopped.")] = False,
    components: Annotated[list[str] | None, typer.Option(help="Another component file, or several boxes.")] = None,
    folder: Annotated[str | None, typer.Option(help="Keep the table here instead of in your data folder.")] = None,
    jobs: Annotated[int, typer.Option(help="Processes, for several boxes.")] = 1,
    cluster: Annotated[str | None, typer.Option(help="The address of a Dask scheduler, whose workers solve.")] = None,
) -> None:
    """Solve a game: two players exactly, three to a certified gain. Ctrl-C loses at most one sweep."""
    import sys
    import time
    from pathlib import Path

    from rollmops.cli.checks import check_cluster, check_jobs
    from rollmops.cli.files import read_parts
    from rollmops.games import game as find_game
    from rollmops.solve.kept import part_path
    from rollmops.solve.making import make

    check_jobs(jobs)
    check_cluster(cluster)
    boxes = components or [""]
    if len(boxes) > 1 or cluster is not None:
        _solve_all(game, boxes, seats, Path(folder) if folder else None, jobs, cluster, resume=resume)
        return
    rules, parts = find_game(game), read_parts(game, boxes[0])
    show = _Lines(sys.stderr.isatty())
    began = time.monotonic()
    try:
        path, about = make(rules, parts, seats, resume=resume, folder=Path(folder) if folder else None, tell=show.sweep)
    except KeyboardInterrupt:
        show.end()
        options = {"--components": boxes[0], "--folder": folder}
        given = "".join(f" {option} {value}" for option, value in options.items() if value)
        if part_path(rules, parts, seats).is_file():
            print(f"Stopped. Go on with: rollmops solve {game} --seats {seats}{given} --resume", file=sys.stderr)
        else:
            print("Stopped before the first sweep was done; there is nothing to go on with.", file=sys.stderr)
        sys.exit(130)
    show.end()
    print(f"{rules.title} with {seats}: {about.sweeps} sweeps, nothing moves by more than {about.residual:.1e}")
    if about.temperature:
        print(f"Certified: no seat gains more than {about.gain:.6f} of a win at the start by its best replies.")
    print(f"Values: {path} ({time.monotonic() - began:.0f} s)")


def _solve_all(
    game: str, names: list[str], seats: int, folder: Path | None, jobs: int, cluster: str | None, *, resume: bool
) -> None:
    """Many boxes; each is told as it is done."""
    import sys
    import threading

    from rollmops.cli.files import read_parts
    from rollmops.lab.boxes import solve_boxes

    threading.excepthook = lambda _: None  # when Ctrl-C ends it, the pool's thread trips over workers it has just stopped
    boxes = [read_parts(game, name) for name in names]
    print(f"Solving {len(boxes)} boxes of {game} with {seats} …", file=sys.stderr, flush=True)
    try:
        for box, path, about in solve_boxes(game, boxes, seats, jobs=jobs, cluster=cluster, folder=folder, resume=resume):
            print(f"{box.name}: {about.sweeps} sweeps, residual {about.residual:.1e}, {path}", flush=True)
    except KeyboardInterrupt:
        print("Stopped. Go on with the same command and --resume.", file=sys.stderr)
        sys.exit(130)


class _Lines:
    """Progress as one line that is written over, or where nobody watches as a line from time to time."""

    def __init__(self, watched: bool) -> None:
        self.watched = watched
        self.printed_at = -60.0

    def sweep(self, so_far: Progress | Certificate) -> None:
        """One sweep more."""
        from rollmops.solve.sweeping import Progress

        if not isinstance(so_far, Progress):
            self._tell(f"best replies, sweep {so_far.sweeps}: residual {so_far.residual:.1e}, gain {so_far.gain:.6f}")
            return
        left = so_far.seconds_left()
        heat = f", temperature {so_far.temperature:g}" if so_far.temperature else ""
        rest = f", about {_time(left)} left" if left is not None and so_far.last else ""
        self._tell(f"sweep {so_far.sweeps}{heat}: residual {so_far.residual:.1e} after {_time(so_far.seconds)}{rest}")

    def _tell(self, words: str) -> None:
        import sys
        import time

        if self.watched:
            print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self.printed_at >= 10:
            self.printed_at = time.monotonic()
            print(words, file=sys.stderr, flush=True)

    def end(self) -> None:
        """The line is done."""
        import sys

        if self.watched:
            print(file=sys.stderr)


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
