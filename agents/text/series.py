"""Games in a row with a notebook: does a player get better by playing?

A player keeps nothing from game to game but a notebook of limited length, which it may rewrite after each
game; an agent with memory keeps what it remembers. Seats beside it are played by the same partner in all
games of a series.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from crusoe_env.bench.report import Table
from crusoe_env.support.files import write_whole
from crusoe_env.support.intervals import mean_interval, share_interval
from crusoe_env.text import TextEnv
from crusoe_env.text.env import EACH

from .kept_games import COSTS, kept_game
from .players import AgentPlayer, TextPlayer
from .playing import Game, play_game

OWN, EMPTY, FIXED = "own", "empty", "fixed"
NOTES = "notes"
"""The notebook after a game, in the file of its costs."""
NOTEBOOKS = (OWN, EMPTY, FIXED)
"""The player writes it; it stays empty (the control); it holds a given text and stays so."""


class Seated(TextPlayer):
    """A player at the first seat, and a partner at all others.

    Args:
        player: whose series it is.
        partner: plays the other seats.
        known: whether the player is told who its partner is.
    """

    def __init__(self, player: TextPlayer, partner: TextPlayer, known: bool) -> None:
        super().__init__()
        self.player, self.partner, self.known = player, partner, known

    @property
    def name(self) -> str:  # type: ignore[override]
        """Both names."""
        return f"{self.player.name} with {self.partner.name}"

    def prepare(self, env: TextEnv) -> None:
        """Prepare both. Raises ValueError if the seats do not answer one by one."""
        if env.seats != EACH:
            raise ValueError(f"a partner needs seats={EACH!r}")
        self.player.prepare(env)
        self.partner.prepare(env)

    def begin(self, env: TextEnv, seed: int) -> None:
        """Begin a game for both; usage is that of the player."""
        about = f"The other seats are played by {self.partner.name}." if self.known else ""
        self.player.notes = "\n".join(part for part in (about, self.notes) if part)
        self.player.usage, self.player.keeps_memory = self.usage, self.keeps_memory
        self.player.begin(env, seed)
        self.partner.begin(env, seed)

    def answer(self, message: str, seat: int) -> str:
        """The answer of who sits there."""
        if seat:
            self.player.watch()
            return self.partner.answer(message, seat)
        return self.player.answer(message, seat)

    def rewritten(self, notes: str, result: str, most: int) -> str:
        """The player's new notebook."""
        return self.player.rewritten(notes, result, most)


@dataclass(frozen=True)
class Series:
    """Games in a row.

    Attributes:
        games: in their order.
        notes: the notebook before each game, and after the last.
    """

    games: Sequence[Game]
    notes: Sequence[str]


def play_series(
    env: TextEnv,
    player: TextPlayer,
    seeds: Sequence[int],
    *,
    notebook: str = OWN,
    notes: str = "",
    most: int = 2_000,
    folder: Path | None = None,
    after: Callable[[], object] = lambda: None,
) -> Series:
    """Play games in a row.

    Args:
        env: the game.
        player: keeps the notebook.
        seeds: of the games, in their order.
        notebook: one of `NOTEBOOKS`.
        notes: what it holds at the beginning.
        most: characters of the notebook; what is longer is cut.
        folder: keeps games as they end, so that a stopped series goes on; None: they are not kept. Games of
            agents are never read from there: those with memory must live through them.
        after: called after each game.
    """
    player.prepare(env)
    games, kept = [], [notes[:most]]
    for number, seed in enumerate(seeds):
        player.notes, player.keeps_memory = kept[-1], number > 0 and notebook == OWN
        file = None if folder is None else folder / f"{seed}{COSTS}"
        found = kept_game(folder, seed) if folder is not None and not is_agent(player) else None
        if found is not None and isinstance(found[1].get(NOTES), str):
            transcript, costs = found
            game, new = Game(transcript, costs["seconds"], dict(costs["usage"])), costs[NOTES]
        else:
            game = play_game(env, player, seed)
            new = player.rewritten(kept[-1], result_of(game), most) if notebook == OWN else kept[-1]
            if file is not None:
                costs = {"seconds": game.seconds, "usage": game.usage, NOTES: new}
                write_whole(file, json.dumps(costs) + "\n")
                game.transcript.write(file.with_name(f"{seed}.jsonl"))
        games.append(game)
        kept.append(new[:most])
        after()
    return Series(games, kept)


def is_agent(player: TextPlayer) -> bool:
    """Whether an agent plays whose games are cheap to play again."""
    return isinstance(player.player if isinstance(player, Seated) else player, AgentPlayer)


def result_of(game: Game) -> str:
    """How a game ended, in a line."""
    end = game.transcript.end
    won = bool(end["result"]["victory"]) and not end["limit"]
    why = f" by the limit of {end['limit']}" if end["limit"] else ""
    done = round(100 * float(end["result"]["goal_progress"]))
    return f"{'Won' if won else 'Lost'}{why}: {done} % of the goal done in {end['result']['rounds']} rounds."


def is_won(game: Game) -> bool:
    """Whether a game was won; one that a limit ended is lost."""
    return bool(game.transcript.end["result"]["victory"]) and not game.transcript.end["limit"]


def by_number(title: str, series: Sequence[Series]) -> Table:
    """Results by the number of a game in its series, over all series."""
    rows = []
    for number, games in enumerate(zip(*(each.games for each in series), strict=True), 1):
        won = share_interval(sum(map(is_won, games)), len(games))
        done = [float(game.transcript.end["result"]["goal_progress"]) for game in games]
        illegal = np.mean([game.transcript.end["illegal"] for game in games])
        notes = np.mean([len(each.notes[number - 1]) for each in series])
        progress = mean_interval(np.array(done), (0.0, 1.0))
        rows.append(
            (
                str(number),
                str(len(games)),
                won.percent,
                f"{progress.mean:.2f} ({progress.low:.2f} – {progress.high:.2f})",
                f"{illegal:.1f}",
                f"{notes:,.0f}",
            )
        )
    headings = ("game of the series", "series", "victories", "goal progress", "refused answers", "notebook")
    return Table(title, headings, rows)


def trend(series: Sequence[Series]) -> str:
    """How goal progress changes from game to game, with an interval over the series, in words."""
    lines = [[float(g.transcript.end["result"]["goal_progress"]) for g in each.games] for each in series]
    if len(lines[0]) < 2:
        return "one game has no trend"
    slopes = np.array([np.polyfit(np.arange(len(line)), line, 1)[0] for line in lines])
    if len(slopes) == 1:
        return f"goal progress changes by {slopes[0]:+.3f} a game (one series)"
    found = mean_interval(slopes)
    return f"goal progress changes by {found.mean:+.3f} ({found.low:+.3f} to {found.high:+.3f}) a game"
