"""Queries: the names of what is numbered, and how many there are."""

from __future__ import annotations

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c

ACTION_KINDS = c.ACTION_KINDS
CHARACTERS = components.CHARACTER_IDS
DECISIONS = c.DECISIONS
ITEMS = components.INVENTION_IDS
TERRAINS = c.TERRAINS
TOKENS = c.TOKENS
WINDOWS = c.WINDOWS
PLAYERS, PEOPLE, FRIDAY, GUEST = c.PLAYERS, c.PEOPLE, c.FRIDAY, c.GUEST
"""Seats: the players have 0 .. players - 1, of at most PLAYERS; then Friday's and the guest's."""
SPACES, ROUNDS = c.SPACES, c.ROUNDS
TERRAIN_COUNT, STRUCTURE_COUNT = len(TERRAINS), len(c.STRUCTURES)
PILE = 0
"""The first counter of a scenario: in Castaways the woodpile."""
