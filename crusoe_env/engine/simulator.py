"""The rules of a game on arrays of states."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.engine import stepping
from crusoe_env.engine.checks import (
    check_actions,
    check_legal,
    check_origin,
    check_viewers,
    check_whole,
    illegal_message,
)
from crusoe_env.engine.compile import ensure_compiled
from crusoe_env.engine.faults import RulesError, raise_faults
from crusoe_env.engine.game import DECKS, Game
from crusoe_env.engine.outcomes import Outcomes, listed
from crusoe_env.engine.players import MEANS, Player, player_means
from crusoe_env.engine.playouts import NO_ACTION
from crusoe_env.engine.random import seed_words
from crusoe_env.engine.state import copied, kernel_input, new_records, plain, readable, rows_of
from crusoe_env.engine.unpickling import OwnsArrays
from crusoe_env.facts import FactsError
from crusoe_env.support.options import generator, whole
from crusoe_env.support.threads import GAMES_PER_THREAD, Workers, processors
from crusoe_env.support.words import nearest, shown

Policy = Callable[[Any, Any, Any, Any], int] | Player
"""Who plays in playouts: a function that Numba can compile, or a player for many games at once."""
TRIALS = 4
"""Games that are begun to see whether a file of a user's own leaves anything to decide."""


FEW = 8
"""Of more games than so many nobody wants uncompiled steps, which take milliseconds each."""


