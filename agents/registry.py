"""Agents by their names on the command line."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from crusoe_env import Simulator
from crusoe_env.support.words import whole_of

from . import partners, runs
from .base import Agent
from .own import class_at, is_own, own_agent, own_file
from .random_agent import RandomAgent
from .search.guide import guide_of
from .search.guided import SIMULATIONS, GuidedSearch
from .search.mcts import MCTSAgent
from .search.policy_rollouts import PolicyRollouts
from .search.rolling import RollingAgent
from .search.rollouts import Rollouts

KINDS = (
    "random, scripted, mcts:SIMULATIONS, mcts:SECONDSs, mcts-cheating:SIMULATIONS, tree:SIMULATIONS (search"
    " without playouts), rolling:PLANS, rolling-cheating:PLANS, zoo:NAME (a policy that comes with the"
    " project), partner:NAME (a partner for cooperation), a run folder or file, guided:POLICY:SIMULATIONS or"
    " rolling:POLICY:PLANS (search guided by one of these policies; guided-chance: by its chances of"
    " victory; guided:POLICY+PARTNER+PARTNER:SIMULATIONS: it imagines the others as these zoo: or partner:"
    " policies), MODULE:CLASS (your own)"
)
GUIDED = "guided", "guided-chance"
"""Kinds of guided search: by the values of a policy, by its chances of victory."""
PARTNERS = re.compile(r"\+(?=zoo:|partner:)")
"""Stands between the policy of a guided search and the partners that it imagines."""
SEARCHES: dict[str, dict[str, Any]] = {
    "mcts": {},
    "mcts-cheating": {"cheats": True},
    "tree": {"playout_steps": 0, "progress_weight": 0.5, "exploration": 0.05},
}
"""The kinds of tree search, and their settings."""
ROLLING: dict[str, dict[str, Any]] = {"rolling": {}, "rolling-cheating": {"cheats": True}}
"""The kinds of rolling-horizon planning, and their settings."""
SHOWN = 60
"""Most characters of a wrong name in an error."""
TREE_SIMULATIONS = 200
"""Default simulations of tree search."""
PLANS = 32
"""Default plans of rolling-horizon planning."""
MOST_SECONDS, MOST_SIMULATIONS, MOST_PLANS = 3_600.0, 1_000_000, 100_000
"""The largest budgets. Guided search and planning need more memory for each simulation or plan."""


def make_agent(name: str, simulator: Simulator) -> Agent:
    """The agent of this name. Raises ValueError with the valid forms, or CheckpointError."""
    if name == "random":
        return RandomAgent()
    if name == "scripted":
        if not simulator.game.scripted:
            raise ValueError(f"there is no scripted agent for {simulator.game.title}; choose from {KINDS}")
        return own_agent(simulator.game.scripted, simulator)
    kind, _, budget = name.partition(":")
    if kind in GUIDED:
        return _guided(kind, budget, simulator)
    if kind in SEARCHES:
        return _search(kind, budget, simulator)
    if kind in ROLLING:
        return _rolling(kind, budget, simulator)
    if runs.is_policy(name):
        return runs.load_policy(name, simulator.game)
    if partners.is_partner(name):
        return partners.styled(name, simulator)
    if is_own(name):
        return own_agent(name, simulator)
    if "/" in name or os.sep in name:
        raise ValueError(f"there is no run folder or file {_shown(name)}")
    raise ValueError(f"unknown agent {_shown(name)}; choose from {KINDS}")


def is_shipped(name: str) -> bool:
    """Return true for an agent that comes with the project: making it reads no file or module of others.

    These are `random`, `scripted`, tree search, rolling-horizon planning, `zoo:NAME`, `partner:NAME`, and
    searches guided by a policy of the zoo.
    """
    if (policy := guiding_policy(name)) is not None:
        return runs.is_of_zoo(policy) or not policy
    if partners.is_partner(name):
        return name in partners.partners()
    return name in ("random", "scripted") or name.partition(":")[0] in SEARCHES or runs.is_of_zoo(name)


def is_own_class(name: str) -> bool:
    """Return true for the import path of a user's own class, MODULE:CLASS."""
    kinds = (*GUIDED, *SEARCHES, *ROLLING)
    is_named = runs.is_policy(name) or partners.is_partner(name) or name.partition(":")[0] in kinds
    return is_own(name) and not is_named


