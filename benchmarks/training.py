"""Training throughput: the two trainers on the same work, and MaskablePPO on several kinds of environments.

`python -m benchmarks.training [--write research/results/trainers.json]`: Stable-Baselines3's MaskablePPO and
the fast trainer, in turns, with the same games, samples per update, batches, epochs and widths of layers.
`python -m benchmarks.training --environments marooned`: MaskablePPO on the native VecEnv and on SB3's own.

Every row trains a fresh model. Counted are whole updates (playing, masks, advantages, gradient steps), and
the playing in them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv

import crusoe_env
from agents.config import PPOConfig, TrainConfig, read_config
from agents.trainers.fast_ppo import Trainer
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import SB3VecEnv
from crusoe_env.bench.report import Table
from crusoe_env.support.origin import machine
from crusoe_env.support.threads import processors

TRAINERS = ("work", "trainer", "training, steps/s", "relative to sb3", "playing, steps/s", "relative to sb3")
WORK = {
    "Marooned!": ("configs/marooned_demo", {}),
    "Robinson Crusoe, 1 player": ("configs/castaways", {}),
    "Robinson Crusoe, 4 players": ("configs/castaways", {"players": 4}),
}
"""What both trainers do: a configuration, and options beside its own."""
ENVIRONMENTS = (
    "environments",
    "games",
    "training, steps/s",
    "relative to SB3's best",
    "playing, steps/s",
    "relative to the best",
)


class Clock(BaseCallback):
    """Times whole updates and the playing in them, from the second update on, for about the given time."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self.rollouts = 0
        self.steps = 0
        self.playing = self.all = 0.0
        self._rollout_start = self._played = 0.0
        self._first = self._steps = 0

    def _on_step(self) -> bool:
        return self.all < self.seconds

    def _on_rollout_start(self) -> None:
        now = time.perf_counter()
        if self.rollouts > 1:
            self.all += now - self._rollout_start
            self.playing += self._played
            self.steps += self._steps
        self.rollouts += 1
        self._rollout_start = now
        self._first = self.num_timesteps

    def _on_rollout_end(self) -> None:
        self._played = time.perf_counter() - self._rollout_start
        self._steps = self.num_timesteps - self._first

    @property
    def rates(self) -> tuple[float, float]:
        """Steps per second of whole updates, and of playing alone (policy, masks and environments)."""
        return self.steps / self.all, self.steps / self.playing


def one_env(env_id: str) -> gymnasium.Env[Any, Any]:
    """One environment with the mask where sb3-contrib looks."""
    return ActionMasker(gymnasium.make(env_id), lambda env: env.get_wrapper_attr("action_masks")())


def train_rates(envs: VecEnv, samples: int, ppo: PPOConfig, seconds: float) -> tuple[float, float]:
    """Steps per second of training on these environments, and of playing alone; `samples` per update."""
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=max(1, samples // envs.num_envs),
        batch_size=min(ppo.batch_size, samples),
        n_epochs=ppo.n_epochs,
        learning_rate=ppo.learning_rate,
        policy_kwargs={"net_arch": list(ppo.net)},
        seed=0,
        device="cpu",
    )
    clock = Clock(seconds)
    model.learn(10**9, callback=clock)
    envs.close()
    return clock.rates


def fast_rates(config: TrainConfig, seconds: float) -> tuple[float, float]:
    """Steps per second of training with the fast trainer, and of playing alone, from the second update on."""
    torch.set_float32_matmul_precision("medium")
    trainer = Trainer(config, torch.device("cpu"))
    steps, playing, learning = 0, 0.0, 0.0
    while learning + playing < seconds:
        start = time.perf_counter()
        trainer.play(lambda victories, scores: None)
        played = time.perf_counter()
        trainer.update(config.ppo.learning_rate, config.ppo.ent_coef)
        trainer.advance()
        if trainer.steps > config.num_envs * config.ppo.n_steps:
            steps += config.num_envs * config.ppo.n_steps
            playing += played - start
            learning += time.perf_counter() - played
    return steps / (playing + learning), steps / playing


