"""Training a policy with MaskablePPO of sb3-contrib on the native batch."""

from __future__ import annotations

import io
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger

from crusoe_env import Game, SB3VecEnv
from crusoe_env.support.files import write_whole
from crusoe_env.support.locks import only_writer_in

from ..base import Agent
from ..config import ConfigError, TrainConfig
from ..registry import make_agent
from . import safetensors
from .archive import sealed_archive
from .checkpoint import FAST_SUFFIX, SB3_FILES, CheckpointError, checkpoint_of
from .compact import NETWORK
from .games import rows_as_bytes
from .imitation import imitate
from .interruption import Interrupted, Interruption
from .labels import Labels, finish, is_under_way, prepare
from .mapping import warn_once
from .numpy_policy import KIND, SB3, described, read_checkpoint, texts_of
from .ppo import PPOAgent, load_model
from .run import ANOTHER_FOLDER, Run, begin_folder, check_folder, env_settings, imitation_ending
from .sb3_policy import read_policy
from .tracking import Tracking, tracking

BEST, CHECKPOINT = SB3_FILES
SECONDS, GAMES = "seconds_trained", "games_of_run"
"""Attributes of a saved model: seconds of training; games and random numbers."""
FAST_ONLY = (
    "begin_like", "curriculum", "imitation.final_epochs", "imitation.targets", "network", "partners",
)  # fmt: skip
"""Settings that this trainer does not have."""


def train(config: TrainConfig, resume: bool = False, overwrite: bool = False) -> Path:
    """Train until the steps or minutes are used up, an evaluation says stop, or Ctrl-C; the run folder.

    Args:
        config: the run.
        resume: go on from the run folder's checkpoint.
        overwrite: begin anew even if the run folder holds a run; its files are replaced.

    Raises:
        RunError: the folder holds another run, or nothing to resume.
        InUseError: another process trains there.
        CheckpointError: its checkpoint, or the one to start from, is damaged.
        ConfigError: a setting is one of `FAST_ONLY`.
        ValueError: the teacher of the imitation is unknown.
    """
    usual = TrainConfig()
    for field in FAST_ONLY:
        if attrgetter(field)(config) != attrgetter(field)(usual):
            raise ConfigError(f"field {field!r}: only 'trainer: fast' has it")
    with only_writer_in(config.run_dir, ANOTHER_FOLDER):
        return trained(config, resume, overwrite)


def trained(config: TrainConfig, resume: bool, overwrite: bool) -> Path:
    """A whole run; its folder."""
    folder = Path(config.run_dir)
    checkpoint = folder / CHECKPOINT
    check_folder(folder, CHECKPOINT, resume, overwrite)
    torch.distributions.Distribution.set_default_validate_args(False)  # masked probabilities need no check
    env = SB3VecEnv(
        config.game, config.num_envs, seed=config.seed, threads=config.threads, **env_settings(config)
    )
    if config.threads is not None:
        torch.set_num_threads(config.threads)
    imitates = config.imitation.teacher is not None and (not resume or is_under_way(folder))
    model = resumed_model(config, env, checkpoint) if resume and not imitates else new_model(config, env)
    if config.start_from is not None and (imitates or not resume):
        take_policy(model, env, config.start_from)
    teacher = teacher_of(config, env)
    if teacher is not None and imitates:
        prepare(teacher, env.batch.simulator, config.seed)
    labels = Labels(folder, about(config, env), env.num_envs, resume=resume) if imitates else None
    with Interruption() as interruption:
        begin_folder(folder, config, resume)  # only now that the new run can begin
        if teacher is not None and labels is not None:
            agreed = imitate(model, env, teacher, config.imitation, config.seed, interruption, labels)
            save_model(model, checkpoint, env.game, labels.used)
            if agreed is None:
                print(imitation_ending(folder))
                return folder
            interruption.waits_for = "the checkpoint"
        finish(folder)
        with (
            tracking(config, folder, model.num_timesteps) as trackers,
            Run(config, folder, model.num_timesteps, interruption, seconds_of(model)) as run,
        ):
            model.set_logger(Logger(None, [Figures(trackers)]))
            left = config.total_steps - model.num_timesteps
            follow = Follow(run, env)
            try:
                model.learn(left, callback=follow, reset_num_timesteps=False)
            except Interrupted:  # within an update, whose rest is left out
                run.goes_on()  # no: it says why
                follow.on_training_end()
    print(run.ending())
    return folder


