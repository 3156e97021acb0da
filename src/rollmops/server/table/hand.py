"""People's own dice: what the page asks for, at a table where nobody else throws."""

from __future__ import annotations

from typing import Any

from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.table import copy
from rollmops.games.floe.words import resting
from rollmops.server.protocol.messages import Due
from rollmops.server.table.sitting import Sitting

MOST_FACES = 200


def due_of(sitting: Sitting) -> Due | None:
    """The dice or cards that are due at a table with people's own; None where nothing is."""
    match = sitting.match
    if match is None or not sitting.plan.hand or not match.chance:
        return None
    game, table = match.game, match.table
    letter, verb = game.words.letter(table, NOBODY), game.words.verbs(table, NOBODY)[0]
    secret = is_secret(game, letter, verb)
    if not game.chance.by_weight:
        return Due(letter, verb, (), tuple(resting(table)), secret)
    if secret:
        # What is left of a pile would tell what others hold: ask for anything that was ever in it.
        table = game.open(sitting.components, match.seats)
        if game.words.verbs(table, NOBODY)[:1] != (verb,):
            return Due(letter, verb, (), (), secret)
    dice = getattr(game.words, "falling", None)  # where dice of several colours fall in an order
    return Due(letter, verb, faces_of(game, table), tuple(dice(table)) if dice and verb == "roll" else (), secret)


def is_secret(game: Game, letter: str, verb: str) -> bool:
    """Whether the line of this verb is for its own seat only."""
    return game.views.seen(letter, f"{verb} it", NOBODY) != f"{verb} it"


def faces_of(game: Game, t: Any) -> tuple[tuple[str, ...], ...]:
    """For each die or card of chance's next line what it may show, as the record spells it."""
    ahead, fallen, found = copy(t), list[int](), list[tuple[str, ...]]()
    while not fallen or game.words.begun(ahead, NOBODY):
        open_choices = game.weights(ahead, NOBODY).nonzero()[0].tolist()[:MOST_FACES]
        found.append(tuple(game.words.spell(t, NOBODY, [*fallen, choice]).split()[-1] for choice in open_choices))
        fallen.append(open_choices[0])
        game.step(ahead, NOBODY, fallen[-1])
    return tuple(found)
