"""Cross-play: every agent in a team with every other one.

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
from crusoe_env.agent import Agent
from crusoe_env.support.intervals import NO_BOUNDS, SHARES, mean_interval, share_interval

from .evaluation import Results, play_games
from .team import Team


@dataclass(frozen=True)
class Cell:
    """One agent with partners of one kind.

    Games of one seed are alike whichever seat the agent has. The figures over all seats therefore count each
    seed once, with the mean over the seats, or their intervals would be too narrow.

    Attributes:
        agent: the agent in one seat.
        partners: the agent in the other seats.
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
        rate = share_interval(float(self.over_seats("victory").sum()), len(self.seeds))
        intervals = {"victory_low": rate.low, "victory_high": rate.high}
        for name, bounds in {"score": NO_BOUNDS, "goal_progress": SHARES, "rounds": NO_BOUNDS}.items():
            _, low, high = mean_interval(self.over_seats(name), bounds)
            intervals |= {f"{name}_low": low, f"{name}_high": high}
        names = {"agent": self.agent, "partners": self.partners, "seeds": len(self.seeds)}
        seats = [
            {**each.summary(), "agent": self.agent, "seat": seat} for seat, each in enumerate(self.by_seat)
        ]
        played = self.by_seat[:1] if self.agent == self.partners else self.by_seat
        return {**Results.joined(played).summary(), **names, **intervals, "by_seat": seats}


def seats_of(simulator: Simulator) -> int:
    """The number of players. Raises ValueError for a game of one player, or of several numbers of them."""
    counts = set(simulator.seats_by_task.tolist())
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
    """Play every agent with every one, cell by cell.

    Args:
        make: functions that make an agent for a seat, by name.
        simulator: the rules, of two or more players.
        games: games in each seat.
        seed: of the first game of every seat.
        progress: called with the number of games that have just ended.

    Raises:
        ValueError: for a game of one player.
    """
    players = seats_of(simulator)

    def played(names: list[str]) -> Results:
        team = Team([make[name]() for name in names], simulator)
        return Results.joined([play_games(team, simulator, games, seed, progress)])

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
    """The number of games of all cells together."""
    return agents * games * (1 + (agents - 1) * players)
