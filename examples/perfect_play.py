"""What perfect play looks like: the figures of docs/perfect_play.md, from the tables of exact values.

python examples/perfect_play.py            the tables in words; first, surface or espresso names one of them
python examples/perfect_play.py --plot X   the surface of Roll for Soles as a picture
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from rollmops.engine.contract import LETTERS
from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.games.soles.table import GO_ON, ONE
from rollmops.minds import mind
from rollmops.minds.loop import play
from rollmops.solve import Valuer, valuer

SCORES = (0, 10, 20, 30)
GAMES = 150


def first_seat(name: str, seats: int) -> str:
    """What each place in the order of turns wins when all play well."""
    rules, parts = game(name), house(name)
    known = valuer(rules, parts, seats)
    shares = known.value(rules.open(parts, seats)).shares
    how = "exact" if known.gain == 0 else f"certified: nobody gains more than {known.gain or 0:.2%}"
    return f"{rules.title}, {seats} players: " + ", ".join(f"{share:.2%}" for share in shares) + f" ({how})"


def table_of_soles(own: int, other: int, net: int, dice: int) -> Any:
    """The mover has rolled, has so much in the net and would roll so many dice again."""
    t = game("soles").open(house("soles"), 2)
    t.supply[0], t.supply[1], t.net = own, other, net
    t.middle -= own + other + net
    t.phase, t.falling, t.waters = GO_ON, 0, int(t.dice) - dice
    t.shown[:] = 0
    t.shown[ONE] = dice
    return t


def secure_at(known: Valuer, own: int, other: int, dice: int) -> int | None:
    """The smallest net with which securing is best; None if it never is."""
    left = int(game("soles").open(house("soles"), 2).middle) - own - other
    for net in range(1, left):
        lines = known.lines(table_of_soles(own, other, net, dice), 0)
        if lines["secure"].shares[0] > lines["again"].shares[0]:
            return net
    return None


def surface(dice: int) -> str:
    """The smallest net to secure with, by both scores."""
    known = valuer(game("soles"), house("soles"), 2)
    rows = [f"the smallest net to secure with, {dice} dice to roll again; own score down, the other's across"]
    rows.append("      " + "".join(f"{other:>6}" for other in SCORES))
    for own in SCORES:
        cells = (secure_at(known, own, other, dice) for other in SCORES)
        rows.append(f"{own:>6}" + "".join(f"{'never' if cell is None else cell:>6}" for cell in cells))
    return "\n".join(rows)


def espressos() -> str:
    """How often a chip is worth drinking, by the white throws left, in games of two perfect players."""
    rules, parts = game("espresso"), house("espresso")
    known = valuer(rules, parts, 2)
    seen: dict[int, list[float]] = defaultdict(list)
    for number in range(GAMES):
        match = Match(rules, parts, Header("espresso", ("A", "B"), first=LETTERS[number % 2]))

        def look(seat: int, view: Any, match: Match = match) -> None:
            lines = known.lines(match.table, seat)
            if "drink" in lines and "cast" in lines:
                seen[int(match.table.throws)].append(lines["drink"].shares[seat] - lines["cast"].shares[seat])

        minds = [mind("exact", rules, parts, seat) for seat in range(2)]
        play(match, minds, rules.chance.source(parts, LabDice(number)), watch=look)
    rows = ["white throws left: how often drinking first is best, and what it wins on average"]
    for throws, gains in sorted(seen.items()):
        often = sum(gain > 0 for gain in gains) / len(gains)
        rows.append(f"{throws:>6}: {often:>6.1%} of {len(gains)} decisions, {sum(gains) / len(gains):+.2%}")
    return "\n".join(rows)


def plot(path: Path) -> None:
    """The surface for four dice, as known from Pig."""
    from matplotlib.figure import Figure

    known = valuer(game("soles"), house("soles"), 2)
    scores = range(0, 41, 4)
    rows = [[secure_at(known, own, other, 4) or math.nan for other in scores] for own in scores]
    figure = Figure(figsize=(6, 5), layout="constrained")
    axes = figure.subplots()
    shown = axes.imshow(rows, origin="lower", extent=(0, 44, 0, 44), cmap="viridis_r")
    axes.set_xlabel("the other's soles")
    axes.set_ylabel("own soles")
    axes.set_title("The smallest net to secure with (four dice)")
    figure.colorbar(shown)
    figure.savefig(path, dpi=130)


def main(words: list[str]) -> None:
    """All of it, or the part that is named."""
    if words[:1] == ["--plot"]:
        plot(Path(words[1]))
        return
    if words in ([], ["first"]):
        for name, seats in (("soles", 2), ("soles", 3), ("espresso", 2)):
            print(first_seat(name, seats))
    if words in ([], ["surface"]):
        for dice in (4, 3, 2):
            print(surface(dice))
    if words in ([], ["espresso"]):
        print(espressos())


if __name__ == "__main__":
    main(sys.argv[1:])
