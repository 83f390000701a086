"""The PettingZoo environments, written once for all games that several players play together.

AEC: the player whose decision it is acts. Parallel: all agents act at a time; whoever has nothing to decide
has exactly one action, "wait", the last of the space.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.env import AECIterable

from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch
from crusoe_env.engine.checks import IllegalActionError
from crusoe_env.engine.game import Game
from crusoe_env.engine.random import words_from
from crusoe_env.engine.settings import seed_number, storable_action
from crusoe_env.engine.unpickling import OwnsArrays
from crusoe_env.interfaces.forms import Form
from crusoe_env.interfaces.planning import PlansOneGame
from crusoe_env.interfaces.registration import find_game
from crusoe_env.interfaces.rendering import FRAMES_PER_SECOND, RENDER_MODES, Renderer
from crusoe_env.support.options import named, whole
from crusoe_env.support.words import nearest, shown

if TYPE_CHECKING:
    from crusoe_env.show.drawing import Picture

TESTS_OPTION = "options"
"""PettingZoo's tests reset every environment with an option of this name, which means nothing."""


AGENTS = ("seats", "characters")
"""After what agents are named."""


def seat_names(players: int) -> list[str]:
    """The agents of a game of so many players, named as PettingZoo advises."""
    return [f"player_{seat}" for seat in range(players)]


def action_of(agent: str, action: Any) -> int:
    """An action as a number of 64 bits. Raises TypeError for what is no whole number; it names the agent."""
    try:
        return storable_action(action)
    except TypeError as error:
        raise TypeError(f"{agent}: {error}") from None


