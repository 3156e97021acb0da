"""Rules are plain Python functions, compiled by Numba; `NUMBA_DISABLE_JIT=1` runs the same source interpreted.

Three things Numba does not do by itself (numba 0.68): it does not notice that a function called from another file has
changed, so the cache folder is keyed by a digest of all our sources; it caches functions that take other functions as
arguments only if those have the same identity in every process, so each gets one from its name; and it does not inline
rules into the loops that call them, which is worth half the speed of a playout.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import tempfile
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).resolve().parent.parent
KEPT = 6


def source_digest() -> str:
    """A name for the state of all our sources."""
    digest = hashlib.sha256()
    for layer in ("engine", "games", "arena", "minds", "solve", "lab", "gyms"):
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code is kept; a temporary place if the home folder cannot be written."""
    home = os.environ.get("ROLLMOPS_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    folder = Path(home).expanduser() / "rollmops" / source_digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        folder.touch()
    except OSError:
        passing = Path(tempfile.mkdtemp(prefix="rollmops-"))
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        return passing
    _sweep(folder.parent)
    return folder


def _sweep(parent: Path) -> None:
    """Code compiled from sources that are gone is of no use: keep the few newest of our folders."""
    folders = sorted(
        (path for path in parent.iterdir() if path.is_dir() and re.fullmatch(r"[0-9a-f]{16}", path.name)),
        key=lambda path: path.stat().st_mtime,
        reverse=True,
    )
    for old in folders[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


numba.config.CACHE_DIR = str(cache_folder())

_NAMES = uuid.UUID("6f1d3d2e-5a0e-4b5c-9f4e-0d1c2b3a4f5e")


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a small function of tables and numbers; it is inlined wherever a compiled function calls it."""
    return _compile(function, inline=True)


def loop(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that stands on its own: one that allocates, is long, or calls rules over and over."""
    return _compile(function, inline=False)


def _compile(function: Callable[P, R], *, inline: bool) -> Callable[P, R]:
    if numba.config.DISABLE_JIT:
        return function
    compiled: Any = numba.njit(cache=True, nogil=not inline, error_model="numpy", forceinline=inline)(function)
    compiled._set_uuid(str(uuid.uuid5(_NAMES, f"{function.__module__}.{function.__qualname__}")))
    return cast(Callable[P, R], compiled)
