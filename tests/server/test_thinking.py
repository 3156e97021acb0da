"""Bots think in time: a slow one plays the best it has found, and its thread is free again."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.minds import mind
from rollmops.minds.aim import gestures
from rollmops.minds.levels import LEVELS
from rollmops.server.table.thinking import Thinkers


def test_a_slow_bot_plays_the_best_it_has_found_and_frees_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of real throws take minutes; this table waits for three seconds."""
    monkeypatch.setitem(LEVELS, "hard", replace(LEVELS["hard"], mind="rollout:4000"))
    match = Match(game("floe"), house("floe"), Header("floe", ("Ann", "Ben"), first="A"))
    view = match.view(0)
    mind("rollout:1", match.game, match.components, 1).choose(view)  # compiled
    thinkers = Thinkers(threads=1, patience=3.0)

    async def play() -> tuple[str, float]:
        words = await thinkers.choose("hard", match.game, match.components, view)
        start = time.monotonic()
        await asyncio.get_running_loop().run_in_executor(thinkers.pool, lambda: None)
        return words, time.monotonic() - start

    words, waited = asyncio.run(play())
    thinkers.close()
    thought_of = {match.game.words.spell(match.table, 0, idea) for idea in gestures(match.table)}
    assert words in thought_of
    assert waited < 2
