"""Training with RLlib's PPO, with any number of runners and learners, on one machine or a Ray cluster.

Each runner steps its part of the games as one native batch. Network and run folder are those of the fast
trainer: `evaluate.py` plays the policies without Ray.
"""

from __future__ import annotations

import math
import shutil
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core import DEFAULT_MODULE_ID
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.utils.metrics import ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME

from crusoe_env import Game, Simulator, game

from ..config import ConfigError, NetworkConfig, TrainConfig
from ..learning import safetensors, trust
from ..learning.checkpoint import CheckpointError
from ..learning.compact import NETWORK
from ..learning.interruption import Interruption
from ..learning.numpy_policy import NumpyPolicy, read_checkpoint, texts_of
from ..learning.run import CHECKPOINT, Run, begin_folder, check_folder, env_settings
from ..learning.tracking import tracking
from .cluster import cluster
from .module import MaskedPolicy

STATES = "rllib"
"""The folder of RLlib's own state in a run folder; the checkpoint says which one holds."""
STATE, SEAL = "state", "seal"
ENDED, WON, SCORES = "crusoe_ended", "crusoe_won", "crusoe_scores"
"""Sums over the episodes of an iteration."""


def train(config: TrainConfig, resume: bool = False, overwrite: bool = False) -> Path:
    """Train until the steps or minutes are used up, an evaluation says stop, or Ctrl-C; the run folder.

    Args:
        config: the run; its section `ray` says what runs where.
        resume: go on from the run folder's checkpoint.
        overwrite: begin anew even if the run folder holds a run; its files are replaced.

    Raises:
        RunError: the folder holds another run, or nothing to resume.
        CheckpointError: its checkpoint is damaged or of another trainer.
        ConfigError: what this trainer does not have.
    """
    check(config)
    folder = Path(config.run_dir).resolve()
    check_folder(folder, CHECKPOINT, resume, overwrite)
    with cluster(), Interruption() as interruption:
        trainer = Trainer(config)
        try:
            seconds = trainer.resume(folder) if resume else 0.0
            begin_folder(folder, config, resume)
            with (
                tracking(config, folder) as trackers,
                Run(config, folder, trainer.steps, interruption, seconds) as run,
            ):
                run.learn(trainer, trackers)
        finally:
            trainer.algorithm.stop()
    print(run.ending())
    return folder


def check(config: TrainConfig) -> None:
    """Raise ConfigError for what this trainer does not have."""
    asked = {
        "curriculum": bool(config.curriculum),
        "imitation.teacher": config.imitation.teacher is not None,
        "self_imitation.weight": config.self_imitation.weight > 0,
        "start_from": config.start_from is not None,
        "network": config.network != NetworkConfig(),
    }
    for field, given in asked.items():
        if given:
            raise ConfigError(f"field {field!r}: 'trainer: rllib' does not have it")


