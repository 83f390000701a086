"""Where the policies of a run folder lie, whichever trainer wrote them. Loads neither torch nor a trainer."""

from __future__ import annotations

from pathlib import Path

SB3_FILES = ("best.zip", "checkpoint.zip")
FAST_FILES = ("best.safetensors", "checkpoint.safetensors")
"""The best policy and the last one of a run, by trainer."""
FAST_SUFFIX = ".safetensors"


class CheckpointError(ValueError):
    """A checkpoint cannot be used; the message names the file and says why in one line."""


def checkpoint_of(path: str | Path) -> Path:
    """The checkpoint of a run folder (its best, else its last) or the file itself."""
    path = Path(path)
    if not path.is_dir():
        return path
    for names in (FAST_FILES, SB3_FILES):
        for name in names:
            if (path / name).is_file():
                return path / name
    return path / SB3_FILES[-1]
