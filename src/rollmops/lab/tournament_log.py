"""A tournament on disk, deal by deal: it can be stopped at any moment and loses at most what was being played."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import msgspec

from rollmops.engine.errors import BadTableError
from rollmops.lab.tournament import Deal, Plan


class TournamentLog:
    """A file of JSON lines: the plan first, then every deal. Raises BadTableError where the file is another's."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool) -> None:
        self.deals: list[Deal] = []
        head = _head(plan)
        try:
            if resume:
                whole = self._read(path.read_bytes(), head, path)
                self.file: BinaryIO = path.open("r+b")
                self.file.truncate(whole)
                self.file.seek(whole)
            else:
                self.file = path.open("xb")
                self._write(head)
        except FileExistsError:
            raise BadTableError(f"{path} exists already; go on with --resume, or name another file") from None
        except OSError as error:
            raise BadTableError(f"{path} cannot be opened: {error.strerror}") from None

    def _read(self, data: bytes, head: bytes, path: Path) -> int:
        """Read the deals; returns the length of all whole lines. The last line may be torn: it was being written."""
        whole = data[: data.rfind(b"\n") + 1]
        first, *lines = whole.splitlines() or [b""]
        if first != head:
            raise BadTableError(f"{path} is of another tournament (game, seats, minds, seed or components differ)")
        for number, line in enumerate(lines, 2):
            try:
                self.deals.append(msgspec.json.decode(line, type=Deal))
            except msgspec.MsgspecError:
                raise BadTableError(f"{path}, line {number}, is no deal of a tournament") from None
        return len(whole)

    def add(self, deal: Deal) -> None:
        """Keep one more deal."""
        self._write(msgspec.json.encode(deal))

    def _write(self, line: bytes) -> None:
        self.file.write(line + b"\n")
        self.file.flush()

    def close(self) -> None:
        """Nothing follows."""
        self.file.close()


def _head(plan: Plan) -> bytes:
    """What must agree for deals to be the same."""
    return msgspec.json.encode(
        {
            "tournament": plan.game,
            "components": plan.components.digest,
            "seats": plan.seats,
            "minds": plan.minds,
            "seed": plan.seed,
        }
    )
