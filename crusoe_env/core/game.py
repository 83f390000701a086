"""A game as a value: all that the shared classes need to know; and its rules on arrays of states."""

from __future__ import annotations

import functools
import hashlib
import importlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol

import numpy as np

from crusoe_env.core import stepping
from crusoe_env.core.compile import bind, ensure_compiled
from crusoe_env.core.layout import ActionLayout, Entries, ObservationLayout
from crusoe_env.core.random import words_from
from crusoe_env.core.registration import game as find_game
from crusoe_env.core.state import new_records
from crusoe_env.core.threads import GAMES_PER_THREAD, Workers, processors
from crusoe_env.core.words import nearest

SAMPLER = np.dtype((np.record, [("unused", "i8"), ("rng", "u4", (4,))]))
"""A generator without a game; not the beginning of a game's record, or Numba would take it for its base."""


DECKS = "decks"
"""The option of `reset` that chooses the order of decks, in games that have several."""


@dataclass(frozen=True)
class Decks:
    """How the order of a game's decks is chosen.

    Attributes:
        check: names of cards by deck, from what a user gives. Raises ValueError.
        arrange: brings them to the top of the decks of a record under way. Raises ValueError.
        begin_with: begins a new episode in a record (record, tables, names by deck). Raises ValueError.
    """

    check: Callable[[Any], dict[str, list[str]]]
    arrange: Callable[[Any, Mapping[str, Sequence[str]]], None]
    begin_with: Callable[[Any, Any, Mapping[str, Sequence[str]]], None]


@dataclass(frozen=True)
class Windows:
    """Decisions at which a player may use something, or let the moment pass.

    Attributes:
        field, value: a field of the record, and what it says at a window.
        pass_action: the action that lets it pass.
        course: the fields of a record that say only what is asked and what is still to be done, and notes of
            what was done: what may differ between two windows that ask the same.
    """

    field: str
    value: int
    pass_action: int
    course: tuple[str, ...]

    def at(self, states: np.ndarray) -> np.ndarray:
        """Which of some records, (n,), are at a window: bool (n,)."""
        asked: np.ndarray = states[self.field] == self.value
        return asked


