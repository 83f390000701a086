"""The kinds of files that users hand in: sound ones, how they are damaged, how they are read and played."""

from __future__ import annotations

import base64
import contextlib
import functools
import io
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import tomllib
import zlib
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import yaml

import crusoe_env
from crusoe_env import Batch, Simulator
from crusoe_env.engine.compile import cache_root
from crusoe_env.engine.snapshot import pack, unpack
from crusoe_env.facts import entries
from tests.engine.mutated_snapshots import mutate
from tests.fuzz import cache_player
from tests.fuzz.damage import Format, Raw, damaged, restructured, written
from tests.fuzz.runs import Kind, RefusedError, UnplayableError, fault_place
from tests.support import NAMES, ROOT, new_env, output_of, play_on

ACTIONS = 60
"""Of a game that came of a damaged file."""
FEW = 10
"""The same where a file says no more than the options of games."""
STRUCTURAL = 0.75
"""The share of files whose structure is damaged; of the others it is the text or the bytes."""
PLAYING = 60
"""Seconds that playing with a damaged cache may take: all may be compiled anew."""
COMPILED = 50
"""Of so many damaged caches, one is compiled to the end. Of the others one sees that they would be."""
MIXED = re.compile(rb"mixed|(scenario|players): *\[")
"""What configurations of many tasks say."""


# ------------------------------------------------------------------ playing
def play(env: Any) -> None:
    """Look at a game that has begun, and play at random. Raises UnplayableError."""
    try:
        env.text()
        env.picture()
        for observation, reward, *_, info in play_on(env, np.random.default_rng(0), ACTIONS):
            if not np.isfinite(observation).all() or not np.isfinite(reward):
                raise UnplayableError("an observation or a reward is not finite")
            if not info["action_mask"].any():
                raise UnplayableError("no action is legal")
        env.text()
        env.picture()
    except UnplayableError:
        raise
    except Exception as error:
        raise UnplayableError(f"{type(error).__name__} at {fault_place(error)}") from error


def play_batch(batch: Batch, agent: Any = None, actions: int = ACTIONS) -> None:
    """Play some games side by side with an agent, or at random. Raises UnplayableError."""
    rng = np.random.default_rng(0)
    try:
        batch.seed(range(batch.count))
        batch.reset()
        for _ in range(actions):
            masks = batch.masks
            if agent is None:
                chosen = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
            else:
                chosen = agent.act(batch.observations, masks)
            if not masks[np.arange(batch.count), chosen].all():
                raise UnplayableError("the agent chose an illegal action")
            batch.step(chosen)
    except UnplayableError:
        raise
    except Exception as error:
        raise UnplayableError(f"{type(error).__name__} at {fault_place(error)}") from error


def with_lines(main: Callable[[], int], file: Path) -> None:
    """Run a command: it must end well, or refuse the file in one line on stderr."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        status = main()
    if status == 2:
        raise RefusedError(said.getvalue().rstrip("\n"))
    if status != 0:
        raise UnplayableError(f"exit status {status}")


# ------------------------------------------------------------------ texts with structure
def text_damage(read: Callable[[str], Any], form: Format) -> Callable[[str, bytes, random.Random], bytes]:
    """Damage for files of a text format."""

    def damage(name: str, content: bytes, rng: random.Random) -> bytes:
        if rng.random() < STRUCTURAL:
            return written(restructured(read(content.decode()), rng), form)
        return damaged(content, rng)

    return damage


def files(folder: str, pattern: str) -> Callable[[], dict[str, bytes]]:
    """The project's own files as originals."""
    return functools.cache(
        lambda: {path.name: path.read_bytes() for path in sorted((ROOT / folder).glob(pattern))}
    )


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


@functools.cache
def facts_of(name: str) -> dict[str, Any]:
    """The printed facts of a game."""
    return Simulator(crusoe_env.game(name)).facts


