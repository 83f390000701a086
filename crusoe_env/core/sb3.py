"""A Stable-Baselines3 `VecEnv` over the native batch: masked PPO without subprocesses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from crusoe_env.core import stepping
from crusoe_env.core.batch import Batch
from crusoe_env.core.compile import compile_message
from crusoe_env.core.env import observation_space
from crusoe_env.core.game import Game, ShowsTables
from crusoe_env.core.registration import game as find_game


class SB3VecEnv(ShowsTables, VecEnv):
    """Many games of one kind for Stable-Baselines3 and sb3-contrib.

    Ended games are reset in the same step, as SB3 expects: `infos[i]` then holds `terminal_observation`,
    `TimeLimit.truncated`, `episode` (return `r`, length `l`) and the facts of the end.
    `env_method("action_masks")` serves MaskablePPO.

    Args:
        game: short name, id, or the game itself.
        num_envs: how many games.
        seed: game i is seeded with seed + i.
        **settings: as for the single environment.
    """

    def __init__(self, game: str | Game, num_envs: int, *, seed: int | None = None, **settings: Any) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.batch = Batch(self.game, num_envs, autoreset=stepping.SAME_STEP, fresh=True, **settings)
        self.render_mode = None
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._actions = np.zeros(num_envs, np.int64)
        space = observation_space(self.game, "flat", self.batch.observation_dtype)
        super().__init__(num_envs, space, spaces.Discrete(self.game.actions.n))
        self.seed(seed)

    def reset(self) -> np.ndarray:
        """New episodes, as `seed` and `set_options` said; the observations, (num_envs, size)."""
        for options in self._options:
            self.batch.forced_by(options)  # refuses wrong ones before anything is changed
        self.batch.seed(self._seeds)
        with compile_message(self.game.name):
            if any(self._options):
                for i, options in enumerate(self._options):
                    self.batch.reset(np.arange(self.num_envs) == i, options)
            else:
                self.batch.reset()
        self._returns[:] = 0.0
        self._lengths[:] = 0
        self._reset_seeds()
        self._reset_options()
        return self.batch.observations.view()

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = np.ascontiguousarray(actions, np.int64)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Observations, rewards (float32), dones (bool) and infos."""
        batch = self.batch
        batch.step(self._actions)
        self._returns += batch.rewards
        self._lengths += 1
        dones = (batch.flags & stepping.ENDED) != 0
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones).tolist():
            infos[i] = self._final_info(i)
        for i, name in batch.illegal_names(self._actions).items():
            infos[i]["illegal_action"] = name
        return batch.observations.view(), batch.rewards.astype(np.float32), dones, infos

    def _final_info(self, i: int) -> dict[str, Any]:
        info = self.batch.result(i)
        info["terminal_observation"] = self.batch.final_observations[i].copy()
        info["TimeLimit.truncated"] = bool(self.batch.flags[i] & stepping.TRUNCATED)
        info["episode"] = {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": 0.0}
        self._returns[i] = 0.0
        self._lengths[i] = 0
        return info

    def action_masks(self) -> np.ndarray:
        """Legal actions as bool (num_envs, actions)."""
        return self.batch.masks.astype(bool)

    def close(self) -> None:
        """Nothing is held open."""

    def has_attr(self, attr_name: str) -> bool:
        """Is there such an attribute or method, here or in every game?"""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute, once per game chosen."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the whole batch; single games have none of their own."""
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method; one that gives an array with a row per game is split into its rows."""
        chosen = list(self._get_indices(indices))
        result = getattr(self, method_name)(*method_args, **method_kwargs)
        if isinstance(result, np.ndarray) and len(result) == self.num_envs:
            return [result[i] for i in chosen]
        return [result] * len(chosen)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No wrappers; returns and lengths of episodes are in the infos, as `Monitor` would put them."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[np.ndarray | None]:
        """One picture per game, uint8 (height, width, 3)."""
        from crusoe_env.core.drawing import rasterise

        simulator, draw = self.batch.simulator, self.game.picture
        return [
            rasterise(draw(state, simulator.tables_of(state), simulator.facts_of(state)))
            for state in self.batch.states
        ]
