"""Games under way: snapshots and saved games."""

from __future__ import annotations

import functools
import io
import json
import random
import tempfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.engine.snapshot import pack, unpack
from tests.engine.mutated_snapshots import mutate
from tests.fuzz.damage import Raw, damaged, restructured, written
from tests.fuzz.playing import play, with_lines
from tests.support import NAMES, new_env, play_on


@functools.cache
def env_of(name: str) -> Any:
    """An environment, its game begun."""
    env = new_env(name)
    env.reset(seed=1)
    return env


@functools.cache
def snapshots() -> dict[str, bytes]:
    """Snapshots of each game early and late."""
    found = {}
    for name in NAMES:
        env = new_env(name)
        env.reset(seed=3)
        for part in ("begin", "early", "late"):
            found[f"{name}-{part}.snapshot"] = env.snapshot()
            play_on(env, np.random.default_rng(1), {"begin": 8, "early": 40}.get(part, 0))
    return found


def damage_snapshot(env: Any, content: bytes, rng: random.Random) -> bytes:
    """Fields of the record or of the header changed, with the right checksum; or bytes damaged."""
    simulator = env.batch.simulator
    record = unpack(env.game, content).copy()
    kind = rng.choice(("fields", "fields", "header", "bytes"))
    if kind == "bytes":
        return damaged(content, rng)
    if kind == "header":
        return pack(env.game, record, printable(restructured(simulator.described, rng)))
    chance = np.random.default_rng(rng.getrandbits(32))
    for _ in range(rng.randint(1, 3)):
        mutate(record, env.game.record.bounds, chance)
    return pack(env.game, record, simulator.described)


def printable(tree: Any) -> Any:
    """A tree that JSON can write."""
    return json.loads(json.dumps(tree, default=lambda it: it.text if isinstance(it, Raw) else str(it)))


def check_snapshot(file: Path) -> None:
    """Restore a snapshot and go on."""
    env = env_of(file.stem.partition("-")[0])
    env.restore(file.read_bytes())
    play(env)


@functools.cache
def saves() -> dict[str, bytes]:
    """Games that `crusoe play` has saved, by game."""
    return {f"{name}.save": save_of(name) for name in NAMES}


def save_of(name: str) -> bytes:
    """What `crusoe play` saves after a few moves."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "game")
        play_in_terminal(name, [], ["1"] * 4 + [f"save {file}", "quit"])
        return file.read_bytes()


def play_in_terminal(name: str, arguments: list[str], typed: list[str]) -> int:
    """Run `crusoe play`; the exit status."""
    from crusoe_env.play.program import main

    source = io.StringIO("".join(f"{line}\n" for line in typed))
    return main([name, "--seed", "1", "--plain", *arguments], source, io.StringIO())


def damage_save(name: str, content: bytes, rng: random.Random) -> bytes:
    """The heading or the snapshot of a saved game damaged, much in it, or its bytes.

    A saved game is a line that says so and a zlib stream: a heading in JSON, and snapshots. A snapshot alone
    is one, too.
    """
    env = env_of(name.removesuffix(".save"))
    magic, _, packed = content.partition(b"\n")
    kind = rng.choice(("heading", "snapshot", "snapshot", "much", "bytes"))
    if kind == "bytes":
        return damaged(content, rng)
    try:
        line, _, snapshots = zlib.decompress(packed).partition(b"\n")
    except zlib.error:
        return damage_snapshot(env, content, rng)
    heading = json.loads(line)
    if kind == "heading":
        heading = restructured(heading, rng)
    elif kind == "much":
        snapshots += bytes(rng.choice((1, 1 << 20, 1 << 26)))
    else:
        last = heading["sizes"][-1]
        snapshot = damage_snapshot(env, snapshots[-last:], rng)
        heading["sizes"][-1] = len(snapshot)
        snapshots = snapshots[:-last] + snapshot
    return magic + b"\n" + zlib.compress(written(heading, "json") + b"\n" + snapshots, level=1)


def check_save(file: Path) -> None:
    """Go on with a saved game in the terminal."""
    typed = ["help", "1", "1", "1", "undo", "2", "quit"]
    with_lines(lambda: play_in_terminal(file.stem, ["--load", str(file)], typed), file)
