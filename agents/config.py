"""The configuration of a training run: its schema, and reading it from YAML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from crusoe_env import game, trust
from crusoe_env.command_line import LARGEST_SEED, short_name
from crusoe_env.facts import DEEPEST, is_deep
from crusoe_env.support.reading import read_text
from crusoe_env.support.words import nearest, one_line, shown

from .errors import ConfigError as ConfigError

LARGEST = 1_000_000
"""Bytes of a file."""
MOST_VALUES = 100_000
"""Values in a file; what stands under a name (`&name`) counts as often as it is used (`*name`)."""
UNTRUSTED = "untrusted"
"""The context of a validation whose values come from a file that says itself what it is."""

Seed = Annotated[int, Field(strict=True, ge=0)]
"""A whole number from 0; neither a truth value nor a text."""


def _admitted(name: str, info: ValidationInfo) -> str:
    """Refuse what a file alone may not name."""
    if info.context == UNTRUSTED and not trust.admits(name):
        raise PydanticCustomError("untrusted", "{reason}", {"reason": trust.REASON})
    return name


Named = Annotated[str, AfterValidator(_admitted)]
"""The name of a game or an agent. From a file it may not run modules or ask servers: `crusoe_env.trust`."""


class Section(BaseModel):
    """A section of the configuration; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", validate_default=True)


class PPOConfig(Section):
    """Settings of proximal policy optimisation."""

    learning_rate: float = Field(7e-4, gt=0, description="step size at the start; falls linearly")
    final_learning_rate: float = Field(5e-5, ge=0, description="step size at the end")
    n_steps: int = Field(32, ge=1, description="steps of each game between two updates")
    batch_size: int = Field(8192, ge=2, description="samples in one gradient step")
    n_epochs: int = Field(3, ge=1, description="passes over the samples of an update")
    gamma: float = Field(0.995, ge=0, le=1, description="discount")
    gae_lambda: float = Field(0.95, ge=0, le=1, description="bias against variance of the advantages")
    clip_range: float = Field(0.2, gt=0, description="how far an update may move the policy")
    ent_coef: float = Field(
        0.01, ge=0, description="weight of the entropy bonus at the start; falls linearly"
    )
    final_ent_coef: float = Field(0.001, ge=0, description="weight of the entropy bonus at the end")
    vf_coef: float = Field(0.5, ge=0, description="weight of the value loss")
    max_grad_norm: float = Field(0.5, gt=0, description="gradients are clipped to this norm")
    net: tuple[int, ...] = Field(
        (256, 256), description="hidden layers: of one trunk (fast), or of policy and value each (sb3)"
    )


class NetworkConfig(Section):
    """Parts of the fast trainer's network beside its layers (`ppo.net`)."""

    team: Literal["shared", "separate"] = Field(
        "shared", description="one network that plays all seats, or one for each seat"
    )
    critic: Literal["own", "joint"] = Field(
        "own",
        description="values of the networks that play, or of one that reads the view of the first seat",
    )
    memory: Literal["none", "gru"] = Field(
        "none", description="gru: a gated recurrent unit, with a state for each seat of a game"
    )
    width: int = Field(128, ge=1, description="of the recurrent unit")
    other_play: Literal["none", "mirror"] = Field(
        "none",
        description="mirror: each player sees the island as it is or mirrored, drawn anew for each game",
    )

    @property
    def memory_width(self) -> int:
        """The width of the recurrent unit; 0: there is none."""
        return 0 if self.memory == "none" else self.width


class ImitationConfig(Section):
    """Imitation of a teacher before PPO begins; `fast` alone has it."""

    teacher: Named | None = Field(None, description="agent whose choices are learned first")
    steps: int = Field(2_000_000, ge=1, description="steps of all games together")
    learning_rate: float = Field(1e-3, gt=0, description="step size")
    batch_size: int = Field(1024, ge=2, description="samples in one gradient step")
    epochs: int = Field(2, ge=1, description="passes over the samples")
    final_epochs: int = Field(0, ge=0, description="passes over all samples at the end")


class TaskConfig(Section):
    """A task of a stage, for a share of the games."""

    env: dict[str, Any] = Field(
        default_factory=dict, description="settings and options beside those of the run"
    )
    share: float = Field(1.0, gt=0, description="of the games, in proportion to the other tasks of the stage")


