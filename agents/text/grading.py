"""The judge: the chance of victory of the move taken at each decision, and of the best one.

The best move is what a guided search finds with a budget of simulations, unless the move taken wins more
often. The chance of a move is the share of games that are won when a policy plays on after it; everything
hidden is dealt anew for each game. Both moves meet the same deals, so that their difference, the regret, is
less noisy than either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.play.advice import SCRIPTED, policies
from crusoe_env.support.intervals import Interval, paired_interval, share_interval
from crusoe_env.text import TextEnv
from crusoe_env.text.env import MOVED, Turn
from crusoe_env.text.transcript import Transcript, TranscriptError, env_of, turns_of

from ..registry import make_agent

NO_REGRET = Interval(0.0, 0.0, 0.0)
BUDGET, GAMES = 32, 64
"""Simulations of the search, and games that are played on after each move."""


@dataclass(frozen=True)
class Graded:
    """A decision and its regret.

    Attributes:
        turn: its number in the transcript, from 1.
        time, who: round and phase; who decided.
        move, best: the move taken; the best one, which is that of the search unless the one taken wins more.
        chance, chance_of_best: of victory after each, with intervals.
        regret: by how much the best move's chance is higher, with its interval; 0 where it was taken.
    """

    turn: int
    time: str
    who: str
    move: str
    best: str
    chance: Interval
    chance_of_best: Interval
    regret: Interval


class Judge:
    """Values moves of one game's positions.

    Args:
        env: of the game and task.
        policy: that guides the search and plays on; "": the strongest shipped one for the task, else the
            scripted player.
        budget: simulations of the search.
        games: played on after each move.
    """

    def __init__(self, env: GameEnv, policy: str = "", budget: int = BUDGET, games: int = GAMES) -> None:
        self.simulator: Simulator = env.batch.simulator
        self.policy = policy or next(iter(policies(env)), SCRIPTED)
        self.games = games
        guided = self.policy not in (SCRIPTED, "random")
        search = f"guided:{self.policy}:{budget}" if guided else f"mcts:{budget}"
        self.search: Agent = make_agent(search, self.simulator)
        self._player = make_agent(self.policy, self.simulator)

    def best(self, states: np.recarray, seed: int = 0) -> np.ndarray:
        """The moves that the search prefers, int64 (n,); it sees no hidden cards."""
        self.search.reset(seed)
        dealt = self.simulator.determinize(states, np.random.default_rng(seed))
        return np.asarray(self.search.act_state(dealt, self.simulator.masks(dealt)))

    def won(self, states: np.recarray, actions: np.ndarray, seed: int = 0) -> np.ndarray:
        """Which games are won after an action in each state, bool (n, games); equal seeds, equal deals."""
        rng = np.random.default_rng(seed)
        deals = self.simulator.determinize(np.repeat(states, self.games).view(np.recarray), rng)
        after = self.simulator.step(deals, np.repeat(actions, self.games))
        victory = self.simulator.playouts(after, 1, rng, policy=self._player)["victory"]
        return np.asarray(victory.reshape(len(states), self.games) > 0)


def positions_of(transcript: Transcript) -> tuple[GameEnv, list[tuple[int, Turn]], np.recarray]:
    """The decisions of a transcript with more than one legal move: their turns and their states.

    Raises:
        TranscriptError: the rules of today give another game.
    """
    env = env_of(transcript.about)
    turns, states = [], []
    for number, turn in turns_of(env, transcript):
        if turn.kind != MOVED:
            continue
        if turn.action not in env.env.legal_actions():
            raise TranscriptError(f"turn {number}: the move is not legal; the rules have changed since")
        if len(env.env.legal_actions()) > 1:
            turns.append((number, turn))
            states.append(env.env.batch.states.copy())
    found = np.concatenate(states) if states else env.env.batch.states[:0]
    return env.env, turns, found.view(np.recarray)


def grade(
    transcript: Transcript, policy: str = "", budget: int = BUDGET, games: int = GAMES
) -> tuple[Judge, list[Graded]]:
    """Grade each decision of a transcript; also the judge that did it."""
    env, turns, states = positions_of(transcript)
    judge = Judge(env, policy, budget, games)
    if not turns:
        return judge, []
    actions = np.array([turn.action for _, turn in turns])
    best = judge.best(states)
    won, won_by_best = judge.won(states, actions), judge.won(states, best)
    worse = won_by_best.mean(axis=1) < won.mean(axis=1)  # the playouts know better than the search
    best, won_by_best = np.where(worse, actions, best), np.where(worse[:, None], won, won_by_best)
    words = _words_of(transcript, [number for number, _ in turns], best)
    return judge, [
        Graded(
            number,
            turn.time,
            turn.who,
            str(turn.move),
            words[i],
            share(won[i]),
            share(won_by_best[i]),
            NO_REGRET if best[i] == actions[i] else paired_interval(won_by_best[i].astype(float) - won[i]),
        )
        for i, (number, turn) in enumerate(turns)
    ]


def regret_of(env: TextEnv) -> Callable[[np.recarray, int], float]:
    """What grades moves of a game in text: the regret, 0 to 1, of an action in a state of that game, (1,)."""
    judge = Judge(env.env)

    def regret(states: np.recarray, action: int) -> float:
        actions = np.array([action])
        if int(judge.simulator.masks(states).sum()) == 1 or (best := judge.best(states))[0] == action:
            return 0.0
        gain = judge.won(states, best).mean() - judge.won(states, actions).mean()
        return max(0.0, float(gain))

    return regret


def share(won: np.ndarray) -> Interval:
    """The share of games that are won, with its interval."""
    return share_interval(int(won.sum()), len(won))


def _words_of(transcript: Transcript, numbers: Sequence[int], actions: np.ndarray) -> list[str]:
    """The words of actions at some turns."""
    env, wanted = env_of(transcript.about), dict(zip(numbers, actions.tolist(), strict=True))
    found = []
    for number, _ in turns_of(env, transcript):
        if number in wanted:
            found.append(env.answer_for(wanted[number]))
    return found


def summary(judge: Judge, graded: Sequence[Graded], transcript: Transcript) -> Mapping[str, Any]:
    """A graded game for JSON: decisions, the curve of chances, the mean regret."""
    regrets = np.array([each.regret.mean for each in graded])
    return {
        "about": dict(transcript.about),
        "result": dict(transcript.end["result"]),
        "judge": {"search": judge.search.name, "policy": judge.policy, "games": judge.games},
        "mean_regret": float(regrets.mean()) if len(regrets) else 0.0,
        "curve": [each.chance.mean for each in graded],
        "decisions": [
            {name: it._asdict() if isinstance(it, Interval) else it for name, it in _fields(each).items()}
            for each in graded
        ],
    }


def _fields(graded: Graded) -> dict[str, Any]:
    return {name: getattr(graded, name) for name in asdict(graded)}
