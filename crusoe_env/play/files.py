"""The files that a command names: saved games and pictures."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from crusoe_env.play.moves import RefusedError
from crusoe_env.play.saves import LARGEST, MAGIC
from crusoe_env.support.files import write_whole
from crusoe_env.support.locks import InUseError, only_writer_of
from crusoe_env.support.reading import read_limited
from crusoe_env.support.words import one_line

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv
    from crusoe_env.show.replay import Replay


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


def autosave_of(game: str) -> Path:
    """The file in which the page keeps its game, in the user's folder for the state of programs."""
    folder = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(folder or Path.home() / ".local" / "state") / "crusoe_env" / f"{game}.game"


@contextlib.contextmanager
def autosave(game: str) -> Iterator[Path]:
    """A file in which a page keeps its game: the first one that no other running program uses.

    The second page of a game that is played at the same time has `NAME-2.game`, and so on.
    """
    number = 1
    while True:
        path = autosave_of(game if number == 1 else f"{game}-{number}")
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(only_writer_of(path))
            except InUseError:
                number += 1
                continue
            except OSError:  # the folder cannot be made; the page says so when the game is not saved
                pass
            yield path
        return


def saved_game(path: Path) -> bytes:
    """The content of a saved game, unchecked, up to the largest size of one. Raises RefusedError."""
    try:
        return read_limited(path, LARGEST)
    except OSError as error:
        raise RefusedError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise RefusedError(f"{path} cannot be a saved game: it {one_line(error)}") from error


def save_game(path: Path, content: bytes) -> None:
    """Write a saved game, whole or not at all.

    Raises:
        RefusedError: it cannot be written, or would replace a file that is no saved game; that file stays.
    """
    try:
        if path.exists() and not path.is_file():
            raise RefusedError(f"{path} cannot be written: it is no regular file")
        if path.exists() and not _is_saved_game(path):
            raise RefusedError(f"{path} exists and is no saved game; choose another name")
        write_whole(path, content)
    except OSError as error:
        raise RefusedError(f"{path} cannot be written: {error.strerror}") from error


def _is_saved_game(path: Path) -> bool:
    """Return true if a file begins like a saved game. Raises OSError."""
    from crusoe_env.engine.snapshot import MAGIC as SNAPSHOT

    with path.open("rb") as file:
        return file.read(max(len(MAGIC), len(SNAPSHOT))).startswith((MAGIC, SNAPSHOT))


def save_replay(path: Path, replay: Replay) -> Path:
    """Write a replay page; the path with its ending. Raises RefusedError."""
    from crusoe_env.show.replay import write_page

    path = path if path.suffix else path.with_suffix(".html")
    if path.suffix.lower() not in (".html", ".htm"):
        raise RefusedError(f"{path}: replays are pages; choose a name that ends in .html")
    try:
        return write_page(path, replay)
    except OSError as error:
        raise RefusedError(f"{path} cannot be written: {error.strerror}") from error


def save_picture(path: Path, env: GameEnv, viewer: int | None = None) -> Path:
    """Write the drawing, as a seat sees it (None: all); the path with its ending. Raises RefusedError."""
    path = path if path.suffix else path.with_suffix(".svg")
    if path.suffix.lower() != ".svg":
        raise RefusedError(f"{path}: pictures are SVG files; choose a name that ends in .svg")
    try:
        write_whole(path, env.picture(viewer=viewer))
    except OSError as error:
        raise RefusedError(f"{path} cannot be written: {error.strerror}") from error
    return path
