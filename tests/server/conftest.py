"""One server for most tests of a module; tests that stop or crowd it open their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

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
