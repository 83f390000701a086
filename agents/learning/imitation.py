"""Imitation of a teacher before reinforcement learning, for Stable-Baselines3.

Where random play never wins, a fresh policy sees no victory to learn from. Here teacher and policy play side
by side, and the teacher labels every state, also those that the policy has reached (dataset aggregation). The
policy learns the labels, the value network the returns of these games.
"""

from __future__ import annotations

import contextlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from torch.nn.functional import cross_entropy, mse_loss

from crusoe_env import SB3VecEnv
from crusoe_env.interfaces.transcript import Transcript

from ..base import Agent
from ..config import ImitationConfig
from ..progress import progress_bar
from .interruption import Interrupted, Interruption
from .labels import Labels, Step, asked_together, written
from .ppo import PPOAgent

ROLLOUT = 64
"""Steps of each game between two rounds of learning."""


@dataclass
class Decisions:
    """Decisions to imitate; arrays (steps, games, ...).

    Attributes:
        observations: float32 (..., size).
        masks: legal actions, bool (..., actions).
        choices: what was chosen, int64.
    """

    observations: np.ndarray
    masks: np.ndarray
    choices: np.ndarray


class Samples(Decisions):
    """`ROLLOUT` steps of all games; arrays (steps, games, ...)."""

    def __init__(self, env: SB3VecEnv) -> None:
        games = env.num_envs
        self.observations = np.zeros((ROLLOUT, games, env.game.observations.size), np.float32)
        self.masks = np.zeros((ROLLOUT, games, env.game.actions.n), bool)
        self.choices = np.zeros((ROLLOUT, games), np.int64)
        self.rewards = np.zeros((ROLLOUT, games), np.float32)
        self.ends = np.zeros((ROLLOUT, games), bool)

    def returns(self, last_values: np.ndarray, gamma: float) -> np.ndarray:
        """Discounted returns, float32 (steps, games); unfinished games go on with their value."""
        returns = np.zeros_like(self.rewards)
        ahead = last_values.astype(np.float32)
        for step in reversed(range(ROLLOUT)):
            ahead = self.rewards[step] + gamma * np.where(self.ends[step], 0.0, ahead)
            returns[step] = ahead
        return returns


