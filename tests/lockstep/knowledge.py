"""What each player sees where others may see less: observations beside what the reference says he knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from crusoe_env import Simulator
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.observation import LAYOUT
from crusoe_env.robinson.rules import steps
from tests.lockstep.translation import CARD_IDS
from tests.reference.robinson import knowledge
from tests.reference.robinson.game import Game

AT = {name: i for i, name in enumerate(LAYOUT.names)}
IDS = {name: identity for name, identity in zip(box.CARD_NAMES, CARD_IDS, strict=True)}
NEXT_TILE = {AT[name]: name.rpartition("/")[2] for name in AT if name.startswith("known tiles/0/")}
KNOWN_BEAST = {name: AT[f"beasts/known/{name}"] for name in box.BEAST_IDS}
UNSEEN_BEAST = {name: AT[f"beasts/unseen/{name}"] for name in box.BEAST_IDS}
NEXT_EVENT = {AT[f"known event/{name}"]: IDS[name] for name in box.CARD_NAMES}
TOKENS = {AT[f"discoveries/{name}/future"]: name for name in box.DISCOVERY_IDS}
TREASURES = {AT[f"mysteries/{name}/future"]: name for name in box.MYSTERY_IDS}
ITEMS = {AT[f"starting items/{name}/future"]: name for name in box.STARTING_ITEM_IDS}
SHOWN = slice(LAYOUT.start["shown"], LAYOUT.start["shown"] + 5)


def differences(simulator: Simulator, states: np.ndarray, game: Game) -> Iterator[tuple[str, Any, Any]]:
    """What players see otherwise than the reference says: (what, in the engine, in the reference)."""
    for seat in game.table.seats:
        seen, known = simulator.observe(states, seat, "uint8")[0], knowledge.of(game, seat)
        pairs = {
            "next tile": (the_one(seen, NEXT_TILE), known.next_tile),
            "next beast": (known_beast(seen, unseen=True), known.next_beast),
            "beast in ambush": (known_beast(seen, unseen=False), known.beast_in_ambush),
            "next event": (the_one(seen, NEXT_EVENT), known.next_event),
            "shown": (shown(seen, states[0]), known.shown),
            "tokens": ({TOKENS[i]: int(seen[i]) for i in TOKENS if seen[i]}, known.tokens),
            "treasures": ({TREASURES[i] for i in TREASURES if seen[i]}, known.treasures),
            "starting items": ({ITEMS[i] for i in ITEMS if seen[i]}, known.starting_items),
        }
        for what, (one, other) in pairs.items():
            if one != other:
                yield f"what seat {seat} knows: {what}", one, other


def the_one(seen: np.ndarray, names: dict[int, str]) -> str | None:
    """The name whose entry is set."""
    return next((name for i, name in names.items() if seen[i]), None)


def known_beast(seen: np.ndarray, *, unseen: bool) -> str | None:
    """The beast looked at that nobody has met, on top of the hunting deck; else that in ambush."""
    names = [name for name, i in KNOWN_BEAST.items() if seen[i] and bool(seen[UNSEEN_BEAST[name]]) == unseen]
    return names[0] if names else None


def shown(seen: np.ndarray, state: np.void) -> list[str]:
    """Tiles or tokens laid out, as far as they are seen."""
    if state["decision"] != c.CHOOSE_SHOWN or state["question_step"] == steps.COVER_MORALE_MARK:
        return []
    names = box.DISCOVERY_IDS if state["question_step"] == steps.PICK_DISCOVERY else box.TILE_IDS
    return [names[number - 1] for number in seen[SHOWN] if number]
