"""A Stable-Baselines3 `VecEnv` over the native batch: masked PPO without subprocesses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch
from crusoe_env.engine.checks import check_actions
from crusoe_env.engine.game import Game, ShowsTables
from crusoe_env.engine.unpickling import OwnsArrays
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.interfaces.forms import IN_INFO, Form
from crusoe_env.interfaces.gymnasium_side import limited
from crusoe_env.interfaces.registration import find_game
from crusoe_env.interfaces.rendering import known_render_mode

OF_ALL = ("step", "close")
"""Methods that only all games have together, though single environments have ones of the same name."""


class SB3VecEnv(OwnsArrays, ShowsTables, VecEnv):
    """Many games of one kind for Stable-Baselines3 and sb3-contrib.

    Ended games are reset in the same step, as SB3 expects: `infos[i]` then holds `terminal_observation`,
    `TimeLimit.truncated`, `episode` (return `r`, length `l`) and the facts of the end.
    `env_method("action_masks")` serves MaskablePPO; any other method or attribute of the single environment
    is there too, for each game.

    Args:
        game: short name, id, or the game itself.
        num_envs: how many games.
        seed: game i is seeded with seed + i.
        observation, mask: as for the single environment; with "dict" for SB3's "MultiInputPolicy".
        render_mode: "ansi", "rgb_array", "human" or None.
        **settings: as for the single environment.
    """

    def __init__(
        self,
        /,
        game: str | Game,
        num_envs: int,
        *,
        seed: int | None = None,
        observation: str = "flat",
        mask: str = IN_INFO,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.game = find_game(game)
        self.batch = Batch(self.game, num_envs, autoreset=stepping.SAME_STEP, fresh=True, **settings)
        self.form = Form(self.game, observation, mask, self.batch.observation_dtype)
        self.render_mode = known_render_mode(render_mode)
        self.spec = limited(gymnasium.registry.get(self.game.env_id), self.batch)
        self._settings = {**settings, "observation": observation, "mask": mask}
        self._single: GameEnv | None = None
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._actions = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, self.form.space, spaces.Discrete(self.game.actions.n))
        self.metadata = GameEnv.metadata  # with the frame rate, for videos
        self.seed(seed)

    def reset(self) -> Any:
        """Begin new episodes by `seed` and `set_options`; return observations, (num_envs, size) if flat."""
        for options in self._options:
            self.batch.forced_by(options)  # refuses wrong ones before anything is changed
        self.batch.seed(self._seeds)
        self.batch.simulator.ensure_compiled()
        if any(self._options):
            for i, options in enumerate(self._options):
                self.batch.reset(np.arange(self.num_envs) == i, options)
        else:
            self.batch.reset()
        self._returns[:] = 0.0
        self._lengths[:] = 0
        self._reset_seeds()
        self._reset_options()
        return self._observation()

    def _observation(self) -> Any:
        masks = self.batch.masks.copy() if self.form.holds_mask else self.batch.masks
        return self.form(self.batch.observations.view(), masks)

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`.

        Raises:
            TypeError, ValueError: not one whole number for each game.
        """
        self._actions = check_actions(actions, (self.num_envs,), "games").copy()

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Return observations, rewards (float32), dones (bool) and infos."""
        batch = self.batch
        batch.step(self._actions)
        self._returns += batch.rewards
        self._lengths += 1
        dones = (batch.flags & stepping.ENDED) != 0
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(batch.flags).tolist():
            infos[i] = self._final_info(i) if dones[i] else {"illegal_action": True}
        return self._observation(), batch.rewards.astype(np.float32), dones, infos

    def _final_info(self, i: int) -> dict[str, Any]:
        info: dict[str, Any] = {**self.batch.info_of(i)}
        last, legal = self.batch.final_observations[i].copy(), np.ones(self.game.actions.n, np.int8)
        info["terminal_observation"] = self.form(last, legal)
        info["TimeLimit.truncated"] = bool(self.batch.flags[i] & stepping.TRUNCATED)
        info["episode"] = {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": 0.0}
        self._returns[i] = 0.0
        self._lengths[i] = 0
        return info

    def action_masks(self) -> np.ndarray:
        """Legal actions as bool (num_envs, actions)."""
        return self.batch.masks.astype(bool)

    def close(self) -> None:
        """End the threads."""
        self.batch.close()

    def _game(self, i: int) -> GameEnv:
        """A single environment in the state of game `i`; the same object at every call.

        Raises:
            RuntimeError: before the first reset.
        """
        if not self.batch.begun:
            raise RuntimeError("the games have not begun: call reset() first")
        if self._single is None:
            self._single = GameEnv(game=self.game, **self._settings)
            self._single.spec = self.spec
        self._single.set_state(self.batch.states[i])
        return self._single

    def has_attr(self, attr_name: str) -> bool:
        """Return true if there is such an attribute or method, here or in every game."""
        return hasattr(self, attr_name) or hasattr(GameEnv, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute, once per game chosen: of this object, else of each game's single environment."""
        chosen = list(self._get_indices(indices))
        if hasattr(self, attr_name):
            return [getattr(self, attr_name)] * len(chosen)
        return [getattr(self._game(i), attr_name) for i in chosen]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the whole batch; single games have none of their own.

        Raises:
            ValueError: `indices` leaves out games.
        """
        if self._leaves_out(indices):
            raise ValueError(f"set_attr: {attr_name} is one for all games: leave out indices")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method, of this object if it has one by that name, else of each game's single environment.

        An array with a row for each game is split into its rows. What such a method changes in its game
        (`restore`, `force_chance`) holds. With `indices` that leave out games, `reset` begins the others
        anew, each as the single environment does.

        Raises:
            RuntimeError: before the first reset, for a method of single environments.
            ValueError: `indices` leave out games, and the method is of all games.
        """
        chosen = list(self._get_indices(indices))
        some = self._leaves_out(indices)
        if (
            some
            and hasattr(self, method_name)
            and (method_name in OF_ALL or not hasattr(GameEnv, method_name))
        ):
            raise ValueError(f"env_method: {method_name} is of all games: leave out indices")
        if some or not hasattr(self, method_name):
            return [self._call_in(i, method_name, method_args, method_kwargs) for i in chosen]
        result = getattr(self, method_name)(*method_args, **method_kwargs)
        if isinstance(result, np.ndarray) and len(result) == self.num_envs:
            return [result[i] for i in chosen]
        return [result] * len(chosen)

    def _leaves_out(self, indices: Any) -> bool:
        """Return true if indices do not name every game."""
        return len(set(self._get_indices(indices))) < self.num_envs

    def _call_in(self, i: int, name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        game = self._game(i)
        result = getattr(game, name)(*arguments, **named)
        if game.batch.states[0].tobytes() != self.batch.states[i].tobytes():
            self.batch.states[i] = game.batch.states[0]
            self.batch.refresh(np.arange(self.num_envs) == i)
        if name == "reset":
            self._returns[i], self._lengths[i] = 0.0, 0
        return result

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Whether each game is wrapped: never, but infos hold returns and lengths as `Monitor` puts them."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[np.ndarray | None]:
        """One picture per game, uint8 (height, width, 3)."""
        from crusoe_env.show.pixels import rasterise

        simulator, draw = self.batch.simulator, self.game.picture
        return [
            rasterise(draw(state, simulator.tables_of(state), simulator.facts_of(state)))
            for state in self.batch.states
        ]
