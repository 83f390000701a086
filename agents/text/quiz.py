"""A quiz: players choose a move in positions whose moves have values, and the answers are scored."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.engine.state import taken
from crusoe_env.support.intervals import mean_interval, share_interval
from crusoe_env.support.locks import only_writer_of
from crusoe_env.support.reading import json_of, read_text
from crusoe_env.support.words import one_line
from crusoe_env.text import TextEnv
from crusoe_env.trust import admitted

from ..datasets.values_files import answers_in, read_rows
from ..errors import ConfigError
from ..provenance import agents_digest, rules_digest
from ..suites.results import LONGEST, file_name
from .players import AgentPlayer, TextPlayer

SHIPPED = Path(__file__).with_name("quiz.jsonl.gz")
OPEN = 0.05
"""A position is open where the worst of its moves wins so much less often than the best."""
BINS = 5
"""Of the chances that a player gives; calibration compares each bin with the values."""
LARGEST = 1 << 30
"""Bytes of kept answers."""


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

    def env(self, **settings: Any) -> tuple[TextEnv, str]:
        """The game at this position, with the message that tells the whole table.

        Args:
            **settings: of `TextEnv`, such as `disguise`.
        """
        env = TextEnv(self.game, **{"view": "full", **settings}, **self.options)
        return env, env.reset_to(self.seed, self.actions)[0]

    def regret(self, action: int) -> float:
        """What an action loses to the most valuable one, from 0."""
        return max(self.values.values()) - self.values[action]

    @property
    def is_open(self) -> bool:
        """Whether it matters which move is made."""
        return max(self.values.values()) - min(self.values.values()) >= OPEN


def questions(data: Path | None = None) -> Iterator[Question]:
    """The test of a data set of `crusoe dataset values`.

    Args:
        data: its folder, or a file of `--quiz`; None: the questions that come with the package.

    Raises:
        ConfigError: there are no answers.
        UntrustedError: a row names a game in a module that nobody but the file names.
    """
    data = SHIPPED if data is None else data
    for file in answers_in(data) if data.is_dir() else [data]:
        for number, row in enumerate(read_rows(file), 1):
            try:
                admitted(row["game"], "field 'game'")
                values = {
                    int(action): count / row["deals"]
                    for action, count in zip(row["legal"], row["wins"], strict=True)
                }
                best = row["legal"][row["best"]]
                yield Question(
                    row["game"], json_of(row["options"]), row["seed"], row["actions"], values, best
                )
            except (KeyError, TypeError, IndexError, ValueError, ZeroDivisionError) as error:
                raise ConfigError(f"{file}: line {number}: {one_line(error)}") from error


def spread(asked: Sequence[Question], most: int) -> Sequence[Question]:
    """At most so many questions, evenly out of all.

    Those of a task come one after the other: a server that keeps its last prompt reads the rules once.
    """
    some = asked[:: -(-len(asked) // most)] if asked else asked
    return sorted(some, key=lambda it: (it.game, json.dumps(it.options)))


@dataclass
class Answer:
    """What a player said to a question.

    Attributes:
        question: what was asked.
        action: its move; None where the answer meant none.
        chance: the chance of victory that it gave to the position; None where it gives none.
        said: its words.
        seconds: for which it thought.
        read, written: tokens, where the player counts them.
    """

    question: Question
    action: int | None
    chance: float | None = None
    said: str = ""
    seconds: float = 0.0
    read: int = 0
    written: int = 0


def ask(
    player: TextPlayer, asked: Sequence[Question], folder: Path | None = None, seed: int = 0
) -> Iterator[Answer]:
    """Ask a player each question as a game that begins there.

    An agent also gives the chance of victory, where it has one.

    Args:
        player: who is asked.
        asked: the questions.
        folder: keeps the answers as they come, so that a stopped quiz goes on; None: they are not kept.
        seed: of the first question.
    """

    @functools.cache
    def env_of(game: str, options: tuple[tuple[str, Any], ...]) -> TextEnv:
        return TextEnv(game, view="full", **dict(options))

    with _kept(player, asked, folder) as (known, keep):
        for number, question in enumerate(asked):
            if number < len(known):
                yield Answer(question, **known[number])
                continue
            env = env_of(question.game, tuple(sorted(question.options.items())))
            message, info = env.reset_to(question.seed, question.actions)
            player.begin(env, seed + number)
            start = time.perf_counter()
            words = player.answer(message, info["seat"])
            seconds = time.perf_counter() - start
            chance = _chance(player, env)
            *_, said = env.step(words)
            found = {
                "action": said["action"], "chance": chance, "said": words, "seconds": round(seconds, 3),
                "read": player.usage.get("prompt_tokens", 0),
                "written": player.usage.get("completion_tokens", 0),
            }  # fmt: skip
            keep(f"{json.dumps(found)}\n")
            yield Answer(question, **found)


@contextlib.contextmanager
def _kept(player: TextPlayer, asked: Sequence[Question], folder: Path | None) -> Iterator[Any]:
    """The answers that are there, and what keeps the next one, a line of JSON each."""
    if folder is None:
        yield [], lambda line: None
        return
    games = sorted({question.game for question in asked})
    parts = [
        player.name,
        agents_digest(),
        *map(rules_digest, games),
        *(json.dumps(asdict(it)) for it in asked),
    ]
    digest = hashlib.blake2b("\n".join(parts).encode(), digest_size=5).hexdigest()
    file = folder / f"{file_name(player.name)[:LONGEST]}.{digest}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    with only_writer_of(file):
        text = read_text(file, LARGEST) if file.exists() else ""
        whole = text[: text.rfind("\n") + 1]  # a stop may have cut the last line
        with file.open("w", encoding="utf-8") as out:
            out.write(whole)
            out.flush()

            def keep(line: str) -> None:
                out.write(line)
                out.flush()

            yield [json_of(line) for line in whole.splitlines()], keep


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
    and `regret_open`; a refused answer has the regret of the worst move. `calibration`: the mean chance that
    the player gave, the mean value of its move, and how many, by bins; `calibration_error`: the mean
    difference of both, weighted.
    """
    regrets = np.array([_regret_of(it) for it in answers])
    is_open = np.array([it.question.is_open for it in answers], bool)
    result: dict[str, Any] = {
        "positions": len(answers),
        "open": int(is_open.sum()),
        "refused": sum(it.action is None for it in answers),
    }
    for words, which in (("", np.ones(len(answers), bool)), ("_open", is_open)):
        if which.any():
            best = np.array([it.action is not None for it in answers], bool) & (regrets <= 1e-9)
            result[f"best{words}"] = list(share_interval(int(best[which].sum()), int(which.sum())))
            result[f"regret{words}"] = list(mean_interval(regrets[which], (0.0, 1.0)))
    return {
        **result,
        **_calibration([it for it in answers if it.chance is not None and it.action is not None]),
    }


def _regret_of(answer: Answer) -> float:
    """The regret of an answer; that of the worst move where it was refused."""
    values = answer.question.values
    worst = max(values.values()) - min(values.values())
    return worst if answer.action is None else answer.question.regret(answer.action)


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