def compare_trainers(seconds: float) -> Table:
    """Both trainers on the same work, one directly after the other."""
    rows = []
    for title, (name, options) in WORK.items():
        config = read_config(Path(f"{name}.yaml"))
        config = config.model_copy(update={"env": {**config.env, **options}})
        torch.set_float32_matmul_precision("highest")  # as torch has it
        envs = SB3VecEnv(config.game, config.num_envs, seed=0, **config.env)
        sb3 = train_rates(envs, config.num_envs * config.ppo.n_steps, config.ppo, seconds)
        fast = fast_rates(config, seconds)
        for trainer, (training, playing) in (("sb3", sb3), ("fast", fast)):
            ratios = f"{training / sb3[0]:.1f}", f"{playing / sb3[1]:.1f}"
            rows.append((title, trainer, f"{training:,.0f}", ratios[0], f"{playing:,.0f}", ratios[1]))
    return Table("Training: Stable-Baselines3's MaskablePPO and the fast trainer", TRAINERS, rows)


def compare_environments(name: str, config_file: Path | None, seconds: float) -> Table:
    """MaskablePPO on the native VecEnv and on SB3's own."""
    config = read_config(config_file or Path(f"configs/{name}_demo.yaml"))
    game = crusoe_env.game(name)
    samples = config.num_envs * config.ppo.n_steps

    def makers(count: int) -> list[Callable[[], Any]]:
        return [lambda: one_env(game.env_id) for _ in range(count)]

    cases: list[tuple[str, int, Callable[[], VecEnv]]] = [
        ("SubprocVecEnv", processors(), lambda: SubprocVecEnv(makers(processors()))),
        ("SubprocVecEnv", 8, lambda: SubprocVecEnv(makers(8))),
        ("DummyVecEnv", 8, lambda: DummyVecEnv(makers(8))),
        ("DummyVecEnv", 64, lambda: DummyVecEnv(makers(64))),
        ("DummyVecEnv", config.num_envs, lambda: DummyVecEnv(makers(config.num_envs))),
        ("native SB3VecEnv", 8, lambda: SB3VecEnv(game, 8, seed=0)),
        ("native SB3VecEnv", 64, lambda: SB3VecEnv(game, 64, seed=0)),
        ("native SB3VecEnv", config.num_envs, lambda: SB3VecEnv(game, config.num_envs, seed=0)),
    ]
    rates = [train_rates(make(), samples, config.ppo, seconds) for _, _, make in cases]
    of_sb3 = [r for r, (kind, *_) in zip(rates, cases, strict=True) if "native" not in kind]
    best, best_playing = (max(column) for column in zip(*of_sb3, strict=True))
    rows = [
        (kind, f"{n:,}", f"{r:,.0f}", f"{r / best:.2f}", f"{playing:,.0f}", f"{playing / best_playing:.2f}")
        for (r, playing), (kind, n, _) in zip(rates, cases, strict=True)
    ]
    ppo = config.ppo
    title = (
        f"{game.title}: MaskablePPO training, {samples:,} samples per update, {ppo.n_epochs} epochs, "
        f"batches of {ppo.batch_size:,}, net {'x'.join(map(str, ppo.net))}"
    )
    return Table(title, ENVIRONMENTS, rows)


def main() -> None:
    """Measure and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--environments", choices=list(crusoe_env.GAMES), metavar="GAME")
    parser.add_argument("--config", type=Path, help="of --environments; default: configs/GAME_demo.yaml")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each row")
    given = parser.parse_args()
    torch.distributions.Distribution.set_default_validate_args(False)
    print(machine(), f"torch {torch.__version__}")
    if given.environments is None:
        table = compare_trainers(given.seconds)
    else:
        table = compare_environments(given.environments, given.config, given.seconds)
    present([table], given.write, "benchmarks.training")


if __name__ == "__main__":
    begin(main)