class StageConfig(Section):
    """A stage of a curriculum."""

    tasks: tuple[TaskConfig, ...] = Field((TaskConfig(),), min_length=1, description="what is played")
    until: float | None = Field(
        None, gt=0, le=1, description="the next stage begins once this share of its games is won"
    )
    steps: int | None = Field(None, ge=1, description="or once so many steps were made in this stage")


class PartnersConfig(Section):
    """Other agents in the games of training."""

    agents: tuple[Named, ...] = Field((), description="names of agents; none: the policy plays all seats")
    share: float = Field(1.0, gt=0, le=1, description="of the games that have a partner, the agents in turn")
    role: Literal["beside", "opening"] = Field(
        "beside",
        description="beside: the policy has one seat, the partner the others; opening: the partner makes the"
        " first decisions of all seats, then the policy makes all",
    )
    opening: int = Field(60, ge=1, description="most decisions of an opening; each game draws their number")


class StartsConfig(Section):
    """Games of training that begin in the middle of won games: a curriculum from the end backwards."""

    agent: Named | None = Field(
        None, description="who plays the games that are begun at; none: games begin at the beginning"
    )
    games: int = Field(4_000, ge=1, description="most games that it plays")
    victories: int = Field(200, ge=1, description="it plays until so many are won")
    env: dict[str, Any] = Field(default_factory=dict, description="options of its games, such as help")
    seed: Seed = Field(3_000_000, le=LARGEST_SEED, description="of its first game")
    share: float = Field(0.75, gt=0, le=1, description="of the games of training that begin so")
    enough: float = Field(
        0.5, gt=0, le=1, description="games begin a round earlier once such a share of recent ones is won"
    )
    steps: int | None = Field(None, ge=1, description="after so many steps all begin at the beginning")


class EvaluationConfig(Section):
    """Evaluations during training."""

    every: int = Field(2_000_000, ge=1, description="steps between two evaluations")
    first: int | None = Field(
        None, ge=1, description="steps of the first; then at doubling steps until those are EVERY apart"
    )
    games: int = Field(2_000, ge=1, description="seeded games in each")
    seed: Seed = Field(
        900_000, le=LARGEST_SEED, description="first seed; keep it apart from those of final results"
    )
    keep: Literal["best", "last"] = Field(
        "best", description="the policy of the run: that of the best evaluation, or of the last"
    )


class RayConfig(Section):
    """Processes and devices on a Ray cluster."""

    workers: int = Field(2, ge=1, description="processes that play and learn, each its share of the games")
    cpus_per_worker: float = Field(1, ge=0, description="processors of each of them")
    gpus_per_worker: float = Field(0, ge=0, description="GPUs of each of them")


GONE: dict[str, dict[str, Any]] = {
    "self_imitation": {"weight": 0},
    "imitation": {"targets": "choice", "student_share": 0.5},
    "evaluation": {"patience": None, "stop_at": None},
}
"""Fields of earlier versions, by section, with the value by which they do nothing."""


