"""Component files: what is in the box, each fact marked `attested` or `house`, so that an owner can put in the true values.

A file is TOML with sections; each section has a `mark`. The reader knows the path of every field and names it when
something makes no sense; a field that nobody asked for is refused too.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rollmops.engine.errors import BadComponentsError

MARKS = ("attested", "house")
MOST = 10_000


@dataclass(frozen=True)
class Components:
    """A component file that was read and made sense."""

    name: str
    facts: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """SHA-256 of the facts; marks and comments do not change it."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    @property
    def canonical(self) -> str:
        """The facts as one text, the same however the file was written: what the digest is made of."""
        return json.dumps(_bare(self.facts), sort_keys=True)


def _bare(facts: Any) -> Any:
    if isinstance(facts, Mapping):
        return {key: _bare(value) for key, value in facts.items() if key not in ("mark", "note", "name")}
    return facts


def read_components(path: Path, game: str, check: Callable[[Mapping[str, Any]], None]) -> Components:
    """Read and check a component file for this game."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadComponentsError(path.name, f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise BadComponentsError(path.name, f"is not TOML ({error})") from None
    return parse_components(text, path.name, game, check)


def parse_components(text: str, source: str, game: str, check: Callable[[Mapping[str, Any]], None]) -> Components:
    """The components that a file's text tells; `source` names it in messages."""
    try:
        facts = tomllib.loads(text)
    except (RecursionError, ValueError) as error:
        raise BadComponentsError(source, f"is not TOML ({error})") from None
    meant = facts.get("game")
    if meant != game:
        raise BadComponentsError("game", f"this file is for {meant!r}, the table is for {game!r}")
    name = facts.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"[^\s#]+", name) or not name.isprintable():
        raise BadComponentsError("name", "give the file a name of one word")
    check({key: value for key, value in facts.items() if key not in ("game", "name")})
    return Components(name, facts)


class Section:
    """One table of a component file; every getter names the field it could not use."""

    def __init__(self, facts: Mapping[str, Any], path: str = "", *, marked: bool = True) -> None:
        self.facts = facts
        self.path = path
        self.asked: set[str] = set()
        if marked:
            mark = self.get("mark")
            if mark not in MARKS:
                raise BadComponentsError(self.where("mark"), f"must be one of {', '.join(MARKS)}, not {mark!r}")
            self.asked.add("note")

    def where(self, name: str) -> str:
        """The full name of a field."""
        return f"{self.path}.{name}" if self.path else name

    def get(self, name: str) -> Any:
        """A field that must be there."""
        self.asked.add(name)
        if name not in self.facts:
            raise BadComponentsError(self.where(name), "is missing")
        return self.facts[name]

    def section(self, name: str, *, marked: bool = True) -> Section:
        """A table inside this one."""
        inner = self.get(name)
        if not isinstance(inner, Mapping):
            raise BadComponentsError(self.where(name), f"must be a section, not {inner!r}")
        return Section(inner, self.where(name), marked=marked)

    def number(self, name: str, low: int = 0, high: int = MOST) -> int:
        """A whole number within bounds."""
        value = self.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadComponentsError(self.where(name), f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    def weights(self, name: str, kinds: Sequence[str]) -> list[int]:
        """How often each kind is there, in the order of `kinds`; kinds not named are not there."""
        inner = self.section(name, marked=False)
        for kind in inner.facts:
            if kind not in kinds:
                raise BadComponentsError(inner.where(kind), f"is unknown; there are {', '.join(kinds)}")
        counts = [inner.number(kind) if kind in inner.facts else 0 for kind in kinds]
        if not sum(counts):
            raise BadComponentsError(self.where(name), "has nothing on it; name at least one of " + ", ".join(kinds))
        return counts

    def done(self) -> None:
        """Refuse what nobody asked for."""
        for name in self.facts:
            if name not in self.asked:
                known = ", ".join(sorted(self.asked - {"mark", "note"}))
                raise BadComponentsError(self.where(name), f"is unknown; here belong {known}")
