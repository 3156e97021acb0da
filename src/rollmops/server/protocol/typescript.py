"""TypeScript from the messages' structs: `python -m rollmops.server.protocol.typescript FILE`; a test catches drift."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, get_args

from msgspec import NODEFAULT, json
from msgspec import inspect as look

from rollmops.arena.gesture import RANGES
from rollmops.engine.contract import NOBODY
from rollmops.games import GAMES, game, house
from rollmops.minds.levels import LEVELS
from rollmops.minds.temper import TEMPERS, Temper
from rollmops.review import structs
from rollmops.server.protocol import daily, deals, keys, lessons, lids, messages, replays, requests, words

SAID = (
    requests.NewTable,
    requests.ReplayAsk,
    requests.ReviewAsk,
    requests.WhatIfAsk,
    requests.PlayOn,
    deals.NewEvening,
    *get_args(requests.PageRequest),
)
ON_SOCKET = len(get_args(requests.PageRequest))
HEARD = (
    lids.Games,
    keys.TableMade,
    replays.Proof,
    replays.Replay,
    lessons.LessonReply,
    lessons.BoardReply,
    keys.PushKey,
    daily.Today,
    daily.DayReply,
    deals.DealMade,
    deals.DealState,
    deals.GroupTable,
    *get_args(messages.ServerMessage),
)
HEARD_ON_SOCKET = len(get_args(messages.ServerMessage))
NUMBERS = (
    "VERSION",
    "LONGEST_MESSAGE_CHARACTERS",
    "LONGEST_BODY_BYTES",
    "MOST_CHOICES",
    "CLOSE_RESTART",
    "CLOSE_TOO_BIG",
    "CLOSE_PROTOCOL",
    "CLOSE_TOO_FAST",
    "CLOSE_UNKNOWN",
    "CLOSE_OLD",
    "CLOSE_FULL",
)
ALIASES = {
    "Letter": words.Letter,
    "Colour": words.Colour,
    "SeatKind": words.SeatKind,
    "State": words.State,
    "ProblemKind": words.ProblemKind,
    "EmoteName": words.EmoteName,
    "Temper": Temper,
}


class Writer:
    """Collects the interfaces that are reached from the messages."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}
        self.literals = {self.spell(look.type_info(hint), False, plain=True): name for name, hint in ALIASES.items()}

    def spell(self, info: look.Type, asked: bool, *, prefix: str = "", plain: bool = False) -> str:
        """A type in TypeScript; structs on the way are written down."""
        match info:
            case look.Metadata():
                named = (info.extra_json_schema or {}).get("title")
                return str(named) if named else self.spell(info.type, asked, prefix=prefix)
            case look.StructType():
                return self.struct(info, asked, prefix)
            case look.LiteralType():
                text = " | ".join(json.encode(value).decode() for value in info.values)
                return text if plain else self.literals.get(text, text)
            case look.UnionType():
                return " | ".join(self.spell(kind, asked, prefix=prefix) for kind in info.types)
            case look.VarTupleType() | look.ListType():
                inner = self.spell(info.item_type, asked, prefix=prefix)
                return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
            case look.TupleType():
                return f"readonly [{', '.join(self.spell(kind, asked, prefix=prefix) for kind in info.item_types)}]"
            case look.DictType():
                value = self.spell(info.value_type, asked, prefix=prefix)
                return f"Readonly<Record<string, {value}>>"
            case look.StrType():
                return "string"
            case look.IntType() | look.FloatType():
                return "number"
            case look.BoolType():
                return "boolean"
            case look.NoneType():
                return "null"
            case look.AnyType():
                return "unknown"
        raise TypeError(f"the wire cannot carry {info} to TypeScript; use text, numbers, tuples, dicts or structs")

    def struct(self, info: look.StructType, asked: bool, prefix: str) -> str:
        """An interface for a struct; what a page may leave out is optional."""
        name = info.cls.__name__ if info.cls is structs.Review else prefix + info.cls.__name__
        if name in self.interfaces:
            return name
        self.interfaces[name] = ""
        rows = [f"  {info.tag_field}: {json.encode(info.tag).decode()}"] if info.tag_field else []
        for field in info.fields:
            unset = field.default is NODEFAULT and field.default_factory is NODEFAULT  # its default is UNSET, never sent
            omitted = asked or info.cls.__struct_config__.omit_defaults or unset
            left_out = omitted and not field.required
            rows.append(f"  {field.encode_name}{'?' if left_out else ''}: {self.spell(field.type, asked, prefix=prefix)}")
        doc = " ".join((info.cls.__doc__ or "").split())
        self.interfaces[name] = f"/** {doc} */\nexport interface {name} {{\n" + "\n".join(rows) + "\n}\n"
        return name


