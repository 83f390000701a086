"""Agents by their names on the command line: `KINDS` has an entry for each kind."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crusoe_env import Simulator
from crusoe_env.agent import Agent, PolicyAgent
from crusoe_env.support.words import whole_of

from . import partners, runs
from .learning.policies import TeamPolicy
from .own import class_at, is_own, own_agent, own_file
from .random_agent import RandomAgent
from .sampled import Sampled
from .search.guide import guide_of
from .search.guided import SIMULATIONS, GuidedSearch
from .search.inferring import InferringSearch
from .search.mcts import MCTSAgent
from .search.planner import RollingAgent, Rollouts
from .search.policy_planner import PolicyRollouts

PARTNERS = re.compile(r"\+(?=zoo:|partner:)")
"""Stands between the policy of a guided search and the partners that it imagines."""
SHOWN = 60
"""Most characters of a wrong name in an error."""
TREE_SIMULATIONS = 200
"""Default simulations of tree search."""
PLANS = 32
"""Default plans of rolling-horizon planning."""
MOST_SECONDS, MOST_SIMULATIONS, MOST_PLANS = 3_600.0, 1_000_000, 100_000
"""The largest budgets. Guided search and planning need more memory for each simulation or plan."""


def _nothing(name: str) -> None:
    return None


@dataclass(frozen=True)
class Kind:
    """A kind of agents.

    Attributes:
        words: the forms of its names, for help and errors; "" where those of another kind say it.
        fits: whether a name is of this kind; the first kind that fits is taken.
        make: the agent of a name. Raises ValueError with the valid forms.
        ships: whether making the agent reads no file or module of others.
        policy: the policy that guides the agent, "" for a search without one; None for other agents.
        file: the file of its trained policy, or of its own class; None for one without.
    """

    words: str
    fits: Callable[[str], bool]
    make: Callable[[str, Simulator], Agent]
    ships: Callable[[str], bool] = lambda name: True
    policy: Callable[[str], str | None] = _nothing
    file: Callable[[str], Path | None] = _nothing


def make_agent(name: str, simulator: Simulator) -> Agent:
    """The agent of this name. Raises ValueError with the valid forms, or CheckpointError."""
    if (kind := _kind_of(name)) is not None:
        return kind.make(name, simulator)
    if "/" in name or os.sep in name:
        raise ValueError(f"there is no run folder or file {_shown(name)}")
    raise ValueError(f"unknown agent {_shown(name)}; choose from {FORMS}")


def is_shipped(name: str) -> bool:
    """Return true for an agent that comes with the project: making it reads no file or module of others."""
    kind = _kind_of(name)
    return kind is not None and kind.ships(name)


def is_own_class(name: str) -> bool:
    """Return true for the import path of a user's own class, MODULE:CLASS."""
    return _kind_of(name) is OWN


def guiding_policy(name: str) -> str | None:
    """The policy that guides a search, "" for a search without one; None for other agents.

    The partners that it imagines come with the project.
    """
    kind = _kind_of(name)
    return None if kind is None else kind.policy(name)


def policy_file(name: str) -> Path | None:
    """The file of an agent's trained policy, or of its own class; None for one without."""
    kind = _kind_of(name)
    return None if kind is None else kind.file(name)


def rollouts_for(simulator: Simulator) -> Rollouts:
    """The rollouts of a game. Raises ValueError if its class cannot be imported."""
    path = simulator.game.rollouts
    return (class_at(path, Rollouts) if path else Rollouts)(simulator)


def _kind_of(name: str) -> Kind | None:
    return next((kind for kind in KINDS if kind.fits(name)), None)


def _shown(name: str) -> str:
    """A wrong name as an error shows it."""
    return repr(name if len(name) <= SHOWN else f"{name[:SHOWN]}...")


# ---------------------------------------------------------------------- searches


def _search(
    prefix: str, words: str, make: Callable[[str, str, Simulator], Agent], guided: bool = False
) -> Kind:
    """The kind of a search, `PREFIX:SETTINGS`.

    Args:
        prefix: of its names.
        words: their forms.
        make: the agent, from prefix, settings and simulator.
        guided: whether the settings begin with a policy, or may.
    """

    def fits(name: str) -> bool:
        return name.partition(":")[0] == prefix

    def made(name: str, simulator: Simulator) -> Agent:
        return make(prefix, name.partition(":")[2], simulator)

    def policy(name: str) -> str:
        return PARTNERS.split(_policy_and_budget(name.partition(":")[2])[0])[0]

    if not guided:
        return Kind(words, fits, made)

    def ships(name: str) -> bool:
        return runs.is_of_zoo(policy(name)) or not policy(name)

    def file(name: str) -> Path | None:
        return policy_file(policy(name)) if policy(name) else None

    return Kind(words, fits, made, ships, policy, file)


def _tree(kind: str, budget: str, simulator: Simulator, **settings: Any) -> Agent:
    if budget.endswith("s"):
        if (seconds := _seconds(budget[:-1])) is not None:
            return MCTSAgent(simulator, seconds=seconds, **settings)
    elif (simulations := _budget(budget or str(TREE_SIMULATIONS), MOST_SIMULATIONS)) is not None:
        return MCTSAgent(simulator, simulations=simulations, **settings)
    raise ValueError(
        f"agent {_shown(f'{kind}:{budget}')}: {_shown(budget)} is no budget; {kind}:300 or {kind}:0.1s,"
        f" at most {MOST_SIMULATIONS} simulations or {MOST_SECONDS:g} seconds"
    )