class Simulator(OwnsArrays):
    """The rules of one game on arrays of states: for planners, tests and benchmarks.

    It never changes its inputs unless it says so, and holds nothing but tables.

    States are recarrays of shape (n,) and dtype `game.dtype`; a row copy is a copy of a game. Where
    the options name several tasks, each episode draws one of `tasks` with its own generator; its number is
    `state.task`.

    Attributes:
        options: the game's options, with defaults.
        tasks, task_facts: the options of each task, and its facts; mostly there is one.
        facts, tables: those of the first task; `facts_of` and `tables_of` give those of a state.
        table_rows: the tables of all tasks, (tasks,) records.
        tables_hash: a hash of `table_rows`, hexadecimal; a number in `state.tables_hash`.

    Args:
        game: which game.
        data: a TOML file with corrections of printed facts, or None.
        threads: how many threads share a large batch; by default as many as there are processors. Results
            do not depend on it.
        **options: the game's options.

    Raises:
        FactsError: a file of a user's own is wrong, or decides its games before the first decision; to see
            that, some games are begun, which needs the compiled rules.
        ValueError, TypeError: for wrong options.
    """

    def __init__(
        self, game: Game, /, data: str | Path | None = None, threads: int | None = None, **options: Any
    ) -> None:
        if not hasattr(game, "checked_options"):
            raise TypeError(f"game: expected one, as crusoe_env.game(name) gives it, not {shown(game)}")
        self.game = game
        self.options = game.checked_options(options)
        self.tasks = [self.options] if game.split is None else game.split(self.options)
        self.task_facts = []
        rows = []
        for task in self.tasks:
            with self._naming_own_file(data, task):
                self.task_facts.append(game.facts.load(data, task))
                rows.append(game.facts.tables(self.task_facts[-1], task))
        self.table_rows = np.array(rows)
        self.threads = threads or processors()
        self._workers = Workers(self.threads)
        self.templates = new_records(game.dtype, len(self.tasks))
        self.templates.task = np.arange(len(self.tasks))
        self.templates.mixed = len(self.tasks) > 1
        if game.configure is not None:
            for i, task in enumerate(self.tasks):
                game.configure(self.templates[i], task, self.task_facts[i])
        if game.join is not None:
            game.join(self.table_rows, self.templates, self.tasks)
        self.tables_hash = hashlib.blake2b(self.table_rows.tobytes(), digest_size=6).hexdigest()
        self.templates.tables_hash = int(self.tables_hash, 16)
        self.facts, self.tables = self.task_facts[0], self.table_rows[0]
        self._check_beginnings(data)

    def _own_file(self, data: str | Path | None, task: Mapping[str, Any]) -> Path | None:
        """The user's own file that changes a task."""
        given: Any = data
        if given is None:
            return self.game.facts.own_file(task)
        return Path(given) if isinstance(given, str | Path) else None

    @contextlib.contextmanager
    def _naming_own_file(self, data: str | Path | None, task: Mapping[str, Any]) -> Iterator[None]:
        """Errors in facts name the user's own file: what it changes may be wrong only in another one."""
        try:
            yield
        except FactsError as error:
            file = self._own_file(data, task)
            if file is None or file.name in str(error):
                raise
            raise FactsError(f"{file.name}: {error}") from error

    def _check_beginnings(self, data: str | Path | None) -> None:
        """Begin games of tasks that a user's own files change. Raises FactsError if all end at once."""
        for i, task in enumerate(self.tasks):
            file = self._own_file(data, task)
            if file is None:
                continue
            states = np.repeat(self.templates[i : i + 1], TRIALS).view(np.recarray)
            states.mixed = 0
            for trial in range(TRIALS):
                states.rng[trial] = seed_words(np.random.default_rng(trial))
            try:
                self.start(states)
            except RulesError as error:
                raise FactsError(f"{file.name}: {error}") from error
            if states.over.all():
                ended = "won" if states.victory.any() else "lost"
                cause = self.cause(states[0])
                raise FactsError(f"{file.name}: the game is {ended} before the first decision ({cause})")

    @property
    def is_mixed(self) -> bool:
        """Does each episode draw one of several tasks?"""
        return len(self.tasks) > 1

    def facts_of(self, state: Any) -> dict[str, Any]:
        """The facts of the task that this state's episode plays."""
        return self.task_facts[int(state["task"])]

    def tables_of(self, state: Any) -> Any:
        """The tables of the task that this state's episode plays."""
        return self._readable_tables[int(state["task"])]

    def __getstate__(self) -> dict[str, Any]:
        made_anew = "_readable_tables"  # by a class that has no name
        return {name: value for name, value in vars(self).items() if name != made_anew}

    @functools.cached_property
    def _readable_tables(self) -> list[Any]:
        return list(self.table_rows.view(readable(self.table_rows.dtype)))

    @functools.cached_property
    def seats_by_task(self) -> np.ndarray:
        """How many players each task has, int64 (tasks,)."""
        return np.array([len(self.game.seats.of(state)) for state in self.templates])

    @functools.cached_property
    def causes(self) -> np.ndarray:
        """How episodes can end, by task and `state.cause`: str objects (tasks, causes)."""
        return np.array([self.game.causes_of(facts) for facts in self.task_facts], dtype=object)

    def cause(self, state: Any) -> str:
        """How the game of a state that is over has ended, with the words of its task."""
        return str(self.causes[state["task"], state["cause"]])

    @functools.cached_property
    def described(self) -> dict[str, Any]:
        """What sets states of this simulator apart: its `options`, and a hash of its tables, `facts`."""
        options: dict[str, Any] = json.loads(json.dumps(self.options, default=str))
        return {"options": options, "facts": self.tables_hash}

    def check_states(self, states: np.ndarray) -> None:
        """Are these states, (n,) records, whole games of this simulator, which can be played on?

        Methods that take states only look whose they are (`check_origin`). What comes from a file or another
        program goes through here first, since the rules rely on all that is checked.

        Raises:
            ValueError: says in one line what is wrong with the first state that is none.
        """
        check_whole(self, states)

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
        if count > FEW:
            self.ensure_compiled()
        if min(self.threads, count // games_per_thread) <= 1:
            kernel(*arguments, 0, count)
            return
        self._workers.run(kernel, count, *arguments, games_per_thread=games_per_thread)

    def close(self) -> None:
        """End the threads; the next large batch begins them anew."""
        self._workers.close()

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
            states.rng[i] = seed_words(rng)
        self.start(states)
        return states

    def ensure_compiled(self, wait: bool = True) -> None:
        """Compile the game's rules if the cache does not hold them, and say so on stderr.

        Without `wait` another process does, and the rules run uncompiled until it is done.
        """
        game = self.game
        ensure_compiled(game.name, game.module, game.compile_time, self._compile_now, wait)

    def _compile_now(self) -> None:
        """What every interface needs: a game begins and makes a step, as `Batch` has it made."""
        game, kernels = self.game, self.game.kernels
        states, settings = self.blank(1), np.zeros(1, stepping.SETTINGS)
        states.rng[:] = 1
        settings["max_steps"] = game.longest_episode
        masks, flags = np.empty((1, game.actions.n), np.int8), np.zeros(1, np.uint8)
        seen, final = game.observations.arrays(1, "float32"), game.observations.arrays(1, "float32")
        games = plain(states), self.table_rows
        kernels.reset_range(*games, masks, *seen, flags, 0, 1)
        results = np.zeros(1, stepping.RESULT)
        written = masks, *seen, np.zeros(1), flags, results, *final, stepping.SAME_STEP
        kernels.step_range(*games, settings, masks.argmax(axis=1), *written, 0, 1)

    def start(self, states: np.recarray) -> None:
        """Begin a new episode in each record, in place."""
        self.ensure_compiled()
        self.run(
            self.game.kernels.reset_range,
            len(states),
            plain(states),
            self.table_rows,
            np.empty((len(states), self.game.actions.n), np.int8),
            *self.game.observations.arrays(len(states), "uint8"),
            np.zeros(len(states), np.uint8),
        )
        raise_faults(self.game, states)

    def views(self, states: np.recarray, dtype: str = "float32") -> tuple[np.ndarray, np.ndarray]:
        """Observations and legal actions of the players who act.

        Args:
            states: (n,) records.
            dtype: of the observations, "float32" or "uint8".

        Returns:
            observations (n, size), masks (n, actions) int8.

        Raises:
            ValueError: for states of another simulator.
        """
        check_origin(self, states)
        count = len(states)
        masks = np.empty((count, self.game.actions.n), np.int8)
        packed, floats = self.game.observations.arrays(count, dtype)
        flags = np.empty(count, np.uint8)
        kernel = self.game.kernels.view_range
        self.run(kernel, count, kernel_input(plain(states)), self.table_rows, masks, packed, floats, flags)
        return (floats if dtype == "float32" else packed), masks

    def observe(self, states: np.recarray, viewers: Any = -1, dtype: str = "float32") -> np.ndarray:
        """What players know, (n, size).

        Args:
            states: (n,) records.
            viewers: a player for all states, or one for each, (n,); -1: the one who acts.
            dtype: "float32" or "uint8".

        Raises:
            ValueError: for states of another simulator, or a player who does not play.
        """
        check_origin(self, states)
        count = len(states)
        out = self.game.observations.arrays(count, dtype)
        who = check_viewers(self, states, viewers)
        kernel = self.game.kernels.observe_range
        self.run(kernel, count, kernel_input(plain(states)), self.table_rows, who, *out)
        return out[1] if dtype == "float32" else out[0]

    def masks(self, states: np.recarray) -> np.ndarray:
        """Legal actions, (n, actions) int8; all ones where the game is over. Raises as `views`."""
        check_origin(self, states)
        masks = np.empty((len(states), self.game.actions.n), np.int8)
        kernel = self.game.kernels.mask_range
        self.run(kernel, len(states), kernel_input(plain(states)), self.table_rows, masks)
        return masks

    @functools.cached_property
    def has_several_choosers(self) -> bool:
        """Can several players decide at the same time, none knowing what the others choose?"""
        return any(self.game.seats.several_choosers(state) for state in self.templates)

    def choosers(self, states: np.recarray) -> np.ndarray:
        """Who decides now, bool (n, seats), none knowing what the others choose; nobody once a game is over.

        It is the one who acts, and in variants with hidden plans several. Raises as `views`.
        """
        check_origin(self, states)
        records, seats = kernel_input(plain(states)), np.arange(self.seats_by_task.max())
        if not self.has_several_choosers:
            acts: np.ndarray = records["acting"][:, None] == seats
            return acts & (records["over"] == 0)[:, None]
        bits = np.empty(len(states), np.int64)
        self.run(self.game.kernels.choosers_range, len(states), records, self.table_rows, bits)
        found: np.ndarray = (bits[:, None] >> seats) & 1 == 1
        return found

    def hides(self, states: np.recarray) -> np.ndarray:
        """Do players not see what is decided now, but for who decides? bool (n,)."""
        if not self.has_several_choosers:
            return np.zeros(len(states), np.bool_)
        return np.array([self.game.seats.hides(state) for state in states], np.bool_)

    def masks_of(self, states: np.recarray, seats: Any) -> np.ndarray:
        """Legal actions of players, (n, actions) int8; none of one who does not decide, or of a game over.

        Args:
            states: (n,) records.
            seats: a seat for all states, or one for each, (n,).

        Raises:
            ValueError: for states of another simulator, or a player who does not play.
        """
        check_origin(self, states)
        if np.min(seats) < 0 or np.max(seats) >= self.seats_by_task.max():
            raise ValueError(f"seats are 0 .. {self.seats_by_task.max() - 1}, not {shown(seats)}")
        who = check_viewers(self, states, seats)
        masks = np.empty((len(states), self.game.actions.n), np.int8)
        kernel = self.game.kernels.mask_of_range
        self.run(kernel, len(states), kernel_input(plain(states)), self.table_rows, who, masks)
        return masks

    def step(self, states: np.recarray, actions: Any, strict: bool = False) -> np.recarray:
        """Copies of the states after one action each; unchanged where it is illegal or the game over.

        Args:
            states: (n,) records.
            actions: (n,), anything that NumPy takes for whole numbers.
            strict: refuse illegal actions, and those of games that are over.

        Raises:
            RulesError: the rules could not go on.
            TypeError: actions are no whole numbers, or have more than 64 bits.
            ValueError: for states of another simulator, another number of actions, or what `strict` refuses.
        """
        check_origin(self, states)
        actions = check_actions(actions, (len(states),), "states")
        if strict:
            check_legal(self, states, actions)
        after = copied(states)
        masks = np.empty((len(states), self.game.actions.n), np.int8)
        kernel = self.game.kernels.apply_range
        self.run(kernel, len(states), plain(after), self.table_rows, actions, masks)
        raise_faults(self.game, plain(after))
        return after

    def goal_progress(self, states: np.recarray) -> np.ndarray:
        """How far the goal is met, float64 (n,), 0 .. 1. Raises as `views`."""
        check_origin(self, states)
        out = np.empty(len(states))
        kernel = self.game.kernels.progress_range
        self.run(kernel, len(states), kernel_input(plain(states)), self.table_rows, out)
        return out

    def potential(self, states: np.recarray) -> np.ndarray:
        """What `reward="shaped"` pays the change of, float64 (n,), about 0 .. 1; 0 where the game is over.

        Raises as `views`.
        """
        check_origin(self, states)
        out = np.empty(len(states))
        kernel = self.game.kernels.potential_range
        self.run(kernel, len(states), kernel_input(plain(states)), self.table_rows, out)
        return out

    def outcomes(self, state: np.recarray, action: int) -> Outcomes:
        """All that chance can make of a decision, where that can be listed; see `engine.outcomes`.

        Args:
            state: (1,) record; of a planner, one that `determinize` has dealt.
            action: a legal one.

        Raises:
            ValueError: for a state of another simulator, an illegal action, or chance that cannot be listed:
                cards are shuffled, or there are too many outcomes.
        """
        check_origin(self, state)
        return listed(self, state, action)

    def determinize(
        self, states: np.recarray, rng: np.random.Generator, viewer: int | None = None
    ) -> np.recarray:
        """What an honest planner may see: copies with hidden cards dealt anew and new chance ahead.

        Args:
            states: (n,) records.
            rng: chooses the deals.
            viewer: whose knowledge is kept; by default the player who acts.

        Raises:
            ValueError: for states of another simulator, or a player who does not play.
            TypeError: `rng` is no generator.
        """
        check_origin(self, states)
        generator("rng", rng)
        player = -1 if viewer is None else whole("viewer", viewer, 0)
        check_viewers(self, states, player)
        dealt = copied(states)
        keys = rng.integers(0, 2**31, size=len(states), dtype=np.int64)
        kernel = self.game.kernels.redeal_range
        self.run(kernel, len(states), plain(dealt), self.table_rows, keys, player)
        return dealt

    def playouts(
        self,
        states: np.recarray,
        repeats: int,
        rng: np.random.Generator,
        max_steps: int | None = None,
        policy: Policy | None = None,
    ) -> dict[str, np.ndarray]:
        """Playouts, each from a fresh determinization of what the player who acts knows.

        Args:
            states: (n,) records.
            repeats: playouts from each.
            rng: the deals, the chance and the policy's choices.
            max_steps: most actions of a playout; by default the game's longest episode.
            policy: who plays for everybody. A function `(state, tables, mask, rng) -> action` that Numba can
                compile, where `crusoe_env.below(rng, n)` draws a number; the loop is compiled with it. Or an
                agent, such as `crusoe_agents.registry.make_agent("zoo:marooned", simulator)`: an object with
                `decide(simulator, states, observations, masks, rng)`. None: random play.

        Returns:
            mean `victory`, `score`, `goal_progress` and `rounds` at the end of the playouts, float64 (n,)
            each.

        Raises:
            ValueError: for states of another simulator, less than one playout or step, or a policy that
                chooses an illegal action.
            TypeError: `rng` is no generator, or the policy neither a function nor an agent.
        """
        check_origin(self, states)
        generator("rng", rng)
        repeats = whole("the number of playouts", repeats, 1)
        limit = self.game.longest_episode if max_steps is None else whole("max_steps", max_steps, 1)
        if isinstance(policy, Player):
            means = player_means(self, states, repeats, rng, limit, policy)
        elif policy is not None and not callable(policy):
            raise TypeError(
                f"policy: expected a function, or an agent as make_agent(name, simulator) gives it, not"
                f" {shown(policy)}"
            )
        else:
            means = self._compiled_means(states, repeats, rng, limit, policy)
        return {name: means[:, i] for i, name in enumerate(MEANS)}

    def _compiled_means(
        self, states: np.recarray, repeats: int, rng: np.random.Generator, limit: int, policy: Any
    ) -> np.ndarray:
        """Means of playouts by a compiled policy, (n, 4)."""
        count = len(states)
        roots = kernel_input(plain(states))
        work = roots.copy()
        keys = rng.integers(0, 2**31, size=count, dtype=np.int64)
        masks = np.empty((count, self.game.actions.n), np.int8)
        means, illegal = np.empty((count, len(MEANS))), np.empty(count, np.int64)
        places = roots, rows_of(roots), work, rows_of(work)
        arguments = (*places, self.table_rows, keys, masks, repeats, limit, means, illegal)
        self.run(self.game.playouts(policy).playout_range, count, *arguments, games_per_thread=1)
        raise_faults(self.game, work)
        for i in np.flatnonzero(illegal != NO_ACTION)[:1]:
            raise ValueError(
                "a playout's policy chose an " + illegal_message(self.game, masks[i], illegal[i])
            )
        return means

    def force_chance(self, state: Any, outcomes: Sequence[Any] | Mapping[str, Any]) -> None:
        """Choose the next outcomes of chance of one game, in place.

        Args:
            state: one record.
            outcomes: a list, in order; or a dict by the names of the game's options of `reset`.

        Raises:
            ValueError: for one that cannot come; the game stays as it is.
        """
        chosen = outcomes if isinstance(outcomes, Mapping) else {self.game.chance.option: outcomes}
        after = state.copy()
        for name, value in chosen.items():
            if name not in self.game.chance.options:
                options = self.game.chance.options
                hint = nearest(name, options) if options else "the game lets nobody choose"
                raise ValueError(f"unknown source of chance {shown(name)}; {hint}")
            if name == DECKS and self.game.chance.decks is not None:
                self.game.chance.decks.arrange(after, self.game.chance.decks.check(value))
            else:
                self._queue(after, value)
        for name in self.game.dtype.names or ():
            state[name] = after[name]

    def _queue(self, state: Any, outcomes: Any) -> None:
        name = self.game.chance.option
        if isinstance(outcomes, str) or not isinstance(outcomes, Sequence | np.ndarray):
            raise ValueError(
                f"{name}: {shown(outcomes)} is not a list; it holds what chance brings next, in order"
            )
        assert self.game.chance.forced is not None
        numbers = self.game.chance.forced(list(outcomes), state)
        if len(numbers) > len(state.forced):
            raise ValueError(
                f"{len(numbers)} forced outcomes; at most {len(state.forced)} can be chosen at a time"
            )
        state.forced[: len(numbers)] = numbers
        state.forced_count = len(numbers)
