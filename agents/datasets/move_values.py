"""Values of every legal move: the share of deals that a policy wins when it plays on after the move.

The moves of a position meet the same deals: hidden cards and chance are dealt once for each deal, before the
move. So differences between moves are less noisy than their values. The policy's network and the rules play
to the end in one compiled loop.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent
from crusoe_env.engine.players import played_on
from crusoe_env.engine.state import taken
from crusoe_env.play.advice import SCRIPTED, policies
from crusoe_env.support.intervals import paired_interval
from crusoe_env.support.reading import json_of
from crusoe_env.text import TextEnv

from ..learning.numpy_policy import NumpyPolicy
from ..registry import make_agent
from ..search.guide import guide_of
from ..search.planner import Candidates
from ..search.policy_planner import PolicyRollouts
from ..suites.task import Task

FEWEST, MOST = 2, 24
"""Legal moves of a position that is valued."""
DEALS = 64
GAMES, OF_GAME = 4, 6
"""Games of a block, and most positions of a game; more of one game would be much alike."""
POLICY = "policy"
"""Stands for the strongest shipped policy of a task; the scripted player where there is none."""
PLAYERS: Sequence[tuple[str, str, float]] = (
    ("weak", "random", 0.0),
    ("mixed", POLICY, 0.3),
    ("scripted", SCRIPTED, 0.0),
    ("strong", POLICY, 0.0),
)
"""Who plays until a position: name, agent, and the share of decisions that are drawn at random instead."""
TEST, VALIDATION, TRAIN = "test", "validation", "train"
COLUMNS = (
    "id", "game", "options", "seed", "player", "actions", "message", "moves", "legal", "policy", "deals",
    "wins", "progress", "regret_low", "regret_high", "best",
)  # fmt: skip
SHARES = 10
"""One game of so many is for the test, and one for validation; the rest is for training."""


def split_of(seed: int) -> str:
    """The split of a game, by its seed: all its positions are in one."""
    return {0: TEST, 1: VALIDATION}.get(seed % SHARES, TRAIN)


class MoveValues:
    """Values moves of one simulator's positions.

    Args:
        simulator: the rules and task.
        policy: name of the agent that plays on.
        deals: for each position.
    """

    def __init__(self, simulator: Simulator, policy: str, deals: int = DEALS) -> None:
        self.simulator, self.policy, self.deals = simulator, policy, deals
        self.player: Agent = make_agent(policy, simulator)
        self._rollouts: PolicyRollouts | None = None
        if type(self.player) is NumpyPolicy and self.player.has_values:
            self._rollouts = PolicyRollouts(simulator, guide_of(policy, simulator))
            self._rollouts.rounds = self._rollouts.most = simulator.game.longest_episode

    def won(self, states: np.recarray, rng: np.random.Generator) -> list[tuple[np.ndarray, ...]]:
        """Play on after each legal move of each state.

        Returns:
            for each state its legal actions, int64 (moves,); which deals are won, bool (moves, deals); and
            the mean goal progress at the end, 0 .. 1, float (moves,).
        """
        legal = [np.flatnonzero(mask) for mask in self.simulator.masks(states)]
        many = taken(states, np.repeat(np.arange(len(states)), self.deals)).view(np.recarray)
        dealt = self.simulator.determinize(many, rng)
        rows = [
            np.tile(np.arange(i * self.deals, (i + 1) * self.deals), len(actions))
            for i, actions in enumerate(legal)
        ]
        actions = np.repeat(np.concatenate(legal), self.deals)
        after = self.simulator.step(taken(dealt, np.concatenate(rows)).view(np.recarray), actions)
        ends = self._played_on(after, rng)
        victory = ends.victory.reshape(-1, self.deals) > 0
        progress = np.asarray(self.simulator.goal_progress(ends)).reshape(-1, self.deals).mean(axis=1)
        cuts = np.cumsum([len(each) for each in legal])[:-1]
        return list(zip(legal, np.split(victory, cuts), np.split(progress, cuts), strict=True))

    def _played_on(self, states: np.recarray, rng: np.random.Generator) -> np.recarray:
        """The ends of games."""
        if self._rollouts is None:
            longest = self.simulator.game.longest_episode
            return played_on(self.simulator, states, rng, longest, self.player)
        count = len(states)
        self._rollouts.judged(states, Candidates.blank(count, 1), np.zeros(count, np.int64))
        return states


@dataclass
class Source:
    """The games of a task, from which positions come.

    Args:
        task: what is played.
        deals: for each position.
    """

    task: Task
    deals: int

    def __post_init__(self) -> None:
        self.env = TextEnv(self.task.game, view="full", **self.task.options)
        self.simulator: Simulator = self.env.env.batch.simulator
        strongest = next(iter(policies(self.env.env)), SCRIPTED)
        self.values = MoveValues(self.simulator, strongest, self.deals)

    def agent(self, name: str) -> Agent:
        """An agent of `PLAYERS`."""
        return make_agent(self.values.policy if name == POLICY else name, self.simulator)

    def block(self, player: tuple[str, str, float], seed: int) -> list[dict[str, Any]]:
        """Positions with their values from `GAMES` games of a player, the first with this seed."""
        name, agent, share = player
        rng = np.random.default_rng(seed)
        found = list(_drawn(self.simulator, self.agent(agent), share, seed, rng))
        if not found:
            return []
        states = np.concatenate([state for _, _, state in found]).view(np.recarray)
        valued = self.values.won(states, rng)
        return [
            {
                "id": f"{self.task.name.replace(' ', '/')}/{number}/{len(actions)}",
                "game": self.task.game,
                "options": dict(self.task.options),
                "seed": number,
                "player": name,
                "actions": actions,
                "legal": legal.tolist(),
                "policy": self.values.policy,
                **values_of(won, progress),
            }
            for (number, actions, _), (legal, won, progress) in zip(found, valued, strict=True)
        ]


def values_of(won: np.ndarray, progress: np.ndarray) -> dict[str, Any]:
    """The values of moves as lists for JSON.

    Args:
        won: which deals are won, bool (moves, deals).
        progress: the mean goal progress at the end, float (moves,); it decides between equal moves.

    Returns:
        `deals`, `wins`, `progress`, the place of the `best` move, and the interval (95 %) of how much more
        that wins on the same deals, `regret_low` and `regret_high`.
    """
    wins, deals = won.sum(axis=1), won.shape[1]
    best = int(np.lexsort((-progress, -wins))[0])
    regrets = [paired_interval(won[best].astype(float) - each) for each in won]
    parts = {"progress": progress.tolist(), "regret_low": [it.low for it in regrets]}
    parts["regret_high"] = [it.high for it in regrets]
    parts["regret_low"][best] = parts["regret_high"][best] = 0.0
    rounded = {name: [round(float(each), 3) for each in column] for name, column in parts.items()}
    return {"deals": deals, "wins": wins.tolist(), **rounded, "best": best}


def told(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Rows with the words of the position: `message`, and `moves` beside `legal`."""

    @functools.cache
    def env_of(game: str, options: str) -> TextEnv:
        return TextEnv(game, view="full", **json_of(options))

    for row in rows:
        env = env_of(row["game"], json.dumps(row["options"]))
        message, _ = env.reset_to(row["seed"], row["actions"])
        words = {"message": message, "moves": [env.answer_for(action) for action in row["legal"]]}
        yield {name: words.get(name, row.get(name)) for name in COLUMNS}


