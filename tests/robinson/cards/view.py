"""A state as named cells, and the complete difference of two states as short lines.

A number changes by "wood -2", a set of tokens or marks by "build field +reroll", anything else by
"rope -> on board", a deck by "event deck +tiger". `put` writes the same cells: "wood 0", "space 3 covered
fish", "rope item".
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from crusoe_env.robinson import components, things
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.tables.building import tables
from crusoe_env.robinson.tables.loading import load

FACTS = load()
WITHOUT = "none"
PEOPLE = (*components.CHARACTER_IDS, "friday", "guest")
"""The names of the seats: in these tests the characters sit in the order of their sheets."""
CARD_TABLES = (
    "wreckage", "event", "build_adventure", "gather_adventure", "explore_adventure", "mystery",
)  # fmt: skip
CARD_NAMES = tuple(entry["id"] for table in CARD_TABLES for entry in FACTS[table])
BEAST_NAMES = tuple(entry["id"] for entry in FACTS["beast"])
ITEM_NAMES = (*components.INVENTION_IDS, *(entry["id"] for entry in FACTS["scenario_invention"]))
DECK_NAMES = tuple(c.ACTION_KINDS[kind] for kind in c.DECKS)
SPACE_NAMES = tuple(str(space) for space in range(c.SPACES))
RESOURCE_NAMES = tuple(name.replace("_", " ") for name in c.RESOURCES)
COUNTER_NAMES = ("woodpile", *(f"counter {i}" for i in range(1, c.COUNTERS)))
MARK_NAMES = tuple(f"mark {i}" for i in range(c.MARKS))
KIND_NAMES = tuple(name.replace("_", " ") for name in c.ACTION_KINDS)
PLANNED_KINDS = tuple(f"{name} pawns lent" for name in (*KIND_NAMES, "special"))


def _ability_names() -> Iterator[str]:
    """The abilities by the ids of what they come from."""
    ids = {
        things.SKILL: components.SKILL_IDS, things.STARTING_ITEM: components.STARTING_ITEM_IDS,
        things.TOKEN: components.DISCOVERY_IDS,
        things.TREASURE: components.MYSTERY_IDS, things.ITEM: ITEM_NAMES, things.KEPT_CARD: CARD_NAMES,
        things.FRIDAYS: ("friday",), things.GUESTS: ("guest",), things.DOG: ("dog",),
    }  # fmt: skip
    t = tables(FACTS)
    for a in range(int(t.abilities)):
        yield ids[int(t.ability_source[a])][int(t.ability_which[a])]


ABILITY_NAMES = (*_ability_names(), *(f"row {i}" for i in range(c.ABILITIES)))[: c.ABILITIES]
WOUND_MARKS = tuple(str(k) for k in range(14))


class Field(NamedTuple):
    """Cells of one field of the record: how they are called, by the names of their indices."""

    name: str
    axes: tuple[tuple[str, ...], ...] = ()
    bits: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


TREASURE_STATES = ("in deck", "gone", "kept", "to come", "in event deck")
ITEM_STATES = ("in deck", "board", "item", "to come", "discarded")
DECK_BITS = DECK_NAMES

FIELDS = {
    "over": Field("over"),
    "victory": Field("victory"),
    "cause": Field("cause", words=c.CAUSES),
    "rounds": Field("round"),
    "first_player": Field("first player", words=PEOPLE),
    "wounds": Field("{} wounds", (PEOPLE,)),
    "determination": Field("{} determination", (PEOPLE,)),
    "skills_used": Field("{} used", (PEOPLE,), bits=("skill 1", "skill 2", "skill 3", "skill 4")),
    "special_wounds": Field("{} {}", (PEOPLE, c.BODY_PARTS), bits=DECK_BITS),
    "covered_arrows": Field("{} covered marks", (PEOPLE,), bits=WOUND_MARKS),
    "outside": Field("{} outside", (PEOPLE,)),
    "own": Field("{} own {}", (PEOPLE, RESOURCE_NAMES)),
    "confused": Field("{} confused", (PEOPLE,)),
    "cursed": Field("{} cursed", (PEOPLE,)),
    "markers": Field("{} markers", (PEOPLE,)),
    "kept_weapon": Field("{} kept weapon", (PEOPLE[:4],)),
    "used_by": Field("{} used by", (ABILITY_NAMES,), words=PEOPLE),
    "saving": Field("{} saves {}", (PEOPLE, RESOURCE_NAMES[:3])),
    "morale": Field("morale"),
    "weapon": Field("weapon"),
    "roof": Field("roof"),
    "palisade": Field("palisade"),
    "shelter": Field("shelter"),
    "available": Field("{}", (RESOURCE_NAMES,)),
    "future": Field("future {}", (RESOURCE_NAMES,)),
    "camp": Field("camp", words=SPACE_NAMES),
    "tile": Field("tile {}", (SPACE_NAMES,), words=tuple(str(tile + 1) for tile in range(components.TILES))),
    "face_down": Field("space {} face down", (SPACE_NAMES,)),
    "covered": Field("space {} covered", (SPACE_NAMES,), bits=c.COVERS),
    "waiting_cover": Field("space {} awaits cover", (SPACE_NAMES,), bits=c.COVERS),
    "space_tokens": Field("space {}", (SPACE_NAMES,), bits=c.TOKENS),
    "item_tokens": Field("items' tokens on {}", (SPACE_NAMES,), bits=c.TOKENS),
    "new_space_tokens": Field("space {} later", (SPACE_NAMES,), bits=c.TOKENS),
    "tiles_known": Field("known tiles"),
    "field_tokens": Field("{} field", (KIND_NAMES,), bits=c.TOKENS),
    "new_field_tokens": Field("{} field later", (KIND_NAMES,), bits=c.TOKENS),
    "cost_tokens": Field("cost of {}", (c.STRUCTURES,), bits=c.TOKENS),
    "weather_tokens": Field("weather space", bits=c.TOKENS),
    "night_tokens": Field("night space", bits=c.TOKENS),
    "event_known": Field("event known"),
    "threat": Field("threat {}", (("left", "right"),), words=CARD_NAMES),
    "ambush": Field("ambush", words=BEAST_NAMES),
    "ambush_known": Field("ambush known"),
    "marked_items": Field("marked items", bits=ITEM_NAMES),
    "mystery_state": Field("treasure {}", (components.MYSTERY_IDS,), words=TREASURE_STATES),
    "mystery_uses": Field("uses of {}", (components.MYSTERY_IDS,)),
    "hunting_known": Field("hunting known"),
    "invention_state": Field("{}", (ITEM_NAMES,), words=ITEM_STATES),
    "invention_owner": Field("owner of {}", (ITEM_NAMES,), words=PEOPLE),
    "lost_items": Field("of use to the end of the round", bits=ITEM_NAMES),
    "starting_uses": Field("uses of {}", (components.STARTING_ITEM_IDS,)),
    "starting_future": Field("future uses of {}", (components.STARTING_ITEM_IDS,)),
    "discovery": Field("token {}", (components.DISCOVERY_IDS,)),
    "discovery_future": Field("future token {}", (components.DISCOVERY_IDS,)),
    "pawn_limit": Field("{} pawns", (PEOPLE,)),
    "allowed_kinds": Field("{} actions", (PEOPLE,), bits=KIND_NAMES),
    "skills_barred": Field("{} without skills", (PEOPLE,)),
    "no_mixed_pawns": Field("nobody shares an action"),
    "no_pawn_of_friday": Field("nor Friday"),
    "items_unavailable": Field("items unavailable"),
    "production_none": Field("not produced", bits=RESOURCE_NAMES),
    "production_extra": Field("production {}", (RESOURCE_NAMES,)),
    "production_half": Field("production half"),
    "production_skip": Field("production skipped"),
    "extra_pawns": Field("{}", (PLANNED_KINDS,)),
    "weather_rolled": Field("weather rolled"),
    "rain": Field("rain clouds"),
    "snow": Field("snow clouds"),
    "ignored_rain": Field("rain clouds ignored"),
    "ignored_snow": Field("snow clouds ignored"),
    "snow_to_rain": Field("snow clouds turned to rain"),
    "animals": Field("hungry animals{}", (("", *(f" {i}" for i in range(2, c.ANIMAL_DICE + 1))),)),
    "counter": Field("{}", (COUNTER_NAMES,)),
    "counter_stages_fed": Field("stages of {} fed", (COUNTER_NAMES,)),
    "marks": Field("marks on {}", (SPACE_NAMES,), bits=MARK_NAMES),
    "number": Field("number on {}", (SPACE_NAMES,)),
    "totems_found": Field("totems found"),
    "guest_here": Field("the guest is here"),
    "keeping": Field("yields are kept"),
    "more_camp_food": Field("more food tokens on the camp"),
    "ignored_animals": Field("hungry animals ignored"),
}  # fmt: skip

BITS_AND_PIECES = {
    "tiles", "tiles_left", "event_deck", "events_left", "event_discard", "events_discarded",
    "adventures", "adventures_left",
    "adventure_discard", "adventures_discarded", "mysteries", "mysteries_left", "mysteries_passed",
    "passed_over", "beasts", "beasts_left", "hunting", "hunting_left", "inventions", "inventions_left",
    "starting_deck", "starting_left", "discovery_stack", "discoveries_left", "delayed", "delayed_count",
}  # fmt: skip
"""Fields that `decks` and `delayed` show."""

NOT_ON_THE_TABLE = {
    "options": {
        "task", "players", "scenario", "chosen_character", "with_friday", "with_dog",
        "starting_item_count", "book_cards", "wreckage_option", "character", "mixed", "tables_hash",
        "dealt_inventions", "secret_plans", "private_finds", "lookouts", "strains", "words", "vocabulary",
    },
    "how things stood as the round began, and what has been done in it": {
        "counter_before", "marks_before", "tiles_before", "numbers_laid", "produced", "hungry",
        "animals_faced",
    },
    "course of play": {
        "rng", "forced", "forced_count", "fault", "steps", "score", "acting", "phase", "decision", "stack",
        "stack_size", "answer", "window", "relevant", "shown", "log", "log_at",
        "question_step", "question_person", "question_options", "question_may_pass", "question_card",
        "inventions_drawn", "question_row", "question_left", "question_detail",
    },
    "planning and the action under way; its results show elsewhere": {
        "gathered", "free_pawns", "passed", "last_call", "planner", "plans", "plan_kind",
        "plan_target", "plan_person", "plan_pawns", "plan_need", "plan_option", "plan_paid", "plan_all_dice",
        "plan_supports", "plan_items", "plan_done", "now", "dice", "rerolled", "failure_paid", "succeeded",
        "fighter", "fight_strength",
        "things_in_use", "spared", "weapon_bonus", "action_bonus", "wood_token_plan", "ignored_wounds",
        "wanted", "draws", "whole_draws", "capturing", "mystery_ignored", "passed_before", "mystery_draw",
        "way", "shortcut_used",
        "placed_pawns", "pawn_plan", "places_first", "looked", "strain",
    },
    "what players have said": {"said"},
    "what a card or a player remembers; later effects show it": {
        "card_space", "card_mark", "mystery_holder", "mystery_round", "gained", "found", "starting_finder",
        "outside_space", "outside_now", "outside_treasures",
    },
}  # fmt: skip

TIMES = ("at night", "every night", "next round")


class Cell(NamedTuple):
    """One number of the record, with its name."""

    name: str
    field: str
    index: tuple[int, ...]
    kind: Field


def _cells() -> Iterator[Cell]:
    for field, kind in FIELDS.items():
        if not kind.axes:
            yield Cell(kind.name, field, (), kind)
        elif len(kind.axes) == 1:
            for i, word in enumerate(kind.axes[0]):
                yield Cell(kind.name.format(word), field, (i,), kind)
        else:
            for i, word in enumerate(kind.axes[0]):
                for j, other in enumerate(kind.axes[1]):
                    yield Cell(kind.name.format(word, other), field, (i, j), kind)


CELLS = tuple(_cells())
NAMED = {cell.name: cell for cell in reversed(CELLS)}
BY_LENGTH = sorted(NAMED, key=len, reverse=True)


def _read(s: Any, cell: Cell) -> int:
    return int(s[cell.field][cell.index] if cell.index else s[cell.field])


def decks(s: Any) -> dict[str, list[str]]:
    """Each deck, the next card last."""

    def names(cards: Any, count: int, words: Callable[[int], str]) -> list[str]:
        return [words(int(card)) for card in cards[:count]]

    found = {
        "tiles": names(s.tiles, s.tiles_left, lambda tile: str(tile + 1)),
        "event deck": names(s.event_deck, s.events_left, CARD_NAMES.__getitem__),
        "mysteries": names(s.mysteries, s.mysteries_left, components.MYSTERY_IDS.__getitem__),
        "mysteries aside": names(s.passed_over, s.mysteries_passed, components.MYSTERY_IDS.__getitem__),
        "beasts": names(s.beasts, s.beasts_left, BEAST_NAMES.__getitem__),
        "invention deck": names(s.inventions, s.inventions_left, ITEM_NAMES.__getitem__),
        "starting items": names(s.starting_deck, s.starting_left, components.STARTING_ITEM_IDS.__getitem__),
        "discovery tokens": names(
            s.discovery_stack, s.discoveries_left, components.DISCOVERY_IDS.__getitem__
        ),
    }
    for deck, name in enumerate(DECK_NAMES):
        cards, left = s.adventures[deck], s.adventures_left[deck]
        found[f"{name} adventures"] = names(cards, left, CARD_NAMES.__getitem__)
        cards, left = s.adventure_discard[deck], s.adventures_discarded[deck]
        found[f"{name} discards"] = names(cards, left, CARD_NAMES.__getitem__)
    return found


def hunting_deck(s: Any) -> str:
    """The hunting deck, its top card first."""
    return " ".join(BEAST_NAMES[beast] for beast in s.hunting[: s.hunting_left][::-1]) or "empty"


def delayed(s: Any) -> list[str]:
    """What waits for later: when, of which card, by whom."""
    entries = []
    for time, _, card, performer in s.delayed[: s.delayed_count]:
        entries.append(f"{TIMES[time]} {CARD_NAMES[card]} of {PEOPLE[performer]}")
    return entries


def _change(cell: Cell, before: int, after: int) -> Iterator[str]:
    if cell.kind.bits:
        for i, word in enumerate(cell.kind.bits):
            if (before ^ after) >> i & 1:
                yield f"{cell.name} {'+' if after >> i & 1 else '-'}{word}"
    elif cell.kind.words:
        yield f"{cell.name} -> {cell.kind.words[after] if after != c.NONE else WITHOUT}"
    else:
        yield f"{cell.name} {after - before:+d}"


def difference(before: Any, after: Any) -> list[str]:
    """Everything on the table that is not as it was, one line each, sorted."""
    lines: list[str] = []
    for cell in CELLS:
        was, is_now = _read(before, cell), _read(after, cell)
        if was != is_now:
            lines += _change(cell, was, is_now)
    then, now = decks(before), decks(after)
    for name, cards in now.items():
        count, old = collections.Counter(cards), collections.Counter(then[name])
        lines += [f"{name} +{card}" for card in (count - old).elements()]
        lines += [f"{name} -{card}" for card in (old - count).elements()]
    if hunting_deck(before) != hunting_deck(after):
        lines.append(f"hunting deck -> {hunting_deck(after)}")
    count, old = collections.Counter(delayed(after)), collections.Counter(delayed(before))
    lines += [f"+ {entry}" for entry in (count - old).elements()]
    lines += [f"- {entry}" for entry in (old - count).elements()]
    return sorted(lines)


def lines_of(text: str, players: int = 3) -> list[str]:
    """A written change as lines, sorted; "each" means every player."""
    lines = []
    for line in filter(None, (part.strip() for part in text.split(";"))):
        if line.startswith("each "):
            lines += [line.replace("each", name, 1) for name in PEOPLE[:players]]
        else:
            lines.append(line)
    return sorted(set(lines))


def put(s: Any, text: str) -> None:
    """Set cells: "wood 0; space 3 covered fish+wood; rope item; each wounds 2"."""
    for line in lines_of(text, int(s.players)):
        name = next((name for name in BY_LENGTH if line.startswith(f"{name} ")), None)
        assert name is not None, f"no such cell: {line!r}"
        cell, word = NAMED[name], line[len(name) + 1 :]
        if word == WITHOUT:
            value = 0 if cell.kind.bits else c.NONE
        elif cell.kind.bits:
            value = sum(1 << cell.kind.bits.index(bit) for bit in word.split("+"))
        elif cell.kind.words:
            value = cell.kind.words.index(word)
        else:
            value = int(word)
        if cell.index:
            s[cell.field][cell.index] = value
        else:
            s[cell.field] = value
