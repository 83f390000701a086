"""Checks of a policy's tensors: names, shapes, dtypes, and finite numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from crusoe_env.support.words import shown

from .checkpoint import CheckpointError
from .compact import KINDS, NETWORK, SCALE

RECURRENCE = "recurrence."
"""Prefix of the weights of a recurrent unit."""
SEAT, CRITIC = "seat.", "critic."
"""Prefixes of the weights of other seats than the first, with their number, and of a critic."""
Shapes = dict[str, tuple[int, ...]]


def shapes_of(size: int, actions: int, hidden: Sequence[int], recurrent: int = 0) -> Shapes:
    """The tensors of a `network.PolicyNetwork`, by name.

    Args:
        size: entries of an observation.
        actions: how many there are.
        hidden: widths of the trunk's layers.
        recurrent: width of the recurrent unit; 0: there is none.
    """
    shapes: Shapes = {"first_weight": (size, hidden[0]), "first_bias": (hidden[0],)}
    for i, (before, after) in enumerate(pairwise(hidden)):
        shapes |= {f"trunk_weights.{i}": (after, before), f"trunk_biases.{i}": (after,)}
    shapes |= {"policy_weight": (actions, hidden[-1]), "policy_bias": (actions,)}
    shapes |= {"value_weight": (1, hidden[-1]), "value_bias": (1,)}
    if recurrent:
        for name, inputs in (("input", hidden[-1]), ("hidden", recurrent)):
            shapes[f"{RECURRENCE}{name}_weight"] = (3 * recurrent, inputs)
            shapes[f"{RECURRENCE}{name}_bias"] = (3 * recurrent,)
        shapes[f"{RECURRENCE}output_weight"] = (hidden[-1], recurrent)
    return shapes


def team_shapes(shapes: Shapes, seats: int, critic: bool) -> Shapes:
    """The tensors of `players.Players`, by name.

    Args:
        shapes: of one network.
        seats: how many networks there are.
        critic: whether there is a critic of its own.
    """
    found = dict(shapes)
    for seat in range(1, seats):
        found |= {f"{SEAT}{seat}.{name}": shape for name, shape in shapes.items()}
    if critic:
        found |= {CRITIC + name: shape for name, shape in shapes.items() if not name.startswith("policy_")}
    return found


def team_in(names: Iterable[str]) -> tuple[int, bool]:
    """The number of networks for seats among named tensors, and whether there is a critic."""
    found = list(names)
    seats = {name.split(".")[1] for name in found if name.startswith(SEAT)}
    return 1 + len(seats), any(name.startswith(CRITIC) for name in found)


def of_network(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """The tensors of one network of a team, without their prefix; "": of the first seat."""
    if prefix:
        return {name.removeprefix(prefix): it for name, it in arrays.items() if name.startswith(prefix)}
    return {name: it for name, it in arrays.items() if not name.startswith((SEAT, CRITIC))}


def widths_in(arrays: Mapping[str, np.ndarray]) -> list[int]:
    """The widths of the trunk's layers, as the biases in a checkpoint have them."""
    count = sum(name.startswith(f"{NETWORK}trunk_weights.") for name in arrays)
    names = ["first_bias", *(f"trunk_biases.{i}" for i in range(count))]
    return [arrays[NETWORK + name].size if NETWORK + name in arrays else 0 for name in names]


def recurrent_width_in(arrays: Mapping[str, np.ndarray]) -> int:
    """The width of the recurrent unit in a checkpoint, as its bias has it; 0: there is none."""
    if not any(name.startswith(f"{NETWORK}{RECURRENCE}") for name in arrays):
        return 0
    bias = arrays.get(f"{NETWORK}{RECURRENCE}hidden_bias")
    return 1 if bias is None else max(1, bias.size // 3)


def check_tensors(
    path: Path, arrays: Mapping[str, np.ndarray], shapes: Shapes, kept_as: str | None = None
) -> None:
    """Check the network's tensors in a checkpoint.

    Args:
        path: of the file, for messages.
        arrays: of the checkpoint.
        shapes: of the network's tensors, by name.
        kept_as: the kind that the weights must have, one of `compact.KINDS`.

    Raises:
        CheckpointError: a tensor is missing or unknown, or has another shape or dtype, or a number in it
            is not finite; the message names file and tensor.
    """
    for name in shapes:
        if NETWORK + name not in arrays:
            raise CheckpointError(f"{path}: is no whole checkpoint: tensor {name!r} is missing")
    for name, tensor in sorted(arrays.items()):  # the library's order differs from call to call
        if not name.startswith((NETWORK, SCALE)):
            continue  # it belongs to the run
        short = name.removeprefix(NETWORK).removeprefix(SCALE)
        if short not in shapes:
            raise CheckpointError(f"{path}: unknown tensor {shown(name)}")
        if name.startswith(NETWORK):
            dtypes, shape = _dtypes(shapes[short], SCALE + short in arrays, kept_as), shapes[short]
        else:
            dtypes, shape = ("float32",), (shapes[short][0], 1)
        if tensor.shape != shape:
            raise CheckpointError(f"{path}: tensor {name!r} has shape {tensor.shape}, not {shape}")
        if tensor.dtype.name not in dtypes:
            expected = " or ".join(dtypes)
            raise CheckpointError(f"{path}: tensor {name!r} is of dtype {tensor.dtype}, not {expected}")
        if not np.isfinite(tensor).all():
            raise CheckpointError(f"{path}: tensor {name!r} has numbers that are not finite")


def _dtypes(shape: tuple[int, ...], is_scaled: bool, kept_as: str | None) -> tuple[str, ...]:
    """The dtypes that a tensor of the network may have."""
    if is_scaled:
        return ("int8",)
    if kept_as == "int8":
        return ("float32",) if len(shape) < 2 else ("int8",)
    return KINDS[:2] if kept_as is None else (kept_as,)
