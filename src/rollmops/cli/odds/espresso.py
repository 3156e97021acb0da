"""`rollmops odds espresso`: what every re-roll of a turn brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rollmops.engine.components import Components
    from rollmops.lab.odds.espresso import SetOdds, Turn, TurnOdds

COLUMNS = {
    "may_fish": ".1%",
    "throws": ".3f",
    "fish": ".3f",
    "best": ".3f",
    "steal_one": ".1%",
    "steal_two": ".1%",
    "steal_three": ".2%",
    "special": ".1%",
}
HEADS = ("fishing", "throws", "fish", "best", "steal 1", "steal 2", "steal 3", "special")


def espresso(
    faces: Annotated[str, typer.Argument(help='The dice as they lie, b1 b2 b3 r1 r2: "worm hook wave wave hook".')],
    rolled: Annotated[str, typer.Option(help="Dice that were rolled twice already: r1,b2")] = "",
    drink: Annotated[bool, typer.Option("--drink", help="An espresso is drunk before the first white throw.")] = False,
    lake: Annotated[int | None, typer.Option(help="Fish in the lake, if so few that it matters.", min=1)] = None,
    others: Annotated[
        int | None, typer.Option(help="Fish that others own: count stolen and moved fish as well.", min=0)
    ] = None,
    components: Annotated[str | None, typer.Option(help="Another component file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object, chances as fractions.")] = False,
) -> None:
    """For every set of dice that may be rolled once more: chances, white throws, fish; and the best for most fish."""
    from rollmops.cli.files import read_parts
    from rollmops.lab.odds.espresso import Turn, turn_odds

    twice = frozenset(rolled.replace(",", " ").split())
    turn = Turn(tuple(faces.replace(",", " ").split()), twice, drink, lake, others)
    parts = read_parts("espresso", components)
    _check(turn)
    odds = turn_odds(parts, turn)
    if json:
        _print_json(odds)
    else:
        _show(odds, parts)


def _check(turn: Turn) -> None:
    from rollmops.engine.errors import BadTableError
    from rollmops.games.espresso.table import DICE, SYMBOLS

    for face in turn.faces:
        if face not in SYMBOLS:
            raise BadTableError(f"a coloured die shows {', '.join(SYMBOLS)}, not '{face}'")
    if len(turn.faces) != len(DICE):
        raise BadTableError(f"give five faces, for {' '.join(DICE)}, not {len(turn.faces)}")
    for die in sorted(turn.rolled):
        if die not in DICE:
            raise BadTableError(f"--rolled: the dice are {', '.join(DICE)}, not '{die}'")


def _print_json(odds: TurnOdds) -> None:
    import json

    def as_json(found: SetOdds) -> dict[str, object]:
        return {"reroll": list(found.dice), **{name: str(getattr(found, name)) for name in COLUMNS}}

    print(json.dumps({"sets": [as_json(found) for found in odds.sets], "best": as_json(odds.best)}))


def _show(odds: TurnOdds, parts: Components) -> None:
    for line in _misfits(odds.turn, parts):
        print(line)
    print(_title(odds.turn))
    print(f"{'roll once more':15}" + "".join(f"{head:>8}" for head in HEADS))
    for found in odds.sets:
        cells = (f"{float(getattr(found, name)):8{style}}" for name, style in COLUMNS.items())
        print(f"{' '.join(found.dice) or 'stand':15}" + "".join(cells))
    print("Throws and fish are expected if you stand after that roll; best: fish with the best re-rolls after it.")
    best = odds.best
    advice = f"roll {' '.join(best.dice)} once more and go on as it falls" if best.dice else "stand"
    print(f"For most fish: {advice}, {float(best.best):.3f} expected ({best.best}).")


def _title(turn: Turn) -> str:
    from rollmops.games.espresso.table import DICE

    dice = " · ".join(f"{die} {face}{'*' if die in turn.rolled else ''}" for die, face in zip(DICE, turn.faces, strict=True))
    return dice + (" (* rolled twice)" if turn.rolled else "")


def _misfits(turn: Turn, parts: Components) -> list[str]:
    """Faces that these components do not have; the odds take the dice as they lie."""
    from rollmops.games.espresso import GAME
    from rollmops.games.espresso.table import DICE, FIRST_RED, SYMBOLS

    box = GAME.empty(parts)
    lines = []
    for place, (die, face) in enumerate(zip(DICE, turn.faces, strict=True)):
        sides = box.blue_faces if place < FIRST_RED else box.red_faces
        if not sides[SYMBOLS.index(face)]:
            lines.append(f"{die} lies with {face} up, which the components '{parts.name}' do not have on that die.")
    return lines
