"""Several processes on one real PostgreSQL."""

from __future__ import annotations

from tests.server.conftest import closed_pages, postgres

__all__ = ["closed_pages", "postgres"]
