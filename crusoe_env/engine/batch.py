"""A batch of games played through one compiled call: what all environments of the suite stand on."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence, Sized
from typing import Any

import numpy as np

from crusoe_env.engine import defaults, stepping
from crusoe_env.engine.checks import IllegalActionError, check_actions, illegal_message
from crusoe_env.engine.faults import raise_faults
from crusoe_env.engine.game import DECKS, Game
from crusoe_env.engine.layout import DTYPES
from crusoe_env.engine.pool import ArrayPool
from crusoe_env.engine.random import seed_words
from crusoe_env.engine.random_play import RandomPlay
from crusoe_env.engine.settings import MOST_THREADS, check_options, seed_number, settings_record
from crusoe_env.engine.simulator import Simulator
from crusoe_env.engine.state import MOST_STEPS, new_records, plain
from crusoe_env.engine.unpickling import OwnsArrays
from crusoe_env.support.options import named, whole
from crusoe_env.support.words import nearest, shown

MANY_ILLEGAL = 100
"""After so many illegal actions in a row a batch warns that masks may not be used."""
UNDECIDED: Mapping[str, np.generic] = {
    "victory": np.False_,
    "score": np.int64(0),
    "goal_progress": np.float64(0.0),
    "rounds": np.int64(0),
    "cause": np.int64(0),
}
"""The facts of an episode that goes on."""


class Batch(OwnsArrays):
    """`count` games side by side, with settings for rewards and illegal actions.

    Attributes:
        states: recarray (count,) of the game's records.
        masks: int8 (count, actions), legal actions of the present states; all ones once a game is over.
        observations: (count, size), float32 or uint8; with `fresh` another array after each step and reset.
        rewards: float64 (count,), of the last step.
        flags: uint8 (count,), sum of `stepping.ILLEGAL`, `TERMINATED`, `TRUNCATED` of the last step.
        results: recarray (count,) of kind `stepping.RESULT`: each game's last ended episode.
        final_observations: (count, size) under same-step autoreset: last observations of episodes that
            ended.

    Args:
        game: which game.
        count: how many games.
        reward: "sparse" (1 for a victory), "shaped" (plus the change of a potential), "progress" (that,
            and half the goal progress at the end of a lost game), "survival" (of that half, the share of the
            rounds that had begun, in games that have a last round), "score" (printed victory points, in games
            that have them).
        on_illegal: "ignore" (the game stays as it is), "raise" or "terminate" (the episode ends).
        illegal_penalty: taken from the reward of an illegal action.
        max_steps: actions, illegal ones included, after which an episode is truncated.
        discount: of the shaping potential, 0 .. 1; use the learner's.
        observation_dtype: "float32", or "uint8": the bytes that the engine writes; times
            `game.observations.scale` they are the floats.
        autoreset: `stepping.NEXT_STEP`, `SAME_STEP` or `DISABLED`.
        fresh: every step and reset writes its observations into an array of which nobody else holds a view,
            so that views of `observations` can be given away.
        data: a file with corrections of printed facts.
        threads: threads for large batches.
        **options: the game's options.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        /,
        *,
        reward: str = "sparse",
        on_illegal: str = "ignore",
        illegal_penalty: float = 0.0,
        max_steps: int | None = None,
        discount: float = 1.0,
        observation_dtype: str = "float32",
        autoreset: int = stepping.DISABLED,
        fresh: bool = False,
        data: Any = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        if whole("the number of games", count) < 1:
            raise ValueError(f"a batch needs at least 1 game, not {shown(count)}")
        if max_steps is not None:
            max_steps = whole("max_steps", max_steps, 1, MOST_STEPS)
        if threads is not None:
            threads = whole("threads", threads, 1, MOST_THREADS)
        check_options(game, options)
        self.game = game
        self.simulator = Simulator(game, data=data, threads=threads, **options)
        self._begun = np.zeros(count, np.bool_)
        self._all_begun = False
        limits = illegal_penalty, discount, max_steps
        self._settings = settings_record(self.simulator, reward, on_illegal, *limits)
        self.observation_dtype = named("observation_dtype", observation_dtype, DTYPES)
        self.on_illegal = on_illegal
        self._illegal_in_a_row = np.zeros(count, np.int32)
        self._has_warned = False
        self.autoreset = autoreset
        self.count = count
        self.states = self.simulator.blank(count)
        self.masks = np.ones((count, game.actions.n), np.int8)
        self._pool = ArrayPool((count, game.observations.size), observation_dtype) if fresh else None
        self.observations = np.zeros((count, game.observations.size), observation_dtype)
        self.rewards = np.zeros(count)
        self.flags = np.zeros(count, np.uint8)
        self.results = new_records(stepping.RESULT, count)
        finals = count if autoreset == stepping.SAME_STEP else 0
        self.final_observations = np.zeros((finals, game.observations.size), observation_dtype)
        self._bind()

    def _bind(self) -> None:
        """What shares memory with the arrays, or is compiled: made anew in a copy or an unpickled batch."""
        self.settings = self._settings[0]
        self._kernels = self.game.kernels
        self._table_rows = self.simulator.table_rows
        self._rows = plain(self.states)
        self._results = plain(self.results)
        self._unused = np.empty((0, self.game.observations.size), _other(self.observation_dtype))
        self._finals = self._as_packed_and_floats(self.final_observations)
        self._bind_observations()

    def _bind_observations(self) -> None:
        self._view_arrays = (self.masks, *self._as_packed_and_floats(self.observations))
        self._step_arrays = (
            *self._view_arrays,
            self.rewards,
            self.flags,
            self._results,
            *self._finals,
            self.autoreset,
        )

    def _as_packed_and_floats(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if self.observation_dtype == "uint8":
            return observations, self._unused
        return self._unused, observations

    def _renew(self) -> None:
        """With `fresh`: observations are now written into an array that nobody else holds."""
        if self._pool is not None:
            self.observations = self._pool.take()
            self._bind_observations()

    def __getstate__(self) -> dict[str, Any]:
        bound = (
            "settings",
            "_kernels",
            "_table_rows",
            "_rows",
            "_results",
            "_unused",
            "_finals",
            "_view_arrays",
            "_step_arrays",
        )
        return {name: value for name, value in self.__dict__.items() if name not in bound}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._bind()

    def close(self) -> None:
        """End the threads; the next large step begins them anew."""
        self.simulator.close()

    def seeds_from(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        """One seed per game: of an int s, game i gets s + i.

        Raises:
            ValueError, TypeError: for what is no seed, and for a wrong number of them.
        """
        if seed is None:
            return [None] * self.count
        if isinstance(seed, str | int) or not isinstance(seed, Sized):
            return [seed_number(seed) + i for i in range(self.count)]
        if len(seed) != self.count:
            raise ValueError(f"{len(seed)} seeds for {self.count} games")
        return [None if one is None else seed_number(one) for one in seed]

    def seed(self, seeds: Sequence[int | None]) -> None:
        """Seed every game for which a seed is given; games that never had one get fresh entropy.

        Raises:
            ValueError, TypeError: for what is no seed; nothing is changed.
        """
        words = {
            i: seed_words(np.random.default_rng(None if seed is None else seed_number(seed)))
            for i, seed in enumerate(seeds)
            if seed is not None or not self.states.rng[i].any()
        }
        for i, drawn in words.items():
            self.states.rng[i] = drawn

    def reset(self, which: np.ndarray | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new episode in all games, or in those where `which` (bool, (count,)) is true.

        Raises:
            ValueError: for an unknown option or an outcome of chance that cannot come; nothing is changed.
        """
        chosen = np.arange(self.count) if which is None else np.flatnonzero(which)
        forced, decks = self.forced_by(options)
        self.states.forced_count[chosen] = 0
        if forced is not None:
            self.states.forced[chosen] = forced.forced
            self.states.forced_count[chosen] = forced.forced_count
        self._renew()
        if self._pool is not None:
            self._keep_rows(chosen)
        self._begin(chosen)
        kernel = self._kernels.reset_range
        if decks is not None:
            for i in chosen:
                decks(self.states[i])
            kernel = self._kernels.view_range
        for start, stop in _runs(chosen):
            kernel(
                self._rows,
                self._table_rows,
                *self._view_arrays,
                self.flags,
                start,
                stop,
            )
        raise_faults(self.game, self._rows)

    def _begin(self, chosen: np.ndarray) -> None:
        self._begun[chosen] = True
        self._all_begun = bool(self._begun.all())

    def _keep_rows(self, chosen: np.ndarray) -> None:
        """In a new array of observations: the rows of all games but those that are chosen to begin anew."""
        others = np.ones(self.count, np.bool_)
        others[chosen] = False
        self.observations[others & ~self._begun] = 0
        kernel, acting = self._kernels.observe_range, np.full(self.count, -1)
        for start, stop in _runs(np.flatnonzero(others & self._begun)):
            kernel(self._rows, self._table_rows, acting, *self._view_arrays[1:], start, stop)

    @property
    def begun(self) -> bool:
        """Has every game begun?"""
        return self._all_begun

    @property
    def games(self) -> tuple[np.ndarray, np.ndarray]:
        """Records and tables, the first two arguments of every kernel."""
        return self._rows, self._table_rows

    def forced_by(self, options: Mapping[str, Any] | None) -> tuple[Any, Callable[[Any], None] | None]:
        """What the options of `reset` choose of chance.

        Returns:
            a blank record with the queue of outcomes, or None; and what begins an episode in a record with
            decks in the order chosen, or None.

        Raises:
            ValueError: an unknown option, or an outcome that cannot come.
        """
        game = self.game
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options must be a dict, not {shown(options)}")
        for given in options or {}:
            if given not in game.chance.options:
                raise ValueError(
                    f"unknown reset option {shown(given)}; {nearest(given, game.chance.options)}"
                )
        forced, begin = None, None
        if options and game.chance.option in options:
            forced = self.simulator.blank(1)[0]
            self.simulator.force_chance(forced, options[game.chance.option])
        if options and game.chance.decks is not None and DECKS in options:
            names, tables = game.chance.decks.check(options[DECKS]), self.simulator.table_rows
            begin_with, draw_task = game.chance.decks.begin_with, self._kernels.draw_task

            def begin(state: Any) -> None:
                draw_task(state, tables)
                begin_with(state, tables[state.task], names)

            trials = self.simulator.templates.copy()
            for i in range(len(trials)):  # the cards must be there in every task
                trials.rng[i] = 1
                begin_with(trials[i], tables[i], names)
        return forced, begin

    def step(self, actions: Any) -> None:
        """One action in each game; everything is written into the batch's arrays.

        Args:
            actions: (count,), anything that NumPy takes for whole numbers.

        Raises:
            IllegalActionError: under `on_illegal="raise"`, before any game has changed.
            RuntimeError: before the first reset.
            RulesError: the rules could not go on; the games stay as they are then.
            TypeError: actions are no whole numbers, or have more than 64 bits.
            ValueError: not one action for each game.
        """
        self.play(check_actions(actions, (self.count,), "games"))

    def play(self, actions: np.ndarray) -> None:
        """As `step`, with actions that are known to be int64 (count,)."""
        if self.on_illegal == "raise":
            self._refuse_illegal(actions)
        self._step(actions)

    def step_all(self, actions: Any) -> None:
        """One action of each player who decides, in each game; as `step` for the rest.

        They are carried out one by one, but none was chosen knowing another. Rewards are those of all.

        Args:
            actions: (count, seats), as in `step`; those of players who do not decide count for nothing.

        Raises: as `step`.
        """
        seats = int(self.simulator.seats_by_task.max())
        chosen = check_actions(actions, (self.count, seats), "games")
        if self.on_illegal == "raise":
            self._refuse_illegal_of_all(chosen)
        self._step(chosen)

    def _step(self, actions: np.ndarray) -> None:
        """Play checked actions, (count,) or (count, seats)."""
        if not self._all_begun:
            raise RuntimeError("some games have not begun: call reset() before step()")
        self._renew()
        games = self._rows, self._table_rows, self._settings
        self.simulator.run(self._kernels.step_range, self.count, *games, actions, *self._step_arrays)
        raise_faults(self.game, self._rows)
        if not self._has_warned and self.on_illegal == "ignore":
            self._count_illegal()

    def _count_illegal(self) -> None:
        """Warn once if one game has had many illegal actions in a row."""
        if not self.flags.any():
            self._illegal_in_a_row[:] = 0
            return
        illegal = self.flags & np.uint8(stepping.ILLEGAL)
        self._illegal_in_a_row = (self._illegal_in_a_row + 1) * illegal
        if self._illegal_in_a_row.max() >= MANY_ILLEGAL:
            self._has_warned = True
            warnings.warn(
                f"{MANY_ILLEGAL} illegal actions in a row: does whoever acts use the action mask? They are"
                ' ignored; on_illegal="raise" refuses them',
                stacklevel=4,
            )

    def _refuse_illegal_of_all(self, actions: np.ndarray) -> None:
        choosers = self.choosers
        for seat in np.flatnonzero(choosers.any(axis=0)):
            masks = self.masks_of(seat)
            for i in np.flatnonzero(choosers[:, seat] & ~self.waiting):
                action = int(actions[i, seat])
                if not (0 <= action < self.game.actions.n and masks[i, action]):
                    raise IllegalActionError(illegal_message(self.game, masks[i], action))

    @property
    def choosers(self) -> np.ndarray:
        """Bool (count, seats): who decides in each game now, none knowing what the others choose."""
        return self.simulator.choosers(self.states)

    def masks_of(self, seats: Any) -> np.ndarray:
        """Legal actions of a seat, or of one in each game, (count, actions); see `Simulator.masks_of`."""
        return self.simulator.masks_of(self.states, seats)

    @property
    def waiting(self) -> np.ndarray:
        """Bool (count,): the games that are over and wait for their reset."""
        ended: np.ndarray = (self.flags & stepping.ENDED) != 0
        return ended & (self.autoreset != stepping.SAME_STEP)

    def _refuse_illegal(self, actions: np.ndarray) -> None:
        for i, action in enumerate(actions):
            waits_for_reset = self.autoreset == stepping.NEXT_STEP and self.flags[i] & stepping.ENDED
            if not waits_for_reset and not (0 <= action < self.game.actions.n and self.masks[i, action]):
                raise IllegalActionError(illegal_message(self.game, self.masks[i], int(action)))

    def result(self, i: int) -> dict[str, Any]:
        """The facts of game `i`'s last ended episode, as they stand in `info`."""
        row = self.results[i]
        return {
            "victory": np.array(row.victory, np.bool_),
            "score": np.int64(row.score),
            "goal_progress": np.float64(row.goal_progress),
            "rounds": np.int64(row.rounds),
            "cause": np.int64(row.cause),
            **({"task": np.int64(row.task)} if self.simulator.is_mixed else {}),
        }

    def info_of(self, i: int) -> dict[str, Any]:
        """What stands in `info` of game `i` besides the mask, after the last step or reset.

        Numbers are NumPy scalars, since TorchRL asks for their types and shapes. Truth values are arrays
        without dimensions, because Gymnasium's `SyncVectorEnv` makes objects of boolean scalars. Names and
        types are the same at every step: as long as an episode goes on the facts of its end are 0.
        `cause_name` of the environments says `cause` in words.
        """
        flags = int(self.flags[i])
        undecided = {**UNDECIDED, "victory": np.array(False)}
        info = self.result(i) if flags & stepping.ENDED else undecided
        if self.simulator.is_mixed and not flags & stepping.ENDED:
            info["task"] = np.int64(self.states.task[i])
        return {**info, "illegal_action": np.array(flags & stepping.ILLEGAL, np.bool_)}

    def refresh(self, which: np.ndarray | None = None) -> None:
        """Write masks, observations, flags and results anew after states were changed from outside.

        Args:
            which: bool (count,), the games that were changed; by default all. The others stay as they are.
        """
        chosen = np.arange(self.count) if which is None else np.flatnonzero(which)
        self._begin(chosen)
        self.rewards[chosen] = 0.0
        self._write_views(which, chosen)
        for i in chosen[self.states.over[chosen] == 1]:
            self._write_result(i)

    def ask_first(self, game: int, seat: int) -> None:
        """Ask one of several choosers of a game first, so that its next action is theirs; no view changes."""
        state = self.states[game]
        turn_to = self.game.rules.get("turn_to", defaults.turn_to)
        turn_to(state, self.simulator.tables_of(state), seat)
        chosen = np.array([game])
        self._write_views(np.arange(self.count) == game, chosen)

    def _write_views(self, which: np.ndarray | None, chosen: np.ndarray) -> None:
        """Write masks, observations and flags of some games anew; `which`: None: of all."""
        self._renew()
        if self._pool is not None and which is not None:
            self._keep_rows(chosen)
        kernel = self._kernels.view_range
        arrays = (self._rows, self._table_rows, *self._view_arrays, self.flags)
        if which is None:
            self.simulator.run(kernel, self.count, *arrays)
        else:
            for start, stop in _runs(chosen):
                kernel(*arrays, start, stop)

    def _write_result(self, i: int) -> None:
        """How the game of a state that is over has ended, as its last step would have said."""
        state, result = self.states[i], self.results[i]
        for name in ("victory", "score", "rounds", "cause", "steps"):
            result[name] = state[name]
        result.task = state.task
        alone = self.states[i : i + 1].view(np.recarray)
        result.goal_progress = self.simulator.goal_progress(alone)[0]

    def legal_actions(self, i: int) -> list[int]:
        """The legal actions of game `i`; none before it has begun, and once it is over until it is reset."""
        waits = self.autoreset != stepping.SAME_STEP and self.flags[i] & stepping.ENDED
        if waits or not self._begun[i]:
            return []
        return [int(action) for action in np.flatnonzero(self.masks[i])]

    def observe(self, viewers: Any = -1) -> np.ndarray:
        """What players know, a new array (count, size) in the batch's dtype.

        Args:
            viewers: a player for all games, or one for each, (count,); -1: the one who acts.
        """
        return self.simulator.observe(self.states, viewers, self.observation_dtype)

    def sampler(self, seed: int | None = None) -> RandomPlay:
        """A source of uniformly random legal actions for this batch."""
        return RandomPlay(self.simulator, self.masks, seed)


def _other(dtype: str) -> str:
    return "float32" if dtype == "uint8" else "uint8"


def _runs(indices: np.ndarray) -> list[tuple[int, int]]:
    """Runs of neighbouring indices as (start, stop)."""
    if len(indices) == 0:
        return []
    breaks = np.flatnonzero(np.diff(indices) != 1)
    starts = [int(indices[0]), *(int(indices[i + 1]) for i in breaks)]
    stops = [*(int(indices[i]) + 1 for i in breaks), int(indices[-1]) + 1]
    return list(zip(starts, stops, strict=True))
