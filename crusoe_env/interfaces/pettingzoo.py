"""The PettingZoo environments, written once for all games that several players play together.

AEC: the player whose decision it is acts. Parallel: all agents act at a time; whoever has nothing to decide
has exactly one action, "wait", the last of the space.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.env import AECIterable

from crusoe_env.engine import stepping
from crusoe_env.engine.checks import IllegalActionError
from crusoe_env.engine.game import Game
from crusoe_env.interfaces.seated import Seated, action_of


class GameAEC(Seated, AECEnv[str, Any, Any]):
    """A game as a PettingZoo AEC environment: agents act in the order in which the rules ask them.

    Observations are dicts of `observation` and `action_mask` (int8), unless `mask` says otherwise; infos hold
    a mask only under `mask="info"`. The mask of an agent who does not decide is all zeros. An agent may act
    several times running.

    Args:
        game: which game.
        render_mode: "ansi", "rgb_array", "human" or None.
        agents: "seats": agents are "player_0", "player_1", ...; "characters": they have the names of the
            characters, of which an episode draws some.
        observation: "flat" or "dict".
        mask: "pettingzoo", "rllib", "tianshou" or "info", see `interfaces.forms`.
        look: of pictures, as for the Gymnasium environment.
        **settings: as for the Gymnasium environment. `max_cycles` is as many actions for each agent, counted
            together.
    """

    def __init__(
        self,
        /,
        game: str | Game,
        render_mode: str | None = None,
        agents: str = "seats",
        observation: str = "flat",
        mask: str = "pettingzoo",
        look: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        Seated.__init__(self, game, render_mode, look, agents, observation, mask, False, settings)
        self.metadata["is_parallelizable"] = False
        self._waiting = np.zeros(self.game.actions.n, np.int8)
        self._waiting.setflags(write=False)  # one array for everybody

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new episode; options as for the Gymnasium environment.

        Raises:
            ValueError, TypeError: for a wrong seed or option; the game under way stays as it is.
        """
        self._reset(seed, options)
        self._begin()

    def _begin(self) -> None:
        """Nobody has a reward yet; in a restored game that is over, everybody is done."""
        self.agents = list(self.names)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        acting = self.acting
        self.agent_selection = self.agents[0] if self.is_over else acting
        self._skip_agent_selection = None
        self._write_infos(acting)

    def _restored(self, which: np.ndarray) -> None:
        self._go_on()
        self._take_seats()
        self._begin()

    def _write_infos(self, acting: str) -> None:
        masks = dict.fromkeys(self.agents, self._waiting)
        masks[acting] = self.mask()
        self.infos = self.infos_of(masks)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of `agent_selection`.

        Raises:
            RuntimeError: the episode has ended for all, or not begun.
        """
        if not self.agents:
            raise RuntimeError("the episode has ended or not begun: call reset() first")
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """The agents in the order in which they act. Raises RuntimeError before the first reset."""
        self._need_game()
        return super().agent_iter(max_iter)

    def observe(self, agent: str) -> Any:
        """What an agent knows, at any time, and its mask. Raises ValueError for one that does not play."""
        view = self.view(agent)
        return self.form(view, self.mask() if agent == self.acting else np.zeros_like(self._waiting))

    def step(self, action: Any) -> None:
        """Play one action of `agent_selection`; None for an agent whose game is over.

        Raises:
            IllegalActionError: under `on_illegal="raise"`; the game stays as it is.
            RuntimeError: if the episode has ended or not begun.
            TypeError: the action is no whole number.
        """
        self._need_agents()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        flags = self._play(action_of(agent, action))
        acting = self.acting
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, float(self.batch.rewards[0]))
        self._write_infos(acting)
        if flags & stepping.ENDED:
            self.terminations = dict.fromkeys(self.agents, bool(flags & stepping.TERMINATED))
            self.truncations = dict.fromkeys(self.agents, bool(flags & stepping.TRUNCATED))
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = acting
        self._accumulate_rewards()


class GameParallel(Seated, ParallelEnv[str, Any, Any]):
    """A game as a PettingZoo parallel environment: one agent decides, the others wait.

    In variants with hidden plans several decide at once, each by its own mask.

    Observations are dicts of `observation` and `action_mask` (int8), unless `mask` says otherwise; infos hold
    a mask only under `mask="info"`. Who has nothing to decide has exactly one legal action, `wait`. What he
    plays instead is an illegal action: with `on_illegal="ignore"` he waits nevertheless.

    Attributes:
        wait: the number of the action "wait", the last one.

    Args:
        game: which game.
        render_mode: "ansi", "rgb_array", "human" or None.
        agents, observation, mask, look: as for `GameAEC`.
        **settings: as for the Gymnasium environment; `max_cycles` are steps.
    """

    def __init__(
        self,
        /,
        game: str | Game,
        render_mode: str | None = None,
        agents: str = "seats",
        observation: str = "flat",
        mask: str = "pettingzoo",
        look: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        Seated.__init__(self, game, render_mode, look, agents, observation, mask, True, settings)
        self.wait = self.game.actions.n

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new episode; options as for the Gymnasium environment. Returns observations and infos.

        Raises:
            ValueError, TypeError: for a wrong seed or option; the game under way stays as it is.
        """
        self._reset(seed, options)
        return self._begin()

    def _begin(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Observations and infos; in a restored game that is over nobody plays any more."""
        self.agents = [] if self.is_over else list(self.names)
        masks = self._masks(self.names)
        return self._observations(masks), self.infos_of(masks)

    def _restored(self, which: np.ndarray) -> tuple[dict[str, Any], dict[str, Any]]:
        self._go_on()
        self._take_seats()
        return self._begin()

    def _masks(self, agents: Sequence[str]) -> dict[str, np.ndarray]:
        """The legal actions of agents, int8 (actions,) each."""
        if self.is_over:
            return {agent: np.ones(self.wait + 1, np.int8) for agent in agents}
        acting, choosers = self.acting, self.choosers
        masks = {agent: np.zeros(self.wait + 1, np.int8) for agent in agents}
        for agent, mask in masks.items():
            if agent == acting:
                mask[: self.wait] = self.batch.masks[0]
            elif agent in choosers:
                mask[: self.wait] = self.batch.masks_of(self.names.index(agent))[0]
            else:
                mask[self.wait] = 1
        return masks

    def _observations(self, masks: dict[str, np.ndarray]) -> dict[str, Any]:
        return {agent: self.form(self.view(agent), mask) for agent, mask in masks.items()}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Step all agents: play the actions of those who decide; an agent left out waits.

        Returns:
            observations, rewards, terminations, truncations, infos, each by agent.

        Raises:
            IllegalActionError: under `on_illegal="raise"`; the game stays as it is.
            RuntimeError: if the episode has ended or not begun.
            TypeError: an action is no whole number.
            ValueError: there is no such agent.
        """
        self._need_agents()
        for agent in actions:
            self._possible(agent)
        chosen = {agent: action_of(agent, actions.get(agent, self.wait)) for agent in self.agents}
        deciders = self.choosers
        restless = {agent for agent, act in chosen.items() if agent not in deciders and act != self.wait}
        if restless and self.batch.on_illegal == "raise":
            agent = next(agent for agent in self.agents if agent in restless)
            raise IllegalActionError(
                f"illegal action {self._name(chosen[agent])!r} of {agent}; legal now: wait"
            )
        if restless and self.batch.on_illegal == "terminate":
            self._play(self.wait)
            return self._outcome(restless)
        legal = {agent: mask[: self.wait] for agent, mask in self._masks(deciders).items()}
        restless |= {agent for agent, mask in legal.items() if not self._is_legal(mask, chosen[agent])}
        if len(deciders) == 1:
            self._play(chosen[deciders[0]])
        else:
            self._play_all([chosen[agent] for agent in self.names])
        return self._outcome(restless)

    def _play_all(self, actions: list[int]) -> None:
        """Play an action of each agent; those of agents who do not decide count for nothing."""
        self.batch.step_all(np.array([actions], np.int64))
        self._last_action = None
        if self.render_mode == "human":
            self.render()

    @staticmethod
    def _is_legal(mask: np.ndarray, action: int) -> bool:
        return 0 <= action < len(mask) and bool(mask[action])

    def _name(self, action: int) -> str:
        names = (*self.game.actions.names, "wait")
        return names[action] if 0 <= action <= self.wait else str(action)

    def _outcome(self, illegal: set[str]) -> tuple[dict[str, Any], ...]:
        """What `step` returns; `illegal`: the agents whose action was illegal."""
        flags = int(self.batch.flags[0])
        names = self.agents
        masks = self._masks(names)
        infos = self.infos_of(masks)
        for agent, info in infos.items():
            info["illegal_action"] = np.array(agent in illegal)
        rewards = dict.fromkeys(names, float(self.batch.rewards[0]))
        terminations = dict.fromkeys(names, bool(flags & stepping.TERMINATED))
        truncations = dict.fromkeys(names, bool(flags & stepping.TRUNCATED))
        observations = self._observations(masks)
        if flags & stepping.ENDED:
            self.agents = []
        return observations, rewards, terminations, truncations, infos
