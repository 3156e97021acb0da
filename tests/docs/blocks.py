"""The code blocks of README, CONTRIBUTING and docs/: where they stand, and what kind each is."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAMS = ("rollmops", "make", "python", "pip")
MARK = re.compile(r"<!-- not run: (.+) -->")
"""Stands before a block that cannot run, and says why."""


@dataclass(frozen=True)
class Block:
    """One code block, without its indent or fences."""

    page: str
    line: int
    language: str
    text: str
    not_run: str = ""

    @property
    def kind(self) -> str:
        """How it is tried: python, commands, record, toml; or `unknown`."""
        first = self.text.split("\n")[0]
        if self.language in ("", "shell", "console") and program_of(first) in PROGRAMS and first != "rollmops 1":
            return "commands"
        if self.language == "python" or re.match(r"(import|from) \w", first):
            return "python"
        if first == "rollmops 1":
            return "record"
        return "toml" if self.language == "toml" or re.fullmatch(r"\[[\w.\"-]+\]", first) else "unknown"

    @property
    def name(self) -> str:
        """Where it stands, for a test's name."""
        return f"{self.page}:{self.line}"


def program_of(line: str) -> str:
    """The program that a line starts, without prompt and folder."""
    words = line.removeprefix("$ ").split()
    return words[0].rpartition("/")[2] if words else ""


def blocks_of(path: Path) -> Iterator[Block]:
    """The blocks of a page: fenced ones, and indented ones after an empty line or a heading."""
    page = path.relative_to(ROOT).as_posix()
    lines = path.read_text(encoding="utf-8").split("\n")
    mark, at = "", 0
    while at < len(lines):
        line, before = lines[at], lines[at - 1] if at else ""
        if line.startswith("```"):
            end = next(n for n in range(at + 1, len(lines)) if lines[n].startswith("```"))
            yield Block(page, at + 1, line[3:].strip(), "\n".join(lines[at + 1 : end]), mark)
            mark, at = "", end + 1
        elif line.startswith("    ") and (not before.strip() or before.startswith("#")):
            end = next(
                n for n in range(at, len(lines) + 1) if n == len(lines) or (lines[n] and not lines[n].startswith("    "))
            )
            if not re.match(r" *options:", line):
                yield Block(page, at + 1, "", textwrap.dedent("\n".join(lines[at:end])).strip("\n"), mark)
            mark, at = "", end
        else:
            found = MARK.fullmatch(line)
            mark = found[1] if found else mark if not line else ""
            at += 1


BLOCKS = [block for path in PAGES for block in blocks_of(path)]


@dataclass(frozen=True)
class Command:
    """One line that is typed, and what the page says that it prints (nothing: the page does not say)."""

    name: str
    words: tuple[str, ...]
    prints: str


def commands_of(block: Block) -> Iterator[Command]:
    """The lines of a block; where one begins with `$ `, the others are what is printed."""
    lines = block.text.split("\n")
    starts = [n for n, line in enumerate(lines) if line.startswith("$ ")] or [n for n, line in enumerate(lines) if line]
    for start, after in zip(starts, [*starts[1:], len(lines)], strict=True):
        words = tuple(shlex.split(lines[start].removeprefix("$ "), comments=True))
        if words:
            program = words[0].rpartition("/")[2]
            yield Command(f"{block.page}:{block.line + start}", (program, *words[1:]), "\n".join(lines[start + 1 : after]))


COMMANDS = [command for block in BLOCKS if block.kind == "commands" and not block.not_run for command in commands_of(block)]
