"""The files that a command names: saved games and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from crusoe_env.core.command_line import one_line
from crusoe_env.play.moves import RefusedError
from crusoe_env.play.session import check_snapshot

if TYPE_CHECKING:
    from crusoe_env.core.env import GameEnv


def file_of(command: str, rest: str) -> Path:
    """The file that a command names. Raises RefusedError if there is none."""
    if not rest:
        raise RefusedError(f"{command} which file? type: {command} FILE")
    try:
        path = Path(rest).expanduser()
    except RuntimeError as error:
        raise RefusedError(f"{rest}: {one_line(error)}") from error
    if path.name in ("", "..") or "\0" in rest:
        raise RefusedError(f"{rest!r} cannot be the name of a file")
    return path


def saved_game(path: Path, env: GameEnv) -> bytes:
    """A snapshot of this game from a file. Raises RefusedError."""
    try:
        snapshot = path.read_bytes()
    except OSError as error:
        raise RefusedError(f"{path} cannot be read: {error.strerror}") from error
    try:
        check_snapshot(snapshot, env)
    except RefusedError as error:
        raise RefusedError(f"{path}: {one_line(error)}") from error
    return snapshot


def save_game(path: Path, env: GameEnv) -> None:
    """Write a snapshot. Raises RefusedError, also where it would replace a file that is no saved game."""
    from crusoe_env.core.snapshot import MAGIC

    try:
        if path.exists() and not path.read_bytes().startswith(MAGIC):
            raise RefusedError(f"{path} exists and is no saved game; choose another name")
        path.write_bytes(env.snapshot())
    except OSError as error:
        raise RefusedError(f"{path} cannot be written: {error.strerror}") from error


def save_picture(path: Path, env: GameEnv) -> Path:
    """Write the drawing; the path with its ending. Raises RefusedError."""
    path = path if path.suffix else path.with_suffix(".svg")
    if path.suffix.lower() != ".svg":
        raise RefusedError(f"{path}: pictures are SVG files; choose a name that ends in .svg")
    try:
        path.write_text(env.picture(), encoding="utf-8")
    except OSError as error:
        raise RefusedError(f"{path} cannot be written: {error.strerror}") from error
    return path
