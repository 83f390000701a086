"""How far apart are policies that differ in the seed of their training alone?

Everything stands in the locks of recipes, where `crusoe reproduce zoo:NAME --seed 2 --lock` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agents import recipes, zoo
from crusoe_env.bench.report import Table
from crusoe_env.support.intervals import share_interval

FEWEST = 2
"""Seeds of a recipe in the table."""


def steps_of(policy: str) -> int:
    """The steps of all stages from nothing."""
    return sum(stage.config.total_steps for stage in recipes.stages_of(policy, None, Path()))


def cell(lock: Mapping[str, Any] | None) -> str:
    """The share of victories and its interval."""
    if lock is None:
        return "not trained"
    games, victories = lock["strength"]["games"], lock["strength"]["victories"]
    rate, low, high = share_interval(victories, games)
    return f"{rate:.1%} ({100 * low:.1f} – {100 * high:.1f})"


def table() -> Table:
    """A row for each recipe that was trained with several seeds, from nothing."""
    found = {}
    for policy in recipes.names():
        locks = {seed: lock for seed, lock in recipes.read_lock(policy).items() if lock["strength"]}
        if len(locks) >= FEWEST:
            found[policy] = locks
    seeds = sorted({seed for locks in found.values() for seed in locks})
    rows = []
    for policy, locks in found.items():
        games = min(lock["strength"]["games"] for lock in locks.values())
        cells = [cell(locks.get(seed)) for seed in seeds]
        rows.append((f"`{zoo.agent_name(policy)}`", f"{steps_of(policy) / 1e6:.0f}", f"{games:,}", *cells))
    headings = ("recipe", "M steps", "games", *(f"seed {seed}" for seed in seeds))
    return Table("Victories of policies trained from scratch, by seed, with 95 % intervals", headings, rows)
