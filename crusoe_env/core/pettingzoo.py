"""The PettingZoo environments, written once for all games that several players play together.

AEC: the player whose decision it is acts. Parallel: all agents act at a time; whoever has nothing to decide
has exactly one action, "wait", the last of the space.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from crusoe_env.core import stepping
from crusoe_env.core.batch import Batch, IllegalActionError, storable_action, whole
from crusoe_env.core.compile import compile_message
from crusoe_env.core.game import Game, ShowsTables
from crusoe_env.core.random import words_from
from crusoe_env.core.registration import register_several_players
from crusoe_env.core.rendering import RENDER_MODES, Renderer
from crusoe_env.core.words import nearest

TESTS_OPTION = "options"
"""PettingZoo's tests reset every environment with an option of this name, which means nothing."""


class Table:
    """One game with named seats: what both forms share.

    Attributes:
        names: the agents by seat; none before the first reset.
        possible: all agents that can come under the settings.

    Args:
        game: which game.
        render_mode: "ansi", "rgb_array", "human" or None.
        settings: as for the Gymnasium environment; `max_cycles` is PettingZoo's name of `max_steps`.

    Raises:
        ValueError: for a game of one player, or a wrong setting.
    """

    def __init__(self, game: Game, render_mode: str | None, settings: dict[str, Any]) -> None:
        if game.seats is None or game.possible_seats is None:
            raise ValueError(f"{game.title} is a game for one player; use gymnasium.make")
        settings = dict(settings)
        if "max_cycles" in settings:
            if "max_steps" in settings:
                raise ValueError("max_cycles and max_steps are the same setting: give one of them")
            settings["max_steps"] = settings.pop("max_cycles")
        self.game = game
        self._renderer = Renderer(game.title, render_mode)
        self.render_mode = render_mode
        self.batch = Batch(game, 1, **settings)
        simulator = self.batch.simulator
        tasks = zip(simulator.templates, simulator.table_rows, strict=True)
        names = [name for record, row in tasks for name in game.possible_seats(record, row)]
        self.possible = list(dict.fromkeys(names))
        self.names: list[str] = []
        self._action = np.zeros(1, np.int64)

    def reset(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """A new episode; without a seed the generator goes on where it is. Raises as the Gymnasium one."""
        chosen = {name: value for name, value in (options or {}).items() if name != TESTS_OPTION}
        self.batch.forced_by(chosen)
        if seed is not None:
            seed = whole("seed", seed, 0)
        if seed is not None or not self.batch.states.rng[0].any():
            self.batch.states.rng[0] = words_from(np.random.default_rng(seed))
        with compile_message(self.game.name):
            self.batch.reset(options=chosen)
        assert self.game.seats is not None
        self.names = self.game.seats(self.batch.states[0])
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> dict[str, Any]:
        """One action of the player who decides; the facts that go into `info`."""
        batch = self.batch
        self._action[0] = storable_action(action)
        batch.step(self._action)
        info: dict[str, Any] = {}
        if batch.flags[0] & stepping.ILLEGAL:
            info["illegal_action"] = batch.illegal_names(self._action)[0]
        if batch.flags[0] & stepping.ENDED:
            info |= batch.result(0)
        if self.render_mode == "human":
            self.render()
        return info

    @property
    def acting(self) -> str:
        """The agent whose decision it is."""
        return self.names[self._acting_seat]

    @property
    def _acting_seat(self) -> int:
        return int(self.batch.games[0]["acting"][0])

    def mask(self, size: int) -> np.ndarray:
        """The legal actions of who decides, int8 (size,), where `size` may count more than the game's own."""
        mask = np.zeros(size, np.int8)
        mask[: self.game.actions.n] = self.batch.masks[0]
        return mask

    def view(self, agent: str) -> np.ndarray:
        """What an agent knows, (size,). Raises ValueError for one that does not play."""
        if agent not in self.names:
            raise ValueError(f"unknown agent {agent!r}; {nearest(str(agent), self.names)}")
        seat, batch = self.names.index(agent), self.batch
        if seat == self._acting_seat:
            return batch.observations[0].copy()
        return batch.observe(seat)[0]

    def state(self) -> np.ndarray:
        """The table from the first seat. Raises RuntimeError before the first reset."""
        if not self.names:
            raise RuntimeError("the game has not begun: call reset() first")
        return self.view(self.names[0])

    def render(self) -> Any:
        """The table as text ("ansi"), as an image (uint8, height x width x 3) or in a window."""
        state, simulator = self.batch.states[0], self.batch.simulator
        table = (state, simulator.tables_of(state), simulator.facts_of(state))
        return self._renderer.render(lambda: self.game.text(*table), lambda: self.game.picture(*table))

    def close(self) -> None:
        """Close the window, if one is open."""
        self._renderer.close()


class Seated(ShowsTables):
    """What both forms offer besides `reset` and `step`.

    Attributes:
        table: the game.
        observation_spaces, action_spaces: by agent, for all agents that can come.
        state_space: the space of `state()`.
    """

    metadata: dict[str, Any]

    def __init__(self, game: Game, render_mode: str | None, settings: dict[str, Any], actions: int) -> None:
        self.table = Table(game, render_mode, settings)
        self.game = game
        self.metadata = {"name": f"{game.name}_v{game.version}", "render_modes": list(RENDER_MODES)}
        self.render_mode = render_mode
        self.possible_agents = list(self.table.possible)
        self.agents: list[str] = []
        dtype = self.table.batch.observation_dtype
        self.state_space = game.observations.space(dtype)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": game.observations.space(dtype),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """Observation and mask; the same object at every call. Raises ValueError for an unknown agent."""
        return self.observation_spaces[self._possible(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object at every call. Raises ValueError for an unknown agent."""
        return self.action_spaces[self._possible(agent)]

    def _possible(self, agent: str) -> str:
        if agent not in self.action_spaces:
            raise ValueError(f"unknown agent {agent!r}; {nearest(str(agent), self.possible_agents)}")
        return agent

    def _need_agents(self) -> None:
        if not self.agents:
            raise RuntimeError("the episode has ended or not begun: call reset() before step()")

    def state(self) -> np.ndarray:
        """The global state for centralised training, (size,): the table from the first seat.

        The group hides nothing from one another, so that nothing is missing but the order of the decks.
        """
        return self.table.state()

    def render(self) -> Any:
        """The table as text or image, or in a window."""
        return self.table.render()

    def close(self) -> None:
        """Close the window, if one is open."""
        self.table.close()


class GameAEC(Seated, AECEnv[str, Any, Any]):
    """A game as a PettingZoo AEC environment: agents act in the order in which the rules ask them.

    Observations are dicts of `observation` and `action_mask` (int8). The mask of an agent
    who does not decide is all zeros. An agent may act several times running.

    Args:
        game: which game.
        render_mode: "ansi", "rgb_array", "human" or None.
        **settings: as for the Gymnasium environment; `max_cycles` is another name of `max_steps`.
    """

    def __init__(self, game: Game, render_mode: str | None = None, **settings: Any) -> None:
        Seated.__init__(self, game, render_mode, settings, game.actions.n)
        self.metadata["is_parallelizable"] = False
        self._waiting = np.zeros(game.actions.n, np.int8)
        self._waiting.setflags(write=False)  # one array for everybody

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new episode; options as for the Gymnasium environment.

        Raises:
            ValueError, TypeError: for a wrong seed or option; the game under way stays as it is.
        """
        self.table.reset(seed, options)
        self.agents = list(self.table.names)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.table.acting
        self._write_infos({})

    def _write_infos(self, info: dict[str, Any]) -> None:
        self.infos = {agent: {"action_mask": self._waiting, **info} for agent in self.agents}
        acting = self.table.acting
        self.infos[acting]["action_mask"] = self.table.mask(self.game.actions.n)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent knows, at any time, and its mask. Raises ValueError for one that does not play."""
        view = self.table.view(agent)
        acts = agent == self.table.acting
        mask = self.table.mask(self.game.actions.n) if acts else np.zeros_like(self._waiting)
        return {"observation": view, "action_mask": mask}

    def step(self, action: Any) -> None:
        """One action of `agent_selection`; None for an agent whose game is over.

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
        info = self.table.step(action)
        flags = int(self.table.batch.flags[0])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, float(self.table.batch.rewards[0]))
        self._write_infos(info)
        if flags & stepping.ENDED:
            self.terminations = dict.fromkeys(self.agents, bool(flags & stepping.TERMINATED))
            self.truncations = dict.fromkeys(self.agents, bool(flags & stepping.TRUNCATED))
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.table.acting
        self._accumulate_rewards()


class GameParallel(Seated, ParallelEnv[str, Any, Any]):
    """A game as a PettingZoo parallel environment: one agent decides, the others wait.

    Observations are dicts of `observation` and `action_mask` (int8). Who has nothing to decide has
    exactly one legal action, `wait`. What he plays instead is an illegal action: with `on_illegal="ignore"`
    he waits nevertheless.

    Attributes:
        wait: the number of the action "wait", the last one.

    Args:
        game: which game.
        render_mode: "ansi", "rgb_array", "human" or None.
        **settings: as for the Gymnasium environment; `max_cycles` is another name of `max_steps`.
    """

    def __init__(self, game: Game, render_mode: str | None = None, **settings: Any) -> None:
        self.wait = game.actions.n
        Seated.__init__(self, game, render_mode, settings, self.wait + 1)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new episode; options as for the Gymnasium environment. Returns observations and infos.

        Raises:
            ValueError, TypeError: for a wrong seed or option; the game under way stays as it is.
        """
        self.table.reset(seed, options)
        self.agents = list(self.table.names)
        masks = {agent: self._mask(agent) for agent in self.agents}
        return self._observations(masks), {agent: {"action_mask": masks[agent]} for agent in self.agents}

    def _mask(self, agent: str) -> np.ndarray:
        if agent == self.table.acting:
            return self.table.mask(self.wait + 1)
        mask = np.zeros(self.wait + 1, np.int8)
        mask[self.wait] = 1
        return mask

    def _observations(self, masks: dict[str, np.ndarray]) -> dict[str, Any]:
        return {
            agent: {"observation": self.table.view(agent), "action_mask": mask}
            for agent, mask in masks.items()
        }

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """One action of each agent; that of whoever decides is carried out, one left out is "wait".

        Returns:
            observations, rewards, terminations, truncations, infos, each by agent.

        Raises:
            IllegalActionError: under `on_illegal="raise"`; the game stays as it is.
            RuntimeError: if the episode has ended or not begun.
            TypeError: an action is no whole number.
        """
        self._need_agents()
        chosen = {agent: storable_action(actions.get(agent, self.wait)) for agent in self.agents}
        decider = self.table.acting
        illegal = {agent: act for agent, act in chosen.items() if agent != decider and act != self.wait}
        if illegal and self.table.batch.on_illegal == "raise":
            agent, action = next(iter(illegal.items()))
            raise IllegalActionError(f"illegal action {self._name(action)!r} of {agent}; legal now: wait")
        ends = bool(illegal) and self.table.batch.on_illegal == "terminate"
        info = self.table.step(self.wait if ends else chosen[decider])
        if info.pop("illegal_action", None) and not ends:
            illegal[decider] = chosen[decider]
        return self._outcome(info, illegal)

    def _name(self, action: int) -> str:
        names = (*self.game.actions.names, "wait")
        return names[action] if 0 <= action <= self.wait else str(action)

    def _outcome(self, info: dict[str, Any], illegal: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """What `step` returns; `illegal`: the illegal actions by agent."""
        flags = int(self.table.batch.flags[0])
        names = self.agents
        masks = {agent: self._mask(agent) for agent in names}
        if flags & stepping.ENDED:
            masks = {agent: np.ones(self.wait + 1, np.int8) for agent in names}
        infos: dict[str, Any] = {agent: {"action_mask": masks[agent], **info} for agent in names}
        for agent, action in illegal.items():
            infos[agent]["illegal_action"] = self._name(action)
        rewards = dict.fromkeys(names, float(self.table.batch.rewards[0]))
        terminations = dict.fromkeys(names, bool(flags & stepping.TERMINATED))
        truncations = dict.fromkeys(names, bool(flags & stepping.TRUNCATED))
        observations = self._observations(masks)
        if flags & stepping.ENDED:
            self.agents = []
        return observations, rewards, terminations, truncations, infos


register_several_players()