class Trainer:
    """RLlib's PPO by a run's configuration.

    Attributes:
        algorithm: RLlib's object.
        steps: of all games, those of earlier parts of the run included.
    """

    def __init__(self, config: TrainConfig) -> None:
        self.rules: Game = game(config.game)
        Simulator(self.rules).ensure_compiled()  # processes on this machine then find the compiled rules
        self.algorithm: Algorithm = algorithm_config(config, self.rules).build_algo()
        self._before = -self._sampled()
        self.steps = 0

    def _sampled(self) -> int:
        found = self.algorithm.metrics.peek((ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME), default=0)
        return int(found)

    def iterate(self, run: Run) -> dict[str, float]:
        """Play, learn once and tell the run of the episodes that have ended; RLlib keeps its own figures."""
        ended, won, scores = self.play_and_learn()
        run.ended([True] * won + [False] * (ended - won), [round(scores / max(1, ended))] * ended)
        return {}

    def play_and_learn(self) -> tuple[int, int, float]:
        """One iteration of RLlib: episodes that have ended, those that were won, the sum of their scores."""
        figures = self.algorithm.train().get(ENV_RUNNER_RESULTS, {})
        self.steps = self._before + self._sampled()
        ended, won, scores = (float(figures.get(name, 0.0)) for name in (ENDED, WON, SCORES))
        return (0, 0, 0.0) if math.isnan(ended) else (round(ended), round(won), scores)

    def arrays(self) -> dict[str, np.ndarray]:
        """The network's weights by name, float32, as in a checkpoint of the fast trainer."""
        weights = self.algorithm.learner_group.get_weights()[DEFAULT_MODULE_ID]
        return {name: np.asarray(it, np.float32) for name, it in weights.items() if name.startswith(NETWORK)}

    def agent(self) -> NumpyPolicy:
        """The policy as it is now."""
        return NumpyPolicy({name.removeprefix(NETWORK): it for name, it in self.arrays().items()})

    def save_policy(self, path: Path, seconds: float, **more: Any) -> None:
        """Write what playing needs: the network."""
        content = {"steps": self.steps, "seconds": round(seconds, 3), **more}
        safetensors.write(path, self.arrays(), texts_of(self.rules, content))

    def save(self, path: Path, seconds: float) -> None:
        """Write all that is needed to go on, RLlib's state beside it; a kill leaves the old or the new."""
        state = path.parent / STATES / f"{self.steps:012d}"
        self.algorithm.save_to_path(str(state))
        seal = trust.seal(trust.contents(state))
        self.save_policy(path, seconds, **{STATE: state.name, SEAL: seal})
        for other in state.parent.iterdir():
            if other != state:
                shutil.rmtree(other)

    def resume(self, folder: Path) -> float:
        """Go on where a checkpoint was written; the seconds that were used until then.

        Raises:
            CheckpointError: it is missing, damaged, of another trainer, or not to be trusted.
        """
        path = folder / CHECKPOINT
        _, run, _, changes = read_checkpoint(path, self.rules)
        if changes:
            raise CheckpointError(
                f"{path}: {changes}; RLlib's state cannot go on; 'trainer: fast' can --start-from it"
            )
        state = folder / STATES / str(run.get(STATE))
        if not state.is_dir():
            raise CheckpointError(f"{path}: there is no state of RLlib in {state}")
        trust.check(state, trust.contents(state), str(run.get(SEAL)), "RLlib's state has pickles, which")
        try:
            self.algorithm.restore_from_path(str(state))
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            reason = " ".join(str(error).split())[:200]
            raise CheckpointError(f"{state}: cannot be resumed: {reason}") from error
        self.steps = int(run["steps"])
        self._before = self.steps - self._sampled()
        return float(run["seconds"])


def count_episode(*, episode: Any, metrics_logger: Any, **others: Any) -> None:
    """Add an episode's victory and score to the sums; RLlib calls it at the end of an episode."""
    info = episode.get_infos(-1)
    for name, value in ((ENDED, 1), (WON, int(info["victory"])), (SCORES, int(info["score"]))):
        metrics_logger.log_value(name, value, reduce="sum")


def algorithm_config(config: TrainConfig, rules: Game) -> PPOConfig:
    """RLlib's configuration for that of a run."""
    ppo, spread = config.ppo, config.ray
    runners, learners = max(1, spread.runners), max(1, spread.learners)
    games = math.ceil(config.num_envs / runners)
    steps = config.total_steps
    batch = games * runners * ppo.n_steps
    return (
        PPOConfig()
        .environment(
            f"crusoe_env:{rules.env_id}",
            env_config={**env_settings(config), "mask": "rllib"},
            disable_env_checking=True,
        )
        .env_runners(
            num_env_runners=spread.runners,
            num_envs_per_env_runner=games,
            num_cpus_per_env_runner=spread.cpus_per_runner,
            rollout_fragment_length=ppo.n_steps,
            gym_env_vectorize_mode=gymnasium.VectorizeMode.VECTOR_ENTRY_POINT,
        )
        .learners(
            num_learners=spread.learners,
            num_cpus_per_learner=spread.cpus_per_learner,
            num_gpus_per_learner=spread.gpus_per_learner,
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                MaskedPolicy, model_config={"hidden": list(ppo.net), "seed": config.seed}
            )
        )
        .training(
            lr=[[0, ppo.learning_rate], [steps, ppo.final_learning_rate]],
            entropy_coeff=[[0, ppo.ent_coef], [steps, ppo.final_ent_coef]],
            gamma=ppo.gamma,
            lambda_=ppo.gae_lambda,
            clip_param=ppo.clip_range,
            vf_loss_coeff=ppo.vf_coef,
            vf_clip_param=float("inf"),
            use_kl_loss=False,
            grad_clip=ppo.max_grad_norm,
            grad_clip_by="global_norm",
            train_batch_size_per_learner=max(1, batch // learners),
            minibatch_size=min(ppo.batch_size, max(1, batch // learners)),
            num_epochs=ppo.n_epochs,
        )
        .callbacks(on_episode_end=count_episode)
        .fault_tolerance(restart_failed_env_runners=True)
        .debugging(seed=config.seed)
    )
