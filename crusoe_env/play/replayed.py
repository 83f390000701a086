"""A position of a replay page, to be played on from: the moves of the page are played again up to it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crusoe_env.play.moves import RefusedError
from crusoe_env.play.saves import Save
from crusoe_env.support.reading import GZIP, json_of, read_text, unpacked
from crusoe_env.support.words import one_line

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv

DATA = re.compile(r'<script id="data" type="text/plain">([A-Za-z0-9+/=]*)</script>')
LARGEST = 200_000_000
"""Bytes of what a page holds, unpacked."""


@dataclass(frozen=True)
class Page:
    """What a replay page says of its game up to a step.

    Attributes:
        game: its short name.
        options: of the game.
        seed: of the game.
        moves: the names of the actions up to the step.
        text: the text view at the step.
    """

    game: str
    options: dict[str, Any]
    seed: int
    moves: list[str]
    text: str


def read_page(path: Path, step: int) -> Page:
    """Read a replay page up to a step. Raises RefusedError: it is none, or has no such step."""
    try:
        packed = DATA.search(read_text(path))
        if packed is None:
            raise ValueError("is no replay page")
        content = json_of(unpacked(base64.b64decode(packed.group(1), validate=True), LARGEST, GZIP))
        frames = content["frames"]
        if not 0 <= step < len(frames):
            raise ValueError(f"has steps 0 to {len(frames) - 1}, not {step}")
        if not content["name"] or not isinstance(content["seed"], int):
            raise ValueError("does not say with which seed its game began")
        moves = [str(frame["action"]) for frame in frames[1 : step + 1]]
        options = dict(content["options"].items())
        return Page(str(content["name"]), options, content["seed"], moves, str(frames[step]["text"]))
    except OSError as error:
        raise RefusedError(f"{path} cannot be read: {error.strerror}") from error
    except (KeyError, TypeError, AttributeError, binascii.Error) as error:
        raise RefusedError(f"{path} is no replay page of this version") from error
    except ValueError as error:
        raise RefusedError(f"{path} {one_line(error)}") from error


def position_of(path: Path, step: int, game: str, make: Callable[[Mapping[str, Any]], GameEnv]) -> Save:
    """The position of a replay page at a step, as a saved game without a history.

    Args:
        path: of the page.
        step: its number on the page.
        game: the short name of the game that is to be played.
        make: an environment for the page's options.

    Raises:
        RefusedError: the page is none or of another game, or its game cannot be played again.
    """
    page = read_page(path, step)
    if page.game != game:
        raise RefusedError(f"{path} shows a game of {page.game}: say crusoe play {page.game}")
    env = make(page.options)
    env.reset(seed=page.seed)
    names = list(env.game.actions.names)
    for number, name in enumerate(page.moves, 1):
        action = names.index(name) if name in names else -1
        if action not in env.legal_actions():
            raise RefusedError(f"{path}: its game cannot be played again beyond step {number - 1}")
        env.step(action)
    if env.text() != page.text:
        raise RefusedError(f"{path}: its game began with chosen cards or dice, or another version played it")
    return Save(env.snapshot(), page.options, page.seed)
