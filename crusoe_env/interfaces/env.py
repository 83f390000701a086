"""The Gymnasium environment, written once for all games: one agent decides for all players."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec

from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch
from crusoe_env.engine.game import Game
from crusoe_env.engine.random import words_from
from crusoe_env.engine.settings import seed_number, storable_action
from crusoe_env.interfaces.forms import IN_INFO, Form
from crusoe_env.interfaces.planning import PlansOneGame
from crusoe_env.interfaces.registration import find_game
from crusoe_env.interfaces.rendering import FRAMES_PER_SECOND, RENDER_MODES, Renderer
from crusoe_env.support.options import generator as checked_generator

if TYPE_CHECKING:
    from crusoe_env.show.drawing import Picture


class OwnLimit(int):
    """A limit of steps that the environment keeps itself, as its specification says it.

    `gymnasium.make(env.spec)` puts a `TimeLimit` around the environment, which counts on after `restore` and
    `set_state`. It asks whether it has counted up to its limit; up to this one it never has.
    """

    def __le__(self, other: object) -> bool:
        return False


def _fields_of(spec: EnvSpec) -> dict[str, Any]:
    return {each.name: getattr(spec, each.name) for each in dataclasses.fields(spec) if each.init}


class OwnSpec(EnvSpec):
    """The specification of an environment that keeps its limit of steps itself."""

    def to_json(self) -> str:
        """The specification as JSON, without a limit of the environment's own: its arguments hold that."""
        fields = _fields_of(self)
        if isinstance(self.max_episode_steps, OwnLimit):
            fields["max_episode_steps"] = None
        return EnvSpec(**fields).to_json()


def limited(spec: EnvSpec | None, batch: Batch) -> EnvSpec | None:
    """A specification that says after how many steps an episode is truncated."""
    if spec is None or spec.max_episode_steps is not None:
        return spec
    return OwnSpec(**{**_fields_of(spec), "max_episode_steps": OwnLimit(batch.settings.max_steps)})


