"""One server for most tests of a module; tests that stop or crowd it open their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rollmops.server.store.store import Store
from tests.server.database import Postgres, open_postgres
from tests.server.house import House, close_pages, open_house


@pytest.fixture(autouse=True)
def closed_pages() -> Iterator[None]:
    yield
    close_pages()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house"), away=0.4, idle=0.5) as house:
        yield house
        assert "cannot go on" not in "".join(house.said), "".join(house.said)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with open_postgres() as postgres:
        yield postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Opens a store, the same one each time: the laws hold for both kinds."""
    if request.param == "sqlite":
        return lambda: Store.in_folder(tmp_path)
    address = request.getfixturevalue("postgres").database()
    return lambda: Store.at(address)
