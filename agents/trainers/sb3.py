"""`trainer: sb3`: MaskablePPO of sb3-contrib on `SB3VecEnv`, to compare with the field.

Checkpoints are Stable-Baselines3's own archives: `MaskablePPO.load` opens them. A resumed run has the
networks, the optimiser, the steps and the seconds of its checkpoint; its games begin anew.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, cast

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from crusoe_env import SB3VecEnv
from crusoe_env.agent import Agent
from crusoe_env.support.files import write_whole
from crusoe_env.support.locks import only_writer_in

from ..config import ConfigError, TrainConfig
from ..learning.checkpoint import SB3_FILES, CheckpointError
from ..learning.sb3_policy import SB3Policy, archive_of
from .interruption import Interruption
from .run import ANOTHER_FOLDER, Run, Watch, begin_folder, check_folder, env_settings
from .tracking import tracking

CHECKPOINT = SB3_FILES[-1]
SECONDS = "seconds_trained"
"""The attribute of a saved model with the seconds of its training."""
FAST_ONLY = ("begin_like", "curriculum", "imitation", "network", "partners", "start_from", "starts")
"""Fields that this trainer does not have."""
COPIED = ("n_steps", "batch_size", "n_epochs", "gamma", "gae_lambda", "vf_coef", "max_grad_norm")
"""Settings with the same name in `PPOConfig` and in Stable-Baselines3."""


def train(
    config: TrainConfig, resume: bool = False, overwrite: bool = False, watch: Watch | None = None
) -> Path:
    """Train until the steps or minutes are used up, or Ctrl-C; the run folder.

    Args:
        config: the run.
        resume: go on from the run folder's checkpoint.
        overwrite: begin anew even if the run folder holds a run; its files are replaced.
        watch: called after each evaluation with steps and figures; if it returns true, the run ends.

    Raises:
        RunError: the folder holds another run, or nothing to resume.
        InUseError: another process trains there.
        CheckpointError: its checkpoint is damaged, of another game, or of networks of another size.
        ConfigError: a setting is one of `FAST_ONLY`.
    """
    usual = TrainConfig()
    for field in FAST_ONLY:
        if getattr(config, field) != getattr(usual, field):
            raise ConfigError(f"field {field!r}: only 'trainer: fast' has it")
    folder = Path(config.run_dir)
    with only_writer_in(folder, ANOTHER_FOLDER):
        check_folder(folder, CHECKPOINT, resume, overwrite)
        trainer = Trainer(config)
        seconds = trainer.resume(folder / CHECKPOINT) if resume else 0.0
        with Interruption() as interruption:
            trainer.interruption = interruption
            begin_folder(folder, config, resume)
            with (
                tracking(config, folder, trainer.steps) as trackers,
                Run(config, folder, trainer.steps, interruption, seconds, watch=watch) as run,
            ):
                run.learn(trainer, trackers)
    print(run.ending())
    return folder


class Trainer(BaseCallback):
    """A model of Stable-Baselines3 with the games of a run; also the model's callback."""

    files = SB3_FILES
    model: MaskablePPO

    def __init__(self, config: TrainConfig) -> None:
        super().__init__()
        torch.distributions.Distribution.set_default_validate_args(False)  # masked ones need no check
        if config.threads is not None:
            torch.set_num_threads(config.threads)
        settings = env_settings(config)
        env = SB3VecEnv(config.game, config.num_envs, seed=config.seed, threads=config.threads, **settings)
        self.ppo, self.interruption = config.ppo, Interruption()
        self.run: Run | None = None
        self.init_callback(
            MaskablePPO(
                "MlpPolicy",
                env,
                policy_kwargs={"net_arch": list(config.ppo.net)},
                seed=config.seed,
                device=config.device,
                clip_range=config.ppo.clip_range,
                **{name: getattr(config.ppo, name) for name in COPIED},
            )
        )
        self.model.set_logger(Logger(None, []))

    @property
    def steps(self) -> int:
        """Steps of all games, earlier parts of the run included."""
        return self.model.num_timesteps

    def iterate(self, run: Run) -> dict[str, float]:
        """Play a rollout, report ended episodes to the run, and update once; figures of the update."""
        model, rate = self.model, run.learning_rate
        self.run, model.ent_coef = run, run.entropy_bonus
        model.lr_schedule = lambda _: rate
        samples = self.ppo.n_steps * model.n_envs
        model.learn(samples, callback=self, reset_num_timesteps=False)
        figures = {name: float(cast(Any, it)) for name, it in model.logger.name_to_value.items()}
        model.logger.dump()
        return figures

    def _on_step(self) -> bool:
        self.interruption.check()
        ended = [self.locals["infos"][i] for i in self.locals["dones"].nonzero()[0]]
        if self.run is not None:
            self.run.ended([info["victory"] for info in ended], [info["score"] for info in ended])
        return True

    def agent(self) -> Agent:
        """The present policy."""
        return SB3Policy({name: it.cpu().numpy() for name, it in self.model.policy.state_dict().items()})

    def save(self, path: Path, seconds: float) -> None:
        """Write the model; a kill leaves the old or the new one."""
        setattr(self.model, SECONDS, seconds)
        archive = io.BytesIO()
        self.model.save(archive, exclude=["lr_schedule"])
        write_whole(path, archive.getvalue())

    save_policy = save

    def resume(self, path: Path) -> float:
        """Take networks, optimiser and steps of a checkpoint; the seconds used until then."""
        with archive_of(path) as archive:
            settings, file = json.loads(archive.read("data")), cast(Any, archive.fp)
            try:
                self.model.set_parameters(file, device=self.model.device)  # unpickles no settings
            except RuntimeError as error:
                wrong = "its networks are of another size than the game and ppo.net say"
                raise CheckpointError(f"{path}: {wrong}") from error
            self.model.num_timesteps = int(settings["num_timesteps"])
            return float(settings[SECONDS])
