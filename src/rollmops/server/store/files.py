"""Whether the store's files are still those that were opened: what goes into a deleted file is lost with the process."""

from __future__ import annotations

import contextlib
import os
import sys
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
"""For so long a file may seem too short, and how often it is looked at meanwhile: it is read while another thread writes."""
INDEX_BYTES, FRAMES_AT, BROUGHT_AT = 100, 16, 96
"""Of the index to SQLite's log (its WAL-mode file format): how many frames the log has, and how many of those are in the
file by now."""
LOG_HEAD_BYTES, FRAME_HEAD_BYTES = 32, 24
"""Of the log: what stands before its frames, and in a frame before the page; that begins with the page's number."""


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
    """The files of an SQLite store. Handles stay open to the end: closing any would give up SQLite's own locks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log = path.with_name(f"{path.name}-wal")
        self.index = path.with_name(f"{path.name}-shm")
        self.index_handle: int | None = None
        self.known: dict[Path, tuple[int, int]] = {}
        try:
            self.handle = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
        except OSError as error:
            raise StoreError(f"the store cannot be opened ({error.strerror}); give another folder with --data") from None
        for file in (path, self.log, self.index):
            with contextlib.suppress(OSError):  # not there yet, or not ours
                file.chmod(PRIVATE)

    @property
    def size(self) -> int:
        """How many bytes the tables take."""
        return os.fstat(self.handle).st_size

    def check(self) -> None:
        """Raise StoreError when the files were deleted, replaced or cut off.

        The file may say that it is longer than it is, as long as its last pages are in the log: the first page, where that
        stands, may be brought in before them, and while somebody reads they may have to wait for long.
        """
        self.check_there()
        end = time.monotonic() + SHORT_SECONDS
        while not self._is_whole():
            if time.monotonic() > end:
                raise StoreError(f"{self.path.name} is damaged; put a copy back and start the server again")
            time.sleep(LOOK_AGAIN_SECONDS)

    def _is_whole(self) -> bool:
        """Whether the file is one of SQLite's, and as long as it says, but for pages that the log is yet to bring."""
        head = os.pread(self.handle, 32, 0) if hasattr(os, "pread") else b""
        if not head:
            return True
        if not head.startswith(MAGIC):
            return False
        page = int.from_bytes(head[16:18], "big")
        page_bytes, pages = 65536 if page == 1 else page, int.from_bytes(head[28:32], "big")
        missing = range(self.size // page_bytes + 1, pages + 1)
        return not missing or self._waiting_pages(page_bytes).issuperset(missing)

    def _waiting_pages(self, page_bytes: int) -> set[int]:
        """The numbers of the pages that are in the log and not in the file yet."""
        try:
            if self.index_handle is None:
                self.index_handle = os.open(self.index, os.O_RDONLY)
            index = os.pread(self.index_handle, INDEX_BYTES, 0)
            frames, brought = (int.from_bytes(index[at : at + 4], sys.byteorder) for at in (FRAMES_AT, BROUGHT_AT))
            with self.log.open("rb", buffering=0) as log:
                places = (LOG_HEAD_BYTES + frame * (FRAME_HEAD_BYTES + page_bytes) for frame in range(brought, frames))
                return {int.from_bytes(os.pread(log.fileno(), 4, place), "big") for place in places}
        except OSError:  # there is no log
            return set()

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
        for handle in (self.handle, self.index_handle):
            if handle is not None:
                os.close(handle)
