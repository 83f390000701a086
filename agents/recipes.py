"""Recipes: how the policies of the zoo are trained from nothing, stage by stage.

`zoo/recipes/NAME.yaml` lists the stages of `zoo:NAME`, `zoo/partners/recipes/NAME.yaml` those of
`partner:NAME`. Each stage is a training run that starts from the best policy of the one before.
A recipe may be `like` another and then says only what differs.
`NAME.lock.json` beside it holds, for each seed that was trained, the hashes of each stage's weights and of
the shipped policies that it learned from, and the strength of the last. Schedules follow steps and a stage
uses one CPU thread, so the same sources give the same weights on the same kind of processor.
On a GPU or several threads (`device: auto`) the weights are others each time; their strength is compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field

from crusoe_env.support.files import write_whole
from crusoe_env.support.locks import only_writer_in
from crusoe_env.support.reading import read_json
from crusoe_env.support.words import nearest

from . import zoo
from .config import (
    ConfigError,
    Named,
    Section,
    Seed,
    TrainConfig,
    check_game,
    checked,
    read_mapping,
)
from .learning.checkpoint import FAST_FILES, checkpoint_of
from .learning.numpy_policy import weights_of
from .learning.safetensors import read
from .trainers import fast
from .trainers.labels import is_under_way
from .trainers.run import CHECKPOINT, CONFIG, ENDING, ORIGIN

Device = Literal["cpu", "auto"]
SUFFIX, LOCK_SUFFIX = ".yaml", ".lock.json"
SET_BY_RECIPE = ("trainer", "game", "seed", "run_dir", "start_from", "minutes", "threads", "device")
"""Fields of a training run that no stage may set."""
EARLIER = "earlier.json"
"""In a run folder: the hashes of the policies that the stage began with."""


class Recipe(Section):
    """The file of a recipe."""

    like: str | None = Field(
        None, description="the recipe whose fields these replace or add to, for a policy of another task"
    )
    after: str | None = Field(None, description="the recipe whose policy the first stage starts from")
    start_from: str | None = Field(
        None, description="the shipped policy that it starts from, zoo:NAME or partner:NAME"
    )
    game: Named = Field(description="short name of the game")
    seed: Seed = Field(1, description="of all stages, unless `crusoe reproduce --seed` gives another")
    device: Device = Field(
        "cpu", description="cpu: one thread; auto: a GPU if there is one, else all threads of the CPU"
    )
    common: dict[str, Any] = Field(default_factory=dict, description="settings of all stages")
    stages: dict[str, dict[str, Any]] = Field(min_length=1, description="settings of a training run by name")


class Stage(NamedTuple):
    """A stage: the policy that it belongs to, its name there, and its training run."""

    policy: str
    name: str
    config: TrainConfig

    @property
    def folder(self) -> Path:
        """The run folder."""
        return Path(self.config.run_dir)

    @property
    def origin(self) -> dict[str, str]:
        """The machine on which it was trained, and the commit of the sources."""
        found: dict[str, str] = read_json(self.folder / ORIGIN)
        return found


class Strength(NamedTuple):
    """How many games were played with a policy and won."""

    games: int
    victories: int


class Built(NamedTuple):
    """A finished stage: hashes of its weights and of the shipped policies it learned from; its ending."""

    weights: str
    learned_from: dict[str, str]
    stopped: str
    steps: int
    seconds: int


def folder(partners: bool = False) -> Path:
    """The folder of the recipes of policies, or of partners."""
    return (zoo.folder() / zoo.PARTNERS if partners else zoo.folder()) / "recipes"


def file_of(name: str, suffix: str) -> Path:
    """The file of a policy's recipe or lock."""
    own = name.removeprefix(f"{zoo.PARTNERS}/")
    return folder(own != name) / f"{own}{suffix}"


def names() -> list[str]:
    """The names of all policies with a recipe, those of partners last."""
    own, partners = (sorted(folder(are_partners).glob(f"*{SUFFIX}")) for are_partners in (False, True))
    return [file.stem for file in own] + [f"{zoo.PARTNERS}/{file.stem}" for file in partners]


def read_recipe(name: str) -> Recipe:
    """The recipe of a policy. Raises ConfigError if there is none, or for a wrong file."""
    path = file_of(name, SUFFIX)
    recipe = checked(read_fields(name), Recipe, str(path))
    check_game(recipe.game, str(path))
    if recipe.start_from is not None:
        if recipe.after is not None:
            raise ConfigError(f"{path}: field 'start_from': does not go with field 'after'")
        if zoo.named(recipe.start_from) is None:
            wanted = "zoo:NAME or partner:NAME"
            raise ConfigError(f"{path}: field 'start_from': expected {wanted}, found {recipe.start_from!r}")
    return recipe


