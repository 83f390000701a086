"""Train a policy: `crusoe train --config configs/marooned_sb3.yaml [--field value ...]`.

Every field of the configuration can be given on the command line, nested ones with a dot:
`--ppo.learning-rate 1e-4`; settings and options of the environment as `--env.players 2` or `--option
players=2`. `crusoe train --resume runs/marooned_sb3` goes on with an interrupted run; `--config
marooned_sb3`, or `marooned_sb3` as the first argument, is the file of this name that comes with the package;
`--seeds 0 1 2` trains a run for each seed in turn, in folders of `--run-dir`; `--engine ray` trains on a Ray
cluster (docs/cluster.md); `--help` lists all fields.
"""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from crusoe_env import game
from crusoe_env.command_line import (
    CommandLine,
    how_to_install,
    options_of,
    reported,
    seed_of,
    value_of,
)
from crusoe_env.engine.settings import REWARDS, SETTINGS
from crusoe_env.support.words import nearest, shown
from crusoe_env.trust import ABOUT, trusting

from ..config import ConfigError, Section, TrainConfig, check_game, first_problem, read_config
from ..runs import runs_in, seed_folder
from ..shipped import shipped
from ..trainers.tracking import check_installed

TRUST = "--trust"
RAY = "ray"
ENV = "--env."
DESCRIPTION = "FILE of --config may stand first, without --config."
NO_OPTIONS = ("env", "curriculum")
"""Fields that no option of their own sets."""
WORDS = {int: "INT", float: "FLOAT", str: "TEXT"}
ENGINES = ("local", RAY)
"""local: in this process; ray: the fast trainer in processes of a Ray cluster."""


def command_line(arguments: list[str], prog: str) -> tuple[TrainConfig, argparse.Namespace]:
    """The configuration (defaults, then the file or resumed run, then the command line) and other options.

    Raises:
        ConfigError: a file, an option or a value is wrong.
    """
    if arguments and not arguments[0].startswith("-"):
        arguments = ["--config", *arguments]
    env, words = env_settings_in(arguments)
    files = command_line_of_files(prog)
    given, _ = files.parse_known_args(words)
    config = TrainConfig()
    if given.config is not None:
        config = read_config(config_file(given.config))
    if given.resume is not None:
        run = Path(runs_in(str(given.resume))[0])
        config = read_config(run / "config.yaml").model_copy(update={"run_dir": str(given.resume)})
    line = CommandLine(
        prog,
        "%(prog)s [OPTIONS]",
        f"{DESCRIPTION} {settings_of(config.game)}".replace("%", "%%"),
        parents=[files],
        allow_abbrev=False,
    )
    add_fields(line, config)
    found, unknown = line.parse_known_args([hyphened(word) for word in words])
    if unknown:
        flags = [flag for flag in line._option_string_actions if flag.startswith("--")]
        raise ConfigError(f"command line: unknown argument {shown(unknown[0])}; {nearest(unknown[0], flags)}")
    try:
        env = {**config.env, **env, **options_of(given.option)}
    except ValueError as error:
        raise ConfigError(str(error)) from error
    config = changed(config, {name: value for name, value in vars(found).items() if name not in vars(given)})
    config = config.model_copy(update={"env": env})
    check_game(config.game, "command line")
    return config, given


def command_line_of_files(prog: str) -> argparse.ArgumentParser:
    """The options that are no fields of the configuration."""
    line = CommandLine(prog, add_help=False, allow_abbrev=False)
    source = line.add_mutually_exclusive_group()
    source.add_argument("--config", type=Path, metavar="FILE", help="read first; a path or a shipped name")
    source.add_argument("--resume", type=Path, metavar="RUN_DIR", help="go on with a run")
    line.add_argument("--overwrite", action="store_true", help="replace a run that is in the way")
    line.add_argument(
        "--seeds", nargs="+", type=seed_of, metavar="SEED", help="a run for each in turn, RUN_DIR/seed-N"
    )
    line.add_argument(TRUST, action="store_true", help=ABOUT)
    line.add_argument(
        "--option", nargs="+", action="extend", default=[], metavar="NAME=VALUE", help="set the environment"
    )
    line.add_argument(
        "--plot", type=Path, metavar="FIGURE", help="draw the learning curve: .svg, .png or .pdf"
    )
    line.add_argument("--engine", choices=ENGINES, help="ray: train on a Ray cluster (trainer fast)")
    return line


