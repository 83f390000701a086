"""Games of people in a study as episodes: what each person saw and did from one own decision to the next.

To the data set the other seats are part of the world. So it has an episode for each person of a game, with
the decisions of that person alone. Moves that the rules made, since all came to the same, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from crusoe_env import Simulator, game
from crusoe_env.engine.snapshot import restored_record
from crusoe_env.play.study import unpack_state
from crusoe_env.support.words import one_line

from ..errors import ConfigError
from .episodes import Episode
from .study import StudyGame


def of_one_task(games: Sequence[StudyGame], options: Mapping[str, Any]) -> list[StudyGame]:
    """The games with these options. Raises ConfigError if there are none, or several tasks among them."""
    chosen = [it for it in games if all(it.task[1].get(name) == value for name, value in options.items())]
    if not chosen:
        raise ConfigError("the study has no game of people that has ended, with such options")
    tasks = [it.task for it in chosen]
    if other := [task for task in tasks if task != tasks[0]]:
        raise ConfigError(
            f"the study has games of several tasks, {tasks[0][1]} and {other[0][1]}: choose one by --option"
        )
    return chosen


def playable(games: Sequence[StudyGame]) -> tuple[list[StudyGame], list[str]]:
    """The games of one task whose states are sound, and what is wrong with the others, a line each."""
    sound, problems = [], []
    simulator = simulator_of(games)
    for it in games:
        try:
            for seat in sorted(it.decisions):
                try:
                    _episode(simulator, it, seat)
                except (ValueError, TypeError) as error:
                    raise ConfigError(f"seat {seat}: {one_line(error)}") from error
        except ConfigError as error:
            problems.append(f"game {it.name}, {error}; it is left out")
            continue
        sound.append(it)
    return sound, problems


def simulator_of(games: Sequence[StudyGame]) -> Simulator:
    """The rules of games of one task. Raises ValueError or TypeError."""
    name, options = games[0].task
    return Simulator(game(name), **options)


def episodes(games: Sequence[StudyGame]) -> Iterator[Episode]:
    """An episode for each person of some games of one task, whose states are sound (`playable`)."""
    simulator = simulator_of(games)
    for it in games:
        for seat in sorted(it.decisions):
            yield _episode(simulator, it, seat)


def _episode(simulator: Simulator, it: StudyGame, seat: int) -> Episode:
    decisions, end = it.decisions[seat], it.end["end"]
    packed = [line["state"] for line in decisions] + [it.end["state"]]
    records = [restored_record(simulator, unpack_state(text)) for text in packed]
    states = np.concatenate(records).view(np.recarray)
    masks = simulator.masks_of(states, seat)
    masks[-1] = 1
    for number, line in enumerate(decisions):
        if masks[number].nonzero()[0].tolist() != line["legal"] or line["action"] not in line["legal"]:
            raise ValueError(f"move {line['number']}: the rules allow other moves now than the study says")
    actions = np.array([line["action"] for line in decisions], np.int16)
    return Episode(
        int(it.begin["seed"]),
        simulator.observe(states, seat, "uint8"),
        masks,
        actions,
        np.full(len(actions), seat, np.uint8),
        np.asarray(simulator.goal_progress(states), np.float32),
        bool(end["victory"]),
        int(end["score"]),
        int(end["rounds"]),
        str(end["cause"]),
        {},
    )
