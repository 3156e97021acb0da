"""Another version of the page: `python -m tests.browser.other_version FOLDER serve …` is `rollmops serve` with this one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from rollmops.server.web.pages import STATIC, Page
from tests.browser.chromium import NODE

ROOT = Path(__file__).parents[2]


def make(folder: Path) -> None:
    """The same page with every digest in its files' names changed, as a new build has it, and its own worker."""
    shutil.copytree(STATIC, folder)
    stems = {path.stem for path in (folder / "assets").iterdir()}
    pattern = re.compile("|".join(sorted(map(re.escape, stems), key=len, reverse=True)))
    for path in [*folder.rglob("*.js"), *folder.rglob("*.css"), folder / "index.html"]:
        path.write_text(pattern.sub(lambda found: f"{found[0]}2", path.read_text(encoding="utf-8")), encoding="utf-8")
        if path.stem in stems:
            path.rename(path.with_stem(f"{path.stem}2"))
    subprocess.run([NODE, ROOT / "web/worker/build.js", folder], cwd=ROOT / "web", check=True, capture_output=True)


if __name__ == "__main__":
    from rollmops.cli import main

    Page.__init__.__defaults__ = (Path(sys.argv.pop(1)),)
    main()
