"""Archives of pickles, loaded only if a run of this user wrote them, or if the user trusts them (`trust`)."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from crusoe_env.support.reading import read_limited
from crusoe_env.support.words import one_line
from crusoe_env.trust import SEAL_BYTES, is_sealed, seal, trusts_every_file

from .checkpoint import LARGEST, CheckpointError


def sealed_archive(archive: io.BytesIO) -> bytes:
    """The bytes of a zip archive with its seal as comment, which are its last bytes."""
    with zipfile.ZipFile(archive, "a") as opened:
        opened.comment = b"0" * SEAL_BYTES
    content = archive.getvalue()[:-SEAL_BYTES]
    return content + seal(content).encode()


def open_archive(path: Path) -> io.BytesIO:
    """A zip archive of pickles, read once.

    Raises:
        CheckpointError: it is missing, no archive, or neither written by this user's runs nor trusted.
    """
    try:
        content = read_limited(path, LARGEST)
    except OSError as error:
        raise CheckpointError(f"{path}: there is no such checkpoint") from error
    except ValueError as error:
        raise CheckpointError(f"{path}: {one_line(error)}") from error
    try:
        names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    except (zipfile.BadZipFile, OSError, ValueError):
        names = []
    if "data" not in names:  # in an incomplete archive, that of its weights may be complete
        raise CheckpointError(f"{path}: is no whole checkpoint: it is no such archive, or cut off")
    found = content[-SEAL_BYTES:].decode(errors="replace")
    if not trusts_every_file() and not is_sealed(content[:-SEAL_BYTES], found):
        raise CheckpointError(
            f"{path}: a checkpoint of Stable-Baselines3 is a pickle, which can run any code, and no run of"
            " yours on this machine wrote it; if you trust whoever did, add --trust"
        )
    return io.BytesIO(content)
