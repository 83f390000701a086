"""Which of many partners are worth meeting? Strong and weak ones that ask for different answers.

`python -m research.partner_choice --write research/results/partner_choice.json` lets every candidate play
beside a copy of itself, and beside each of a pool of responders in both seats (Castaways for two). A
candidate's vector says how much better or worse each responder does beside it than its own and the
candidate's means suggest. Of each level, by the victories of a pair, those candidates are chosen whose
vectors differ most: the largest determinant of their similarities (best-response diversity, ZSC-Eval, Wang et
al. 2024; there with a trained best response to each candidate, here with a pool). Results are kept in
`--kept`; the same command goes on after Ctrl-C.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from agents.challenges.challenge import read_challenge
from agents.evaluation import Results, play_games
from agents.progress import progress_bar
from agents.recipes import names
from agents.registry import make_agent
from agents.team import Team
from agents.zoo import PARTNER_PREFIX, PARTNERS
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator, game
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.support.files import write_whole
from crusoe_env.support.intervals import share_interval
from crusoe_env.support.reading import read_json

SEED = 8_500_000
NEW = ("pupil-", "beside-")
"""How the names of partners begin that were trained for the second edition."""
FIRST_EDITION = "partners-2"
OTHERS = ("zoo:castaways-2", "zoo:castaways-3", "zoo:robinson", "scripted")
"""Responders beside the best responses of the first edition."""
LEVELS = (0.0, 0.3, 0.55)
"""The least share of victories of a pair in each level."""
EACH = 4
"""Partners chosen of each level."""

Kept = dict[str, list[float]]
"""Victories and goal progress by what was played."""


def candidates() -> list[str]:
    """The held-out partners of the first edition, and the new ones."""
    own = [name.removeprefix(f"{PARTNERS}/") for name in names() if name.startswith(f"{PARTNERS}/")]
    new = [PARTNER_PREFIX + name for name in own if name.startswith(NEW)]
    return [*read_challenge(FIRST_EDITION).held_out, *new]


def responders() -> list[str]:
    """Agents that answer the candidates in different ways."""
    return [*read_challenge(FIRST_EDITION).held_out.values(), *OTHERS]


def key_of(agent: str, partner: str, games: int) -> str:
    """The name of what is played."""
    return f"{agent} beside {partner}, {games} games in each seat"


def beside(agent: str, partner: str, simulator: Simulator, games: int) -> list[float]:
    """Victories and goal progress of an agent in each seat beside a partner, means over games and seats."""
    seats = [[agent, partner], [partner, agent]] if agent != partner else [[agent, agent]]
    found: list[Results] = []
    for team in seats:
        agents = [make_agent(name, simulator) for name in team]
        found.append(play_games(Team(agents, simulator), simulator, games, SEED))
    return [float(np.mean([getattr(it, name) for it in found])) for name in ("victory", "goal_progress")]


def vectors_of(progress: np.ndarray) -> np.ndarray:
    """How much better each responder does beside a candidate than both means suggest.

    Args:
        progress: goal progress, float (candidates, responders).
    """
    means = progress.mean(axis=1, keepdims=True) + progress.mean(axis=0, keepdims=True) - progress.mean()
    return np.asarray(progress - means)


def similarities(vectors: np.ndarray) -> np.ndarray:
    """How alike the vectors of candidates are, from 0 to 1, float (n, n).

    Args:
        vectors: float (n, m). One spread apart, in all m together, two are alike by 0.61.
    """
    distances = ((vectors[:, None] - vectors[None, :]) ** 2).sum(axis=2)
    return np.asarray(np.exp(-distances / (2 * vectors.var(axis=0).sum() or 1)))


def chosen(similar: np.ndarray, levels: np.ndarray, each: int) -> list[int]:
    """The rows of the most diverse candidates, at most so many of each level.

    Args:
        similar: how alike all candidates are, float (n, n).
        levels: of each, int64 (n,).
        each: how many of a level.

    One after another is exchanged for another of its level for as long as that makes them more diverse: the
    determinant of their similarities is 0 if two are alike, and at most 1.
    """
    diversity = lambda rows: float(np.linalg.det(similar[np.ix_(rows, rows)]))  # noqa: E731
    found = [row for level in np.unique(levels) for row in np.flatnonzero(levels == level)[:each].tolist()]
    better = True
    while better:
        better = False
        for place in range(len(found)):
            for other in np.flatnonzero(levels == levels[found[place]]).tolist():
                trial = [*found[:place], other, *found[place + 1 :]]
                if diversity(trial) > diversity(found) + 1e-12:
                    found, better = trial, True
    return sorted(found)


def level_of(victories: float) -> int:
    """The level of a pair by its share of victories, from 0."""
    return sum(victories >= least for least in LEVELS) - 1


def table(partners: Sequence[str], pool: Sequence[str], kept: Mapping[str, list[float]], games: int) -> Table:
    """A line for each candidate, by the strength of a pair."""
    pairs = [kept[key_of(each, each, games)] for each in partners]
    found = np.array([[kept[key_of(agent, each, games)] for agent in pool] for each in partners])
    levels = np.array([level_of(pair[0]) for pair in pairs])
    rows = chosen(similarities(vectors_of(found[..., 1])), levels, EACH)
    lines = []
    for row in sorted(range(len(partners)), key=lambda row: pairs[row][0]):
        best = int(found[row, :, 0].argmax())
        share = share_interval(round(pairs[row][0] * games), games)
        words = (f"{share.mean:.1%} ({100 * share.low:.1f} – {100 * share.high:.1f})", f"{pairs[row][1]:.3f}")
        answers = (f"{found[row, :, 0].mean():.1%}", pool[best], f"{found[row, best, 0]:.1%}")
        lines.append((partners[row], *words, *answers, "yes" if row in rows else ""))
    headings = ("candidate", "pair wins", "goal progress", "pool wins", "best of the pool", "wins", "chosen")
    played = f"{len(partners)} candidates beside {len(pool)} responders, {games} games in each seat"
    return Table(f"Castaways for two: {played}", headings, lines)


def main() -> None:
    """Play what is missing and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=count_of, default=100, help="in each seat")
    parser.add_argument("--kept", type=Path, default=Path("runs") / "partner_choice.json")
    given = parser.parse_args()
    simulator = Simulator(game("robinson"), players=2, threads=1)
    kept: Kept = read_json(given.kept) if given.kept.exists() else {}
    partners, pool = candidates(), responders()
    played = [(agent, partner) for partner in partners for agent in (partner, *pool)]
    for agent, partner in progress_bar(played, unit=" pairs"):
        if (key := key_of(agent, partner, given.games)) not in kept:
            kept[key] = beside(agent, partner, simulator, given.games)
            given.kept.parent.mkdir(parents=True, exist_ok=True)
            write_whole(given.kept, json.dumps(kept, indent=1))
    present([table(partners, pool, kept, given.games)], given.write, "research.partner_choice")


if __name__ == "__main__":
    begin(main)
