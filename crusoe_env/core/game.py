"""A game as a value: all that the shared classes need to know."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol

import numpy as np

from crusoe_env.core import stepping
from crusoe_env.core.compile import bind, ensure_compiled
from crusoe_env.core.layout import ActionLayout, Entries, ObservationLayout
from crusoe_env.core.registration import game as find_game
from crusoe_env.core.state import Record
from crusoe_env.core.words import nearest, shown

Flaws = Iterator[tuple[str, Any]]
"""What may be wrong with some states, in words, each with a bool array (n,): in which of them it is."""

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
        record: what a game's state is: its dtype, and the bounds of each field.
        causes: how a game can end; index 0 means that it has not.
        cause_names: the same with the words of a task, from its facts; None: they are always `causes`.
        has_points: do victory points count in the games of these tables?
        has_last_round: is the game over after a number of rounds?
        actions, observations: the layouts.
        rules: the compiled functions of `core.hooks`, by name.
        load: the printed facts from the data files and a user's file, for the game's options.
        tables: the facts as one record for the rules, for the game's options.
        options: the game's options with their defaults.
        tasks: the options that set the task, with all their values; suites evaluate agents on each.
        check: what may be wrong with states, (n,) records whose fields are within their bounds, under the
            tables of all tasks, (tasks,) records: all that the rules rely on.
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
        faults: why its rules could not go on, by `fault` of the record (`core.faults`); index 0: they could.
        longest_episode: the default limit of steps.
        windows: the decisions that `auto_pass` may skip, in games that have such.
        compile_time: how long compiling the rules may take, in words.
        own_file: the file of a user's own by which a task is played, in games whose options can name one.
        characters: of games of several players: the names of those whom they play.
        possible_seats: the characters that can come under a record's options and tables.
        seats: the characters by seat, once a game has begun.
    """

    name: str
    title: str
    version: int
    record: Record
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
    check: Callable[[np.ndarray, np.ndarray], Flaws] | None = None
    cause_names: Callable[[Mapping[str, Any]], tuple[str, ...]] | None = None
    split: Callable[[Mapping[str, Any]], list[dict[str, Any]]] | None = None
    join: Callable[[Any, Any, Sequence[Mapping[str, Any]]], None] | None = None
    configure: Callable[[Any, Mapping[str, Any], dict[str, Any]], None] | None = None
    force: Callable[[Any], None] | None = None
    decks: Decks | None = None
    windows: Windows | None = None
    faults: tuple[str, ...] = ("",)
    own_file: Callable[[Mapping[str, Any]], Path | None] = lambda options: None
    characters: tuple[str, ...] = ()
    possible_seats: Callable[[Any, Any], list[str]] | None = None
    seats: Callable[[Any], list[str]] | None = None
    compile_time: str = "some seconds"
    has_points: Callable[[Any], bool] = lambda tables: True
    has_last_round: bool = True

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: where it is loaded, its compiled functions come from the cache."""
        return find_game, (self.name,)

    @property
    def dtype(self) -> np.dtype:
        """The dtype of a record."""
        return self.record.dtype

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
                raise TypeError(f"{self.title} got an unexpected keyword argument {shown(name)}; {known}")
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