def about(config: TrainConfig, env: SB3VecEnv) -> dict[str, Any]:
    """Everything that decides the games and labels of a teacher."""
    return {
        **described(env.game),
        "env": env_settings(config),
        "seed": config.seed,
        "num_envs": config.num_envs,
        "imitation.teacher": config.imitation.teacher,
    }


def teacher_of(config: TrainConfig, env: SB3VecEnv) -> Agent | None:
    """The teacher of the imitation, if there is one. Raises ValueError for an unknown agent."""
    name = config.imitation.teacher
    return None if name is None else make_agent(name, env.batch.simulator)


def new_model(config: TrainConfig, env: SB3VecEnv) -> MaskablePPO:
    """A fresh model."""
    return MaskablePPO(
        "MlpPolicy",
        env,
        policy_kwargs={"net_arch": list(config.ppo.net)},
        seed=config.seed,
        device=config.device,
        **settings_of(config),
    )


def settings_of(config: TrainConfig) -> dict[str, Any]:
    """The settings that a resumed run may change, by the names of Stable-Baselines3."""
    names = ("learning_rate", "n_steps", "batch_size", "n_epochs", "gamma", "gae_lambda", "clip_range")
    return {name: getattr(config.ppo, name) for name in (*names, "ent_coef", "vf_coef", "max_grad_norm")}


def resumed_model(config: TrainConfig, env: SB3VecEnv, path: Path) -> MaskablePPO:
    """The model of a checkpoint, with the present configuration's settings.

    If the game has changed since, it is a new model with the networks of the checkpoint.

    Raises:
        CheckpointError: it is missing, damaged, of another game, or its networks are of another size.
    """
    policy = path.with_suffix(FAST_SUFFIX)
    if policy.is_file():
        _, run, _, changes = read_checkpoint(policy, env.game, SB3)
        if changes:
            warn_once(f"{path}: optimiser and games begin anew")
            model = new_model(config, env)
            take_policy(model, env, str(policy))
            model.num_timesteps = int(run["steps"])
            setattr(model, SECONDS, float(run["seconds"]))
            return model
    found = load_model(path, env.game, config.device)
    if list(found.policy_kwargs["net_arch"]) != list(config.ppo.net):
        raise CheckpointError(f"{path}: its networks are of another size than ppo.net says")
    model = load_model(path, env.game, config.device, env, **settings_of(config))
    restore_games(model, env, config)
    return model


def keep_games(model: MaskablePPO, env: SB3VecEnv, config: TrainConfig) -> None:
    """Keep games and random numbers with a model: a run that is resumed goes on with them."""
    kept = {
        "env": env_settings(config),
        "states": rows_as_bytes(env.batch.states).copy(),
        "starts": model._last_episode_starts,
        "torch": torch.get_rng_state(),
        "numpy": np.random.get_state(),  # noqa: NPY002 - Stable-Baselines3 draws from it
    }
    setattr(model, GAMES, kept)


def restore_games(model: MaskablePPO, env: SB3VecEnv, config: TrainConfig) -> None:
    """Go on with the games of a checkpoint; new ones begin if their number or settings are others now."""
    kept = getattr(model, GAMES, None)
    rows = rows_as_bytes(env.batch.states)
    if kept is None or kept["states"].shape != rows.shape or kept["env"] != env_settings(config):
        return
    env.reset()
    rows[:] = kept["states"]
    env.batch.refresh()
    model._last_obs, model._last_episode_starts = env.batch.observations.copy(), kept["starts"]
    torch.set_rng_state(kept["torch"])
    np.random.set_state(kept["numpy"])  # noqa: NPY002


def seconds_of(model: MaskablePPO) -> float:
    """How long a model was trained before it was saved, imitation included."""
    return float(getattr(model, SECONDS, 0.0))


