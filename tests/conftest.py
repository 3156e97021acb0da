"""Fixtures that every test may use."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import hypothesis
import pytest

from rollmops.engine.contract import Game
from rollmops.games import GAMES, game

hypothesis.settings.register_profile("fuzz", max_examples=5000)
hypothesis.settings.register_profile("steady", deadline=None)
hypothesis.settings.load_profile("steady")

RECORDS = sorted(Path(__file__).parent.glob("games/*/records/*.rollmops"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`any_game` runs a test for every game in the registry, `any_record` for every record kept as a fixture."""
    if "any_game" in metafunc.fixturenames:
        metafunc.parametrize("any_game", list(GAMES), indirect=True)
    if "any_record" in metafunc.fixturenames:
        metafunc.parametrize("any_record", RECORDS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")


@pytest.fixture(scope="session")
def hook() -> ModuleType:
    """What builds the pages; it stands beside the package, not in it."""
    spec = importlib.util.spec_from_file_location("hatch_build", Path(__file__).parents[1] / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def any_game(request: pytest.FixtureRequest) -> Game:
    return game(str(request.param))


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test writes into the home folder of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
