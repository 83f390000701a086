"""Settings that all interfaces share: for rewards, illegal actions, limits, and checks of what is given."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from crusoe_env.engine import stepping
from crusoe_env.engine.game import Game
from crusoe_env.engine.simulator import Simulator
from crusoe_env.support.options import named, whole
from crusoe_env.support.words import nearest, shown

REWARDS = {
    "sparse": stepping.SPARSE,
    "shaped": stepping.SHAPED,
    "progress": stepping.PROGRESS,
    "survival": stepping.SURVIVAL,
    "score": stepping.SCORE,
}
ON_ILLEGAL = {"ignore": stepping.IGNORE, "raise": stepping.RAISE, "terminate": stepping.TERMINATE}
SETTINGS = (
    "reward",
    "on_illegal",
    "illegal_penalty",
    "max_steps",
    "discount",
    "observation_dtype",
    "data",
    "threads",
)
"""Settings of batches, beside the options of the game."""

FORMS = ("observation", "mask", "render_mode")
"""Settings of environments, which say in what form games are shown."""

LARGEST_SEED = 2**128 - 1
"""As large as the entropy that NumPy draws for a generator."""
MOST_THREADS = 4096

_INT64 = np.iinfo(np.int64)


def choice(what: str, value: Any, valid: Mapping[str, int]) -> int:
    """The number behind a named choice. Raises ValueError with the valid names."""
    return valid[named(what, value, valid)]


def seed_number(seed: Any) -> int:
    """A seed: a whole number from 0. Raises TypeError for anything else, ValueError for one out of bounds."""
    return whole("a seed", seed, 0, LARGEST_SEED)


def real(what: str, value: Any) -> float:
    """A finite number. Raises TypeError for anything else, ValueError for infinity and nan."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise TypeError(f"{what} must be a number, not {shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{what} must be finite, not {shown(value)}")
    return number


def storable_action(action: Any) -> int:
    """An action as a number of 64 bits; larger ones become the largest, which is as illegal.

    Raises:
        TypeError: it is no whole number.
    """
    return min(max(whole("an action", action), int(_INT64.min)), int(_INT64.max))


def check_options(game: Game, options: Iterable[str]) -> None:
    """Are these options of the game? Raises TypeError with the nearest option or setting."""
    for name in options:
        if name not in game.options:
            hint = nearest(name, [*SETTINGS, *FORMS, *game.options])
            raise TypeError(f"{game.title} got an unexpected keyword argument {shown(name)}; {hint}")


def settings_record(
    simulator: Simulator,
    reward: str,
    on_illegal: str,
    illegal_penalty: float,
    discount: float,
    max_steps: int | None,
) -> np.ndarray:
    """Checked settings for the kernels, (1,) of kind `stepping.SETTINGS`; what they mean says `Batch`.

    Raises:
        ValueError, TypeError: a setting does not take its value.
    """
    record = np.zeros(1, stepping.SETTINGS)
    settings = record[0]
    settings.on_illegal = choice("on_illegal", on_illegal, ON_ILLEGAL)
    settings.illegal_penalty = real("illegal_penalty", illegal_penalty)
    settings.reward = choice("reward", reward, REWARDS)
    game, lacking = simulator.game, ""
    if reward == "score" and not all(map(game.has_points, simulator.table_rows)):
        lacking = "victory points as set up"
    elif reward == "survival" and not game.has_last_round:
        lacking = "last round"
    if lacking:
        others = ", ".join(name for name in REWARDS if name != reward)
        raise ValueError(f"reward: {game.title} has no {lacking}; choose from {others}")
    settings.discount = real("discount", discount)
    if not 0 <= settings.discount <= 1:
        raise ValueError(f"discount must be between 0 and 1, not {discount}")
    settings.max_steps = max_steps or game.longest_episode
    return record
