"""Cross-play: every agent with every other one in a team, to see who gets on with whom.

In the cell of two agents the first has one seat and the second all the others. Every seat plays the same
seeds, and so does every cell, so that seats and cells can be compared game by game. An agent with itself is
the same team whichever seat is named, so the cells on the diagonal are played once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env import Simulator

from .base import Agent
from .evaluation import Results, play_games
from .intervals import NO_BOUNDS, NORMAL, Interval, mean_interval
from .team import Team


@dataclass(frozen=True)
class Cell:
    """One agent among others of one kind.

    Games of one seed are alike whichever seat the agent has. The figures over all seats therefore count each
    seed once, with the mean over the seats, so that their intervals do not become too narrow.

    Attributes:
        agent: who has one seat.
        partners: who has the others.
        by_seat: the results of the games in which `agent` had each seat, all of the same seeds.
    """

    agent: str
    partners: str
    by_seat: tuple[Results, ...]

    @property
    def seeds(self) -> np.ndarray:
        """Of the games in each seat, int64 (n,)."""
        return self.by_seat[0].seeds

    def over_seats(self, name: str) -> np.ndarray:
        """For each seed the mean over the seats of a figure of `Results`, such as "victory": float (n,)."""
        return np.mean([getattr(each, name) for each in self.by_seat], axis=0)

    def summary(self) -> dict[str, Any]:
        """The figures over all seats and of each, with their intervals (95 %)."""
        rate = share_interval(self.over_seats("victory"))
        intervals = {"victory_low": rate.low, "victory_high": rate.high}
        for name, bounds in {"score": NO_BOUNDS, "goal_progress": (0.0, 1.0), "rounds": NO_BOUNDS}.items():
            _, low, high = mean_interval(self.over_seats(name), bounds)
            intervals |= {f"{name}_low": low, f"{name}_high": high}
        names = {"agent": self.agent, "partners": self.partners, "seeds": len(self.seeds)}
        seats = [
            {**each.summary(), "agent": self.agent, "seat": seat} for seat, each in enumerate(self.by_seat)
        ]
        return {**self._joined().summary(), **names, **intervals, "by_seat": seats}

    def _joined(self) -> Results:
        """All games that were played, one after the other."""
        played = self.by_seat[:1] if self.agent == self.partners else self.by_seat
        arrays = ("seeds", "victory", "score", "goal_progress", "rounds")
        columns = {name: np.concatenate([getattr(each, name) for each in played]) for name in arrays}
        causes = [cause for each in played for cause in each.causes]
        return Results(self.agent, **columns, causes=causes, cheats=played[0].cheats)


def share_interval(shares: np.ndarray) -> Interval:
    """The mean of shares between 0 and 1, one for each seed, with Wilson's interval for as many games.

    A share varies at most as much as a game that is won or lost, so that the interval is not too narrow.
    """
    count, share = len(shares), float(shares.mean())
    z = NORMAL
    middle = (share + z**2 / (2 * count)) / (1 + z**2 / count)
    half = z / (1 + z**2 / count) * float(np.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def seats_of(simulator: Simulator) -> int:
    """How many players there are. Raises ValueError where nobody plays with others."""
    seats = simulator.game.seats
    counts = {1} if seats is None else {len(seats(record)) for record in simulator.templates}
    if len(counts) > 1 or max(counts) < 2:
        raise ValueError(f"{simulator.game.title} as set up is no game of one number of players above one")
    return max(counts)


def cross_play(
    make: Mapping[str, Callable[[], Agent]],
    simulator: Simulator,
    games: int,
    seed: int,
    progress: Callable[[int], object] = lambda ended: None,
) -> Iterator[Cell]:
    """Every agent with every one, cell by cell.

    Args:
        make: by name, what makes an agent; each seat gets one of its own.
        simulator: the rules, of two or more players.
        games: how many `agent` plays in each seat.
        seed: of the first game of every seat.
        progress: called with the number of games that have just ended.

    Raises:
        ValueError: for a game of one player.
    """
    players = seats_of(simulator)

    def played(names: list[str]) -> Results:
        team = Team([make[name]() for name in names], simulator)
        return _without_states(play_games(team, simulator, games, seed, progress))

    for agent in make:
        for partners in make:
            if agent == partners:
                yield Cell(agent, partners, (played([agent] * players),) * players)
                continue
            seats = [
                [agent if each == seat else partners for each in range(players)] for seat in range(players)
            ]
            yield Cell(agent, partners, tuple(played(names) for names in seats))


def games_of(agents: int, players: int, games: int) -> int:
    """How many games cross-play has in all cells together."""
    return agents * games * (1 + (agents - 1) * players)


def _without_states(results: Results) -> Results:
    """Results alone, so that the states in which games ended need no memory."""
    arrays = (results.victory, results.score, results.goal_progress, results.rounds)
    return Results(results.agent, results.seeds, *arrays, results.causes, cheats=results.cheats)
