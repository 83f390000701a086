"""Trained policies by name (`zoo:NAME`, a run folder, a checkpoint in one), and their configurations."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from crusoe_env import Game, game
from crusoe_env.agent import Agent

from . import zoo
from .learning.checkpoint import FAST_SUFFIX, CheckpointError, checkpoint_of
from .learning.policies import policy_from
from .learning.sb3_policy import read_policy

SEED = "seed-"
"""How the names of the folders of runs that differ in their seed begin."""


def is_of_zoo(name: str) -> bool:
    """Return true for `zoo:NAME`."""
    return zoo.named(name) is not None


def is_policy(name: str) -> bool:
    """Return true for `zoo:NAME`, a run folder or a file."""
    return is_of_zoo(name) or os.path.exists(name)


def seed_folder(folder: Path, seed: int) -> Path:
    """Where the run with this seed lies, in the folder of a training with several seeds."""
    return folder / f"{SEED}{seed}"


def runs_in(name: str) -> tuple[str, ...]:
    """The run folders in a folder of several seeds, by seed; else the name itself."""
    found = {file.parent for file in Path(name).glob(f"{SEED}*/config.yaml")}
    numbered = {folder.name.removeprefix(SEED): str(folder) for folder in found}
    seeds = sorted(int(number) for number in numbered if number.isdecimal())
    return tuple(numbered[str(seed)] for seed in seeds) or (name,)


def path_in_tables(path: str) -> str:
    """The path of a run as tables show it: seen from the working folder, without `runs/`, else whole.

    Different runs have different ones, so that two runs named seed0 are told apart.
    """
    whole, here = Path(path).resolve(), Path.cwd()
    if not whole.is_relative_to(here) or whole == here:
        return str(whole)
    seen = whole.relative_to(here)
    without = Path(*seen.parts[1:])
    return str(without if seen.parts[0] == "runs" and without.parts and not without.exists() else seen)


def policy_file(name: str) -> Path:
    """The file of a policy's weights."""
    short = zoo.named(name)
    return checkpoint_of(name) if short is None else zoo.weights_file(short)


def policy_file_for(name: str, game: Game) -> Path:
    """The file of a policy's weights. Raises ValueError if the zoo has no such policy for this game."""
    short = zoo.named(name)
    return checkpoint_of(name) if short is None else zoo.weights_for(short, game)


def load_policy(name: str, game: Game) -> Agent:
    """The agent of a policy. An archive of Stable-Baselines3 needs torch, others do not.

    Raises:
        ValueError: the zoo has no such policy for this game.
        CheckpointError: its file is missing, damaged, or of another game.
    """
    if (short := zoo.named(name)) is not None:
        return zoo.load(short, game)
    file = checkpoint_of(name)
    if os.path.isdir(name) and not file.is_file():
        several = runs_in(name)
        meant = (
            f"; name one of its seeds, {several[0]}, or --method NAME={name}" if several != (name,) else ""
        )
        raise CheckpointError(f"{name}: this folder holds no policy{meant}")
    return policy_from(file, game) if file.suffix == FAST_SUFFIX else read_policy(file, game)


def config_of(name: str) -> dict[str, Any]:
    """The configuration of a policy's training run, as it stands in files.

    Raises:
        ConfigError: as `read_config`.
        ValueError: there is no such policy in the zoo.
    """
    if (short := zoo.named(name)) is not None:
        return dict(zoo.read_card(short)["training"]["config"])
    from .config import read_config  # reading a run needs packages of the extra `train`

    return read_config(_config_file(name)).model_dump()


def game_of_run(run: Path) -> tuple[str, dict[str, Any]] | None:
    """The game and options of a run folder, a checkpoint in one, or `zoo:NAME`.

    Returns:
        None without a configuration.

    Raises:
        ConfigError: as `read_config`.
        ValueError: there is no such policy in the zoo, or its card names a wrong task.
    """
    if (short := zoo.named(str(run))) is not None:
        return zoo.task_of(short)
    file = _config_file(run)
    if not file.is_file():
        return None
    from .config import game_options, read_config  # reading a run needs packages of the extra `train`

    config = read_config(file)
    return game(config.game).name, game_options(config)


def _config_file(run: str | Path) -> Path:
    """The configuration in a run folder, or beside a checkpoint."""
    path = Path(run)
    return (path if path.is_dir() else path.parent) / "config.yaml"
