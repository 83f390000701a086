"""Survival board games as reinforcement learning environments.

`import crusoe_env` registers the ids with Gymnasium and PettingZoo and loads nothing else: rules, pictures
and learning code come in when used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from crusoe_env.core.registration import GAMES, game, register, register_suite

if TYPE_CHECKING:
    from crusoe_env.core.batch import Batch, IllegalActionError
    from crusoe_env.core.game import Game
    from crusoe_env.core.multi_agent import MultiAgentBatch
    from crusoe_env.core.recording import record
    from crusoe_env.core.sb3 import SB3VecEnv
    from crusoe_env.core.simulator import Simulator
    from crusoe_env.core.snapshot import SnapshotError
    from crusoe_env.core.vector_env import GameVectorEnv

__version__ = "0.1.0"
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
]

_HOME = {
    "Batch": "batch",
    "Game": "game",
    "GameVectorEnv": "vector_env",
    "IllegalActionError": "batch",
    "MultiAgentBatch": "multi_agent",
    "SB3VecEnv": "sb3",
    "Simulator": "simulator",
    "SnapshotError": "snapshot",
    "record": "recording",
}


def __getattr__(name: str) -> Any:
    """Public names are imported at their first use, which keeps `import crusoe_env` quick."""
    if name in _HOME:
        return getattr(importlib.import_module(f"crusoe_env.core.{_HOME[name]}"), name)
    raise AttributeError(f"module 'crusoe_env' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


register_suite()