def guiding_policy(name: str) -> str | None:
    """The policy that guides a search, "" for a search without one; None for other agents.

    The partners that it imagines come with the project.
    """
    kind, _, settings = name.partition(":")
    return PARTNERS.split(_policy_and_budget(settings)[0])[0] if kind in (*GUIDED, *ROLLING) else None


def policy_file(name: str) -> Path | None:
    """The file of an agent's trained policy, or of its own class; None for one without."""
    if (policy := guiding_policy(name)) is not None:
        return policy_file(policy) if policy else None
    if runs.is_policy(name):
        return runs.policy_file(name)
    if partners.is_partner(name):
        return None  # a style, which is a part of the sources
    return own_file(name) if is_own_class(name) else None


def _search(kind: str, budget: str, simulator: Simulator) -> Agent:
    settings = SEARCHES[kind]
    if budget.endswith("s"):
        if (seconds := _seconds(budget[:-1])) is not None:
            return MCTSAgent(simulator, seconds=seconds, **settings)
    elif (simulations := budget_of(budget or str(TREE_SIMULATIONS), MOST_SIMULATIONS)) is not None:
        return MCTSAgent(simulator, simulations=simulations, **settings)
    raise ValueError(
        f"agent {_shown(f'{kind}:{budget}')}: {_shown(budget)} is no budget; {kind}:300 or {kind}:0.1s,"
        f" at most {MOST_SIMULATIONS} simulations or {MOST_SECONDS:g} seconds"
    )


def budget_of(text: str, most: int) -> int | None:
    """A budget: a whole number from 1 to `most`; None for other text."""
    number = whole_of(text, most)
    return number if number is not None and number >= 1 else None


def _seconds(budget: str) -> float | None:
    """A number of seconds above 0, at most `MOST_SECONDS`; None if it is no such number."""
    try:
        seconds = float(budget)
    except ValueError:
        return None
    return seconds if 0 < seconds <= MOST_SECONDS else None  # nan is neither


def _shown(name: str) -> str:
    """A wrong name as an error shows it."""
    return repr(name if len(name) <= SHOWN else f"{name[:SHOWN]}...")


def _policy_and_budget(settings: str) -> tuple[str, str]:
    """Both parts, or nothing, of `POLICY:BUDGET`, `POLICY` or `BUDGET`."""
    policy, _, budget = settings.rpartition(":")
    return (policy, budget) if budget.isdigit() or not settings else (settings, "")


def _short(policy: str) -> str:
    """A path as tables show it; else the name itself."""
    return runs.path_in_tables(policy) if os.path.exists(policy) else policy


def _guided(kind: str, settings: str, simulator: Simulator) -> Agent:
    policy, budget = _policy_and_budget(settings)
    simulations = budget_of(budget or str(SIMULATIONS), MOST_PLANS)
    if simulations is None or not policy:
        raise ValueError(
            f"agent {_shown(f'{kind}:{settings}')}: write {kind}:POLICY:SIMULATIONS, as in"
            f" {kind}:zoo:NAME:64, with at most {MOST_PLANS} simulations"
        )
    policy, *partners = PARTNERS.split(policy)
    guide = guide_of(policy, simulator, kind == "guided-chance")
    imagined = [guide_of(partner, simulator) for partner in partners]
    name = "+".join([f"{kind}-{simulations}:{_short(policy)}", *partners])
    return GuidedSearch(simulator, guide, simulations, name, imagined)


def _rolling(kind: str, settings: str, simulator: Simulator) -> Agent:
    policy, budget = _policy_and_budget(settings)
    plans = budget_of(budget or str(PLANS), MOST_PLANS)
    if plans is None or (policy and not runs.is_policy(policy)):
        raise ValueError(
            f"agent {_shown(f'{kind}:{settings}')}: {_shown(settings)} is no number of plans; {kind}:32, or"
            f" {kind}:POLICY:32, with at most {MOST_PLANS} plans"
        )
    if not policy:
        return RollingAgent(simulator, plans, rollouts=rollouts_for(simulator), **ROLLING[kind])
    rollouts = PolicyRollouts(simulator, guide_of(policy, simulator))
    return RollingAgent(
        simulator, plans, rollouts=rollouts, name=f"{kind}-{plans}:{_short(policy)}", **ROLLING[kind]
    )


def rollouts_for(simulator: Simulator) -> Rollouts:
    """The rollouts of a game. Raises ValueError if its class cannot be imported."""
    path = simulator.game.rollouts
    return (class_at(path, Rollouts) if path else Rollouts)(simulator)