def corrections(name: str, rng: random.Random) -> dict[str, Any]:
    """Some fields of some entries of a game's facts, as a user's file corrects them."""
    found: dict[str, Any] = {}
    for table, identity, entry in rng.sample(list(entries(facts_of(name))), 3):
        fields = rng.sample(sorted(entry), min(len(entry), rng.randint(1, 4)))
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
    from agents.learning.run import env_settings

    config, _ = command_line(["--config", str(file)], "crusoe train")
    tasks = [task.env for stage in config.curriculum for task in stage.tasks] or [{}]
    for task in tasks[:2]:
        play_batch(Batch(crusoe_env.game(config.game), 1, **{**env_settings(config), **task}), actions=FEW)


def check_suite(file: Path) -> None:
    """Read a suite as `crusoe evaluate` does, make its agents, and play its first tasks."""
    from agents.registry import make_agent
    from agents.suites.protocol import read_suite, tasks_of

    suite = read_suite(str(file))
    for task in tasks_of(suite, {})[:2]:
        simulator = Simulator(crusoe_env.game(task.game), **task.options)
        for name in suite.agents[:3]:
            make_agent(name, simulator)
        play_batch(Batch(simulator.game, 1, **task.options), actions=FEW)


# ------------------------------------------------------------------ policies
def damage_policy(name: str, content: bytes, rng: random.Random) -> bytes:
    """Another header, other texts or names in it, other weights, or bytes damaged."""
    (length,) = struct.unpack_from("<Q", content)
    header, data = json.loads(content[8 : 8 + length]), bytearray(content[8 + length :])
    kind = rng.choice(("header", "texts", "names", "weights", "bytes"))
    if kind == "bytes":
        return damaged(content, rng)
    if kind == "header":
        header = restructured(header, rng)
    elif kind == "texts":
        text = written(restructured(json.loads(header["__metadata__"]["run"]), rng), "json")
        header["__metadata__"]["run"] = text.decode(errors="replace")
    elif kind == "names":
        names = json.loads(zlib.decompress(base64.b64decode(header["__metadata__"]["layout"])))
        packed = zlib.compress(written(restructured(names, rng), "json"))
        header["__metadata__"]["layout"] = base64.b64encode(packed).decode()
    else:
        start, stop = rng.choice(
            [entry["data_offsets"] for key, entry in header.items() if key != "__metadata__"]
        )
        pattern = rng.choice((b"\xff\xff", b"\x00\x7c", b"\x00\xfc", b"\xff\x7b", b"\0\0", rng.randbytes(2)))
        data[start:stop] = (pattern * (stop - start))[: stop - start]
    text = written(header, "json")
    return struct.pack("<Q", len(text)) + text + bytes(data)


def check_policy(file: Path) -> None:
    """Let a policy play."""
    from agents.learning.policies import policy_from

    game = crusoe_env.game(file.stem)
    policy = policy_from(file, game)
    play_batch(Batch(game, 2), policy)


def check_card(file: Path) -> None:
    """List a zoo with this card, and play its task with the policy of that name."""
    from agents import zoo
    from agents.commands.zoo import main
    from agents.registry import make_agent
    from agents.runs import game_of_run

    weights = file.with_suffix(".safetensors")
    with contextlib.suppress(FileExistsError):
        weights.symlink_to(ROOT / "zoo" / weights.name)
    try:
        with mock.patch.object(zoo, "folder", return_value=file.parent):
            name, options = game_of_run(Path(f"zoo:{file.stem}")) or ("", {})
            simulator = Simulator(crusoe_env.game(name), **options)
            play_batch(Batch(simulator.game, 2, **options), make_agent(f"zoo:{file.stem}", simulator))
            with_lines(lambda: main([]), file)
    finally:
        weights.unlink()


# ------------------------------------------------------------------ games under way
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


# ------------------------------------------------------------------ the compiled cache
PLAY = f"""
import sys
import {cache_player.__name__} as player
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
print(player.play())
print("\\n".join(opened))
"""


