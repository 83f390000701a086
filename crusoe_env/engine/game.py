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

from crusoe_env.engine import defaults, playouts, stepping
from crusoe_env.engine.compile import bind, compiled_policy, policy_folder
from crusoe_env.engine.layout import ActionLayout, Entries, ObservationLayout
from crusoe_env.engine.state import Record, copy_as, readable
from crusoe_env.support.words import nearest, one_line, shown

Flaws = Iterator[tuple[str, Any]]
"""What may be wrong with some states, in words, each with a bool array (n,): in which of them it is."""

NO_TABLES = np.dtype((np.record, [("unused", "i8")]))
OPTIONAL_RULES = {
    name: getattr(defaults, name)
    for name in (
        "choosers",
        "goal_progress",
        "potential",
        "redeal",
        "rounds_share",
        "turn_to",
        "write_mask_of",
    )
}
DECKS = "decks"
"""The option of `reset` that chooses the order of decks, in games that have several."""
ALONE = "you"
"""Who has the only seat of a game for one."""


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
class Pile:
    """Cards or tokens of a game under way whose order nobody knows.

    Attributes:
        name: in messages.
        left: how many there are; it falls as they are drawn.
        places: where those lie that may come next, as arrays of the record and indices, first the next one.
        known: how many on top everybody knows.
        any_order: is every order of the others as likely? Else each of them may come next, and no more is
            known.
    """

    name: str
    left: int
    places: Sequence[tuple[np.ndarray, int]]
    known: int = 0
    any_order: bool = True


def from_path(path: str) -> Game:
    """The game at an import path, `package.module:NAME`; NAME is GAME if nothing else is said.

    Raises:
        ValueError: there is no such module, it cannot be imported, or what it holds is no game.
    """
    module, _, name = path.partition(":")
    try:
        found = getattr(importlib.import_module(module), name or "GAME", None)
    except ModuleNotFoundError as error:
        raise ValueError(f"game {path!r}: there is no module {error.name!r}") from error
    except (Exception, SystemExit) as error:  # a module may do anything as it is imported
        said = f"{type(error).__name__}: {one_line(error)}"
        raise ValueError(f"game {path!r}: {module} cannot be imported: {said}") from error
    if not isinstance(found, Game):
        raise ValueError(f"game {path!r}: the module {module} holds no game named {name or 'GAME'}")
    return found


class NoViewError(ValueError):
    """The game has no picture, text or description of this kind."""


