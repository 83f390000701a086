"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """The path of a temporary file in the same folder, which takes the place of `path` at the end.

    A kill or an error at any moment, such as a full disk, leaves the old file as it was; after an error no
    temporary file stays. The file behind a link is replaced, not the link. What is no regular file, such as
    `/dev/stdout`, is written directly.

    Raises:
        OSError: the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    if Path(path).is_relative_to("/dev") or (target.exists() and not target.is_file()):
        yield Path(path)
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    partial = target.with_name(f".{secrets.token_hex(8)}.partial{target.suffix}")
    try:
        yield partial
        if target.exists():
            partial.chmod(stat.S_IMODE(target.stat().st_mode))
        os.replace(partial, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(partial):
            error.filename = str(path)
        raise


def write_whole(path: str | Path, content: bytes | str) -> None:
    """Write a file so that a kill or a full disk leaves either the old or the new one. Text is UTF-8.

    Raises:
        OSError: the file cannot be written; the old one is as it was.
    """
    with replacing(path) as partial, partial.open("wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        if partial != Path(path):
            os.fsync(file.fileno())