@functools.cache
def player_of(process: int) -> Any:
    """A process that plays compiled games with the caches that it is given; it ends with the asking process.

    Each process has its own: of a file that took too long, the answer must not be taken for the next one's.
    """
    environment = {**os.environ, "CRUSOE_ENV_QUIET": "1"}
    environment.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-m", cache_player.__name__, str(PLAYING)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    )


def played_with(cache: Path, whole: bool) -> str:
    """The digest of the games played with this cache, or how the process ended.

    `whole`: what is missing in the cache is compiled, which takes long.
    """
    player = player_of(os.getpid())
    player.stdin.write(f"{cache_player.WHOLE if whole else ''}{cache.resolve()}\n")
    player.stdin.flush()
    return str(player.stdout.readline()).rstrip("\n")


@functools.cache
def games_of_sound_cache() -> tuple[str, dict[str, bytes]]:
    """The digest of the games that are played with the sound cache, and the files that were read for it.

    The files go by their place in the cache, with + for /.
    """
    output_of("-c", PLAY, NUMBA_DISABLE_JIT=None)  # compiles what is not in it yet
    digest, *opened = output_of("-c", PLAY, NUMBA_DISABLE_JIT=None).splitlines()
    root = cache_root()
    paths = sorted({Path(line) for line in opened if line.startswith(f"{root}{os.sep}")})
    names = {path: path.relative_to(root).as_posix().replace("/", "+") for path in paths}
    return digest, {name: content for path, name in names.items() if (content := path.read_bytes())}


def files_of_sound_cache() -> dict[str, bytes]:
    """What is damaged."""
    return games_of_sound_cache()[1]


def check_cache(file: Path) -> None:
    """Play with a cache one file of which is damaged: it counts as missing, or the games are the same."""
    cache = file.parent / "cache"
    for name in files_of_sound_cache():
        place = cache / name.replace("+", "/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if name == file.name:
            shutil.copy(file, place)
        else:
            place.symlink_to(cache_root() / name.replace("+", "/"))
    digest, _ = games_of_sound_cache()
    try:
        played = played_with(cache, whole=zlib.crc32(file.read_bytes()) % COMPILED == 0)
    finally:
        shutil.rmtree(cache)
    if played == cache_player.MISSING:
        raise RefusedError(f"{file.name}: {played}")
    if not re.fullmatch("[0-9a-f]+", played):
        raise UnplayableError(played)
    if played != digest:
        raise UnplayableError("other games than with the sound cache")


def damage_bytes(name: str, content: bytes, rng: random.Random) -> bytes:
    """Bytes damaged."""
    return damaged(content, rng)


def nothing(file: Path) -> str:
    """Errors may also be of options, which name no file."""
    return ""


KINDS = {
    "scenario": Kind(
        files("crusoe_env/robinson/data/scenarios", "*.toml"),
        text_damage(tomllib.loads, "toml"),
        check_scenario,
    ),
    "facts": Kind(facts_files, damage_facts, check_facts),
    "configuration": Kind(
        quick_configs, text_damage(yaml.safe_load, "yaml"), check_config, named=nothing, seconds=60
    ),
    "suite": Kind(
        files("configs/suites", "*.yaml"),
        text_damage(yaml.safe_load, "yaml"),
        check_suite,
        named=nothing,
        seconds=60,
    ),
    "policy": Kind(files("zoo", "[dm]*.safetensors"), damage_policy, check_policy),
    "card": Kind(
        files("zoo", "[dm]*.json"), text_damage(json.loads, "json"), check_card, named=attrgetter("stem")
    ),
    "snapshot": Kind(
        snapshots,
        lambda name, content, rng: damage_snapshot(env_of(name.partition("-")[0]), content, rng),
        check_snapshot,
        named=nothing,
    ),
    "save": Kind(saves, damage_save, check_save),
    "cache": Kind(
        lambda: games_of_sound_cache()[1],
        damage_bytes,
        check_cache,
        named=nothing,
        seconds=2 * PLAYING,
        sound=1,
    ),
}
