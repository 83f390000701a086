"""The origin of results: hashes of everything that decides the games, commit and machine."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import crusoe_env
from crusoe_env import Simulator, game
from crusoe_env.agent import Agent
from crusoe_env.engine.compile.sources import KERNELS, Sources, unit_of
from crusoe_env.support.origin import commit, machine

from .registry import guiding_policy, policy_file
from .shipped import PACKAGE
from .zoo import DIRTY

NOT_PLAYED = ("suites", "challenges", "commands")
"""Folders whose sources decide no game."""


def origin_of(simulator: Simulator) -> dict[str, Any]:
    """Versions and hashes of the rules and facts; the commit and machine of this process."""
    return {**versions_of(simulator), **place()}


def versions_of(simulator: Simulator) -> dict[str, str]:
    """Versions and hashes of sources and facts, which decide the games besides agents, options and seeds."""
    return {
        "crusoe_env": crusoe_env.__version__,
        "environment": simulator.game.env_id,
        "rules": rules_digest(simulator.game.name),
        "facts": simulator.tables_hash,
        "agent_sources": agents_digest(),
    }


@functools.cache
def _place() -> tuple[str, bool, str]:
    found = commit()
    return found.removesuffix(DIRTY), found.endswith(DIRTY), machine()


def place() -> dict[str, Any]:
    """The commit of the sources, whether files differ from it (`dirty`), and the machine."""
    sources, dirty, where = _place()
    return {"commit": sources, "dirty": dirty, "machine": where}


@functools.cache
def rules_digest(name: str) -> str:
    """A hash of the sources and data files of a game's rules."""
    sources = Sources().taking_part([unit_of(game(name).module), KERNELS])
    folders = sorted({file.parent / "data" for file in sources.values()})
    data = ((file.name, file) for folder in folders for file in sorted(folder.rglob("*.toml")))
    return _digest([*sources.items(), *data])


@functools.cache
def agents_digest() -> str:
    """A hash of the sources of the agents."""
    files = sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml")])
    names = [file.relative_to(PACKAGE) for file in files]
    pairs = zip(names, files, strict=True)
    return _digest((name.as_posix(), file) for name, file in pairs if name.parts[0] not in NOT_PLAYED)


def policy_digest(agents: Sequence[str], read: Iterable[Path] = ()) -> str:
    """A hash of the trained policies of agents; empty without any.

    For a user's own class it covers the Python files in the folder of its module; for a policy that guides a
    search also its configuration, which defines its values.

    Args:
        agents: their names.
        read: what the agents read besides, see `files_read`.
    """
    files = [*(file for agent in agents for file in _files_of(agent)), *read]
    return _digest((file.name, file) for file in files) if files else ""


def files_read(agent: Agent) -> list[Path]:
    """The files that an agent names; of a folder all in it. Raises ValueError for a missing one."""
    found: list[Path] = []
    for path in map(Path, agent.files):
        if not path.exists():
            raise ValueError(f"agent {agent.name!r}: its files name {str(path)!r}, which does not exist")
        found += sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return found


def _files_of(agent: str) -> list[Path]:
    path = policy_file(agent)
    if path is None:
        return []
    if path.suffix == ".py":
        return sorted(path.parent.glob("*.py"))
    guides = guiding_policy(agent) is not None
    settings = [path.parent / "config.yaml", path.with_suffix(".json")] if guides else []
    return [path, *(file for file in settings if file.is_file())]


def _digest(files: Iterable[tuple[str, Path]]) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for name, file in files:
        digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()
