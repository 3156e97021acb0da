"""Rules are plain Python functions, compiled by Numba; `NUMBA_DISABLE_JIT=1` runs the same source interpreted.

Five things Numba does not do by itself (numba 0.68): it does not notice that a function called from another file has
changed, so compiled code is kept in a folder named after a digest of the module and of all it imports; it caches functions
that take other functions as arguments only if those have the same identity in every process, so each gets one from its name
and that digest; it does not inline rules into the loops that call them, which is worth half the speed of a playout; it
compiles a function anew for every width of a whole number and for every constant that it is called with (see Compiled);
and it mixes up what several processes keep at the same time (see KeptCode).

Numba's settings are ours only while one of our functions is decorated: whoever imports us keeps their own cache.
"""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core import event, types
from numba.core.caching import IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target

from rollmops.engine.sources import cache_home, sources_digest, sweep

P = ParamSpec("P")
R = TypeVar("R")

INT64_BITS = 64
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
    options = {"nopython": True, "nogil": not inline, "error_model": "numpy", "forceinline": inline}
    with _our_cache():
        compiled = Compiled(function, targetoptions=options | {"no_cfunc_wrapper": True})
        compiled.enable_caching()
    name = f"{function.__module__}.{function.__qualname__} {sources_digest(function.__module__)}"
    compiled._set_uuid(str(uuid.uuid5(_NAMES, name)))
    return cast(Callable[P, R], compiled)


class Compiled(CPUDispatcher):  # type: ignore[misc]  # Numba has no types
    """A compiled function. Called from another, it takes whole numbers of any width, and constants, as 64 bits: one version
    serves them all, which spares a quarter of all compiling. (The wrapper for callers in C is left out too.)
    """

    def enable_caching(self) -> None:
        """Keep compiled code in files of our own."""
        super().enable_caching()
        self._cache._cache_file.__class__ = KeptCode

    def get_call_template(self, args: Iterable[Any], kws: dict[str, Any]) -> Any:
        """Numba's question what a call with arguments of these types is."""
        return super().get_call_template([_widened(one) for one in args], {name: _widened(one) for name, one in kws.items()})


def _widened(kind: Any) -> Any:
    """The type that a function is compiled for where it is called with this one."""
    plain = types.unliteral(kind)  # type: ignore[attr-defined]
    narrow = isinstance(plain, types.Integer) and plain.bitwidth < INT64_BITS  # type: ignore[attr-defined]  # numba's stubs lack it
    return types.int64 if narrow else plain


class KeptCode(IndexDataCacheFile):  # type: ignore[misc]  # Numba has no types
    """A function's compiled code, one file for each of its versions, named after what that version is for.

    Numba numbers the files. Two processes that keep two versions at the same time took the same number, and the next one
    ran code that was compiled for another game's rules without a word. Now the worst that happens is that one of them is
    missing in the index, and is compiled again.
    """

    def save(self, key: Any, data: Any) -> None:
        """Keep this version: first its code, then that there is one."""
        name = self._data_name_pattern.format(number=int(hashlib.sha256(self._dump(key)).hexdigest()[:15], 16))
        self._save_data(name, data)
        self._save_index(self._load_index() | {key: name})


class _Ear(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Hears what Numba compiles."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell

    def on_start(self, event: Any) -> None:
        """A function is not in the cache."""
        function = event.data["dispatcher"].py_func
        if function.__module__.partition(".")[0] != "numba":
            self.tell(f"{function.__module__}.{function.__qualname__}")

    def on_end(self, event: Any) -> None:
        """It is done."""


@contextmanager
def hear_compiling(tell: Callable[[str], None]) -> Iterator[None]:
    """While this lasts, `tell` hears the name of every function that is compiled, and not of those that the cache has."""
    with event.install_listener("numba:compile", _Ear(tell)):
        yield


def prepare() -> None:
    """Load what Numba wants to know of all its own functions before the first of ours is compiled or taken from the cache:
    half a second that need not be spent while somebody waits."""
    with global_compiler_lock:
        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()


@contextmanager
def _our_cache() -> Iterator[None]:
    """While one of our functions is decorated, Numba asks our locator where its compiled code is."""
    before = numba.config.CACHE_LOCATOR_CLASSES
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.SourceLocator"
    try:
        yield
    finally:
        numba.config.CACHE_LOCATOR_CLASSES = before


class SourceLocator(UserProvidedCacheLocator):  # type: ignore[misc]  # Numba has no types
    """Keeps a function's compiled code in the folder of its sources, wherever these lie; made when there is code to keep."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        folder = cache_home() / sources_digest(py_func.__module__)
        self._cache_path = str(folder / py_func.__module__)

    def ensure_cache_path(self) -> None:
        """Make the folder, and mark it as used."""
        folder = Path(self._cache_path)
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            sweep(folder.parent.parent)
        os.utime(folder.parent)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> SourceLocator:
        """Numba's way to make one."""
        return cls(py_func, py_file)
