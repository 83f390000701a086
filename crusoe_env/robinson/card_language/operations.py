"""The operations of the card data, by number.

`rules/effects/` declares each in the file of its rule; `declaration.py` says how. The rules use the numbers
by name (`op.DISCARD`); they are known once all rules are read.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.robinson.card_language.declaration import Operation, declared
from crusoe_env.robinson.numbering import constant

OPERATIONS: tuple[Operation, ...]
NUMBER_OF: dict[str, int]
IS_DEMAND: np.ndarray


def _numbers() -> dict[str, Any]:
    """What this module offers once all rules are read; see `__getattr__`."""
    operations = tuple(declared.all().values())
    return {
        **{constant(it.name): i for i, it in enumerate(operations)},
        "OPERATIONS": operations,
        "NUMBER_OF": {it.name: i for i, it in enumerate(operations)},
        "IS_DEMAND": np.array([it.demand is not None for it in operations]),
    }


def __getattr__(name: str) -> Any:
    """An operation's number by its name (DISCARD), or one of these.

    OPERATIONS: all of them, by number; NUMBER_OF: the numbers by the names in the data; IS_DEMAND: by number,
    does it demand something?
    """
    if not name.isupper() or "OPERATIONS" in globals():
        raise AttributeError(f"there is no operation {name}")
    globals().update(_numbers())
    return globals()[name] if name in globals() else __getattr__(name)
