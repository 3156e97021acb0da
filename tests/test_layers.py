"""Each layer imports only those above it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import rollmops

LAYERS = ("engine", "games", "arena", "minds", "solve", "review", "daily", "lab", "gyms", "server", "cli")
PACKAGE = Path(rollmops.__file__).parent


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


MODULES = [path for layer in LAYERS for path in sorted((PACKAGE / layer).rglob("*.py"))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_layer_imports_only_those_above_it(path: Path) -> None:
    own = LAYERS.index(path.relative_to(PACKAGE).parts[0])
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "rollmops" and len(parts) > 1 and parts[1] in LAYERS:
            assert LAYERS.index(parts[1]) <= own, f"{path} imports {name}"


ROOMS = ("protocol", "store", "table", "web")
"""Of the server; what lies beside them (limits, memory, warming) serves them all."""


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "server").rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix()
)
def test_a_room_of_the_server_imports_only_those_above_it(path: Path) -> None:
    room = path.relative_to(PACKAGE / "server").parts[0]
    own = ROOMS.index(room) if room in ROOMS else -1
    for name in imports(path):
        parts = name.split(".")
        if parts[:2] == ["rollmops", "server"] and len(parts) > 2 and parts[2] in ROOMS:
            assert ROOMS.index(parts[2]) <= own, f"{path} imports {name}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "engine").glob("*.py")), ids=lambda path: path.name)
def test_the_engine_names_no_game(path: Path) -> None:
    code = ast.dump(ast.parse(path.read_text(encoding="utf-8")))
    assert not [name for name in imports(path) if name.startswith("rollmops.games")], code


def test_every_folder_of_the_package_is_a_layer() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(LAYERS)
