"""A first game with hints, from the file `first_game.toml` beside a game's view."""

from __future__ import annotations

import functools
import importlib.resources
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crusoe_env.show.description import describe

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game
    from crusoe_env.play.session import Session

FILE = "first_game.toml"


@dataclass(frozen=True)
class FirstGame:
    """A game whose decisions are commented.

    Attributes:
        title: what is learned in it.
        options, seed: of the game.
        moves: the names of the actions of its course.
        hints: for each of them, what is said before it.
        end: what is said after the last of them.
        otherwise: what is said in a phase where the course has been left.
    """

    title: str
    options: Mapping[str, Any]
    seed: int
    moves: Sequence[str]
    hints: Sequence[str]
    end: str
    otherwise: Mapping[str, str]


@functools.cache
def first_game(game: Game) -> FirstGame | None:
    """The first game of a game; None if it has none."""
    if not game.show.view:
        return None
    file = importlib.resources.files(game.show.view).joinpath(FILE)
    if not file.is_file():
        return None
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    steps = told["step"]
    return FirstGame(
        told["title"],
        told["options"],
        told["seed"],
        [step["move"] for step in steps],
        [step["hint"] for step in steps],
        told["end"],
        {entry["phase"]: entry["hint"] for entry in told["otherwise"]},
    )


def hint_of(session: Session) -> dict[str, Any] | None:
    """The hint for the present decision of a first game, for JSON; None in other games.

    `text`: what is said; `action`: what the course takes now, or None; `step`, `steps`: how far it is.
    """
    game, setup = session.env.game, session.setup
    first = first_game(game)
    if first is None or setup.seed != first.seed or session.names:
        return None
    if any(setup.options.get(name, game.options.get(name)) != it for name, it in _task(game, first).items()):
        return None
    names = list(game.actions.names)
    done = [names[move.action] for move in session.moves if move.action is not None]
    steps, text, action = len(first.moves), "", None
    if done == list(first.moves[: len(done)]) and len(done) < steps:
        text, action = first.hints[len(done)], names.index(first.moves[len(done)])
    elif done == first.moves:
        text = first.end
    elif session.legal():
        text = first.otherwise.get(describe(session.env).phase, "")
    return {"text": text, "action": action, "step": min(len(done) + 1, steps), "steps": steps}


def _task(game: Game, first: FirstGame) -> dict[str, Any]:
    """The options of the first game, those that are as usual included."""
    return {name: first.options.get(name, game.options[name]) for name in game.options}
