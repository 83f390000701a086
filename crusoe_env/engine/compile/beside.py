"""Compiling in another process, so that a single game begins at once: its rules run uncompiled until then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from crusoe_env.support.progress import is_held, say

_running: dict[Path, subprocess.Popen[bytes] | None] = {}
"""What compiles into a cache folder: a process of ours, or None for one of somebody else."""


def compiles(name: str, folder: Path, expected: str) -> bool:
    """Does another process compile a game into this folder? It is started at the first call.

    Never with `CRUSOE_ENV_WAIT=1`.

    Args:
        name: of a game of this package.
        folder: of the cache.
        expected: how long it may take, in words.
    """
    if os.environ.get("CRUSOE_ENV_WAIT") or not sys.executable:
        return False
    if folder not in _running:
        try:
            _running[folder] = None if is_held(folder) else _started(name)
        except OSError:
            return False
        say(
            f"crusoe_env: another process compiles the rules of {name}, once per version ({expected});"
            " until then they run uncompiled\n"
        )
    process = _running[folder]
    return is_held(folder) if process is None else process.poll() is None


def _started(name: str) -> subprocess.Popen[bytes]:
    """It goes on where this process ends, so that the next one finds what it has compiled."""
    command = [sys.executable, "-m", "crusoe_env", "compile", name]
    environment = {**os.environ, "CRUSOE_ENV_QUIET": "1"}
    nothing = subprocess.DEVNULL
    return subprocess.Popen(
        command, stdin=nothing, stdout=nothing, stderr=nothing, env=environment, start_new_session=True
    )
