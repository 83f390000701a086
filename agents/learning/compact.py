"""Compact weights for policies that are shipped."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

NETWORK = "network."
"""Prefix of the network's weights in a checkpoint; other arrays belong to the run."""
SCALE = "scale."
"""Prefix of the factors of int8 rows."""
KINDS = ("float32", "float16", "int8")
"""Kinds of weights. int8: whole numbers up to 127, with a factor for each row of a matrix."""
LARGEST = 127


def compacted(weights: Mapping[str, np.ndarray], kind: str) -> dict[str, np.ndarray]:
    """The arrays of a checkpoint for these float32 weights, as one of `KINDS`."""
    if kind != "int8":
        return {NETWORK + name: it.astype(kind) for name, it in weights.items()}
    arrays: dict[str, np.ndarray] = {}
    for name, weight in weights.items():
        if weight.ndim < 2:
            arrays[NETWORK + name] = weight
            continue
        scale = np.abs(weight).max(axis=1, keepdims=True) / np.float32(LARGEST)
        arrays[NETWORK + name] = np.rint(weight / np.where(scale > 0, scale, 1)).astype(np.int8)
        arrays[SCALE + name] = scale
    return arrays


def expanded(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The network's weights among the arrays of a checkpoint, as float32."""
    weights = {name: it.astype(np.float32) for name, it in arrays.items() if name.startswith(NETWORK)}
    for name in weights:
        scale = arrays.get(SCALE + name.removeprefix(NETWORK))
        if scale is not None:
            weights[name] *= scale
    return weights
