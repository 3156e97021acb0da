"""The ladder of our minds in all four games with two players, as docs/minds.md has it: `make ladder`.

python examples/ladder.py [GAMES] [GAME [MIND…]] [--log FOLDER] [--plot FILE]

`hard` thinks for seconds, so what it is worth depends on the machine: here `rollout:2000` stands for it, and the same seed
gives the same ladder anywhere. On the floe `sharp` thinks for 0.65 s all the same. With --log every deal is kept, and a
ladder that was stopped goes on from there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rollmops.games import game, house
from rollmops.lab.ladder import Standing
from rollmops.lab.tournament import Plan, Tournament, play_tournament
from rollmops.lab.tournament_log import TournamentLog

LADDERS = {
    "soles": ("random", "easy", "medium", "rollout:2000", "master"),
    "espresso": ("random", "easy", "medium", "rollout:2000", "master"),
    "lure": ("random", "easy", "medium", "rollout:2000", "master"),
    "floe": ("random", "easy", "rollout:12", "master"),
}
GAMES, SEED = 60, 1
HEAD = "| mind | rating | share of the win | 95 % interval | as played | interval narrowed |"


def play(name: str, minds: tuple[str, ...], games: int, log: Path | None, jobs: int) -> Tournament:
    """The tournament of one game; a pairing stops as soon as it is surely decided."""
    plan = Plan(name, house(name), 2, minds, games, SEED, until_sure=True)
    if log is None:
        return play_tournament(plan, jobs)[0]
    log.mkdir(parents=True, exist_ok=True)
    path = log / f"{name}.jsonl"
    kept = TournamentLog(path, plan, resume=path.exists())
    try:
        return play_tournament(plan, jobs, known=kept.deals, keep=kept.add)[0]
    finally:
        kept.close()


def row(one: Standing) -> str:
    """A mind's row of the table."""
    margin = "" if one.rating_error is None else f" ± {1.96 * one.rating_error:.0f}"
    interval = "unknown" if one.low is None or one.high is None else f"{one.low:.1%} – {one.high:.1%}"
    raw = "unknown" if one.raw is None else f"{one.raw.share:.1%} ({one.raw.low:.1%} – {one.raw.high:.1%})"
    narrower = "" if one.narrower is None else f"{one.narrower:.1f} times"
    return f"| `{one.name}` | {one.rating:.0f}{margin} | {one.share:.1%} | {interval} | {raw} | {narrower} |"


def plot(ladders: list[Tournament], path: Path) -> None:
    """All ladders in one picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 1.0 + 2.0 * -(-len(ladders) // 2)), layout="constrained")
    panels = figure.subplots(-(-len(ladders) // 2), 2, squeeze=False).ravel()
    for axes, found in zip(panels, ladders, strict=False):
        minds = found.minds[::-1]
        errors = [1.96 * (one.rating_error or 0.0) for one in minds]
        axes.errorbar(
            [one.rating or 0.0 for one in minds], range(len(minds)), xerr=errors, fmt="o", color="#0b4f6c", capsize=3
        )
        axes.set_yticks(range(len(minds)), [one.name for one in minds])
        axes.set_title(f"{game(found.game).title}, {found.games} games", fontsize=10)
        axes.grid(axis="x", alpha=0.3)
    for axes in panels[len(ladders) :]:
        axes.set_visible(False)
    figure.supxlabel("rating (Elo numbers by Plackett and Luce, 95 % intervals)", fontsize=9)
    figure.savefig(path, dpi=110)


def main(words: list[str] | None = None) -> None:
    """Print a table for each game, and draw them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=GAMES, help="of each pairing at the most")
    parser.add_argument("game", nargs="?", help="this game only")
    parser.add_argument("minds", nargs="*", help="these minds instead of the usual ones")
    parser.add_argument("--log", type=Path, help="keep every deal in this folder, and go on from there")
    parser.add_argument("--plot", type=Path, help="draw the ladders (PNG or SVG)")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(words)
    found = []
    for name, usual in LADDERS.items():
        if given.game in (None, name):
            one = play(name, tuple(given.minds) or usual, given.games, given.log, given.jobs)
            found.append(one)
            told = "luck subtracted" if one.luck_subtracted else "luck not subtracted"
            print(f"\n{game(name).title}: {one.games} games, at most {given.games} of each pairing, seed {SEED}, {told}\n")
            print("\n".join([HEAD, "|---|---|---|---|---|---|", *map(row, one.minds)]), flush=True)
    if given.plot:
        plot(found, given.plot)


if __name__ == "__main__":
    main()
