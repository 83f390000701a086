"""All that chance can make of one decision: dice that are thrown, cards that are drawn from unknown orders.

One unknown thing after another is fixed, until nothing is left to chance: the branches that still need a die
or a card are played with each face and each card that it can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np

from crusoe_env.engine.checks import Rules, check_legal
from crusoe_env.engine.game import Pile
from crusoe_env.engine.state import rows_of

MOST = 20_000
"""Outcomes that are listed at most."""
TRIALS = 64
"""Deals that are played to see whether something has been left out."""


class Outcomes(NamedTuple):
    """What a decision can lead to.

    Attributes:
        states: recarray (n,), all different.
        probabilities: float64 (n,), with sum 1.
    """

    states: np.recarray
    probabilities: np.ndarray


class Steps(Rules, Protocol):
    """What is asked of a `Simulator`."""

    def step(self, states: np.recarray, actions: np.ndarray) -> np.recarray:
        """Copies of the states after one action each."""

    def determinize(self, states: np.recarray, rng: np.random.Generator) -> np.recarray:
        """Copies with all dealt anew that the player cannot know who acts."""

    def observe(self, states: np.recarray, viewers: Any, dtype: str) -> np.ndarray:
        """What players know, (n, size)."""


@dataclass(frozen=True)
class Branch:
    """A part of the tree of chance.

    Attributes:
        before: (1,) record, in which the cards drawn so far lie on top.
        probability: of this part.
        dice: the faces fixed so far.
        drawn: how many cards are fixed, by pile.
    """

    before: np.recarray
    probability: float
    dice: tuple[int, ...]
    drawn: tuple[int, ...]


def listed(simulator: Steps, state: np.recarray, action: int) -> Outcomes:
    """As `Simulator.outcomes`."""
    if state.shape != (1,):
        raise ValueError(f"the outcomes of one state are listed, (1,), not of states of shape {state.shape}")
    check_legal(simulator, state, np.array([action]))
    root = state.copy()
    root.forced_count, root.forced = 0, 0
    found: dict[bytes, float] = {}
    waiting = [Branch(root, 1.0, (), (0,) * len(_piles(simulator, root)))]
    while waiting:
        if len(waiting) + len(found) > MOST:
            raise ValueError(f"the decision has more than {MOST:,} outcomes: sample them with determinize()")
        reached = _after(simulator, waiting, action)
        wanting: list[Branch] = []
        for i, branch in enumerate(waiting):
            after = reached[i : i + 1].view(np.recarray)
            more = list(_unknown(simulator, branch, after))
            wanting += more
            if not more:
                end = _ended(branch, after)
                found[end] = found.get(end, 0.0) + branch.probability
        waiting = wanting
    states = np.frombuffer(bytearray(b"".join(found)), state.dtype).view(np.recarray)
    _check_complete(simulator, root, action, states)
    return Outcomes(states, np.array(list(found.values())))


def _piles(simulator: Steps, state: np.recarray) -> Sequence[Pile]:
    piles = simulator.game.chance.piles
    return () if piles is None else piles(state)


def _after(simulator: Steps, branches: Sequence[Branch], action: int) -> np.recarray:
    """The states after the action, in which the queue of faces holds those that nobody has asked for."""
    states = np.concatenate([branch.before for branch in branches]).view(np.recarray)
    if simulator.game.chance.die_sides:
        for state, branch in zip(states, branches, strict=True):
            state["forced"][:] = 1
            state["forced"][: len(branch.dice)] = branch.dice
        states.forced_count = states.forced.shape[1]
    return simulator.step(states, np.full(len(states), action))


def _unknown(simulator: Steps, branch: Branch, after: np.recarray) -> Iterator[Branch]:
    """The parts of a branch by the first thing that chance still decides; none if there is no such thing."""
    sides = simulator.game.chance.die_sides
    if sides and after.forced.shape[1] - after.forced_count[0] > len(branch.dice):
        for face in range(1, sides + 1):
            yield replace(branch, probability=branch.probability / sides, dice=(*branch.dice, face))
        return
    as_he_sees = after.copy()
    as_he_sees.acting = branch.before.acting
    later = _piles(simulator, as_he_sees)
    for k, pile in enumerate(_piles(simulator, branch.before)):
        seen = pile.left - (later[k].left - later[k].known)
        if seen > branch.drawn[k]:
            yield from _draws(simulator, branch, k, pile)
            return


def _draws(simulator: Steps, branch: Branch, k: int, pile: Pile) -> Iterator[Branch]:
    """The parts of a branch by the next card of a pile."""
    fixed = branch.drawn[k]
    drawn = (*branch.drawn[:k], fixed + 1, *branch.drawn[k + 1 :])
    if fixed < pile.known:
        yield replace(branch, drawn=drawn)
        return
    choices = len(pile.places) - fixed
    if choices < 1 or (fixed > pile.known and not pile.any_order):
        raise ValueError(f"the outcomes cannot be listed: too little is known of the {pile.name}")
    for other in range(fixed, len(pile.places)):
        before = branch.before.copy()
        (cards, top), (others, at) = (_piles(simulator, before)[k].places[i] for i in (fixed, other))
        cards[top], others[at] = others[at], cards[top]
        yield replace(branch, before=before, probability=branch.probability / choices, drawn=drawn)


def _check_complete(simulator: Steps, root: np.recarray, action: int, states: np.recarray) -> None:
    """Raise ValueError if other deals show a player what none of the states shows."""
    viewer = int(root.acting[0])
    deals = np.repeat(root, TRIALS).view(np.recarray)
    reached = simulator.step(simulator.determinize(deals, np.random.default_rng(0)), np.full(TRIALS, action))
    shown = {row.tobytes() for row in simulator.observe(states, viewer, "uint8")}
    if not shown.issuperset(row.tobytes() for row in simulator.observe(reached, viewer, "uint8")):
        raise ValueError("the outcomes cannot be listed: the decision shows cards that stay in their pile")


def _ended(branch: Branch, after: np.recarray) -> bytes:
    """The state in which a branch ends, as bytes. Raises ValueError if other chance has come into play."""
    if (after.rng != branch.before.rng).any():
        raise ValueError(
            "the outcomes cannot be listed: the decision has something shuffled; sample with determinize()"
        )
    after.forced_count, after.forced = 0, 0
    return rows_of(np.ascontiguousarray(after)).tobytes()
