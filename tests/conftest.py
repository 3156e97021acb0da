"""Fixtures that every test may use."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import ModuleType

import hypothesis
import pytest

FIFTH = Path(__file__).parent / "fifth"
sys.path.insert(0, str(FIFTH))  # a game of another package, as it would be installed; the laws hold for it too

from rollmops.engine.contract import Game  # noqa: E402
from rollmops.games import GAMES, all_games, game  # noqa: E402
from tests.gyms.effort import compiled_in_short  # noqa: E402

hypothesis.settings.register_profile("fuzz", max_examples=5000)
# The same examples each time, so that nobody's work is refused for what it has not touched; `make fuzz` looks for new ones.
hypothesis.settings.register_profile("steady", deadline=None, derandomize=True)
hypothesis.settings.load_profile("steady")

RECORDS = sorted(Path(__file__).parent.glob("games/*/records/*.rollmops"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`any_game` runs a test for every game of the house (the laws: for those of other packages too), `batched_game` for all
    whose batches are tried, `any_record` for every record kept as a fixture."""
    if "any_game" in metafunc.fixturenames:
        folder = metafunc.module.__name__.removeprefix("tests.").partition(".")[0]
        names = list(all_games() if folder == "contract" else GAMES)
        if folder == "gyms":
            names = compiled_in_short("soles", "lure", "floe")
        metafunc.parametrize("any_game", names, indirect=True)
    if "batched_game" in metafunc.fixturenames:
        metafunc.parametrize("batched_game", compiled_in_short("soles", "floe"), indirect=True)
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


@pytest.fixture
def batched_game(request: pytest.FixtureRequest) -> Game:
    return game(str(request.param))


@pytest.fixture(scope="session")
def data_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for each test, counted here: pytest's way to number them looks through all there are, thousands of times."""
    home = tmp_path_factory.mktemp("data")
    return (home / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_data_folder(data_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """No test writes into the home folder of whoever runs it."""
    folder = next(data_folders)
    folder.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
