"""The fast trainer's proximal policy optimisation: play, advantages, loss, update, checkpoint.

The games write bytes into preallocated arrays. A memory keeps observations in the form that the device reads
fastest. One network has a trunk for policy and value; the softmax is over legal actions. With a GPU there are
two groups of games: one steps on the CPU while the GPU evaluates the other. After Schulman et al. 2017, with
the details of Huang et al. 2022 ("The 37 implementation details of PPO").
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from crusoe_env import game
from crusoe_env.agent import Agent
from crusoe_env.engine.layout import ActionLayout
from crusoe_env.support.words import nearest, shown

from ..config import ConfigError, TrainConfig
from ..learning import safetensors
from ..learning.checkpoint import FAST_FILES, CheckpointError
from ..learning.compact import NETWORK
from ..learning.mapping import warn_once
from ..learning.memory import Memory, memory_for
from ..learning.numpy_policy import network_in, read_checkpoint, texts_of
from ..learning.policies import policy_of
from ..learning.recurrence import Past
from ..runs import policy_file_for
from .curriculum import Curriculum
from .game_groups import Games, Group
from .interruption import Interruption
from .other_play import OtherPlay
from .players import Players, Views
from .run import Schedules
from .starts import Starts
from .training_partners import Partners
from .workers import Workers

ADAM_EPSILON = 1e-5
Contents = tuple[dict[str, np.ndarray], dict[str, Any]]
"""The arrays of a checkpoint, and its description."""
OnEnded = Callable[[list[bool], list[int]], None]
"""Called with the victories and scores of episodes that have just ended."""
LEAST_DEVIATION = 1e-8
"""Added to standard deviations before a division."""


class Rollout:
    """A rollout of `steps` steps of all games, and the positions after it; arrays (steps [+ 1], games).

    Attributes:
        views: observations and masks; step t of game i is row t * games + i.
        seats, actions, log_probabilities, values: of the policy that played; the last row only has values.
        own: whether the policy decided, rather than a partner.
        rewards, ended: of each step.
        states: of recurrent players before the first step, float32 (games, slots, width).
    """

    def __init__(self, steps: int, count: int, views: Views, device: torch.device) -> None:
        self.steps, self.count, self.views = steps, count, views
        self.rows = views.own.all_rows(0, (steps + 1) * count)
        self.seats = torch.zeros((steps + 1, count), dtype=torch.int64, device=device)
        self.actions = torch.zeros((steps + 1, count), dtype=torch.int64, device=device)
        self.log_probabilities = torch.zeros((steps + 1, count), device=device)
        self.values = torch.zeros((steps + 1, count), device=device)
        self.own = torch.ones((steps + 1, count), dtype=torch.bool, device=device)
        self.rewards = torch.zeros((steps, count))
        self.ended = torch.zeros((steps, count), dtype=torch.bool)
        self.states = torch.zeros((count, 1, 0), device=device)

    def of_games(self, which: Tensor) -> tuple[Tensor, Past]:
        """The rows of all steps of some games, one step after the other, and their past."""
        past = Past(self.seats[:-1], self.ended.to(self.seats.device), self.states)
        return self.rows.view(-1, self.count)[:-1, which].flatten(), past.of_games(which)


def begin_like(weights: dict[str, np.ndarray], actions: ActionLayout, block: str, action: str) -> None:
    """Give all actions of a block the weights of another action, so that they begin as likely as it is.

    Raises:
        ConfigError: the game has no such block or action.
    """
    field = "field 'begin_like'"
    if block not in actions.start:
        raise ConfigError(f"{field}: unknown block {shown(block)}; {nearest(block, actions.start)}")
    try:
        source = actions.index(action)
    except ValueError as error:
        raise ConfigError(f"{field}: {error}") from error
    first = actions.start[block]
    last = first + next(len(it.actions) for it in actions.blocks if it.name == block)
    for name in weights:
        if name.endswith(("policy_weight", "policy_bias")):
            weights[name][first:last] = weights[name][source]


class Trainer:
    """A policy, its games and its optimiser.

    Args:
        config: of the run.
        device: where the network is.
        workers: the processes that train together; this one plays its share.

    Raises:
        ConfigError: settings of a task are wrong, or cannot be shared by these processes.
    """

    files = FAST_FILES

    def __init__(self, config: TrainConfig, device: torch.device, workers: Workers | None = None) -> None:
        self.workers = workers or Workers()
        seed, config = config.seed, self.workers.share(config)
        self.config, self.ppo, self.device = config, config.ppo, device
        self.rules = game(config.game)
        self.curriculum = Curriculum(config)
        size, actions = self.rules.observations.size, self.rules.actions.n
        self.network = Players(size, actions, self.ppo.net, seed, config.network, self.curriculum.seats).to(
            device
        )
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=self.ppo.learning_rate, eps=ADAM_EPSILON, fused=True
        )
        self.generator = torch.Generator(device).manual_seed(config.seed)
        self.shuffler = torch.Generator(device).manual_seed(config.seed + 1)
        self.games = self._new_games()
        self.states = self.network.no_states(self.games.count, device)
        self.run_kernel = self.games.groups[0].batch.simulator.run
        rows = config.num_envs * (self.ppo.n_steps + 1)
        self.rollout = Rollout(self.ppo.n_steps, config.num_envs, self.views(rows), device)
        self.steps = 0
        self.partners = self._new_partners()
        self.starts = Starts(config) if config.starts.agent is not None else None
        seats, is_other = self.curriculum.seats, config.network.other_play != "none"
        self.other_play = OtherPlay(config, seats, device) if is_other else None
        self.interruption = Interruption()
        self._begun: Contents | None = None

    def _new_partners(self) -> dict[Group, Partners]:
        """The partners in each group's games; empty without any."""
        if not self.config.partners.agents:
            return {}
        return {
            group: Partners(group, self.config, self.config.seed + group.columns.start)
            for group in self.games.groups
        }

    def _new_games(self) -> Games:
        stage = self.curriculum
        games = Games(self.rules, stage.tasks, stage.seed, self.device, self.config.threads)
        games.reset()
        return games

    def views(self, rows: int) -> Views:
        """Room for what is seen in so many positions."""
        return Views(self.memory(rows), None if self.network.critic is None else self.memory(rows))

    def memory(self, rows: int) -> Memory:
        """Room for observations and masks."""
        rules = self.rules
        return memory_for(self.device, rows, rules.observations.scale, rules.actions.n, self.run_kernel)

    def iterate(self, run: Schedules) -> dict[str, float]:
        """Play a rollout, report ended episodes to the run, and learn once; figures of the update.

        Raises:
            Interrupted: the iteration is dropped; `save` then writes the state before it.
        """
        self._begun = self._contents()
        self.play(run.ended)
        figures = self.update(run.learning_rate, run.entropy_bonus)
        self.advance()
        self._begun = None
        return figures if self.starts is None else {**figures, **self.starts.figures}

    def advance(self) -> None:
        """Count the steps of a rollout, and begin the next stage of the curriculum if it is time."""
        made = self.rollout.steps * self.rollout.count * self.workers.count
        self.steps += made
        if self.curriculum.advance(made, self.workers.mean(self.games.victories)):
            self.games = self._new_games()
            self.states = self.network.no_states(self.games.count, self.device)
            self.partners = self._new_partners()
            if self.starts is not None:
                self.starts.has_begun = False

    def begin_episodes(self) -> None:
        """Abandon all games and begin new ones."""
        self.games.reset()
        self.states = self.network.no_states(self.games.count, self.device)
        self.partners = self._new_partners()

    # ------------------------------------------------------------------ play

    def play(self, on_ended: OnEnded) -> None:
        """Fill the rollout with `n_steps` steps of all games."""
        if self.starts is not None and not self.starts.has_begun:
            self.starts.begin_all(self.games.groups, self.steps)
        self.rollout.states = self.states.clone()
        for group in self.games.groups:
            self._decide(group, 0)
        for step in range(self.rollout.steps):
            self.interruption.check()
            for group in self.games.groups:
                self._play(group, step, on_ended)
                self._decide(group, step + 1)

    def _decide(self, group: Group, step: int) -> None:
        """Draw the actions of a group, or ask partners, and keep observations, probabilities and values.

        Those after the last step are drawn for their values alone: the next rollout decides there again.
        """
        rollout, columns = self.rollout, group.columns
        first = step * rollout.count + columns.start
        other_play = self.other_play
        rollout.views.write(first, group, None if other_play is None else other_play.seen(group))
        which = rollout.rows[first : first + group.batch.count]
        seats = torch.from_numpy(group.acting).to(self.device)
        actions, found, values, states = self.network.act(
            rollout.views, which, self.generator, seats, self.states[columns]
        )
        if step < rollout.steps:
            self.states[columns] = states
        if group in self.partners and step < rollout.steps:
            rows, theirs = self.partners[group].actions()
            rollout.own[step, columns] = True
            rollout.own[step, columns][rows] = False
            actions[rows] = torch.from_numpy(theirs).to(self.device)
        rollout.seats[step, columns] = seats
        rollout.actions[step, columns] = actions
        rollout.log_probabilities[step, columns] = found
        rollout.values[step, columns] = values
        group.send(actions if other_play is None else other_play.played(group, actions))

    def _play(self, group: Group, step: int, on_ended: OnEnded) -> None:
        """Play the drawn actions of a group."""
        note = self.partners[group].begins() if group in self.partners else None
        whole = None if self.starts is None else self.starts.whole(group)
        ended = group.play(whole)
        if note is not None:
            note(ended)
        rewards = self.rollout.rewards[step, group.columns]
        rewards.copy_(torch.from_numpy(group.batch.rewards))
        self.rollout.ended[step, group.columns] = torch.from_numpy(ended)
        results = group.batch.results[ended if whole is None else ended & whole]
        on_ended((results.victory == 1).tolist(), results.score.tolist())
        cut_off = group.truncated
        if len(cut_off):  # the value replaces the rest of a truncated episode
            rewards[cut_off] += self.ppo.gamma * self._values_at_end(group, step, cut_off).cpu()
        self.states[group.columns] *= torch.from_numpy(~ended).to(self.device)[:, None, None]
        if self.other_play is not None:
            self.other_play.begin(group, ended)
        if self.starts is not None and ended.any():
            self.starts.note(group, ended)
            self.starts.begin(group, ended, self.steps)

    def _values_at_end(self, group: Group, step: int, cut_off: np.ndarray) -> Tensor:
        """The values of truncated games, float32 (n,).

        They are of the last observations, for the seat that acted last; for a critic of the joint view, which
        is not kept, of the position before the last step.
        """
        rollout, columns = self.rollout, group.columns
        if self.network.critic is not None:
            return rollout.values[step, columns][cut_off]
        seats = rollout.seats[step, columns][cut_off]
        last = group.batch.final_observations[cut_off]
        if self.other_play is not None:
            last = self.other_play.seen_at_end(group, cut_off, seats.cpu().numpy())
        views = self.views(len(last))
        views.own.write(0, last, np.ones((len(last), self.rules.actions.n), np.int8))
        rows = views.own.all_rows(0, len(last))
        return self.network.values(views, rows, seats, self.states[columns][cut_off])

    # ------------------------------------------------------------------ learn

    def advantages(self) -> tuple[Tensor, Tensor]:
        """Generalised advantage estimates and the returns by them, float32 (steps, games)."""
        rollout, ppo = self.rollout, self.ppo
        rewards, goes_on = rollout.rewards.to(self.device), (~rollout.ended).to(self.device).float()
        advantages = torch.empty_like(rewards)
        ahead = torch.zeros(rollout.count, device=self.device)
        for step in reversed(range(rollout.steps)):
            after = ppo.gamma * rollout.values[step + 1] * goes_on[step]
            surprise = rewards[step] + after - rollout.values[step]
            ahead = surprise + ppo.gamma * ppo.gae_lambda * goes_on[step] * ahead
            advantages[step] = ahead
        return advantages, advantages + rollout.values[:-1]

    def update(self, learning_rate: float, entropy_bonus: float) -> dict[str, float]:
        """Update the network with the rollout; figures of the last batch."""
        advantages, returns = (part.flatten() for part in self.advantages())
        rollout = self.rollout
        actions, seats = rollout.actions.flatten(), rollout.seats.flatten()
        before, own = rollout.log_probabilities.flatten(), rollout.own.flatten()
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        figures: dict[str, Tensor] = {}
        for which, past in self._batches():
            self.interruption.check()
            found, entropies, values = self.network.judge(
                rollout.views, which, actions[which], seats[which], past
            )
            ratios, gains = found - before[which], advantages[which]
            if self.partners:  # what a partner decided teaches values alone
                mine = own[which]
                ratios, entropies, gains = ratios[mine], entropies[mine], gains[mine]
            loss, figures = self.loss(ratios, entropies, values, gains, returns[which], entropy_bonus)
            self.descend(loss)
        return {f"train/{name}": value.item() for name, value in figures.items()}

    def loss(
        self,
        log_ratios: Tensor,
        entropies: Tensor,
        values: Tensor,
        advantages: Tensor,
        returns: Tensor,
        entropy_bonus: float,
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """The loss of a batch, given arrays (n,), and figures about it.

        `values` and `returns` may be of more decisions than the others, those of partners included.
        """
        ratios = log_ratios.exp()
        gains = (advantages - advantages.mean()) / (advantages.std() + LEAST_DEVIATION)
        clipped = ratios.clamp(1 - self.ppo.clip_range, 1 + self.ppo.clip_range)
        policy_loss = -torch.minimum(ratios * gains, clipped * gains).mean()
        value_loss = (values - returns).square().mean()
        entropy = entropies.mean()
        loss = policy_loss + self.ppo.vf_coef * value_loss - entropy_bonus * entropy
        with torch.no_grad():
            figures = {
                "policy_loss": policy_loss.detach(),
                "value_loss": value_loss.detach(),
                "entropy": entropy.detach(),
                "approx_kl": (ratios - 1 - log_ratios).mean(),
                "clip_fraction": (ratios != clipped).float().mean(),
                "explained_variance": 1 - (returns - values).var() / (returns.var() + LEAST_DEVIATION),
            }
        return loss, figures

    def descend(self, loss: Tensor) -> None:
        """One step of the optimiser."""
        self.optimizer.zero_grad()
        loss.backward()
        self.workers.average(self.network.parameters())
        nn.utils.clip_grad_norm_(self.network.parameters(), self.ppo.max_grad_norm)
        self.optimizer.step()

    def _batches(self) -> Iterator[tuple[Tensor, Past | None]]:
        """Random batches of about equal size, `n_epochs` times over all rows of the rollout.

        A recurrent policy learns from whole games, all steps of the rollout each.
        """
        rollout = self.rollout
        rows = rollout.steps * rollout.count
        parts = max(1, round(rows / self.ppo.batch_size))
        for _ in range(self.ppo.n_epochs):
            if self.network.is_recurrent:
                games = torch.randperm(rollout.count, generator=self.shuffler, device=self.device)
                for some in games.tensor_split(min(parts, rollout.count)):
                    yield rollout.of_games(some)
                continue
            order = torch.randperm(rows, generator=self.shuffler, device=self.device)
            yield from ((which, None) for which in order.tensor_split(parts))

    # ------------------------------------------------------------------ keep

    def agent(self) -> Agent:
        """The policy as it is now."""
        return policy_of(self.network.arrays())

    def save_policy(self, path: Path, seconds: float) -> None:
        """Write the network, from which an agent plays."""
        content = {**self._about(), "seconds": round(seconds, 3)}
        safetensors.write(path, self._network_arrays(), texts_of(self.rules, content))

    def save(self, path: Path, seconds: float) -> None:
        """Write everything that `resume` needs to continue bit for bit."""
        arrays, content = self._begun or self._contents()
        texts = texts_of(self.rules, {**content, "seconds": round(seconds, 3)})
        safetensors.write(path, arrays, texts)

    def _contents(self) -> Contents:
        """Copies of everything that `resume` needs."""
        arrays = self._network_arrays()
        for name, parameter in self.network.named().items():
            for key, value in self.optimizer.state[parameter].items():
                arrays[f"adam.{name}.{key}"] = value.cpu().numpy().copy()
        arrays["generator"] = self.generator.get_state().numpy()
        arrays["shuffler"] = self.shuffler.get_state().numpy()
        arrays["games"], arrays["won"] = self.games.states, self.games.won
        if self.network.is_recurrent:
            arrays["states"] = self.states.cpu().numpy().copy()
        if self.starts is not None and self.starts.has_begun:
            arrays |= self.starts.arrays
        if self.other_play is not None:
            arrays["turned"] = self.other_play.turned.copy()
        return arrays, self._about()

    def _network_arrays(self) -> dict[str, np.ndarray]:
        return {NETWORK + name: array for name, array in self.network.arrays().items()}

    def _about(self) -> dict[str, Any]:
        stage, steps = self.curriculum.stage, self.curriculum.steps
        content: dict[str, Any] = {"steps": self.steps, "stage": stage, "steps_in_stage": steps}
        if self.starts is not None and self.starts.has_begun:
            content["starts"] = self.starts.about
        if self.other_play is not None:
            content["other_play"] = self.other_play.about
        return content | {"tasks": self.curriculum.tasks}

    def take_policy(self, source: str | Path) -> None:
        """Start from the network of another run, or of `zoo:NAME`, with a fresh optimiser.

        Raises:
            CheckpointError: there is no whole checkpoint of this game, or its network is of another size.
            ConfigError: the game has no such block or action as `begin_like` names.
            ValueError: the zoo has no such policy for this game.
        """
        path = policy_file_for(str(source), self.rules)
        checkpoint = read_checkpoint(path, self.rules)
        weights = network_in(path, checkpoint, explores=True)
        for block, action in self.config.begin_like.items():
            begin_like(weights, self.rules.actions, block, action)
        self._take_weights(weights, path)

    def _take_weights(self, weights: dict[str, np.ndarray], path: Path) -> None:
        try:
            self.network.load_arrays(weights)
        except RuntimeError as error:
            raise CheckpointError(
                f"{path}: its network is of another size than ppo.net and network say"
            ) from error

    def resume(self, path: Path) -> float:
        """Continue from a checkpoint; the seconds used until then.

        Optimiser and games begin anew if the game has changed since; games also with another number of
        processes, and always in those that do not lead.

        Raises:
            CheckpointError: it is missing, damaged, or of another run.
        """
        checkpoint = read_checkpoint(path, self.rules)
        arrays, run, _, changes = checkpoint
        self._take_weights(network_in(path, checkpoint, explores=True), path)
        if changes:
            warn_once(f"{path}: optimiser and games begin anew")
            arrays = {**arrays, "games": np.empty(0)}
        try:
            self._load_optimizer({} if changes else arrays)
            if not self.workers.leads:
                arrays = {**arrays, "games": np.empty(0), "generator": np.empty(0), "shuffler": np.empty(0)}
            for name, generator in (("generator", self.generator), ("shuffler", self.shuffler)):
                if len(arrays[name]) == len(generator.get_state()):  # else written on another kind of device
                    generator.set_state(torch.from_numpy(arrays[name]))
            self._resume_games(arrays, run)
            self.steps = int(run["steps"])
            return float(run["seconds"])
        except (KeyError, RuntimeError, ValueError) as error:
            reason = " ".join(str(error).split())
            raise CheckpointError(f"{path}: cannot be resumed: {reason}") from error

    def _resume_games(self, arrays: dict[str, np.ndarray], run: dict[str, Any]) -> None:
        """Restore the games; begin new ones if their number, settings or stages have changed."""
        stage, steps = int(run["stage"]), int(run["steps_in_stage"])
        if stage < len(self.curriculum.stages):
            self.curriculum.stage, self.curriculum.steps = stage, steps
            self.games = self._new_games()
            self.states = self.network.no_states(self.games.count, self.device)
        same = run.get("tasks") == json.loads(json.dumps(self.curriculum.tasks))
        if same and arrays["games"].shape == self.games.states.shape:
            self.games.restore(arrays["games"], arrays["won"])
            if self.network.is_recurrent:
                self.states.copy_(torch.from_numpy(arrays["states"]))
            if self.starts is not None and "starts" in run:
                self.starts.restore(arrays, run["starts"])
            if self.other_play is not None and "other_play" in run:
                self.other_play.restore(arrays["turned"], run["other_play"])
        self.partners = self._new_partners()

    def _load_optimizer(self, arrays: dict[str, np.ndarray]) -> None:
        for name, parameter in self.network.named().items():
            prefix = f"adam.{name}."
            moments = {key.removeprefix(prefix): it for key, it in arrays.items() if key.startswith(prefix)}
            for key, it in moments.items():
                if it.size > 1 and it.shape != tuple(parameter.shape):
                    raise ValueError(f"tensor '{prefix}{key}' has shape {it.shape}")
            if moments:
                self.optimizer.state[parameter] = {
                    key: torch.from_numpy(it).to(self.device) for key, it in moments.items()
                }
