"""Loads pickles only if a run of this user on this machine wrote them, or if the user trusts them.

Loading a pickle can run any code in it. Each file of pickles that a training run writes gets a seal: an HMAC-
SHA256 of its content under a key that only this user can read. The key is in `checkpoint.key` in the user's
configuration folder (`$XDG_CONFIG_HOME/crusoe_env`, by default `~/.config/crusoe_env`; on Windows
`%APPDATA%\\crusoe_env`). Without it nobody can make a file that is loaded.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import hmac
import io
import os
import secrets
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from .checkpoint import CheckpointError

KEY = "checkpoint.key"
KEY_BYTES = 32
SEAL_BYTES = 64
"""Hexadecimal digits of a seal. In an archive it is the comment, the last bytes of the file."""

_trusting = [False]


@contextlib.contextmanager
def trusting(asked: bool) -> Iterator[None]:
    """A context that loads every pickle if `--trust` was given."""
    _trusting.append(asked)
    try:
        yield
    finally:
        _trusting.pop()


def add_trust(parser: argparse.ArgumentParser) -> None:
    """Add the option `--trust` to a command line."""
    about = "load pickles that no run of yours on this machine wrote: they can run any code"
    parser.add_argument("--trust", action="store_true", help=about)


def key_file() -> Path:
    """The path of the key."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return base / "crusoe_env" / KEY


def key() -> bytes:
    """This user's key; a new one if there is none, or if others can read it. Raises OSError."""
    path = key_file()
    if not _is_secret(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        handle, made = tempfile.mkstemp(dir=path.parent)  # only the owner can read it
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(KEY_BYTES))
            with contextlib.suppress(FileExistsError):  # another process was faster: use its key
                os.link(made, path)
        finally:
            os.unlink(made)
    return path.read_bytes()


def _is_secret(path: Path) -> bool:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    if os.name == "posix" and (found.st_uid != os.getuid() or found.st_mode & 0o077):
        return False
    return path.is_file() and found.st_size == KEY_BYTES


def seal(content: bytes) -> str:
    """The seal of a content; an invalid one, with a warning on stderr, if no key can be stored."""
    try:
        return hmac.new(key(), content, hashlib.sha256).hexdigest()
    except OSError as error:
        print(
            f"{key_file()}: no key can be kept ({error.strerror}); --resume will need --trust",
            file=sys.stderr,
        )
        return "0" * SEAL_BYTES


def is_sealed(content: bytes, found: str) -> bool:
    """Return true for the seal of a content."""
    try:
        return hmac.compare_digest(hmac.new(key(), content, hashlib.sha256).hexdigest(), found)
    except (OSError, TypeError):  # no key, or a seal with letters outside ASCII
        return False


def sealed_archive(archive: io.BytesIO) -> bytes:
    """The bytes of a zip archive with its seal as comment."""
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
        content = path.read_bytes()
    except OSError as error:
        raise CheckpointError(f"{path}: there is no such checkpoint") from error
    try:
        names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    except (zipfile.BadZipFile, OSError, ValueError):
        names = []
    if "data" not in names:  # in an incomplete archive, that of its weights may be complete
        raise CheckpointError(f"{path}: is no whole checkpoint: it is no such archive, or cut off")
    found = content[-SEAL_BYTES:].decode(errors="replace")
    if not _trusting[-1] and not is_sealed(content[:-SEAL_BYTES], found):
        raise CheckpointError(
            f"{path}: a checkpoint of Stable-Baselines3 is a pickle, which can run any code, and no run of"
            " yours on this machine wrote it; if you trust whoever did, add --trust to train, evaluate or"
            " replay"
        )
    return io.BytesIO(content)
