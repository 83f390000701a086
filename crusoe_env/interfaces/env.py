"""The Gymnasium environment, written once for all games: one agent decides for all players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from crusoe_env.engine import stepping
from crusoe_env.engine.game import Game
from crusoe_env.engine.settings import seed_number, storable_action
from crusoe_env.interfaces.forms import IN_INFO, Form
from crusoe_env.interfaces.gymnasium_side import GymnasiumSide
from crusoe_env.interfaces.one_game import OneGame
from crusoe_env.interfaces.registration import find_game
from crusoe_env.interfaces.rendering import FRAMES_PER_SECOND, RENDER_MODES


class GameEnv(GymnasiumSide, OneGame, gymnasium.Env[Any, Any]):
    """One game as a Gymnasium environment.

    Each game of the suite has a subclass, whose docstring is its reference page; other games are given.

    Args:
        render_mode: "ansi", "rgb_array", "human" or None.
        observation: "flat" (one vector) or "dict" (the same, by segment).
        mask: where the action mask stands: "info" alone, or in the observation too, with the names of the
            keys that "pettingzoo", "rllib" or "tianshou" look for; see `interfaces.forms`.
        look: of pictures, a mapping: `theme` ("light", "dark"), `layout` ("table", or "compact" for little
            room) and `width` in pixels.
        game: name, import path or the game itself; subclasses have one.
        **settings: `reward`, `on_illegal`, `illegal_penalty`, `max_steps`, `discount`, `observation_dtype`,
            `data`, and the game's options; see `engine.batch.Batch`.
    """

    game: Game
    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_SECOND}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        /,
        render_mode: str | None = None,
        observation: str = "flat",
        mask: str = IN_INFO,
        look: Mapping[str, Any] | None = None,
        game: str | Game | None = None,
        **settings: Any,
    ) -> None:
        OneGame.__init__(self, self.game if game is None else find_game(game), render_mode, look, settings)
        self.form = Form(self.game, observation, mask, self.batch.observation_dtype)
        self.observation_space = self.form.space
        self.action_space = spaces.Discrete(self.game.actions.n)
        self._live = False  # an episode has begun and not ended

    # ------------------------------------------------------------------ the Gymnasium interface

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new episode.

        Args:
            seed: seeds the game's generator; without one, the generator goes on where it is.
            options: may fix chance for this episode, see the game's page.

        Raises:
            ValueError, TypeError: for a wrong seed or option; the game under way stays as it is.
        """
        if seed is not None:
            seed = seed_number(seed)
        super().reset(seed=seed)
        seeds = seed is not None or self._has_new_generator or not self._is_seeded
        self._begin_episode(self.np_random if seeds else None, options)
        self._live, self._has_new_generator = True, False
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        """Observation and info."""
        mask = self.batch.masks[0].copy()
        info = {"action_mask": mask, **self.batch.info_of(0)}
        return self.form(self.batch.observations[0].copy(), mask), info

    @property
    def task(self) -> dict[str, Any]:
        """The options of this episode: where it draws one of several tasks, those of the task drawn."""
        return dict(self.batch.simulator.tasks[int(self.batch.states.task[0])])

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play one action.

        Returns:
            observation, reward, terminated, truncated, info. `info["action_mask"]` is int8 (n,);
            `info["illegal_action"]` says whether the action was illegal; `victory`, `score`,
            `goal_progress`, `rounds`, `cause` are 0 until the end.

        Raises:
            IllegalActionError: under `on_illegal="raise"`; the game stays as it is.
            RuntimeError: if the episode has ended or not begun.
            TypeError: the action is no whole number.
        """
        if not self._live:
            raise RuntimeError("the episode has ended or not begun: call reset() before step()")
        flags = self._play(storable_action(action))
        self._live = not flags & stepping.ENDED
        terminated = bool(flags & stepping.TERMINATED)
        truncated = bool(flags & stepping.TRUNCATED)
        observation, info = self._seen()
        return observation, float(self.batch.rewards[0]), terminated, truncated, info

    # ------------------------------------------------------------------ masks and states

    def action_masks(self) -> np.ndarray:
        """Legal actions as bool (n,), where sb3-contrib looks for them."""
        return self.batch.masks[0].astype(bool)

    @property
    def state(self) -> Any:
        """A copy of the game's record, hidden cards and generator included."""
        return self.batch.states[0].copy()

    def _restored(self, which: np.ndarray) -> tuple[Any, dict[str, Any]]:
        self._go_on()
        self._live = not self.batch.flags[0] & stepping.ENDED
        return self._seen()
