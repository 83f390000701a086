"""What the players of Robinson Crusoe see, worked out and put into words, for picture and text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import LAYOUT, write_mask
from crusoe_env.robinson.components import (
    DISCOVERIES,
    FIRST_MYSTERY,
    INVENTIONS,
    MYSTERY_CARDS,
    STARTING_ITEMS,
)
from crusoe_env.robinson.rules.packed import is_special, space_of_special
from crusoe_env.robinson.rules.world.decks import back_of
from crusoe_env.robinson.rules.world.island import natural_shelter_here
from crusoe_env.robinson.rules.world.requirements import cost, is_with_dice, option_count, space_of
from crusoe_env.robinson.things import BY_DOG, BY_FRIDAY, BY_GUEST, BY_NEXT, BY_OWN, BY_THIRD_NEXT, SUPPORTERS
from crusoe_env.robinson.view.effects import program_words, said
from crusoe_env.robinson.view.names import DOG, NEUTRAL, plain
from crusoe_env.robinson.view.scenario_words import ScenarioSight
from crusoe_env.show.description import many

PAID = c.RESOURCES[:3]
BACKS = ("event", *(f"{c.ACTION_KINDS[kind]} adv." for kind in c.DECKS), "mystery")
"""The backs of the cards in the event deck."""
WAITS = ("tonight", "every night", "next round", "after the actions")
"""For what parts of card programs wait, in the order of vocabulary.TIMES."""
PAWN_FOR = "+1 pawn: {}"


@dataclass(frozen=True)
class Sight(ScenarioSight):
    """A state and what has been worked out about it for showing."""

    # ---------------------------------------------------------------- plans

    def plans(self, kind: int) -> list[int]:
        """The planned actions of a kind, those done included."""
        return [i for i in range(int(self.s.plans)) if self.s.plan_kind[i] == kind]

    def has_actions_of_no_kind(self) -> bool:
        """Has the scenario special actions that belong to none of the usual kinds?"""
        return c.SPECIAL in self.t.special_kind[: self.t.specials]

    def plan_space(self, plan: int) -> int:
        """The space away from the camp's own fields on which a planned action takes place, or NONE."""
        kind, target = int(self.s.plan_kind[plan]), int(self.s.plan_target[plan])
        if is_special(target):
            return int(space_of_special(target))
        return int(space_of(self.s, kind, target)) if kind in (c.GATHER, c.EXPLORE) else c.NONE

    def pawns(self, plan: int) -> list[int]:
        """Whose pawns stand on a planned action, the one who takes it first."""
        s, bits = self.s, int(self.s.plan_supports[plan])
        person = int(s.plan_person[plan])
        owners = [person]
        for support in range(len(SUPPORTERS)):
            if not bits >> support & 1:
                continue
            if support == BY_OWN:
                owners.append(person)
            elif support <= BY_THIRD_NEXT:
                owners.append((person + support - BY_NEXT + 1) % int(s.players))
            else:
                owners.append({BY_FRIDAY: c.FRIDAY, BY_GUEST: c.GUEST}.get(support, NEUTRAL))
        owners += [DOG] * (bits >> BY_DOG & 1)
        return owners + [NEUTRAL] * (int(s.plan_pawns[plan]) - len(owners))

    def items_assigned(self, plan: int) -> list[str]:
        """The items that add to what a planned action gathers (current edition)."""
        s, t = self.s, self.t
        gathering = [a for a in range(int(t.abilities)) if t.ability_gathers[a] > 0]
        return [
            self.item_name(int(t.ability_which[a]))
            for i, a in enumerate(gathering)
            if int(s.plan_items[plan]) >> i & 1
        ]

    def plan_state(self, plan: int) -> str:
        """How sure a planned action is, or that it is over."""
        s = self.s
        if s.now == plan:
            return "now"
        if s.plan_done[plan]:
            return "done"
        with_dice = is_with_dice(self.t, int(s.plan_kind[plan]), int(s.plan_target[plan]))
        return "dice" if with_dice and s.plan_pawns[plan] <= s.plan_need[plan] else "sure"

    # ---------------------------------------------------------------- the island

    def spaces(self) -> list[int]:
        """The spaces that are in play."""
        return [space for space in range(c.SPACES) if self.t.adjacent[space] or self.s.tile[space] != c.NONE]

    def tile_parts(self, space: int) -> tuple[str, list[tuple[str, bool]]]:
        """The terrain of a tile, and its sources with whether each is used up."""
        tile, covered = int(self.s.tile[space]), int(self.s.covered[space])
        sources = int(self.t.tile_sources[tile])
        listed = [(name, bool(covered >> i & 1)) for i, name in enumerate(c.COVERS[:3]) if sources >> i & 1]
        return c.TERRAINS[self.t.tile_terrain[tile]], listed

    def tokens(self, bits: int) -> list[str]:
        """The names of tokens."""
        return [name for i, name in enumerate(c.TOKENS) if int(bits) >> i & 1]

    def marks(self, space: int) -> list[int]:
        """The marks of the scenario that lie on a space."""
        return [i for i in range(len(self.facts.get("mark", []))) if int(self.s.marks[space]) >> i & 1]

    def field_tokens(self, kind: int) -> list[str]:
        """The tokens on the field of a kind of action; those of this phase count from the next one on."""
        if kind == c.SPECIAL:
            return []
        return self.tokens(int(self.s.field_tokens[kind]) | int(self.s.new_field_tokens[kind]))

    def known_tiles(self) -> list[str]:
        """The top tiles of the stack that the players have seen."""
        s = self.s
        count = min(max(int(s.tiles_known), int(s.looked[c.LOOK_AT_TILES] != 0)), int(s.tiles_left))
        return [c.TERRAINS[self.t.tile_terrain[s.tiles[s.tiles_left - 1 - i]]] for i in range(count)]

    def next_event(self) -> str:
        """What the players know of the next card of the event deck: its back, or the card."""
        s = self.s
        if s.events_left == 0:
            return ""
        card = int(s.event_deck[s.events_left - 1])
        known = s.event_known or s.looked[c.LOOK_AT_EVENT]
        return self.card_name(card, event=True) if known else BACKS[back_of(card)]

    def known_beast(self) -> str:
        """The top beast of the hunting deck if the players have seen it."""
        s = self.s
        if s.hunting_left == 0 or not (s.hunting_known or s.looked[c.LOOK_AT_BEAST]):
            return ""
        return self.beast_name(int(s.hunting[s.hunting_left - 1]))

    def ambush(self) -> str:
        """The beast in ambush: by name if the players have seen it; empty if there is none."""
        s = self.s
        if s.ambush == c.NONE:
            return ""
        return f"{self.beast_name(int(s.ambush)) if s.ambush_known else 'a beast'} in ambush"

    def totems(self) -> int:
        """Totems on the tiles that were found, without those laid at set-up."""
        found = [self.s.tile[space] for space in self.spaces() if self.t.tile_at_start[space] == c.NONE]
        return sum(int(self.t.tile_totem[tile]) for tile in found if tile != c.NONE)

    def natural_shelter(self) -> bool:
        """Does the camp's tile show a shelter?"""
        return bool(natural_shelter_here(self.s, self.t))

    # ---------------------------------------------------------------- inventions, items, cards

    def inventions(self) -> list[int]:
        """The inventions on the table: items first, then those that may be built."""
        shown = (c.BUILT, c.FUTURE_ITEM, c.ON_BOARD)
        states = self.s.invention_state.tolist()
        here = [item for item in range(INVENTIONS) if states[item] in shown]
        return sorted(here, key=lambda item: (shown.index(states[item]), item))

    def needs(self, item: int) -> list[str]:
        """What building an invention needs: terrain, items, ways of paying."""
        t = self.t
        terrain, items = int(t.invention_terrain[item]), int(t.invention_items[item])
        words = [name for i, name in enumerate(c.TERRAINS) if terrain >> i & 1]
        words += [self.item_name(i) for i in range(INVENTIONS) if items >> i & 1]
        ways = [cost_words(t.invention_cost[item, way]) for way in range(t.invention_costs[item])]
        return words + [" or ".join(ways)] * bool(any(ways))

    def special_actions(self, kind: int, *, needs: bool = False) -> list[str]:
        """The names of the scenario's special actions of a kind; with what they need."""
        t, names = self.t, []
        for i, entry in enumerate(self.facts["special_action"]):
            if t.special_kind[i] == kind:
                ways = [cost_words(t.special_cost[i, way]) for way in range(t.special_costs[i])]
                items, terrains = int(t.special_items[i]), int(t.special_explored[i])
                words = [name for k, name in enumerate(c.TERRAINS) if terrains >> k & 1]
                words += [self.item_name(item) for item in range(INVENTIONS) if items >> item & 1]
                words += [" or ".join(ways)] * any(ways)
                names.append(f"{entry['name']} ({', '.join(words)})" if needs and words else entry["name"])
        return names

    def is_of_goal(self, item: int) -> bool:
        """Is this one of the inventions drawn in the set-up, which the goal of the scenario counts?"""
        counted = any("goal_inventions" in condition for condition in self.facts["goal"]["needs"])
        return counted and bool(int(self.s.dealt_inventions) >> item & 1)

    def item_effect(self, item: int) -> str:
        """What an item does."""
        entry = self.item(item)
        words = [said(entry.get("built", [])), said(entry.get("use", []))]
        kinds = [plain(kind) for kind in entry.get("pawn", [])]
        words.append(PAWN_FOR.format(" or ".join(kinds)) if kinds else "")
        words.append("exploring: " + said(entry["explored"]) if "explored" in entry else "")
        words.append("rest: " + said(entry["rest"]) if "rest" in entry else "")
        words += [pattern.format(entry[field]) for field, pattern in STANDING.items() if entry.get(field)]
        return ", ".join(word for word in words if word)

    def short_item_effect(self, item: int) -> str:
        """The same without conditions and places."""
        words = re.sub(r"\bif \w+ is (below|at least) \w+: ", "", self.item_effect(item))
        words = re.sub(r"1 (\w+) source [\w ]*used up", r"\1 used up", words.rpartition("you may: ")[2])
        parts = words.split(", ")
        return ", ".join(
            part for i, part in enumerate(parts) if not any(part in more for more in parts[i + 1 :])
        )

    def structure_ways(self, which: int) -> list[list[int]]:
        """The ways to pay for the next level of a structure now, with its tokens: wood, food, fur."""
        ways = range(int(option_count(self.s, self.t, c.BUILD, which)))
        return [[int(cost(self.s, self.t, c.BUILD, which, way, i)) for i in range(3)] for way in ways]

    def structure_cost(self, which: int) -> str:
        """What the next level of a structure costs, in words."""
        return " or ".join(cost_words(way) for way in self.structure_ways(which))

    def possessions(self) -> list[tuple[str, str]]:
        """Starting items, tokens and treasures of the group: name, and how many or how many uses."""
        s = self.s
        things = []
        for item in range(STARTING_ITEMS):
            name = str(self.entry("starting_item", item)["name"])
            for uses, soon in ((s.starting_uses[item], ""), (s.starting_future[item], " soon")):
                if uses:
                    things.append((name, many(int(uses), "use") + soon))
        for token in range(DISCOVERIES):
            for count, one in ((s.discovery[token], "token"), (s.discovery_future[token], "soon")):
                if count:
                    copies = f"{count}x" if one == "token" else f"{count}x soon"
                    things.append((self.token_name(token), copies if count > 1 else one))
        for mystery in range(MYSTERY_CARDS):
            if s.mystery_state[mystery] in (c.MYSTERY_KEPT, c.MYSTERY_FUTURE):
                uses = int(s.mystery_uses[mystery]) if self.t.mystery_uses[mystery] else 0
                soon = s.mystery_state[mystery] == c.MYSTERY_FUTURE
                words = "soon" if soon else many(uses, "use") if uses else ""
                things.append((self.card_name(FIRST_MYSTERY + mystery), words))
        return things

    def threat_lines(self, card: int) -> list[str]:
        """The ways to take a threat action with what each brings; then what comes if nobody does."""
        t, lines = self.t, []
        for option in range(t.threat_options[card]):
            needs = [many(int(t.threat_pawns[card, option]), "pawn")]
            needs[0] += " of 2 players" if t.threat_two_players[card] else ""
            needs += [f"weapon {t.threat_weapon[card]}"] if t.threat_weapon[card] else []
            items = int(t.threat_items[card]) | int(t.threat_option_items[card, option])
            needs += [self.item_name(i) for i in range(INVENTIONS) if items >> i & 1]
            paid = cost_words(t.threat_cost[card, option])
            reward = self.program(int(t.threat_reward[card, option]))
            lines.append(", ".join(needs + [paid] * bool(paid)) + (f" → {reward}" if reward else ""))
        effect = self.program(int(t.threat_effect[card]), event=True)
        return [*lines, f"else {effect}"] if effect else lines

    def waiting(self) -> list[str]:
        """What the yield of sources may be kept for; parts of cards that wait for the night or next round."""
        kept = ", ".join(self.kept_this_round())
        words = [f"this round may be kept: {kept}"] if kept else []
        for time, row, card, *_ in self.s.delayed[: self.s.delayed_count].tolist():
            what = self.program(row) if card < 0 else self.card_name(card)
            words.append(f"{WAITS[time]}: {what}")
        return words

    def program(self, row: int, *, event: bool = False) -> str:
        """The program of a card in words."""
        return program_words(self.t, row, event=event, words=self.scenario_words)

    def animals(self) -> str:
        """What the hungry animals dice show; empty if none was thrown."""
        return ", ".join(ANIMALS[face] for face in self.s.animals if face != c.NONE)

    def animals_in_short(self) -> str:
        """The same where there is little room: "nothing" only where all dice show it."""
        faces = [ANIMALS[face] for face in self.s.animals if face != c.NONE]
        return ", ".join([face for face in faces if face != ANIMALS[0]] or faces[:1])

    def legal_names(self) -> list[str]:
        """The names of the legal actions."""
        return [LAYOUT.names[action] for action in sorted(self.legal)]


ANIMALS = ("nothing", "1 food", "palisade", "a beast")
"""The faces of the hungry animals die."""
STANDING = {
    "stores_food": "stores food",
    "first_player_determination": "+{} determination a round",
    "ignores_snow": "{} snow less",
    "gather_bonus": "+{} when gathering",
    "wound_die_food": "maybe +{} food",
}
"""What items do by themselves, by the field of the data."""


def sight_of(s: Any, t: Any, facts: dict[str, Any]) -> Sight:
    """A state as the players see it."""
    mask = np.zeros(LAYOUT.n, np.int8)
    if s.over == 0:
        write_mask(s, t, mask)
    return Sight(s, t, facts, frozenset(int(action) for action in np.flatnonzero(mask)))


def stores(numbers: Any) -> Iterator[tuple[str, int]]:
    """Resources with their amounts."""
    for resource in range(c.KINDS_OF_RESOURCE):
        yield c.RESOURCES[resource], int(numbers[resource])


def cost_words(amounts: Any) -> str:
    """Wood, food and fur to be paid."""
    return " + ".join(f"{n} {PAID[i]}" for i, n in enumerate(amounts) if n)
