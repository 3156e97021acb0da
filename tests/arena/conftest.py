from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import rollmops
from rollmops.arena import Arena, Map

COMPONENTS = Path(rollmops.__file__).parent / "games" / "floe" / "components.toml"


@pytest.fixture
def facts() -> dict[str, Any]:
    return tomllib.loads(COMPONENTS.read_text(encoding="utf-8"))


def read_floe() -> Map:
    return Map.read(tomllib.loads(COMPONENTS.read_text(encoding="utf-8")))


@pytest.fixture(scope="session")
def floe() -> Map:
    return read_floe()


@pytest.fixture(scope="session")
def arena(floe: Map) -> Arena:
    return Arena(floe)
