"""Environments for researchers: PettingZoo, OpenSpiel, batches. docs/gyms.md tells how to use them.

`BatchEnv` needs nothing more; `rollmops.gyms.soles_v1` and its like need `rollmops[pettingzoo]`, and
`rollmops.gyms.openspiel` needs `rollmops[openspiel]`.
"""

from rollmops.gyms.batch import Batch, BatchEnv

__all__ = ["Batch", "BatchEnv"]
