"""Component files: what is in the box, each fact marked `attested` or `house`, so that an owner can put in the true values.

A file is TOML with sections; each section has a `mark`. The reader knows the path of every field and names it when
something makes no sense; a field that nobody asked for is refused too. A file may come from a stranger: its size, its depth
and the length of its numbers are looked at before it is parsed.
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
HIGHEST_NUMBER = 10_000
LARGEST_FILE_BYTES = 10_000
LARGEST_KEPT_BYTES = 200_000
"""For files that a table was set with before there was a bound; they were checked when they came."""
DEEPEST_NESTING = 8
"""Sections, lists and dotted names within each other."""
LONGEST_NUMBER_CHARACTERS = 40
"""Characters of anything that begins like a number; dates are among them."""
LONGEST_NAME_CHARACTERS = 40
LONGEST_NOTE_CHARACTERS = 300

_STRING = r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''
_TOKEN = re.compile(
    rf"(?P<string>{_STRING})|(?P<comment>#[^\n]*)|(?P<word>[\w+-]+)|(?P<space>[ \t]+)|(?P<sign>.)", re.DOTALL
)


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

    def text(self) -> str:
        """A file of these components: the same text for the same digest, whoever gave them, whatever their notes said."""
        bare = _bare(self.facts)
        facts = {"game": bare.pop("game"), "name": "kept"}
        for key in sorted(bare):  # every section needs a mark again
            facts[key] = {"mark": MARKS[1], **bare[key]} if isinstance(bare[key], Mapping) else bare[key]
        text = "".join(f"{_key(key)} = {_toml(facts[key])}\n" for key in facts)
        if len(text.encode()) > LARGEST_FILE_BYTES:
            raise BadComponentsError(
                self.name, f"has more than {LARGEST_FILE_BYTES} bytes when it is written out; shorten it"
            )
        return text


def _bare(facts: Any) -> Any:
    if isinstance(facts, Mapping):
        return {key: _bare(value) for key, value in facts.items() if key not in ("mark", "note", "name")}
    return facts


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _toml(name)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{_key(key)}={_toml(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f") if isinstance(value, str | bool) else repr(value)


def quoted(value: Any) -> str:
    """Anything that stood in a file, short enough to be quoted in a message."""
    text = repr(value)
    safe = "".join(mark if mark.isprintable() else "·" for mark in text[:80])
    return safe if len(text) <= 60 else f"{safe[:57]}…"


def read_components(path: Path, game: str, check: Callable[[Mapping[str, Any]], None]) -> Components:
    """Read and check a component file for this game."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE_BYTES + 4)
        if len(data) > LARGEST_FILE_BYTES + 3:  # three bytes may say that it is UTF-8
            raise BadComponentsError(path.name, f"has more than {LARGEST_FILE_BYTES} bytes; shorten it")
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise BadComponentsError(path.name, f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise BadComponentsError(path.name, f"is not TOML ({error})") from None
    return parse_components(text, path.name, game, check)


def parse_components(
    text: str, source: str, game: str, check: Callable[[Mapping[str, Any]], None], *, largest: int = LARGEST_FILE_BYTES
) -> Components:
    """The components that a file's text tells; `source` names it in messages."""
    _check_text(text, source, largest)
    try:
        facts = tomllib.loads(text)
    except (RecursionError, ValueError) as error:
        raise BadComponentsError(source, f"is not TOML ({_cut(str(error))})") from None
    meant = facts.get("game")
    if meant != game:
        raise BadComponentsError("game", f"this file is for {quoted(meant)}, the table is for {game!r}")
    name = facts.get("name")
    if (
        not isinstance(name, str)
        or not re.fullmatch(rf"[^\s#]{{1,{LONGEST_NAME_CHARACTERS}}}", name)
        or not name.isprintable()
    ):
        raise BadComponentsError(
            "name", f"give the file a name of one word, of {LONGEST_NAME_CHARACTERS} characters at most"
        )
    check({key: value for key, value in facts.items() if key not in ("game", "name")})
    return Components(name, facts)


def _check_text(text: str, source: str, largest: int) -> None:
    """Refuse what would take long to parse or could not be shown. Strings and comments are passed over."""
    size = len(text) if len(text) > largest else len(text.encode("utf-8", "surrogatepass"))
    if size > largest:
        raise BadComponentsError(source, f"has more than {largest} bytes; shorten it")
    within, dots = 0, 0
    for token in _TOKEN.finditer(text):
        kind, sign = token.lastgroup, token.group()
        if kind == "word" and sign[0] in "+-0123456789" and len(sign) > LONGEST_NUMBER_CHARACTERS:
            raise BadComponentsError(
                source, f"has a number of {len(sign)} characters; {LONGEST_NUMBER_CHARACTERS} are the most"
            )
        if sign in "[{" and kind == "sign":
            within += 1
        elif sign in "]}" and kind == "sign":
            within -= 1
        dots = dots + 1 if sign == "." else dots if kind in ("word", "string", "space") else 0
        if max(within, dots) > DEEPEST_NESTING:
            line = text.count("\n", 0, token.start()) + 1
            raise BadComponentsError(source, f"goes deeper than {DEEPEST_NESTING} sections or lists on line {line}")


def _cut(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:197]}…"


class Section:
    """One table of a component file; every getter names the field it could not use."""

    def __init__(self, facts: Mapping[str, Any], path: str = "", *, marked: bool = True) -> None:
        self.facts = facts
        self.path = path
        self.asked: set[str] = set()
        if marked:
            mark = self.get("mark")
            if mark not in MARKS:
                raise BadComponentsError(self.where("mark"), f"must be one of {', '.join(MARKS)}, not {quoted(mark)}")
            self.asked.add("note")
            note = facts.get("note", "")
            if not isinstance(note, str) or len(note) > LONGEST_NOTE_CHARACTERS:
                raise BadComponentsError(
                    self.where("note"), f"must be a text of {LONGEST_NOTE_CHARACTERS} characters at most"
                )

    def where(self, name: str) -> str:
        """The full name of a field."""
        name = name if len(name) <= LONGEST_NAME_CHARACTERS and name.isprintable() else quoted(name)
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
            raise BadComponentsError(self.where(name), f"must be a section, not {quoted(inner)}")
        return Section(inner, self.where(name), marked=marked)

    def number(self, name: str, low: int = 0, high: int = HIGHEST_NUMBER) -> int:
        """A whole number within bounds."""
        value = self.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadComponentsError(self.where(name), f"must be a whole number from {low} to {high}, not {quoted(value)}")
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
