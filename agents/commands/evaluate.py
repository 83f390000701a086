"""Evaluate agents side by side on the same seeded games.

`crusoe evaluate runs/marooned_sb3 --agents random scripted mcts:300 --games 10000` prints a table;
`--json` and `--csv` write it to files, `--replay` writes a page of a won game. With two or more agents a
second table has their differences to the first over the same games. `crusoe evaluate random mcts:200 --game
my_game:GAME` evaluates agents on a game of your own.

`--team scripted random scripted` gives each seat of a game of several players an agent of its own; it is one
row of the table. `--cross-play scripted random runs/mine` plays every agent in one seat among every other in
the rest (`--game robinson --option players=3`); `--json` writes the cells.

`crusoe evaluate --suite robinson` plays a published protocol (configs/suites): each task with each agent.
`--engine ray` plays on a Ray cluster (docs/cluster.md), some games or a task on each processor.
`--submit mine` writes the agents as one entry of the scoreboard, mine.json; `crusoe verify` checks it.
`crusoe evaluate --challenge partners-2 --agents runs/mine` plays beside the held-out partners of a challenge
(configs/challenges): regret is what is missing to the best response of each partner.

`--method mine=runs/a,runs/b` counts runs of one training, with other seeds, as one method: interquartile
mean, intervals over runs and games. `--scores FILE.npz` writes them for rliable, `FILE.json` for marl-eval.

`--workers 8` plays eight tasks at a time. `--games`, `--agents`, `--seed` and
`--option scenario=castaways players=1,2` change the protocol.

`--write FILE.json` writes the tables as data, with command, machine, date and commit.

Evaluations and suites keep the results of each agent as they come (`--out`): the same command goes on after
Ctrl-C or a kill. What has changed since (rules, facts, agents, policies) is named and played again; `--anew`
plays everything again.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import importlib
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from crusoe_env import Simulator, command_line, game
from crusoe_env.agent import Agent, name_in_tables
from crusoe_env.bench.report import Table
from crusoe_env.bench.results import write_result
from crusoe_env.support.files import write_whole
from crusoe_env.support.locks import only_writer_of
from crusoe_env.trust import add_trust, trusting

from ..cross_play import cross_play, games_of, seats_of
from ..errors import ConfigError
from ..evaluation import Results
from ..preparing import prepare
from ..progress import progress_bar
from ..provenance import origin_of
from ..registry import FORMS, is_own_class, make_agent
from ..runs import game_of_run, is_policy
from ..shipped import challenge_names, program, suite_names
from ..suites import matrices
from ..suites.methods import Methods, check_scores, methods_of
from ..suites.results import (
    Pairing,
    Played,
    changes_since,
    pairing_of,
    pairings_of,
    play_in_processes,
    play_suite,
    played_as,
    read_results,
    team_pairing_of,
    write_results,
)
from ..suites.tables import of_agents, of_differences, summaries_of, tables_of, write_csv, write_json
from ..suites.task import Task
from ..timed import milliseconds_alone
from .replay import OUTLOOK, write_page

AGENTS, GAMES, SEED = ("random", "scripted"), 1_000, 1_000_000
"""Who plays, how often and from which seed, if the command line does not say."""
BESIDE_RUN = Path("")
"""`--replay` without a path: the page goes into the run's folder."""
KEPT = Path("runs") / "evaluations"
"""Where results are kept, if the command line does not say."""


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = command_line.CommandLine(prog=prog, description=__doc__)
    parser.add_argument(
        "named", nargs="*", metavar="RUN or AGENT", help="a run folder or zoo:NAME, on its task; agents"
    )
    parser.add_argument("--suite", help=f"{', '.join(suite_names())}, or the path of a suite's file")
    parser.add_argument("--challenge", help=f"{', '.join(challenge_names())}, or the path of its file")
    parser.add_argument(
        "--agents",
        nargs="+",
        metavar="AGENT",
        help=f"{FORMS}; several also with commas; default: {' '.join(AGENTS)}",
    )
    parser.add_argument(
        "--team", nargs="+", action="append", metavar="AGENT", help="an agent for each seat; several times"
    )
    parser.add_argument(
        "--method", nargs="+", action="extend", default=[], metavar="NAME=RUN,RUN", help="runs as one method"
    )
    parser.add_argument(
        "--scores", type=Path, metavar="FILE", help="by run and task, for rliable (.npz) or marl-eval (.json)"
    )
    parser.add_argument("--cross-play", nargs="+", metavar="AGENT", help="every agent with every other")
    parser.add_argument("--game", type=command_line.game_name, help="default: the run's game, else marooned")
    parser.add_argument(
        "--option", nargs="+", action="extend", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument("--data", metavar="FILE", help="a TOML file with corrections of printed facts")
    parser.add_argument("--games", type=int, help=f"default: the suite's, else {GAMES:,}")
    parser.add_argument(
        "--seed", type=command_line.seed_of, help=f"of the first game; default: the suite's, else {SEED:,}"
    )
    parser.add_argument(
        "--episodes",
        type=command_line.count_of,
        metavar="K",
        help="of a challenge: games in a row with the same partner, which agents with memory remember",
    )
    parser.add_argument("--json", type=Path, help="write the summary here")
    parser.add_argument("--csv", type=Path, help="write one row per game here")
    parser.add_argument("--plot", type=Path, metavar="FIGURE", help="draw games won: .svg, .png or .pdf")
    parser.add_argument("--out", type=Path, help=f"keeps results; default: {KEPT}, runs/suites/NAME")
    parser.add_argument("--anew", action="store_true", help="play again what has results")
    parser.add_argument("--workers", type=int, help="processes that play; default: 1, on Ray all processors")
    parser.add_argument("--engine", choices=("local", "ray"), default="local", help="where games are played")
    parser.add_argument("--write", type=Path, metavar="FILE.json", help="write the tables here")
    parser.add_argument("--submit", metavar="NAME", help="write the agents of a suite as an entry, NAME.json")
    parser.add_argument(
        "--replay", nargs="?", type=Path, const=BESIDE_RUN, help="write a replay page of a won game"
    )
    parser.add_argument("--outlook", metavar="AGENT", help=f"on the page: {OUTLOOK}")
    add_trust(parser)
    given = parser.parse_args(arguments)
    if given.games is not None and given.games < 1:
        parser.error("--games must be at least 1")
    if given.workers is not None and given.workers < 1:
        parser.error("--workers must be at least 1")
    try:
        given.methods = methods_of(given.method)
    except ConfigError as error:
        parser.error(str(error))
    sort_names(given)
    check_together(parser, given)
    return given


def sort_names(given: argparse.Namespace) -> None:
    """Take the first name without an option as the run, if it is one; the others are agents."""
    names = [name for word in given.agents or () for name in word.split(",") if name]
    first = given.named[:1] if given.named and is_policy(given.named[0]) else []
    given.run = Path(first[0]) if first else None
    runs = [run for runs in given.methods.values() for run in runs]
    agents = list(dict.fromkeys([*given.named[len(first) :], *names, *runs]))
    given.agents = agents if agents or given.agents is not None else None


def check_together(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """Exit with a message if options exclude each other."""
    wrong = {
        "suite": ("game", "data", "replay", "team", "cross_play"),
        "challenge": ("suite", "game", "data", "replay", "team", "cross_play", "csv", "submit"),
        "cross_play": ("agents", "team", "csv", "replay", "run", "out"),
    }
    for chosen, others in wrong.items():
        for name in others if getattr(given, chosen) is not None else ():
            if getattr(given, name) is not None:
                parser.error(f"--{flag(name)} does not go with --{flag(chosen)}")
    if given.engine == "ray":
        for name in ("team", "cross_play", "challenge"):
            if getattr(given, name) is not None:
                parser.error(f"--{flag(name)} does not go with --engine ray")
    if (given.method or given.scores) and (given.cross_play or given.challenge or given.team):
        parser.error("--method and --scores do not go with --cross-play, --challenge or --team")
    several = given.suite is not None or given.challenge is not None
    if given.engine == "local" and not several and given.workers is not None:
        parser.error("--workers needs --suite or --challenge")
    if given.episodes is not None and given.challenge is None:
        parser.error("--episodes needs --challenge")
    if given.outlook is not None and given.replay is None:
        parser.error("--outlook needs --replay")
    if given.anew and given.cross_play is not None:
        parser.error("--anew does not go with --cross-play")
    if given.submit is not None and given.suite is None:
        parser.error("--submit needs --suite")


def flag(name: str) -> str:
    """An option as it is typed, without its leading dashes."""
    return name.replace("_", "-")


def options_of(given: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """The game and its options: the (first) run's, then those of the command line. Raises ConfigError."""
    name: str = given.game or "marooned"
    options: dict[str, Any] = {}
    runs = [Path(run) for runs in given.methods.values() for run in runs if is_policy(run)]
    run = given.run or next(iter(runs), None)
    if run is not None and (played := game_of_run(run)) is not None:
        name, options = played
        if given.game not in (None, name):
            raise ConfigError(f"--game {given.game}: {run} plays {name}; leave --game out")
    data = {} if given.data is None else {"data": given.data}
    return name, {**options, **data, **command_line.options_of(given.option)}


def write_replay(
    outcome: Results, given: argparse.Namespace, name: str, options: dict[str, Any], agent: str
) -> Path:
    """Write a replay page of the agent's best game among those played; its path."""
    best = max(outcome.rows(), key=lambda row: (row["victory"], row["score"], row["goal_progress"]))
    path = given.replay
    if path == BESIDE_RUN:
        folder = given.run or Path(".")
        path = (folder if folder.is_dir() else folder.parent) / "replay.html"
    return write_page(
        name, options, agent, best["seed"], path, best_of=len(outcome.rows()), outlook=given.outlook
    )


def evaluate(given: argparse.Namespace) -> None:
    """Evaluate agents on one task: play, print tables, write files."""
    name, options = options_of(given)
    simulator = Simulator(game(name), **options)
    if given.outlook is not None:
        make_agent(given.outlook, simulator)  # a wrong name is told before games are played
    games, seed = given.games or GAMES, SEED if given.seed is None else given.seed
    task = Task(name, options, tuple(options), games, seed)
    usual = AGENTS if simulator.game.scripted else AGENTS[:1]
    names = names_of(given, () if given.team else usual)
    pairings = [pairing_of(task, simulator, agent) for agent in names]
    pairings += [team_pairing_of(task, simulator, seats) for seats in given.team or ()]
    if given.engine == "ray":  # plays in parts, each with random numbers of its own
        pairings = [dataclasses.replace(each, digest=f"{each.digest}-ray") for each in pairings]
    folder = folder_of(given, KEPT, pairings)
    if given.engine == "ray":
        played = [play_on_ray(each, folder, given.workers) for each in pairings]
    else:
        for agent in dict.fromkeys(agent for each in missing_of(pairings, folder) for agent in each.names):
            prepare(agent, simulator)  # seconds per game are those of play, not of compiling
        played = play_and_show(pairings, folder, None, "local")
    summaries = summaries_of(played)
    title = f"{game(name).title}{described(options)}"
    tables = [of_agents(summaries, f"{title}: {games:,} games from seed {seed:,}")]
    if len(played) > 1:
        tables.append(of_differences([each.results for each in played]))
    tables += tables_of_methods(given, pairings, played, f"{title}: methods, games won (95 % interval)")
    for table in tables:
        table.show()
    if given.json is not None:
        about = {"game": name, "options": options, "games": games, "seed": seed}
        content = {**about, "origin": origin_of(simulator), "agents": summaries}
        write_whole(given.json, json.dumps(content, indent=2) + "\n")
    if given.csv is not None:
        write_csv(given.csv, played, with_task=False)
    if given.plot is not None:
        from ..figures import charts, sources, style

        style.save(charts.intervals(sources.victories_of(summaries), title), given.plot)
    if given.write is not None:
        write_result(given.write, tables, program("evaluate", given.arguments))
    if given.replay is not None:
        if not names:
            raise ConfigError("--replay shows an agent that plays for everybody: name one with --agents")
        print(f"replay page: {write_replay(played[0].results, given, name, options, names[0])}")


def tables_of_methods(
    given: argparse.Namespace, pairings: Sequence[Pairing], played: Sequence[Played], title: str
) -> list[Table]:
    """The table of `--method`, if there is one; writes `--scores`."""
    if not given.methods and given.scores is None:
        return []
    methods = Methods(given.methods, pairings, played)
    if given.scores is not None:
        methods.write(given.scores)
    return [methods.table(title)]


def described(options: Mapping[str, Any]) -> str:
    """Options in a title."""
    return "".join(f", {key}={value}" for key, value in options.items())


def folder_of(given: argparse.Namespace, default: Path, pairings: Sequence[Pairing]) -> Path:
    """The folder of results; with `--anew` without those of these pairings. Raises ConfigError."""
    folder: Path = given.out or default
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"{folder}: no results can be kept there; name a folder with --out") from error
    for pairing in pairings if given.anew else ():
        (folder / pairing.file_name).unlink(missing_ok=True)
    return folder


def play_on_ray(pairing: Pairing, folder: Path, workers: int | None) -> Played:
    """The kept results of a pairing, or those of playing it in parts on Ray."""
    if (played := read_results(folder, pairing)) is not None:
        return played
    start, task = time.perf_counter(), pairing.task
    parts = distributed().parts_of(
        pairing.names[0], pairing.simulator.game.path, task.options, task.games, task.seed
    )
    with only_writer_of(folder / pairing.file_name):
        with progress_bar(total=task.games, desc=pairing.label, unit=" games", leave=False) as bar:
            outcome = distributed().play_on_ray(parts, workers, bar.update)
        played = played_as(pairing, outcome, time.perf_counter() - start)
        write_results(folder, pairing, played)
    return played


def evaluate_cross_play(given: argparse.Namespace) -> None:
    """Play every agent with every other; print and write the matrices."""
    name, options = options_of(given)
    simulator = Simulator(game(name), **options)
    games, seed = given.games or GAMES, SEED if given.seed is None else given.seed
    players, make = seats_of(simulator), makers(given.cross_play, simulator)
    count = games_of(len(make), players, games)
    with progress_bar(total=count, desc="cross-play", unit=" games", leave=False) as bar:
        cells = list(cross_play(make, simulator, games, seed, bar.update))
    protocol = f"{games:,} games from seed {seed:,} in each seat"
    tables = matrices.tables_of(cells, f"{game(name).title}{described(options)}: {protocol}")
    for table in tables:
        table.show()
    if given.json is not None:
        about = {"game": name, "options": options, "games": games, "seed": seed}
        matrices.write_json(given.json, {**about, "origin": origin_of(simulator)}, cells)
    if given.plot is not None:
        from ..figures import charts, sources, style

        shares = sources.cells_in([cell.summary() for cell in cells])
        style.save(charts.matrix(*shares, tables[0].title, "games won, %"), given.plot)
    if given.write is not None:
        write_result(given.write, tables, program("evaluate", given.arguments))


def makers(names: Sequence[str], simulator: Simulator) -> dict[str, Callable[[], Agent]]:
    """Functions that make each agent, by the name in tables. Raises ValueError for an unknown agent."""
    found: dict[str, Callable[[], Agent]] = {}
    for name in names:
        cheats = make_agent(name, simulator).cheats
        found[name_in_tables(name, cheats)] = functools.partial(make_agent, name, simulator)
    return found


def evaluate_suite(given: argparse.Namespace) -> None:
    """Play the missing results of a suite; print and write its tables."""
    from ..suites.suite import read_suite, tasks_of  # needs packages of the extra `train`

    suite = read_suite(given.suite)
    if given.seed is not None:
        suite = suite.model_copy(update={"seed": given.seed})
    tasks = tasks_of(suite, command_line.options_of(given.option), given.games)
    name = Path(given.suite).stem
    if suite.text is not None:
        if given.plot is not None or given.scores is not None or given.methods:
            raise ConfigError("--plot, --scores and --method do not go with a suite in text")
        from .text_suite import evaluate_text

        return evaluate_text(given, name, suite, tasks, names_of(given, suite.agents))
    pairings = pairings_of(tasks, names_of(given, suite.agents))
    if given.submit is not None:
        check_submission(given)
    folder = folder_of(given, Path("runs") / "suites" / name, pairings)
    played = play_and_show(pairings, folder, given.workers, given.engine)
    tables = tables_of(played)
    tables += tables_of_methods(given, pairings, played, f"{suite.title}: methods, games won (95 % interval)")
    for table in tables:
        table.show()
    write_json(given.json or folder / "summary.json", suite.title, played)
    write_csv(given.csv or folder / "games.csv", played)
    text = "\n\n".join(table.markdown() for table in tables)
    write_whole(folder / "tables.md", text + "\n")
    print(f"summary.json, games.csv, tables.md and the results of each task: {folder}")
    if given.plot is not None:
        from ..figures import charts, sources, style

        style.save(charts.groups(*sources.groups_of(played), "games won, %"), given.plot)
    if given.write is not None:
        write_result(given.write, tables, program("evaluate", given.arguments))
    if given.submit is not None:
        submit(given.submit, name, pairings, played)


def play_challenge(given: argparse.Namespace) -> None:
    """Play the missing results of a challenge; print and write its tables."""
    from .challenge import evaluate_challenge  # needs packages of the extra `train`

    def play(pairings: list[Pairing], folder: Path) -> list[Played]:
        return play_and_show(pairings, folder_of(given, folder, pairings), given.workers, "local")

    evaluate_challenge(given, lambda agents: names_of(given, agents), play)


def check_submission(given: argparse.Namespace) -> None:
    """Raise ConfigError unless agents play a published suite as it is."""
    if given.suite not in suite_names():
        raise ConfigError(f"--submit needs a published suite: {', '.join(suite_names())}")
    for option in ("option", "games", "seed"):
        if getattr(given, option):
            raise ConfigError(f"--{option} does not go with --submit: a suite is played as it is")
    if given.agents is None and given.run is None:
        raise ConfigError("--submit needs --agents: the runs of the entry")


def submit(name: str, suite: str, pairings: Sequence[Pairing], played: Sequence[Played]) -> None:
    """Write an entry of the scoreboard, with the time of decisions in the first task."""
    from ..suites.entry import entry_of  # needs packages of the extra `train`

    first = pairings[0]
    milliseconds = milliseconds_alone(first.agent, first.simulator, first.task.seed)
    agents = list(dict.fromkeys(each.names[0] for each in pairings))
    entry = entry_of(name, suite, agents, played, milliseconds)
    path = Path(f"{name}.json")
    write_whole(path, f"{json.dumps(entry.model_dump(), indent=1)}\n")
    print(f"entry: {path}; check it: crusoe verify {path}")


def distributed() -> ModuleType:
    """The module that plays on Ray. Raises ConfigError if Ray is not installed."""
    try:
        return importlib.import_module("..distributed.evaluation", __package__)
    except ModuleNotFoundError as error:
        raise ConfigError(f"--engine ray needs {error.name}: {command_line.how_to_install('ray')}") from error


def play_and_show(
    pairings: Sequence[Pairing], folder: Path, workers: int | None, engine: str
) -> list[Played]:
    """Play the missing results under a progress bar; all results."""
    missing = missing_of(pairings, folder)
    if len(missing) < len(pairings):
        print(
            f"{len(pairings) - len(missing)} of {len(pairings)} results are there: {folder}", file=sys.stderr
        )
        for name in uncompared([each for each in pairings if each not in missing]):
            print(
                f"{name}: its Python files are the same; others are compared if it names them as `files`",
                file=sys.stderr,
            )
    for each in missing:
        if changed := changes_since(folder, each):
            words = f"{each.task.name}: {each.label} is played again"
            print(f"{words}: {'; '.join(changed)}", file=sys.stderr)
    with progress_bar(
        total=sum(each.task.games for each in missing), unit=" games", disable=not missing
    ) as bar:

        def begins(pairing: Pairing) -> Callable[[int], object]:
            bar.set_description(f"{pairing.task.name}: {pairing.label}")
            return bar.update

        try:
            if engine == "ray":
                on_ray = distributed().play_suite_on_ray
                on_ray(missing, folder, workers, lambda ended: begins(ended)(ended.task.games))
            elif workers is not None and workers > 1:
                play_in_processes(missing, folder, workers, lambda ended: begins(ended)(ended.task.games))
            return list(play_suite(pairings, folder, begins))
        except KeyboardInterrupt:
            bar.close()
            there = sum(read_results(folder, each) is not None for each in pairings)
            print(
                f"stopped with {there} of {len(pairings)} results; the same command goes on", file=sys.stderr
            )
            raise


def uncompared(pairings: Sequence[Pairing]) -> list[str]:
    """The users' own agents among pairings that name no files."""
    names = (name for each in pairings if not each.agent.files for name in each.names)
    return [name for name in dict.fromkeys(names) if is_own_class(name)]


def missing_of(pairings: Sequence[Pairing], folder: Path) -> list[Pairing]:
    """The pairings without results."""
    return [each for each in pairings if read_results(folder, each) is None]


def names_of(given: argparse.Namespace, agents: Sequence[str]) -> list[str]:
    """The agents that play: the run first, then those of the command line, else these."""
    run = [str(given.run)] if given.run is not None else []
    return run + (list(agents) if given.agents is None else given.agents)


def check_folders(given: argparse.Namespace) -> None:
    """Raise ConfigError, before games are played, if a file could not be written."""
    if given.plot is not None:
        from ..figures.style import check_name

        check_name(given.plot)
    if given.scores is not None:
        check_scores(given.scores)
    for path in (given.json, given.csv, given.replay, given.write, given.plot, given.scores):
        if path is not None and not path.parent.is_dir():
            raise ConfigError(f"{path}: there is no folder {path.parent}")
        if path not in (None, BESIDE_RUN) and path.is_dir():
            raise ConfigError(f"{path}: is a folder, not a file")


def main(arguments: list[str], prog: str = "crusoe evaluate") -> int:
    """Evaluate; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    given.arguments = arguments
    with trusting(given.trust, arguments):
        return command_line.reported(prog, lambda: run(given))


def run(given: argparse.Namespace) -> None:
    """Do what the command line asks for. Raises ConfigError, ValueError, TypeError or OSError."""
    check_folders(given)
    if given.suite is not None:
        evaluate_suite(given)
    elif given.challenge is not None:
        play_challenge(given)
    elif given.cross_play is not None:
        evaluate_cross_play(given)
    else:
        evaluate(given)
