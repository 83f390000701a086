"""Robinson Crusoe: Adventures on the Cursed Island (Ignacy Trzewiczek, 2012). Rules: docs/robinson.md."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crusoe_env.robinson.game import env, parallel_env

__all__ = ["env", "parallel_env"]


def __getattr__(name: str) -> Any:
    """The PettingZoo environments are imported at their first use."""
    if name in __all__:
        return getattr(importlib.import_module("crusoe_env.robinson.game"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
