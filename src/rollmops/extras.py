"""What `pip install rollmops` alone leaves out, and what to say where it is missing.

The light install plays in the terminal, counts and simulates. Each extra brings the packages that one more thing needs:
`pip install "rollmops[server,floe]"` brings two, `rollmops[all]` everything.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from rollmops.engine.errors import RollmopsError

if TYPE_CHECKING:
    from rollmops.engine.contract import Game

EXTRAS: dict[str, tuple[str, ...]] = {
    "server": (
        "cryptography",
        "h11",
        "prometheus_client",
        "py_vapid",
        "pywebpush",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "websockets",
    ),
    "postgresql": ("psycopg",),
    "floe": ("mujoco",),
    "pettingzoo": ("gymnasium", "pettingzoo"),
    "openspiel": ("pyspiel",),
    "plots": ("matplotlib", "PIL"),
    "dask": ("dask", "distributed"),
}
"""Each extra of pyproject.toml, and the modules that must be there for it."""


class MissingExtraError(RollmopsError, ImportError):
    """Something was asked for whose packages are not installed; the message is the command that installs them."""


def has(extra: str) -> bool:
    """Whether everything that this extra brings is installed."""
    return not _missing(extra)


def need(extra: str, what: str) -> None:
    """Raise MissingExtraError unless this extra is installed; `what` begins the sentence: "the server", "drawing"."""
    missing = _missing(extra)
    if missing:
        raise MissingExtraError(
            f'{what} needs {" and ".join(missing)}, not installed here; run: pip install "rollmops[{extra}]"'
        )


def hindrance(game: Game) -> str:
    """Why this game cannot be played on this machine: what is missing, and how to install it. Nothing where it can."""
    try:
        game.chance.maker()
    except MissingExtraError as error:
        return str(error)
    return ""


def _missing(extra: str) -> list[str]:
    return [name for name in EXTRAS[extra] if find_spec(name) is None]
