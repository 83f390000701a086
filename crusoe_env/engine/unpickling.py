"""Objects with arrays, pickled without copies: what comes back must not share read-only memory.

Ray and others keep the arrays of a pickled object outside the pickle (protocol 5) and give them back
read-only. Compiled rules write into the arrays of a batch.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class OwnsArrays:
    """An object whose arrays can be written into, however it was unpickled."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the attributes; read-only arrays are copied."""
        self.__dict__.update({name: own(value) for name, value in state.items()})


def own(value: Any) -> Any:
    """A value, or its copy if it is an array that cannot be written into."""
    return value.copy() if isinstance(value, np.ndarray) and not value.flags.writeable else value
