"""How fast the environments are: `python -m benchmarks.speed`, the same as `crusoe bench`."""

from __future__ import annotations

import sys

from crusoe_env.bench.speed import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
