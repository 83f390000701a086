"""What is said of a difference: the position in words, the action, both sides, and how to play it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from tests.lockstep.cases import Case, Spread
from tests.lockstep.play import Difference
from tests.lockstep.words import in_order

FLAGS = {"scenarios": "--scenario", "players": "--players", "editions": "--edition"}
MOST_LINES = 12
"""Places of a difference that are printed."""


def report(difference: Difference, command: str) -> str:
    """A difference for people; `command`: what plays it again."""
    return "\n".join(lines_of(difference, command))


def lines_of(difference: Difference, command: str) -> Iterator[str]:
    """The lines of a report."""
    yield f"Game {difference.case.number}: the engines differ after action {len(difference.actions)}."
    yield f"Options: {difference.case.described}"
    if difference.position:
        yield ""
        yield difference.position.rstrip()
    yield ""
    yield f"Action: {difference.last}"
    for path, engine, reference in difference.found[:MOST_LINES]:
        yield f"  {path}: engine {in_order(engine)}, reference {in_order(reference)}"
    if len(difference.found) > MOST_LINES:
        yield f"  and {len(difference.found) - MOST_LINES} more"
    yield f"Again: {command}"


def replay_command(case: Case, spread: Spread, seed: int) -> str:
    """The command that plays one game of a run again."""
    words = ["python", "-m", "tests.lockstep", "robinson", "--seed", str(seed), "--game", str(case.number)]
    defaults = Spread()
    for name, flag in FLAGS.items():
        values: Sequence[object] = getattr(spread, name)
        if tuple(values) != tuple(getattr(defaults, name)):
            words += [flag, *map(str, values)]
    if spread.player != defaults.player:
        words += ["--player", spread.player]
    if spread.tables is not None:
        words += ["--table", *spread.tables]
    if spread.positions:
        words.append("--aims" if spread.aims else "--positions")
    return shlex.join(words)
