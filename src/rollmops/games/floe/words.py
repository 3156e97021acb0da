"""The words of Rolling Dice: `A throw from=0 aim=5 speed=140 height=50 spin=30` · `A rest A1=12.5,200,45,6 A2=water,3 …` ·
`B place 0,300,15` · `A keep A1`. Entries name colours; with two players C and D are the second ones of A and B.
"""

from __future__ import annotations

import re
from typing import Any

from rollmops.engine.contract import LETTERS
from rollmops.engine.errors import BadWordsError
from rollmops.games.floe.map import LONGEST, WIDEST
from rollmops.games.floe.rules import LOWEST, OFFSET, WATER, may_keep, next_falling
from rollmops.games.floe.story import news as news
from rollmops.games.floe.story import tell as tell
from rollmops.games.floe.table import COLOURS, DICE, DONE, GESTURE, KEEP, PLACE, REST, THROW, Table, die_name

VERBS = {THROW: "throw", REST: "rest", PLACE: "place", KEEP: "keep"}
SIDES = ("1", "2", "3", "4", "5", "6")
NAMES = tuple(name for name, _, _ in GESTURE)
_NUMBER = re.compile(r"-?[0-9]{1,4}\Z")
_LENGTH = re.compile(r"(-?)([0-9]{1,4})(?:\.([0-9]))?\Z")


def verbs(t: Table, seat: int) -> tuple[str, ...]:
    """The verb that begins the next line."""
    return (VERBS[int(t.phase)],) if t.phase != DONE else ()


def colour(t: Table) -> int:
    """The colour whose line comes next."""
    return int(t.placing if t.phase == PLACE else t.turn)


def letter(t: Table, seat: int) -> str:
    """Lines begin with a colour."""
    return LETTERS[colour(t)]


def begun(t: Table, seat: int) -> bool:
    """A gesture, a rest line and a place are several choices in one line."""
    if t.phase == THROW:
        return bool(t.given)
    if t.phase == REST:
        return bool(t.part or t.rested)
    return bool(t.phase == PLACE and t.part)


def round_of(t: Table) -> int:
    """The round, as keyed dice count it."""
    return int(t.rounds)


