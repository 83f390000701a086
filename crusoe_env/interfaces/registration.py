"""Games by name, and their ids in Gymnasium's and PettingZoo's registries.

Imports no game: a name stands for an import path, ids name their classes as text. A worker process that has
not imported `crusoe_env` knows no id; there "crusoe_env:crusoe_env/Marooned-v0" imports the package first.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, NamedTuple

import gymnasium
import pettingzoo

from crusoe_env.support.words import nearest, shown

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game

GAMES: dict[str, str] = {}
"""The Gymnasium id of every registered game, by its short name."""

_PATHS: dict[str, str] = {}
"""The import path of every registered game, by its short name."""


class Classes(NamedTuple):
    """The import paths of what makes a game's environments, as `package.module:NAME`."""

    single: str
    vector: str
    aec: str = ""
    parallel: str = ""


GENERAL = Classes(
    "crusoe_env.interfaces.env:GameEnv",
    "crusoe_env.interfaces.vector_env:GameVectorEnv",
    "crusoe_env.interfaces.pettingzoo:GameAEC",
    "crusoe_env.interfaces.pettingzoo:GameParallel",
)
"""They take the game as an argument; games of the suite have classes with a reference page of their own."""


def game(name: str) -> Game:
    """The game with this short name or id, or at this import path.

    Args:
        name: "marooned", "crusoe_env/Marooned-v0", or `package.module:NAME` of any game, registered or not.

    Raises:
        ValueError: there is none; with the valid names.
    """
    short = next((key for key, env_id in GAMES.items() if name in (key, env_id)), None)
    if short is None and ":" not in str(name):
        raise ValueError(f"unknown game {shown(name)}; {nearest(name, [*GAMES, 'PACKAGE.MODULE:NAME'])}")
    path = name if short is None else _PATHS[short]
    found: Game = importlib.import_module("crusoe_env.engine.game").from_path(path)
    return found


def module_of(name: str) -> str:
    """The module of a registered game, by its short name, without importing it."""
    return _PATHS[name].partition(":")[0]


def is_registered_path(path: str) -> bool:
    """Return true for the import path of a registered game, `package.module:NAME`."""
    return path in _PATHS.values()


_named = game


def find_game(game: str | Game) -> Game:
    """The game itself, or the one of this name. Raises ValueError as `game` does."""
    return _named(game) if isinstance(game, str) else game


def register(game: Game) -> None:
    """Give a game of any package all that the games of the suite have by name.

    `gymnasium.make(game.env_id)`, `gymnasium.make_vec`, for several players `pettingzoo.make`, then
    `crusoe_env.game(name)` and every command of the package. Registering a game again changes nothing.

    Raises:
        ValueError: another game has this name or id, or the game is no global of its module.
        TypeError: it is no game.
        gymnasium.error.Error: its id is malformed.
        In each case nothing is registered.
    """
    if not isinstance(game, importlib.import_module("crusoe_env.engine.game").Game):
        raise TypeError(f"register: expected a Game, not {shown(game)}")
    if _PATHS.get(game.name, game.path) != game.path:
        raise ValueError(f"there is another game named {game.name!r}: {_PATHS[game.name]}")
    classes = GENERAL if game.several_players else GENERAL._replace(aec="", parallel="")
    _register(game.name, game.env_id, game.path, classes, {"game": game.path})


def _register(name: str, env_id: str, path: str, classes: Classes, arguments: dict[str, str]) -> None:
    if GAMES.get(name) == env_id:
        return
    if env_id in gymnasium.registry:
        raise ValueError(f"there is another environment with the id {env_id}")
    GAMES[name], _PATHS[name] = env_id, path
    try:
        gymnasium.register(env_id, classes.single, vector_entry_point=classes.vector, kwargs=arguments)
        for kind in ("aec", "parallel"):
            if entry := getattr(classes, kind):
                pettingzoo.register(kind, env_id, entry, kwargs=arguments)
    except BaseException:  # such as gymnasium's, of a malformed id
        unregister(name)
        raise


def unregister(name: str) -> None:
    """Take back what `register` has done for the game of this name; of a name that is unknown, nothing."""
    env_id = GAMES.pop(name, "")
    _PATHS.pop(name, None)
    for registry in (gymnasium.registry, pettingzoo.aec_registry, pettingzoo.parallel_registry):
        registry.pop(env_id, None)


def register_suite() -> None:
    """Register the games of the suite; again changes nothing."""
    for name, title in (("marooned", "Marooned"), ("dieson", "DiesonCrusoe"), ("robinson", "RobinsonCrusoe")):
        module = f"crusoe_env.{name}.game"
        classes = Classes(f"{module}:Env", f"{module}:VectorEnv")
        if name == "robinson":
            classes = classes._replace(aec=f"{module}:env", parallel=f"{module}:parallel_env")
        _register(name, f"crusoe_env/{title}-v0", f"{module}:GAME", classes, {})
