"""The weights of a network in few bytes, for policies that are shipped."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

NETWORK = "network."
"""In a checkpoint the names of the network's weights begin with this; the rest belongs to the run."""
SCALE = "scale."
"""And with this the names of what the rows of whole numbers are multiplied with."""
KINDS = ("float32", "float16", "int8")
"""How weights are kept. int8: whole numbers up to 127, and a factor for each row of a matrix."""
LARGEST = 127


def compacted(weights: Mapping[str, np.ndarray], kind: str) -> dict[str, np.ndarray]:
    """The arrays of a checkpoint that hold these weights, float32, as one of `KINDS`."""
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
    """The network's weights among the arrays of a checkpoint, float32, whatever they are kept as."""
    weights = {name: it.astype(np.float32) for name, it in arrays.items() if name.startswith(NETWORK)}
    for name in weights:
        scale = arrays.get(SCALE + name.removeprefix(NETWORK))
        if scale is not None:
            weights[name] *= scale
    return weights
