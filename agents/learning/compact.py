"""Compact weights for policies that are shipped."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

NETWORK = "network."
"""Prefix of the network's weights in a checkpoint; other arrays belong to the run."""
SCALE = "scale."
"""Prefix of the factors of int8 rows."""
SHOWN = "shown."
"""Prefix of a matrix of which some rows are kept: a bit for each row, uint8."""
POLICY_WEIGHT = "policy_weight"
NEVER = np.float32(-1e4)
"""The logit of an action that a network does not know, within float16."""
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
    """The arrays of a checkpoint with some rows of matrices alone; `widened` is the opposite.

    Args:
        arrays: as `compacted` gives them.
        shown: by the name of a first layer or a policy's head, which rows are kept, bool (rows,). An action
            that is left out is chosen last.
    """
    found = dict(arrays)
    for name, kept in shown.items():
        for each in (NETWORK + name, SCALE + name):
            if each in found:
                found[each] = found[each][kept]
        if name.endswith(POLICY_WEIGHT):
            bias = f"{NETWORK}{name.removesuffix('weight')}bias"
            found[bias] = np.where(kept, found[bias], NEVER).astype(found[bias].dtype)
        found[SHOWN + name] = np.packbits(kept)
    return found


def widened(arrays: Mapping[str, np.ndarray], entries: int, actions: int) -> dict[str, np.ndarray]:
    """The arrays of a checkpoint with a row for each entry and action; rows that were left out are 0.

    Args:
        arrays: as `narrowed` gives them.
        entries, actions: how many the network was trained with.

    Raises:
        ValueError: the rows do not fit what is kept.
    """
    found = {name: it for name, it in arrays.items() if not name.startswith(SHOWN)}
    for name in arrays.keys() - found.keys():
        count, bits = actions if name.endswith(POLICY_WEIGHT) else entries, arrays[name]
        if bits.dtype != np.uint8 or bits.shape != (-(-count // 8),):
            raise ValueError(f"tensor {name!r} does not say which rows are kept")
        kept = np.unpackbits(bits, count=count) > 0
        for each in (prefix + name.removeprefix(SHOWN) for prefix in (NETWORK, SCALE)):
            if each not in found:
                continue
            rows = found[each]
            if rows.ndim != 2 or len(rows) != kept.sum():
                raise ValueError(f"tensor {each!r} has not as many rows as {name!r} keeps")
            found[each] = np.zeros((count, rows.shape[1]), rows.dtype)
            found[each][kept] = rows
    return found
