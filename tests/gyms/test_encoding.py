"""Observations for learners: numbers in their ranges, whoever looks first, and the page says it field by field."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rollmops.engine.contract import Game
from rollmops.games import components
from rollmops.gyms import BatchEnv, soles_v1
from rollmops.gyms import pettingzoo as zoo
from rollmops.gyms.encoding import Encoding
from rollmops.gyms.observation import layout

DOCS = Path(__file__).parent.parent.parent / "docs"
SMALL_LURE = Path(__file__).parent.parent.parent / "examples" / "small_lure.toml"


def test_every_field_of_the_table_is_told(any_game: Game) -> None:
    told = {field.name for field in Encoding(any_game.name, any_game.fewest).fields}
    assert told == {name.partition("[")[0] for name in layout(any_game.name).names[1:]}


@pytest.mark.parametrize("seats", ["fewest", "most"])
def test_numbers_stay_in_their_range(batched_game: Game, seats: str) -> None:
    """Games to their ends, each look at every step: no raw number is ever outside, and no flat one is cut off."""
    lanes, steps = (200, 400) if batched_game.chance.by_weight else (4, 40)
    count = getattr(batched_game, seats)
    env = BatchEnv(batched_game.name, count, lanes, seed=5, observation="flat")
    encoding = env.encoding
    assert encoding is not None
    batch = env.reset()
    low, high = encoding.raw_bounds
    flat_low, flat_high = encoding.bounds
    names = np.array(env.names)
    for _ in range(steps):
        raw = env.outputs.raw
        assert not (raw < low).any(), names[(raw < low).any(axis=0)]
        assert not (raw > high).any(), names[(raw > high).any(axis=0)]
        assert (batch.observation >= flat_low - 1e-6).all()
        assert (batch.observation <= flat_high + 1e-6).all()
        batch = env.step(env.sample())


def test_ranges_are_those_of_the_box() -> None:
    small = components("lure", SMALL_LURE)
    _, high = Encoding("lure", 2, small).raw_bounds
    _, house = Encoding("lure", 2).raw_bounds
    deck = layout("lure").names.index("deck")
    assert high[deck] < house[deck]


def test_the_mover_comes_first() -> None:
    """Turn a table of Roll for Soles round by a seat, and the one who looks is told the same."""
    encoding = Encoding("soles", 3)
    names = layout("soles").names
    raw = np.zeros(len(names), np.int16)
    values = {"seats": 3, "turn": 1, "phase": 2, "middle": 30, "net": 4, "doubles": 1}
    supplies = [5, 6, 7]
    for name, value in values.items():
        raw[names.index(name)] = value
    rows = []
    for shift in range(3):
        raw[0] = (1 + shift) % 3
        raw[names.index("turn")] = (1 + shift) % 3
        for seat, soles in enumerate(supplies):
            raw[names.index(f"supply[{(seat + shift) % 3}]")] = soles
        rows.append(encoded(encoding, raw))
    assert np.array_equal(rows[0], rows[1])
    assert np.array_equal(rows[0], rows[2])
    cut = encoding.cut(rows[0])
    total = 7 / cut["supply"][1]
    assert cut["turn"].tolist() == [1, 0, 0]
    assert cut["phase"].tolist() == [0, 0, 1, 0]
    assert (cut["supply"] * total).tolist() == pytest.approx([6, 7, 5])


def encoded(encoding: Encoding, raw: Any) -> Any:
    from rollmops.gyms.encoding import encode_one

    codes = encoding.codes(1)
    encode_one(codes, raw, int(raw[0]), codes.out[0])
    return codes.out[0]


@pytest.mark.parametrize("kind", ["raw", "flat", "dict"])
def test_spaces_hold_what_is_observed(any_game: Game, kind: str) -> None:
    env = zoo.env(any_game.name, observation=kind)
    env.reset(seed=4)
    rng = np.random.default_rng(1)
    for _ in range(60 if any_game.chance.by_weight else 4):
        if all(env.terminations.values()):
            break
        for agent in env.agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        assert env.state_space.contains(env.state())
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))


def test_one_table_sees_what_the_batch_sees(batched_game: Game) -> None:
    batch = BatchEnv(batched_game.name, batched_game.most, 1, seed=11, observation="dict")
    single = zoo.env(batched_game.name, seats=batched_game.most, observation="dict")
    batch.reset()
    single.reset(seed=11)
    for _ in range(30 if batched_game.chance.by_weight else 3):
        seen = single.last()[0]["observation"]
        assert seen.keys() == batch.observation.keys()
        assert all(np.array_equal(seen[name], batch.observation[name][0]) for name in seen)
        actions = batch.sample()
        batch.step(actions)
        single.step(actions[0])


def test_choices_and_tables_are_told_in_words() -> None:
    env = soles_v1.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.action_names() == {0: "again", 1: "secure"} or env.action_names()[0] == "take middle"
    shown = env.render()
    assert isinstance(shown, str)
    assert shown.split("\n")[-1].startswith(f"to choose: {'AB'[env.seat_of[env.agent_selection]]} (")
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.action_names(other) == {}


def test_the_page_is_as_printed() -> None:
    done = subprocess.run([sys.executable, "-m", "rollmops.gyms.fields_page"], capture_output=True, text=True, check=True)
    assert (DOCS / "observations.md").read_text(encoding="utf-8") == done.stdout, "python -m rollmops.gyms.fields_page"
