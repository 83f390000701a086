"""The protocol of games in text: tasks, seeds and limits; one file for each game, so that runs resume."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.bench.report import Table
from crusoe_env.support.files import write_whole
from crusoe_env.support.intervals import mean_interval
from crusoe_env.support.locks import only_writer_in
from crusoe_env.support.reading import read_json
from crusoe_env.text import Limits, TextEnv, tokens
from crusoe_env.text.transcript import Transcript, TranscriptError, read_transcript

from ..evaluation import Results
from ..provenance import place, versions_of
from ..suites.aggregate import table, victories_of
from ..suites.results import LONGEST, Played, file_name
from ..suites.task import Task
from .players import TextPlayer, make_player
from .playing import play_game

COSTS = ".costs.json"
Ended = Callable[[int], object]


@dataclass(frozen=True)
class TextPlayed:
    """A player's games of one task.

    Attributes:
        played: their results, as tables of suites take them.
        transcripts: of the games, by seed.
        costs: of the games, by seed: `seconds`, and what the player counts itself.
    """

    played: Played
    transcripts: Sequence[Transcript]
    costs: Sequence[Mapping[str, Any]]


def play_task(
    task: Task, name: str, settings: Mapping[str, Any], folder: Path, ended: Ended = lambda games: None
) -> TextPlayed:
    """Play the missing games of a task; all of them.

    Args:
        task: game, options, seeds.
        name: of the player, as `make_player` understands it.
        settings: of `TextEnv`, with `limits`.
        folder: of the transcripts; it is made.
        ended: called with the number of games that have just ended, and were not there before.
    """
    env, player = TextEnv(task.game, **settings, **task.options), make_player(name)
    where = folder / folder_for(env, f"{task.name} {name}", settings.get("disguise"), name)
    games = []
    with only_writer_in(where):
        for seed in range(task.seed, task.seed + task.games):
            kept = kept_game(where, seed)
            games.append(kept or _play(env, player, seed, where))
            if kept is None:
                ended(1)
    transcripts, costs = [game[0] for game in games], [game[1] for game in games]
    results = _results(name, task, transcripts)
    seconds = float(sum(each["seconds"] for each in costs))
    origin = {**versions_of(env.env.batch.simulator), **place()}
    return TextPlayed(Played(task, results, seconds, origin), transcripts, costs)


def folder_for(env: TextEnv, words: str, *decide: Any) -> str:
    """The name of a folder of games: words, and a hash of everything that decides them.

    Args:
        env: the game with its settings.
        words: for people.
        *decide: what else decides the games, for JSON.
    """
    parts = (
        *versions_of(env.env.batch.simulator).values(),
        json.dumps(env.env.batch.simulator.described, sort_keys=True),
        json.dumps([env.view, env.list_moves, env.seats, asdict(env.limits), *decide]),
        env.briefing(),
    )
    digest = hashlib.blake2b("\n".join(parts).encode(), digest_size=5).hexdigest()
    return f"{file_name(words)[:LONGEST]}.{digest}"


def _play(env: TextEnv, player: TextPlayer, seed: int, where: Path) -> tuple[Transcript, Mapping[str, Any]]:
    game = play_game(env, player, seed)
    write_whole(where / f"{seed}{COSTS}", json.dumps(game.costs) + "\n")
    game.transcript.write(where / f"{seed}.jsonl")
    return game.transcript, game.costs


def kept_game(where: Path, seed: int) -> tuple[Transcript, Mapping[str, Any]] | None:
    """A game that was played before; None if there is none, or its files are damaged."""
    try:
        transcript = read_transcript(where / f"{seed}.jsonl")
        costs = read_json(where / f"{seed}{COSTS}")
        return (transcript, costs) if "seconds" in costs and "result" in transcript.end else None
    except (OSError, TranscriptError, ValueError, TypeError):
        return None


def _results(name: str, task: Task, transcripts: Sequence[Transcript]) -> Results:
    """The games as results; a game that a limit ended counts as lost."""
    ends = [transcript.end for transcript in transcripts]
    score, progress, rounds = (
        np.array([end["result"][key] for end in ends]) for key in ("score", "goal_progress", "rounds")
    )
    victory = np.array([bool(end["result"]["victory"]) and not end["limit"] for end in ends])
    causes = [f"limit: {end['limit']}" if end["limit"] else end["result"]["cause"] for end in ends]
    seeds = np.arange(task.seed, task.seed + task.games)
    return Results(name, seeds, victory, score, progress, rounds, causes)


def settings_of(text: Any) -> dict[str, Any]:
    """The settings of `TextEnv` that a suite's file gives under `text`."""
    given = text.model_dump()
    limits = Limits(illegal_in_a_row=given.pop("illegal_in_a_row"), illegal=given.pop("illegal"),
                    questions=given.pop("questions"))  # fmt: skip
    return {**given, "limits": limits}


def tables_of(title: str, games: Sequence[TextPlayed]) -> list[Table]:
    """The score over all tasks with intervals, and what it cost."""
    played = [each.played for each in games]
    return [
        table(f"{title}: victories over all tasks (95 % interval)", victories_of(played)),
        costs(title, games),
    ]


def costs(title: str, games: Sequence[TextPlayed]) -> Table:
    """A row for each player: tokens, seconds, illegal answers, questions, games ended by limits."""
    rows = []
    for name in dict.fromkeys(each.played.agent for each in games):
        those = [each for each in games if each.played.agent == name]
        ends = [transcript.end for each in those for transcript in each.transcripts]
        seconds = [float(cost["seconds"]) for each in those for cost in each.costs]
        used = [tokens(end["read"] + end["written"]) for end in ends]
        decisions, illegal = (sum(end[key] for end in ends) for key in ("decisions", "illegal"))
        mean = mean_interval(np.array(used, float))
        rows.append(
            (
                name,
                f"{len(ends):,}",
                f"{mean.mean:,.0f} ({mean.low:,.0f} – {mean.high:,.0f})",
                f"{sum(seconds) / len(seconds):.2f}",
                f"{100 * illegal / max(1, decisions + illegal):.1f} %",
                f"{sum(end['questions'] for end in ends) / len(ends):.1f}",
                f"{sum(bool(end['limit']) for end in ends):,}",
            )
        )
    headings = (
        "player",
        "games",
        "tokens a game",
        "seconds a game",
        "illegal answers",
        "questions a game",
        "ended by a limit",
    )
    return Table(f"{title}: cost (tokens of four characters, each counted once)", headings, rows)