@dataclass(frozen=True, eq=False)
class Game:
    """One game of the suite.

    Attributes:
        name: short name, also of its folder.
        title: printed title.
        version: the number behind `-v` in the environment's id; raised when the rules as played change.
        dtype: the record of one game.
        causes: how a game can end; index 0 means that it has not.
        cause_names: the same with the words of a task, from its facts; None: they are always `causes`.
        has_points: do victory points count in the games of these tables?
        actions, observations: the layouts.
        rules: the compiled functions of `core.hooks`, by name.
        load: the printed facts from the data files and a user's file, for the game's options.
        tables: the facts as one record for the rules, for the game's options.
        options: the game's options with their defaults.
        tasks: the options that set the task, with all their values; suites evaluate agents on each.
        split: the options of each task, where options name several ("mixed", or a list of values).
        join: writes into tables and records what is known only when all tasks are: (rows of tables, blank
            records, options of each task). Raises ValueError.
        configure: writes checked options into a record. Raises ValueError.
        forced: outcomes of chance, as people write them, turned into the record's numbers. Raises ValueError.
        chance_option: what the option of `reset` is called that fixes chance (`deck`, `chance`).
        force: brings the record's forced outcomes to effect in a game under way (decks), if it needs to.
        decks: how the order of decks is chosen, in games that have several.
        view: the module with `picture` and `text`, and `events` in games with a log, imported when something
            is first drawn.
        longest_episode: the default limit of steps.
        windows: the decisions that `auto_pass` may skip, in games that have such.
        compile_time: how long compiling the rules may take, in words.
        characters: of games of several players: the names of those whom they play.
        possible_seats: the characters that can come under a record's options and tables.
        seats: the characters by seat, once a game has begun.
    """

    name: str
    title: str
    version: int
    dtype: np.dtype
    causes: tuple[str, ...]
    actions: ActionLayout
    observations: ObservationLayout
    rules: Mapping[str, Callable[..., Any]]
    load: Callable[[str | Path | None, Mapping[str, Any]], dict[str, Any]]
    tables: Callable[[dict[str, Any], Mapping[str, Any]], Any]
    forced: Callable[[Sequence[Any], Any], list[int]]
    view: str
    chance_option: str
    longest_episode: int
    options: Mapping[str, Any] = field(default_factory=dict)
    tasks: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    cause_names: Callable[[Mapping[str, Any]], tuple[str, ...]] | None = None
    split: Callable[[Mapping[str, Any]], list[dict[str, Any]]] | None = None
    join: Callable[[Any, Any, Sequence[Mapping[str, Any]]], None] | None = None
    configure: Callable[[Any, Mapping[str, Any], dict[str, Any]], None] | None = None
    force: Callable[[Any], None] | None = None
    decks: Decks | None = None
    windows: Windows | None = None
    characters: tuple[str, ...] = ()
    possible_seats: Callable[[Any, Any], list[str]] | None = None
    seats: Callable[[Any], list[str]] | None = None
    compile_time: str = "some seconds"
    has_points: Callable[[Any], bool] = lambda tables: True

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: where it is loaded, its compiled functions come from the cache."""
        return find_game, (self.name,)

    @property
    def env_id(self) -> str:
        """The Gymnasium id."""
        return f"crusoe_env/{self.title.replace(' ', '').replace('!', '')}-v{self.version}"

    def picture(self, state: Any, tables: Any, facts: dict[str, Any], **style: Any) -> str:
        """The SVG drawing of a state; `style`: `theme` ("light", "dark"), `last_action` (its name)."""
        return importlib.import_module(self.view).picture(state, tables, facts, **style)

    def text(self, state: Any, tables: Any, facts: dict[str, Any]) -> str:
        """The text view of a state."""
        return importlib.import_module(self.view).text(state, tables, facts)

    def log(self, state: Any, tables: Any, facts: dict[str, Any]) -> list[dict[str, Any]]:
        """What happened last, oldest first, as far as the record keeps it; nothing in games without a log."""
        events = getattr(importlib.import_module(self.view), "events", None)
        return [] if events is None else events(state, tables, facts)

    def compile(self, *templates: ModuleType) -> SimpleNamespace:
        """The functions of template modules compiled against this game's rules.

        A template may import and call the functions of `core.hooks`, of `core.stepping`, and of the templates
        named before it.
        """
        return bind(templates, {**self._names, **vars(self.kernels)}, self.name)

    @property
    def _names(self) -> dict[str, Any]:
        """What stands in the place of the names of `core.hooks`."""
        return {**self.rules, "OBSERVATION_SCALE": self.observations.scale}

    @functools.cached_property
    def kernels(self) -> SimpleNamespace:
        """The loops of `core.stepping`, compiled for this game."""
        return bind([stepping], self._names, self.name)

    def ensure_compiled(self) -> None:
        """Compile the rules if the cache does not hold them, and say so on stderr."""
        ensure_compiled(self.name, self.compile_time, self._compile_now)

    def _compile_now(self) -> None:
        """What every environment needs: one game begins and makes a step."""
        from crusoe_env.core.batch import Batch

        batch = Batch(self, 1, autoreset=stepping.SAME_STEP)
        batch.seed([0])
        batch.reset()
        batch.step(batch.masks.argmax(axis=1))

    @property
    def chance_options(self) -> tuple[str, ...]:
        """The options of `reset` that fix chance."""
        return (self.chance_option,) if self.decks is None else (self.chance_option, DECKS)

    def cause(self, number: int) -> str:
        """The usual name of a cause; `Simulator.cause` tells it with the words of its task."""
        return self.all_causes[number]

    @property
    def all_causes(self) -> tuple[str, ...]:
        """The usual names of all causes: the game's own, then from the end those of the environment."""
        return self._all_causes(self.causes)

    def causes_of(self, facts: Mapping[str, Any]) -> tuple[str, ...]:
        """The same names with the words of a task, as `cause_name` reports them."""
        return self._all_causes(self.causes if self.cause_names is None else self.cause_names(facts))

    @staticmethod
    def _all_causes(own: tuple[str, ...]) -> tuple[str, ...]:
        others = {stepping.ENDED_BY_ILLEGAL_ACTION: "illegal action", stepping.OUT_OF_STEPS: "out of steps"}
        return (*own, *(others[number] for number in sorted(others)))

    def checked_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with defaults filled in. Raises TypeError for one that the game does not have."""
        for name in options:
            if name not in self.options:
                known = nearest(name, self.options) if self.options else "it has none"
                raise TypeError(f"{self.title} got an unexpected keyword argument {name!r}; {known}")
        return {**self.options, **options}


class _HasGame(Protocol):
    @property
    def game(self) -> Game: ...

    @property
    def batch(self) -> Any: ...


class ShowsTables:
    """What every interface to a game says about its numbers."""

    def cause_name(self: _HasGame, cause: int, task: int | None = None) -> str:
        """How a game ended, by the number in `info["cause"]`.

        Args:
            cause: the number.
            task: where episodes draw one of several tasks, the number of that one, since some have words of
                their own; by default that of the (first) game's present episode.

        Raises:
            ValueError: for an unknown number.
        """
        names = self.batch.simulator.causes[self.batch.states.table[0] if task is None else task]
        most = len(self.game.causes) - 1
        if not stepping.OUT_OF_STEPS <= cause <= most:
            raise ValueError(f"cause {cause} is outside {stepping.OUT_OF_STEPS} .. {most}")
        return str(names[cause])

    @property
    def observation_scale(self: _HasGame) -> np.ndarray:
        """float32 (size,), read-only: observations of bytes times this are those of floats, bit for bit."""
        return self.game.observations.scale

    def observation_fields(self: _HasGame) -> tuple[Entries, ...]:
        """What each entry of a flat observation means: every field of every row, in order."""
        return self.game.observations.fields()


class Simulator:
    """The rules of one game on arrays of states: for planners, tests and benchmarks.

    It never changes its inputs unless it says so, and holds nothing but tables.

    States are recarrays of shape (n,) and dtype `game.dtype`; a row copy is a copy of a game. Where
    the options name several tasks, each episode draws one of `tasks` with its own generator; its number is
    `state.table`.

    Attributes:
        options: the game's options, with defaults.
        tasks, task_facts: the options of each task, and its facts; mostly there is one.
        facts, tables: those of the first task; `facts_of` and `tables_of` give those of a state.
        table_rows: the tables of all tasks, (tasks,) records.
        facts_hash: a hash of `table_rows`, hexadecimal; every state says it as a number, `state.facts`.

    Args:
        game: which game.
        data: a TOML file with corrections of printed facts, or None.
        threads: how many threads share a large batch; by default as many as there are processors. Results
            do not depend on it.
        **options: the game's options.
    """

    def __init__(
        self, game: Game, data: str | Path | None = None, threads: int | None = None, **options: Any
    ) -> None:
        self.game = game
        self.options = game.checked_options(options)
        self.tasks = [self.options] if game.split is None else game.split(self.options)
        self.task_facts = [game.load(data, task) for task in self.tasks]
        rows = [game.tables(facts, task) for facts, task in zip(self.task_facts, self.tasks, strict=True)]
        self.table_rows = np.array(rows)
        self.threads = threads or processors()
        self._workers = Workers(self.threads)
        self.templates = new_records(game.dtype, len(self.tasks))
        self.templates.table = np.arange(len(self.tasks))
        self.templates.mixed = len(self.tasks) > 1
        if game.configure is not None:
            for i, task in enumerate(self.tasks):
                game.configure(self.templates[i], task, self.task_facts[i])
        if game.join is not None:
            game.join(self.table_rows, self.templates, self.tasks)
        self.facts_hash = hashlib.blake2b(self.table_rows.tobytes(), digest_size=6).hexdigest()
        self.templates.facts = int(self.facts_hash, 16)
        self.facts, self.tables = self.task_facts[0], self.table_rows[0]

    @property
    def is_mixed(self) -> bool:
        """Does each episode draw one of several tasks?"""
        return len(self.tasks) > 1

    def facts_of(self, state: Any) -> dict[str, Any]:
        """The facts of the task that this state's episode plays."""
        return self.task_facts[int(state["table"])]

    def tables_of(self, state: Any) -> Any:
        """The tables of the task that this state's episode plays."""
        return self.table_rows[int(state["table"])]

    @functools.cached_property
    def causes(self) -> np.ndarray:
        """How episodes can end, by task and `state.cause`: str objects (tasks, causes)."""
        return np.array([self.game.causes_of(facts) for facts in self.task_facts], dtype=object)

    def cause(self, state: Any) -> str:
        """How the game of a state that is over has ended, with the words of its task."""
        return str(self.causes[state["table"], state["cause"]])

    @functools.cached_property
    def described(self) -> dict[str, Any]:
        """What sets states of this simulator apart: its `options`, and a hash of its tables, `facts`."""
        options: dict[str, Any] = json.loads(json.dumps(self.options, default=str))
        return {"options": options, "facts": self.facts_hash}

    def check_state(self, state: Any) -> None:
        """Was this record played by these tables? Raises ValueError for one of other tasks or facts."""
        if state["facts"] != self.templates.facts[0] or not 0 <= state["table"] < len(self.tasks):
            here = [f"{name}={value!r}" for name, value in self.options.items() if value is not None]
            raise ValueError(
                f"the state is of a game of {self.game.title} with other options or facts; "
                f"here are {', '.join(here) or 'no options'}"
            )

    def run(
        self,
        kernel: Callable[..., None],
        count: int,
        *arguments: Any,
        games_per_thread: int = GAMES_PER_THREAD,
    ) -> None:
        """Call a kernel on the slices of 0 .. count, in several threads if there is enough work for them.

        Args:
            kernel: a compiled function whose last two parameters are `start` and `stop`.
            count: how many games there are.
            *arguments: what comes before them.
            games_per_thread: how many games are worth a thread; few where each is much work.
        """
        if min(self.threads, count // games_per_thread) <= 1:
            kernel(*arguments, 0, count)
            return
        self._workers.run(kernel, count, *arguments, games_per_thread=games_per_thread)

    def blank(self, count: int) -> np.recarray:
        """`count` records that hold the options (of several tasks those of the first); not yet games."""
        return np.repeat(self.templates[:1], count).view(np.recarray)

    def new_games(self, count: int, seed: int | None = None) -> np.recarray:
        """`count` new games, each at its first decision.

        Game i of seed s is the game that an environment seeded with s + i plays.
        """
        states = self.blank(count)
        for i in range(count):
            rng = np.random.default_rng(None if seed is None else seed + i)
            states.rng[i] = words_from(rng)
        self.start(states)
        return states

    def start(self, states: np.recarray) -> None:
        """Begin a new episode in each record, in place."""
        self.game.ensure_compiled()
        self.run(
            self.game.kernels.reset_range,
            len(states),
            plain(states),
            self.table_rows,
            np.empty((len(states), self.game.actions.n), np.int8),
            *self.game.observations.arrays(len(states), "uint8"),
            np.zeros(len(states), np.uint8),
        )

    def views(self, states: np.recarray, dtype: str = "float32") -> tuple[np.ndarray, np.ndarray]:
        """Observations and legal actions of the players who act.

        Args:
            states: (n,) records.
            dtype: of the observations, "float32" or "uint8".

        Returns:
            observations (n, size), masks (n, actions) int8.
        """
        count = len(states)
        masks = np.empty((count, self.game.actions.n), np.int8)
        packed, floats = self.game.observations.arrays(count, dtype)
        flags = np.empty(count, np.uint8)
        kernel = self.game.kernels.view_range
        self.run(kernel, count, plain(states), self.table_rows, masks, packed, floats, flags)
        return (floats if dtype == "float32" else packed), masks

    def observe(self, states: np.recarray, viewers: Any = -1, dtype: str = "float32") -> np.ndarray:
        """What players know, (n, size).

        Args:
            states: (n,) records.
            viewers: a player for all states, or one for each, (n,); -1: the one who acts.
            dtype: "float32" or "uint8".
        """
        count = len(states)
        out = self.game.observations.arrays(count, dtype)
        who = np.ascontiguousarray(np.broadcast_to(viewers, count), np.int64)
        kernel = self.game.kernels.observe_range
        self.run(kernel, count, plain(states), self.table_rows, who, *out)
        return out[1] if dtype == "float32" else out[0]

    def masks(self, states: np.recarray) -> np.ndarray:
        """Legal actions, (n, actions) int8; all ones where the game is over."""
        masks = np.empty((len(states), self.game.actions.n), np.int8)
        self.run(self.game.kernels.mask_range, len(states), plain(states), self.table_rows, masks)
        return masks

    def step(self, states: np.recarray, actions: np.ndarray) -> np.recarray:
        """Copies of the states after one action each; unchanged where it is illegal or the game over."""
        actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != (len(states),):
            count = len(states)
            raise ValueError(f"{count} states need actions of shape ({count},), not {actions.shape}")
        after = states.copy()
        masks = np.empty((len(states), self.game.actions.n), np.int8)
        kernel = self.game.kernels.apply_range
        self.run(kernel, len(states), plain(after), self.table_rows, actions, masks)
        return after

    def goal_progress(self, states: np.recarray) -> np.ndarray:
        """How far the goal is met, float64 (n,), 0 .. 1."""
        out = np.empty(len(states))
        kernel = self.game.kernels.progress_range
        self.run(kernel, len(states), plain(states), self.table_rows, out)
        return out

    def determinize(
        self, states: np.recarray, rng: np.random.Generator, viewer: int | None = None
    ) -> np.recarray:
        """What an honest planner may see: copies with hidden cards dealt anew and new chance ahead.

        Args:
            states: (n,) records.
            rng: chooses the deals.
            viewer: whose knowledge is kept; by default the player who acts.
        """
        dealt = states.copy()
        keys = rng.integers(0, 2**31, size=len(states), dtype=np.int64)
        player = -1 if viewer is None else viewer
        kernel = self.game.kernels.redeal_range
        self.run(kernel, len(states), plain(dealt), self.table_rows, keys, player)
        return dealt

    def playouts(
        self,
        states: np.recarray,
        repeats: int,
        rng: np.random.Generator,
        max_steps: int | None = None,
    ) -> dict[str, np.ndarray]:
        """Random playouts, each from a fresh determinization.

        Returns:
            mean `victory`, `score`, `goal_progress` and `rounds` at the end of the playouts, float64 (n,)
            each.
        """
        count = len(states)
        roots = np.ascontiguousarray(plain(states))
        work = roots.copy()
        keys = rng.integers(0, 2**31, size=count, dtype=np.int64)
        masks = np.empty((count, self.game.actions.n), np.int8)
        means = np.empty((count, 4))
        limit = max_steps or self.game.longest_episode
        arguments = (
            roots,
            rows_of(roots),
            work,
            rows_of(work),
            self.table_rows,
            keys,
            masks,
            repeats,
            limit,
            means,
        )
        self.run(self.game.kernels.playout_range, count, *arguments, games_per_thread=1)
        names = ("victory", "score", "goal_progress", "rounds")
        return {name: means[:, i] for i, name in enumerate(names)}

    def force_chance(self, state: Any, outcomes: Sequence[Any] | Mapping[str, Any]) -> None:
        """Choose the next outcomes of chance of one game, in place.

        Args:
            state: one record.
            outcomes: a list, in order; or a dict by the names of the game's options of `reset`.

        Raises:
            ValueError: for one that cannot come; the game stays as it is.
        """
        chosen = outcomes if isinstance(outcomes, Mapping) else {self.game.chance_option: outcomes}
        after = state.copy()
        for name, value in chosen.items():
            if name not in self.game.chance_options:
                hint = nearest(str(name), self.game.chance_options)
                raise ValueError(f"unknown source of chance {name!r}; {hint}")
            if name == DECKS and self.game.decks is not None:
                self.game.decks.arrange(after, self.game.decks.check(value))
            else:
                self._queue(after, value)
        for name in self.game.dtype.names or ():
            state[name] = after[name]

    def _queue(self, state: Any, outcomes: Any) -> None:
        name = self.game.chance_option
        if isinstance(outcomes, str) or not isinstance(outcomes, Sequence | np.ndarray):
            raise ValueError(
                f"{name}: {outcomes!r} is not a list; it holds what chance brings next, in order"
            )
        numbers = self.game.forced(list(outcomes), state)
        if len(numbers) > len(state.forced):
            raise ValueError(
                f"{len(numbers)} forced outcomes; at most {len(state.forced)} can be chosen at a time"
            )
        state.forced[: len(numbers)] = numbers
        state.forced_count = len(numbers)


def plain(states: np.ndarray) -> np.ndarray:
    """The same records as a plain ndarray: a recarray costs microseconds more in each compiled call."""
    return states.view(np.ndarray)


def rows_of(states: np.ndarray) -> np.ndarray:
    """The bytes of contiguous states, (n, itemsize) uint8, sharing their memory."""
    return plain(states).view(np.uint8).reshape(len(states), states.dtype.itemsize)
