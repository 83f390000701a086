"""The native Gymnasium vector environment: one compiled call per step for the whole batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from crusoe_env.core import stepping
from crusoe_env.core.batch import Batch
from crusoe_env.core.compile import compile_message
from crusoe_env.core.env import observation_space
from crusoe_env.core.game import Game, ShowsTables, plain
from crusoe_env.core.pool import ArrayPool
from crusoe_env.core.rendering import RENDER_MODES

AUTORESET = {
    AutoresetMode.NEXT_STEP: stepping.NEXT_STEP,
    AutoresetMode.SAME_STEP: stepping.SAME_STEP,
    AutoresetMode.DISABLED: stepping.DISABLED,
}


class GameVectorEnv(ShowsTables, gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games of one kind as a `gymnasium.vector.VectorEnv`. Each game has a subclass.

    `infos["action_mask"]` is int8 (num_envs, actions). When episodes end, `victory`, `score`,
    `goal_progress`, `rounds` and `cause` stand in `infos`, or under same-step autoreset in
    `infos["final_info"]` beside `infos["final_obs"]`, with the boolean `_…` arrays of Gymnasium saying for
    which games.

    Args:
        num_envs: how many games.
        autoreset_mode: NEXT_STEP (the default), SAME_STEP or DISABLED.
        copy: return arrays that no later step overwrites as long as anybody holds them; without, observations
            and masks are overwritten by the next step.
        observation: "flat" or "dict".
        render_mode: "ansi" or "rgb_array": `render` gives one frame per game.
        **settings: as for the single environment.
    """

    game: ClassVar[Game]

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        observation: str = "flat",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        mode = autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else AutoresetMode(autoreset_mode)
        if render_mode not in (None, *RENDER_MODES[:2]):
            raise ValueError(
                f"unknown render_mode {render_mode!r}; choose from {', '.join(RENDER_MODES[:2])}"
            )
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": list(RENDER_MODES[:2])}
        self.render_mode = render_mode
        self.copy = copy
        self.observation_form = observation
        self.batch = Batch(self.game, num_envs, autoreset=AUTORESET[mode], fresh=copy, **settings)
        dtype = self.batch.observation_dtype
        self.single_observation_space = observation_space(self.game, observation, dtype)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self.game.actions.n)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)
        self._causes = np.array(self.game.all_causes, dtype=object)
        self._mask_pool = ArrayPool(self.batch.masks.shape, np.int8)
        self._every_game = np.ones(num_envs, np.bool_)
        self._every_game.setflags(write=False)  # one array for all infos

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """New episodes: game i of seed s plays what the single environment plays with seed s + i.

        Args:
            seed: an int, or one seed (or None) per game. Without a seed the generators go on where they are.
            options: `reset_mask` (bool, (num_envs,)) chooses the games; the rest as for the single
                environment.
        """
        seeds = self.batch.seeds_from(seed)
        options = dict(options or {})
        which = options.pop("reset_mask", None)
        if which is not None:
            self._check_reset_mask(which)
            seeds = [s if chosen else None for s, chosen in zip(seeds, which, strict=True)]
        self.batch.forced_by(options)
        self.batch.seed(seeds)
        with compile_message(self.game.name):
            self.batch.reset(which, options)
        self._ended = np.where(self._every_game if which is None else which, False, self._ended)
        infos: dict[str, Any] = {}
        self._add_masks(infos)
        return self._observation(), infos

    def _check_reset_mask(self, which: Any) -> None:
        right = isinstance(which, np.ndarray) and which.dtype == np.bool_ and which.shape == (self.num_envs,)
        if not right or not which.any():
            raise ValueError(
                f"options['reset_mask'] must be bool, of shape ({self.num_envs},), with at least one True"
            )

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One action in each game; see the class for what stands in `infos`.

        Raises:
            RuntimeError: before the first reset, or when autoreset is disabled and a game has ended.
            TypeError, ValueError: not one whole number for each game.
        """
        batch = self.batch
        if batch.autoreset == stepping.DISABLED and self._ended.any():
            raise RuntimeError(
                "some games have ended and autoreset is disabled: reset them with options['reset_mask']"
            )
        chosen = batch.actions_from(actions)
        batch.step(chosen)
        terminated = (batch.flags & stepping.TERMINATED) != 0
        truncated = (batch.flags & stepping.TRUNCATED) != 0
        self._ended = terminated | truncated
        infos: dict[str, Any] = {}
        if batch.flags.any():
            if self._ended.any():
                self._add_results(infos)
            self._add_masks(infos)
            self._add_illegal(infos, chosen)
        else:
            self._add_masks(infos)
        return self._observation(), batch.rewards.copy(), terminated, truncated, infos

    def _add_masks(self, infos: dict[str, Any]) -> None:
        masks = self.batch.masks
        if self.copy:  # the batch goes by its own, whatever becomes of these
            masks = self._mask_pool.take().view()
            np.copyto(masks, self.batch.masks)
        infos["action_mask"] = masks
        infos["_action_mask"] = self._every_game

    def _add_results(self, infos: dict[str, Any]) -> None:
        """What ended: under same-step autoreset the final observation and info are kept apart."""
        ended = self._ended
        which = np.flatnonzero(ended)
        results = plain(self.batch.results)[which]
        facts: dict[str, Any] = {
            "victory": np.zeros(self.num_envs, np.bool_),
            "score": np.zeros(self.num_envs, np.int64),
            "goal_progress": np.zeros(self.num_envs),
            "rounds": np.zeros(self.num_envs, np.int64),
        }
        if self.batch.simulator.is_mixed:
            facts["task"] = np.zeros(self.num_envs, np.int64)
        for name, values in facts.items():
            values[which] = results[name]
        facts["cause"] = np.full(self.num_envs, None, dtype=object)
        facts["cause"][which] = self._causes[results["cause"]]
        facts |= {f"_{name}": ended.copy() for name in list(facts)}
        if self.batch.autoreset != stepping.SAME_STEP:
            infos |= facts
            return
        facts["action_mask"] = np.zeros(self.batch.masks.shape, np.int8)
        facts["action_mask"][ended] = 1
        facts["_action_mask"] = ended.copy()
        finals = np.full(self.num_envs, None, dtype=object)
        last = self.batch.final_observations[which]
        for i, row in zip(which.tolist(), last, strict=True):
            finals[i] = row if self.observation_form == "flat" else self._formed(row)
        infos |= {"final_info": facts, "_final_info": ended.copy()}
        infos |= {"final_obs": finals, "_final_obs": ended.copy()}

    def _add_illegal(self, infos: dict[str, Any], actions: np.ndarray) -> None:
        """Names of illegal actions; one that ended a game already reset belongs to its final info."""
        for i, name in self.batch.illegal_names(actions).items():
            final = self.batch.autoreset == stepping.SAME_STEP and self._ended[i]
            where = infos["final_info"] if final else infos
            if "illegal_action" not in where:
                where["illegal_action"] = np.full(self.num_envs, None, dtype=object)
                where["_illegal_action"] = np.zeros(self.num_envs, np.bool_)
            where["illegal_action"][i] = name
            where["_illegal_action"][i] = True

    def _formed(self, flat: np.ndarray) -> Any:
        return flat if self.observation_form == "flat" else self.game.observations.split(flat)

    def _observation(self) -> Any:
        return self._formed(self.batch.observations.view())

    @property
    def tasks(self) -> list[dict[str, Any]]:
        """The options of the tasks that episodes draw from, by number; mostly there is one."""
        return [dict(task) for task in self.batch.simulator.tasks]

    @property
    def task(self) -> np.ndarray:
        """int64 (num_envs,): the number of the task that each game plays now."""
        return self.batch.states.table.astype(np.int64)

    def action_masks(self) -> np.ndarray:
        """Legal actions as bool (num_envs, actions)."""
        return self.batch.masks.astype(bool)

    def render(self) -> tuple[Any, ...] | None:
        """One frame per game, as text or image."""
        if self.render_mode is None:
            return None
        simulator = self.batch.simulator
        show = self.game.text if self.render_mode == "ansi" else self.game.picture
        pages = [
            show(state, simulator.tables_of(state), simulator.facts_of(state)) for state in self.batch.states
        ]
        if self.render_mode == "ansi":
            return tuple(pages)
        from crusoe_env.core.drawing import rasterise

        return tuple(rasterise(page) for page in pages)