def facts() -> list[str]:
    """What Python knows and the page shows before a server has answered: lids, bots, and how far a gesture may go."""
    lids = {
        name: {
            "seats": [game(name).fewest, game(name).most],
            "minutes": game(name).minutes,
            "secrets": game(name).secrets,
        }
        for name in GAMES
    }
    bots = {name: level.names for name, level in LEVELS.items()}
    reach = {name: {"low": span.low, "high": span.high, "usual": span.usual} for name, span in RANGES.items()}
    return [
        f"/** What stands on the lids of the house's games. */\nexport const LIDS = {_literal(lids)} as const",
        "/** The names of the bots of each level. */\n"
        f"export const BOTS: Readonly<Record<string, readonly string[]>> = {json.encode(bots).decode()}",
        "/** The tempers of a level's bots, in the order of their names, again and again. */\n"
        f"export const TEMPERS: readonly Temper[] = {json.encode(TEMPERS).decode()}",
        f"/** How far each number of a throw may go. */\nexport const GESTURE = {_literal(reach)} as const",
        f"/** The house's own ice. */\nexport const HOUSE_FLOE: FloeFloe = {json.encode(_house_floe()).decode()}",
    ]


def _house_floe() -> Any:
    rules = game("floe")
    view: Any = rules.views.view(rules.empty(house("floe")), NOBODY)
    return view.floe


def _literal(facts: dict[str, dict[str, Any]]) -> str:
    rows = [
        f"  {name}: {{ {', '.join(f'{key}: {json.encode(value).decode()}' for key, value in fact.items())} }},"
        for name, fact in facts.items()
    ]
    return "\n".join(["{", *rows, "}"])


def view_type(name: str) -> Any:
    """The struct that a game's views are made of."""
    return getattr(game(name).views, "View")  # noqa: B009 - the protocol names functions only


def typescript() -> str:
    """The whole of `wire.ts`."""
    writer = Writer()
    views = []
    for name in GAMES:
        prefix = re.sub(r"\W", "", name).capitalize()
        views.append(writer.spell(look.type_info(view_type(name)), False, prefix=prefix))
    said = [writer.spell(look.type_info(kind), True) for kind in SAID]
    heard = [writer.spell(look.type_info(kind), False) for kind in HEARD]
    for kind in (structs.Review, structs.WhatIf):
        writer.spell(look.type_info(kind), False, prefix="Review")  # a replay has steps of its own
    parts = ["// Generated from src/rollmops/server/protocol/ and the games' views by `make wire`. Do not edit.\n"]
    parts += [f"export const {name} = {getattr(words, name)}" for name in NUMBERS]
    parts += ["", *facts()]
    parts += ["", *(f"export type {name} = {text}" for text, name in writer.literals.items())]
    parts += [f"export type View = {' | '.join(views)}"]
    parts += [f"/** What a page says on its socket. */\nexport type PageRequest = {' | '.join(said[-ON_SOCKET:])}"]
    parts += [
        f"/** What a page hears on its socket. */\nexport type ServerMessage = {' | '.join(heard[-HEARD_ON_SOCKET:])}",
        "",
    ]
    return "\n".join([*parts, *writer.interfaces.values()])


def main() -> None:
    """Write the file named, or print."""
    text = typescript()
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
