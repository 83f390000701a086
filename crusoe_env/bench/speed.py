"""How fast the environments are: `crusoe bench [--game marooned] [--write docs/speed_tables.md]`.

Random legal play. Each step writes the new observation, mask, reward and flags of every game, and resets
ended games in the same step; choosing the random actions, in compiled code, is part of the time. The native
vector environment is as `make_vec` makes it: what it returns stays as it is while the caller holds it. A game
that several players play together is measured by numbers of players, and through PettingZoo
(`crusoe_env.bench.multi_agent`).
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

import crusoe_env
from crusoe_env.bench import multi_agent
from crusoe_env.bench.report import Table, rate
from crusoe_env.bench.results import write_result
from crusoe_env.command_line import CommandLine, game_name, how_to_install
from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch
from crusoe_env.engine.game import Game
from crusoe_env.engine.simulator import Simulator
from crusoe_env.support.origin import machine
from crusoe_env.support.threads import processors

BATCHES = (1, 16, 64, 256, 1_024, 4_096, 16_384)
SYNC_BATCHES = (16, 256)
PICTURES_NEED = {"pygame", "resvg_py"}
PICTURES = 40
MANY = 4_096
"""Games of the batches that are compared with one another."""
SAME_STEP = AutoresetMode.SAME_STEP
PLAYERS = (1, 4)
"""Numbers of players to be measured of a game that several play together."""
CODE_FIRST_STEP = """
import time; start = time.perf_counter(); cpu = time.process_time()
import gymnasium, numpy, crusoe_env
env = gymnasium.make({env_id!r}); _, info = env.reset(seed=0)
env.step(int(numpy.flatnonzero(info["action_mask"])[0]))
print(time.perf_counter() - start, time.process_time() - cpu)
"""


def variants(game: Game) -> Sequence[dict[str, Any]]:
    """The options under which batches of a game are measured."""
    return [{"players": players} for players in PLAYERS] if "players" in game.options else [{}]


def batch_play(game: Game, count: int, threads: int, options: dict[str, Any]) -> Callable[[], int]:
    """Random play of a batch, some steps at a time."""
    batch = Batch(game, count, autoreset=stepping.SAME_STEP, threads=threads, **options)
    batch.seed(range(count))
    batch.reset()
    actions = batch.sampler(0)
    steps = max(1, 20_000 // count)

    def work() -> int:
        for _ in range(steps):
            batch.step(actions())
        return steps * count

    return work


def vector_play(game: Game, envs: Any) -> Callable[[], int]:
    """Random play of a Gymnasium vector environment, some steps at a time."""
    sample = Batch(game, envs.num_envs).sampler(0)
    mask = envs.reset(seed=0)[1]["action_mask"]
    steps = max(1, 5_000 // envs.num_envs)

    def work() -> int:
        nonlocal mask
        for _ in range(steps):
            *_, infos = envs.step(sample(mask))
            mask = infos["action_mask"]
        return steps * envs.num_envs

    return work


def single_play(env_id: str) -> Callable[[], int]:
    """Random play of `gymnasium.make(...)`, one game."""
    env = gymnasium.make(env_id)
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    draws = rng.random(1_000)

    def work() -> int:
        nonlocal info
        for draw in draws:
            legal = info["action_mask"].nonzero()[0]
            *_, terminated, truncated, info = env.step(legal[int(draw * len(legal))])
            if terminated or truncated:
                _, info = env.reset()
        return len(draws)

    return work


def batches(game: Game, seconds: float, options: dict[str, Any]) -> Table:
    """Steps per second of the native batch by its size."""
    all_threads = processors()
    rows = [
        (
            f"{count:,}",
            *(f"{rate(batch_play(game, count, n, options), seconds):,.0f}" for n in (1, all_threads)),
        )
        for count in BATCHES
    ]
    headings = ("games", "1 thread", f"{all_threads} threads")
    return Table(f"{game.title}{in_title(options)}: batch, steps/s", headings, rows)


def in_title(options: dict[str, Any]) -> str:
    """Options as part of a title."""
    return "".join(f", {value} {name if value > 1 else name[:-1]}" for name, value in options.items())


def as_made(game: Game, seconds: float, options: dict[str, Any]) -> Table:
    """The native vector environment, as it is made, beside the bare batch and Gymnasium's SyncVectorEnv."""
    made: list[tuple[str, str, Callable[[], int]]] = []
    for dtype in ("float32", "uint8"):
        settings = {**options, "observation_dtype": dtype}
        made.append((f"bare batch, {MANY:,} games", dtype, batch_play(game, MANY, processors(), settings)))
        envs = gymnasium.make_vec(
            game.env_id, MANY, vectorization_mode="vector_entry_point", autoreset_mode=SAME_STEP, **settings
        )
        made.append((f"native vector env, {MANY:,} games", dtype, vector_play(game, envs)))
    for count in SYNC_BATCHES:
        for name, mode in (("native vector env", "vector_entry_point"), ("gymnasium SyncVectorEnv", "sync")):
            envs = gymnasium.make_vec(game.env_id, count, vectorization_mode=mode, **options)
            made.append((f"{name}, {count} games", "float32", vector_play(game, envs)))
    rates = [rate(play, seconds) for *_, play in made]
    bare = dict(zip(("float32", "uint8"), rates[0:3:2], strict=True))
    sync = max(speed for (name, *_), speed in zip(made, rates, strict=True) if "Sync" in name)
    rows = [
        (
            name,
            dtype,
            f"{game.observations.size * np.dtype(dtype).itemsize:,}",
            f"{speed:,.0f}",
            f"{speed / bare[dtype]:.2f}",
            f"{speed / sync:.1f}",
        )
        for (name, dtype, _), speed in zip(made, rates, strict=True)
    ]
    headings = (
        "interface",
        "observations",
        "bytes each",
        "steps/s",
        "of the bare batch",
        "SyncVectorEnv = 1",
    )
    return Table(f"{game.title}{in_title(options)}: interfaces, steps/s", headings, rows)


