"""The switch of what uses Numba's internals."""

from __future__ import annotations

import os

LINKING = os.environ.get("CRUSOE_ENV_LINKING", "1") != "0"
"""Is what compiled code calls linked into it (`compile.linked`)? Else public Numba compiles alone."""
