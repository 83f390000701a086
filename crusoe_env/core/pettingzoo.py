"""The PettingZoo environments, written once for all games that several players play together.

AEC: the player whose decision it is acts. Parallel: all agents act at a time; whoever has nothing to decide
has exactly one action, "wait", the last of the space.
"""

from __future__ import annotations

import functools
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from crusoe_env.core import stepping
from crusoe_env.core.batch import Batch
from crusoe_env.core.compile import compile_message
from crusoe_env.core.env import RENDER_MODES
from crusoe_env.core.game import Game
from crusoe_env.core.random import words_from


class Table:
    """One game with named seats: what both forms share.

    Args:
        game: which game.
        render_mode: "ansi", "rgb_array", "human" or None.
        **settings: as for the Gymnasium environment.
    """

    def __init__(self, game: Game, render_mode: str | None, settings: dict[str, Any]) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"unknown render_mode {render_mode!r}; choose from {', '.join(RENDER_MODES)}")
        if game.seats is None or game.possible_seats is None:
            raise ValueError(f"{game.title} is a game for one player; use gymnasium.make")
        self.game = game
        self.batch = Batch(game, 1, **settings)
        self.possible = game.possible_seats(self.batch.states[0])
        self.action = np.zeros(1, np.int64)
        self.names: list[str] = []

    def reset(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """A new episode; without a seed the generator goes on where it is.

        Options that the game does not know are passed over, as PettingZoo's tests demand.
        """
        known = self.game.chance_option
        options = {known: options[known]} if options and known in options else None
        self.batch.forced_by(options)
        if seed is not None or not self.batch.states.rng[0].any():
            self.batch.states.rng[0] = words_from(np.random.default_rng(seed))
        with compile_message(self.game.name):
            self.batch.reset(options=options)
        assert self.game.seats is not None
        self.names = self.game.seats(self.batch.states[0])

    def step(self, action: int) -> dict[str, Any]:
        """One action of the player who decides; the facts that go into `info`."""
        self.action[0] = action
        self.batch.step(self.action)
        info: dict[str, Any] = {}
        if self.batch.flags[0] & stepping.ILLEGAL:
            info["illegal_action"] = self.batch.illegal_names(self.action)[0]
        if self.batch.flags[0] & stepping.ENDED:
            info |= self.batch.result(0)
        return info

    @property
    def acting(self) -> str:
        """The agent whose decision it is."""
        return self.names[self.batch.states.acting[0]]

    def view(self, seat: int) -> np.ndarray:
        """What the player on a seat knows."""
        out = np.zeros(self.game.observations.size, np.float32)
        rules = self.game.rules
        rules["write_observation"](self.batch.states[0], self.batch.simulator.tables, seat, out)
        return out

    def seat(self, agent: str) -> int:
        """The seat of an agent. Raises ValueError for one that does not play."""
        if agent not in self.names:
            raise ValueError(f"unknown agent {agent!r}; choose from {', '.join(self.names)}")
        return self.names.index(agent)


def observation_of(view: np.ndarray, mask: np.ndarray) -> dict[str, np.ndarray]:
    """An observation with its mask, as PettingZoo's learners expect it."""
    return {"observation": view, "action_mask": mask}


def space_of(game: Game, actions: int) -> spaces.Dict:
    """The space of `observation_of`."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (game.observations.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class GameAEC(AECEnv[str, Any, Any]):
    """A game as a PettingZoo AEC environment: agents act in the order in which the rules ask them.

    Args:
        game: which game.
        render_mode: "ansi", "rgb_array", "human" or None.
        **settings: as for the Gymnasium environment.
    """

    def __init__(self, game: Game, render_mode: str | None = None, **settings: Any) -> None:
        super().__init__()
        self.table = Table(game, render_mode, settings)
        self.game = game
        self.metadata = {"name": f"{game.name}_v{game.version}", "render_modes": list(RENDER_MODES),
                         "is_parallelizable": False}  # fmt: skip
        self.render_mode = render_mode
        self.possible_agents = list(self.table.possible)
        self.agents: list[str] = []

    @functools.cache  # noqa: B019 - spaces must be the same objects at every call
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Observation and mask."""
        return space_of(self.game, self.game.actions.n)

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All actions of the game."""
        return spaces.Discrete(self.game.actions.n)

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        return spaces.Box(0.0, 1.0, (self.game.observations.size,), np.float32)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new episode; options as for the Gymnasium environment."""
        self.table.reset(seed, options)
        self.agents = list(self.table.names)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self.mask_of(agent)} for agent in self.agents}
        self.agent_selection = self.table.acting

    def mask_of(self, agent: str) -> np.ndarray:
        """The legal actions of an agent; none while another one decides."""
        if self.table.acting == agent:
            return self.table.batch.masks[0].copy()
        return np.zeros(self.game.actions.n, np.int8)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent knows, at any time."""
        return observation_of(self.table.view(self.table.seat(agent)), self.mask_of(agent))

    def state(self) -> np.ndarray:
        """The global state for centralised training: the table from the first seat."""
        return self.table.view(0)

    def step(self, action: Any) -> None:
        """One action of `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        info = self.table.step(int(action))
        flags = int(self.table.batch.flags[0])
        reward = float(self.table.batch.rewards[0])
        for name in self.agents:
            self.rewards[name] = reward
            self.terminations[name] = bool(flags & stepping.TERMINATED)
            self.truncations[name] = bool(flags & stepping.TRUNCATED)
            self.infos[name] = {"action_mask": self.mask_of(name), **info}
        self.agent_selection = self.agents[0] if flags & stepping.ENDED else self.table.acting
        self._accumulate_rewards()

    def render(self) -> Any:
        """The table as text or image."""
        return _render(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is kept open."""


class GameParallel(ParallelEnv[str, Any, Any]):
    """A game as a PettingZoo parallel environment: one agent decides, the others wait.

    Args:
        game: which game.
        render_mode: "ansi", "rgb_array", "human" or None.
        **settings: as for the Gymnasium environment.
    """

    def __init__(self, game: Game, render_mode: str | None = None, **settings: Any) -> None:
        self.table = Table(game, render_mode, settings)
        self.game = game
        self.metadata = {"name": f"{game.name}_v{game.version}", "render_modes": list(RENDER_MODES)}
        self.render_mode = render_mode
        self.possible_agents = list(self.table.possible)
        self.agents: list[str] = []
        self.wait = game.actions.n

    @functools.cache  # noqa: B019
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Observation and mask."""
        return space_of(self.game, self.wait + 1)

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All actions of the game, and "wait"."""
        return spaces.Discrete(self.wait + 1)

    def _observations(self) -> dict[str, Any]:
        return {
            agent: observation_of(self.table.view(seat), self.mask_of(agent))
            for seat, agent in enumerate(self.table.names)
        }

    def mask_of(self, agent: str) -> np.ndarray:
        """The legal actions of an agent: those of the game, or only "wait"."""
        mask = np.zeros(self.wait + 1, np.int8)
        if self.table.acting == agent:
            mask[: self.wait] = self.table.batch.masks[0]
        else:
            mask[self.wait] = 1
        return mask

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new episode; options as for the Gymnasium environment."""
        self.table.reset(seed, options)
        self.agents = list(self.table.names)
        return self._observations(), {agent: {"action_mask": self.mask_of(agent)} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """One action of each agent; that of whoever decides is carried out."""
        info = self.table.step(int(actions.get(self.table.acting, self.wait)))
        flags = int(self.table.batch.flags[0])
        names = self.agents
        rewards = dict.fromkeys(names, float(self.table.batch.rewards[0]))
        terminations = dict.fromkeys(names, bool(flags & stepping.TERMINATED))
        truncations = dict.fromkeys(names, bool(flags & stepping.TRUNCATED))
        infos = {agent: {"action_mask": self.mask_of(agent), **info} for agent in names}
        if flags & stepping.ENDED:
            self.agents = []
        return self._observations(), rewards, terminations, truncations, infos

    def state(self) -> np.ndarray:
        """The global state for centralised training: the table from the first seat."""
        return self.table.view(0)

    def render(self) -> Any:
        """The table as text or image."""
        return _render(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is kept open."""


def _render(table: Table, mode: str | None) -> Any:
    """The table as text ("ansi") or as an image."""
    if mode is None:
        gymnasium.logger.warn(f"render() needs a render_mode; choose from {', '.join(RENDER_MODES)}")
        return None
    simulator = table.batch.simulator
    state = table.batch.states[0]
    if mode == "ansi":
        return table.game.text(state, simulator.tables, simulator.facts)
    from crusoe_env.core import drawing

    return drawing.rasterise(table.game.picture(state, simulator.tables, simulator.facts))
