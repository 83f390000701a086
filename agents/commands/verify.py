"""Check an entry of the scoreboard: play its games again, and compare them one by one.

`crusoe evaluate --suite robinson --agents runs/a runs/b --submit mine` writes an entry, and
`crusoe verify mine.json` checks it: its form, its figures, versions and hashes, training steps, cheating, and
the games. `--tasks 3` plays three tasks drawn at random. `--agents` names the runs where they lie now. The
exit status is 0 if everything agrees, 1 if not, 2 if it cannot be checked.

Games differ where an agent searches by the clock or draws its own random numbers. Then the shares of
victories must agree within chance (95 %), and the output says so.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from crusoe_env import Simulator, game
from crusoe_env.command_line import CommandLine, reported
from crusoe_env.support.intervals import difference_interval
from crusoe_env.trust import add_trust, admitted, trusting

from ..errors import ConfigError
from ..evaluation import Results, play_games
from ..progress import progress_bar
from ..suites.results import Pairing, pairing_of
from ..suites.task import Task

if TYPE_CHECKING:
    from ..suites.entry import Entry, RunEntry, TaskEntry


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = CommandLine(prog=prog, description=__doc__)
    parser.add_argument("entry", type=Path, help="the file")
    parser.add_argument("--tasks", type=int, help="how many to play, drawn at random; default: all")
    parser.add_argument("--seed", type=int, default=0, help="of the draw; default: 0")
    parser.add_argument("--agents", nargs="+", metavar="AGENT", help="the runs, in the entry's order")
    add_trust(parser)
    given = parser.parse_args(arguments)
    if given.tasks is not None and given.tasks < 1:
        parser.error("--tasks must be at least 1")
    return given


def main(arguments: list[str], prog: str = "crusoe verify") -> int:
    """Check an entry; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    from ..suites.entry import read_entry  # needs packages of the extra `train`

    with trusting(given.trust, arguments):
        return reported(prog, lambda: verify(read_entry(given.entry), given))


def verify(entry: Entry, given: argparse.Namespace) -> int:
    """Compare an entry with files and games; 0 if everything agrees, else 1."""
    agents = given.agents or [admitted(name, f"{given.entry}: field 'agents'") for name in entry.agents]
    if len(agents) != len(entry.agents):
        raise ConfigError(f"--agents: {len(agents)} names for {len(entry.agents)} runs")
    tasks = tasks_like(entry)
    chosen = list(range(len(tasks)))
    if given.tasks is not None and given.tasks < len(tasks):
        drawn = np.random.default_rng(given.seed).choice(len(tasks), given.tasks, replace=False)
        chosen = sorted(drawn.tolist())
    problems, won, claimed, games, same = [], 0, 0, 0, True
    for number in chosen:
        task, told = tasks[number], entry.tasks[number]
        simulator = Simulator(game(task.game), **task.options)
        for agent, run in zip(agents, told.runs, strict=True):
            pairing = pairing_of(task, simulator, agent)
            problems += [f"{task.name}: {problem}" for problem in differences(pairing, entry, told, run)]
            results = played(pairing)
            same = same and run.is_of(results)
            won, claimed = won + int(results.victory.sum()), claimed + int(run.won.sum())
            games += task.games
    problems += list(steps_differ(entry, agents))
    difference = difference_interval(won, games, claimed, games)
    if not same and difference.is_clear:
        problems.append(f"{won:,} of {games:,} games won, where the entry says {claimed:,}: not by chance")
    for problem in dict.fromkeys(problems):
        print(problem)
    words = "each as in the entry" if same else f"{won:,} won, {claimed:,} in the entry"
    print(f"{entry.name}: played {games:,} games of {len(chosen)} of {len(tasks)} tasks again, {words}")
    print(f"{entry.name}: {'does not agree' if problems else 'verified'}")
    return int(bool(problems))


def tasks_like(entry: Entry) -> list[Task]:
    """The tasks of an entry's suite. Raises ConfigError if the entry is of others."""
    from ..suites.suite import read_suite, tasks_of  # needs packages of the extra `train`

    tasks = tasks_of(read_suite(entry.suite), {})
    today = [(task.name, task.games, task.seed) for task in tasks]
    told = [(task.task, task.games, task.seed) for task in entry.tasks]
    if today != told:
        found = next((f"{a}, now {b}" for a, b in zip(told, today, strict=False) if a != b), "other tasks")
        raise ConfigError(f"{entry.name}: suite {entry.suite!r} was another one: {found}")
    return tasks


def differences(pairing: Pairing, entry: Entry, told: TaskEntry, run: RunEntry) -> Iterator[str]:
    """In what an agent or the rules differ from what an entry says of them."""
    now = {**pairing.versions}
    policy = now.pop("policy")
    for name in sorted({*now, *told.versions}):
        if now.get(name) != told.versions.get(name):
            yield f"{name} was {told.versions.get(name)}, now {now.get(name)}"
    if policy != run.policy:
        yield f"{pairing.label}: policy was {run.policy or 'none'}, now {policy or 'none'}"
    if pairing.agent.cheats and not entry.cheats:
        yield f"{pairing.label}: is given true states, and the entry does not say so"


def steps_differ(entry: Entry, agents: Sequence[str]) -> Iterator[str]:
    """Training steps that the files of policies say otherwise."""
    from ..suites.entry import training_steps  # needs packages of the extra `train`

    for agent, told in zip(agents, entry.training_steps, strict=True):
        if (found := training_steps(agent)) != told:
            yield f"{agent}: {found} training steps, where the entry says {told}"


def played(pairing: Pairing) -> Results:
    """The games of a pairing, played under a progress bar."""
    task = pairing.task
    title = f"{task.name}: {pairing.label}"
    with progress_bar(total=task.games, desc=title, unit=" games", leave=False) as bar:
        return play_games(pairing.agent, pairing.simulator, task.games, task.seed, bar.update)
