"""Cross-play: every agent with every other one in a team, to see who gets on with whom.

In the cell of two agents the first has one seat and the second all the others. The first one's seat goes
round, so that each seat has an equal share of the games; on the diagonal an agent plays with itself. All
cells play the same seeds with the same seats, so that they can be compared pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env import Simulator

from .base import Agent
from .evaluation import Results, play_games
from .team import Team


@dataclass(frozen=True)
class Cell:
    """One agent among others of one kind.

    Attributes:
        agent: who has one seat.
        partners: who has the others.
        by_seat: the results of the games in which `agent` had each seat.
    """

    agent: str
    partners: str
    by_seat: tuple[Results, ...]

    @property
    def results(self) -> Results:
        """Of all seats together."""
        names = ("seeds", "victory", "score", "goal_progress", "rounds")
        joined = {name: np.concatenate([getattr(each, name) for each in self.by_seat]) for name in names}
        causes = [cause for each in self.by_seat for cause in each.causes]
        return Results(f"{self.agent} with {self.partners}", **joined, causes=causes)

    def summary(self) -> dict[str, Any]:
        """The figures of all seats together and of each, with their intervals."""
        return {
            "agent": self.agent,
            "partners": self.partners,
            **{name: value for name, value in self.results.summary().items() if name != "agent"},
            "by_seat": [
                {**each.summary(), "agent": self.agent, "seat": seat}
                for seat, each in enumerate(self.by_seat)
            ],
        }


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
        games: how many a cell plays, at least one for each seat.
        seed: of the first game.
        progress: called with the number of games that have just ended.

    Raises:
        ValueError: for a game of one player, or too few games.
    """
    players = seats_of(simulator)
    if games < players:
        raise ValueError(f"{games} games are too few: each of {players} seats needs one")
    edges = [games * seat // players for seat in range(players + 1)]
    for agent in make:
        for partners in make:
            by_seat = []
            for seat in range(players):
                names = [agent if each == seat else partners for each in range(players)]
                team = Team([make[name]() for name in names], simulator)
                count = edges[seat + 1] - edges[seat]
                by_seat.append(play_games(team, simulator, count, seed + edges[seat], progress))
            yield Cell(agent, partners, tuple(_without_states(each) for each in by_seat))


def _without_states(results: Results) -> Results:
    """Results alone, so that the states in which games ended need no room."""
    arrays = (results.victory, results.score, results.goal_progress, results.rounds)
    return Results(results.agent, results.seeds, *arrays, results.causes)
