"""Reading what users hand in, within bounds: regular files, so many bytes, so many bytes unpacked."""

from __future__ import annotations

import json
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from crusoe_env.support.words import one_line

LARGEST_TEXT = 32_000_000
"""Bytes of a text file, unless its reader says otherwise."""
ZLIB, GZIP = 15, 31
"""Kinds of packed bytes, as zlib numbers them."""


def opened(path: str | Path) -> BinaryIO:
    """A regular file, open for reading.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no regular file, such as a folder, a pipe or a device.
    """
    path = Path(path)
    if not stat.S_ISREG(path.stat().st_mode):  # a pipe would wait for ever, a device may have no end
        raise ValueError("is no regular file")
    return path.open("rb")


def read_limited(path: str | Path, most: int) -> bytes:
    """The content of a regular file of at most so many bytes.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no regular file, such as a folder, a pipe or a device, or it is larger.
    """
    with opened(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"is larger than {most:,} bytes")
    return content


def read_text(path: str | Path, most: int = LARGEST_TEXT) -> str:
    """The text in a regular file of at most so many bytes. Raises OSError, ValueError as `read_limited`."""
    try:
        return read_limited(path, most).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"is no text in UTF-8: {one_line(error)}") from error


def read_json(path: str | Path, most: int = LARGEST_TEXT) -> Any:
    """What a file of JSON holds. Raises OSError, ValueError as `read_text`, or for text that is no JSON."""
    return json_of(read_text(path, most))


def json_of(text: str | bytes) -> Any:
    """What JSON says. Raises ValueError, also for lists within lists without end."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("too many lists and objects lie within each other") from error


def lines_of(path: str | Path, longest: int) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers from 1, without their line breaks; of a long one its beginning.

    Args:
        path: of a regular file.
        longest: bytes; of a longer line so many and one more are given.

    Raises:
        OSError, ValueError: as `opened`.
    """
    with opened(path) as file:
        number = 0
        while line := file.readline(longest + 1):
            number += 1
            whole = line.endswith(b"\n")
            yield number, line.removesuffix(b"\n")
            while not whole and (more := file.readline(longest)):
                whole = more.endswith(b"\n")


def unpacked(content: bytes, most: int, kind: int = ZLIB) -> bytes:
    """Packed bytes unpacked. Raises ValueError: they are damaged, cut off, or hold more than `most` bytes."""
    unpacker = zlib.decompressobj(kind)
    try:
        found = unpacker.decompress(content, most + 1)
    except zlib.error as error:
        raise ValueError("is damaged or cut off") from error
    if len(found) > most:
        raise ValueError(f"is damaged: it holds more than {most:,} bytes")
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("is damaged or cut off")
    return found
