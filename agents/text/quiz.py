"""A quiz: players choose a move in positions whose moves have values, and the answers are scored."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.engine.state import taken
from crusoe_env.support.intervals import mean_interval, share_interval
from crusoe_env.support.reading import json_of
from crusoe_env.text import TextEnv
from crusoe_env.trust import admitted

from ..datasets.move_values import TEST
from ..datasets.values_files import read_rows
from ..errors import ConfigError
from .players import AgentPlayer, TextPlayer
from .positions import read_positions

OPEN = 0.05
"""A position is open where the worst of its moves wins so much less often than the best."""
BINS = 5
"""Of the chances that a player gives; calibration compares each bin with the values."""


@dataclass(frozen=True)
class Question:
    """A position of the quiz.

    Attributes:
        game, options, seed, actions: how it came about.
        values: share of games that are won after a move, by action.
        best: the best action.
    """

    game: str
    options: Mapping[str, Any]
    seed: int
    actions: Sequence[int]
    values: Mapping[int, float]
    best: int

    def regret(self, action: int) -> float | None:
        """What an action loses to the most valuable one; None where it has no value."""
        return max(self.values.values()) - self.values[action] if action in self.values else None

    @property
    def is_open(self) -> bool:
        """Whether it matters which move is made."""
        return max(self.values.values()) - min(self.values.values()) >= OPEN


def questions(folder: Path | None) -> Iterator[Question]:
    """The test of a data set of `crusoe dataset values`; None: the positions that come with the package.

    Raises:
        ConfigError: the folder holds no answers.
    """
    if folder is None:
        for each in read_positions()[1]:
            values = {int(move["action"]): float(move["chance"]) for move in each.moves}
            best = int(max(each.moves, key=lambda move: float(move["chance"]))["action"])
            yield Question(each.game, each.options, each.seed, each.actions, values, best)
        return
    files = sorted((folder / "answers").glob(f"*/{TEST}.jsonl.gz"))
    if not files:
        raise ConfigError(f"{folder}: holds no answers; `crusoe dataset values --out FOLDER` writes them")
    for file in files:
        for row in read_rows(file):
            try:
                admitted(row["game"], "field 'game'")
                values = dict(zip(row["legal"], row["value"], strict=True))
                best = row["legal"][row["best"]]
                yield Question(
                    row["game"], json_of(row["options"]), row["seed"], row["actions"], values, best
                )
            except (KeyError, TypeError, IndexError, ValueError) as error:
                raise ConfigError(f"{file}: holds a row that is no answer") from error


@dataclass
class Answer:
    """What a player said to a question.

    Attributes:
        question: what was asked.
        action: its move; None where the answer meant none.
        chance: the chance of victory that it gave to the position; None where it gives none.
    """

    question: Question
    action: int | None
    chance: float | None = None


def ask(player: TextPlayer, asked: Sequence[Question], seed: int = 0) -> Iterator[Answer]:
    """Ask a player each question as a game that begins there.

    An agent also gives the chance of victory, where it has one.
    """

    @functools.cache
    def env_of(game: str, options: tuple[tuple[str, Any], ...]) -> TextEnv:
        return TextEnv(game, view="full", **dict(options))

    for number, question in enumerate(asked, seed):
        env = env_of(question.game, tuple(sorted(question.options.items())))
        message, info = env.reset_to(question.seed, question.actions)
        player.begin(env, number)
        answer = player.answer(message, info["seat"])
        chance = _chance(player, env)
        *_, said = env.step(answer)
        yield Answer(question, said["action"], chance)


def _chance(player: TextPlayer, env: TextEnv) -> float | None:
    """The chance of victory that an agent gives to the present position."""
    agent = player.agent if isinstance(player, AgentPlayer) else None
    if agent is None:
        return None
    simulator = env.env.batch.simulator
    states = taken(env.env.batch.states, np.arange(1)).view(np.recarray)
    found = agent.chance(simulator.views(states)[0])
    return None if found is None else float(found[0])


def scored(answers: Sequence[Answer]) -> dict[str, Any]:
    """The scores of answers, for JSON, each mean with the ends of its interval (95 %).

    `best` and `best_open`: the share of answers with the best value, of all and of open positions; `regret`
    and `regret_open`; a refused answer has the regret of the worst move. `ungraded`: moves without a value
    are left out. `calibration`: the mean chance that the player gave, the mean value of its move, and how
    many, by bins; `calibration_error`: the mean difference of both, weighted.
    """
    kept = [it for it in answers if it.action is None or it.action in it.question.values]
    regrets = np.array([_regret_of(it) for it in kept])
    is_open = np.array([it.question.is_open for it in kept], bool)
    result: dict[str, Any] = {
        "positions": len(kept),
        "open": int(is_open.sum()),
        "ungraded": len(answers) - len(kept),
        "refused": sum(it.action is None for it in kept),
    }
    for words, which in (("", np.ones(len(kept), bool)), ("_open", is_open)):
        if which.any():
            best = np.array([it.action is not None for it in kept], bool) & (regrets <= 1e-9)
            result[f"best{words}"] = list(share_interval(int(best[which].sum()), int(which.sum())))
            result[f"regret{words}"] = list(mean_interval(regrets[which], (0.0, 1.0)))
    return {**result, **_calibration([it for it in kept if it.chance is not None and it.action is not None])}


def _regret_of(answer: Answer) -> float:
    """The regret of an answer; that of the worst move where it was refused."""
    values = answer.question.values
    worst = max(values.values()) - min(values.values())
    regret = None if answer.action is None else answer.question.regret(answer.action)
    return worst if regret is None else regret


def _calibration(answers: Sequence[Answer]) -> dict[str, Any]:
    """How the chances that a player gives agree with the values of its moves."""
    if not answers:
        return {}
    given = np.array([it.chance for it in answers], float)
    found = np.array([it.question.values[it.action or 0] for it in answers])
    places = np.minimum((given * BINS).astype(int), BINS - 1)
    bins = [
        {"given": float(given[at].mean()), "value": float(found[at].mean()), "positions": int(at.sum())}
        for at in (places == place for place in range(BINS))
        if at.any()
    ]
    error = sum(abs(it["given"] - it["value"]) * it["positions"] for it in bins) / len(answers)
    return {"calibration": bins, "calibration_error": error}
