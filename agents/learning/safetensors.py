"""Checkpoints in the safetensors format: arrays and texts. Reading a file can run no code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from crusoe_env.support.files import write_whole
from crusoe_env.support.reading import read_limited
from crusoe_env.support.words import one_line

from .checkpoint import LARGEST, CheckpointError

METADATA = "__metadata__"
LENGTH = 8
"""Bytes of the header's length, at the beginning of a file."""
LONGEST = 300
"""Most letters of a message about a damaged file."""


def write(path: Path, arrays: Mapping[str, np.ndarray], metadata: Mapping[str, str]) -> None:
    """Write arrays and texts atomically."""
    whole = {name: it.copy() for name, it in arrays.items()}  # safetensors 0.8.0 writes views wrongly
    content = save(whole, dict(metadata))
    header, end = header_of(content)
    text = json.dumps(header, sort_keys=True).encode()  # the library writes texts in any order
    text += b" " * (-len(text) % LENGTH)
    write_whole(path, len(text).to_bytes(LENGTH, "little") + text + content[end:])


def read(path: Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The arrays and the texts of a file. Raises CheckpointError if it is missing or damaged."""
    try:
        content = read_limited(path, LARGEST)
    except OSError as error:
        raise CheckpointError(f"{path}: there is no such checkpoint") from error
    except ValueError as error:
        raise CheckpointError(f"{path}: {one_line(error)}") from error
    try:
        arrays = load(content)
        header, _ = header_of(content)
    except (SafetensorError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise CheckpointError(f"{path}: is no whole checkpoint: {one_line(error)[:LONGEST]}") from error
    return arrays, header.get(METADATA, {})


def header_of(content: bytes) -> tuple[dict[str, Any], int]:
    """The header of a whole file, and where the arrays begin."""
    end = LENGTH + int.from_bytes(content[:LENGTH], "little")
    return json.loads(content[LENGTH:end]), end