def speeds(game: Game, seconds: float) -> list[Table]:
    """Steps per second by interface and batch size."""
    single = [("gymnasium.make, 1 game", f"{rate(single_play(game.env_id), seconds):,.0f}")]
    return [
        *(batches(game, seconds, options) for options in variants(game)),
        *(as_made(game, seconds, options) for options in variants(game)),
        Table(f"{game.title}: one game, steps/s", ("interface", "steps/s"), single),
        Table(f"{game.title}: copies and playouts", ("what", "per second"), planning(game, seconds)),
    ]


def planning(game: Game, seconds: float) -> list[tuple[str, str]]:
    """Copies, determinizations and playouts per second, in a batch."""
    simulator = Simulator(game, **variants(game)[-1])
    states = simulator.new_games(4_096, seed=0)
    rng = np.random.default_rng(0)

    def copies() -> int:
        states.copy()
        return len(states)

    def deals() -> int:
        simulator.determinize(states, rng)
        return len(states)

    def playouts() -> int:
        simulator.playouts(states, 2, rng)
        return 2 * len(states)

    return [
        (f"games copied ({game.dtype.itemsize} bytes each)", f"{rate(copies, seconds):,.0f}"),
        ("games determinized", f"{rate(deals, seconds):,.0f}"),
        ("random playouts to the end", f"{rate(playouts, seconds):,.0f}"),
    ]


def positive(word: str) -> float:
    """A number above 0 from a command line. Raises ArgumentTypeError."""
    try:
        number = float(word)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{word!r} is no number above 0")
    return number


def pictures(game: Game) -> Table:
    """CPU seconds of a picture after each action of a game: as SVG, as pixels; the median, and the first."""
    env: Any = gymnasium.make(game.env_id, render_mode="rgb_array", **variants(game)[-1])
    rng = np.random.default_rng(0)
    info = env.reset(seed=0)[1]
    as_svg: list[float] = []
    as_pixels: list[float] = []
    for _ in range(1 + PICTURES):
        for times, draw in ((as_svg, env.unwrapped.picture), (as_pixels, env.render)):
            start = time.process_time()
            draw()
            times.append(time.process_time() - start)
        *_, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if terminated or truncated:
            info = env.reset()[1]
    rows = [
        ("SVG, `picture()`", f"{median(as_svg[1:]):.3f}"),
        ("pixels, `render()`, frame after frame", f"{median(as_pixels[1:]):.3f}"),
        ("pixels, the first frame", f"{as_pixels[0]:.3f}"),
    ]
    return Table(f"{game.title}{in_title(variants(game)[-1])}: pictures", ("what", "CPU s"), rows)


def first_step(game: Game, cache: str) -> tuple[float, ...]:
    """Seconds from the start of Python's work to the first step, in a fresh process: by the clock, of CPU."""
    environment = {**os.environ, "CRUSOE_ENV_CACHE": cache, "CRUSOE_ENV_QUIET": "1", "CRUSOE_ENV_WAIT": "1"}
    code = CODE_FIRST_STEP.format(env_id=f"{game.module}:{game.env_id}")
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return tuple(map(float, done.stdout.split()))


def start_up(game: Game) -> Table:
    """Cold and warm starts, and the import alone."""
    with tempfile.TemporaryDirectory() as cache:
        cold = first_step(game, cache)
        warm = min(first_step(game, cache) for _ in range(3))
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import crusoe_env"], check=True)
    alone = time.perf_counter() - start
    rows = [
        ("import and first step, nothing compiled yet", *(f"{seconds:.2f}" for seconds in cold)),
        ("import and first step, compiled before", *(f"{seconds:.2f}" for seconds in warm)),
        ("`python -c 'import crusoe_env'`, whole process", f"{alone:.2f}", ""),
    ]
    return Table(f"{game.title}: start, seconds", ("what", "s", "CPU s"), rows)


def main(arguments: Sequence[str], prog: str = "crusoe bench") -> int:
    """Measure and print, with `--write` also into a file of JSON; the exit status."""
    parser = CommandLine(prog=prog, description=__doc__)
    parser.add_argument("--game", type=game_name, action="append", help="which one; all by default")
    parser.add_argument("--seconds", type=positive, default=3.0, help="for each figure")
    parser.add_argument("--write", type=Path, metavar="FILE.json", help="write the tables here")
    given = parser.parse_args(arguments)
    print(machine())
    installed = {name for name in PICTURES_NEED if importlib.util.find_spec(name)}
    if installed < PICTURES_NEED:
        print(f"without pictures: {how_to_install('pictures')}")
    found: list[Table] = []
    for name in given.game or crusoe_env.GAMES:
        game = crusoe_env.game(name)
        tables = speeds(game, given.seconds)
        if game.several_players:
            tables += multi_agent.tables(game, given.seconds)
        if game.show.view and installed >= PICTURES_NEED:
            tables.append(pictures(game))
        tables.append(start_up(game))
        for table in tables:
            table.show()
        found += tables
    if given.write is not None:
        write_result(given.write, found, f"crusoe bench {shlex.join(arguments)}")
    return 0
