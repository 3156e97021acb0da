"""Tables get the processor in short slices, and who is started by them does not; minds leave them a core."""

from __future__ import annotations

import ctypes
import os
import platform
import subprocess
import sys
import threading

import pytest

from rollmops.server.memory import c_library
from rollmops.server.scheduling import SLICE_NANOSECONDS, attributes, be_prompt, leave_a_core

GET_ATTRIBUTES = {"x86_64": 315, "aarch64": 275}.get(platform.machine())
LINUX = tuple(map(int, platform.release().split(".")[:2])) if sys.platform == "linux" else (0, 0)
needs_slices = pytest.mark.skipif(LINUX < (6, 12) or GET_ATTRIBUTES is None, reason="slices are known from Linux 6.12 on")


def slice_nanoseconds(pid: int = 0) -> int:
    found, library = ctypes.create_string_buffer(attributes.size), c_library()
    assert library is not None
    assert library.syscall(GET_ATTRIBUTES, pid, found, attributes.size, 0) == 0
    return int(attributes.unpack(found.raw)[5])


def in_a_thread(work: threading.Thread) -> None:
    work.start()
    work.join()


@needs_slices
def test_a_thread_asks_for_short_slices_for_itself_alone() -> None:
    usual, found = slice_nanoseconds(), dict[str, int]()

    def look() -> None:
        be_prompt()
        found["own"] = slice_nanoseconds()
        in_a_thread(threading.Thread(target=lambda: found.update(thread=slice_nanoseconds())))
        with subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE) as child:
            found["child"] = slice_nanoseconds(child.pid)
            child.kill()

    in_a_thread(threading.Thread(target=look))
    assert found == {"own": SLICE_NANOSECONDS, "thread": usual, "child": usual}
    assert slice_nanoseconds() == usual


def test_it_does_no_harm_where_slices_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "pdp11")
    be_prompt()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads are not kept off a core")
def test_who_leaves_a_core_has_all_others_or_the_only_one() -> None:
    cores = os.sched_getaffinity(0)
    found = list[set[int]]()

    def look() -> None:
        leave_a_core()
        found.append(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {max(cores)})
        leave_a_core()
        in_a_thread(threading.Thread(target=lambda: found.append(os.sched_getaffinity(0))))

    in_a_thread(threading.Thread(target=look))
    assert found == [cores - {min(cores)} or cores, {max(cores)}]
    assert os.sched_getaffinity(0) == cores


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads are not kept off a core")
def test_where_a_core_cannot_be_left_minds_think_on_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(pid: int, cores: object) -> None:
        raise PermissionError

    before = os.sched_getaffinity(0)
    monkeypatch.setattr(os, "sched_setaffinity", forbid)
    leave_a_core()
    assert os.sched_getaffinity(0) == before
