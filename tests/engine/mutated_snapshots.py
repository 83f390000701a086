"""Snapshots with changed fields and a checksum that fits: each is refused, or it is a game that ends.

`python -m tests.engine.mutated_snapshots --count 20000` tries so many of
each game, in processes of their own.
A crash ends only one of them and counts as a fault. So do a hang, a game without an end, and a step that
writes into another game.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from tqdm import tqdm

import crusoe_env
from crusoe_env import Simulator, SnapshotError
from crusoe_env.engine.faults import RulesError
from crusoe_env.engine.snapshot import pack, restored_record
from tests.lockstep.cases import Spread, options_of
from tests.support import NAMES, ROOT

AT_ONCE = 200
"""Snapshots of games with the same options."""
BLOCKS = 5
"""Blocks of so many that one process tries."""
SECONDS = 300
"""After so many of them for each block it counts as hanging."""
QUESTS = (1, 2, 3, 4, 5, 6, 7, "mixed")


def simulator_of(name: str, number: int) -> Simulator:
    """The rules of a game under the options with this number."""
    options: dict[str, Any] = {}
    if name == "dieson":
        options = {"quest": QUESTS[number % len(QUESTS)], "friend": ("tom", "crafted", "patches")[number % 3]}
    if name == "robinson":
        options = options_of(Spread(), 0, number)
    return Simulator(crusoe_env.game(name), threads=1, **options)


def reached(simulator: Simulator, rng: np.random.Generator, count: int = 64) -> np.recarray:
    """Games at any point of random play, none of them over."""
    states, kept = simulator.new_games(count, seed=int(rng.integers(2**31))), []
    for _ in range(int(rng.integers(1, 120))):
        kept += [state.copy() for state in states[states.over == 0][:4]]
        states = simulator.step(states, random_actions(simulator.masks(states), rng))
    return np.array(kept, dtype=states.dtype).view(np.recarray)


def random_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal action for each row of masks."""
    return (masks * rng.random(masks.shape)).argmax(axis=1)


def mutate(state: Any, bounds: dict[str, tuple[int, int]], rng: np.random.Generator) -> str:
    """Change one number of a record in place; which one."""
    name = str(rng.choice(list(bounds)))
    field = state[name].reshape(-1) if state[name].shape else None
    limits = np.iinfo(state.dtype[name].base)
    at = 0 if field is None else int(rng.integers(len(field)))
    before = int(state[name] if field is None else field[at])
    least, most = bounds[name]
    choices = (
        int(rng.integers(limits.min, limits.max, endpoint=True)),
        int(rng.integers(least, most, endpoint=True)),
        int(rng.integers(least, min(most, least + 9), endpoint=True)),
        int(rng.choice([least - 1, least, most, most + 1])),
        before + int(rng.choice([-1, 1])),
    )
    value = min(max(choices[rng.integers(len(choices))], int(limits.min)), int(limits.max))
    if field is None:
        state[name] = value
    else:
        state[name].reshape(-1)[at] = value
    return f"{name}[{at}]={value}"


def mutated(simulator: Simulator, rng: np.random.Generator, count: int) -> Iterator[tuple[str, bytes]]:
    """Snapshots of games reached, each with one to three numbers changed, and what was changed."""
    states = reached(simulator, rng)
    for _ in range(count):
        state = states[int(rng.integers(len(states)))].copy()
        changes = [mutate(state, simulator.game.record.bounds, rng) for _ in range(int(rng.integers(1, 4)))]
        yield ", ".join(changes), pack(simulator.game, state, simulator.described)


def try_some(name: str, number: int, count: int = AT_ONCE) -> Counter[str]:
    """Try some snapshots; how many were "refused", were "played" to the end, and what went wrong."""
    simulator, rng = simulator_of(name, number), np.random.default_rng([number, NAMES.index(name)])
    found: Counter[str] = Counter(refused=0, played=0)
    taken: list[np.ndarray] = []
    what: list[str] = []
    for changes, snapshot in mutated(simulator, rng, count):
        try:
            taken.append(restored_record(simulator, snapshot))
            what.append(changes)
        except SnapshotError as error:
            found["refused"] += 1
            if "\n" in str(error):
                found[f"fault: refused in more than one line, {changes}"] += 1
    for changes, fault in zip(what, played(simulator, taken, rng), strict=True):
        found[f"fault: {fault}, {name} {number} {changes}" if fault else "played"] += 1
    return found


