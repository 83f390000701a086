"""What happens after a move, worked out by playing it: what is certain, and the range where chance decides.

A move is played on copies of the game in which everything that the player cannot know is dealt anew, then
every window of the same phase is passed, up to the next other decision. Dice are played with all their faces
where nothing else is left to chance; cards and what is shuffled are sampled.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from crusoe_env.play.advice import runs_uncompiled
from crusoe_env.play.history import ALWAYS, PERHAPS
from crusoe_env.show.quantities import Change, changes_of, in_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crusoe_env.engine.simulator import Simulator

TRIED = 8
"""Deals in which it is seen whether anything is left to chance."""
DEALS = 128
"""Deals that are played where cards are drawn."""
CONFIRMED = 16
"""Times as many deals are played where the game was lost in all of them."""
MOST = 1_300
"""Throws that are listed: four dice."""
FEW_CARDS = 24
"""Cards in piles of which each is listed."""
PASSED = 100
"""Windows that are passed at most."""
UNCOMPILED = (2, 16, 40, 0.4)
"""The same for rules that run uncompiled, without the windows; and seconds for all moves of a decision."""
PATIENCE = 3.0
"""Seconds for all moves of a decision."""


@dataclass(frozen=True)
class Forecast:
    """What a move leads to.

    Attributes:
        changes: of public quantities, each at least and at most.
        words: the same as a phrase; empty where nothing changes.
        is_certain: nothing is left to chance.
        is_complete: the ranges hold all that chance can bring; else those of a sample.
        lost: the share of outcomes in which the game is lost, 0 .. 1.
        lost_at_once: the same before anybody can use anything.
        cause: how the game is lost; empty if it is not.
    """

    changes: Sequence[Change]
    words: str
    is_certain: bool
    is_complete: bool
    lost: float
    lost_at_once: float
    cause: str

    @property
    def deadly(self) -> str:
        """`always` if the game is lost whatever chance brings, `perhaps` if it may be; else empty."""
        if self.lost_at_once == 1:
            return ALWAYS
        return PERHAPS if self.lost > 0 else ""

    @property
    def sentence(self) -> str:
        """The forecast for people; empty where nothing changes."""
        words = self.words if self.is_complete or not self.words else f"mostly {self.words}"
        if not self.lost:
            return words
        share = f" in {max(1, min(99, round(100 * self.lost)))} %" if self.lost < 1 else ""
        return "; ".join(filter(None, (words, f"the game is lost ({self.cause}){share}")))


class Played(NamedTuple):
    """States after a move and the windows behind it, with what chance has decided."""

    states: np.recarray
    lost_at_once: NDArray[np.bool_]
    dice: NDArray[np.int64]
    weights: NDArray[np.float64]


class Forecaster:
    """Forecasts for the moves of one decision.

    Args:
        simulator: of the game.
        state: the game, (1,) record.
        viewer: the seat that asks; None: who acts.
    """

    def __init__(self, simulator: Simulator, state: np.recarray, viewer: int | None = None) -> None:
        self.simulator, self.state, self.viewer = simulator, state, viewer
        slow = runs_uncompiled()
        self.tried, self.deals, self.most, self.patience = (
            UNCOMPILED if slow else (TRIED, DEALS, MOST, PATIENCE)
        )
        self._rng = np.random.default_rng(0)
        self._tables, self._facts = simulator.tables_of(state[0]), simulator.facts_of(state[0])
        view = simulator.game.show.view
        self._has_windows = bool(view) and _has(simulator.game, "window_pass")

    def of_all(self, actions: Sequence[int]) -> dict[int, Forecast]:
        """Forecasts by action, as many as time allows; none in games whose view has no quantities."""
        if not _has(self.simulator.game, "quantities"):
            return {}
        found: dict[int, Forecast] = {}
        end = time.monotonic() + self.patience
        for action in actions:
            found[action] = self.of(action)
            if time.monotonic() > end:
                break
        return found

    def of(self, action: int) -> Forecast:
        """The forecast for one legal action."""
        dealt = self._dealt(self.tried)
        tried = self._play(_with_queue(dealt, self._random_faces(len(dealt))), action)
        cards = self._uses_cards(dealt, tried.states)
        if not cards and not tried.dice.any():
            return self._told(tried, is_certain=True, is_complete=True)
        if not cards:
            listed = self._listed(dealt[:1].view(np.recarray), action)
            if listed is not None and _lies_within(self._values(tried.states), self._values(listed.states)):
                return self._told(listed, is_certain=False, is_complete=True)
        elif not self._has_windows and (drawn := self._drawn(dealt[:1].view(np.recarray), action)):
            return self._told(drawn, is_certain=False, is_complete=True)
        sample = self._play(self._dealt(self.deals), action)
        if sample.lost_at_once.all():  # so much is said only of many more deals
            sample = self._play(self._dealt(CONFIRMED * self.deals), action)
        return self._told(sample, is_certain=False, is_complete=False)

    def _drawn(self, dealt: np.recarray, action: int) -> Played | None:
        """All cards that may be drawn, from small piles; None if they cannot be listed."""
        piles = self.simulator.game.chance.piles
        if piles is None or sum(pile.left - pile.known for pile in piles(dealt)) > FEW_CARDS:
            return None
        try:
            states, weights = self.simulator.outcomes(dealt, action)
        except ValueError:
            return None
        lost = (states.over == 1) & (states.victory == 0)
        return Played(states, lost, np.zeros(len(states), np.int64), weights)

    def _dealt(self, count: int) -> np.recarray:
        states = np.repeat(self.state, count).view(np.recarray)
        dealt = self.simulator.determinize(states, self._rng, self.viewer)
        if "forced_count" in (dealt.dtype.names or ()):
            dealt["forced_count"] = 0
        return dealt

    def _random_faces(self, count: int) -> NDArray[np.int64]:
        sides = self.simulator.game.chance.die_sides
        return self._rng.integers(1, sides + 1, (count, _queue_of(self.state))) if sides else _NO_FACES

    def _play(self, states: np.recarray, action: int) -> Played:
        """Play the move, then pass the windows of the same phase."""
        simulator, queued = self.simulator, _count(states)
        after = simulator.step(states, np.full(len(states), action))
        at_once = (after.over == 1) & (after.victory == 0)
        for _ in range(PASSED if self._has_windows else 0):
            passes = [self._pass(state) for state in after]
            here = np.array([i for i, found in enumerate(passes) if found is not None], np.int64)
            if not len(here):
                break
            chosen = np.array([passes[i] for i in here])
            after[here] = simulator.step(after[here].view(np.recarray), chosen)
        return Played(after, at_once, queued - _count(after), np.full(len(states), 1 / len(states)))

    def _pass(self, state: Any) -> int | None:
        """The action that passes the window at which somebody is asked in the same phase."""
        if state.over or state.phase != self.state.phase[0]:
            return None
        found: int | None = self.simulator.game.viewed("window_pass")(state, self._tables, self._facts)
        return found

    def _uses_cards(self, before: np.recarray, after: np.recarray) -> bool:
        """Has anything been shuffled, or a card been drawn or seen that nobody knew?"""
        if (before["rng"] != after["rng"]).any():
            return True
        piles = self.simulator.game.chance.piles
        if piles is None:
            return False
        for i in range(len(before)):
            seen = after[i : i + 1].copy()
            seen["acting"] = before["acting"][i]
            for old, new in zip(piles(before[i : i + 1]), piles(seen), strict=True):
                if old.left - (new.left - new.known) > old.known:
                    return True
        return False

    def _listed(self, dealt: np.recarray, action: int) -> Played | None:
        """All throws of the dice; None if there are too many, or cards are drawn after some of them."""
        sides = self.simulator.game.chance.die_sides
        faces, found, weights = np.zeros((1, 0), np.int64), [], []
        while len(faces):
            if len(faces) > self.most:
                return None
            states = np.repeat(dealt, len(faces)).view(np.recarray)
            played = self._play(_with_queue(states, faces), action)
            done = played.dice <= faces.shape[1]
            if self._uses_cards(states[done].view(np.recarray), played.states[done].view(np.recarray)):
                return None
            found.append((played.states[done], played.lost_at_once[done]))
            weights.append(np.full(done.sum(), float(sides) ** -faces.shape[1]))
            more = faces[~done]
            faces = np.concatenate([np.c_[more, np.full(len(more), face)] for face in range(1, sides + 1)])
        states = np.concatenate([each for each, _ in found]).view(np.recarray)
        lost = np.concatenate([each for _, each in found])
        return Played(states, lost, np.zeros(len(states), np.int64), np.concatenate(weights))

    def _quantities(self, states: np.recarray) -> Any:
        both = np.concatenate([self.state, states]).view(np.recarray)
        return self.simulator.game.viewed("quantities")(both, self._tables, self._facts)

    def _values(self, states: np.recarray) -> NDArray[np.int64]:
        """The quantities of states, (quantities, n)."""
        return np.array([quantity.values[1:] for quantity in self._quantities(states)])

    def _told(self, played: Played, is_certain: bool, is_complete: bool) -> Forecast:
        states = played.states
        changes = changes_of(self._quantities(states))
        lost = (states.over == 1) & (states.victory == 0)
        causes = sorted({self.simulator.cause(state) for state in states[lost]})
        players = len(self.simulator.game.seats.of(self.state[0]))
        share = 1.0 if lost.all() else float(played.weights[lost].sum())
        at_once = 1.0 if played.lost_at_once.all() else float(played.weights[played.lost_at_once].sum())
        return Forecast(
            changes, in_words(changes, players), is_certain, is_complete, share, at_once, " or ".join(causes)
        )


_NO_FACES = np.zeros((0, 0), np.int64)


def _has(game: Any, what: str) -> bool:
    from crusoe_env.engine.game import NoViewError  # it imports compiled code

    try:
        game.viewed(what)
    except NoViewError:
        return False
    return True


def _queue_of(states: np.recarray) -> int:
    """How many faces the queue of forced dice takes."""
    return int(states["forced"].shape[1])


def _count(states: np.recarray) -> NDArray[np.int64]:
    """How many faces still wait in each queue, (n,); zeros in games without dice."""
    if "forced_count" not in (states.dtype.names or ()):
        return np.zeros(len(states), np.int64)
    return states["forced_count"].astype(np.int64)


def _with_queue(states: np.recarray, faces: NDArray[np.int64]) -> np.recarray:
    """Copies in which the next dice show these faces, (n, dice); the others show ones."""
    queued = states.copy()
    if faces.size or faces.shape[0]:
        queued["forced"] = 1
        queued["forced"][:, : faces.shape[1]] = faces
        queued["forced_count"] = _queue_of(queued)
    return queued


def _lies_within(values: NDArray[np.int64], listed: NDArray[np.int64]) -> bool:
    """Do values, (quantities, n), lie between the least and the greatest of those listed?"""
    low, high = listed.min(axis=1, keepdims=True), listed.max(axis=1, keepdims=True)
    return bool(((values >= low) & (values <= high)).all())
