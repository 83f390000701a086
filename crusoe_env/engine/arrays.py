"""The types of the arrays that compiled rules write into."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.int8]
"""(actions,) 1 for each action that is legal, else 0."""
Entries = npt.NDArray[np.uint8]
"""(size,) the entries of one observation, before they are scaled."""
