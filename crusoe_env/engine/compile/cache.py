"""Where compiled code is kept on disk: in folders that only this user can write to.

Numba unpickles whatever it finds in a cache, which may run code.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import shutil
import stat
import sys
import tempfile
from pathlib import Path

from crusoe_env.support.progress import say

KEPT_MEGABYTES = 1000
"""Cache folders beyond that, those that were used longest ago, are removed when a new one is made."""
CACHE_NAME = re.compile(r"[\w.]+-[0-9a-f]{16}(-[0-9a-f]{8})?")
"""What is compiled, the hash of its sources, that of the processor."""


def cache_root() -> Path:
    """The folder that holds all compiled caches: `$CRUSOE_ENV_CACHE`, else the user's cache folder.

    For a user without a home it is the private folder.
    """
    chosen = os.environ.get("CRUSOE_ENV_CACHE")
    try:
        if chosen:
            return Path(chosen).expanduser()
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # nobody knows a home of this user
        return private_folder()
    return base / "crusoe_env"


@functools.cache
def private_folder() -> Path:
    """A folder for temporary files that nobody else can write to, for where there is no usable cache folder.

    It is the same for all processes of this user, unless somebody else has made it, or could write to it:
    then this process has a new one.
    """
    user = str(os.getuid()) if hasattr(os, "getuid") else ""
    folder = Path(tempfile.gettempdir()) / f"crusoe_env-{user}"
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        if is_private(folder):
            return folder
    new = Path(tempfile.mkdtemp(prefix="crusoe_env-"))
    refused = f"{folder} may be somebody else's"
    say(f"crusoe_env: {refused}; compiled code is kept in {new}, for this process only\n")
    return new


def is_private(folder: Path) -> bool:
    """Is this a folder of this user, and no link, that nobody else can write to?

    On Windows each user has folders for temporary files of their own.
    """
    found = folder.lstat()
    if not hasattr(os, "getuid"):
        return stat.S_ISDIR(found.st_mode)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def made_folder(root: Path, name: str) -> Path:
    """A cache folder in `root`, made if it is not there. Raises OSError if it cannot be used."""
    folder = root / name
    if not folder.is_dir():
        folder.unlink(missing_ok=True)  # a file in its place
        root.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError):  # another process may be doing the same
            _remove_old_caches(root)
        folder.mkdir(exist_ok=True)
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise PermissionError(folder)
    with contextlib.suppress(OSError):
        os.utime(folder)  # used just now
    return folder


def _remove_old_caches(root: Path) -> None:
    """Of all cache folders those that were used last are kept, up to `$CRUSOE_ENV_CACHE_MB` (1000)."""
    try:
        left = int(os.environ.get("CRUSOE_ENV_CACHE_MB", KEPT_MEGABYTES)) * 1_000_000
    except ValueError:
        left = KEPT_MEGABYTES * 1_000_000
    ours = [folder for folder in root.iterdir() if folder.is_dir() and CACHE_NAME.fullmatch(folder.name)]
    for folder in sorted(ours, key=lambda folder: folder.stat().st_mtime, reverse=True):
        left -= sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        if left < 0:
            shutil.rmtree(folder, ignore_errors=True)
