"""Imitation of a teacher before reinforcement learning, for the fast trainer.

Where random play never wins, a fresh policy sees no victory to learn from. Here teacher and policy play side
by side, and the teacher labels every state, also those that the policy has reached (dataset aggregation:
Ross, Gordon, Bagnell 2011). All labels are stored and reused: one from a search costs a hundred times more
than a step of the optimiser. Labels go to the run folder as they come (`labels`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import ceil
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from crusoe_env import Simulator
from crusoe_env.agent import Transcript
from crusoe_env.support.threads import processors

from ..config import TrainConfig
from ..learning.numpy_policy import described
from ..learning.recurrence import Past
from ..progress import progress_bar
from ..registry import make_agent
from .fast_ppo import ADAM_EPSILON, Trainer
from .game_groups import Group
from .interruption import Interrupted, Interruption
from .labels import Labels, Step, asked_together, prepare, written

ROLLOUT = 32
"""Steps of each game between two updates."""
MAX_GRADIENT = 1.0
STUDENT_SHARE = 0.5
"""The share of the games that the policy plays."""


class Part:
    """Some games of a group with their own teacher, so that several teachers run in parallel."""

    def __init__(self, group: Group, rows: slice, config: TrainConfig, seed: int) -> None:
        rules = group.batch.simulator
        self.group, self.rows = group, rows
        self.simulator = Simulator(rules.game, data=group.data, threads=1, **rules.options)
        self.teacher = make_agent(str(config.imitation.teacher), self.simulator)
        self.teacher.reset(seed)
        self.rng = np.random.default_rng(seed)
        self.transcript = Transcript(np.arange(rows.start, rows.stop))

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

    def _choices(self, rows: slice) -> np.ndarray:
        batch = self.group.batch
        states = batch.states[rows].view(np.recarray)
        observations = batch.observations[rows]
        if not self.teacher.uses_states:
            observations = observations * batch.game.observations.scale
        moves = self.transcript.only(np.arange(rows.start, rows.stop) - self.rows.start)
        return self.teacher.decide(self.simulator, states, observations, batch.masks[rows], self.rng, moves)


class Samples:
    """All labelled states.

    Attributes:
        views: observations and masks; step t of game i is row t * games + i.
        choices: of the teacher, int64 (rows,).
        returns: the discounted return of each row.
        rewards, ended, seats: (steps, games).
        steps: steps stored so far.
        states: of recurrent players before each `ROLLOUT` steps, float32 (games, slots, width).
    """

    def __init__(self, trainer: Trainer, steps: int) -> None:
        count, device = trainer.games.count, trainer.device
        rows = steps * count
        self.views = trainer.views(rows)
        self.rewards, self.ended = np.zeros((steps, count), np.float32), np.zeros((steps, count), bool)
        self.seats, self.states = np.zeros((steps, count), np.int64), list[Tensor]()
        self.steps, self.count = 0, count
        self.choices = torch.zeros(rows, dtype=torch.int64, device=device)
        self.returns = torch.zeros(rows, device=device)

    @property
    def known(self) -> int:
        """Rows stored so far."""
        return self.steps * self.count

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
        about = {
            **described(trainer.rules),
            "tasks": trainer.curriculum.tasks,
            "seed": config.seed,
            "imitation.teacher": self.settings.teacher,
        }
        self.labels = Labels(run, about, self.games.count, resume)
        seed = config.seed + self.labels.complete * self.games.count  # a resumed part draws other numbers
        self.parts = [
            Part(group, rows, config, seed + group.columns.start + rows.start)
            for group in self.games.groups
            for rows in slices(group.batch.count, threads)
        ]
        prepare(self.parts[0].teacher, self.parts[0].simulator, seed)
        self.rounds = ceil(self.settings.steps / (ROLLOUT * self.games.count))
        self.samples = Samples(trainer, self.rounds * ROLLOUT)
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
        if any(part.teacher.uses_states for part in self.parts):
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
        by_student = torch.arange(count) < STUDENT_SHARE * count
        trainer = self.trainer
        samples.states.append(trainer.states.cpu().clone())
        for _ in range(ROLLOUT):
            number, first = samples.steps, samples.known
            for group in self.games.groups:
                samples.views.write(first + group.columns.start, group)
            step = self._asked(number)
            choices = torch.from_numpy(step.choices)
            rows, seats = samples.views.own.all_rows(first, first + count), self._acting()
            drawn, _, _, trainer.states = self.network.act(
                samples.views, rows, trainer.generator, seats, trainer.states
            )
            samples.seats[number] = seats.cpu()
            samples.choices[first : first + count] = choices.to(samples.choices.device)
            played = torch.where(by_student, drawn.cpu(), choices)
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

    def learn(self, count: int) -> float:
        """Gradient steps on so many samples; the mean probability of the teacher's choices."""
        samples, trainer = self.samples, self.trainer
        agreed = []
        for _ in range(ceil(count / self.settings.batch_size)):
            self.interruption.check()
            which, past = samples.batch(self.settings.batch_size, trainer)
            chosen, seats = samples.choices[which], samples.seats.reshape(-1)
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
