"""Other agents in seats of the training games: best responses and fictitious co-play.

With `partners.agents` in the configuration, the policy in training plays one seat of some games, and another
agent the others. What a partner decides is no sample of the policy: its rows of a rollout only teach the
value of the position, which all players share. With one partner the policy becomes a best response to it;
with several it is fictitious co-play (Strouse et al. 2021).

`role: opening` lets a partner begin a game on all seats, and then leave it to the policy. So the policy
learns from positions that partners reach, without learning to play beside them: a control for the coverage of
states (Gessler et al. 2025, OvercookedV2).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent, Transcript
from crusoe_env.engine.state import taken

from ..config import ConfigError, TrainConfig
from ..cross_play import seats_of
from ..evaluation import Results, check_actions, play_games
from ..registry import make_agent
from ..team import Team
from .game_groups import Group

NOBODY = -1


class Partners:
    """The partners in the games of a group.

    A resumed run begins their random numbers anew, and partners with memory then forget the games under way.

    Args:
        group: the games.
        config: of the run, with partners.
        seed: of the partners.

    Attributes:
        which: the number of the agent in each game, int64 (count,); -1: the policy plays alone.
        seats: the seat of the policy in each game, int64 (count,).
        length: decisions of a game's opening, int64 (count,); only for `role: opening`.

    Raises:
        ValueError: there is no such agent.
        ConfigError: it is a game for one player.
    """

    def __init__(self, group: Group, config: TrainConfig, seed: int) -> None:
        rules, settings = group.batch.simulator, config.partners
        self.group, self.settings = group, settings
        self.simulator = Simulator(rules.game, data=group.data, threads=1, **rules.options)
        players = seats_beside_partners(self.simulator)
        self.agents = [make_agent(name, self.simulator) for name in settings.agents]
        for number, agent in enumerate(self.agents):
            agent.reset(seed + number)
        self.rng = np.random.default_rng(seed)
        games = np.arange(group.batch.count)
        beside = games < round(settings.share * len(games))
        self.which = np.where(beside, games % len(self.agents), NOBODY)
        self.seats = games // len(self.agents) % players
        self.length = self._lengths(len(games))
        self.made = np.zeros(len(games), np.int64)
        self.transcript = Transcript(games)

    def _lengths(self, games: int) -> np.ndarray:
        return self.rng.integers(0, self.settings.opening + 1, games)

    @property
    def decide_now(self) -> np.ndarray:
        """The games in which a partner decides next, bool (count,)."""
        theirs = self.which != NOBODY
        if self.settings.role == "opening":
            return np.asarray(theirs & (self.made < self.length))
        return np.asarray(theirs & (self.group.acting != self.seats))

    def actions(self) -> tuple[np.ndarray, np.ndarray]:
        """The games in which a partner decides next, int64 (n,), and its actions there, int64 (n,)."""
        batch, now = self.group.batch, self.decide_now
        rows = np.flatnonzero(now)
        found = np.zeros(batch.count, np.int64)
        for number, agent in enumerate(self.agents):
            its = np.flatnonzero(now & (self.which == number))
            if len(its) == 0:
                continue
            states = taken(batch.states, its).view(np.recarray)
            seen, mask = batch.observations[its] * batch.game.observations.scale, batch.masks[its]
            moves = self.transcript.only(its) if agent.remembers else None
            found[its] = agent.decide(self.simulator, states, seen, mask, self.rng, moves)
            check_actions(agent, found[its], mask)
        return rows, found[rows]

    def begins(self) -> Callable[[np.ndarray], None]:
        """Note who acts; the function takes note of what was played, given the ended games, bool (count,)."""
        seats, unseen = self.group.acting, self.simulator.hides(self.group.batch.states)
        remember = any(agent.remembers for agent in self.agents)

        def played(ended: np.ndarray) -> None:
            if remember:
                self.transcript.add(seats, self.group.actions.numpy(), unseen)
                self.transcript.begin(ended)
            self.made = np.where(ended, 0, self.made + 1)
            self.length = np.where(ended, self._lengths(len(ended)), self.length)

        return played


def seats_beside_partners(simulator: Simulator) -> int:
    """The number of players. Raises ConfigError for a game of one player, or of several numbers of them."""
    try:
        return seats_of(simulator)
    except ValueError as error:
        raise ConfigError(f"field 'partners.agents': {error}") from error


def evaluated(
    agent: Agent, config: TrainConfig, simulator: Simulator, progress: Callable[[int], object]
) -> Results:
    """The results of a policy's evaluation: beside each partner, in each seat, or alone without partners.

    All parts play the same seeds, together about as many games as the configuration says.
    """
    settings, names = config.evaluation, config.partners.agents
    if not names or config.partners.role == "opening":
        return play_games(agent, simulator, settings.games, settings.seed, progress)
    players = seats_beside_partners(simulator)
    games = max(1, settings.games // (players * len(names)))
    parts = []
    for name, seat in product(names, range(players)):
        partner = make_agent(name, simulator)
        team = Team([agent if each == seat else partner for each in range(players)], simulator)
        parts.append(play_games(team, simulator, games, settings.seed, progress))
    return Results.joined(parts)
