"""How often critical moments of replays have the wrong sign: `python -m research.moments --games 6`.

Several agents play some games each. Their critical moments are found as for a replay, then judged again
on thousands of new deals, or fewer where the sign is beyond doubt before. `--write` writes after each game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from tqdm import tqdm

import crusoe_env
from agents.decisions import decisions_of
from agents.registry import make_agent
from agents.zoo import task_of
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.interfaces.judging import Verdict, judged, likely_of
from crusoe_env.interfaces.outlook import Outlook
from crusoe_env.show.replay import kind_of
from crusoe_env.support.intervals import paired_interval

FIRST_SEED = 8_100_000
AT_ONCE = 500
"""Deals after which the sign is looked at."""
BEYOND_DOUBT = 0.9999
"""Level of the interval that excludes 0 then."""
PLAYERS = (
    ("marooned", "scripted"),
    ("marooned", "zoo:marooned"),
    ("dieson", "scripted"),
    ("castaways-solo", "scripted"),
    ("castaways-2", "zoo:castaways-2"),
)
"""A policy of the zoo, which judges on its task, and who plays."""
HEADINGS = (
    "task",
    "played by",
    "games",
    "moments",
    "decisions named",
    "wrong sign",
    "luck named",
    "wrong sign",
)


@dataclass
class Found:
    """What came of the games of an agent: differences as named, and as found again."""

    games: int = 0
    moments: int = 0
    signs: dict[str, list[float]] = field(default_factory=lambda: {"decision": [], "luck": []})
    again: dict[str, list[float]] = field(default_factory=lambda: {"decision": [], "luck": []})

    def wrong(self, what: str) -> int:
        """How many have the other sign when judged again."""
        return sum(one * other < 0 for one, other in zip(self.signs[what], self.again[what], strict=True))


def judge_games(task: str, player: str, games: int, deals: int) -> Iterator[Found]:
    """Find the critical moments of some games, and judge them again; after each game what was found."""
    game, options = task_of(task)
    simulator = Simulator(crusoe_env.game(game), **options)
    outlook = Outlook(make_agent(f"zoo:{task}", simulator), simulator)
    played = decisions_of(make_agent(player, simulator), simulator, games, FIRST_SEED)
    found = Found()
    for number in range(games):
        rng = np.random.default_rng(FIRST_SEED + number)
        states, actions, likely = played.of_game(number)
        likely = likely_of(outlook, states[:-1].view(np.recarray), likely)
        chances = outlook.won(states, rng, outlook.games) / outlook.games
        for verdict in judged(outlook, states, actions, chances, likely, rng):
            if kind_of(verdict.decision, verdict.luck):
                found.moments += 1
                _judge_again(outlook, states, verdict, deals, found)
        found.games += 1
        yield found


def _judge_again(outlook: Outlook, states: np.recarray, verdict: Verdict, deals: int, found: Found) -> None:
    """Judge what a page names of a moment on at most so many new deals."""
    rng = np.random.default_rng(1 + verdict.step)
    here, came = (states[i : i + 1].view(np.recarray) for i in (verdict.step, verdict.step + 1))
    if verdict.decision is not None and verdict.decision.is_clear:

        def against_the_best() -> np.ndarray:
            (won,) = outlook.compared(here, [verdict.actions[:2]], AT_ONCE, rng)
            return np.asarray(won[0] - won[1])

        found.signs["decision"].append(verdict.decision.mean)
        found.again["decision"].append(mean_of(against_the_best, deals))
    if verdict.luck.is_clear:
        roots = np.repeat(came, AT_ONCE).view(np.recarray)

        def gained() -> np.ndarray:
            (won,) = outlook.compared(here, [verdict.actions[:1]], AT_ONCE, rng)
            return outlook.won(roots, rng, 1) - won[0]

        found.signs["luck"].append(verdict.luck.mean)
        found.again["luck"].append(mean_of(gained, deals))


def mean_of(some: Callable[[], np.ndarray], deals: int) -> float:
    """The mean of differences, `AT_ONCE` at a time, until the sign is beyond doubt or all are there."""
    found = np.empty(0)
    while len(found) < deals and not (len(found) and paired_interval(found, BEYOND_DOUBT).is_clear):
        found = np.concatenate([found, some()])
    return float(found.mean())


def row(name: str, player: str, games: int, every: list[Found]) -> tuple[str, ...]:
    """A line of the table."""
    cells = []
    for what in ("decision", "luck"):
        named = sum(len(each.signs[what]) for each in every)
        wrong = sum(each.wrong(what) for each in every)
        cells += [str(named), f"{wrong} ({wrong / max(named, 1):.1%})"]
    return name, player, str(games), str(sum(each.moments for each in every)), *cells


def main() -> None:
    """Play, judge and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=count_of, default=6, help="of each agent; default: 6")
    parser.add_argument("--deals", type=count_of, default=4_000, help="on which moments are judged again")
    default = " ".join("=".join(each) for each in PLAYERS)
    parser.add_argument("who", nargs="*", default=default.split(), help=f"TASK=AGENT; default: {default}")
    given = parser.parse_args()
    players = [(task, agent) for task, _, agent in (each.partition("=") for each in given.who)]
    under_way = [judge_games(*each, given.games, given.deals) for each in players]
    title = f"Critical moments, judged again on {given.deals:,} deals"
    for _ in tqdm(range(given.games), desc="games of each agent"):
        every = [next(each) for each in under_way]
        rows = [row(*each, found.games, [found]) for each, found in zip(players, every, strict=True)]
        rows.append(row("all", "", sum(found.games for found in every), every))
        present([Table(title, HEADINGS, rows)], given.write, "research.moments")


if __name__ == "__main__":
    begin(main)
