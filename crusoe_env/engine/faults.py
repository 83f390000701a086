"""Faults: rules that could not go on say so in the record, and whoever called them raises an error.

Compiled rules raise nothing. What should never happen sets `fault` of the record, a place in `Game.faults`,
and ends the game, so that no loop over it goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game


class RulesError(RuntimeError):
    """The rules of a game could not go on; the message names the game and says what happened."""


def raise_faults(game: Game, states: np.ndarray) -> None:
    """Raise RulesError if the rules could not go on in one of some records, (n,)."""
    faults = states["fault"]
    if np.count_nonzero(faults) == 0:
        return
    i = int(np.flatnonzero(faults)[0])
    which = f" (game {i} of {len(states)})" if len(states) > 1 else ""
    what = game.faults[int(faults[i])]
    raise RulesError(f"{game.title}: the rules cannot go on in round {states['rounds'][i]}{which}: {what}")
