"""What the rules of a game must provide: one compiled function per name.

`s` is the game's record (see `engine.state`), `t` its tables (one record made from the data files). Templates
import these names; `engine.compile.bind` puts a game's own functions in their place. The bodies here are
empty: this module is the contract. None of the functions may allocate, raise, or keep state of their own.
`OBSERVATION_SCALE`, float32 (size,), is `scale` of the game's observation layout.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.arrays import Entries, Mask

OBSERVATION_SCALE = np.ones(1, np.float32)


def new_game(s: Any, t: Any) -> None:
    """Set up an episode from options, generator and forced outcomes, up to the first decision."""


def apply_action(s: Any, t: Any, action: int) -> None:
    """Carry out one legal action and go on to the next decision or to the end (`s.over = 1`).

    Rules that cannot go on end the game and set `s.fault`, see `engine.faults`.
    """


def write_mask(s: Any, t: Any, mask: Mask) -> None:
    """Write 1 for each action that is legal now, else 0, into `mask` (int8); the game is live."""


def write_observation(s: Any, t: Any, viewer: int, out: Entries) -> None:
    """Write all that player `viewer` knows into `out` (uint8 (size,), any earlier content is overwritten)."""


def goal_progress(s: Any, t: Any) -> float:
    """How far the goal is met, 0 .. 1; 1 exactly for a victory."""
    return 0.0


def rounds_share(s: Any, t: Any) -> float:
    """The share of the game's rounds that have begun, 0 .. 1; 0 in a game without a last round."""
    return 0.0


def potential(s: Any, t: Any) -> float:
    """The potential of a live state for `reward="shaped"`, about 0 .. 1."""
    return 0.0


def redeal(s: Any, t: Any, viewer: int) -> None:
    """Deal everything anew that player `viewer` cannot know, with the record's generator."""


def choosers(s: Any, t: Any) -> int:
    """Bits of the seats that decide now, none knowing what the others choose; mostly who acts alone."""
    return 0


def turn_to(s: Any, t: Any, seat: int) -> None:
    """Ask one of several choosers first, so that the next action is his; -1: the one who is asked usually.

    Nothing that a player sees depends on who is asked first.
    """


def write_mask_of(s: Any, t: Any, seat: int, mask: Mask) -> None:
    """Write the legal actions of one of several choosers into `mask` (int8), whoever is asked first."""


def playout_action(s: Any, t: Any, mask: Mask, rng: Any) -> int:
    """A legal action of the policy that plays on in playouts; `engine.random.below(rng, n)` draws numbers."""
    return 0