class Table(OwnsArrays):
    """One game with named seats: what both forms share.

    Attributes:
        names: the agents by seat; none before the first reset.
        characters: whom they play, by seat.
        possible: all agents that can come under the settings.

    Args:
        game: which game.
        render_mode: "ansi", "rgb_array", "human" or None.
        agents: "seats" or "characters", after which agents are named.
        turns: does each agent have one action in a cycle, so that `max_cycles` are as many actions for each?
            Else a cycle is an action.
        settings: as for the Gymnasium environment, and `max_cycles` in place of `max_steps`.

    Raises:
        ValueError: for a game of one player, or a wrong setting.
    """

    def __init__(
        self,
        game: Game,
        render_mode: str | None,
        look: Mapping[str, Any] | None,
        agents: str,
        turns: bool,
        settings: dict[str, Any],
    ) -> None:
        if game.seats is None or game.possible_seats is None:
            raise ValueError(f"{game.title} is a game for one player; use gymnasium.make")
        named("agents", agents, AGENTS)
        settings = dict(settings)
        self._cycles: int | None = settings.pop("max_cycles", None)
        if self._cycles is not None:
            if settings.get("max_steps") is not None:
                raise ValueError("max_cycles and max_steps both limit an episode: give one of them")
            self._cycles = whole("max_cycles", self._cycles, 1)
        self._turns = turns
        self._by_seat = agents == "seats"
        self.game = game
        self._renderer = Renderer(game.title, render_mode, look)
        self.batch = Batch(game, 1, **settings)
        simulator = self.batch.simulator
        tasks = zip(simulator.templates, simulator.table_rows, strict=True)
        if self._by_seat:
            self.possible = seat_names(max(len(game.seats(record)) for record, _ in tasks))
        else:
            names = [name for record, row in tasks for name in game.possible_seats(record, row)]
            self.possible = list(dict.fromkeys(names))
        self.names: list[str] = []
        self.characters: list[str] = []
        self._action = np.zeros(1, np.int64)
        self._last_action: int | None = None

    def reset(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin an episode; without a seed the generator goes on where it is. Raises as the Gymnasium one."""
        chosen = {name: value for name, value in (options or {}).items() if name != TESTS_OPTION}
        self.batch.forced_by(chosen)
        if seed is not None:
            seed = seed_number(seed)
        if seed is not None or not self.batch.states.rng[0].any():
            self.batch.states.rng[0] = words_from(np.random.default_rng(seed))
        self.batch.simulator.ensure_compiled()
        self.batch.reset(options=chosen)
        self._take_seats()
        if self._renderer.mode == "human":
            self.render()

    def go_on(self) -> None:
        """The record was changed from outside: the episode goes on from there."""
        self.batch.simulator.ensure_compiled()
        self.batch.refresh()
        self._take_seats()

    def _take_seats(self) -> None:
        """Who plays, and for how long, in the record's episode."""
        self._last_action = None
        assert self.game.seats is not None
        self.characters = self.game.seats(self.batch.states[0])
        self.names = seat_names(len(self.characters)) if self._by_seat else self.characters
        if self._cycles is not None:
            self.batch.settings.max_steps = self._cycles * (len(self.names) if self._turns else 1)

    def step(self, action: Any) -> None:
        """Play one action of the player who decides."""
        self._action[0] = action_of(self.acting, action)
        self.batch.step(self._action)
        if not self.batch.flags[0] & stepping.ILLEGAL:
            self._last_action = int(self._action[0])
        if self._renderer.mode == "human":
            self.render()

    def infos(self) -> dict[str, dict[str, Any]]:
        """What `info` holds for each agent besides a mask; `illegal_action` is that of the last step."""
        numbers = map(self.game.characters.index, self.characters)
        return {
            agent: {**self.batch.facts(0), "character": np.int64(number)}
            for agent, number in zip(self.names, numbers, strict=True)
        }

    @property
    def is_over(self) -> bool:
        """Return true if the episode has ended."""
        return bool(self.batch.flags[0] & stepping.ENDED)

    @property
    def acting(self) -> str:
        """The agent whose decision it is. Raises RuntimeError before the first reset."""
        self.need_game()
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
        self.need_game()
        if agent not in self.names:
            raise ValueError(f"unknown agent {shown(agent)}; {nearest(agent, self.names)}")
        seat, batch = self.names.index(agent), self.batch
        if seat == self._acting_seat:
            return batch.observations[0].copy()
        return batch.observe(seat)[0]

    @property
    def choosers(self) -> list[str]:
        """The agents who decide now, none knowing what the others choose; one, but for some variants."""
        if not self.batch.simulator.has_several_choosers:
            return [self.acting]
        return [name for name, decides in zip(self.names, self.batch.choosers[0], strict=False) if decides]

    def mask_of(self, agent: str, size: int) -> np.ndarray:
        """The legal actions of one of the choosers, int8 (size,)."""
        if agent == self.acting:
            return self.mask(size)
        mask = np.zeros(size, np.int8)
        mask[: self.game.actions.n] = self.batch.masks_of(self.names.index(agent))[0]
        return mask

    def step_all(self, actions: Mapping[str, Any]) -> None:
        """One action of each chooser."""
        row = [[action_of(name, actions[name]) for name in self.names]]
        self.batch.step_all(np.array(row, np.int64))
        self._last_action = None
        if self._renderer.mode == "human":
            self.render()

    def state(self) -> np.ndarray:
        """The table from the first seat, with nothing hidden between players.

        Raises:
            RuntimeError: before the first reset.
        """
        self.need_game()
        return self.batch.observe(self.game.open_view)[0]

    def need_game(self) -> None:
        """Raise RuntimeError before the first reset."""
        if not self.names:
            raise RuntimeError("the game has not begun: call reset() first")

    def render(self, **look: Any) -> Any:
        """The table as text ("ansi"), as an image (uint8, height x width x 3) or in a window."""
        return self._renderer.render(self.text, lambda: self.picture(**look))

    def _shown(self, viewer: str | None) -> tuple[Any, Any, dict[str, Any]]:
        if viewer is not None:
            self.need_game()
        if viewer is not None and viewer not in self.names:
            raise ValueError(f"unknown agent {shown(viewer)}; {nearest(viewer, self.names)}")
        seat = None if viewer is None else self.names.index(viewer)
        state, simulator = self.batch.states[0], self.batch.simulator
        tables = simulator.tables_of(state)
        return self.game.seen_by(state, tables, seat), tables, simulator.facts_of(state)

    def text(self, viewer: str | None = None) -> str:
        """The table as text."""
        return self.game.text(*self._shown(viewer))

    def picture(self, viewer: str | None = None, **look: Any) -> Picture:
        """The table as an SVG drawing; `theme`, `layout` and `width` as for the Gymnasium environment."""
        action = self._last_action if viewer is None else None
        last = None if action is None else self.game.actions.name(action)
        return self._renderer.look.but(**look).picture(self.game, *self._shown(viewer), last_action=last)

    def close(self) -> None:
        """Close the window, if one is open, and end the threads."""
        self._renderer.close()
        self.batch.close()


class Seated(PlansOneGame):
    """What both forms offer besides `reset` and `step`.

    Attributes:
        table: the game.
        form: of the observations.
        possible_agents: "player_0" .. "player_n-1" by seat, or all characters that can come.
        observation_spaces, action_spaces: by agent, for all agents that can come.
        state_space: the space of `state()`.
    """

    metadata: dict[str, Any]

    def __init__(
        self, table: Table, render_mode: str | None, observation: str, mask: str, actions: int
    ) -> None:
        self.table = table
        game = self.game = table.game
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_PER_SECOND,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self.table.possible)
        self.agents: list[str] = []
        dtype = self.table.batch.observation_dtype
        self.state_space = game.observations.space(dtype)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.form = Form(game, observation, mask, dtype, actions)
        self.observation_spaces = {
            agent: Form(game, observation, mask, dtype, actions).space for agent in self.possible_agents
        }

    @property
    def batch(self) -> Batch:
        """The game as a batch of one."""
        return self.table.batch

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent, the same object at every call. Raises ValueError for an unknown agent."""
        return self.observation_spaces[self._possible(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent, the same object at every call. Raises ValueError for an unknown agent."""
        return self.action_spaces[self._possible(agent)]

    def _possible(self, agent: str) -> str:
        if agent not in self.action_spaces:
            raise ValueError(f"unknown agent {shown(agent)}; {nearest(agent, self.possible_agents)}")
        return agent

    def _infos(self, masks: Mapping[str, np.ndarray]) -> dict[str, dict[str, Any]]:
        """Infos by agent, with these masks unless observations hold them: TorchRL fails where both do."""
        infos = self.table.infos()
        if self.form.holds_mask:
            return infos
        return {agent: {"action_mask": masks[agent], **info} for agent, info in infos.items()}

    def _need_agents(self) -> None:
        if not self.agents:
            raise RuntimeError("the episode has ended or not begun: call reset() before step()")

    def state(self) -> np.ndarray:
        """The global state for centralised training, (size,): the table from the first seat.

        It holds what players hide from one another, if they do: nothing is missing but the order of decks.
        """
        return self.table.state()

    def render(self, theme: str | None = None, layout: str | None = None, width: int | None = None) -> Any:
        """The table as text or image, or in a window; arguments as for `picture`."""
        return self.table.render(theme=theme, layout=layout, width=width)

    def text(self, viewer: str | None = None) -> str:
        """The table as text; `viewer` as for `picture`."""
        return self.table.text(viewer)

    def picture(
        self,
        theme: str | None = None,
        layout: str | None = None,
        width: int | None = None,
        viewer: str | None = None,
    ) -> Picture:
        """The table as an SVG drawing, which a notebook shows.

        `theme`, `layout` and `width` as for the Gymnasium environment. `viewer`: the agent whose knowledge is
        drawn, where players hide decisions from one another; None: all of them are drawn.
        """
        return self.table.picture(viewer, theme=theme, layout=layout, width=width)

    def _repr_html_(self) -> str:
        return self.picture()._repr_html_()

    @property
    def characters(self) -> dict[str, str]:
        """Whom each agent of this episode plays; nobody before the first reset."""
        return dict(zip(self.table.names, self.table.characters, strict=True))

    def character_name(self, character: int) -> str:
        """A character by the number in `info["character"]`. Raises ValueError for an unknown number."""
        if not 0 <= character < len(self.game.characters):
            raise ValueError(f"character {character} is outside 0 .. {len(self.game.characters) - 1}")
        return self.game.characters[character]

    def close(self) -> None:
        """Close the window, if one is open, and end the threads."""
        self.table.close()


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
        played = find_game(game)
        table = Table(played, render_mode, look, agents, True, settings)
        Seated.__init__(self, table, render_mode, observation, mask, played.actions.n)
        self.metadata["is_parallelizable"] = False
        self._waiting = np.zeros(played.actions.n, np.int8)
        self._waiting.setflags(write=False)  # one array for everybody

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new episode; options as for the Gymnasium environment.

        Raises:
            ValueError, TypeError: for a wrong seed or option; the game under way stays as it is.
        """
        self.table.reset(seed, options)
        self._begin()

    def _begin(self) -> None:
        """Nobody has a reward yet; in a restored game that is over, everybody is done."""
        self.agents = list(self.table.names)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.table.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0] if self.table.is_over else self.table.acting
        self._skip_agent_selection = None
        self._write_infos()

    def _restored(self, which: np.ndarray) -> None:
        self.table.go_on()
        self._begin()

    def _write_infos(self) -> None:
        masks = dict.fromkeys(self.agents, self._waiting)
        masks[self.table.acting] = self.table.mask(self.game.actions.n)
        self.infos = self._infos(masks)

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
        self.table.need_game()
        return super().agent_iter(max_iter)

    def observe(self, agent: str) -> Any:
        """What an agent knows, at any time, and its mask. Raises ValueError for one that does not play."""
        view = self.table.view(agent)
        acts = agent == self.table.acting
        mask = self.table.mask(self.game.actions.n) if acts else np.zeros_like(self._waiting)
        return self.form(view, mask)

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
        self.table.step(action)
        flags = int(self.table.batch.flags[0])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, float(self.table.batch.rewards[0]))
        self._write_infos()
        if flags & stepping.ENDED:
            self.terminations = dict.fromkeys(self.agents, bool(flags & stepping.TERMINATED))
            self.truncations = dict.fromkeys(self.agents, bool(flags & stepping.TRUNCATED))
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.table.acting
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
        self.wait = find_game(game).actions.n
        table = Table(find_game(game), render_mode, look, agents, False, settings)
        Seated.__init__(self, table, render_mode, observation, mask, self.wait + 1)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new episode; options as for the Gymnasium environment. Returns observations and infos.

        Raises:
            ValueError, TypeError: for a wrong seed or option; the game under way stays as it is.
        """
        self.table.reset(seed, options)
        return self._begin()

    def _begin(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Observations and infos; in a restored game that is over nobody plays any more."""
        names = self.table.names
        self.agents = [] if self.table.is_over else list(names)
        masks = {agent: self._mask(agent) for agent in names}
        return self._observations(masks), self._infos(masks)

    def _restored(self, which: np.ndarray) -> tuple[dict[str, Any], dict[str, Any]]:
        self.table.go_on()
        return self._begin()

    def _mask(self, agent: str) -> np.ndarray:
        if self.table.is_over:
            return np.ones(self.wait + 1, np.int8)
        if agent in self.table.choosers:
            return self.table.mask_of(agent, self.wait + 1)
        mask = np.zeros(self.wait + 1, np.int8)
        mask[self.wait] = 1
        return mask

    def _observations(self, masks: dict[str, np.ndarray]) -> dict[str, Any]:
        return {agent: self.form(self.table.view(agent), mask) for agent, mask in masks.items()}

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
        deciders = self.table.choosers
        restless = {agent for agent, act in chosen.items() if agent not in deciders and act != self.wait}
        if restless and self.table.batch.on_illegal == "raise":
            agent = next(agent for agent in self.agents if agent in restless)
            raise IllegalActionError(
                f"illegal action {self._name(chosen[agent])!r} of {agent}; legal now: wait"
            )
        ends = bool(restless) and self.table.batch.on_illegal == "terminate"
        if ends:
            self.table.step(self.wait)
            return self._outcome(restless)
        legal = {agent: self._mask(agent)[: self.wait] for agent in deciders}
        restless |= {agent for agent, mask in legal.items() if not self._is_legal(mask, chosen[agent])}
        if len(deciders) == 1:
            self.table.step(chosen[deciders[0]])
        else:
            self.table.step_all(chosen)
        return self._outcome(restless)

    @staticmethod
    def _is_legal(mask: np.ndarray, action: int) -> bool:
        return 0 <= action < len(mask) and bool(mask[action])

    def _name(self, action: int) -> str:
        names = (*self.game.actions.names, "wait")
        return names[action] if 0 <= action <= self.wait else str(action)

    def _outcome(self, illegal: set[str]) -> tuple[dict[str, Any], ...]:
        """What `step` returns; `illegal`: the agents whose action was illegal."""
        flags = int(self.table.batch.flags[0])
        names = self.agents
        masks = {agent: self._mask(agent) for agent in names}
        infos = self._infos(masks)
        for agent, info in infos.items():
            info["illegal_action"] = np.array(agent in illegal)
        rewards = dict.fromkeys(names, float(self.table.batch.rewards[0]))
        terminations = dict.fromkeys(names, bool(flags & stepping.TERMINATED))
        truncations = dict.fromkeys(names, bool(flags & stepping.TRUNCATED))
        observations = self._observations(masks)
        if flags & stepping.ENDED:
            self.agents = []
        return observations, rewards, terminations, truncations, infos
