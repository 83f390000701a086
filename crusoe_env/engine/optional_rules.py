"""Rules that a game may leave out: what then holds. See `engine.hooks` for what each means."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled


@compiled
def goal_progress(s: Any, t: Any) -> float:
    """1 for a victory, else 0."""
    return 1.0 if s.victory == 1 else 0.0


@compiled
def rounds_share(s: Any, t: Any) -> float:
    """0: the game has no last round."""
    return 0.0


@compiled
def potential(s: Any, t: Any) -> float:
    """0: `reward="shaped"` pays what "sparse" does."""
    return 0.0


@compiled
def redeal(s: Any, t: Any, viewer: int) -> None:
    """Nothing is hidden, so nothing is dealt anew."""
