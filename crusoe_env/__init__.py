"""Survival board games as reinforcement learning environments.

`import crusoe_env` registers the ids with Gymnasium and PettingZoo and loads nothing else: rules, pictures
and learning code come in when used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from crusoe_env.interfaces.registration import GAMES, game, register, register_suite, unregister

if TYPE_CHECKING:
    from crusoe_env.engine.batch import Batch
    from crusoe_env.engine.checks import IllegalActionError
    from crusoe_env.engine.game import Game
    from crusoe_env.engine.simulator import Simulator
    from crusoe_env.engine.snapshot import SnapshotError
    from crusoe_env.interfaces.multi_agent import MultiAgentBatch
    from crusoe_env.interfaces.recording import record
    from crusoe_env.interfaces.sb3 import SB3VecEnv
    from crusoe_env.interfaces.vector_env import GameVectorEnv

__version__ = "0.2.0"
__all__ = [
    "GAMES",
    "Batch",
    "Game",
    "GameVectorEnv",
    "IllegalActionError",
    "MultiAgentBatch",
    "SB3VecEnv",
    "Simulator",
    "SnapshotError",
    "game",
    "record",
    "register",
    "register_suite",
    "unregister",
]

_HOME = {
    "Batch": "engine.batch",
    "Game": "engine.game",
    "GameVectorEnv": "interfaces.vector_env",
    "IllegalActionError": "engine.checks",
    "MultiAgentBatch": "interfaces.multi_agent",
    "SB3VecEnv": "interfaces.sb3",
    "Simulator": "engine.simulator",
    "SnapshotError": "engine.snapshot",
    "record": "interfaces.recording",
}


def __getattr__(name: str) -> Any:
    """Public names are imported at their first use, which keeps `import crusoe_env` quick."""
    if name in _HOME:
        return getattr(importlib.import_module(f"crusoe_env.{_HOME[name]}"), name)
    raise AttributeError(f"module 'crusoe_env' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


register_suite()
