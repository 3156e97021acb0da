"""Pictures of what the lab found."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rollmops.engine.errors import RollmopsError
from rollmops.extras import need
from rollmops.lab.summary import Mean, Summary, Tally
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
    _save(figure, path)


def plot_simulation(found: Summary, tally: Tally, path: Path) -> None:
    """What games came to: shares of the win with 95 % intervals by seat and by turn order, points, lengths."""
    need("plots", "a plot")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 7), layout="constrained")
    (seats, order), (points, lengths) = figure.subplots(2, 2)
    names = [f"{one.seat} {one.mind}" for one in found.seats]
    _draw_shares(seats, [one.wins for one in found.seats], names, "share of the win")
    _draw_shares(order, found.order, [f"{place}." for place in range(1, len(names) + 1)], "share of the win by turn order")
    for one, counts, colour in zip(found.seats, tally.points, _COLOURS, strict=False):
        _draw_counts(points, counts, colour, f"{one.seat} {one.mind}: {one.points.mean:.1f} {one.points.half('.1f')}")
    points.set_xlabel("points")
    points.legend(fontsize="small")
    _draw_counts(lengths, tally.lengths, _COLOURS[0], f"mean {found.length.mean:.1f} {found.length.half('.1f')}")
    lengths.set_xlabel("dice and decisions in a game")
    lengths.legend(fontsize="small")
    given_up = f", {found.given_up} given up" if found.given_up else ""
    figure.suptitle(f"{found.game}, {found.games} games{given_up}, seed {found.seed}")
    _save(figure, path)


_COLOURS = ("#0b4f6c", "#e07a3f", "#4f9d69", "#8f5fa8", "#c9a227", "#b23a48", "#5b8e9e", "#6b6b6b")
MOST_BARS = 60


def _draw_shares(axes: Any, shares: list[Mean], names: list[str], title: str) -> None:
    """A point with its interval for each; a hollow one where the interval is unknown. The line is what would be even."""
    from matplotlib.ticker import PercentFormatter

    for place, share in enumerate(shares):
        known = share.low is not None and share.high is not None
        bars = [[share.mean - share.low], [share.high - share.mean]] if known else None  # type: ignore[operator]
        axes.errorbar(
            [share.mean], [place], xerr=bars, fmt="o", mfc=_COLOURS[0] if known else "w", color=_COLOURS[0], capsize=3
        )
    axes.axvline(1 / len(shares), color="#999999", linewidth=1, linestyle=":")
    axes.set_yticks(range(len(shares)), names)
    axes.set_ylim(len(shares) - 0.5, -0.5)
    axes.set_xlabel(f"{title} (95 % intervals)")
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.grid(axis="x", alpha=0.3)


def _draw_counts(axes: Any, counts: Mapping[int, int], colour: str, label: str) -> None:
    """How often each number came, as parts of all; where there are very many numbers, several share a step."""
    from matplotlib.ticker import PercentFormatter

    lowest, highest, games = min(counts), max(counts), sum(counts.values())
    width = 1 + (highest - lowest) // MOST_BARS
    heights = [0.0] * (1 + (highest - lowest) // width)
    for number, count in counts.items():
        heights[(number - lowest) // width] += count / games
    axes.stairs(heights, [lowest - 0.5 + width * step for step in range(len(heights) + 1)], color=colour, label=label)
    axes.set_ylabel("part of the games")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))


def _save(figure: Any, path: Path) -> None:
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise RollmopsError(f"{path} cannot be written: {error}; give a name that ends in .png or .svg") from None
