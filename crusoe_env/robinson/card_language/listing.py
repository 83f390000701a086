"""All cards in words, read back from the compiled tables: what the rules will do, for people to compare.

Everything is listed as it is in the first edition. Below an entry stand those lines of the current edition
that differ.

`python -m crusoe_env.robinson.card_language.listing` prints it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.compiler import read_program
from crusoe_env.robinson.card_language.vocabulary import EACH, PERFORMER, WHENS
from crusoe_env.robinson.components import (
    DECK_TABLES,
    FIRST_ADVENTURE,
    FIRST_EVENT,
    FIRST_MYSTERY,
    INVENTION_IDS,
)
from crusoe_env.robinson.tables.building import tables
from crusoe_env.robinson.tables.editions import EDITIONS, SWITCHES
from crusoe_env.robinson.tables.loading import load
from crusoe_env.robinson.tables.schema import KINDS, SOURCES_OF, TYPES
from crusoe_env.robinson.things import DOG, FRIDAYS, ITEM, KEPT_CARD, SKILL, STARTING_ITEM, TOKEN, TREASURE

STANDING = {
    "invention_stores": "stores {} food",
    "invention_determination": "morale phase: determination first {}",
    "invention_ignores_snow": "weather phase: ignore snow {}",
    "invention_wound_die_food": "production phase: gain food {} if the build wound die shows a wound",
}
OFTEN = ("", "once each round", "for one character each round", "once in an action")
"""How often a thing is used, by things.LIMITS."""
INVENTION_KINDS = (*KINDS, "scenario")


def listing(user_file: str | Path | None = None) -> Iterator[str]:
    """All lines, of both editions; with a user's corrections if a file is given. Raises FactsError."""
    first, current = ([*entries(user_file, edition)] for edition in EDITIONS)
    for entry, there in zip(first, current):
        yield from entry
        for line in there:
            if line not in entry:
                yield f"    current edition: {line.strip()}"
        for line in entry:
            if heading(line) not in map(heading, there):
                yield f"    first edition only: {line.strip()}"


def heading(line: str) -> str:
    """What a line is about."""
    return line.partition(":")[0].partition("(")[0]


def entries(user_file: str | Path | None, edition: str) -> Iterator[list[str]]:
    """The lines of each entry as it is in an edition."""
    facts = load(user_file, {"edition": edition})
    entry: list[str] = []
    for line in lines(facts, tables(facts)):
        if entry and not line.startswith(" "):
            yield entry
            entry = []
        entry.append(line)
    yield entry


def lines(facts: Mapping[str, Any], t: Any) -> Iterator[str]:
    """A line for each switch, card, item, token, tile, character, skill; below it lines for its programs."""
    for switch in SWITCHES:
        yield f"switch {switch}: {t[switch]}"
    for card, entry in enumerate(facts["wreckage"]):
        yield f"wreckage {entry['id']}"
        yield from _threat(t, card)
    for i, entry in enumerate(facts["event"]):
        yield from _event(t, FIRST_EVENT + i, entry)
    for table, first in zip(DECK_TABLES, FIRST_ADVENTURE):
        for i, entry in enumerate(facts[table]):
            copies = t.copies[first + i]
            yield f"{table} {entry['id']}" + (f", {copies} copies" if copies != 1 else "")
            yield from _card(t, first + i)
    for i, entry in enumerate(facts["mystery"]):
        yield from _mystery(t, i, entry)
    for i, entry in enumerate(facts["beast"]):
        numbers = f"strength {t.beast_strength[i]}, weapon -{t.beast_weapon_loss[i]}"
        yield f"beast {entry['id']}: {numbers}, food {t.beast_food[i]}, fur {t.beast_fur[i]}"
        yield from _program(t, "then", t.beast_extra[i], PERFORMER)
    names = [entry["id"] for entry in facts["invention"] + facts["scenario_invention"]]
    for i, name in enumerate(names):
        yield from _invention(t, i, name)
    yield from _shared(t, facts)
    yield from _people_and_tiles(t, facts)


