"""What a server says: lines for people, or with `--json-log` one JSON object a line, whichever of its processes says it."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from msgspec import json

from rollmops.engine.errors import RollmopsError

KIND, JSON = "ROLLMOPS_LOG", "json"
"""The variable of the environment, and its value, by which processes that a server starts know how to write their log."""
NAME = "rollmops.server"
REFUSED = 2
"""What a process ends with that has said why it cannot serve."""


class JsonLines(logging.Formatter):
    """A log line as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, who says it, what; and the traceback where there is one."""
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        line = {"time": when, "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.encode(line).decode()


def ask_for_json() -> None:
    """From now on this process, and all that it starts, write their log for programs."""
    os.environ[KIND] = JSON
    begin()


def is_json() -> bool:
    """Whether the log is for programs."""
    return os.environ.get(KIND) == JSON


def begin() -> None:
    """Write the log of this process as whoever started it wants it."""
    if is_json():
        handler = logging.StreamHandler()
        handler.setFormatter(JsonLines())
        logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
        logging.captureWarnings(True)


def say(words: str, stream: TextIO | None = None) -> None:
    """Tell whoever has started the server; beside the log, unless there is another stream for it."""
    if is_json():
        words = JsonLines().format(logging.LogRecord(NAME, logging.INFO, "", 0, words, None, None))
    print(words, file=stream or sys.stderr, flush=True)


def say_why_not(error: RollmopsError) -> None:
    """Tell why nothing is served."""
    if is_json():
        logging.getLogger(NAME).error("%s", error)
    else:
        say(f"rollmops: {error}")


@contextmanager
def errors_as_asked() -> Iterator[None]:
    """What ends a command is a line of the log, too, where that is for programs."""
    try:
        yield
    except RollmopsError as error:
        if not is_json():
            raise
        say_why_not(error)
        sys.exit(REFUSED)
