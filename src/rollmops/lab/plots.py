"""Pictures of what the lab found."""

from __future__ import annotations

from pathlib import Path

from rollmops.engine.errors import RollmopsError
from rollmops.extras import need
from rollmops.lab.tournament import Tournament


def plot_ladder(outcome: Tournament, path: Path) -> None:
    """The ladder of a tournament: every mind's rating with its 95 % interval, strongest on top."""
    need("plots", "a plot")
    from matplotlib.figure import Figure

    minds = outcome.minds[::-1]
    figure = Figure(figsize=(7, 1.2 + 0.45 * len(minds)), layout="constrained")
    axes = figure.subplots()
    ratings = [one.rating or 0.0 for one in minds]
    errors = [1.96 * (one.rating_error or 0.0) for one in minds]
    axes.errorbar(ratings, range(len(minds)), xerr=errors, fmt="o", color="#0b4f6c", capsize=3)
    axes.set_yticks(range(len(minds)), [one.name for one in minds])
    axes.set_xlabel("rating (Elo numbers by Plackett and Luce, 95 % intervals)")
    axes.set_title(f"{outcome.game}, {outcome.seats} seats, {outcome.games} games")
    axes.grid(axis="x", alpha=0.3)
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise RollmopsError(f"{path} cannot be written: {error}; give a name that ends in .png or .svg") from None
