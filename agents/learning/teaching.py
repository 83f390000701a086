"""Imitation of a teacher before reinforcement learning, for the fast trainer.

Where random play never wins, a fresh policy sees no victory to learn from. Here teacher and policy play side
by side, and the teacher labels every state, also those that the policy has reached (dataset aggregation:
Ross, Gordon, Bagnell 2011). All labels are stored and reused: one from a search costs a hundred times more
than a step of the optimiser.

The teacher may be a search with the policy itself, as it is at the beginning of each round (expert
iteration: Anthony, Tian, Barber 2017). Labels go to the run folder as they come (`labels`).
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import ceil
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from crusoe_env import Simulator
from crusoe_env.interfaces.transcript import Transcript
from crusoe_env.support.threads import processors

from ..base import Agent
from ..config import NetworkConfig, TrainConfig
from ..progress import progress_bar
from ..registry import MOST_PLANS, budget_of, make_agent
from ..search.guide import Guide, Returns
from ..search.guided import GuidedSearch
from ..search.policy_rollouts import PolicyRollouts
from ..search.rolling import RollingAgent
from .fast_trainer import ADAM_EPSILON, Trainer
from .games import Group
from .interruption import Interrupted, Interruption
from .labels import Labels, Step, asked_together, prepare, written
from .numpy_policy import NumpyPolicy, described
from .recurrence import Past

ROLLOUT = 32
"""Steps of each game between two updates."""
MAX_GRADIENT = 1.0
SELF = re.compile("(guided|rolling):self:(.*)")
"""Names of teachers that search with the policy in training, and their budgets."""
TARGETS = 8
"""Most target actions of a state: the teacher's most probable ones."""


