"""Arrays in the safetensors format: a header in JSON, then the bytes. Reading a file can run no code.

The format: the header's length as a little-endian 64-bit number; the header, an object with dtype, shape and
place of each array, and texts under `__metadata__`; the little-endian arrays.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.support.files import write_whole
from crusoe_env.support.reading import read_limited
from crusoe_env.support.words import one_line, shown

from .checkpoint import LARGEST, CheckpointError

DTYPES = {
    "F16": "<f2",
    "F32": "<f4",
    "F64": "<f8",
    "I8": "|i1",
    "I16": "<i2",
    "I64": "<i8",
    "U8": "|u1",
}
"""Supported dtypes by their names in the format."""
NAMES = {np.dtype(dtype): name for name, dtype in DTYPES.items()}
METADATA = "__metadata__"
ALIGNMENT = 8
LENGTH = struct.Struct("<Q")
LONGEST = 300
"""Most letters of a message about a damaged file."""


def write(path: Path, arrays: Mapping[str, np.ndarray], metadata: Mapping[str, str]) -> None:
    """Write arrays and texts atomically."""
    header: dict[str, Any] = {METADATA: dict(metadata)}
    parts, at = [], 0
    for name, array in arrays.items():
        parts.append(np.ascontiguousarray(array).tobytes())
        place = [at, at + len(parts[-1])]
        header[name] = {"dtype": NAMES[array.dtype], "shape": list(array.shape), "data_offsets": place}
        at = place[1]
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    write_whole(path, LENGTH.pack(len(text)) + text + b"".join(parts))


def read(path: Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The arrays and the texts of a file. Raises CheckpointError if it is missing or damaged."""
    try:
        content = read_limited(path, LARGEST)
    except OSError as error:
        raise CheckpointError(f"{path}: there is no such checkpoint") from error
    except ValueError as error:
        raise CheckpointError(f"{path}: {one_line(error)}") from error
    try:
        (length,) = LENGTH.unpack_from(content)
        header = json.loads(content[LENGTH.size : LENGTH.size + length])
        metadata = header.pop(METADATA, {})
        if not all(isinstance(text, str) for text in metadata.values()):
            raise ValueError("its texts are none")
        data = memoryview(content)[LENGTH.size + length :]
        return {name: _array(data, name, **entry) for name, entry in header.items()}, metadata
    except (ValueError, TypeError, KeyError, AttributeError, struct.error, RecursionError) as error:
        raise CheckpointError(f"{path}: is no whole checkpoint: {one_line(error)[:LONGEST]}") from error


def _array(data: memoryview, name: str, dtype: str, shape: list[int], data_offsets: list[int]) -> np.ndarray:
    start, stop = data_offsets
    if dtype not in DTYPES:
        raise ValueError(f"tensor {shown(name)} is of dtype {shown(dtype)}; {', '.join(DTYPES)} can be read")
    kind = np.dtype(DTYPES[dtype])
    if min(shape, default=0) < 0 or stop - start != math.prod(shape) * kind.itemsize:
        raise ValueError(f"tensor {shown(name)} has no bytes for its shape {shown(shape)}")
    if not 0 <= start <= stop <= len(data):
        raise ValueError(f"it is cut off in tensor {shown(name)}")
    return np.frombuffer(data[start:stop], kind).reshape(shape).copy()
