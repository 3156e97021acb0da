"""Compiled rules: one version of a function serves whole numbers of every width; what is kept is found by nobody else."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numba
import numpy as np
import pytest

import rollmops.engine.compile
from rollmops.engine.compile import loop, rule
from rollmops.engine.sources import sources_digest

COLUMNS = np.dtype([("narrow", np.int16), ("tiny", np.uint8), ("wide", np.int64)])


@rule
def twice(number: int) -> int:
    return number * 2


@loop
def add_up(row: Any, amount: int) -> int:
    return twice(row.narrow) + twice(row.tiny) + twice(row.wide) + twice(amount) + twice(7) + twice(-1)


@loop
def low_bits(number: int) -> int:
    return number & 255


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_rule_is_compiled_once_for_numbers_of_every_width_and_for_constants() -> None:
    row = np.zeros(1, COLUMNS)
    row["narrow"], row["tiny"], row["wide"] = -300, 200, 2**40
    assert add_up(row[0], 5) == 2 * (-300 + 200 + 2**40 + 5 + 7 - 1)
    for kind in (numba.int16, numba.uint8, numba.int64, numba.types.literal(7)):
        cast(Any, twice).get_call_template((kind,), {})  # what Numba asks where a compiled function calls it
    assert cast(Any, twice).signatures == [(numba.int64,)]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_big_numbers_without_a_sign_stay_as_they_are() -> None:
    @loop
    def fold(number: Any) -> Any:
        return low_bits(number) + (number >> np.uint64(63))

    assert fold(np.uint64(2**63 + 5)) == 6


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_processes_that_keep_compiled_code_at_once_never_find_each_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever found the code that is for other types (or for another game's rules) would run it all the same."""

    def double(number: Any) -> Any:
        return number * 2

    def keep(file: Any, kind: str) -> list[str]:
        found = []
        for number in range(150):
            file.save((kind, number), f"code for {kind} {number}")
            found += [told for told in [file.load((kind, number))] if told not in (None, f"code for {kind} {number}")]
        return found

    monkeypatch.setattr(rollmops.engine.compile, "cache_home", lambda: tmp_path)
    files = [cast(Any, loop(double))._cache._cache_file for _ in range(2)]  # as two processes would have
    Path(files[0]._cache_path).mkdir(parents=True)
    with ThreadPoolExecutor() as pool:
        assert list(pool.map(keep, files, ["soles", "lure"])) == [[], []]


def test_a_source_that_changes_while_we_run_makes_no_name_of_its_new_state(tmp_path: Path, monkeypatch: Any) -> None:
    """What was imported is the old one: code compiled from it must not lie where the new one's is looked for."""
    package = tmp_path / "changing"
    package.mkdir()
    for name, text in (("__init__", ""), ("below", "import math\n"), ("above", "from changing import below\n")):
        (package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    import_module("changing.below")
    sources_digest("changing.below")
    (package / "below.py").write_text("import cmath\n")
    then = sources_digest("changing.above")
    told = "import sys; sys.path.insert(0, sys.argv[1]); import changing, rollmops.engine.sources as ours; "
    asked = [sys.executable, "-c", told + "print(ours.sources_digest('changing.above'))", str(tmp_path)]
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split() != [then]
