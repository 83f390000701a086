"""Train a policy: `crusoe train --config configs/marooned_sb3.yaml [--field value ...]`.

Every field of the configuration can be given on the command line, nested ones with a dot:
`--ppo.learning-rate 1e-4`; settings and options of the environment as `--env.players 2` or `--option
players=2`. `crusoe train --resume runs/marooned_sb3` goes on with an interrupted run; `--config
marooned_sb3`, or `marooned_sb3` as the first argument, is the file of this name that comes with the package;
`--engine ray` trains on a Ray cluster (docs/cluster.md); `--help` lists all fields.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import tyro
from pydantic import ValidationError

from crusoe_env import game
from crusoe_env.command_line import how_to_install, options_of, reported, value_of
from crusoe_env.engine.settings import REWARDS, SETTINGS
from crusoe_env.support.words import nearest
from crusoe_env.trust import ABOUT, trusting

from ..config import ConfigError, TrainConfig, check_game, first_problem, read_config
from ..shipped import shipped
from ..trainers.tracking import check_installed

TRUST = "--trust"
RAY = "ray"
ENV = "--env."
DESCRIPTION = (
    "--config FILE, or FILE as the first argument, is read first; --resume RUN_DIR goes on with a run; "
    f"--overwrite replaces a run that is in the way; {TRUST}: {ABOUT}; "
    "--engine ray trains on a Ray cluster (trainer fast)."
)
ENGINES = ("local", RAY)
"""local: in this process; ray: the fast trainer in processes of a Ray cluster."""


def command_line(arguments: list[str], prog: str) -> tuple[TrainConfig, argparse.Namespace]:
    """The configuration (defaults, then the file or resumed run, then the command line) and other options."""
    if arguments and not arguments[0].startswith("-"):
        arguments = ["--config", *arguments]
    files = argparse.ArgumentParser(prog=prog, add_help=False, allow_abbrev=False)
    source = files.add_mutually_exclusive_group()
    source.add_argument("--config", type=Path)
    source.add_argument("--resume", type=Path, metavar="RUN_DIR")
    files.add_argument("--overwrite", action="store_true")
    files.add_argument(TRUST, action="store_true")
    files.add_argument("--option", nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    files.add_argument("--engine", choices=ENGINES)
    given, rest = files.parse_known_args(arguments)
    config = TrainConfig()
    if given.config is not None:
        config = read_config(config_file(given.config))
    if given.resume is not None:
        config = read_config(given.resume / "config.yaml").model_copy(update={"run_dir": str(given.resume)})
    env, rest = env_settings_in(rest)
    earlier, description = config.env, f"{DESCRIPTION} {settings_of(config.game)}"
    config = parsed(rest, config.model_copy(update={"env": {}}), prog, description)
    try:
        env = {**earlier, **env, **options_of(given.option)}
    except ValueError as error:
        raise ConfigError(str(error)) from error
    config = config.model_copy(update={"env": env})
    check_game(config.game, "command line")
    return config, given


def env_settings_in(arguments: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """The settings of the environment in `--env.NAME VALUE`, and the other arguments.

    Raises:
        ConfigError: a value is missing.
    """
    found: dict[str, Any] = {}
    others: list[str] = []
    left = iter(arguments)
    for word in left:
        flag, has_value, value = word.partition("=")
        if not flag.startswith(ENV):
            others.append(word)
            continue
        name = flag.removeprefix(ENV).replace("-", "_")
        text = value if has_value else next(left, "--")
        if not name or text.startswith("--"):
            raise ConfigError(f"command line: {flag} needs a name and a value: {ENV}NAME VALUE")
        found[name] = value_of(text)
    return found, others


def settings_of(name: str) -> str:
    """The settings of a game's environments, for the help text."""
    settings = [f"reward ({', '.join(REWARDS)})", *(name for name in SETTINGS if name != "reward")]
    options = [f"{name} ({value})" for name, value in game(name).options.items()]
    return (
        f"{ENV}NAME VALUE and --option NAME=VALUE set the environment (field `env`), NAME one of"
        f" {', '.join(settings)}, or an option of {name} with its default:"
        f" {', '.join(options) or 'it has none'}."
    )


def parsed(arguments: list[str], config: TrainConfig, prog: str, description: str) -> TrainConfig:
    """A configuration changed by arguments. Raises ConfigError for an invalid value."""
    errors = io.StringIO()
    try:
        with contextlib.redirect_stderr(errors):
            return tyro.cli(
                TrainConfig,
                default=config,
                args=arguments,
                prog=prog,
                description=description,
            )
    except (SystemExit, ValidationError) as error:
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, ValidationError):
            cause = cause.__cause__ or cause.__context__
        if isinstance(cause, ValidationError):
            raise ConfigError(f"command line: {first_problem(cause, TrainConfig)}") from None
        sys.stderr.write(errors.getvalue())
        raise


def config_file(path: Path) -> Path:
    """The path of a configuration: this file, or one of this name that comes with the package.

    Raises:
        ConfigError: there is neither.
    """
    own = shipped("configs") / f"{path.name.removesuffix('.yaml')}.yaml"
    if path.exists() or path.parent.name not in ("", "configs"):
        return path
    if own.is_file():
        return own
    names = sorted(file.stem for file in shipped("configs").glob("*.yaml"))
    meant = nearest(path.name.removesuffix(".yaml"), names)
    raise ConfigError(f"--config {path}: there is no such file or configuration; {meant}")


def trainer_of(config: TrainConfig, engine: str | None = None) -> Callable[..., Path]:
    """The `train` function of the trainer and engine. Raises ConfigError if their packages are missing."""
    check_installed(config.trackers)
    if engine == RAY:
        try:
            from ..distributed import training as on_ray
        except ModuleNotFoundError as error:
            raise ConfigError(f"--engine ray needs {error.name}: {how_to_install('ray')}") from error
        return on_ray.train
    if config.trainer == "fast":
        from ..trainers import fast

        return fast.train
    from ..trainers import sb3

    return sb3.train


def main(arguments: list[str], prog: str = "crusoe train") -> int:
    """Train; the exit status. A wrong configuration or run folder is one line on stderr."""
    # Waiting threads do not spin: PyTorch is then many times faster on a busy machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    return reported(prog, lambda: run(arguments, prog))


def run(arguments: list[str], prog: str) -> None:
    """Train as the arguments say. Raises ConfigError, ValueError, TypeError or OSError."""
    with trusting(TRUST in arguments, arguments):
        config, given = command_line(arguments, prog)
        train = trainer_of(config, given.engine)  # loads torch
        train(config, resume=given.resume is not None, overwrite=given.overwrite)