def imitate(
    model: MaskablePPO,
    env: SB3VecEnv,
    teacher: Agent,
    settings: ImitationConfig,
    seed: int = 0,
    interruption: Interruption | None = None,
    labels: Labels | None = None,
) -> float | None:
    """Teach a model in place.

    Args:
        model: the policy and its value network.
        env: the games; they are reset at the beginning.
        teacher: its choices are learned.
        settings: of the imitation.
        seed: of the teacher.
        interruption: ends the imitation early.
        labels: store of the teacher's choices; stored ones are used again.

    Returns:
        the policy's agreement with the teacher in the last samples; None after an interruption.
    """
    interruption = interruption or Interruption()
    labels = labels or Labels(None, {}, env.num_envs)
    rng, chance = np.random.default_rng(seed), np.random.default_rng([seed, labels.complete])
    if teacher.plans:
        interruption.waits_for = "the searches under way and the checkpoint"
    teacher.reset(seed)
    student = PPOAgent(model)
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=settings.learning_rate)
    samples = Samples(env)
    by_student = np.arange(env.num_envs) < settings.student_share * env.num_envs
    env.reset()
    agreed = 0.0
    total = -(-settings.steps // (ROLLOUT * env.num_envs))
    bar = progress_bar(
        total=total * ROLLOUT * env.num_envs,
        unit=" steps",
        unit_scale=True,
        desc="imitating",
        dynamic_ncols=True,
    )
    with bar, written(labels), ThreadPoolExecutor(1) as pool, contextlib.suppress(Interrupted):
        transcript = Transcript(np.arange(env.num_envs))
        asking = Asking(teacher, labels, interruption, chance, pool, transcript)
        for number in range(total):
            play(env, asking, number * ROLLOUT, student, by_student, samples, rng)
            bar.update(ROLLOUT * env.num_envs)
            values = student.value(env.batch.observations)
            returns = samples.returns(values, model.gamma)
            agreed = learn(model, optimizer, samples, returns, settings, rng, interruption)
            bar.set_postfix(agreed=f"{agreed:.1%}")
        return agreed
    return None


@dataclass
class Asking:
    """A teacher with the store of its choices, an interruption, random numbers, a thread, and its games."""

    teacher: Agent
    labels: Labels
    interruption: Interruption
    rng: np.random.Generator
    pool: ThreadPoolExecutor
    transcript: Transcript

    def step(self, env: SB3VecEnv, number: int) -> Step:
        """The teacher's choices in all games at a step. Raises Interrupted before all are known."""
        batch, step = env.batch, self.labels.step(number)
        for rows in asked_together(self.teacher, slice(0, env.num_envs)):
            known = step.known[rows].all()
            if known and not self.teacher.remembers:
                continue
            self.interruption.check()
            states = batch.states[rows].view(np.recarray)
            seen = batch.observations[rows], batch.masks[rows]
            moves = self.transcript.only(np.arange(rows.start, rows.stop))
            asked = self.pool.submit(self.teacher.decide, batch.simulator, states, *seen, self.rng, moves)
            choices = asked.result()  # meanwhile this thread can answer a Ctrl-C
            if not known:
                step.choices[rows] = choices
                self.labels.add(number, rows, step)
        return step

    def follow(self, seats: np.ndarray, actions: np.ndarray, unseen: np.ndarray, ended: np.ndarray) -> None:
        """Take note, for a teacher with memory, of what was played and which episodes have ended.

        `unseen`: which actions players hide from one another, bool (n,).
        """
        if self.teacher.remembers:
            self.transcript.add(seats, actions, unseen)
            self.transcript.begin(ended)


def play(
    env: SB3VecEnv,
    asking: Asking,
    first: int,
    student: PPOAgent,
    by_student: np.ndarray,
    samples: Samples,
    rng: np.random.Generator,
) -> None:
    """Play `ROLLOUT` steps from number `first` on, some games by the policy, the others by the teacher."""
    batch = env.batch
    for step in range(ROLLOUT):
        observation, mask = batch.observations, batch.masks
        said = asking.step(env, first + step)
        chosen = said.choices
        samples.observations[step] = observation
        samples.masks[step] = mask
        samples.choices[step] = chosen
        played = chosen.copy()
        if by_student.any():
            chances = student.probabilities(observation[by_student], mask[by_student])
            drawn = (chances.cumsum(axis=1) > rng.random((len(chances), 1))).argmax(axis=1)
            legal = mask[by_student][np.arange(len(drawn)), drawn] > 0
            played[by_student] = np.where(legal, drawn, chosen[by_student])
        played, seats = asking.labels.play(first + step, said, played), batch.states.acting.copy()
        unseen = batch.simulator.hides(batch.states)
        env.step_async(played)
        _, samples.rewards[step], samples.ends[step], _ = env.step_wait()
        asking.follow(seats, played, unseen, samples.ends[step])


def learn(
    model: MaskablePPO,
    optimizer: torch.optim.Optimizer,
    samples: Decisions,
    returns: np.ndarray,
    settings: ImitationConfig,
    rng: np.random.Generator,
    interruption: Interruption,
) -> float:
    """Gradient steps on these samples; the share of the teacher's choices that the policy makes itself."""
    policy = model.policy
    data = (samples.observations, samples.masks, samples.choices, returns)
    observations, masks, choices, targets = (
        torch.as_tensor(part.reshape(-1, *part.shape[2:]), device=model.device) for part in data
    )
    agreed = []
    for _ in range(settings.epochs):
        for batch in np.array_split(
            rng.permutation(len(choices)), max(1, len(choices) // settings.batch_size)
        ):
            interruption.check()
            hidden_policy, hidden_value = policy.mlp_extractor(observations[batch])
            logits = policy.action_net(hidden_policy).masked_fill(~masks[batch], -1e9)
            value = policy.value_net(hidden_value)[:, 0]
            loss = cross_entropy(logits, choices[batch]) + mse_loss(value, targets[batch])
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()
            agreed.append(float((logits.argmax(dim=1) == choices[batch]).float().mean()))
    return float(np.mean(agreed))
