"""Rolling Dice, by the PAKK team, published by ABACUSSPIELE: throw real dice onto a floe. RULES.md tells it whole."""

from __future__ import annotations

from rollmops.engine.contract import Asked, Game
from rollmops.games.floe import menu, rules, table, view, words
from rollmops.games.floe.table import AIR, COLOURS, DICE, Table


def thrown(t: Table) -> Asked:
    """What the arena must know of the throw that is due."""
    lying = tuple(
        (words.die_name(c, int(t.scoring[c])), int(t.x[c]) / 10, int(t.y[c]) / 10, int(t.angle[c]), int(t.up[c]))
        for c in range(COLOURS)
        if t.scoring[c]
    )
    hand = tuple(words.die_name(int(t.turn), n + 1) for n in range(DICE) if t.thrown[n] == AIR)
    return Asked(lying, hand, tuple(int(number) for number in t.gesture))


GAME = Game(
    name="floe",
    title="Rolling Dice",
    version=1,
    fewest=2,
    most=6,
    choices=rules.CHOICES,
    table=table.Table,
    setup=rules.setup,
    actors=rules.actors,
    options=rules.options,
    step=rules.step,
    result=rules.result,
    happen=None,
    components=table.check,
    lay=table.lay,
    words=words,
    views=view,
    menu=menu.menu,
    thrown=thrown,
)