def played(simulator: Simulator, records: list[np.ndarray], rng: np.random.Generator) -> list[str]:
    """Random play from each record, between games that are not played; what went wrong, "" if nothing."""
    if not records:
        return []
    still = simulator.new_games(len(records) + 1, seed=1)
    states = np.empty(2 * len(records) + 1, still.dtype).view(np.recarray)
    states[::2], states[1::2] = still, np.concatenate(records)
    faults = [""] * len(records)
    for step in range(simulator.game.longest_episode):
        live = (states.over == 0) & (np.arange(len(states)) % 2 == 1)
        if not live.any():
            break
        masks = simulator.masks(states)
        for i in np.flatnonzero(live & ~masks.any(axis=1)) // 2:
            faults[i] = faults[i] or "no action is legal"
        if step % 32 == 0:
            simulator.views(states[1::2], "uint8")
            simulator.determinize(states[1::2], rng)
        states = stepped(simulator, states, np.where(live, random_actions(masks, rng), -1))
    for i in np.flatnonzero(states[1::2].over == 0):
        faults[i] = faults[i] or "it did not end"
    for i in range(len(records)):
        if (
            states[2 * i].tobytes() != still[i].tobytes()
            or states[2 * i + 2].tobytes() != still[i + 1].tobytes()
        ):
            faults[i] = "it wrote into another game"
    return faults


def stepped(simulator: Simulator, states: np.recarray, actions: np.ndarray) -> np.recarray:
    """The states after these actions; a game ends where the rules say that they cannot go on."""
    try:
        return simulator.step(states, actions)
    except RulesError:
        after = states.copy()
        for i in range(len(states)):
            try:
                after[i] = simulator.step(states[i : i + 1], actions[i : i + 1])[0]
            except RulesError:
                after.over[i] = 1
        return after


def try_many(name: str, count: int, first: int = 0) -> Counter[str]:
    """The same for many snapshots, from block `first` on, in processes of their own, with progress."""
    found: Counter[str] = Counter()
    stop = first + -(-count // AT_ONCE)
    for number in tqdm(range(first, stop, BLOCKS), desc=name, unit=f" x {AT_ONCE * BLOCKS}"):
        blocks = [str(number), str(min(number + BLOCKS, stop))]
        command = [
            sys.executable,
            "-m",
            "tests.engine.mutated_snapshots",
            "--game",
            name,
            "--blocks",
            *blocks,
        ]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS * BLOCKS)
        except subprocess.TimeoutExpired:
            found[f"fault: hangs, --game {name} --blocks {' '.join(blocks)}"] += 1
            continue
        if done.returncode != 0:
            found[f"fault: crashes ({done.returncode}), --game {name} --blocks {' '.join(blocks)}"] += 1
            continue
        found += Counter(json.loads(done.stdout))
    return found


def main() -> int:
    """Try snapshots, print how many were refused and played, and all faults; 1 if there is one."""
    parser = argparse.ArgumentParser("python -m tests.engine.mutated_snapshots", description=__doc__)
    parser.add_argument("--count", type=int, default=2_000, metavar="N", help="how many of each game")
    parser.add_argument("--game", choices=NAMES, help="only this one")
    parser.add_argument("--first", type=int, default=0, metavar="N", help=f"this block of {AT_ONCE} first")
    parser.add_argument("--blocks", type=int, nargs=2, metavar="N", help="only these, in this process")
    given = parser.parse_args()
    if given.blocks is not None:
        total = sum((try_some(given.game or NAMES[0], i) for i in range(*given.blocks)), Counter())
        print(json.dumps(total))
        return 0
    faults = 0
    for name in [given.game] if given.game else NAMES:
        found = try_many(name, given.count, given.first)
        wrong = [key for key in found if key.startswith("fault")]
        print(f"{name}: {found['refused']} refused, {found['played']} played, {len(wrong)} faults")
        print(*wrong, sep="\n", end="\n" if wrong else "")
        faults += len(wrong)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