def read_fields(name: str, *likes: str) -> dict[str, Any]:
    """The fields in the file of a recipe, and in those that it is like; `likes` are like this one."""
    if name not in names():
        if not names():
            raise ConfigError(zoo.not_installed(name))
        hint = nearest(zoo.said(name), [zoo.said(it) for it in names()])
        raise ConfigError(f"there is no recipe for {zoo.agent_name(name)}; {hint}")
    if name in likes:
        raise ConfigError(f"recipe {likes[0]!r}: {' is like '.join([*likes, name])}")
    path = file_of(name, SUFFIX)
    fields = read_mapping(path)
    other = fields.get("like")
    if other is None:
        return fields
    if not isinstance(other, str):
        raise ConfigError(f"{path}: field 'like': expected the name of a recipe, found {other!r}")
    return merged(read_fields(other, *likes, name), fields)


def stages_of(name: str, seed: int | None, runs: Path, device: Device | None = None) -> list[Stage]:
    """All stages of a policy, from nothing.

    Args:
        name: of the policy.
        seed: of all stages; None: that of the recipe.
        runs: the folder for their run folders.
        device: of all stages; None: that of each recipe. Another one has run folders of its own.

    Raises:
        ConfigError: there is no such recipe, its file is wrong, or recipes come after each other in a circle.
    """
    chain = [name]
    while (before := read_recipe(chain[0]).after) is not None:
        if before in chain:
            raise ConfigError(f"recipe {name!r}: {' comes after '.join([*chain, before])}")
        chain.insert(0, before)
    seed = read_recipe(name).seed if seed is None else seed
    return list(_stages(chain, seed, runs, device))


def _stages(chain: list[str], seed: int, runs: Path, given: Device | None) -> Iterator[Stage]:
    start = read_recipe(chain[0]).start_from
    for policy in chain:
        recipe = read_recipe(policy)
        device = given or recipe.device
        for number, (name, settings) in enumerate(recipe.stages.items(), 1):
            where = f"{file_of(policy, SUFFIX)}: stage {name!r}"
            if wrong := [field for field in SET_BY_RECIPE if field in {**recipe.common, **settings}]:
                raise ConfigError(f"{where}: field {wrong[0]!r} cannot be set in a stage")
            apart = "" if device == recipe.device else f"-{device}"
            run = runs / f"{policy}-seed-{seed}{apart}" / f"{number}-{name}"
            fixed = {"trainer": "fast", "game": recipe.game, "seed": seed, "run_dir": str(run)}
            fixed |= {"threads": 1 if device == "cpu" else None, "device": device, "start_from": start}
            config = checked({**merged(recipe.common, settings), **fixed}, TrainConfig, where)
            yield Stage(policy, name, config)
            start = str(run)


