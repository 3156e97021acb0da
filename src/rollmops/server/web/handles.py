"""File handles: how many sockets there can be while files, the store and compiled rules still find a handle."""

from __future__ import annotations

try:
    import resource
except ImportError:  # not on Windows, which has no such limit
    resource = None  # type: ignore[assignment]

RESERVED_HANDLES = 256
"""Handles that no socket of a visitor gets."""


def sockets_at_most(wanted: int) -> int:
    """So many sockets as are wanted, or as many as the system has handles for besides the reserve."""
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVED_HANDLES
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return wanted
    return max(1, min(wanted, soft - min(RESERVED_HANDLES, soft // 2)))
