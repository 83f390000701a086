"""The names of all actions."""

from __future__ import annotations

from .facts import FACTS

REROLLS = {
    "reroll 1": (0,),
    "reroll 2": (1,),
    "reroll 3": (2,),
    "reroll 1 2": (0, 1),
    "reroll 1 3": (0, 2),
    "reroll 2 3": (1, 2),
    "reroll 1 2 3": (0, 1, 2),
}
FREE_ACTIONS = ("spend leather", "friend help", "friend help weather", "friend help raid")
BOOSTS = ("raise with food", "raise with health", "use water")

# Every action name, in the order of the table in "How play is cut into actions".
ACTIONS: tuple[str, ...] = (
    *REROLLS,
    "go on",
    "use fire",
    "use flag",
    "use die 1",
    "use die 2",
    "use die 3",
    "turn die 1",
    "turn die 2",
    "turn die 3",
    *FREE_ACTIONS,
    *BOOSTS,
    *(f"move to {space}" for space in FACTS.spaces),
    "escape",
    "take food",
    "take wood",
    "take stone",
    "gain stones",
    "build fences",
    "gain wood",
    "hunt",
    "build roofs",
    "recover",
    "gain food",
    *(f"craft {tool}" for tool in FACTS.tools),
    "play with friend",
    "pass",
    *(f"choose {friend}" for friend in FACTS.friends),
    "eat food",
    "lose health",
    "save food",
    "save health",
)


def last_word(name: str) -> str:
    """What an action name is about: `craft rope` -> `rope`."""
    return name.split()[-1]
