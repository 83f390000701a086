"""Playing with what came of a damaged file, and running commands on one."""

from __future__ import annotations

import contextlib
import functools
import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env import Batch
from tests.fuzz.damage import Format, damaged, restructured, written
from tests.fuzz.runs import RefusedError, UnplayableError, fault_place
from tests.support import ROOT, play_on

ACTIONS = 60
"""Of a game that came of a damaged file."""
FEW = 10
"""The same where a file says no more than the options of games."""
STRUCTURAL = 0.75
"""The share of files whose structure is damaged; of the others it is the text or the bytes."""


def play(env: Any) -> None:
    """Look at a game that has begun, and play at random. Raises UnplayableError."""
    try:
        env.text()
        env.picture()
        for observation, reward, *_, info in play_on(env, np.random.default_rng(0), ACTIONS):
            if not np.isfinite(observation).all() or not np.isfinite(reward):
                raise UnplayableError("an observation or a reward is not finite")
            if not info["action_mask"].any():
                raise UnplayableError("no action is legal")
        env.text()
        env.picture()
    except UnplayableError:
        raise
    except Exception as error:
        raise UnplayableError(f"{type(error).__name__} at {fault_place(error)}") from error


def play_batch(batch: Batch, agent: Any = None, actions: int = ACTIONS) -> None:
    """Play some games side by side with an agent, or at random. Raises UnplayableError."""
    rng = np.random.default_rng(0)
    try:
        batch.seed(range(batch.count))
        batch.reset()
        for _ in range(actions):
            masks = batch.masks
            if agent is None:
                chosen = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
            else:
                chosen = agent.act(batch.observations, masks)
            if not masks[np.arange(batch.count), chosen].all():
                raise UnplayableError("the agent chose an illegal action")
            batch.step(chosen)
    except UnplayableError:
        raise
    except Exception as error:
        raise UnplayableError(f"{type(error).__name__} at {fault_place(error)}") from error


def with_lines(main: Callable[[], int], file: Path) -> None:
    """Run a command: it must end well, or refuse the file in one line on stderr."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        status = main()
    if status == 2:
        raise RefusedError(said.getvalue().rstrip("\n"))
    if status != 0:
        raise UnplayableError(f"exit status {status}")


def text_damage(read: Callable[[str], Any], form: Format) -> Callable[[str, bytes, random.Random], bytes]:
    """Damage for files of a text format."""

    def damage(name: str, content: bytes, rng: random.Random) -> bytes:
        if rng.random() < STRUCTURAL:
            return written(restructured(read(content.decode()), rng), form)
        return damaged(content, rng)

    return damage


def files(folder: str, pattern: str) -> Callable[[], dict[str, bytes]]:
    """The project's own files as originals."""
    return functools.cache(
        lambda: {path.name: path.read_bytes() for path in sorted((ROOT / folder).glob(pattern))}
    )


def damage_bytes(name: str, content: bytes, rng: random.Random) -> bytes:
    """Bytes damaged."""
    return damaged(content, rng)


def nothing(file: Path) -> str:
    """Errors may also be of options, which name no file."""
    return ""
