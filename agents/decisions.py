"""Games as their decisions: every state in which somebody decided, and what was chosen there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent, Transcript
from crusoe_env.engine.state import taken

from .evaluation import check_actions


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
    seen, chosen, likely, numbers = [], [], [], []
    live = np.flatnonzero(states.over == 0)
    while len(live):
        playing = taken(states, live).view(np.recarray)
        observation, mask = simulator.views(playing)
        moves = None if transcript is None else transcript.only(live)
        actions = agent.decide(simulator, playing, observation, mask, rng, moves)
        check_actions(agent, actions, mask)
        if moves is not None:
            moves.add(playing.acting, actions, simulator.hides(playing))
        shares = None if agent.remembers else agent.probabilities(observation, mask)
        seen.append(playing)
        chosen.append(actions)
        likely.append(np.zeros(mask.shape, np.float32) if shares is None else shares.astype(np.float32))
        numbers.append(live)
        states[live] = simulator.step(playing, actions)
        live = live[states.over[live] == 0]
    order = np.argsort(np.concatenate(numbers), kind="stable")
    every = np.concatenate(seen)[order].view(np.recarray)
    parts = [np.concatenate(each)[order] for each in (chosen, likely, numbers)]
    return Decisions(every, parts[0], parts[1], parts[2], states)
