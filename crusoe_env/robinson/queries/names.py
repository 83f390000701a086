"""Queries: the names of what is numbered, and how many there are."""

from __future__ import annotations

from crusoe_env.robinson import components
from crusoe_env.robinson import state as names

ACTION_KINDS = names.ACTION_KINDS
CHARACTERS = components.CHARACTER_IDS
DECISIONS = names.DECISIONS
ITEMS = components.INVENTION_IDS
TERRAINS = names.TERRAINS
TOKENS = names.TOKENS
WINDOWS = names.WINDOWS
PLAYERS, PEOPLE, FRIDAY, GUEST = names.PLAYERS, names.PEOPLE, names.FRIDAY, names.GUEST
"""Seats: the players have 0 .. players - 1, of at most PLAYERS; then Friday's and the guest's."""
SPACES, ROUNDS = names.SPACES, names.ROUNDS
TERRAIN_COUNT, STRUCTURE_COUNT = len(TERRAINS), len(names.STRUCTURES)
PILE = 0
"""The first counter of a scenario: in Castaways the woodpile."""