def merged(common: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of which `own` replace common ones; sections are merged field by field."""
    found = dict(common)
    for name, value in own.items():
        both = isinstance(value, Mapping) and isinstance(found.get(name), Mapping)
        found[name] = merged(found[name], value) if both else value
    return found


def build(stage: Stage) -> Built | None:
    """Train a stage, or the rest of it, unless it is finished; None after an interruption.

    An interrupted imitation begins anew: a resumed one would give other weights.
    """
    with only_writer_in(stage.folder, "choose another --out"):
        resumable = (stage.folder / CHECKPOINT).is_file() and not is_under_way(stage.folder)
        if not resumable or not is_current(stage):
            begin(stage)
            fast.train(stage.config, overwrite=True)
        elif not (stage.folder / ENDING).is_file():
            fast.train(stage.config, resume=True)
        return built(stage)


def begin(stage: Stage) -> None:
    """Note the hashes of the policies that a stage begins with; its run folder holds no current run then."""
    (stage.folder / CONFIG).unlink(missing_ok=True)
    write_whole(stage.folder / EARLIER, f"{json.dumps(earlier_policies(stage), indent=2)}\n".encode())


def is_current(stage: Stage) -> bool:
    """Return true if a run folder holds a run of the same configuration that began with the same policies."""
    config, earlier = stage.folder / CONFIG, stage.folder / EARLIER
    if not config.is_file() or not earlier.is_file():
        return False
    try:
        same = checked(read_mapping(config), TrainConfig, str(config)) == stage.config
        began_with = read_json(earlier)
    except ValueError:  # damaged, or of another version
        return False
    return same and began_with == earlier_policies(stage)


def built(stage: Stage) -> Built | None:
    """The finished stage in a run folder; None for an unfinished one."""
    if not (stage.folder / ENDING).is_file():
        return None
    ending, earlier = read_json(stage.folder / ENDING), read_json(stage.folder / EARLIER)
    learned_from = {agent: earlier[agent] for agent in shipped_policies(stage)}
    return Built(weights_hash(stage.folder / FAST_FILES[0]), learned_from, **ending)


def earlier_policies(stage: Stage) -> dict[str, str]:
    """The hashes of the policies that a stage imitates or starts from: shipped ones, the stage before."""
    files = {agent: zoo.weights_file(name) for agent, name in shipped_policies(stage).items()}
    start = stage.config.start_from
    if start is not None and start not in files:
        files[start] = checkpoint_of(start)
    return {agent: weights_hash(file) for agent, file in files.items()}


def shipped_policies(stage: Stage) -> dict[str, str]:
    """Those that a stage imitates or starts from: agents and their names."""
    agents = (stage.config.start_from, stage.config.imitation.teacher)
    names = {agent: zoo.named(agent) for agent in agents if agent is not None}
    return {agent: name for agent, name in names.items() if name is not None}


def weights_hash(file: Path) -> str:
    """A hash of the weights in a checkpoint."""
    digest = hashlib.blake2b(digest_size=16)
    for name, weight in sorted(weights_of(read(file)[0]).items()):
        digest.update(f"{name} {weight.shape} ".encode() + weight.tobytes())
    return digest.hexdigest()


def seed_of_card(card: Mapping[str, Any]) -> tuple[str, int] | None:
    """The recipe and seed that lead to the weights of a card's policy; None if they cannot be rebuilt.

    Raises:
        ConfigError: a lock is damaged.
    """
    wanted = card["training"].get("weights")
    for name in names():
        for seed, lock in read_lock(name).items():
            if [*lock["stages"].values()][-1]["weights"] == wanted:
                return name, seed
    return None


def lock_file(policy: str) -> Path:
    """The lock of a recipe."""
    return file_of(policy, LOCK_SUFFIX)


def read_lock(policy: str) -> dict[int, dict[str, Any]]:
    """How the stages of a recipe were built, by seed; empty before.

    Raises:
        ConfigError: the file is damaged.
    """
    path = lock_file(policy)
    if not path.is_file():
        return {}
    try:
        seeds = read_json(path)["seeds"]
        return {int(seed): {**lock, "stages": _some(lock["stages"])} for seed, lock in seeds.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(f"{path}: is no lock file of a recipe: {error}") from error


def _some(stages: Mapping[str, Any]) -> dict[str, Any]:
    if not stages:
        raise ValueError("field 'stages' is empty")
    return dict(stages)


def write_lock(stages: Sequence[tuple[Stage, Built]], strength: Strength | None) -> None:
    """Write how the stages of a policy were built, and how strong it is, beside those of other seeds.

    Args:
        stages: those of this policy, in their order.
        strength: of the last stage; None if no games were played.

    Raises:
        ConfigError: the lock that is there is damaged.
        ValueError: the sources had changes when it was trained.
    """
    last = stages[-1][0]
    commit = zoo.checked_commit(last.origin["commit"], "the sources of the training")
    machines = dict.fromkeys(stage.origin["machine"] for stage, _ in stages)
    found = {stage.name: built._asdict() for stage, built in stages}
    lock = {
        "machine": "; then ".join(machines),
        "device": last.config.device,
        "commit": commit,
        "strength": strength and strength._asdict(),
        "stages": found,
    }
    seeds = {**read_lock(last.policy), last.config.seed: lock}
    content = {"seeds": {str(seed): seeds[seed] for seed in sorted(seeds)}}
    write_whole(lock_file(last.policy), f"{json.dumps(content, indent=2)}\n".encode())


def verdict(stage: Stage, built: Built) -> str:
    """How a stage's weights compare with those in the lock file, and if they differ, why they may."""
    lock = read_lock(stage.policy).get(stage.config.seed, {"stages": {}})
    locked = lock["stages"].get(stage.name)
    if locked is None:
        return "no lock for this seed"
    if locked["weights"] == built.weights:
        return "as locked"
    if "auto" in (stage.config.device, lock.get("device", "cpu")):
        return "not as locked; on a GPU or several threads they never are"
    then = locked.get("learned_from", {})
    changed = [agent for agent, weights in built.learned_from.items() if then.get(agent, weights) != weights]
    if changed:
        return f"not as locked; {changed[0]} has other weights now"
    if lock["machine"] != stage.origin["machine"]:
        return f"not as locked; it was trained on {lock['machine']}"
    return "not as locked"