def hyphened(word: str) -> str:
    """A word of the command line, an option with hyphens: `--run_dir` is `--run-dir`."""
    flag, is_given, value = word.partition("=")
    return f"{flag.replace('_', '-')}{is_given}{value}" if word.startswith("--") else word


def add_fields(line: argparse._ActionsContainer, section: Section, within: str = "") -> None:
    """Add an option for each field of a section, and a group of options for each section in it."""
    for name, field in type(section).model_fields.items():
        value, about = getattr(section, name), field.description
        if isinstance(value, Section):
            add_fields(line.add_argument_group(name, about or type(value).__doc__), value, f"{name}.")
        elif name not in NO_OPTIONS:
            many = isinstance(value, tuple | dict)
            shown_value = " ".join(map(str, value)) or "none" if many else value
            line.add_argument(
                f"--{within}{name}".replace("_", "-"),
                dest=within + name,
                type=reader_of(field.annotation),
                nargs="*" if many else None,
                metavar=metavar_of(field.annotation),
                default=argparse.SUPPRESS,
                help=f"{about} (default: {shown_value})".replace("%", "%%"),
            )


def leaves_of(annotation: Any) -> list[Any]:
    """The types in an annotation, and the values of its literals."""
    inner = get_args(annotation)
    return [leaf for part in inner for leaf in leaves_of(part)] if inner else [annotation]


def metavar_of(annotation: Any) -> str:
    """The values of a field, for the help text."""
    leaves = leaves_of(annotation)
    choices = [leaf for leaf in leaves if isinstance(leaf, str)]
    return f"{{{','.join(choices)}}}" if choices else next(WORDS[leaf] for leaf in leaves if leaf in WORDS)


def reader_of(annotation: Any) -> Callable[[str], Any]:
    """The function that reads a value of a field; what it cannot read stays text, which the field refuses."""
    leaves = leaves_of(annotation)

    def read(text: str) -> Any:
        if text == "None" and type(None) in leaves:
            return None
        for kind in (int, float):
            if kind in leaves:
                with contextlib.suppress(ValueError):
                    return kind(text)
        return text

    return read


def changed(config: TrainConfig, given: Mapping[str, Any]) -> TrainConfig:
    """A configuration with other values, by the names of fields: `ppo.net`.

    Raises:
        ConfigError: a value is invalid.
    """
    content = config.model_dump()
    for name, value in given.items():
        if name == "begin_like":
            if len(value) % 2:
                raise ConfigError("command line: --begin-like needs pairs: BLOCK ACTION")
            value = dict(zip(value[::2], value[1::2], strict=True))
        *section, field = name.split(".")
        (content[section[0]] if section else content)[field] = value
    try:
        return TrainConfig.model_validate(content)
    except ValidationError as error:
        raise ConfigError(f"command line: {first_problem(error, TrainConfig)}") from None


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
        if given.plot is not None:
            from ..figures import style  # a missing package or a wrong name shows before the training

            style.check_name(given.plot)
        if seeds := seeds_of(given):
            train_seeds(config, seeds, given, train)
        else:
            train(config, resume=given.resume is not None, overwrite=given.overwrite)
        if given.plot is not None:
            from ..figures import charts
            from .plot import BASELINES, learned

            style.save(charts.curves(*learned([config.run_dir], BASELINES)), given.plot)
            print(f"figure: {given.plot}")


def seeds_of(given: argparse.Namespace) -> list[int]:
    """The seeds of the runs that are asked for or resumed; none for a single run. Raises ConfigError."""
    if given.resume is None:
        return list(dict.fromkeys(given.seeds or ()))
    if given.seeds is not None:
        raise ConfigError("--seeds does not go with --resume: a folder of several seeds knows its own")
    folder = str(given.resume)
    return [read_config(Path(run) / "config.yaml").seed for run in runs_in(folder) if run != folder]


def train_seeds(
    config: TrainConfig, seeds: Sequence[int], given: argparse.Namespace, train: Callable[..., Path]
) -> None:
    """Train a run for each seed, or go on with them. Raises as the trainers do."""
    from ..trainers.several import begin_each, train_each

    folder = Path(config.run_dir)
    configs = [changed(config, {"seed": seed, "run_dir": str(seed_folder(folder, seed))}) for seed in seeds]
    if given.resume is None:
        begin_each(configs, given.overwrite)
    train_each(train, configs, folder)
