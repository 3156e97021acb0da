"""Gather the pages of the documentation in build/pages, from where `make docs` builds the site.

Besides docs/ there are pages that are written elsewhere: the rules of the games, the changelog, how to contribute, the
benches and the command line's own help. Nothing of that is copied by hand.

    python scripts/docs_pages.py [FOLDER]
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("soles", "espresso", "lure", "floe")
ELSEWHERE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    **{f"src/rollmops/games/{game}/RULES.md": f"rules/{game}.md" for game in GAMES},
}
"""Pages that are written elsewhere, and what they are called on the site."""
PARTS = "<!-- parts -->"
"""Where docs/benches.md lists what there is to measure."""


def gather(folder: Path) -> None:
    """All pages into this folder; what was there before is gone."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder)
    for source, place in ELSEWHERE.items():
        page = folder / place
        page.parent.mkdir(exist_ok=True)
        page.write_text(links((ROOT / source).read_text(encoding="utf-8"), "docs/"), encoding="utf-8")
    for page in folder.glob("*.md"):
        page.write_text(links(page.read_text(encoding="utf-8"), "../"), encoding="utf-8")
    benches = folder / "benches.md"
    benches.write_text(benches.read_text(encoding="utf-8").replace(PARTS, bench_parts()), encoding="utf-8")
    (folder / "reference/commands.md").write_text(commands(), encoding="utf-8")


def links(text: str, before: str) -> str:
    """Links that hold in the repository lead to where the pages are on the site."""
    for source, place in ELSEWHERE.items():
        text = text.replace(f"](../{source})", f"]({place})").replace(f"]({source})", f"]({place})")
    return text.replace("](docs/", "](") if before == "docs/" else text


def bench_parts() -> str:
    """A row for each part of the benches: its name, and what its first line says that it measures."""
    rows = ["| part | what it measures |", "|---|---|"]
    for path in sorted((ROOT / "bench").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(isinstance(node, ast.FunctionDef) and node.name == "report" for node in tree.body):
            told = (ast.get_docstring(tree) or "").split("\n\n")[0].replace("\n", " ")
            rows.append(f"| `{path.stem}` | {told} |")
    return "\n".join(rows)


def commands() -> str:
    """Every command and its options, as the command line tells them; typer writes that down."""
    told = subprocess.run(
        [sys.executable, "-m", "typer", "rollmops.cli", "utils", "docs", "--name", "rollmops"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    ).stdout
    return re.sub(r"\A# .*", "# The command line", told)


if __name__ == "__main__":
    gather(ROOT / "build/pages" if len(sys.argv) < 2 else Path(sys.argv[1]))
