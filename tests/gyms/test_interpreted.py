"""Games whose loops are not compiled in the short form of the tests are played there too: interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import LONG

HERE = Path(__file__).parent
PLAYED = (
    "test_batch.py::test_same_dice_same_states_as_the_single_environment[lure]",
    "test_batch.py::test_copies_go_on_alike_and_apart[lure-2]",
    "test_batch.py::test_a_game_that_is_too_long_is_truncated[lure-same_step]",
    "test_batch.py::test_a_game_that_is_too_long_is_truncated[lure-next_step]",
    "test_encoding.py::test_one_table_sees_what_the_batch_sees[lure]",
    "test_pettingzoo.py::test_api[espresso-2]",
    "test_pettingzoo.py::test_parallel_api[espresso-2]",
    "test_pettingzoo.py::test_max_cycles[espresso-2]",
)


@pytest.mark.skipif(LONG, reason="all games are played compiled")
def test_the_other_games_are_played_interpreted() -> None:
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    words = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *(str(HERE / one) for one in PLAYED)]
    done = subprocess.run(words, env=own | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert f"{len(PLAYED)} passed" in done.stdout
