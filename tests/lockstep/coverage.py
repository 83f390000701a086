"""What came up in the reference, and how often: operations, cards, abilities, rules of scenarios."""

from __future__ import annotations

from collections import Counter

LEAST = 20
"""What comes up more seldom in a long run is named."""


def seldom(exercised: Counter[str], games: int) -> str:
    """What came up fewer than `LEAST` times, in lines."""
    few = sorted((count, name) for name, count in exercised.items() if count < LEAST)
    lines = [f"{name}: {count}" for count, name in few]
    heading = f"{len(few)} of {len(exercised)} came up fewer than {LEAST} times in {games:,} games"
    return "\n".join([heading, *lines])


def totals(exercised: Counter[str]) -> dict[str, dict[str, int]]:
    """By kind: how many there are, how many came up often enough."""
    found: dict[str, dict[str, int]] = {}
    for name, count in exercised.items():
        kind = found.setdefault(name.split(":")[0], {"all": 0, "often": 0})
        kind["all"] += 1
        kind["often"] += count >= LEAST
    return found
