"""Styles of the scripted player: partners that prefer some actions, as `styles.toml` says."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env import Simulator
from crusoe_env.engine.state import plain
from crusoe_env.facts import FactsError, Field, check_entry, read_toml
from crusoe_env.robinson import queries as q
from crusoe_env.robinson.actions import LAYOUT
from crusoe_env.support.words import nearest

from .scripted import ScriptedRobinson, kernels
from .urgencies import AFTER_PLANS, FIRST_PLAN

FILE = Path(__file__).with_name("styles.toml")
LIKING = Field(float, low=-1, high=1)
FIELDS = {
    "about": Field(str),
    "likes": Field(dict, required=False),
    "follows": Field(float, low=-1, high=1, required=False),
}
STAGES = ((3, 99),)
"""Simulations of a decision: one stage only, so that training beside a style takes minutes, not hours."""
BUILDING = "plan build"
"""The key of `likes` that stands for all plans to build, whose names begin with what is built."""
PREFIXES = {kind: f"plan {kind.replace('_', ' ')}" for kind in q.ACTION_KINDS if kind != "build"}
NO_KIND = -1


def kinds_of_plans() -> np.ndarray:
    """The kind of each action that places a pawn, of `queries.ACTION_KINDS`, int64 (actions,); else -1."""
    kinds = np.full(LAYOUT.n, NO_KIND)
    builds = range(LAYOUT.start["build"], LAYOUT.start["gather"])
    kinds[builds] = q.ACTION_KINDS.index("build")
    for kind, prefix in PREFIXES.items():
        for action in range(FIRST_PLAN, AFTER_PLANS):
            if LAYOUT.names[action].startswith(prefix):
                kinds[action] = q.ACTION_KINDS.index(kind)
    return kinds


KINDS = kinds_of_plans()


@functools.cache
def styles() -> dict[str, dict[str, Any]]:
    """All styles by name. Raises FactsError for a wrong file."""
    return checked(read_toml(FILE), FILE.name)


def checked(found: dict[str, dict[str, Any]], file: str) -> dict[str, dict[str, Any]]:
    """Styles by name, if they are right. Raises FactsError, which names `file`."""
    for name, style in found.items():
        where = f"{file}: style {name!r}"
        check_entry(style, FIELDS, where)
        likings(style.get("likes", {}), where)
    return found


def likings(likes: Mapping[str, float], where: str) -> np.ndarray:
    """What is added for each action, float (actions,). Raises FactsError if a key fits no action."""
    added = np.zeros(LAYOUT.n)
    for words in sorted(likes, key=len):
        LIKING.check(likes[words], f"{where}: field 'likes', {words!r}")
        fits = np.array([name.startswith(words) for name in LAYOUT.names])
        if words == BUILDING:
            fits |= q.ACTION_KINDS.index("build") == KINDS
        if not fits.any():
            raise FactsError(
                f"{where}: field 'likes': {words!r}; {nearest(words, [BUILDING, *LAYOUT.names])}"
            )
        added[fits] = likes[words]
    return added


class Styled(ScriptedRobinson):
    """The scripted player with a style.

    Args:
        simulator: the rules.
        style: its name.

    Raises:
        ValueError: there is no such style.
    """

    def __init__(self, simulator: Simulator, style: str) -> None:
        if style not in styles():
            raise ValueError(f"there is no style {style!r}; {nearest(style, styles())}")
        super().__init__(simulator, stages=STAGES)
        self.name = style
        self._added = likings(styles()[style].get("likes", {}), style)
        self._follows = float(styles()[style].get("follows", 0.0))

    def liking(self, states: np.ndarray, game: np.ndarray, action: np.ndarray) -> np.ndarray:
        """What is added to the estimated chance of each action, float (n,)."""
        added = self._added[action]
        if self._follows:
            others = planned_by_others(self._simulator, states)
            kinds = KINDS[action]
            added = added + self._follows * np.where(kinds == NO_KIND, False, others[game, kinds])
        return np.asarray(added)


def planned_by_others(simulator: Simulator, states: np.ndarray) -> np.ndarray:
    """Which kinds of action somebody else than the acting player leads this round, bool (n, kinds)."""
    found = np.zeros((len(states), len(q.ACTION_KINDS)), bool)
    simulator.run(kernels(simulator.game).planned_range, len(states), plain(states), found)
    return found
