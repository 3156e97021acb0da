"""Whether the store's files are still those that were opened: what goes into a deleted file is lost with the process."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import IO

from rollmops.engine.errors import RollmopsError

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

MAGIC = b"SQLite format 3\0"
PRIVATE = 0o600
"""Seeds of running games lie in the store in clear: nobody else may read it."""
SHORT_SECONDS, LOOK_AGAIN_SECONDS = 2.0, 0.01
"""For so long a file may be shorter than it says, and how often it is looked at meanwhile."""


class StoreError(RollmopsError):
    """The store cannot be read or written."""


class DeposedError(StoreError):
    """Another process owns the table by now; nothing was written."""


class StoreFullError(RollmopsError):
    """There is no room for more tables."""


def lock_folder(folder: Path) -> IO[str]:
    """Two servers in one data folder would write over each other's tables: the second is refused. Gone with its process."""
    try:
        key = open(folder / "lock", "w", opener=lambda path, flags: os.open(path, flags, PRIVATE))  # noqa: SIM115
    except OSError as error:
        raise StoreError(f"the data folder cannot be used ({error.strerror}); give another with --data") from None
    if fcntl is not None:
        try:
            fcntl.flock(key, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            key.close()
            raise StoreError(
                f"another server uses the data folder {folder.name}; stop it or give another with --data"
            ) from None
    return key


class StoreFiles:
    """The files of an SQLite store. One handle stays open to the end: closing any would give up SQLite's own locks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log = path.with_name(f"{path.name}-wal")
        self.known: dict[Path, tuple[int, int]] = {}
        try:
            self.handle = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
        except OSError as error:
            raise StoreError(f"the store cannot be opened ({error.strerror}); give another folder with --data") from None
        for file in (path, self.log, path.with_name(f"{path.name}-shm")):
            with contextlib.suppress(OSError):  # not there yet, or not ours
                file.chmod(PRIVATE)

    @property
    def size(self) -> int:
        """How many bytes the tables take."""
        return os.fstat(self.handle).st_size

    def check(self) -> None:
        """Raise StoreError when the files were deleted, replaced or cut off.

        While another thread brings the log into a file that grows, its first page is written before its last ones: then
        the file says that it is longer than it is, for some milliseconds.
        """
        self.check_there()
        end = time.monotonic() + SHORT_SECONDS
        while not self._is_whole():
            if time.monotonic() > end:
                raise StoreError(f"{self.path.name} is damaged; put a copy back and start the server again")
            time.sleep(LOOK_AGAIN_SECONDS)

    def _is_whole(self) -> bool:
        """Whether the file is one of SQLite's, and as long as it says."""
        head = os.pread(self.handle, 32, 0) if hasattr(os, "pread") else b""
        page, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
        return not head or (head.startswith(MAGIC) and self.size >= pages * (65536 if page == 1 else page))

    def check_there(self) -> None:
        """Raise StoreError when the files were deleted or replaced."""
        for file in (self.path, self.log):
            try:
                about = file.stat()
            except OSError:
                if file in self.known or file == self.path:
                    raise StoreError(f"{file.name} was deleted; put it back or start the server again") from None
                continue
            if self.known.setdefault(file, (about.st_dev, about.st_ino)) != (about.st_dev, about.st_ino):
                raise StoreError(f"{file.name} is not the file that was opened; start the server again")

    def close(self) -> None:
        """Let go."""
        os.close(self.handle)
