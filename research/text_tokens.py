"""How many tokens a game in text takes, by game, scenario and number of players.

`python -m research.text_tokens` lets the scripted player play through text in both views, for two tables.
`--write research/results/tokens.json` keeps them. Messages and answers count, four
characters a token, each once; the briefing at the beginning has a column of its own. The full view is
measured by the first game alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.text.players import make_player
from agents.text.playing import play_game
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import game
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.show.description import many
from crusoe_env.text import Limits, TextEnv, tokens
from crusoe_env.text.reader import FULL

GAMES, SEED = 5, 5_000_000
PLAYERS = (1, 2, 3, 4)
UNLIMITED = Limits(illegal_in_a_row=None, answer=None, questions=None)


@dataclass(frozen=True)
class Used:
    """What the games of a task took.

    Attributes:
        decisions: of each game.
        briefing: tokens of the rules and the task.
        changes: tokens of each game in the view that tells changes.
        full: tokens of the first game in the view that tells the whole table each time.
    """

    decisions: Sequence[int]
    briefing: int
    changes: Sequence[int]
    full: int

    @property
    def cells(self) -> tuple[str, str]:
        """The mean and the most tokens of a game."""
        return f"{np.mean(self.changes):,.0f}", f"{max(self.changes):,}"


def used(name: str, games: int, **options: Any) -> Used:
    """What games of the scripted player take."""
    player = make_player("scripted")
    env = TextEnv(name, limits=UNLIMITED, **options)
    decisions, changes = [], []
    for seed in range(SEED, SEED + games):
        play_game(env, player, seed)
        decisions.append(env.usage.decisions)
        changes.append(env.usage.tokens)
    whole = TextEnv(name, view=FULL, limits=UNLIMITED, **options)
    play_game(whole, player, SEED)
    return Used(decisions, tokens(len(env.briefing())), changes, whole.usage.tokens)


def small_games(games: int) -> Table:
    """A row for Marooned! and for each quest of Dieson Crusoe."""
    tasks: list[dict[str, Any]] = [{"name": "marooned"}]
    tasks += [{"name": "dieson", "quest": quest} for quest in game("dieson").tasks["quest"]]
    rows = []
    for task in tasks:
        found = used(games=games, **task)
        title = game(task["name"]).title + (f", quest {task['quest']}" if "quest" in task else "")
        rows.append(
            (title, f"{np.mean(found.decisions):.0f}", f"{found.briefing:,}", *found.cells, f"{found.full:,}")
        )
    headings = ("game", "decisions", "briefing", "changes, mean", "changes, most", "full")
    return Table(f"Marooned! and Dieson Crusoe: {_title(games)}", headings, rows)


def scenarios(games: int, players: Sequence[int]) -> Table:
    """A row for each scenario of Robinson Crusoe, columns for each number of players."""
    rows = []
    for scenario in game("robinson").tasks["scenario"]:
        found = [used("robinson", games, scenario=scenario, players=number) for number in players]
        cells = [cell for each in found for cell in each.cells]
        whole = f"{max(each.full for each in found):,}"
        rows.append((scenario, f"{max(each.briefing for each in found):,}", *cells, whole))
    headings = [
        f"{number} player{'s' * (number > 1)}, {what}" for number in players for what in ("mean", "most")
    ]
    return Table(
        f"Robinson Crusoe, view `changes`: {_title(games)}",
        ("scenario", "briefing", *headings, "full, most of all"),
        rows,
    )


def _title(games: int) -> str:
    return f"tokens of {many(games, 'game')} of the scripted player from seed {SEED:,}"


def main() -> None:
    """Print the table."""
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=count_of, default=GAMES, help="of each task and view")
    parser.add_argument("--players", nargs="+", type=int, default=PLAYERS, help="of Robinson Crusoe")
    given = parser.parse_args()
    tables = [small_games(given.games), scenarios(given.games, given.players)]
    present(tables, given.write, "research.text_tokens")


if __name__ == "__main__":
    begin(main)
