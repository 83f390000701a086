"""One game of several players, whose seats have names: what PettingZoo's two forms share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from crusoe_env.engine import stepping
from crusoe_env.engine.game import Game
from crusoe_env.engine.settings import seed_number, storable_action
from crusoe_env.interfaces.forms import Form
from crusoe_env.interfaces.one_game import OneGame
from crusoe_env.interfaces.registration import find_game
from crusoe_env.interfaces.rendering import FRAMES_PER_SECOND, RENDER_MODES
from crusoe_env.support.options import named, whole
from crusoe_env.support.words import nearest, shown

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


class Seated(OneGame):
    """One game with named seats: what both forms offer besides `reset` and `step`.

    Attributes:
        names: the agents of this episode by seat; none before the first reset.
        form: of the observations.
        agents: the agents that are not done.
        possible_agents: "player_0" .. "player_n-1" by seat, or all characters that can come.
        observation_spaces, action_spaces: by agent, for all agents that can come.
        state_space: the space of `state()`.

    Args:
        game: which game.
        render_mode: "ansi", "rgb_array", "human" or None.
        look: of pictures.
        agents: "seats" or "characters", after which agents are named.
        observation, mask: as for `GameAEC`.
        waits: has the action space "wait" too? Then a cycle of `max_cycles` is an action, else an action of
            each agent.
        settings: as for the Gymnasium environment, and `max_cycles` in place of `max_steps`.

    Raises:
        ValueError, TypeError: for a game of one player, or a wrong setting.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str | Game,
        render_mode: str | None,
        look: Mapping[str, Any] | None,
        agents: str,
        observation: str,
        mask: str,
        waits: bool,
        settings: dict[str, Any],
    ) -> None:
        played = find_game(game)
        if not played.several_players:
            raise ValueError(f"{played.title} is a game for one player; use gymnasium.make")
        named("agents", agents, AGENTS)
        settings = dict(settings)
        self._cycles: int | None = settings.pop("max_cycles", None)
        if self._cycles is not None:
            if settings.get("max_steps") is not None:
                raise ValueError("max_cycles and max_steps both limit an episode: give one of them")
            self._cycles = whole("max_cycles", self._cycles, 1)
        OneGame.__init__(self, played, render_mode, look, settings)
        self.metadata = {
            "name": f"{played.name}_v{played.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_PER_SECOND,
        }
        self._by_seat = agents == "seats"
        self.names: list[str] = []
        self._characters: list[str] = []
        self._numbers: list[np.int64] = []
        self.possible_agents = self._all_names()
        self.agents: list[str] = []
        self._waits = waits
        dtype, actions = self.batch.observation_dtype, played.actions.n + waits
        self.state_space = played.observations.space(dtype)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.form = Form(played, observation, mask, dtype, actions)
        self.observation_spaces = {
            agent: Form(played, observation, mask, dtype, actions).space for agent in self.possible_agents
        }

    def _all_names(self) -> list[str]:
        """The agents that can come under the settings."""
        game, simulator = self.game, self.batch.simulator
        if self._by_seat:
            return seat_names(max(len(game.seats.of(record)) for record in simulator.templates))
        tasks = zip(simulator.templates, simulator.table_rows, strict=True)
        return list(dict.fromkeys(name for task in tasks for name in game.seats.possible(*task)))

    def _reset(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin an episode; without a seed the generator goes on where it is. Raises as `reset`."""
        chosen = {name: value for name, value in (options or {}).items() if name != TESTS_OPTION}
        if seed is not None:
            seed = seed_number(seed)
        seeds = seed is not None or not self._is_seeded
        self._begin_episode(np.random.default_rng(seed) if seeds else None, chosen)
        self._take_seats()
        if self.render_mode == "human":
            self.render()

    def _take_seats(self) -> None:
        """Note who plays, and for how long, in the record's episode."""
        self._characters = self.game.seats.of(self.batch.states[0])
        self._numbers = [np.int64(self.game.seats.characters.index(name)) for name in self._characters]
        self.names = seat_names(len(self._characters)) if self._by_seat else self._characters
        if self._cycles is not None:
            self.batch.settings.max_steps = self._cycles * (1 if self._waits else len(self.names))

    def _need_game(self) -> None:
        if not self.names:
            raise RuntimeError("the game has not begun: call reset() first")

    @property
    def is_over(self) -> bool:
        """Return true if the episode has ended."""
        return bool(self.batch.flags[0] & stepping.ENDED)

    @property
    def acting(self) -> str:
        """The agent whose decision it is. Raises RuntimeError before the first reset."""
        self._need_game()
        return self.names[self._acting_seat]

    @property
    def _acting_seat(self) -> int:
        return int(self.batch.games[0]["acting"][0])

    @property
    def choosers(self) -> list[str]:
        """The agents who decide now, none knowing what the others choose; one, but for some variants."""
        if not self.batch.simulator.has_several_choosers:
            return [self.acting]
        return [name for name, decides in zip(self.names, self.batch.choosers[0], strict=False) if decides]

    def mask(self) -> np.ndarray:
        """The legal actions of who decides, int8 (actions,); "wait" is none of them."""
        mask = np.zeros(self.game.actions.n + self._waits, np.int8)
        mask[: self.game.actions.n] = self.batch.masks[0]
        return mask

    def _seat(self, viewer: str | None) -> int | None:
        if viewer is None:
            return None
        self._need_game()
        if viewer not in self.names:
            raise ValueError(f"unknown agent {shown(viewer)}; {nearest(viewer, self.names)}")
        return self.names.index(viewer)

    def view(self, agent: str) -> np.ndarray:
        """What an agent knows, (size,). Raises ValueError for one that does not play."""
        self._need_game()
        seat, batch = self._seat(agent), self.batch
        return batch.observations[0].copy() if seat == self._acting_seat else batch.observe(seat)[0]

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

    def infos_of(self, masks: Mapping[str, np.ndarray] | None = None) -> dict[str, dict[str, Any]]:
        """What `info` holds for each agent, with these masks if there are any.

        `illegal_action` is that of the last step. Masks are left out where observations hold them, because
        TorchRL fails where both do.
        """
        facts, numbered = self.batch.info_of(0), zip(self.names, self._numbers, strict=True)
        if masks is None or self.form.holds_mask:
            return {agent: {**facts, "character": number} for agent, number in numbered}
        return {
            agent: {"action_mask": masks[agent], **facts, "character": number} for agent, number in numbered
        }

    def _need_agents(self) -> None:
        if not self.agents:
            raise RuntimeError("the episode has ended or not begun: call reset() before step()")

    def state(self) -> np.ndarray:
        """The global state for centralised training, (size,): the table from the first seat.

        It holds what players hide from one another, if they do: nothing is missing but the order of decks.
        Raises RuntimeError before the first reset.
        """
        self._need_game()
        return self.batch.observe(self.game.seats.open_view)[0]

    @property
    def characters(self) -> dict[str, str]:
        """Whom each agent of this episode plays; nobody before the first reset."""
        return dict(zip(self.names, self._characters, strict=True))

    def character_name(self, character: int) -> str:
        """A character by the number in `info["character"]`. Raises ValueError for an unknown number."""
        if not 0 <= character < len(self.game.seats.characters):
            raise ValueError(f"character {character} is outside 0 .. {len(self.game.seats.characters) - 1}")
        return self.game.seats.characters[character]
