"""A game in both engines at once, compared after every action."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import crusoe_env
from crusoe_env import Batch
from crusoe_env.engine import stepping
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import stack, turn
from tests.lockstep import knowledge, table_words
from tests.lockstep.cases import Case
from tests.lockstep.record import Record
from tests.lockstep.translation import Translation
from tests.lockstep.words import Words, differences
from tests.reference.robinson.decisions import Play
from tests.reference.robinson.game import ReferenceRobinson

GAME = crusoe_env.game("robinson")
NAMES = GAME.actions.names
AT_THE_END = ("over", "cause", "decision", "round")
"""What is compared of the state once the game has ended, beside points, progress and reward."""
NEAR = 1e-9
"""Goal progress and rewards are sums of a few fractions."""


@dataclass(frozen=True)
class Difference:
    """Where the two engines differ.

    `found` has what differs: (what, in the engine, in the reference). `actions` are the names of those taken
    before, the last one included.
    """

    case: Case
    actions: tuple[str, ...]
    found: tuple[tuple[str, Any, Any], ...]
    position: str
    """The state of the engine in words, before the last action."""

    @property
    def last(self) -> str:
        """The action after which they differ."""
        return self.actions[-1] if self.actions else "(the set-up)"


class DifferError(AssertionError):
    """The two engines differ."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference)
        self.difference = difference


@functools.lru_cache(maxsize=4)
def batch_for(options: tuple[tuple[str, Any], ...]) -> Batch:
    """A batch of one game with these options."""
    return Batch(GAME, 1, reward="shaped", threads=1, **{name: thawed(value) for name, value in options})


def frozen(value: Any) -> Any:
    """A value of an option that can be a key."""
    if isinstance(value, dict):
        return ("dict", tuple((name, frozen(one)) for name, one in value.items()))
    return ("list", tuple(value)) if isinstance(value, list) else value


def thawed(value: Any) -> Any:
    """The value again."""
    if isinstance(value, tuple) and value and value[0] in ("dict", "list"):
        return dict(value[1]) if value[0] == "dict" else list(value[1])
    return value


class Lockstep:
    """One game in both engines.

    Args:
        case: which game; it is dealt at once, and compared.

    Raises:
        DifferError: the two engines differ, here or in `step`.
    """

    def __init__(self, case: Case) -> None:
        self.case = case
        self.batch = batch_for(tuple((name, frozen(value)) for name, value in case.options.items()))
        simulator = self.batch.simulator
        self.batch.seed([case.seed])
        words = self.batch.states.rng[0].tolist()
        self.batch.reset()
        self.translation = Translation(simulator.facts)
        self.record = Record(self.batch.states)
        self.actions: list[str] = []
        self.potential = 0.0
        self.reference = self.guarded(lambda: ReferenceRobinson(words, **case.options))
        self.compare()
        self.potential = self.reference.potential

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(self.batch.flags[0] & stepping.ENDED)

    @property
    def state(self) -> Any:
        """The engine's record."""
        return self.batch.states[0]

    @property
    def mask(self) -> np.ndarray:
        """Legal actions, int8 (actions,)."""
        return self.batch.masks[0]

    def step(self, action: int) -> None:
        """Take an action in both, and compare. Raises DifferError."""
        self.actions.append(NAMES[action])
        saved = self.batch.states.copy()
        self.batch.step(np.array([action]))
        self.checked(lambda: self.reference.step(NAMES[action]), saved, rewarded=True)

    def checked(self, act: Callable[[], None], before: np.ndarray, *, rewarded: bool) -> None:
        """The reference follows the engine, and both are compared. Raises DifferError."""
        try:
            self.guarded(act)
            self.compare(rewarded=rewarded)
        except DifferError as differ:
            position = self.text(before)
            raise DifferError(replace(differ.difference, position=position)) from differ.__cause__
        if not self.over:
            self.potential = self.reference.potential

    def edited(self, words: str) -> None:
        """Both games were changed from outside, as `words` say: put the question anew, and compare."""
        self.interrupted(f"edited: {words}", lambda: None, None)

    def interrupted(self, words: str, push: Callable[[], None], first: Play[None] | None) -> None:
        """Something happens before the question is put anew: pushed in the engine, `first` in the other."""
        self.actions.append(f"({words})")
        state, saved = self.state, self.batch.states.copy()
        stack.ask_nothing(state)
        state.answer = c.NONE
        push()
        turn.advance(state, self.batch.simulator.tables)
        self.batch.refresh()
        self.checked(lambda: self.reference.ask_again(first), saved, rewarded=False)

    def guarded(self, act: Any) -> Any:
        """Let the reference act. Raises Differ if it breaks down."""
        try:
            return act()
        except Exception as error:
            broken = ("the reference breaks down", "", f"{type(error).__name__}: {error}")
            raise self.differ([broken]) from error

    # ------------------------------------------------------------------ comparing
    def words(self) -> tuple[Words, Words]:
        """The state of both."""
        return self.translation.words(self.record), table_words.words(self.reference)

    def compare(self, *, rewarded: bool = False) -> None:
        """Compare everything. Raises DifferError."""
        engine, reference = self.words()
        if engine["over"] and reference["over"]:  # nobody plays on with what lies on the table
            engine, reference = ({name: one[name] for name in AT_THE_END} for one in (engine, reference))
        found = [] if engine == reference else list(differences(engine, reference))
        if not self.over:
            legal = {NAMES[action] for action in np.flatnonzero(self.mask)}
            if legal != (mask := self.reference.mask()):
                found.append(("legal actions", sorted(legal - mask), sorted(mask - legal)))
        if not found and not self.over and self.state["private_finds"]:
            found = list(knowledge.differences(self.batch.simulator, self.batch.states, self.reference.game))
        if not found:
            found = self.outcomes(rewarded=rewarded)
        if found:
            raise self.differ(found)

    def outcomes(self, *, rewarded: bool) -> list[tuple[str, Any, Any]]:
        """Differences of goal progress, reward, points."""
        state, reference = self.state, self.reference
        pairs = {"goal progress": (self.progress(), reference.progress)}
        if rewarded:
            won = float(state.victory)
            after = 0.0 if self.over else reference.potential
            pairs["reward"] = (float(self.batch.rewards[0]), won + after - self.potential)
        if self.over:
            pairs["points"] = (float(state.score), float(reference.points))
        return [
            (name, one, other)
            for name, (one, other) in pairs.items()
            if not math.isclose(one, other, abs_tol=NEAR)
        ]

    def progress(self) -> float:
        """The engine's goal progress."""
        return float(self.batch.simulator.goal_progress(self.batch.states)[0])

    def differ(self, found: list[tuple[str, Any, Any]]) -> DifferError:
        """The error that says where the two differ."""
        return DifferError(Difference(self.case, tuple(self.actions), tuple(found), position=""))

    def text(self, states: np.ndarray) -> str:
        """A state in words."""
        simulator = self.batch.simulator
        return GAME.text(states.view(np.recarray)[0], simulator.tables, simulator.facts)
