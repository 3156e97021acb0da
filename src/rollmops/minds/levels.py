"""The levels of bots: a word for the strength, the mind behind it, and who plays so.

How strong each is was measured: docs/minds.md has the ladder, and the command that makes it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A strength of bots."""

    mind: str
    names: tuple[str, ...]  # of those who play so; the first stands for them all
    about: str  # how they play


LEVELS = {
    "easy": Level(
        "beginner",
        ("Pip", "Polly", "Pelle", "Pina", "Puck", "Paula", "Piet"),
        "plays by feel: nothing silly, nothing deep",
    ),
    "medium": Level(
        "rollout:40",
        ("Marlies", "Milo", "Mette", "Magnus", "Minna", "Mads", "Mona"),
        "thinks a little ahead and likes a sure catch",
    ),
    "hard": Level(
        "rollout:0.7s",
        ("Hilda", "Hektor", "Hedda", "Harald", "Helmi", "Hugo", "Hanna"),
        "tries every line thousands of times",
    ),
    "master": Level(
        "master",
        ("Nerea", "Nestor", "Njord", "Nixe", "Nils", "Nele", "Noah"),
        "knows what the table is worth, exactly where anybody can",
    ),
}
"""From the weakest to the strongest."""
USUAL = "medium"


def bot_names(levels: list[str], taken: list[str]) -> list[str]:
    """A name for each bot of these levels (other minds count as the usual one), none that is taken."""
    used, names = list(taken), []
    for level in levels:
        crew = LEVELS[level if level in LEVELS else USUAL].names
        free = next((name for name in crew if name not in used), None)
        name = free or next(f"{crew[0]} {number}" for number in range(2, 99) if f"{crew[0]} {number}" not in used)
        used.append(name)
        names.append(name)
    return names
