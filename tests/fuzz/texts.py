"""Files in TOML and YAML: scenarios, corrections of facts, configurations, suites, challenges."""

from __future__ import annotations

import functools
import random
import re
from pathlib import Path
from typing import Any

import crusoe_env
from crusoe_env import Batch, Simulator
from crusoe_env.facts import entries
from tests.fuzz.damage import damaged, restructured, written
from tests.fuzz.playing import FEW, STRUCTURAL, files, play, play_batch
from tests.support import NAMES, new_env

MIXED = re.compile(rb"mixed|(scenario|players): *\[")
"""What configurations of many tasks say."""


@functools.cache
def quick_configs() -> dict[str, bytes]:
    """The configurations of few tasks: reading all scenarios takes many seconds."""
    found = files("configs", "*.yaml")()
    return {name: content for name, content in found.items() if not MIXED.search(content)}


def check_scenario(file: Path) -> None:
    """Play a scenario of a user's own."""
    env = new_env("robinson", scenario=str(file))
    env.reset(seed=1)
    play(env)


COMPUTED = "value"
"""A field that loading adds: what a switch of the edition or an option comes to."""


@functools.cache
def facts_of(name: str) -> dict[str, Any]:
    """The printed facts of a game."""
    return Simulator(crusoe_env.game(name)).facts


def corrections(name: str, rng: random.Random) -> dict[str, Any]:
    """Some fields of some entries of a game's facts, as a user's file corrects them."""
    found: dict[str, Any] = {}
    for table, identity, entry in rng.sample(list(entries(facts_of(name))), 3):
        given = sorted(set(entry) - {COMPUTED})
        fields = rng.sample(given, min(len(given), rng.randint(1, 4)))
        chosen = {field: entry[field] for field in fields}
        if isinstance(facts_of(name)[table], list):
            found.setdefault(table, []).append({"id": identity, **chosen})
        else:
            found[table] = chosen
    return found


@functools.cache
def facts_files() -> dict[str, bytes]:
    """A file of corrections for each game."""
    rng = random.Random(0)
    return {f"{name}.toml": written(corrections(name, rng), "toml") for name in NAMES}


def damage_facts(name: str, content: bytes, rng: random.Random) -> bytes:
    """Other corrections, then their structure, text or bytes damaged."""
    tree = corrections(name.removesuffix(".toml"), rng)
    if rng.random() < STRUCTURAL:
        return written(restructured(tree, rng), "toml")
    return damaged(written(tree, "toml"), rng)


def check_facts(file: Path) -> None:
    """Play with corrected facts."""
    env = new_env(file.stem, data=str(file))
    env.reset(seed=1)
    play(env)


def check_config(file: Path) -> None:
    """Read a configuration as `crusoe train` does, and play what its stages say."""
    from agents.commands.train import command_line
    from agents.trainers.run import env_settings

    config, _ = command_line(["--config", str(file)], "crusoe train")
    tasks = [task.env for stage in config.curriculum for task in stage.tasks] or [{}]
    for task in tasks[:2]:
        play_batch(Batch(crusoe_env.game(config.game), 1, **{**env_settings(config), **task}), actions=FEW)


def check_suite(file: Path) -> None:
    """Read a suite as `crusoe evaluate` does, make its agents, and play its first tasks."""
    from agents.registry import make_agent
    from agents.suites.suite import read_suite, tasks_of

    suite = read_suite(str(file))
    for task in tasks_of(suite, {})[:2]:
        simulator = Simulator(crusoe_env.game(task.game), **task.options)
        for name in suite.agents[:3]:
            make_agent(name, simulator)
        play_batch(Batch(simulator.game, 1, **task.options), actions=FEW)


def check_challenge(file: Path) -> None:
    """Read a challenge as `crusoe evaluate` does, make some of its teams, and begin its game."""
    from agents.challenges.challenge import pairings_of, read_challenge

    challenge = read_challenge(str(file))
    simulator = Simulator(crusoe_env.game(challenge.game), **challenge.options)
    few = challenge.model_copy(update={"held_out": dict(list(challenge.held_out.items())[:2])})
    pairings_of(few, simulator, challenge.agents[:2])
    play_batch(Batch(simulator.game, 1, **challenge.options), actions=FEW)
