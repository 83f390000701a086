"""Words for people: arguments in clauses of the card language (an operation has its `phrase`), and marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crusoe_env.robinson.components import BOX

ITEMS = {str(entry["id"]): str(entry["name"]) for entry in BOX["invention"]}
WHO = {
    "performer": "",
    "chosen": "",
    "first": "First Player: ",
    "each": "each player: ",
    "bearer": "its bearer: ",
    "friday": "Friday: ",
    "guest": "the guest: ",
}
TOKENS = {
    "minus_pawn": "−1 pawn",
    "plus_wood": "+1 wood",
    "plus_food": "+1 food",
    "hungry_animals": "hungry animals",
    "marker": "black marker",
}
_FIELDS = {name: f"on the {name} field" for name in ("threat", "build", "gather", "explore", "rest")}
PLACES = {
    **_FIELDS,
    "hunt": "on the hunting deck",
    "arrange_camp": "on the camp field",
    "weather": "on the weather space",
    "night": "on the night space",
    "character": "on the character",
    **{f"cost_{name}": f"on the cost of the {name}" for name in ("shelter", "roof", "palisade", "weapon")},
    "here": "here",
    "camp": "in the camp",
    "adjacent_camp": "next to the camp",
    "nearest_camp": "near the camp",
    "any_tile": "anywhere",
    "any_space": "anywhere",
    "remembered": "there",
}
KINDS: Mapping[str, Mapping[str, str]] = {
    "who": WHO,
    "token": TOKENS,
    "place": PLACES,
    "spot": {"here": "here", "camp": "the camp"},
    "item": ITEMS,
    "items": ITEMS,
    "source": {"any": "", "gathered": "gathered"},
    "terrain": {"any": "the"},
    "resource": {"gathered": "of what was gathered", "everything": "of everything"},
    "part": {},
    "action": {"arrange_camp": "camp"},
    "actions": {"arrange_camp": "arranging the camp", "rest": "resting"},
    "mystery": {"creature_or_trap": "creature or trap", "any": "mystery card"},
    "forbidden": {"shared_actions": "actions of two players together", "items": "items", "skills": "skills"},
    "ignored": {"rain": "rain cloud", "snow": "snow cloud", "animals": "hungry animals die"},
    "looked_at": {
        "hunting_deck": "the top beast",
        "event_deck": "the next event card",
        "ambush": "the beast in ambush",
    },
    "time": {
        "night": "tonight",
        "every_night": "every night",
        "next_round": "next round",
        "after_actions": "after the actions",
    },
    "invention_from": {"chosen": "an invention", "top": "the top invention"},
    "beast_from": {
        "beast_deck": "a new beast",
        "hunting_top": "the top beast",
        "ambush": "the beast in ambush",
    },
    "beast_to": {
        "hunting_top": "onto the hunting deck",
        "hunting_bottom": "under the hunting deck",
        "hunting_shuffled": "into the hunting deck",
        "ambush": "into ambush",
        "discard": "out of the hunting deck",
    },
    "comparison": {">=": "is at least", "<": "is below"},
}
"""By the kind of an argument: the words that people read for those of the data."""
FLAGS = {
    "if_possible": "if possible",
    "per_player": "per player",
    "without_strength": "without its strength",
    "for_action": "for the action",
    "to_the_end": "to the end",
}


MARK_RULES = {
    "hides_terrain": "its terrain does not count",
    "stops_production": "the camp there produces nothing",
    "no_camp": "the camp cannot move there",
}
"""What a mark does, by the field of its data."""


def token_word(token: str) -> str:
    """A token of the board as people call it, without the word `token`."""
    return TOKENS.get(token, token)


def about_mark(entry: Mapping[str, Any]) -> str:
    """What a mark of the scenario does where it lies; empty if it only shows something."""
    words = []
    if kinds := entry.get("extra_pawn"):
        words.append(f"one pawn more to {_listed([kind.replace('_', ' ') for kind in kinds])} there")
    words += [rule for field, rule in MARK_RULES.items() if entry.get(field)]
    return ", ".join(words)


def _listed(words: Sequence[str]) -> str:
    """Words in a row: `build, gather or rest`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