def take_policy(model: MaskablePPO, env: SB3VecEnv, source: str) -> None:
    """Give a fresh model the networks of another run; the optimiser begins anew.

    Raises:
        CheckpointError: there is no whole checkpoint of this game, or its networks are of another size.
    """
    path = checkpoint_of(source)
    try:
        model.policy.load_state_dict(state_of(path, env.game))
    except RuntimeError as error:
        raise CheckpointError(f"{path}: its networks are of another size than ppo.net says") from error


def state_of(path: Path, game: Game) -> dict[str, torch.Tensor]:
    """The networks in a file: arrays, or an archive that is trusted. Raises CheckpointError."""
    if path.suffix == FAST_SUFFIX:
        return {name: torch.from_numpy(it) for name, it in read_policy(path, game, True).items()}
    found: dict[str, torch.Tensor] = load_model(path, game).policy.state_dict()
    return found


def save_model(model: MaskablePPO, path: Path, game: Game, seconds: float = 0.0) -> None:
    """Save a model, sealed, and beside it the policy as arrays; a kill leaves the old or the new one."""
    setattr(model, SECONDS, seconds)  # saved with all other attributes
    weights = {NETWORK + name: it.cpu().numpy() for name, it in model.policy.state_dict().items()}
    about = {KIND: SB3, "steps": model.num_timesteps, "seconds": round(seconds, 3)}
    archive = io.BytesIO()
    model.save(archive)
    safetensors.write(path.with_suffix(FAST_SUFFIX), weights, texts_of(game, about))
    write_whole(path, sealed_archive(archive))


class Figures(KVWriter):
    """Stable-Baselines3's own figures and ours, handed on to the trackers."""

    def __init__(self, trackers: Tracking) -> None:
        self.trackers = trackers

    def write(
        self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0
    ) -> None:
        """Hand on the numbers."""
        shown = (name for name in key_values if "tensorboard" not in (key_excluded[name] or ()))
        numbers = {name: key_values[name] for name in shown if np.isscalar(key_values[name])}
        self.trackers.record({name: it for name, it in numbers.items() if not isinstance(it, str)}, step)

    def close(self) -> None:
        """The trackers close themselves."""


class Follow(BaseCallback):
    """Stable-Baselines3's hooks: they tell the run how the training goes on, and do what it asks for."""

    model: MaskablePPO

    def __init__(self, run: Run, env: SB3VecEnv) -> None:
        super().__init__()
        self.run, self.env = run, env

    def _on_training_start(self) -> None:
        stop = self.run.interruption.check
        self.model.policy.optimizer.register_step_post_hook(lambda *given: stop())

    def _on_step(self) -> bool:
        self.run.advance(self.num_timesteps)
        ended = [self.locals["infos"][i] for i in self.locals["dones"].nonzero()[0]]
        self.run.ended([info["victory"] for info in ended], [info["score"] for info in ended])
        return self.run.goes_on()

    def _on_rollout_end(self) -> None:
        rate = self.run.learning_rate
        self.model.lr_schedule = lambda _: rate
        self.model.ent_coef = self.run.entropy_bonus
        self._record(self.run.figures())

    def _on_rollout_start(self) -> None:
        """Between an update and the next rollout the model is whole: evaluate and save here."""
        evaluates, saves = self.run.evaluation_is_due(), self.run.checkpoint_is_due()
        if evaluates or saves:
            self._save(CHECKPOINT)
        if evaluates:
            self._evaluate()

    def _on_training_end(self) -> None:
        self._save(CHECKPOINT)
        if not self.run.is_cut:
            self._evaluate()

    def _evaluate(self) -> None:
        """Play the games of an evaluation, unless the curve has them; the checkpoint is written."""
        if not self.run.is_evaluated:
            with self.run.leaving():
                self._record(self.run.evaluate(PPOAgent(self.model), lambda: self._save(BEST)))

    def _save(self, name: str) -> None:
        setattr(self.model, GAMES, None)
        if name == CHECKPOINT:
            keep_games(self.model, self.env, self.run.config)
        save_model(self.model, self.run.folder / name, self.run.simulator.game, self.run.seconds)

    def _record(self, figures: dict[str, float]) -> None:
        for name, value in figures.items():
            self.logger.record(name, value)
