"""Teams: an agent for each seat of a cooperative game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent, Transcript, name_in_tables

from .evaluation import check_actions


class Team(Agent):
    """Agents by seat. Each decides for its own seat and plans with what that player knows.

    This is decentral play: `play_games(agent, ...)` without a team lets one agent decide for all players. One
    object may have several seats and then decides for all of them.

    Attributes:
        agents: by seat.

    Args:
        agents: by seat.
        simulator: the rules, with as many players.
        names: of the agents in tables; by default their own.

    Raises:
        ValueError: for a game of one player, or another number of agents than of players.
    """

    def __init__(self, agents: Sequence[Agent], simulator: Simulator, names: Sequence[str] = ()) -> None:
        game = simulator.game
        if not game.several_players:
            raise ValueError(f"{game.title} is a game for one player: it needs no team")
        counts = sorted(set(simulator.seats_by_task.tolist()))
        if counts != [len(agents)]:
            listed = " or ".join(map(str, counts))
            raise ValueError(f"a team of {len(agents)} agents for a game of {listed} players")
        self.agents = tuple(agents)
        shown = names or [name_in_tables(agent.name, agent.cheats) for agent in agents]
        self.name = " + ".join(shown)
        self.cheats = any(agent.cheats for agent in agents)
        self.files = [file for agent in agents for file in agent.files]
        self.remembers = any(agent.remembers for agent in agents)

    @property
    def members(self) -> list[Agent]:
        """Each agent once, by its first seat."""
        return list({id(agent): agent for agent in self.agents}.values())

    def reset(self, seed: int) -> None:
        """Begin an evaluation; the first member gets this seed, the others seeds derived from it."""
        seeds = np.random.SeedSequence(seed).generate_state(len(self.members))
        for i, agent in enumerate(self.members):
            agent.reset(int(seeds[i]) if i else seed)

    def decide(self, simulator: Simulator, states: np.recarray, observation: np.ndarray, mask: np.ndarray,
               rng: np.random.Generator, transcript: Transcript | None = None) -> np.ndarray:  # fmt: skip
        """The actions, int64 (n,), each by the agent of the seat that acts.

        Raises:
            ValueError: for states of a game with more players, or an action that is not legal.
        """
        if len(states) and int(states.acting.max()) >= len(self.agents):
            raise ValueError(f"a team of {len(self.agents)} agents has no seat {int(states.acting.max())}")
        actions = np.zeros(len(states), np.int64)
        for agent in self.members:
            seats = [seat for seat, each in enumerate(self.agents) if each is agent]
            its = np.flatnonzero(np.isin(states.acting, seats))
            if len(its):
                own = states[its].view(np.recarray)
                moves = None if transcript is None else transcript.only(its)
                chosen = agent.decide(simulator, own, observation[its], mask[its], rng, moves)
                check_actions(agent, chosen, mask[its])
                actions[its] = chosen
        return actions
