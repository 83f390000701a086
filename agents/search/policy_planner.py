"""Rollouts of the rolling-horizon planner with a trained policy, evaluated by its values.

Plans are the policy's actions, some of them drawn at random or replaced by other likely ones.
"""

from __future__ import annotations

import numpy as np

from crusoe_env import Simulator
from crusoe_env.engine.state import plain

from . import policy_planner_loop
from .guide import Guide
from .imagined import ImaginedGames
from .planner import FUTURES_PER_THREAD, Candidates, Rollouts


class PolicyRollouts(Rollouts):
    """A policy plays to the end of the round, where its value replaces the rest of the game.

    Args:
        simulator: the rules.
        guide: the policy.
    """

    followers = (policy_planner_loop,)
    rounds = 1
    most = 400
    length = 160

    def __init__(self, simulator: Simulator, guide: Guide) -> None:
        super().__init__(simulator)
        self.variants = 2
        self.guide = guide
        self._rewards = ImaginedGames(simulator, guide.returns).settings

    def judged(
        self, states: np.ndarray, candidates: Candidates, keys: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Follow a plan in each game, in place, until the next round, and the policy where it has no action.

        Returns:
            the actions taken, int16 (n, length), and estimates of the discounted returns, float (n,).
        """
        policy, returns = self.guide.policy, np.empty(len(states))
        assert policy is not None
        done = np.empty_like(candidates.plans)
        self.simulator.run(
            self.kernels.follow_policy_range,
            len(states),
            plain(states),
            self.simulator.table_rows,
            self._rewards,
            policy.arrays,
            *candidates,
            keys,
            self.rounds,
            self.most,
            self.guide.returns.discount,
            done,
            returns,
            games_per_thread=FUTURES_PER_THREAD,
        )
        return done, returns
