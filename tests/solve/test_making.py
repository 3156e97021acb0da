"""`rollmops solve`: interrupted, resumed, kept under the digest of its components, and refused where it cannot be done."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from rollmops.cli import app
from rollmops.engine.errors import BadTableError, RollmopsError
from rollmops.games import game, house
from rollmops.solve import kept, valuer
from rollmops.solve.certify import Certificate
from rollmops.solve.making import make
from rollmops.solve.playouts import Playouts
from rollmops.solve.sweeping import Progress
from tests.solve.boxes import small_soles

SOLES = game("soles")


def test_an_interrupted_run_is_resumed_and_loses_at_most_a_sweep() -> None:
    parts = small_soles(5, 2)
    seen: list[int] = []

    def stop_at(sweeps: int) -> object:
        def tell(so_far: Progress | Certificate) -> None:
            seen.append(so_far.sweeps)
            if so_far.sweeps == sweeps:
                raise KeyboardInterrupt

        return tell

    with pytest.raises(KeyboardInterrupt):
        make(SOLES, parts, 2, tell=stop_at(6))  # type: ignore[arg-type]
    assert not isinstance(valuer(SOLES, parts, 2).gain, float)
    path, about = make(SOLES, parts, 2, resume=True, tell=stop_at(-1))  # type: ignore[arg-type]
    assert seen[:7] == [1, 2, 3, 4, 5, 6, 7]
    assert about.residual < 1e-10
    assert path.parent == kept.folder()
    assert parts.digest[:16] in path.name
    assert valuer(SOLES, parts, 2).exact  # found at once, in this process too
    assert not kept.part_path(SOLES, parts, 2).exists()


def test_three_players_are_frozen_and_certified_resumed_too() -> None:
    parts = small_soles(6, 2)

    def stop(so_far: Progress | Certificate) -> None:
        if isinstance(so_far, Certificate) and so_far.sweeps == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(SOLES, parts, 3, tell=stop)
    assert isinstance(kept.read_part(kept.part_path(SOLES, parts, 3)), Certificate)
    _, about = make(SOLES, parts, 3, resume=True)
    assert 0 <= about.gain < 0.002
    assert about.residual < 1e-6
    asked = valuer(SOLES, parts, 3)
    assert asked.exact
    assert asked.gain == about.gain
    assert sum(asked.value(SOLES.open(parts, 3, 0)).shares) == pytest.approx(1, abs=1e-12)


def test_nothing_to_resume_is_told() -> None:
    with pytest.raises(RollmopsError, match="nothing to resume"):
        make(SOLES, small_soles(7, 2), 2, resume=True)


def test_what_cannot_be_swept_is_refused_with_its_size() -> None:
    with pytest.raises(RollmopsError, match=r"[\d,]+ tables in [\d,]+ turns"):
        make(SOLES, house("soles"), 4)
    with pytest.raises(RollmopsError, match=r"[\d,]+ tables in [\d,]+ turns"):
        make(game("espresso"), house("espresso"), 3)
    with pytest.raises(RollmopsError, match="secret"):
        make(game("lure"), house("lure"), 2)
    with pytest.raises(RollmopsError, match="throw"):
        make(game("floe"), house("floe"), 2)
    with pytest.raises(BadTableError, match="2 to 8"):
        make(SOLES, house("soles"), 9)


def test_a_broken_table_of_values_is_told() -> None:
    parts = small_soles(8, 1)
    path = kept.folder() / kept.file_name(SOLES, parts, 2)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"nothing")
    with pytest.raises(RollmopsError, match="make it again with rollmops solve"):
        valuer(SOLES, parts, 2)


def test_playouts_agree_with_the_exact_values_of_random_play_at_the_end() -> None:
    """Where the game is nearly over random games and perfect ones end alike; the estimate covers it."""
    found = Playouts(SOLES, house("soles"), 2)
    t = SOLES.open(house("soles"), 2, 0)
    t.middle, t.supply[0], t.supply[1] = 1, 79, 0
    value = found.value(t)
    assert value.shares[0] > 0.99
    assert value.errors is not None
    assert np.all(np.array(value.errors) > 0)


def test_a_folder_of_ones_own(tmp_path: Path) -> None:
    path, _ = make(SOLES, small_soles(3, 1), 2, folder=tmp_path)
    assert path.parent == tmp_path


@pytest.mark.parametrize(("sweeps", "said"), [(3, "--folder {folder} --resume"), (None, "nothing to go on with")])
def test_ctrl_c_says_how_to_go_on(sweeps: int | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two sweeps, and before the first is done."""

    def ctrl_c(*_: object) -> None:
        raise KeyboardInterrupt

    def ctrl_c_at(_: object, so_far: Progress | Certificate) -> None:
        if so_far.sweeps == sweeps:
            raise KeyboardInterrupt

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sweeps is None:
        monkeypatch.setattr("rollmops.solve.soles.turns.SolesTurns.sweep", ctrl_c)
    else:
        monkeypatch.setattr("rollmops.cli.solve._Lines.sweep", ctrl_c_at)
    done = CliRunner().invoke(app, ["solve", "soles", "--folder", str(tmp_path)])
    assert done.exit_code == 130
    assert said.format(folder=tmp_path) in done.output