def _drawn(
    simulator: Simulator, agent: Agent, share: float, seed: int, rng: np.random.Generator
) -> Iterator[tuple[int, list[int], np.recarray]]:
    """Positions of games: seed, the actions that lead there, state; at most `OF_GAME` of each game."""
    states = np.concatenate([simulator.new_games(1, seed + i) for i in range(GAMES)]).view(np.recarray)
    agent.reset(seed)
    places: list[list[tuple[int, np.recarray]]] = [[] for _ in range(GAMES)]
    actions: list[list[int]] = [[] for _ in range(GAMES)]
    live = np.arange(GAMES)
    while len(live):
        here = taken(states, live).view(np.recarray)
        observation, mask = simulator.views(here)
        chosen = np.asarray(agent.decide(simulator, here, observation, mask, rng)).copy()
        anyhow = rng.random(len(live)) < share
        chosen[anyhow] = np.argmax(rng.random(mask.shape) * mask, axis=1)[anyhow]
        for i, game in enumerate(live.tolist()):
            if FEWEST <= mask[i].sum() <= MOST:
                places[game].append((len(actions[game]), taken(here, np.array([i])).view(np.recarray)))
            actions[game].append(int(chosen[i]))
        states[live] = simulator.step(here, chosen)
        live = live[states.over[live] == 0]
    for game, of_game in enumerate(places):
        for at in sorted(rng.permutation(len(of_game))[:OF_GAME].tolist()):
            count, state = of_game[at]
            yield seed + game, actions[game][:count], state


def blocks(
    tasks: Sequence[Task], positions: int, seed: int, deals: int, done: Callable[[int], int | None]
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Blocks of positions until there are enough; tasks and players take turns.

    Args:
        tasks: of one game.
        positions: at least so many.
        seed: of the first game.
        deals: for each position.
        done: how many positions a block has that is there already, by its number; None: it is not.

    Yields:
        The number of a block and its rows; those that are there already are only counted.
    """
    source = functools.cache(lambda place: Source(tasks[place], deals))
    count = number = 0
    while count < positions:
        if (known := done(number)) is None:
            turn, place = divmod(number, len(tasks))
            player = PLAYERS[(turn + place) % len(PLAYERS)]
            rows = source(place).block(player, seed + number * GAMES)
            yield number, rows
            known = len(rows)
        count, number = count + known, number + 1
