"""Games as their decisions: every state in which somebody decided, and what was chosen there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent, Transcript

from .evaluation import play_batch


@dataclass(frozen=True)
class Decisions:
    """The decisions of some games, game after game.

    Attributes:
        states: in which somebody decided, records (n,).
        actions: that were chosen, int64 (n,).
        likely: the agent's probabilities of all actions, float (n, actions), or zeros if it has none.
        games: the number of each decision's game, int64 (n,).
        ends: the last state of each game, records (games,).
    """

    states: np.recarray
    actions: np.ndarray
    likely: np.ndarray
    games: np.ndarray
    ends: np.recarray

    def of_game(self, game: int) -> tuple[np.recarray, np.ndarray, np.ndarray]:
        """All states of a game, its last one too, and actions and probabilities of its decisions."""
        here = self.games == game
        states = np.concatenate([self.states[here], self.ends[game : game + 1]]).view(np.recarray)
        return states, self.actions[here], self.likely[here]


def decisions_of(agent: Agent, simulator: Simulator, games: int, seed: int) -> Decisions:
    """Play games with the seeds `seed`, `seed + 1`, ..., and keep their decisions.

    Args:
        agent: decides for all players.
        simulator: the rules.
        games: their number.
        seed: of the first game, of the agent, and of its determinizations.
    """
    agent.reset(seed)
    rng = np.random.default_rng(seed)
    states = simulator.new_games(games, seed)
    transcript = Transcript(np.arange(games)) if agent.remembers else None
    seen: list[tuple[np.ndarray, ...]] = []

    def keep(
        live: np.ndarray, playing: np.recarray, observation: np.ndarray, mask: np.ndarray, actions: np.ndarray
    ) -> None:
        shares = None if agent.remembers else agent.probabilities(observation, mask)
        likely = np.zeros(mask.shape, np.float32) if shares is None else shares.astype(np.float32)
        seen.append((playing, actions, likely, live))

    play_batch(agent, simulator, states, rng, transcript, seen=keep)
    every, chosen, likely, numbers = (np.concatenate(each) for each in zip(*seen, strict=True))
    order = np.argsort(numbers, kind="stable")
    return Decisions(every[order].view(np.recarray), chosen[order], likely[order], numbers[order], states)