class TrainConfig(Section):
    """One training run."""

    trainer: Literal["sb3", "fast"] = Field(
        "fast", description="the fast trainer of this project, or MaskablePPO of sb3-contrib"
    )
    game: Named = Field("marooned", description="short name of the game, or PACKAGE.MODULE:NAME")
    env: dict[str, Any] = Field(default_factory=dict, description="settings and options of the environment")
    run_dir: str = Field("runs/marooned", description="where the run is kept")
    seed: Seed = Field(0, lt=2**32, description="seed of games and networks")
    total_steps: int = Field(30_000_000, ge=1, description="steps of all games together")
    minutes: float | None = Field(
        None,
        gt=0,
        description="stop after this time, imitation and earlier parts of a resumed run included, before"
        " schedules have ended",
    )
    num_envs: int = Field(1024, ge=1, description="games side by side")
    checkpoint_every: int = Field(1_000_000, ge=1, description="steps between two checkpoints")
    device: str = Field("auto", description="torch device; auto: the GPU if there is one, else the CPU")
    threads: int | None = Field(
        None, ge=1, description="threads of the rules and of torch on the CPU; none: one for each processor"
    )
    trackers: tuple[Literal["tensorboard", "wandb", "mlflow"], ...] = Field(
        ("tensorboard",), description="where the figures go; the extra `trackers` installs wandb and mlflow"
    )
    start_from: Named | None = Field(
        None, description="fast: run folder, checkpoint or zoo:NAME whose policy is trained further"
    )
    begin_like: dict[str, str] = Field(
        default_factory=dict,
        description="fast: blocks of actions that begin, with start_from, as likely as another action, by its"
        " name, so that they are tried: {say: pass}",
    )
    imitation: ImitationConfig = Field(
        default_factory=ImitationConfig, description="fast: a teacher whose choices are learned first"
    )
    curriculum: tuple[StageConfig, ...] = Field(
        (), description="fast: stages, the last of which lasts to the end; none: all games play env"
    )
    ppo: PPOConfig = Field(default_factory=PPOConfig)
    network: NetworkConfig = Field(default_factory=NetworkConfig, description="fast: memory, teams, critic")
    partners: PartnersConfig = Field(
        default_factory=PartnersConfig, description="fast: other agents in some seats"
    )
    starts: StartsConfig = Field(
        default_factory=StartsConfig, description="fast: games that begin in the middle of won games"
    )
    evaluation: EvaluationConfig = Field(default_factory=EvaluationConfig)
    ray: RayConfig = Field(default_factory=RayConfig, description="--engine ray: what runs where")

    @model_validator(mode="before")
    @classmethod
    def without_what_is_gone(cls, content: Any) -> Any:
        """Leave out fields that are `GONE` and did nothing: run folders of earlier versions hold them."""
        found = dict(content) if isinstance(content, Mapping) else {}
        for name, gone in GONE.items():
            section = found.get(name)
            if isinstance(section, Mapping):
                left = {key: it for key, it in section.items() if key not in gone or it != gone[key]}
                found[name] = left
                if name not in cls.model_fields and len(left) < len(section):
                    del found[name]
        return found or content


def read_config(path: str | Path) -> TrainConfig:
    """Read and check the configuration of a training run.

    It may name games and agents in modules of their own if a run of this user has sealed it, as
    `sealed_config` does.

    Raises:
        ConfigError: as `read_yaml`, or for a game that does not exist.
    """
    text = text_of(path)
    content = mapping_of(text, str(path))
    config = checked(content, TrainConfig, str(path), trusted=trust.is_sealed_text(text))
    check_game(config.game, str(path))
    return config


def sealed_config(config: TrainConfig) -> str:
    """The file of a run's configuration, in YAML; with this user's seal if it names modules or servers."""
    text = yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False)
    names = (config.game, config.imitation.teacher, config.start_from, config.starts.agent)
    needed = any(trust.asks(name) for name in (*names, *config.partners.agents) if name is not None)
    return trust.sealed_text(text) if needed else text


def game_options(config: TrainConfig) -> dict[str, Any]:
    """The game's options among the environment's settings, and its file of corrections."""
    known = {*game(config.game).options, "data"}
    return {name: value for name, value in config.env.items() if name in known}


S = TypeVar("S", bound=Section)


def read_yaml(path: str | Path, schema: type[S]) -> S:
    """Read and check a YAML file.

    Raises:
        ConfigError: the file cannot be read, is no YAML, or a field is unknown or wrong, or names what a
            file alone may not name.
    """
    return checked(read_mapping(path), schema, str(path))


def read_named(name: str, kind: str, folder: Path, schema: type[S]) -> S:
    """A published suite or challenge by name, or one of a user's own by the path of its file.

    Args:
        name: of the file, or its path.
        kind: "suite" or "challenge".
        folder: of the published ones.
        schema: of the file.

    Raises:
        ConfigError: there is none of this name, or as `read_yaml`.
    """
    if name.endswith((".yaml", ".yml")):
        return read_yaml(name, schema)
    names = sorted(file.stem for file in folder.glob("*.yaml"))
    if name in names:
        return read_yaml(folder / f"{name}.yaml", schema)
    hint = nearest(name, names)
    raise ConfigError(f"unknown {kind} {shown(name)}; {hint}, or the path of a {kind}'s file (*.yaml)")


def read_mapping(path: str | Path) -> dict[str, Any]:
    """The fields in a YAML file. Raises ConfigError if it cannot be read or holds something else."""
    return mapping_of(text_of(path), str(path))


