"""`rollmops serve` with settings that a test may choose."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rollmops.server.limits import Limits
from rollmops.server.serve import serve


def main() -> None:
    data, port, text = sys.argv[1:]
    settings: dict[str, Any] = json.loads(text)
    quick = {"tables": 1e6, "tables_burst": 1000, "looks": 1e6, "looks_burst": 1000, "messages": 1e6, "burst": 1000}
    limits = Limits(**(quick | settings.pop("limits", {})))
    serve("127.0.0.1", int(port), Path(data), limits=limits, **settings)


if __name__ == "__main__":
    main()