def _program(t: Any, name: str, start: int, usual: int) -> Iterator[str]:
    """A line with a program, unless it is empty."""
    if start:
        yield f"    {name}: " + ", ".join(read_program(t, int(start), usual))


def _words(bits: int, known: tuple[str, ...]) -> str:
    return " and ".join(word for i, word in enumerate(known) if int(bits) >> i & 1)


def _cost(cost: Any) -> str:
    return " and ".join(f"{n} {name}" for n, name in zip(cost, c.RESOURCES) if n)


def _needs(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _many(number: Any, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _abilities(t: Any, source: int, which: int) -> list[int]:
    """The rows of the list of abilities that come from a thing."""
    rows = range(int(t.abilities))
    return [a for a in rows if t.ability_source[a] == source and t.ability_which[a] == which]


def _pawn(t: Any, source: int, which: int) -> str:
    """The kinds of action for one of which a pawn is lent every round."""
    rows = [a for a in _abilities(t, source, which) if t.ability_program[a] == 0]
    kinds = [kind for i, kind in enumerate(c.ACTION_KINDS) if {*rows} & {*t.lenders[i, : t.lender_count[i]]}]
    return "pawn for " + " or ".join(kinds) if kinds else ""


def _use(t: Any, source: int, which: int, head: str = "use") -> Iterator[str]:
    """What is used: when, what it takes, how often; then its program."""
    for a in _abilities(t, source, which):
        if t.ability_program[a] == 0:
            continue
        needs = _needs(
            WHENS[t.ability_when[a]],
            f"{t.ability_determination[a]} determination" if source == SKILL else "",
            _cost(t.ability_pays[a]),
            INVENTION_IDS[t.ability_item[a]] if t.ability_item[a] != c.NONE else "",
            f"weapon {t.ability_weapon[a]}" if t.ability_weapon[a] else "",
            OFTEN[t.ability_limit[a]],
        )
        yield from _program(t, f"{head} ({needs})", t.ability_program[a], PERFORMER)


def _event(t: Any, card: int, entry: Mapping[str, Any]) -> Iterator[str]:
    icon = "book" if t.card_icon[card] == 0 else c.ACTION_KINDS[t.card_icon[card]]
    copies = f", {t.copies[card]} copies" if t.copies[card] != 1 else ""
    yield f"event {entry['id']}: {icon}{copies}"
    yield from _program(t, "effect", t.event_program[card], EACH)
    yield from _threat(t, card)
    yield from _program(t, "unanswered", t.threat_effect[card], EACH)


def _threat(t: Any, card: int) -> Iterator[str]:
    """The ways to take the threat action."""
    for option in range(t.threat_options[card]):
        pawns = _many(t.threat_pawns[card, option], "pawn", "pawns")
        pawns += " of two players" * t.threat_two_players[card]
        items = _words(int(t.threat_items[card]) | int(t.threat_option_items[card, option]), INVENTION_IDS)
        weapon = f"weapon {t.threat_weapon[card]}" if t.threat_weapon[card] else ""
        head = "threat: " + _needs(pawns, weapon, items, _cost(t.threat_cost[card, option]))
        reward = list(_program(t, head, t.threat_reward[card, option], PERFORMER))
        yield from reward or [f"    {head}"]


def _card(t: Any, card: int) -> Iterator[str]:
    yield from _program(t, "effect", t.resolve_program[card], PERFORMER)
    yield from _use(t, KEPT_CARD, card, "once, when kept")
    yield from _program(t, "as event", t.event_program[card], EACH)


def _mystery(t: Any, i: int, entry: Mapping[str, Any]) -> Iterator[str]:
    stores = f"stores {t.mystery_stores[i]} food" if t.mystery_stores[i] else ""
    stored = t.mystery_stores_when_used[i]
    when_used = f"stores {stored} food when used" if stored else ""
    rain = f"{t.mystery_snow_to_rain[i]} snow is rain" if t.mystery_snow_to_rain[i] else ""
    kind = TYPES[t.mystery_type[i]]
    wood = "+1 wood without source" * t.mystery_wood_without_source[i]
    pawn = _pawn(t, TREASURE, i)
    yield f"mystery {entry['id']}: {_needs(kind, stores, when_used, rain, wood, pawn)}"
    yield from _card(t, FIRST_MYSTERY + i)
    uses = f", {t.mystery_uses[i]} times" if t.mystery_uses[i] else ""
    later = ", not in the round in which it was found" * t.mystery_from_next_round[i]
    yield from _use(t, TREASURE, i, f"use{uses}{later}")
    yield from _program(t, "instead of rest", t.mystery_rest[i], PERFORMER)


def _invention(t: Any, i: int, name: str) -> Iterator[str]:
    ways = [_cost(t.invention_cost[i, way]) for way in range(t.invention_costs[i])]
    needs = _needs(
        INVENTION_KINDS[t.invention_kind[i]],
        _words(t.invention_terrain[i], c.TERRAINS),
        _words(t.invention_items[i], INVENTION_IDS),
        " or ".join(way for way in ways if way),
        _pawn(t, ITEM, i),
    )
    yield f"invention {name}: {needs}"
    yield from _program(t, "built", t.invention_build[i], EACH)
    yield from _program(t, "lost", t.invention_loss[i], EACH)
    yield from _use(t, ITEM, i)
    yield from _program(t, "instead of rest", t.invention_rest[i], PERFORMER)
    for field, words in STANDING.items():
        if t[field][i]:
            yield f"    {words.format(t[field][i])}"
    for a in _abilities(t, ITEM, i):
        if t.ability_gathers[a]:
            yield f"    each round: gain gathered {t.ability_gathers[a]}"


def _shared(t: Any, facts: Mapping[str, Any]) -> Iterator[str]:
    """Starting items and discovery tokens."""
    for i, entry in enumerate(facts["starting_item"]):
        yield f"starting item {entry['id']}: {t.starting_uses[i]} times"
        yield from _use(t, STARTING_ITEM, i)
    for i, entry in enumerate(facts["discovery"]):
        needs = _needs(
            _many(t.discovery_copies[i], "token", "tokens"),
            "rots" * t.discovery_rots[i],
            "forced" * t.discovery_forced[i],
        )
        yield f"discovery {entry['id']}: {needs}"
        yield from _use(t, TOKEN, i)


def _people_and_tiles(t: Any, facts: Mapping[str, Any]) -> Iterator[str]:
    for i, entry in enumerate(facts["character"]):
        marks = [k for k in range(32) if int(t.morale_marks[i]) >> k & 1]
        invention = INVENTION_IDS[t.personal_invention[i]]
        yield f"character {entry['id']}: dies at {t.dies_at[i]}, morale at {marks}, {invention}"
    for i, entry in enumerate(facts["skill"]):
        yield f"skill {entry['id']}"
        yield from _use(t, SKILL, i)
    dog, friday = _pawn(t, DOG, 0), _abilities(t, FRIDAYS, 0)[0]
    yield f"the Dog: {dog}"
    yield f"Friday: throws a die again for {t.ability_determination[friday]} determination"
    for i, entry in enumerate(facts["tile"]):
        sources = _words(t.tile_sources[i], SOURCES_OF)
        icons = _needs("beast" * t.tile_beast[i], "totem" * t.tile_totem[i], "shelter" * t.tile_shelter[i])
        found = _many(t.tile_discoveries[i], "discovery", "discoveries")
        yield f"{entry['id']}: {_needs(c.TERRAINS[t.tile_terrain[i]], sources, found, icons)}"


if __name__ == "__main__":
    for text in listing():
        print(text)
