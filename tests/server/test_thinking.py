"""Bots think in time: a slow one plays the best it has found, and its thread is free again."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest

from rollmops.engine.dice import LabDice
from rollmops.engine.logbook import Header
from rollmops.engine.match import Match
from rollmops.games import game, house
from rollmops.minds import Mind, mind
from rollmops.minds.aim import gestures
from rollmops.minds.levels import LEVELS
from rollmops.server.table import thoughts
from rollmops.server.table.thinking import CHOICES_A_TURN, ROUND_SECONDS, Thinkers


def test_a_slow_bot_plays_the_best_it_has_found_and_frees_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of real throws take minutes; one bot may think for a second or so, and has time enough to be stopped in."""
    monkeypatch.setitem(LEVELS, "hard", replace(LEVELS["hard"], mind="rollout:4000"))
    match = Match(game("floe"), house("floe"), Header("floe", ("Ann", "Ben"), first="A"))
    view = match.view(0)
    mind("rollout:1", match.game, match.components, 1).choose(view)  # compiled
    thinkers = Thinkers(threads=1, patience=10.0)

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


def test_four_hard_bots_share_the_time_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them alone would think as long as it likes; together they keep nobody waiting."""
    given: list[float] = []

    def listen(*which: Any, seconds: float) -> Mind:
        given.append(seconds)
        return mind(*which, seconds=0.01)

    monkeypatch.setattr(thoughts, "mind", listen)
    match = Match(game("soles"), house("soles"), Header("soles", ("Ann", "Ben", "Cleo", "Dora", "Egon"), first="A"))
    match.roll_all(LabDice(1))
    thinkers = Thinkers(threads=1)

    async def play(bots: int) -> None:
        (seat,) = match.owing
        await thinkers.choose("hard", match.game, match.components, match.view(seat), bots)

    for bots in (1, 2, 4):
        asyncio.run(play(bots))
    thinkers.close()
    assert given[0] > 0.7  # as long as the level itself wants
    assert [round(seconds, 3) for seconds in given[1:]] == [0.6, 0.3]
    assert 4 * CHOICES_A_TURN * given[-1] <= ROUND_SECONDS
