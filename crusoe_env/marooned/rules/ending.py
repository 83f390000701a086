"""Health, the end of the game, and the score."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.marooned.fields import State, Tables
from crusoe_env.marooned.state import CARDS, DIED, RESCUED


@compiled
def in_play(s: State, face: int) -> bool:
    """Is this face of a card face up on the island?"""
    return s.cell[face >> 1] >= 0 and s.side[face >> 1] == (face & 1)


@compiled
def change_health(s: State, t: Tables, amount: int) -> None:
    """Move the health marker, up to the maximum; at 0 the game is lost at once (Rules, On each turn)."""
    health = min(int(s.health) + amount, int(t.max_health))
    s.health = max(health, 0)
    if health <= 0 and s.over == 0:
        s.over = 1
        s.cause = DIED


@compiled
def rescue(s: State, t: Tables) -> None:
    """A ship sees or picks up a signal: the game is won (Rules, Rescue)."""
    s.over = 1
    s.victory = 1
    s.cause = RESCUED
    s.score = victory_points(s, t)


@compiled
def victory_points(s: State, t: Tables) -> int:
    """Points of the faces in play, for health left and for cards played (Rules, Victory points)."""
    points = s.health * t.points_per_health + s.played // t.cards_played_divisor
    for card in range(CARDS):
        if s.cell[card] >= 0:
            points += t.points[2 * card + s.side[card]]
    return points