class Part:
    """Some games of a group with their own teacher, so that several teachers run in parallel."""

    def __init__(self, group: Group, rows: slice, config: TrainConfig, seed: int) -> None:
        rules = group.batch.simulator
        self.group, self.rows, self.targets = group, rows, config.imitation.targets
        self.simulator = Simulator(rules.game, data=group.data, threads=1, **rules.options)
        self.guide: Guide | None = None
        self.teacher: Agent = self._teacher(str(config.imitation.teacher), config)
        self.teacher.reset(seed)
        self.rng = np.random.default_rng(seed)
        self.transcript = Transcript(np.arange(rows.start, rows.stop))

    def _teacher(self, name: str, config: TrainConfig) -> Agent:
        found = SELF.fullmatch(name)
        if found is None:
            return make_agent(name, self.simulator)
        kind, budget = found.groups()
        plans = budget_of(budget, MOST_PLANS)
        if plans is None:
            raise ValueError(
                f"agent {name!r}: {budget!r} is no budget from 1 to {MOST_PLANS}; {kind}:self:32"
            )
        if config.network != NetworkConfig():
            raise ValueError(f"agent {name!r}: only a usual network (field 'network') guides a search")
        self.guide = Guide(None, self.simulator, Returns.of(config.model_dump()))
        if kind == "guided":
            return GuidedSearch(self.simulator, self.guide, plans)
        rollouts = PolicyRollouts(self.simulator, self.guide)
        return RollingAgent(self.simulator, plans, rollouts=rollouts)

    def label(self, labels: Labels, number: int, step: Step, interruption: Interruption) -> None:
        """Label the games of this part, until an interruption.

        Args:
            labels: stores the labels.
            number: of the step.
            step: receives the labels; games that have one are skipped, unless the teacher must remember them.
            interruption: ends the work after the games being labelled.
        """
        first = self.group.columns.start
        for rows in asked_together(self.teacher, self.rows):
            place = slice(first + rows.start, first + rows.stop)
            known = step.known[place].all()
            if known and not self.teacher.remembers:
                continue
            if interruption.asked:
                return
            choices = self._choices(rows)
            if known:
                continue
            step.choices[place] = choices
            step.actions[place], step.shares[place] = self._targets(rows, step.choices[place])
            labels.add(number, place, step)

    def follow(self, seats: np.ndarray, actions: np.ndarray, unseen: np.ndarray, ended: np.ndarray) -> None:
        """Take note, for a teacher with memory, of what was played in all games of the group.

        Args:
            seats: that acted, (count,).
            actions: theirs, (count,).
            unseen: which of them players hide from one another, bool (count,).
            ended: episodes that have ended, bool (count,); others have begun in their place.
        """
        if self.teacher.remembers:
            self.transcript.add(seats[self.rows], actions[self.rows], unseen[self.rows])
            self.transcript.begin(ended[self.rows])

    def _targets(self, rows: slice, choices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Target actions, int64 (n, targets), and their probabilities, float32 (n, targets)."""
        if self.targets == "choice":
            return choices[:, None], np.ones((len(choices), 1), np.float32)
        batch = self.group.batch
        chances = self.teacher.probabilities(batch.observations[rows], batch.masks[rows])
        if chances is None:
            raise ValueError(f"agent {self.teacher.name!r} has no probabilities; imitation.targets: choice")
        likely = np.argsort(-chances, axis=1, kind="stable")[:, :TARGETS]
        shares = np.take_along_axis(chances, likely, axis=1)
        return likely, (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)

    def _choices(self, rows: slice) -> np.ndarray:
        batch = self.group.batch
        states = batch.states[rows].view(np.recarray)
        observations = batch.observations[rows]
        if not self.teacher.plans:
            observations = observations * batch.game.observations.scale
        moves = self.transcript.only(np.arange(rows.start, rows.stop) - self.rows.start)
        return self.teacher.decide(self.simulator, states, observations, batch.masks[rows], self.rng, moves)


class Samples:
    """All labelled states.

    Attributes:
        views: observations and masks; step t of game i is row t * games + i.
        actions, shares: targets of each row and their probabilities, (rows, targets).
        returns: the discounted return of each row.
        rewards, ended, seats: (steps, games).
        steps: steps stored so far.
        states: of recurrent players before each `ROLLOUT` steps, float32 (games, slots, width).
    """

    def __init__(self, trainer: Trainer, steps: int, targets: int) -> None:
        count, device = trainer.games.count, trainer.device
        rows = steps * count
        self.views = trainer.views(rows)
        self.rewards, self.ended = np.zeros((steps, count), np.float32), np.zeros((steps, count), bool)
        self.seats, self.states = np.zeros((steps, count), np.int64), list[Tensor]()
        self.steps, self.count = 0, count
        self.actions = torch.zeros((rows, targets), dtype=torch.int64, device=device)
        self.shares = torch.zeros((rows, targets), device=device)
        self.returns = torch.zeros(rows, device=device)

    @property
    def known(self) -> int:
        """Rows stored so far."""
        return self.steps * self.count

    def targets(self, which: Tensor, generator: torch.Generator) -> Tensor:
        """Target actions of some rows, int64 (n,), drawn by their probabilities."""
        actions = self.actions[which]
        if actions.shape[1] == 1:
            return actions[:, 0]
        drawn = torch.multinomial(self.shares[which], 1, generator=generator)
        return actions.gather(1, drawn)[:, 0]

    def batch(self, size: int, trainer: Trainer) -> tuple[Tensor, Past | None]:
        """About so many random rows; for a recurrent student whole stretches of `ROLLOUT` steps."""
        if not trainer.network.is_recurrent:
            drawn = torch.randint(self.known, (size,), generator=trainer.shuffler, device=trainer.device)
            return drawn, None
        stretches = len(self.states) * self.count
        drawn = torch.randint(
            stretches, (max(1, size // ROLLOUT),), generator=trainer.shuffler, device=trainer.device
        )
        block, game = (drawn // self.count).cpu(), (drawn % self.count).cpu()
        steps = block * ROLLOUT + torch.arange(ROLLOUT)[:, None]
        states = torch.stack([self.states[i][j] for i, j in zip(block.tolist(), game.tolist(), strict=True)])
        seats, ended = (torch.from_numpy(each)[steps, game] for each in (self.seats, self.ended))
        past = Past(*(each.to(trainer.device) for each in (seats, ended, states)))
        return (steps * self.count + game).flatten().to(trainer.device), past

    def set_returns(self, ahead: np.ndarray, gamma: float) -> None:
        """Compute all returns anew; `ahead`, float32 (games,), are the values of the present states."""
        for step in reversed(range(self.steps)):
            ahead = self.rewards[step] + np.float32(gamma) * np.where(self.ended[step], 0.0, ahead)
            self.returns[step * self.count : (step + 1) * self.count] = torch.from_numpy(ahead)


class Imitation:
    """Teaches a trainer's network.

    Args:
        trainer: with the network.
        config: of the run; it names a teacher.
        run: the run folder, where labels are stored; None stores nothing.
        resume: begin with the stored labels.

    Raises:
        ValueError: the teacher is unknown.
        CheckpointError: the stored labels are damaged, or of other games or another teacher.
    """

    def __init__(
        self, trainer: Trainer, config: TrainConfig, run: Path | None = None, resume: bool = False
    ) -> None:
        self.trainer, self.settings = trainer, config.imitation
        self.games, self.network = trainer.games, trainer.network
        threads = config.threads or processors()
        self.pool = ThreadPoolExecutor(threads)
        self.interruption = Interruption()
        targets = 1 if self.settings.targets == "choice" else min(TARGETS, trainer.rules.actions.n)
        about = {
            **described(trainer.rules),
            "tasks": trainer.curriculum.tasks,
            "seed": config.seed,
            "imitation.teacher": self.settings.teacher,
            "imitation.targets": self.settings.targets,
        }
        self.labels = Labels(run, about, self.games.count, targets, resume)
        seed = config.seed + self.labels.complete * self.games.count  # a resumed part draws other numbers
        self.parts = [
            Part(group, rows, config, seed + group.columns.start + rows.start)
            for group in self.games.groups
            for rows in slices(group.batch.count, threads)
        ]
        self._renew_guides()
        prepare(self.parts[0].teacher, self.parts[0].simulator, seed)
        self.rounds = ceil(self.settings.steps / (ROLLOUT * self.games.count))
        self.samples = Samples(trainer, self.rounds * ROLLOUT, targets)
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=self.settings.learning_rate, eps=ADAM_EPSILON, fused=True
        )

    def teach(self, interruption: Interruption) -> float | None:
        """Play and learn to the end of the imitation, or Ctrl-C.

        Returns:
            the mean probability that the policy gives the teacher's choices in the last samples; None after
            an interruption.
        """
        self.interruption = interruption
        if any(part.teacher.plans for part in self.parts):
            interruption.waits_for = "the searches under way and the checkpoint"
        try:
            with written(self.labels), self.pool:
                return self._teach()
        except Interrupted:
            return None
        finally:
            interruption.waits_for = "the checkpoint"

    def _teach(self) -> float:
        count, agreed = ROLLOUT * self.games.count, 0.0
        bar = progress_bar(
            total=self.rounds * count, unit=" steps", unit_scale=True, desc="imitating", dynamic_ncols=True
        )
        with bar:
            for _ in range(self.rounds):
                self.play()
                agreed = self.learn(self.settings.epochs * count)
                bar.update(count)
                bar.set_postfix(agreed=f"{agreed:.1%}")
            for left in reversed(range(self.settings.final_epochs)):
                self.optimizer.param_groups[0]["lr"] = (
                    self.settings.learning_rate * (left + 1) / (self.settings.final_epochs + 1)
                )
                agreed = self.learn(self.samples.known)
                bar.set_postfix(agreed=f"{agreed:.1%}")
        return agreed

    def play(self) -> None:
        """Play `ROLLOUT` steps of all games, some by the policy, the others by the teacher."""
        samples, count = self.samples, self.games.count
        by_student = torch.arange(count) < self.settings.student_share * count
        trainer = self.trainer
        self._renew_guides()
        samples.states.append(trainer.states.cpu().clone())
        for _ in range(ROLLOUT):
            number, first = samples.steps, samples.known
            for group in self.games.groups:
                samples.views.write(first + group.columns.start, group)
            step = self._asked(number)
            actions, shares = torch.from_numpy(step.actions), torch.from_numpy(step.shares)
            rows, seats = samples.views.own.all_rows(first, first + count), self._acting()
            drawn, _, _, trainer.states = self.network.act(
                samples.views, rows, trainer.generator, seats, trainer.states
            )
            samples.seats[number] = seats.cpu()
            samples.actions[first : first + count] = actions.to(samples.actions.device)
            samples.shares[first : first + count] = shares.to(samples.shares.device)
            played = torch.where(by_student, drawn.cpu(), torch.from_numpy(step.choices))
            played = torch.from_numpy(self.labels.play(number, step, played.numpy()))
            for group in self.games.groups:
                unseen = group.batch.simulator.hides(group.batch.states)
                group.send(played[group.columns])
                ended = samples.ended[number, group.columns] = group.play()
                samples.rewards[number, group.columns] = group.batch.rewards
                for part in self.parts:
                    if part.group is group:
                        seated = samples.seats[number, group.columns]
                        part.follow(seated, group.actions.numpy(), unseen, ended)
            trainer.states *= torch.from_numpy(~samples.ended[number]).to(seats.device)[:, None, None]
            samples.steps += 1
        samples.set_returns(self._values_now().cpu().numpy(), trainer.ppo.gamma)

    def _values_now(self) -> Tensor:
        """The values of the present positions, float32 (games,)."""
        views = self.trainer.views(self.games.count)
        for group in self.games.groups:
            views.write(group.columns.start, group)
        rows = views.own.all_rows(0, self.games.count)
        return self.network.values(views, rows, self._acting(), self.trainer.states)

    def _acting(self) -> Tensor:
        """The seats that act in all games, int64 (games,)."""
        acting = np.concatenate([group.acting for group in self.games.groups])
        return torch.from_numpy(acting).to(self.trainer.device)

    def _asked(self, number: int) -> Step:
        """The labels of all games at a step. Raises Interrupted before all are known."""
        step = self.labels.step(number)

        def ask(part: Part) -> None:
            part.label(self.labels, number, step, self.interruption)

        list(self.pool.map(ask, self.parts))
        if not step.known.all():
            raise Interrupted
        return step

    def _renew_guides(self) -> None:
        """Give the present policy to searches that it guides."""
        guides = [part.guide for part in self.parts if part.guide is not None]
        if guides:
            policy = NumpyPolicy(self.network.arrays())
            for guide in guides:
                guide.policy = policy

    def learn(self, count: int) -> float:
        """Gradient steps on so many samples; the mean probability of the teacher's choices."""
        samples, trainer = self.samples, self.trainer
        agreed = []
        for _ in range(ceil(count / self.settings.batch_size)):
            self.interruption.check()
            which, past = samples.batch(self.settings.batch_size, trainer)
            chosen, seats = samples.targets(which, trainer.shuffler), samples.seats.reshape(-1)
            acting = torch.from_numpy(seats[which.cpu().numpy()]).to(trainer.device)
            found, _, values = self.network.judge(samples.views, which, chosen, acting, past)
            loss = (values - samples.returns[which]).square().mean() - found.mean()
            self.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), MAX_GRADIENT)
            self.optimizer.step()
            agreed.append(found.detach().exp().mean())
        return float(torch.stack(agreed).mean())


def slices(count: int, parts: int) -> list[slice]:
    """0 .. count cut into at most `parts` slices of about equal length, none of them empty."""
    edges = [count * i // parts for i in range(parts + 1)]
    return [slice(start, stop) for start, stop in pairwise(edges) if stop > start]
