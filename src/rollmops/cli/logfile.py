"""A running game in a file: every entry is on the disk before the next thing happens, so Ctrl-C loses nothing.

The secret seed lies beside it in `FILE.seed` until the game is over; then it is revealed in the logbook.
"""

from __future__ import annotations

import os
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rollmops.engine.dice import FairDice, new_seed
from rollmops.engine.errors import RollmopsError
from rollmops.engine.logbook import Entry, read_record
from rollmops.games.records import advance_dice, fold, hand_dice

if TYPE_CHECKING:
    from rollmops.engine.components import Components
    from rollmops.engine.match import Match


def default_path(game: str) -> Path:
    """A new file in the player's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home).expanduser() / "rollmops" / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}.rollmops"


class LogFile:
    """The logbook of one match on disk."""

    def __init__(self, path: Path, seed: str) -> None:
        self.path = path
        self.seed = seed
        self.secret = path.with_name(path.name + ".seed")
        self.closed = False
        """Whether result and seed stand in the header."""

    @classmethod
    def create(cls, path: Path, match: Match, seed: str) -> LogFile:
        """Begin a file with the header; an existing one is never overwritten."""
        log = cls(path, seed)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                file.write(match.record().text())
            if not hand_dice(match.header):
                log.secret.touch(mode=0o600)
                log.secret.write_text(seed + "\n", encoding="ascii")
        except FileExistsError:
            raise RollmopsError(f"{path} is there already; resume it with --resume or name another with --log") from None
        except OSError as error:
            raise RollmopsError(f"{path} cannot be written: {error.strerror}; name another with --log") from None
        return log

    @classmethod
    def resume(cls, path: Path, data: bytes, components: Components | None) -> tuple[LogFile, Match, FairDice]:
        """Fold the file and bring the dice to where they were."""
        match = fold(read_record(data), components)
        log = cls(path, "")
        header = match.header
        log.closed = bool(header.result and (header.reveal or hand_dice(header)))
        if hand_dice(header) or log.closed:
            dice = FairDice(new_seed(), {})
        else:
            log.seed = log._read_seed()
            dice = advance_dice(match.record(), log.seed, components)
        if not log.closed:
            log._end_last_line(data, match)
        return log, match, dice

    def _read_seed(self) -> str:
        try:
            seed = self.secret.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            raise RollmopsError(f"{self.secret} is missing: without its seed the dice of this game cannot go on") from None
        except (OSError, UnicodeDecodeError) as error:
            raise RollmopsError(f"{self.secret} cannot be read: {error}") from None
        if not re.fullmatch(r"[0-9a-f]{64}", seed):
            raise RollmopsError(f"{self.secret} has no seed in it: 64 hexadecimal digits belong there")
        return seed

    def _end_last_line(self, data: bytes, match: Match) -> None:
        """An editor may have left the last line open, or the header without its blank line."""
        missing = "" if data.endswith((b"\n", b"\r")) else "\n"
        if not match.entries and not match.sealed:
            missing += "\n"
        self._append(missing)

    def write(self, *entries: Entry) -> None:
        """Append entries; they are on the disk when this returns."""
        self._append("".join(f"{entry}\n" for entry in entries))

    def _append(self, text: str) -> None:
        if not text:
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise self._no_room(error) from None

    def _no_room(self, error: OSError) -> RollmopsError:
        resume = f"rollmops play --resume {self.path}"
        return RollmopsError(f"{self.path} cannot be written: {error.strerror}; what it holds is safe, go on with {resume}")

    def close(self, match: Match) -> None:
        """The game is over: write result and seed into the header."""
        record = match.record()
        if not hand_dice(match.header):
            record = replace(record, header=replace(record.header, reveal=self.seed))
        draft = self.path.with_name(self.path.name + ".new")
        try:
            draft.write_text(record.text(), encoding="utf-8")
            draft.replace(self.path)
        except OSError as error:
            raise self._no_room(error) from None
        self.secret.unlink(missing_ok=True)
        self.closed = True
