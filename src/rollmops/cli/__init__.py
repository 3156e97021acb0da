"""The `rollmops` command. Each chore is a module of its own; nothing heavy is imported before it is needed."""

from __future__ import annotations

import os
import sys

import typer

from rollmops.cli import arena, odds, play, replay, serve, simulate, throw, verify

SPREAD = ("--players", "--minds")
"""Options that take several words: `--players Ann Ben` is read as `--players Ann --players Ben`."""

app = typer.Typer(
    name="rollmops",
    help="Four fishing dice games at one table: play them, prove the dice, study the luck.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("play")(play.play)
app.command("replay")(replay.replay)
app.command("serve")(serve.serve)
app.command("verify")(verify.verify)
app.command("simulate")(simulate.simulate)
app.command("throw")(throw.throw)
app.command("arena")(arena.arena)
app.add_typer(odds.app, name="odds")


def spread(words: list[str]) -> list[str]:
    """Give every word after an option of SPREAD an option of its own."""
    out: list[str] = []
    option = ""
    for word in words:
        if word.startswith("-") and word != "-":
            option = word if word in SPREAD else ""
            out.append(word)
        elif option and out[-1] != option:
            out += [option, word]
        else:
            out.append(word)
    return out


def main() -> None:
    """Run a command; nobody sees a traceback for what they typed."""
    from rollmops.engine.errors import RollmopsError

    try:
        app(args=spread(sys.argv[1:]))
    except RollmopsError as error:
        print(f"rollmops: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
