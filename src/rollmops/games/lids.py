"""What stands on the lids: how long a game lasts, and what it is about in a sentence."""

from __future__ import annotations

import msgspec


class Lid(msgspec.Struct, frozen=True):
    """The lid of a box."""

    minutes: int
    line: str


LIDS = {
    "soles": Lid(20, "Fill your net, rob your friends, and stop before the water takes it all."),
    "espresso": Lid(20, "Worm, hook and wave: fish at dawn, and drink a coffee before you nod off."),
    "lure": Lid(15, "Few dice fish first, many dice fish bigger: choose in secret, reveal together."),
    "floe": Lid(30, "Throw real dice onto the ice floe, higher or further, but not into the sea."),
}
