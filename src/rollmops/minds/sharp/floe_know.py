"""What the mind of the floe knows by heart: the library of open ice and the fitted worth, in one small file.

`python -m rollmops.minds.sharp.fit_floe` makes it anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rollmops.engine.table import Floats
from rollmops.minds.sharp.floe_ice import Ice
from rollmops.minds.sharp.floe_worth import Net

FILE = Path(__file__).with_name("floe.npz")
TENTHS = 10
"""Rests are kept in tenths of a millimetre."""


class Known(NamedTuple):
    """The library, and for each number of seats a net and how far its shares are off (`floe_error.py`)."""

    ice: Ice
    nets: dict[int, Net]
    levels: dict[int, float]


def ice_of(rests: Floats, contact: Floats) -> Ice:
    """The library with how far its throws come."""
    return Ice(rests.astype(np.float32), rests[..., 1].mean(axis=(2, 3)).astype(np.float64), contact)


@cache
def known(path: Path = FILE) -> Known:
    """The file that the package has, read once."""
    with np.load(path, allow_pickle=False) as file:
        ice = ice_of(file["rests"].astype(np.float64) / TENTHS, file["contact"].astype(np.float64))
        seats = sorted({int(name.split("_")[1]) for name in file.files if name.startswith("net_")})
        nets = {count: Net(*(file[f"net_{count}_{part}"].astype(np.float64) for part in Net._fields)) for count in seats}
        levels = {count: float(file[f"level_{count}"]) for count in seats if f"level_{count}" in file.files}
    return Known(ice, nets, levels)


def keep(found: Known, path: Path = FILE) -> None:
    """Write the file; the same knowledge makes the same bytes."""
    parts: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]] = {
        "rests": np.rint(found.ice.rests * TENTHS).astype(np.int16),
        "contact": found.ice.contact,
    }
    for seats, net in found.nets.items():
        for name, part in zip(Net._fields, net, strict=True):
            parts[f"net_{seats}_{name}"] = part.astype(np.float32)
        if seats in found.levels:
            parts[f"level_{seats}"] = np.array(found.levels[seats])
    np.savez_compressed(path, allow_pickle=False, **parts)