def _guided(
    kind: str,
    settings: str,
    simulator: Simulator,
    chances: bool = False,
    search: type[GuidedSearch] = GuidedSearch,
) -> Agent:
    policy, budget = _policy_and_budget(settings)
    simulations = _budget(budget or str(SIMULATIONS), MOST_PLANS)
    if simulations is None or not policy:
        raise ValueError(
            f"agent {_shown(f'{kind}:{settings}')}: write {kind}:POLICY:SIMULATIONS, as in"
            f" {kind}:zoo:NAME:64, with at most {MOST_PLANS} simulations"
        )
    policy, *partners = PARTNERS.split(policy)
    guide = guide_of(policy, simulator, chances)
    imagined = [guide_of(partner, simulator) for partner in partners]
    name = "+".join([f"{kind}-{simulations}:{_short(policy)}", *partners])
    return search(simulator, guide, simulations, name, imagined)


def _rolling(kind: str, settings: str, simulator: Simulator, cheats: bool = False) -> Agent:
    policy, budget = _policy_and_budget(settings)
    plans = _budget(budget or str(PLANS), MOST_PLANS)
    if plans is None or (policy and not runs.is_policy(policy)):
        raise ValueError(
            f"agent {_shown(f'{kind}:{settings}')}: {_shown(settings)} is no number of plans; {kind}:32, or"
            f" {kind}:POLICY:32, with at most {MOST_PLANS} plans"
        )
    if not policy:
        return RollingAgent(simulator, plans, rollouts=rollouts_for(simulator), cheats=cheats)
    rollouts = PolicyRollouts(simulator, guide_of(policy, simulator))
    name = f"{kind}-{plans}:{_short(policy)}"
    return RollingAgent(simulator, plans, rollouts=rollouts, name=name, cheats=cheats)


def _policy_and_budget(settings: str) -> tuple[str, str]:
    """Both parts, or nothing, of `POLICY:BUDGET`, `POLICY` or `BUDGET`."""
    policy, _, budget = settings.rpartition(":")
    return (policy, budget) if budget.isdigit() or not settings else (settings, "")


def _short(policy: str) -> str:
    """A path as tables show it; else the name itself."""
    return runs.path_in_tables(policy) if os.path.exists(policy) else policy


def _budget(text: str, most: int) -> int | None:
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


# ---------------------------------------------------------------------- the kinds


def _scripted(name: str, simulator: Simulator) -> Agent:
    if not simulator.game.scripted:
        raise ValueError(f"there is no scripted agent for {simulator.game.title}; choose from {FORMS}")
    return own_agent(simulator.game.scripted, simulator)


def _sampled(name: str, simulator: Simulator) -> Agent:
    policy = _without_prefix(name)
    if not (runs.is_policy(policy) or partners.is_partner(policy) or guiding_policy(policy)):
        raise ValueError(f"agent {_shown(name)}: write sampled:POLICY, as in sampled:zoo:NAME")
    agent = make_agent(policy, simulator)
    if not isinstance(agent, PolicyAgent | TeamPolicy | GuidedSearch):
        raise ValueError(
            f"agent {_shown(name)}: {_shown(policy)} has no probabilities; a trained policy has them, and"
            " guided:POLICY"
        )
    return Sampled(agent, f"sampled:{_short(policy)}")


def _without_prefix(name: str) -> str:
    return name.partition(":")[2]


OWN = Kind("MODULE:CLASS (your own)", is_own, own_agent, lambda name: False, file=own_file)
KINDS = (
    Kind("random", "random".__eq__, lambda name, simulator: RandomAgent()),
    Kind("scripted", "scripted".__eq__, _scripted),
    _search("mcts", "mcts:SIMULATIONS, mcts:SECONDSs", _tree),
    _search("mcts-cheating", "mcts-cheating:SIMULATIONS", functools.partial(_tree, cheats=True)),
    _search(
        "tree",
        "tree:SIMULATIONS (search without playouts)",
        functools.partial(_tree, playout_steps=0, progress_weight=0.5, exploration=0.05),
    ),
    _search("rolling", "rolling:PLANS", _rolling, guided=True),
    _search(
        "rolling-cheating", "rolling-cheating:PLANS", functools.partial(_rolling, cheats=True), guided=True
    ),
    _search(
        "guided",
        "guided:POLICY:SIMULATIONS or rolling:POLICY:PLANS (search guided by a policy; guided-chance: by its"
        " chances of victory; guided:POLICY+PARTNER+PARTNER:SIMULATIONS: it imagines the others as these"
        " zoo: or partner: policies; guided-inferring: of these it infers which they are)",
        _guided,
        guided=True,
    ),
    _search("guided-inferring", "", functools.partial(_guided, search=InferringSearch), guided=True),
    _search("guided-chance", "", functools.partial(_guided, chances=True), guided=True),
    Kind(
        "sampled:POLICY (draws actions by the probabilities of a policy, or of guided:POLICY)",
        lambda name: name.startswith("sampled:"),
        _sampled,
        lambda name: is_shipped(_without_prefix(name)),
        lambda name: guiding_policy(_without_prefix(name)),
        file=lambda name: policy_file(_without_prefix(name)),
    ),
    Kind(
        "zoo:NAME (a policy that comes with the project), a run folder or file",
        runs.is_policy,
        lambda name, simulator: runs.load_policy(name, simulator.game),
        runs.is_of_zoo,
        file=runs.policy_file,
    ),
    Kind(
        "partner:NAME (a partner for cooperation)",
        partners.is_partner,
        partners.styled,
        lambda name: name in partners.partners(),
    ),
    OWN,
)
"""All kinds of agents. A new search is one file in `search/` and one entry here."""
FORMS = ", ".join(kind.words for kind in KINDS if kind.words)
"""The forms of all names, for help and errors."""
