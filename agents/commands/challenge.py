"""`crusoe evaluate --challenge NAME`: candidates beside the held-out partners of a challenge."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from crusoe_env import Simulator, command_line, game
from crusoe_env.bench.results import write_result
from crusoe_env.support.files import write_whole

from ..challenges.challenge import pairings_of, read_challenge
from ..challenges.scores import Score, scores_of, tables_of
from ..provenance import origin_of
from ..shipped import program
from ..suites.results import Pairing, Played


def evaluate_challenge(
    given: argparse.Namespace,
    candidates_of: Callable[[Sequence[str]], list[str]],
    play: Callable[[list[Pairing], Path], list[Played]],
) -> None:
    """Play what is missing of a challenge; print and write its tables.

    Args:
        given: the command line.
        candidates_of: the agents to be evaluated, given those of the challenge.
        play: plays pairings, or reads their results from a folder.

    Raises:
        ConfigError: the challenge is unknown, or its file is wrong.
        ValueError: an agent cannot be made.
    """
    challenge = read_challenge(given.challenge)
    options = {**challenge.options, **command_line.options_of(given.option)}
    seed = challenge.seed if given.seed is None else given.seed
    games, episodes = given.games or challenge.games, given.episodes or challenge.episodes
    changes = {"options": options, "games": games, "episodes": episodes, "seed": seed}
    challenge = challenge.model_copy(update=changes)
    simulator = Simulator(game(challenge.game), **options)
    candidates = list(dict.fromkeys(candidates_of(challenge.agents)))
    pairings = pairings_of(challenge, simulator, candidates)
    flat = {each.file_name: each for teams in pairings.values() for each in teams}
    name = Path(given.challenge).stem
    folder = given.out or Path("runs") / "challenges" / name
    played = dict(zip(flat, play(list(flat.values()), folder), strict=True))
    games = {key: [played[each.file_name].results for each in teams] for key, teams in pairings.items()}
    scores = scores_of(challenge, candidates, games)
    tables = tables_of(challenge, scores, games)
    for table in tables:
        table.show()
    write_scores(given.json or folder / "scores.json", challenge.title, simulator, scores)
    print(f"scores.json and the results of each team: {folder}")
    if given.plot is not None:
        from ..figures import charts, sources, style

        shown = charts.matrix(*sources.regrets_of(scores), challenge.title, "regret in victories, points")
        style.save(shown, given.plot)
    if given.write is not None:
        write_result(given.write, tables, program("evaluate", given.arguments))


def write_scores(path: Path, title: str, simulator: Simulator, scores: Sequence[Score]) -> None:
    """Write all scores as JSON."""
    about = {"challenge": title, "options": dict(simulator.options), "origin": origin_of(simulator)}
    content = {**about, "scores": [score.content() for score in scores]}
    write_whole(path, json.dumps(content, indent=2) + "\n")
