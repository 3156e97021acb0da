"""The `rollmops` command. Each chore is a module of its own; nothing heavy is imported before it is needed."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from rollmops import __version__
from rollmops.cli import (
    arena,
    daily,
    duplicate,
    games,
    odds,
    play,
    replay,
    review,
    serve,
    simulate,
    solve,
    store,
    throw,
    tournament,
    value,
    verify,
)
from rollmops.cli.compiling import says_when_compiling

SPREAD = ("--players", "--minds")
"""Options that take several words: `--players Ann Ben` is read as `--players Ann --players Ben`."""
GAME_NAMES = ("soles", "espresso", "lure", "floe")
"""Known here without loading a game."""

app = typer.Typer(
    name="rollmops",
    help="Four fishing dice games at one table: play them, prove the dice, study the luck.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"rollmops {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_tell_version, help="Say which version this is.")
    ] = False,
) -> None:
    """Four fishing dice games at one table: play them, prove the dice, study the luck."""


app.command("daily")(says_when_compiling(daily.daily))
app.command("duplicate")(says_when_compiling(duplicate.duplicate))
app.command("games")(games.games)
app.command("play")(play.play)
app.command("replay")(says_when_compiling(replay.replay))
app.command("review")(says_when_compiling(review.review))
app.command("serve")(serve.serve)
app.command("backup")(store.backup)
app.command("export")(store.export)
app.command("move")(store.move)
app.command("verify")(says_when_compiling(verify.verify))
app.command("simulate")(simulate.simulate)
app.command("tournament")(tournament.tournament)
app.command("solve")(says_when_compiling(solve.solve))
app.command("value")(says_when_compiling(value.value))
app.command("throw")(throw.throw)
app.command("arena")(arena.arena)
app.add_typer(odds.app, name="odds")


def spread(words: list[str]) -> list[str]:
    """Give every word after an option of SPREAD an option of its own; a game's name after them is the game."""
    out: list[str] = []
    option = ""
    for word in words:
        name, equals, value = word.partition("=")
        if word.startswith("-") and word != "-":
            option = name if name in SPREAD else ""
            out += [name, value] if option and equals else [word]
        elif option and out[-1] != option and (word not in GAME_NAMES or any(game in out for game in GAME_NAMES)):
            out += [option, word]
        else:
            out.append(word)
    return out


def main() -> None:
    """Run a command; nobody sees a traceback for what they typed."""
    from rollmops.engine.errors import RollmopsError

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may not know our signs, nor we its bytes
    try:
        _run(spread(sys.argv[1:]))
    except RollmopsError as error:
        print(f"rollmops: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still in the buffer goes nowhere
        if isinstance(error, BrokenPipeError):
            sys.exit(141)
        print(f"rollmops: cannot go on: {error}", file=sys.stderr)
        sys.exit(2)


def _run(words: list[str]) -> None:
    try:
        app(args=words)
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()