class GameEnv(PlansOneGame, gymnasium.Env[Any, Any]):
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
    _spec: EnvSpec | None = None

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
        if game is not None:
            self.game = find_game(game)
        self._renderer = Renderer(self.game.title, render_mode, look)
        self.render_mode = render_mode
        self.batch = Batch(self.game, 1, **settings)
        self.form = Form(self.game, observation, mask, self.batch.observation_dtype)
        self.observation_space = self.form.space
        self.action_space = spaces.Discrete(self.game.actions.n)
        self._action = np.zeros(1, np.int64)
        self._last_action: int | None = None
        self._recent: deque[tuple[bytes, int]] = deque(maxlen=self.game.logged_actions)
        self._live = False  # an episode has begun and not ended
        self._has_new_generator = False

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
        words = None
        if seed is not None or self._has_new_generator or not self.batch.states.rng[0].any():
            words = words_from(self.np_random)
        self.batch.forced_by(options)
        if words is not None:
            self.batch.states.rng[0] = words
        self.batch.simulator.ensure_compiled()
        self.batch.reset(options=options)
        self._last_action = None
        self._recent.clear()
        self._live, self._has_new_generator = True, False
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        """Observation and info."""
        mask = self.batch.masks[0].copy()
        info = {"action_mask": mask, **self.batch.facts(0)}
        return self.form(self.batch.observations[0].copy(), mask), info

    @property
    def np_random(self) -> np.random.Generator:
        """The generator that seeds the game: at its first `reset`, and at the next one after it was set."""
        return super().np_random

    @np_random.setter
    def np_random(self, generator: np.random.Generator) -> None:
        self._np_random = checked_generator("np_random", generator)
        self._np_random_seed = -1
        self._has_new_generator = True

    @property
    def spec(self) -> EnvSpec | None:
        """The specification by which this was made, with the limit of steps that holds."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        self._spec = limited(spec, self.batch)

    @property
    def task(self) -> dict[str, Any]:
        """The options of this episode: where it draws one of several tasks, those of the task drawn."""
        return dict(self.batch.simulator.tasks[int(self.batch.states.table[0])])

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
        batch = self.batch
        if not self._live:
            raise RuntimeError("the episode has ended or not begun: call reset() before step()")
        self._action[0] = storable_action(action)
        before = batch.states.tobytes() if self.game.logged_actions else b""  # a record's own copy() is slow
        batch.step(self._action)
        flags = int(batch.flags[0])
        if not flags & stepping.ILLEGAL:
            self._last_action = int(action)
            self._recent.append((before, self._last_action))
        self._live = not flags & stepping.ENDED
        if self.render_mode == "human":
            self.render()
        terminated = bool(flags & stepping.TERMINATED)
        truncated = bool(flags & stepping.TRUNCATED)
        observation, info = self._seen()
        return observation, float(batch.rewards[0]), terminated, truncated, info

    def render(self, theme: str | None = None, layout: str | None = None, width: int | None = None) -> Any:
        """Return the table as text ("ansi") or an image (uint8, height x width x 3), or show a window.

        Arguments as for `picture`; wrappers do not pass them on, so give `look` to `gymnasium.make` there.
        """
        return self._renderer.render(self.text, lambda: self.picture(theme, layout, width))

    def close(self) -> None:
        """Close the window, if one is open, and end the threads."""
        self._renderer.close()
        self.batch.close()

    # ------------------------------------------------------------------ masks and states

    def action_masks(self) -> np.ndarray:
        """Legal actions as bool (n,), where sb3-contrib looks for them."""
        return self.batch.masks[0].astype(bool)

    @property
    def state(self) -> Any:
        """A copy of the game's record, hidden cards and generator included."""
        return self.batch.states[0].copy()

    def _restored(self, which: np.ndarray) -> tuple[Any, dict[str, Any]]:
        self.batch.simulator.ensure_compiled()
        self.batch.refresh()
        self._last_action = None
        self._recent.clear()
        self._live = not self.batch.flags[0] & stepping.ENDED
        return self._seen()

    # ------------------------------------------------------------------ pictures

    def picture(
        self,
        theme: str | None = None,
        layout: str | None = None,
        width: int | None = None,
        viewer: int | None = None,
    ) -> Picture:
        """The table as an SVG drawing, which a notebook shows.

        Args:
            theme: "light" or "dark".
            layout: "table", or "compact": 400 pixels wide, with words of at least 11 pixels.
            width: in pixels; the height follows.
            viewer: the seat whose knowledge is drawn, in games that hide decisions of others; None: all.

        What else is None is as `look` says.

        Raises:
            ValueError, TypeError: for a value that is none of these.
        """
        simulator = self.batch.simulator
        state = self.batch.states[0]
        tables = simulator.tables_of(state)
        table = (self.game.seen_by(state, tables, viewer), tables, simulator.facts_of(state))
        action = self._last_action if viewer is None else None
        last = None if action is None else self.action_name(action)
        style: dict[str, Any] = {"log": self._recent_log(*table)} if self.game.logged_actions else {}
        look = self._renderer.look.but(theme=theme, layout=layout, width=width)
        return look.picture(self.game, *table, last_action=last, **style)

    def _recent_log(self, state: Any, tables: Any, facts: dict[str, Any]) -> list[str]:
        """What each of the last actions did, oldest first, as the game's view puts it."""
        happened = self.game.viewed("happened")
        kind = self.batch.states.dtype
        states = [np.frombuffer(bytearray(before), kind)[0] for before, _ in self._recent] + [state]
        actions = [action for _, action in self._recent]
        steps = zip(states[:-1], actions, states[1:], strict=True)
        return [
            line for before, action, after in steps for line in happened(before, action, after, tables, facts)
        ]

    def text(self, viewer: int | None = None) -> str:
        """The table as text; `viewer` as for `picture`."""
        state, simulator = self.batch.states[0], self.batch.simulator
        tables = simulator.tables_of(state)
        return self.game.text(self.game.seen_by(state, tables, viewer), tables, simulator.facts_of(state))

    def _repr_html_(self) -> str:
        return self.picture()._repr_html_()
