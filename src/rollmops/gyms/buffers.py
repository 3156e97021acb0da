"""Arrays that others can take as they are: JAX shares memory without a copy if it begins at a multiple of 64 bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

ALIGNMENT_BYTES = 64


def aligned(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array of zeros that begins at a multiple of 64 bytes."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    raw = np.zeros(size + ALIGNMENT_BYTES, np.uint8)
    start = -raw.ctypes.data % ALIGNMENT_BYTES
    return raw[start : start + size].view(kind).reshape(shape)
