"""Rules that a game may leave out: what then holds. See `engine.contract` for what each means."""

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
def choosers(s: Any, t: Any) -> int:
    """Who acts decides alone."""
    return 1 << int(s.acting)


@compiled
def turn_to(s: Any, t: Any, seat: int) -> None:
    """There are never several choosers."""


@compiled
def write_mask_of(s: Any, t: Any, seat: int, mask: Any) -> None:
    """There are never several choosers."""


@compiled
def redeal(s: Any, t: Any, viewer: int) -> None:
    """Nothing is hidden, so nothing is dealt anew."""
