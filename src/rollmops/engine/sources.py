"""The sources of compiled code: a name for their state, and where what was compiled from them is kept.

Numba is not needed here: whoever asks only whether something was compiled before is answered at once.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import cast

KEPT_SECONDS = 30 * 24 * 3600.0
"""Compiled code that nobody has used for so long was made from sources that are gone."""
_IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+([\w.]+))", re.MULTILINE)


@cache
def cache_home() -> Path:
    """Where compiled code is kept; a temporary place if the home folder cannot be written."""
    home = os.environ.get("ROLLMOPS_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    folder = Path(home).expanduser().absolute() / "rollmops"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        passing = Path(tempfile.mkdtemp(prefix="rollmops-"))
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        return passing


def sweep(home: Path) -> None:
    """Throw away what nobody has used for long, of our own folders only."""
    oldest = time.time() - KEPT_SECONDS
    for folder in home.iterdir():
        if re.fullmatch(r"[0-9a-f]{16}", folder.name) and folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def sources_digest(module: str) -> str:
    """A name for the state of a module's source and of all it imports from its own package or from ours."""
    digest = hashlib.sha256()
    for path in sorted(_sources(module)):
        digest.update(path.name.encode() + b"\0" + _source(path))
    return digest.hexdigest()[:16]


@cache
def _source(path: Path) -> bytes:
    """A file as it was when first asked for, about when it was imported: if it changes under a running process, what that
    compiles from the old one does not get the name of the new one."""
    return path.read_bytes()


def _sources(module: str) -> set[Path]:
    """The files of a module and of all it imports, as far as they are its own package's or ours."""
    ours = {module.partition(".")[0], __name__.partition(".")[0]}
    found: set[Path] = set()
    waiting = [module]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen or name.partition(".")[0] not in ours:
            continue
        seen.add(name)
        if (path := _file_of(name)) is not None:
            found.add(path)
            waiting += _imports(path)
    return found


@cache
def _imports(path: Path) -> tuple[str, ...]:
    """What a file imports; of `from a import b` both `a` and `a.b`, whatever `b` is."""
    names: list[str] = []
    for origin, parts, plain in _IMPORT.findall(_source(path).decode()):
        names.append(plain or origin)
        names += [f"{origin}.{part}" for part in re.findall(r"\w+", parts)] if origin else []
    return tuple(names)


@cache
def _file_of(name: str) -> Path | None:
    """The source file of a module, found without importing it."""
    top, *parts = name.split(".")
    first = sys.modules.get(top)
    if first is None or getattr(first, "__file__", None) is None:
        return None
    base = Path(cast(str, first.__file__)).resolve()
    if not parts:
        return base
    if base.name != "__init__.py":
        return None
    place = base.parent.joinpath(*parts)
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)
