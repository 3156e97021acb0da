"""Tables shown as text and pictures: whatever a watcher may know is there, and what is left out is said."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from rollmops.engine.contract import NOBODY, Game
from rollmops.gyms import pettingzoo as zoo
from rollmops.gyms.render import PICTURE_PIXELS, fitted, in_words


def leaves(value: Any) -> list[str]:
    """All words and numbers in a view; of a card its name."""
    if isinstance(value, dict) and "catch" in value:
        return [value["name"]]
    if isinstance(value, dict | list | tuple):
        return [leaf for inner in (value.values() if isinstance(value, dict) else value) for leaf in leaves(inner)]
    return [] if value is None or isinstance(value, bool) else [str(value)]


def test_nothing_that_changes_is_left_out(any_game: Game) -> None:
    """Only a map is, and of a card all but its name."""
    env = zoo.env(any_game.name, seats=any_game.most, render_mode="ansi")
    env.reset(seed=3)
    rng, longest = np.random.default_rng(0), 0
    for _ in range(400 if any_game.chance.by_weight else 24):
        seen, _, over, _, _ = env.last()
        shown = env.render()
        assert isinstance(shown, str)
        view = msgspec.to_builtins(any_game.views.view(env.simulator.table(0, NOBODY), NOBODY))
        for name, value in view.items():
            if name not in ("game", "seat", "floe") and leaves(value):
                line = next(line for line in shown.split("\n") if line.startswith(name.replace("_", " ")))
                assert all(word in line for word in leaves(value)), name
        longest = max(longest, len(shown))
        assert "lines more" not in "".join(fitted(shown)[1])
        if over:
            break
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert longest > 200


def test_the_map_is_mentioned() -> None:
    assert in_words({"width": 1, "outline": [[0.0, 0.0]] * 99}) == "(its map, which does not change)"


def test_what_has_no_room_is_counted() -> None:
    size, rows = fitted("\n".join(f"line {number}" for number in range(500)))
    assert rows[-1] == f"… and {500 - len(rows) + 1} lines more; render_mode='ansi' shows all"
    assert len(rows) * (size + 5) < PICTURE_PIXELS[1]
