"""The numbers of what is in the box, by id."""

from crusoe_env.robinson import components


def numbered(ids: tuple[str, ...]) -> dict[str, int]:
    return {identity: i for i, identity in enumerate(ids)}


CHARACTER = numbered(components.CHARACTER_IDS)
SKILL = numbered(components.SKILL_IDS)
ITEM = numbered(components.INVENTION_IDS)
STARTING = numbered(components.STARTING_ITEM_IDS)
TOKEN = numbered(components.DISCOVERY_IDS)
TREASURE = numbered(components.MYSTERY_IDS)

FIRST_CARD = {
    "wreckage": 0,
    "event": components.FIRST_EVENT,
    "build_adventure": components.FIRST_ADVENTURE[0],
    "gather_adventure": components.FIRST_ADVENTURE[1],
    "explore_adventure": components.FIRST_ADVENTURE[2],
    "mystery": components.FIRST_MYSTERY,
}
"""The number of the first card of each kind among all cards."""
EVENT_CARDS = components.copies_in(components.BOX["event"])
"""Events in the box, copies counted."""
