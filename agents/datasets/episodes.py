"""Games of an agent, decision by decision.

An agent plays whole games, of which only the actions are kept; observations come from playing these again.
So the games are those of `crusoe evaluate` with the same agent, options and seeds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent, Transcript

from ..evaluation import Outcome, play_games

JUDGED = ("probabilities", "value", "action_values")
"""What a judge may say of a decision."""


@dataclass(frozen=True)
class Episode:
    """A game with its decisions.

    Attributes:
        seed: of the game.
        observations: of the seat that acts, uint8 (decisions + 1, size); times `game.observations.scale` they
            are the floats. The last one is of the game's end.
        masks: legal actions, int8 (decisions + 1, actions); all ones at the end.
        actions: int16 (decisions,).
        seats: who acts, uint8 (decisions,).
        goal_progress: float32 (decisions + 1,), 0 .. 1.
        victory, score, rounds, cause: how the game ended.
        judged: what a judge says of the decisions: "probabilities" and "action_values", float16 (decisions,
            actions), "value", float32 (decisions,); empty without one.
    """

    seed: int
    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    seats: np.ndarray
    goal_progress: np.ndarray
    victory: bool
    score: int
    rounds: int
    cause: str
    judged: dict[str, np.ndarray]

    @property
    def rewards(self) -> np.ndarray:
        """Float32 (decisions,): 1 for the decision that wins, else 0 (reward "sparse")."""
        rewards = np.zeros(len(self.actions), np.float32)
        rewards[-1:] = self.victory
        return rewards


class Recorder(Agent):
    """Lets an agent play, and keeps its actions and what a judge says of each decision, game by game.

    Args:
        agent: plays.
        judge: is asked at each decision, such as a search; None: nobody is.
    """

    remembers = True

    def __init__(self, agent: Agent, judge: Agent | None = None) -> None:
        self.agent, self.judge = agent, judge
        self.name, self.cheats = agent.name, agent.cheats
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Begin anew."""
        self.agent.reset(seed)
        self.actions: dict[int, list[int]] = defaultdict(list)
        self.judged: dict[str, dict[int, list[Any]]] = {name: defaultdict(list) for name in JUDGED}
        self._rng = np.random.default_rng(seed)
        if self.judge is not None:
            self.judge.reset(seed)

    def decide(self, simulator: Simulator, states: np.recarray, observation: np.ndarray, mask: np.ndarray,
               rng: np.random.Generator, transcript: Transcript | None = None) -> np.ndarray:  # fmt: skip
        """The agent's actions, which are kept."""
        assert transcript is not None
        actions = self.agent.decide(simulator, states, observation, mask, rng, transcript)
        games = transcript.games.tolist()
        for game, action in zip(games, actions.tolist(), strict=True):
            self.actions[game].append(action)
        if self.judge is not None:
            self._ask(self.judge, simulator, states, observation, mask, transcript)
        return actions

    def _ask(
        self,
        judge: Agent,
        simulator: Simulator,
        states: np.recarray,
        observation: np.ndarray,
        mask: np.ndarray,
        transcript: Transcript,
    ) -> None:
        """Let the judge decide, and keep what it says."""
        judge.decide(simulator, states, observation, mask, self._rng, transcript)
        judgements = {
            "probabilities": judge.probabilities(observation, mask),
            "value": judge.value(observation),
            "action_values": judge.action_values(observation),
        }
        for name, found in judgements.items():
            if found is None:
                continue
            rows = np.asarray(found, np.float32 if name == "value" else np.float16)
            for game, row in zip(transcript.games.tolist(), rows, strict=True):
                self.judged[name][game].append(row)


def collect(
    agent: Agent,
    simulator: Simulator,
    games: int,
    seed: int,
    judge: Agent | None = None,
    progress: Callable[[int], object] = lambda ended: None,
) -> Iterator[Episode]:
    """Play games, then give them one by one.

    Args:
        agent: decides for all players.
        simulator: the rules.
        games, seed: how many, and the first one's seed.
        judge: says something of every decision; None: nobody does.
        progress: called with the number of games that have just ended.
    """
    recorder = Recorder(agent, judge)
    outcome = play_games(recorder, simulator, games, seed, progress)
    for number in range(games):
        judged = {name: np.array(rows[number]) for name, rows in recorder.judged.items() if rows[number]}
        yield _episode(simulator, outcome, number, recorder.actions[number], judged)


def _episode(
    simulator: Simulator, outcome: Outcome, number: int, actions: Sequence[int], judged: dict[str, np.ndarray]
) -> Episode:
    """A game played again."""
    seed = int(outcome.seeds[number])
    states = np.repeat(simulator.new_games(1, seed), len(actions) + 1).view(np.recarray)
    for i, action in enumerate(actions):
        states[i + 1 : i + 2] = simulator.step(states[i : i + 1].view(np.recarray), np.array([action]))
    observations, masks = simulator.views(states, "uint8")
    return Episode(
        seed,
        observations,
        masks,
        np.array(actions, np.int16),
        states.acting[:-1].astype(np.uint8),
        np.asarray(simulator.goal_progress(states), np.float32),
        bool(outcome.victory[number]),
        int(outcome.score[number]),
        int(outcome.rounds[number]),
        outcome.causes[number],
        judged,
    )
