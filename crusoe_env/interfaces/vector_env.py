"""The native Gymnasium vector environment: one compiled call per step for the whole batch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from crusoe_env.engine import stepping
from crusoe_env.engine.batch import UNDECIDED, Batch
from crusoe_env.engine.game import Game
from crusoe_env.engine.pool import ArrayPool
from crusoe_env.engine.state import plain
from crusoe_env.interfaces.forms import IN_INFO, Form
from crusoe_env.interfaces.gymnasium_side import GymnasiumSide, OwnLimit
from crusoe_env.interfaces.planning import PlansManyGames
from crusoe_env.interfaces.registration import find_game
from crusoe_env.interfaces.rendering import FRAMES_PER_SECOND, RENDER_MODES, Look
from crusoe_env.support.options import named

if TYPE_CHECKING:
    from crusoe_env.show.drawing import Picture

AUTORESET = {
    AutoresetMode.NEXT_STEP: stepping.NEXT_STEP,
    AutoresetMode.SAME_STEP: stepping.SAME_STEP,
    AutoresetMode.DISABLED: stepping.DISABLED,
}

GAMES_SHOWN = 4
"""How many games of a batch a notebook shows."""


def autoreset_of(mode: AutoresetMode | str) -> AutoresetMode:
    """An autoreset mode, by name or as it is. Raises ValueError for an unknown name."""
    names = [known.value for known in AutoresetMode]
    return mode if isinstance(mode, AutoresetMode) else AutoresetMode(named("autoreset_mode", mode, names))


class GameVectorEnv(GymnasiumSide, PlansManyGames, gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games of one kind as a `gymnasium.vector.VectorEnv`.

    Each game of the suite has a subclass; other games are given.

    `infos["action_mask"]` is int8 (num_envs, actions). `victory`, `score`, `goal_progress`, `rounds`, `cause`
    and `illegal_action` always stand in `infos`, 0 for games that go on. Under same-step autoreset those of
    ended games are in `infos["final_info"]` beside `infos["final_obs"]`, with the boolean `_…` arrays of
    Gymnasium saying for which games.

    Attributes:
        autoreset_mode: of `gymnasium.vector.AutoresetMode`.

    Args:
        num_envs: how many games.
        autoreset_mode: NEXT_STEP (the default), SAME_STEP or DISABLED.
        max_episode_steps: what `gymnasium.make_vec` calls `max_steps`.
        copy: return arrays that no later step overwrites as long as anybody holds them; without, observations
            and masks are overwritten by the next step.
        observation, mask, look: as for the single environment.
        render_mode: "ansi" or "rgb_array": `render` gives one frame per game.
        game: name, import path or the game itself; subclasses have one.
        **settings: as for the single environment.
    """

    game: Game

    def __init__(
        self,
        /,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        observation: str = "flat",
        mask: str = IN_INFO,
        render_mode: str | None = None,
        look: Mapping[str, Any] | None = None,
        max_episode_steps: int | None = None,
        game: str | Game | None = None,
        **settings: Any,
    ) -> None:
        if game is not None:
            self.game = find_game(game)
        if isinstance(max_episode_steps, OwnLimit):  # of a specification whose arguments say the same
            settings.setdefault("max_steps", int(max_episode_steps))
        elif max_episode_steps is not None:
            if settings.get("max_steps") is not None:
                raise ValueError("max_episode_steps and max_steps are the same setting: give one of them")
            settings["max_steps"] = max_episode_steps
        mode = autoreset_of(autoreset_mode)
        if render_mode is not None:
            named("render_mode", render_mode, RENDER_MODES[:2])
        self.num_envs = num_envs
        self.autoreset_mode = mode
        self.metadata = {
            "autoreset_mode": mode,
            "render_modes": list(RENDER_MODES[:2]),
            "render_fps": FRAMES_PER_SECOND,
        }
        self.render_mode = render_mode
        self._look = Look.of(look)
        self.copy = copy
        self.batch = Batch(self.game, num_envs, autoreset=AUTORESET[mode], fresh=copy, **settings)
        self.form = Form(self.game, observation, mask, self.batch.observation_dtype)
        self.single_observation_space = self.form.space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self.game.actions.n)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)
        self._mask_pool = ArrayPool(self.batch.masks.shape, np.int8)
        self._every_game = np.ones(num_envs, np.bool_)
        self._every_game.setflags(write=False)  # one array for all infos
        self._undecided = {name: np.full(num_envs, value) for name, value in UNDECIDED.items()}
        for values in self._undecided.values():
            values.setflags(write=False)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        if "batch" in vars(self):  # this is called for one whose making failed too
            self.batch.close()

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin new episodes: game i of seed s plays what the single environment plays with seed s + i.

        Args:
            seed: an int, or one seed (or None) per game. Without a seed the generators go on where they are.
            options: `reset_mask` (bool, (num_envs,)) chooses the games; the rest as for the single
                environment.
        """
        seeds = self.batch.seeds_from(seed)
        if seed is None and self._has_new_generator:
            seeds = self.np_random.integers(2**63, size=self.num_envs).tolist()
        options = dict(options or {})
        which = options.pop("reset_mask", None)
        if which is not None:
            self._check_reset_mask(which)
            seeds = [s if chosen else None for s, chosen in zip(seeds, which, strict=True)]
        self.batch.forced_by(options)
        self.batch.seed(seeds)
        self._has_new_generator = False
        self.batch.simulator.ensure_compiled()
        self.batch.reset(which, options)
        self._ended = np.where(self._every_game if which is None else which, False, self._ended)
        return self._seen(self._undecided)

    def _restored(self, which: np.ndarray) -> tuple[Any, dict[str, Any]]:
        self.batch.simulator.ensure_compiled()
        self.batch.refresh(which)
        self._ended = (self.batch.flags & stepping.ENDED) != 0
        return self._seen(self._results())

    def _check_reset_mask(self, which: Any) -> None:
        right = isinstance(which, np.ndarray) and which.dtype == np.bool_ and which.shape == (self.num_envs,)
        if not right or not which.any():
            raise ValueError(
                f"options['reset_mask'] must be bool, of shape ({self.num_envs},), with at least one True"
            )

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play one action in each game; see the class for what stands in `infos`.

        Raises:
            RuntimeError: before the first reset, or when autoreset is disabled and a game has ended.
            TypeError, ValueError: not one whole number for each game.
        """
        batch = self.batch
        if batch.autoreset == stepping.DISABLED and self._ended.any():
            raise RuntimeError(
                "some games have ended and autoreset is disabled: reset them with options['reset_mask']"
            )
        batch.step(actions)
        terminated = (batch.flags & stepping.TERMINATED) != 0
        truncated = (batch.flags & stepping.TRUNCATED) != 0
        self._ended = terminated | truncated
        if not self._ended.any():
            observation, infos = self._seen(self._undecided)
        elif batch.autoreset != stepping.SAME_STEP:
            observation, infos = self._seen(self._results())
        else:
            observation, infos = self._seen(self._undecided)
            self._add_final(infos)
        return observation, batch.rewards.copy(), terminated, truncated, infos

    def _seen(self, facts: Mapping[str, np.ndarray]) -> tuple[Any, dict[str, Any]]:
        """Observations and infos, of which `facts` say how games ended."""
        masks = self.batch.masks
        if self.copy:  # the batch goes by its own, whatever becomes of these
            masks = self._mask_pool.take().view()
            np.copyto(masks, self.batch.masks)
        infos = {"action_mask": masks, **facts}
        infos["illegal_action"] = (self.batch.flags & stepping.ILLEGAL) != 0
        if self.batch.simulator.is_mixed:
            infos["task"] = self.task
        infos |= {f"_{name}": self._every_game for name in list(infos)}
        return self.form(self.batch.observations.view(), masks), infos

    def _results(self) -> dict[str, np.ndarray]:
        """How the games that ended did so; 0 for the others."""
        results = plain(self.batch.results)
        return {
            name: np.where(self._ended, results[name], 0).astype(values.dtype)
            for name, values in self._undecided.items()
        }

    def _add_final(self, infos: dict[str, Any]) -> None:
        """Under same-step autoreset: the last observations and infos of ended games are kept apart."""
        ended, count = self._ended, self.num_envs
        facts: dict[str, Any] = self._results()
        facts["illegal_action"] = infos["illegal_action"] & ended
        infos["illegal_action"] = infos["illegal_action"] & ~ended
        if self.batch.simulator.is_mixed:
            facts["task"] = np.where(ended, self.batch.results.task, 0).astype(np.int64)
        facts["action_mask"] = np.zeros(self.batch.masks.shape, np.int8)
        facts["action_mask"][ended] = 1
        facts |= {f"_{name}": ended.copy() for name in list(facts)}
        finals = np.full(count, None, dtype=object)
        for i in np.flatnonzero(ended).tolist():
            finals[i] = self.form(self.batch.final_observations[i].copy(), facts["action_mask"][i].copy())
        infos |= {"final_info": facts, "_final_info": ended.copy()}
        infos |= {"final_obs": finals, "_final_obs": ended.copy()}

    @property
    def tasks(self) -> list[dict[str, Any]]:
        """The options of the tasks that episodes draw from, by number; most environments have one task."""
        return [dict(task) for task in self.batch.simulator.tasks]

    @property
    def task(self) -> np.ndarray:
        """int64 (num_envs,): the number of the task that each game plays now."""
        return self.batch.states.task.astype(np.int64)

    def action_masks(self) -> np.ndarray:
        """Legal actions as bool (num_envs, actions)."""
        return self.batch.masks.astype(bool)

    def render(self) -> tuple[Any, ...] | None:
        """One frame per game, as text or image."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return tuple(self.game.text(*table) for table in self._tables(self.num_envs))
        from crusoe_env.show.pixels import rasterise

        return tuple(rasterise(page) for page in self._pictures(self.num_envs))

    def _tables(self, games: int) -> Iterator[tuple[Any, Any, dict[str, Any]]]:
        """Record, tables and facts of the first games."""
        simulator = self.batch.simulator
        for state in self.batch.states[:games]:
            tables = simulator.tables_of(state)
            yield self.game.seen_by(state, tables, None), tables, simulator.facts_of(state)

    def _pictures(self, games: int) -> list[Picture]:
        """The tables of the first games as SVG drawings."""
        return [self._look.picture(self.game, *table) for table in self._tables(games)]

    def _repr_html_(self) -> str:
        """The first games in rows, as pictures within a picture."""
        from crusoe_env.show.drawing import side_by_side

        return side_by_side(self._pictures(GAMES_SHOWN))._repr_html_()