def resting(t: Table) -> list[str]:
    """The dice that the rest line tells of, in its order."""
    names, k = [], int(next_falling(t, 0))
    while k >= 0:
        names.append(die_name(k // DICE, k % DICE + 1))
        k = int(next_falling(t, k + 1))
    return names


def expected(t: Table, seat: int) -> str:
    """What would be legal now."""
    who = letter(t, seat)
    if t.phase == THROW:
        return f"'{who} throw " + " ".join(f"{name}={low}…{high}" for name, low, high in GESTURE) + "'"
    if t.phase == REST:
        return f"'{who} rest' with x,y,turn,up on the floe or water,up for each of {' '.join(resting(t))}"
    if t.phase == PLACE:
        die = die_name(colour(t), int(t.scoring[t.placing]))
        return f"'{who} place x,y,turn' with {die} wholly on the floe and clear of every die"
    if t.phase == KEEP:
        return " or ".join(f"'{who} keep {name}'" for name in keepable(t))
    return "nothing, the game is over"


def keepable(t: Table) -> list[str]:
    """The dice that may become the scoring die."""
    return [die_name(int(t.turn), n + 1) for n in range(DICE) if may_keep(t, n)]


def parse(t: Table, seat: int, words: list[str]) -> list[int]:
    """The choices of a line."""
    match words:
        case ["throw", *numbers]:
            return _parse_throw(numbers)
        case ["rest", *dice]:
            return _parse_rest(t, dice)
        case ["place", spot]:
            return _parse_place(spot)
        case ["keep", name] if re.fullmatch(r"[A-F][1-4]", name):
            if LETTERS.index(name[0]) != t.turn:
                raise BadWordsError(f"{name} is not a die of {LETTERS[t.turn]}, who throws")
            return [int(name[1]) - 1]
    raise BadWordsError(
        f"'{' '.join(words)}' is not a line of Rolling Dice: throw from=N aim=N speed=N height=N spin=N, "
        "rest DIE=x,y,turn,up … DIE=water,up …, place x,y,turn, keep DIE"
    )


def _parse_throw(words: list[str]) -> list[int]:
    given: dict[str, int] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in NAMES or not _NUMBER.match(value):
            raise BadWordsError(f"'{word}' is no whole number of a gesture, like speed=140")
        if name in given:
            raise BadWordsError(f"{name} is given twice")
        given[name] = int(value)
    choices = []
    for name, low, high in GESTURE:
        if name not in given:
            raise BadWordsError(f"{name} is missing, give {name}={low}…{high}")
        if not low <= given[name] <= high:
            raise BadWordsError(f"{name} must be from {low} to {high}, not {given[name]}")
        choices.append(given[name] - low)
    return choices


def _parse_rest(t: Table, words: list[str]) -> list[int]:
    dice: dict[str, list[int]] = {}
    for word in words:
        name, _, numbers = word.partition("=")
        if name in dice:
            raise BadWordsError(f"{name} is told twice")
        dice[name] = _parse_die(name, numbers.split(","))
    wanted = resting(t)
    for name in dice:
        if name not in wanted:
            raise BadWordsError(f"{name} neither lies on the floe nor was thrown; the line tells of {' '.join(wanted)}")
    for name in wanted:
        if name not in dice:
            raise BadWordsError(f"{name} is missing; the line tells of {' '.join(wanted)}")
    return [choice for name in wanted for choice in dice[name]]


def _parse_die(name: str, parts: list[str]) -> list[int]:
    match parts:
        case ["water", up] if up in SIDES:
            return [WATER, int(up) - 1]
        case [x, y, turn, up] if up in SIDES:
            return [OFFSET + _across(x), _ahead(y), _turn(turn), int(up) - 1]
    raise BadWordsError(f"{name} must be x,y,turn,up or water,up with up from 1 to 6, not '{','.join(parts)}'")


def _parse_place(spot: str) -> list[int]:
    match spot.split(","):
        case [x, y, turn]:
            return [_turn(turn), OFFSET + _across(x), _ahead(y)]
    raise BadWordsError(f"'{spot}' is no place: give x,y,turn in millimetres and degrees")


def _across(text: str) -> int:
    return _tenths("x", text, -5 * WIDEST, 5 * WIDEST)


def _ahead(text: str) -> int:
    return _tenths("y", text, 0, 10 * LONGEST)


def _tenths(name: str, text: str, low: int, high: int) -> int:
    found = _LENGTH.match(text)
    if not found:
        raise BadWordsError(f"{name} must be millimetres with at most one decimal, not '{text}'")
    sign, whole, tenth = found.groups()
    value = (-1 if sign else 1) * (10 * int(whole) + int(tenth or 0))
    if not low <= value <= high:
        raise BadWordsError(f"{name} must be from {low // 10} to {high // 10} mm, not {text}")
    return value


def _turn(text: str) -> int:
    if not _NUMBER.match(text) or not 0 <= int(text) < 360:
        raise BadWordsError(f"turn must be whole degrees from 0 to 359, not '{text}'")
    return int(text)


def millimetres(tenths: int) -> str:
    """Tenths as the record writes them: one decimal."""
    return f"{'-' if tenths < 0 else ''}{abs(tenths) // 10}.{abs(tenths) % 10}"


def spell(t: Table, seat: int, choices: list[int]) -> str:
    """The line of these choices."""
    if t.phase == THROW:
        numbers = zip(GESTURE, choices, LOWEST, strict=True)
        return " ".join(["throw", *(f"{name}={choice + low}" for (name, _, _), choice, low in numbers)])
    if t.phase == PLACE:
        turn, x, y = choices
        return f"place {millimetres(x - OFFSET)},{millimetres(y)},{turn}"
    if t.phase == KEEP:
        return f"keep {die_name(int(t.turn), choices[0] + 1)}"
    words, rest = ["rest"], iter(choices)
    for name in resting(t):
        x = next(rest)
        if x == WATER:
            words.append(f"{name}=water,{next(rest) + 1}")
        else:
            y, turn, up = next(rest), next(rest), next(rest)
            words.append(f"{name}={millimetres(x - OFFSET)},{millimetres(y)},{turn},{up + 1}")
    return " ".join(words)


def table(t: Table) -> dict[str, Any]:
    """The table as `replay --json` shows it."""
    on_floe = {LETTERS[c]: _die(t, c) for c in range(COLOURS) if t.scoring[c] and not t.pushed[c]}
    blocks = [{"colour": LETTERS[c - 1], "up": int(up)} for c, up in zip(t.blocks, t.block_up, strict=True) if c]
    track = {LETTERS[c]: int(t.track[c]) for c in range(t.colours)}
    return {"round": int(t.rounds), "dice": on_floe, "blocks": blocks, "track": track}


def _die(t: Table, c: int) -> dict[str, Any]:
    place = {"x": int(t.x[c]) / 10, "y": int(t.y[c]) / 10, "turn": int(t.angle[c]), "up": int(t.up[c])}
    return {"die": die_name(c, int(t.scoring[c])), **place}
