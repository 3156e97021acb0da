"""Which games the environments are tried with: to compile the loops of one takes up to half a minute."""

from __future__ import annotations

import numba

from rollmops.games import GAMES
from tests.effort import some_or_all


def compiled_in_short(*names: str) -> list[str]:
    """All games in the long form, and where nothing is compiled; in short these. `test_interpreted.py` plays the others."""
    return list(GAMES) if numba.config.DISABLE_JIT else some_or_all(GAMES, *names)
