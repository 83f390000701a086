"""Compact weights for policies that are shipped."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

NETWORK = "network."
"""Prefix of the network's weights in a checkpoint; other arrays belong to the run."""
SCALE = "scale."
"""Prefix of the factors of int8 rows."""
SHOWN = "shown."
"""Prefix of the entries whose rows of a first layer are kept: uint8 (size,), 0 or 1."""
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


def narrowed(arrays: Mapping[str, np.ndarray], shown: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The arrays of a checkpoint with the rows of some entries alone; `widened` is the opposite.

    Args:
        arrays: as `compacted` gives them.
        shown: by the name of each first layer, which entries are kept, bool (size,).
    """
    found = dict(arrays)
    for name, kept in shown.items():
        for each in (NETWORK + name, SCALE + name):
            if each in found:
                found[each] = found[each][kept]
        found[SHOWN + name] = kept.astype(np.uint8)
    return found


def widened(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The arrays of a checkpoint with a row for each entry; rows that were left out are 0.

    Raises:
        ValueError: the rows do not fit the entries that are kept.
    """
    found = {name: it for name, it in arrays.items() if not name.startswith(SHOWN)}
    for name in arrays.keys() - found.keys():
        kept = arrays[name]
        if kept.dtype != np.uint8 or kept.ndim != 1 or kept.max(initial=0) > 1:
            raise ValueError(f"tensor {name!r} does not say which entries are kept")
        for each in (prefix + name.removeprefix(SHOWN) for prefix in (NETWORK, SCALE)):
            if each not in found:
                continue
            rows = found[each]
            if rows.ndim != 2 or len(rows) != kept.sum():
                raise ValueError(f"tensor {each!r} has not as many rows as {name!r} keeps")
            found[each] = np.zeros((len(kept), rows.shape[1]), rows.dtype)
            found[each][kept > 0] = rows
    return found
