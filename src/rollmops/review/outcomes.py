"""What a roll could bring: every outcome of chance's next line with its probability."""

from __future__ import annotations

from typing import Any

from rollmops.engine.contract import NOBODY, Game
from rollmops.engine.table import copy

MOST_OUTCOMES = 400


def outcomes(game: Game, t: Any, most: int = MOST_OUTCOMES) -> list[tuple[float, Any]] | None:
    """The tables that chance's next line can lead to, each once, with their probabilities; None if they are too many.

    Dice that fall in another order and lie alike are one outcome, so that four dice are seventy tables and not 625.
    """
    level: dict[bytes, tuple[float, Any]] = {t.tobytes(): (1.0, t)}
    done: dict[bytes, tuple[float, Any]] = {}
    while level:
        following: dict[bytes, tuple[float, Any]] = {}
        for chance, table in level.values():
            weights = game.weights(table, NOBODY)
            total = int(weights.sum())
            for choice in weights.nonzero()[0].tolist():
                after = copy(table)
                game.step(after, NOBODY, choice)
                target = following if game.words.begun(after, NOBODY) else done
                key = after.tobytes()
                before, _ = target.get(key, (0.0, after))
                target[key] = (before + chance * int(weights[choice]) / total, after)
            if len(following) + len(done) > most:
                return None
        level = following
    return list(done.values())
