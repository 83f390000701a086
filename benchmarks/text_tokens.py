"""How many tokens a game in text takes, by game, scenario and number of players.

`python -m benchmarks.text_tokens` lets the scripted player play through text in both views, for a table.
`--write docs/text.md` puts it between the markers `tokens` of a page. Messages and answers count, four
characters a token, each once; the briefing at the beginning has a column of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents.text.players import make_player
from agents.text.playing import play_game
from benchmarks.presenting import present
from crusoe_env import game
from crusoe_env.bench.report import Table
from crusoe_env.text import Limits, TextEnv, tokens

GAMES, SEED = 10, 5_000_000
PLAYERS = (1, 2, 4)
UNLIMITED = Limits(illegal_in_a_row=None, answer=None, questions=None)


def tasks(numbers: Sequence[int] = PLAYERS) -> Iterator[tuple[str, dict[str, Any]]]:
    """All tasks, of Robinson Crusoe for these numbers of players."""
    yield "marooned", {}
    yield from (("dieson", {"quest": quest}) for quest in game("dieson").tasks["quest"])
    for scenario in game("robinson").tasks["scenario"]:
        yield from (("robinson", {"scenario": scenario, "players": players}) for players in numbers)


def row(name: str, options: dict[str, Any], games: int) -> tuple[str, ...]:
    """The figures of one task."""
    cells: list[str] = []
    for view in ("changes", "full"):
        env, player = TextEnv(name, view=view, limits=UNLIMITED, **options), make_player("scripted")
        used, decisions = [], []
        for seed in range(SEED, SEED + (games if view == "changes" else 1)):
            play_game(env, player, seed)
            used.append(env.usage.tokens)
            decisions.append(env.usage.decisions)
        if view == "changes":
            cells += [f"{np.mean(decisions):.0f}", f"{tokens(len(env.briefing())):,}"]
            cells += [f"{np.mean(used):,.0f}", f"{max(used):,}"]
        else:
            cells.append(f"{np.mean(used):,.0f}")
    task = " ".join(f"{option} {value}" for option, value in options.items())
    return game(name).title, task, *cells


def table(games: int, chosen: Sequence[str], numbers: Sequence[int] = PLAYERS) -> Table:
    """A row for each task of the chosen games."""
    title = f"Tokens a game, {games} games of the scripted player from seed {SEED:,}"
    headings = ("game", "task", "decisions", "briefing", "changes, mean", "changes, most", "full, first game")
    return Table(title, headings, [row(*task, games) for task in tasks(numbers) if task[0] in chosen])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES, help="of each task and view")
    parser.add_argument("--only", nargs="+", default=["marooned", "dieson", "robinson"], metavar="GAME")
    parser.add_argument("--players", nargs="+", type=int, default=PLAYERS, help="of Robinson Crusoe")
    parser.add_argument("--write", type=Path, help="a Markdown file to put the table into")
    given = parser.parse_args()
    found = table(given.games, given.only, given.players)
    present([found], given.write, "tokens")


if __name__ == "__main__":
    main()