def text_of(path: str | Path) -> str:
    """The text in a YAML file. Raises ConfigError if it cannot be read."""
    try:
        return read_text(path, LARGEST)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ConfigError(f"{path}: is no valid YAML: {one_line(error)}") from error


def mapping_of(text: str, file: str) -> dict[str, Any]:
    """The fields of a YAML text. Raises ConfigError, which names `file`."""
    content = parse_yaml(text, file)
    if not isinstance(content, dict):
        raise ConfigError(f"{file}: expected fields and values, found {type(content).__name__}")
    return content


def checked(content: Mapping[str, Any], schema: type[S], where: str, trusted: bool = False) -> S:
    """The values of a schema's fields, as a file says them.

    Args:
        content: the values.
        schema: their types.
        where: the file, for messages.
        trusted: whether the file may name modules and servers, as one with a seal may.

    Raises:
        ConfigError: a value is wrong, or names what a file alone may not name.
    """
    try:
        return schema.model_validate(content, context=None if trusted else UNTRUSTED)
    except ValidationError as error:
        raise ConfigError(f"{where}: {first_problem(error, schema)}") from error


def parse_yaml(text: str, file: str) -> Any:
    """The content of a YAML text. Raises ConfigError, which names `file`."""
    too_deep = f"{file}: more than {DEEPEST} fields and lists lie within each other"
    try:
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        if values_in(node) > MOST_VALUES:
            raise ConfigError(f"{file}: holds more than {MOST_VALUES:,} values")
        content = None if node is None else loader.construct_document(node)
    except yaml.YAMLError as error:
        raise ConfigError(f"{file}: is no valid YAML: {one_line(error)}") from error
    except ConfigError:
        raise
    except ValueError as error:  # a number of thousands of digits, a date that does not exist
        problem = "a number has too many digits" if "digits" in str(error) else one_line(error)
        raise ConfigError(f"{file}: is no valid YAML: {problem}") from error
    except RecursionError as error:
        raise ConfigError(too_deep) from error
    if is_deep(content, DEEPEST):
        raise ConfigError(too_deep)
    return content


def values_in(node: yaml.Node | None) -> int:
    """The values in a YAML node, those under a name as often as they are used.

    They are counted before any is made: a few names that stand for each other can mean billions. A node that
    lies within itself counts once there; it is too deep, which shows later.
    """
    counts: dict[int, int] = {}

    def count(one: yaml.Node) -> int:
        if id(one) not in counts:
            counts[id(one)] = 1
            parts: list[Any] = one.value if isinstance(one, yaml.CollectionNode) else []
            pairs = isinstance(one, yaml.MappingNode)
            inner = [part for pair in parts for part in pair] if pairs else parts
            counts[id(one)] = 1 + sum(map(count, inner))
        return counts[id(one)]

    return 0 if node is None else count(node)


def check_game(name: str, where: str) -> None:
    """Register a game of another package. Raises ConfigError for a game that does not exist."""
    try:
        short_name(name)
    except ValueError as error:
        raise ConfigError(f"{where}: field 'game': {one_line(error)}") from error


def first_problem(error: ValidationError, schema: type[Section]) -> str:
    """The first problem of a validation in one line, with the nearest valid key for an unknown one."""
    problem = error.errors()[0]
    within = [
        name for name, it in schema.model_fields.items() if names_of_models(it.annotation) & {error.title}
    ]
    place = (*within, *problem["loc"])  # `loc` is relative if a section was checked by itself
    *section, key = place
    field = ".".join(str(part) for part in place)
    if problem["type"] != "extra_forbidden":
        return f"field {shown(field)}: {problem['msg']}, found {shown(problem['input'])}"
    model: type[BaseModel] = schema
    for name in section:
        if isinstance(name, str):  # a number is an index of a list
            annotation = model.model_fields[name].annotation
            (model,) = (part for part in (annotation, *get_args(annotation)) if is_model(part))
    return f"unknown field {shown(field)}; {nearest(key, model.model_fields)}"


def names_of_models(annotation: Any) -> set[str]:
    """The names of the sections that a field of this type holds."""
    if is_model(annotation):
        return {annotation.__name__}
    return {name for part in get_args(annotation) for name in names_of_models(part)}


def is_model(annotation: Any) -> bool:
    """Return true for the type of a section."""
    return isinstance(annotation, type) and not get_args(annotation) and issubclass(annotation, BaseModel)
