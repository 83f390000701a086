"""Agents by name, as they are written on the command line."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

from crusoe_env import Simulator

from . import zoo
from .base import Agent
from .learning.checkpoint import FAST_SUFFIX, checkpoint_of
from .own import is_own, own_agent, own_file
from .random_agent import RandomAgent
from .search.mcts import MCTSAgent
from .search.rolling import RollingAgent
from .search.rollouts import Rollouts

KINDS = (
    "random, scripted, mcts:SIMULATIONS, mcts:SECONDSs, mcts-cheating:SIMULATIONS, tree:SIMULATIONS (search"
    " without playouts), rolling:PLANS, rolling-cheating:PLANS, zoo:NAME (a policy that comes with the"
    " project), a run folder or file, guided:POLICY:SIMULATIONS or rolling:POLICY:PLANS (search guided by"
    " one of these policies), MODULE:CLASS (your own)"
)
GUIDED = "guided:"
SEARCHES: dict[str, dict[str, Any]] = {
    "mcts": {},
    "mcts-cheating": {"cheats": True},
    "tree": {"playout_steps": 0, "progress_weight": 0.5, "exploration": 0.05},
}
"""The kinds of tree search, and their settings."""
ROLLING: dict[str, dict[str, Any]] = {"rolling": {}, "rolling-cheating": {"cheats": True}}
"""The kinds of rolling-horizon planning, and their settings."""
SHOWN = 60
"""Characters of a wrong name that an error shows."""
TREE_SIMULATIONS = 200
"""That tree search has where nothing else is said."""
PLANS = 32
"""That rolling-horizon planning tries where nothing else is said."""
MOST_SECONDS, MOST_SIMULATIONS, MOST_PLANS = 3_600.0, 1_000_000, 100_000
"""The largest budgets. Search without a guide needs the least memory, and may have the most simulations."""
ROLLOUTS = {"robinson": (".robinson.noisy_rollouts", "NoisyRollouts")}
"""Who plays on in imagined futures, where it is not at random."""


def make_agent(name: str, simulator: Simulator) -> Agent:
    """The agent that a name stands for. Raises ValueError with the valid forms, or CheckpointError."""
    if name == "random":
        return RandomAgent()
    if name == "scripted":
        module, _, cls = simulator.game.scripted.partition(":")
        if not module:
            raise ValueError(f"there is no scripted agent for {simulator.game.title}; choose from {KINDS}")
        return getattr(importlib.import_module(module), cls)(simulator)
    if name.startswith(GUIDED):
        return _guided(name, simulator)
    if (short := zoo.named(name)) is not None:
        return zoo.load(short, simulator.game)
    kind, _, budget = name.partition(":")
    if kind in SEARCHES:
        return _search(kind, budget, simulator)
    if kind in ROLLING:
        return _rolling(kind, budget, simulator)
    if Path(name).exists():
        return _learned(Path(name), simulator)
    if is_own(name):
        return own_agent(name, simulator)
    raise ValueError(f"unknown agent {_shown(name)}; choose from {KINDS}")


def is_shipped(name: str) -> bool:
    """Does an agent come with the project, so that making it reads no file and imports no module of others?

    True for `random`, `scripted`, tree search, rolling-horizon planning and `zoo:NAME`, and for searches
    guided by a policy of the zoo.
    """
    kind, _, settings = name.partition(":")
    if kind + ":" == GUIDED or kind in ROLLING:
        policy = _policy_and_budget(settings)[0]
        return zoo.named(policy) is not None or not policy
    return name in ("random", "scripted") or kind in SEARCHES or zoo.named(name) is not None


def policy_file(name: str) -> Path | None:
    """The file of the trained policy that an agent plays, or of its own class; None for one without."""
    kind, _, settings = name.partition(":")
    if kind + ":" == GUIDED or kind in ROLLING:
        policy = _policy_and_budget(settings)[0]
        return policy_file(policy) if policy else None
    if (short := zoo.named(name)) is not None:
        return zoo.weights_file(short)
    if Path(name).exists():
        return checkpoint_of(name)
    return own_file(name) if name.partition(":")[0] not in SEARCHES and is_own(name) else None


def _learned(path: Path, simulator: Simulator) -> Agent:
    """The policy of a run folder or file; only an archive of Stable-Baselines3 needs torch."""
    file = checkpoint_of(path)
    if file.suffix == FAST_SUFFIX:
        from .learning import numpy_policy, sb3_policy

        fast = numpy_policy.kind_of(file) == numpy_policy.FAST
        policy = numpy_policy.NumpyPolicy if fast else sb3_policy.SB3Policy
        return policy.from_run(file, simulator.game)
    from .learning.ppo import PPOAgent

    return PPOAgent.from_run(path, simulator.game)


def _search(kind: str, budget: str, simulator: Simulator) -> Agent:
    settings = SEARCHES[kind]
    if budget.endswith("s"):
        if (seconds := _seconds(budget[:-1])) is not None:
            return MCTSAgent(simulator, seconds=seconds, **settings)
    elif (simulations := _whole(budget or str(TREE_SIMULATIONS), MOST_SIMULATIONS)) is not None:
        return MCTSAgent(simulator, simulations=simulations, **settings)
    raise ValueError(
        f"agent {_shown(f'{kind}:{budget}')}: {_shown(budget)} is no budget; {kind}:300 or {kind}:0.1s,"
        f" at most {MOST_SIMULATIONS} simulations or {MOST_SECONDS:g} seconds"
    )


def _whole(budget: str, most: int) -> int | None:
    """A whole number from 1 to `most`; None if it is no such number."""
    return int(budget) if re.fullmatch("[0-9]{1,9}", budget) and 1 <= int(budget) <= most else None


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
    """Of a path its last part, else the name itself."""
    return Path(policy).name if Path(policy).exists() else policy


def _guided(name: str, simulator: Simulator) -> Agent:
    from .search.guide import guide_of
    from .search.guided import SIMULATIONS, GuidedSearch

    policy, budget = _policy_and_budget(name.removeprefix(GUIDED))
    simulations = _whole(budget or str(SIMULATIONS), MOST_PLANS)
    if simulations is None or not policy:
        raise ValueError(
            f"agent {_shown(name)}: write guided:POLICY:SIMULATIONS, as in guided:zoo:NAME:64, with at most"
            f" {MOST_PLANS} simulations"
        )
    guide = guide_of(policy, simulator)
    return GuidedSearch(simulator, guide, simulations, f"guided-{simulations}:{_short(policy)}")


def _rolling(kind: str, settings: str, simulator: Simulator) -> Agent:
    policy, budget = _policy_and_budget(settings)
    plans = _whole(budget or str(PLANS), MOST_PLANS)
    if plans is None or (policy and not (zoo.named(policy) or Path(policy).exists())):
        raise ValueError(
            f"agent {_shown(f'{kind}:{settings}')}: {_shown(settings)} is no number of plans; {kind}:32, or"
            f" {kind}:POLICY:32, with at most {MOST_PLANS} plans"
        )
    if not policy:
        return RollingAgent(simulator, plans, rollouts=rollouts_for(simulator), **ROLLING[kind])
    from .search.guide import guide_of
    from .search.policy_rollouts import PolicyRollouts

    rollouts = PolicyRollouts(simulator, guide_of(policy, simulator))
    return RollingAgent(
        simulator, plans, rollouts=rollouts, name=f"{kind}-{plans}:{_short(policy)}", **ROLLING[kind]
    )


def rollouts_for(simulator: Simulator) -> Rollouts:
    """Who plays on in the imagined futures of a game, and what they are worth."""
    module, cls = ROLLOUTS.get(simulator.game.name, (".search.rollouts", "Rollouts"))
    rollouts: Rollouts = getattr(importlib.import_module(module, __package__), cls)(simulator)
    return rollouts
