"""Make .venv, or the folder that is named, with everything the project needs; `make setup` runs it. Needs Python alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from alone import alone

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / (sys.argv[1] if len(sys.argv) > 1 else ".venv")
READY = VENV / "ready"
MADE_OF = ("requirements/all.txt", "requirements/setup.txt", "pyproject.toml")


def run(*command: str | Path, quiet: bool = False) -> bool:
    """Run a command quietly; on failure show what it said, unless another way is tried then."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=ROOT)
    if done.returncode and not quiet:
        print(done.stdout[-2000:] + done.stderr[-4000:], file=sys.stderr)
    return done.returncode == 0


def make_venv() -> bool:
    """Create the environment; Debian splits ensurepip off, so fetch it where we may."""
    if run(sys.executable, "-m", "venv", "--clear", VENV):
        return True
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print("setup: this Python lacks venv, installing Debian's python3-venv")
        if run("apt-get", "update") and run("apt-get", "install", "-y", "python3-venv"):
            return run(sys.executable, "-m", "venv", "--clear", VENV)
    return False


def install(*what: str) -> bool:
    """Install this with uv, which takes a tenth of pip's time; where it cannot (its settings are others), with pip."""
    python = VENV / "bin" / "python"
    pip = [python, "-m", "pip", "install", "--quiet"]
    uv = VENV / "bin" / "uv"
    if not uv.exists():
        run(*pip, "--require-hashes", "-r", "requirements/setup.txt", quiet=True)
    if uv.exists() and run(uv, "pip", "install", "--quiet", "--python", python, *what, quiet=True):
        return True
    return run(*pip, *what)


def is_done() -> bool:
    """Whether somebody else has made all of it meanwhile."""
    return READY.exists() and all(READY.stat().st_mtime >= (ROOT / name).stat().st_mtime for name in MADE_OF)


def main() -> int:
    """Say what happens, do it, say what to do if it cannot be done."""
    with alone("setup"):
        return 0 if is_done() else make_all()


def make_all() -> int:
    """The environment, what is locked, and rollmops itself."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this is how a newcomer with an old Python learns of it
        print(f"setup: Python 3.11 or newer is needed, this is {sys.version.split()[0]}; try make PYTHON=python3.11 play")
        return 1
    print(f"setup: making {VENV.name} with the locked dependencies (half a minute or so, once)", flush=True)
    if not make_venv():
        print("setup: cannot make a virtual environment; install Python's venv module and run make setup again")
        return 1
    if not install("--require-hashes", "-r", "requirements/all.txt"):
        print("setup: a dependency could not be installed (see above); check the network and run make setup again")
        return 1
    if not install("--no-deps", "--no-build-isolation", "-e", "."):
        print("setup: rollmops itself could not be installed (see above)")
        return 1
    # uv writes no bytecode: without this the server and its compilers would all read Numba's source at the first start.
    run(VENV / "bin" / "python", "-c", "import rollmops.server.web.serve", quiet=True)
    READY.touch()
    return 0


if __name__ == "__main__":
    sys.exit(main())
