"""The ladder of our minds in all four games with two players, as docs/minds.md has it: `make ladder`."""

from __future__ import annotations

import sys

from rollmops.games import house
from rollmops.lab.tournament import Plan, play_tournament

LADDERS = {
    "soles": ("random", "easy", "medium", "hard", "master"),
    "espresso": ("random", "easy", "medium", "hard", "master"),
    "lure": ("random", "easy", "medium", "hard", "master"),
    "floe": ("random", "easy", "medium", "master"),
}
GAMES = 60


def main(words: list[str]) -> None:
    """Print a table for each game: [GAMES] [GAME] [MIND…]."""
    games = int(words[0]) if words else GAMES
    for name, minds in LADDERS.items():
        if name not in (words[1:2] or [name]):
            continue
        chosen = tuple(words[2:]) or minds
        found, _ = play_tournament(Plan(name, house(name), 2, chosen, games, 1, until_sure=True), jobs=2)
        print(f"| {name} | rating | share of the win | 95 % interval |\n|---|---|---|---|")
        for one in found.minds:
            margin = "" if one.rating_error is None else f" ± {1.96 * one.rating_error:.0f}"
            interval = "unknown" if one.low is None or one.high is None else f"{one.low:.1%} – {one.high:.1%}"
            print(f"| {one.name} | {one.rating:.0f}{margin} | {one.share:.1%} | {interval} |")
        print(f"\n{found.games} games{', luck subtracted' if found.luck_subtracted else ''}\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
