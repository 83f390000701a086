"""The games of the suite and their ids, in Gymnasium's registry and in PettingZoo's.

Imports no game: ids name their classes as text. A worker process that has not imported `crusoe_env` knows no
id; there the form "crusoe_env:crusoe_env/Marooned-v0" imports the package first.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from crusoe_env.core.words import nearest, shown

if TYPE_CHECKING:
    from crusoe_env.core.env import GameEnv
    from crusoe_env.core.game import Game

GAMES = {
    "marooned": "crusoe_env/Marooned-v0",
    "dieson": "crusoe_env/DiesonCrusoe-v0",
    "robinson": "crusoe_env/RobinsonCrusoe-v0",
}
"""The Gymnasium id of every game, by its short name."""

SEVERAL_PLAYERS = ("robinson",)
"""Games that several players play together: their ids stand in PettingZoo's registries too."""


def game(name: str) -> Game:
    """The game with this short name or id. Raises ValueError with the valid names."""
    short = next((key for key, env_id in GAMES.items() if name in (key, env_id)), None)
    if short is None:
        raise ValueError(f"unknown game {shown(name)}; {nearest(name, GAMES)}")
    return importlib.import_module(f"crusoe_env.{short}.env").GAME


def env_class(game: Game) -> type[GameEnv]:
    """The Gymnasium environment of a game."""
    found: type[GameEnv] = importlib.import_module(f"crusoe_env.{game.name}.env").Env
    return found


def register_envs() -> None:
    """Register all ids with Gymnasium and PettingZoo; again changes nothing."""
    import gymnasium
    import pettingzoo

    for name, env_id in GAMES.items():
        if env_id not in gymnasium.registry:
            module = f"crusoe_env.{name}.env"
            gymnasium.register(env_id, entry_point=f"{module}:Env", vector_entry_point=f"{module}:VectorEnv")
    for name in SEVERAL_PLAYERS:
        env_id, module = GAMES[name], f"crusoe_env.{name}.env"
        if env_id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", env_id, f"{module}:env")
            pettingzoo.register("parallel", env_id, f"{module}:parallel_env")
