"""The names of all that is on the table of Robinson Crusoe, as people read them."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.measures import scenario_words
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.packed import (
    is_special,
    source_food,
    source_space,
    space_of_special,
    special_of,
)
from crusoe_env.robinson.things import (
    DOG_THING,
    FIRST_ITEM,
    FIRST_STARTING_ITEM,
    FIRST_TOKEN,
    FIRST_TREASURE,
    KEPT_CARD_THING,
    THINGS,
    USED_ITEMS,
    USED_TREASURES,
)

DOG, NEUTRAL = c.PEOPLE, c.PEOPLE + 1
"""Owners of pawns beside the people."""


@dataclass(frozen=True)
class Names:
    """A state, for naming what it holds.

    Attributes:
        s, t, facts: the game's record, its tables, the printed facts.
        legal: the legal actions; none when the game is over.
    """

    s: State
    t: Tables
    facts: dict[str, Any]
    legal: frozenset[int]

    def only_legal(self, actions: Iterable[int]) -> list[int]:
        """Those of some actions that are legal."""
        return [action for action in actions if action in self.legal]

    def entry(self, table: str, i: int) -> dict[str, Any]:
        """An entry of the facts."""
        return dict(self.facts[table][i])

    @functools.cached_property
    def scenario_words(self) -> dict[str, dict[str, int]]:
        """The words that the scenario adds to the card language."""
        return scenario_words(self.facts)

    def person_name(self, person: int) -> str:
        """The name of a player's character, of Friday, the guest, the Dog."""
        if person == c.FRIDAY:
            return str(self.facts["friday"]["name"])
        if person == c.GUEST:
            return str(self.facts["guest"][0]["name"])
        if person == DOG:
            return str(self.facts["dog"]["name"])
        return str(self.entry("character", int(self.s.character[person]))["name"])

    def person_id(self, person: int) -> str:
        """The id by which a person's picture and colour are found."""
        if person >= c.FRIDAY:
            return {c.FRIDAY: "friday", c.GUEST: "guest", DOG: "dog"}.get(person, "neutral")
        return box.CHARACTER_IDS[self.s.character[person]]

    def card_name(self, card: int, *, event: bool = False) -> str:
        """The name of a card; `event`: of the part that counts when it comes up from the event deck."""
        tables = ("wreckage", "event", *box.DECK_TABLES, "mystery")
        firsts = (0, box.FIRST_EVENT, *box.FIRST_ADVENTURE, box.FIRST_MYSTERY)
        which = max(i for i, first in enumerate(firsts) if card >= first)
        entry = self.entry(tables[which], card - firsts[which])
        return str(entry.get("event_name", entry["name"]) if event else entry["name"])

    def item(self, item: int) -> dict[str, Any]:
        """The entry of an invention, or of one on the scenario sheet."""
        own = len(self.facts["invention"])
        return self.entry("invention", item) if item < own else self.entry("scenario_invention", item - own)

    def item_name(self, item: int) -> str:
        """The name of an invention, or of one on the scenario sheet."""
        return str(self.item(item)["name"])

    def discovery(self, token: int) -> dict[str, Any]:
        """The entry of a discovery token; for some the scenario has it."""
        entry = self.entry("discovery", token)
        own = (other for other in self.facts["scenario_discovery"] if other["symbol"] == entry["id"])
        return dict(next(own, entry))

    def token_name(self, token: int) -> str:
        """The name of a discovery token."""
        return str(self.discovery(token)["name"])

    def beast_name(self, beast: int) -> str:
        """A beast with its strength."""
        return f"{self.entry('beast', beast)['name']} {self.t.beast_strength[beast]}"

    def skill(self, person: int, place: int) -> dict[str, Any]:
        """The entry of a player's skill, by its place on the sheet."""
        return self.entry("skill", box.SKILLS_EACH * int(self.s.character[person]) + place)

    def skill_name(self, person: int, place: int) -> str:
        """The name of a player's skill, by its place on the sheet."""
        return str(self.skill(person, place)["name"])

    def use_name(self, thing: int, person: int) -> str:
        """What is used, by its number among the things."""
        if thing < FIRST_STARTING_ITEM:
            return self.skill_name(person, thing)
        if thing < FIRST_TOKEN:
            return str(self.entry("starting_item", thing - FIRST_STARTING_ITEM)["name"])
        if thing < FIRST_TREASURE:
            return self.token_name(thing - FIRST_TOKEN)
        if thing < FIRST_ITEM:
            return str(self.entry("mystery", USED_TREASURES[thing - FIRST_TREASURE])["name"])
        own = len(self.facts["invention"]) + len(self.facts["scenario_invention"])
        if thing < KEPT_CARD_THING and (item := USED_ITEMS[thing - FIRST_ITEM]) < own:
            return self.item_name(item)
        if thing == KEPT_CARD_THING and (kept := self.used_entry(thing, person)):
            return str(kept["name"])
        return self.person_name(DOG) if thing == DOG_THING else THINGS[thing]

    def space_name(self, space: int) -> str:
        """A space of the island with its terrain, once it is explored."""
        tile = int(self.s.tile[space])
        return f"space {space}" + (f" ({c.TERRAINS[self.t.tile_terrain[tile]]})" if tile != c.NONE else "")

    def used_entry(self, thing: int, person: int) -> dict[str, Any] | None:
        """The entry of the data that says what a thing does, by its number; None for the Dog."""
        if thing < FIRST_STARTING_ITEM:
            return self.skill(person, thing)
        if thing < FIRST_TOKEN:
            return self.entry("starting_item", thing - FIRST_STARTING_ITEM)
        if thing < FIRST_TREASURE:
            return self.discovery(thing - FIRST_TOKEN)
        if thing < FIRST_ITEM:
            return self.entry("mystery", USED_TREASURES[thing - FIRST_TREASURE])
        if thing < KEPT_CARD_THING:
            return self.item(USED_ITEMS[thing - FIRST_ITEM])
        kept = [entry for table in box.DECK_TABLES for entry in self.facts[table] if entry.get("use")]
        return dict(kept[0]) if thing == KEPT_CARD_THING and kept else None

    def target_words(self, kind: int, target: int, card: int = c.NONE) -> str:
        """What a planned action is, without who takes it; `card`: of a threat action, if it is known."""
        if is_special(target):
            space = space_of_special(target)
            name = str(self.entry("special_action", special_of(target))["name"])
            return name if space == c.NONE else f"{name} on {space}"
        if kind == c.THREAT:
            card = int(self.s.threat[target]) if card == c.NONE else card
            return self.card_name(card) if card != c.NONE else ("left threat", "right threat")[target]
        if kind == c.BUILD:
            if target < c.FIRST_INVENTION:
                return c.STRUCTURES[target]
            return self.item_name(target - c.FIRST_INVENTION)
        if kind == c.GATHER:
            return f"{'food' if source_food(target) else 'wood'} on {source_space(target)}"
        if kind == c.EXPLORE:
            return "Treasure map" if target == c.ON_TREASURE_MAP else f"space {target}"
        return plain(c.ACTION_KINDS[kind])

    def action_words(self, kind: int, target: int, card: int = c.NONE) -> str:
        """A planned action with its kind."""
        words = self.target_words(kind, target, card)
        if is_special(target):
            return words
        return words if words == plain(c.ACTION_KINDS[kind]) else f"{plain(c.ACTION_KINDS[kind])} {words}"


def plain(word: str) -> str:
    """An id as words."""
    return word.replace("_", " ")
