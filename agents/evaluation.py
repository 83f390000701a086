"""Playing agents over the same seeded games, and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent, Transcript, name_in_tables
from crusoe_env.engine.state import rows_of, taken
from crusoe_env.support.intervals import SHARES, mean_interval, share_interval

GAMES_AT_ONCE = 1_024
ARRAYS = ("seeds", "victory", "score", "goal_progress", "rounds")
"""The columns of results that are arrays."""


@dataclass(frozen=True)
class Results:
    """The results of an agent's games, one entry per game; `cheats`: the agent was given the true states."""

    agent: str
    seeds: np.ndarray
    victory: np.ndarray
    score: np.ndarray
    goal_progress: np.ndarray
    rounds: np.ndarray
    causes: list[str]
    cheats: bool = field(default=False, kw_only=True)

    @staticmethod
    def joined(parts: Sequence[Results]) -> Results:
        """The results of an agent's games, part after part; without final states."""
        columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS}
        causes = [cause for part in parts for cause in part.causes]
        return Results(parts[0].agent, **columns, causes=causes, cheats=parts[0].cheats)

    def summary(self) -> dict[str, Any]:
        """The figures of a table, with intervals (95 %).

        They are Wilson's for the victory rate and Student's for means. `causes` counts how the games ended.
        """
        games, won = len(self.victory), int(self.victory.sum())
        share = share_interval(won, games)
        scores = self.score[self.victory]
        score, rounds = mean_interval(self.score), mean_interval(self.rounds)
        progress = mean_interval(self.goal_progress, SHARES)
        return {
            "agent": self.agent,
            "cheats": self.cheats,
            "games": games,
            "victories": won,
            "victory_rate": share.mean,
            "victory_low": share.low,
            "victory_high": share.high,
            "mean_score": score.mean,
            "score_low": score.low,
            "score_high": score.high,
            "mean_score_of_victories": float(scores.mean()) if won else 0.0,
            "mean_goal_progress": progress.mean,
            "goal_progress_low": progress.low,
            "goal_progress_high": progress.high,
            "mean_rounds": rounds.mean,
            "rounds_low": rounds.low,
            "rounds_high": rounds.high,
            "causes": dict(Counter(self.causes).most_common()),
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row per game."""
        return [
            {
                "agent": self.agent,
                "seed": int(self.seeds[i]),
                "victory": int(self.victory[i]),
                "score": int(self.score[i]),
                "goal_progress": round(float(self.goal_progress[i]), 4),
                "rounds": int(self.rounds[i]),
                "cause": self.causes[i],
            }
            for i in range(len(self.seeds))
        ]


@dataclass(frozen=True)
class Outcome(Results):
    """Results with the final states of the games."""

    ends: np.recarray


def play_games(
    agent: Agent,
    simulator: Simulator,
    games: int,
    seed: int,
    progress: Callable[[int], object] = lambda ended: None,
    episodes: int = 1,
) -> Outcome:
    """Play games with the seeds `seed`, `seed + 1`, ...; every agent meets the same decks.

    Of several episodes first come the first ones of all series, then the second ones, and so on. An agent
    with memory is not told that a game begins within a series: it keeps what it remembers.

    Args:
        agent: decides for all players; a `team.Team` has an agent for each seat.
        simulator: the rules.
        games: their number, over all episodes.
        seed: of the first game, of the agent, and of its determinizations.
        progress: called with the number of games that have just ended.
        episodes: games in a row of each series.

    Raises:
        ValueError: the games are no whole number of series.
    """
    series, left = divmod(games, episodes)
    if left:
        raise ValueError(f"{games} games are no whole number of series of {episodes}")
    agent.reset(seed)
    rng = np.random.default_rng(seed)
    parts: list[list[np.recarray]] = [[] for _ in range(episodes)]
    for start in range(0, series, GAMES_AT_ONCE):
        count = min(GAMES_AT_ONCE, series - start)
        transcript = Transcript(np.arange(start, start + count)) if agent.remembers else None
        for episode, part in enumerate(parts):
            states = simulator.new_games(count, seed + episode * series + start)
            play_batch(agent, simulator, states, rng, transcript, progress)
            part.append(states)
    states = np.concatenate([states for part in parts for states in part]).view(np.recarray)
    return Outcome(
        name_in_tables(agent.name, agent.cheats),
        np.arange(seed, seed + games),
        states.victory == 1,
        states.score.copy(),
        simulator.goal_progress(states),
        states.rounds.copy(),
        [simulator.cause(state) for state in states],
        states,
        cheats=agent.cheats,
    )


def check_actions(agent: Agent, actions: Any, mask: np.ndarray) -> None:
    """Raise ValueError if these are not legal actions, one for each game."""
    games, count = mask.shape
    if not isinstance(actions, np.ndarray) or actions.shape != (games,) or actions.dtype.kind not in "iu":
        form = (
            f"{actions.dtype} {actions.shape}" if isinstance(actions, np.ndarray) else type(actions).__name__
        )
        raise ValueError(f"agent {agent.name!r} must give an array of {games} whole numbers, not {form}")
    legal = (actions >= 0) & (actions < count)
    if not (legal & (mask[np.arange(games), np.where(legal, actions, 0)] > 0)).all():
        raise ValueError(f"agent {agent.name!r} chose an illegal action")


Seen = Callable[[np.ndarray, np.recarray, np.ndarray, np.ndarray, np.ndarray], object]
"""Is told of decisions: numbers of games (n,), states (n,), observations and masks (n, ...), actions (n,)."""


def play_batch(
    agent: Agent,
    simulator: Simulator,
    states: np.recarray,
    rng: np.random.Generator,
    transcript: Transcript | None,
    progress: Callable[[int], object] = lambda ended: None,
    seen: Seen = lambda *decisions: None,
) -> None:
    """Play games to their ends, side by side.

    Args:
        agent: decides for all players.
        simulator: the rules.
        states: of the games, records (n,); afterwards their last ones.
        rng: of the agent's determinizations.
        transcript: of these games; None if the agent does not remember.
        progress: called with the number of games that have just ended.
        seen: called with the decisions of each round of moves.
    """
    live = np.flatnonzero(states.over == 0)
    while len(live):
        playing = taken(states, live).view(np.recarray)
        observation, mask = simulator.views(playing)
        moves = None if transcript is None else transcript.only(live)
        actions = agent.decide(simulator, playing, observation, mask, rng, moves)
        check_actions(agent, actions, mask)
        seen(live, playing, observation, mask, actions)
        if moves is not None:
            moves.add(playing.acting, actions, simulator.hides(playing))
        rows_of(states)[live] = rows_of(simulator.step(playing, actions))
        still = live[states.over[live] == 0]
        progress(len(live) - len(still))
        live = still