def no_facts(data: str | Path | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a game without data files. Raises ValueError for a user's file."""
    if data is not None:
        raise ValueError(f"data: {data} cannot be used: the game has no data files")
    return {}


def no_tables(facts: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
    """The tables of a game whose rules need none: a record of one unused number."""
    return np.zeros(1, NO_TABLES)[0]


@dataclass(frozen=True)
class Seats:
    """Who plays, and what players may know of each other.

    Attributes:
        characters: the names of those whom players play, in games of several players; else none.
        possible: the characters that can come under a record's options and tables.
        of: the characters by seat, once a game has begun.
        open_view: what is added to a seat for its view with nothing hidden between players; 0: none is.
        several_choosers: can several decide at the same time under the options of a record?
        hides: do players decide now without seeing what others choose?
        conceal: takes out of a record what a seat may not know of other players' decisions, for pictures.
    """

    characters: tuple[str, ...] = ()
    possible: Callable[[Any, Any], list[str]] = lambda state, tables: []
    of: Callable[[Any], list[str]] = lambda state: [ALONE]
    open_view: int = 0
    several_choosers: Callable[[Any], bool] = lambda state: False
    hides: Callable[[Any], bool] = lambda state: False
    conceal: Callable[[Any, Any, int], None] | None = None


@dataclass(frozen=True)
class Chance:
    """What chance decides, and how it is chosen.

    Attributes:
        option: what the option of `reset` is called that fixes chance (`deck`, `dice`).
        forced: outcomes of chance, as people write them, turned into the record's numbers. Raises ValueError.
        force: brings the record's forced outcomes to effect in a game under way (decks), if it needs to.
        decks: how the order of decks is chosen, in games that have several.
        die_sides: of the dice that forced outcomes decide; 0: there are none.
        piles: the piles of a (1,) record, always the same in the same order.
    """

    option: str = "chance"
    forced: Callable[[Sequence[Any], Any], list[int]] | None = None
    force: Callable[[Any], None] = lambda state: None
    decks: Decks | None = None
    die_sides: int = 0
    piles: Callable[[np.ndarray], Sequence[Pile]] | None = None

    @property
    def options(self) -> tuple[str, ...]:
        """The options of `reset` that fix chance."""
        outcomes = () if self.forced is None else (self.option,)
        return outcomes if self.decks is None else (*outcomes, DECKS)


@dataclass(frozen=True)
class Facts:
    """Where the printed facts come from.

    Attributes:
        load: the facts from the data files and a user's file, for the game's options.
        tables: the facts as one record for the rules, for the game's options.
        own_file: the file of a user's own by which a task is played, in games whose options can name one.
    """

    load: Callable[[str | Path | None, Mapping[str, Any]], dict[str, Any]] = no_facts
    tables: Callable[[dict[str, Any], Mapping[str, Any]], Any] = no_tables
    own_file: Callable[[Mapping[str, Any]], Path | None] = lambda options: None


@dataclass(frozen=True)
class Show:
    """How a game is shown.

    Attributes:
        view: the module with `picture`, `text`, `describe`, `glossary`, and `events` in games with a log,
            imported when something is first drawn; "" for a game without.
        logged_actions: how many last actions the picture says the effect of (`happened` of the view), in
            games whose record keeps no log.
    """

    view: str = ""
    logged_actions: int = 0


@dataclass(frozen=True, eq=False)
class Game:
    """A game: everything that environments, planners and agents need to know of it.

    Required are its names, record, layouts and rules. What is optional and missing is an error of one line
    where somebody asks for it.

    Attributes:
        name: short name, by which `crusoe_env.game` finds it.
        title: printed title.
        module: the import path of the module that holds this value as a global (`__name__`): other processes
            import it from there.
        version: the number behind `-v` in the environment's id; raised when the rules as played change.
        record: what a game's state is: its dtype, and the bounds of each field.
        causes: how a game can end, by `state.cause`; index 0 means that it has not.
        cause_names: the same with the words of a task, from its facts; None: they are always `causes`.
        has_points: do victory points count in the games of these tables?
        has_last_round: is the game over after a number of rounds?
        nothing_hidden: may a player know the whole record, but for the chance to come? A game that hides
            something has the rule `redeal` instead.
        actions, observations: the layouts.
        rules: the compiled functions of `engine.contract`, by name; `engine.defaults` stand in for some.
        seats: who plays.
        chance: what chance decides.
        facts: where the printed facts come from.
        show: how it is shown.
        options: the game's options with their defaults.
        tasks: the options that set the task, with all their values; suites evaluate agents on each.
        check: what may be wrong with states, (n,) records whose fields are within their bounds, under the
            tables of all tasks, (tasks,) records: all that the rules rely on.
        split: the options of each task, where options name several ("mixed", or a list of values).
        join: writes into tables and records what is known only when all tasks are: (rows of tables, blank
            records, options of each task). Raises ValueError.
        configure: writes checked options into a record. Raises ValueError.
        scripted: the import path of the class of its scripted player, `package.module:CLASS`, or "".
        rollouts: the same of the class that plays on in imagined futures (`crusoe_agents.search.planner`);
            "": random play.
        faults: why its rules could not go on, by `fault` of the record (`faults`); index 0: they could.
        longest_episode: the default limit of steps.
        compile_time: how long compiling the rules may take, in words.
    """

    name: str
    title: str
    module: str
    record: Record
    actions: ActionLayout
    observations: ObservationLayout
    rules: Mapping[str, Callable[..., Any]]
    causes: tuple[str, ...] = ("", "over")
    longest_episode: int = 1000
    version: int = 0
    seats: Seats = Seats()
    chance: Chance = Chance()
    facts: Facts = Facts()
    show: Show = Show()
    scripted: str = ""
    rollouts: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    tasks: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    check: Callable[[np.ndarray, np.ndarray], Flaws] | None = None
    cause_names: Callable[[Mapping[str, Any]], tuple[str, ...]] | None = None
    split: Callable[[Mapping[str, Any]], list[dict[str, Any]]] | None = None
    join: Callable[[Any, Any, Sequence[Mapping[str, Any]]], None] | None = None
    configure: Callable[[Any, Mapping[str, Any], dict[str, Any]], None] | None = None
    faults: tuple[str, ...] = ("",)
    compile_time: str = "some seconds"
    has_points: Callable[[Any], bool] = lambda tables: True
    has_last_round: bool = True
    nothing_hidden: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its import path: where it is loaded, its compiled functions come from the cache."""
        return from_path, (self.path,)

    @property
    def path(self) -> str:
        """The import path, as `package.module:NAME`. Raises ValueError if the module has no such global."""
        for name, value in vars(importlib.import_module(self.module)).items():
            if value is self:
                return f"{self.module}:{name}"
        raise ValueError(f"{self.title} is no global of its module {self.module}: assign it there, as GAME")

    @property
    def dtype(self) -> np.dtype:
        """The dtype of a record."""
        return self.record.dtype

    @property
    def env_id(self) -> str:
        """The Gymnasium id: the package of the game, its title, its version."""
        title = "".join(letter for letter in self.title if letter.isalnum())
        return f"{self.module.partition('.')[0]}/{title}-v{self.version}"

    @property
    def several_players(self) -> bool:
        """Can several players play it together?"""
        return bool(self.seats.characters)

    def picture(self, state: Any, tables: Any, facts: dict[str, Any], **style: Any) -> str:
        """The SVG drawing of a state; `style`: `theme` ("light", "dark"), `last_action` (its name)."""
        return self.viewed("picture")(state, tables, facts, **style)

    def text(self, state: Any, tables: Any, facts: dict[str, Any]) -> str:
        """The text view of a state."""
        return self.viewed("text")(state, tables, facts)

    def seen_by(self, state: Any, tables: Any, viewer: int | None) -> Any:
        """A copy of a record without decisions of others that a seat does not know; None: with all.

        The copy asks the viewer, or whoever may be asked as far as he knows.
        """
        seen = copy_as(state, self._readable)
        if viewer is not None and self.seats.conceal is not None:
            self.seats.conceal(seen, tables, viewer)
        return seen

    @functools.cached_property
    def _readable(self) -> np.dtype:
        return readable(self.dtype)

    def log(self, state: Any, tables: Any, facts: dict[str, Any]) -> list[dict[str, Any]]:
        """What happened last, oldest first, as far as the record keeps it; nothing in games without a log."""
        view = self.show.view
        events = getattr(importlib.import_module(view), "events", None) if view else None
        return [] if events is None else events(state, tables, facts)

    def viewed(self, what: str) -> Callable[..., Any]:
        """A function of the game's view. Raises NoViewError if it has none of this name."""
        view = self.show.view
        found = getattr(importlib.import_module(view), what, None) if view else None
        if found is None:
            raise NoViewError(f"{self.title} has no {what.replace('_', ' ')}: its `view` does not define it")
        return found

    def compile(self, *templates: ModuleType) -> SimpleNamespace:
        """The functions of template modules compiled against this game's rules.

        A template may import and call the functions of `contract`, of `stepping`, and of the templates
        named before it.
        """
        names = {**self._names, **vars(self.kernels), "playout_action": self.kernels.random_action}
        return bind(templates, names, self.module)

    @property
    def _names(self) -> dict[str, Any]:
        """What stands in the place of the names of `engine.contract`."""
        return {**OPTIONAL_RULES, **self.rules, "OBSERVATION_SCALE": self.observations.scale}

    @functools.cached_property
    def kernels(self) -> SimpleNamespace:
        """The loops of `engine.stepping`, compiled for this game."""
        return bind([stepping], self._names, self.module)

    @functools.cache  # noqa: B019 - games are never forgotten
    def playouts(self, policy: Callable[..., Any] | None = None) -> SimpleNamespace:
        """The loops of `engine.playouts`, compiled for this game.

        Args:
            policy: what chooses the actions, as `engine.contract.playout_action`; None: random play.
        """
        names = {**self._names, **vars(self.kernels), "playout_action": self.kernels.random_action}
        if policy is None:
            return bind([playouts], names, self.module)
        names["playout_action"] = compiled_policy(policy)
        return bind([playouts], names, self.module, policy_folder(self.module, policy))

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
        names = self.batch.simulator.causes[self.batch.states.task[0] if task is None else task]
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
