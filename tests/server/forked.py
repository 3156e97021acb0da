"""Servers and commands forked from a process that has loaded everything already; stopped and killed like any other."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import runpy
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TextIO

from rollmops import cli
from tests.server import run

ROOT = Path(__file__).resolve().parents[2]
FIFTH = ROOT / "tests" / "fifth"
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.server.preloaded"])


class ForkedProcess:
    """As much of `subprocess.Popen` as tests of the server want."""

    def __init__(self, target: Callable[..., None], *arguments: Any) -> None:
        self._process = CONTEXT.Process(target=target, args=arguments)
        with _own_path():
            self._process.start()
        atexit.register(self._process.kill)  # whatever happens, nothing is left behind

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        """Wait for its end; returns its exit code."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"the server has not ended within {timeout} s")
        return self._process.exitcode

    def send_signal(self, how: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, how)


class Forked(ForkedProcess):
    """A server with settings that a test chooses (see run.py), and what it says."""

    def __init__(self, *words: str) -> None:
        said, out = CONTEXT.Pipe(duplex=False)
        told, err = CONTEXT.Pipe(duplex=False)
        super().__init__(_serve, words, dict(os.environ), out, err)
        out.close()
        err.close()
        self.stdout, self.stderr = _opened(said), _opened(told)


class ForkedModule(ForkedProcess):
    """`python -m MODULE WORDS`, with what it says at the end of a file."""

    def __init__(self, module: str, *words: str, log: Path) -> None:
        super().__init__(_run_module, module, words, dict(os.environ), log)


@contextmanager
def _own_path() -> Iterator[None]:
    """The process that all are forked from is started by the first of them, and takes its path from here."""
    path, os.environ["PYTHONPATH"] = os.environ.get("PYTHONPATH"), os.pathsep.join(map(str, (ROOT / "src", ROOT)))
    try:
        yield
    finally:
        os.environ.pop("PYTHONPATH") if path is None else os.environ.update(PYTHONPATH=path)


def _opened(pipe: Connection) -> TextIO:
    text = os.fdopen(os.dup(pipe.fileno()), "r", encoding="utf-8")
    pipe.close()
    return text


def _serve(words: tuple[str, ...], environment: dict[str, str], out: Connection, err: Connection) -> None:
    _begin("serve", words, environment)
    os.dup2(out.fileno(), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    os.dup2(err.fileno(), sys.__stderr__.fileno() if sys.__stderr__ else 2)
    out.close()
    err.close()
    run.main()


def _run_module(module: str, words: tuple[str, ...], environment: dict[str, str], log: Path) -> None:
    _begin(module, words, environment)
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for number in (1, 2):
        os.dup2(out, number)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _begin(program: str, words: tuple[str, ...], environment: dict[str, str]) -> None:
    """As if it had been started with these words, knowing nothing of the tests' own game; it ends with the tests, even with
    those that are killed."""
    threading.Thread(target=_end_with_tests, daemon=True).start()
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:] = [place for place in sys.path if Path(place) != FIFTH]
    sys.argv = [program, *words]


def _end_with_tests() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def command(*words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """`rollmops WORDS` in a process that has loaded everything already, typed into what is said."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("in", "out", "err")]
        paths[0].write_text(said, encoding="utf-8")
        process = CONTEXT.Process(target=_command, args=(words, dict(os.environ), Path.cwd(), paths))
        with _own_path():
            process.start()
        process.join()
        told = [path.read_text(encoding="utf-8", errors="replace") for path in paths[1:]]
        assert process.exitcode is not None
        return subprocess.CompletedProcess(words, process.exitcode, *told)


def _command(words: tuple[str, ...], environment: dict[str, str], folder: Path, paths: list[Path]) -> None:
    _begin("rollmops", words, environment)
    os.chdir(folder)
    for number, path in enumerate(paths):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), number)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, "w" if number else "r", encoding="utf-8") for number in range(3))
    cli.main()
