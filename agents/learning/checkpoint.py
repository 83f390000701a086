"""The policy files of a run folder, for all trainers. Imports neither torch nor a trainer."""

from __future__ import annotations

from pathlib import Path

SB3_FILES = ("best.zip", "checkpoint.zip")
"""The best policy and the last checkpoint of a run of `sb3`: archives of Stable-Baselines3."""
FAST_FILES = ("best.safetensors", "checkpoint.safetensors")
"""The same of a run of `fast`: arrays."""
FAST_SUFFIX = ".safetensors"
LARGEST = 2_000_000_000
"""Bytes of a checkpoint."""


class CheckpointError(ValueError):
    """A checkpoint cannot be used; the message names the file and says why in one line."""


def checkpoint_of(path: str | Path) -> Path:
    """The checkpoint of a run folder (its best, else its last) or the file itself."""
    path = Path(path)
    if not path.is_dir():
        return path
    names = [name for both in zip(FAST_FILES, SB3_FILES, strict=True) for name in both]
    return next((path / name for name in names if (path / name).is_file()), path / names[-1])
