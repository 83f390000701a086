"""The list of abilities: all that players can use, from the data.

An ability is one row: where it comes from, when it may be used, how often, what it takes, and its program.
Three operations are not carried out but read here, and say what the ability is for; they stand alone:

    extra_pawn KIND     while planning: it lends a pawn for an action of that kind
    reroll_die KIND     after a throw: it throws a die of that kind again
    spend_less ...      in an action of one's own: it takes less (this one is carried out as well)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from crusoe_env.facts import FactsError
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson import things
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.catalogue import programs, value_of
from crusoe_env.robinson.card_language.columns import Row
from crusoe_env.robinson.card_language.measures import Condition, condition_of, known_measures
from crusoe_env.robinson.tables.columns import Start, bits_of, cost_of, when_of
from crusoe_env.robinson.tables.layout import LENDERS

READ_HERE = {"extra_pawn": "planning", "reroll_die": "after_roll", "spend_less": "own_action"}
"""Operations that say what an ability is for, and when such an ability is used."""
_OF_STEPS = {c.NO_WINDOW, c.TRAP_DRAWN, c.EXPLORED, c.ARRANGING, c.BEFORE_MYSTERIES}
"""Windows for what belongs to one step of play only."""
_AT_ANY_TIME = sum(1 << window for window in range(len(c.WINDOWS)) if window not in _OF_STEPS)
WINDOWS_OF = {
    "any": _AT_ANY_TIME,
    "not_on_card": _AT_ANY_TIME & ~(1 << c.ON_CARD),
    "not_while_acting": _AT_ANY_TIME,
    "before_actions": 1 << c.AT_PLANNING,
    "planning": 1 << c.AT_PLANNING,
    "own_action": 1 << c.AT_PLANNING | 1 << c.BEFORE_ACT | 1 << c.IN_FIGHT,
    "after_roll": 1 << c.AFTER_THROW,
    "weapon": 1 << c.IN_FIGHT | 1 << c.BEFORE_ACT | 1 << c.AT_PLANNING | 1 << c.ON_CARD,
    "fight": 1 << c.IN_FIGHT,
    "trap": 1 << c.TRAP_DRAWN,
    "creature": 1 << c.TRAP_DRAWN,
    "whole_draw": 1 << c.BEFORE_MYSTERIES,
    "exploring": 1 << c.EXPLORED,
    "tile_found": 1 << c.EXPLORED,
    "explore_action": 0,
    "arrange_camp": 1 << c.ARRANGING,
    "after_actions": 0,
    "weather": 1 << c.IN_WEATHER,
    "night": 1 << c.AT_NIGHT | 1 << c.ON_CARD,
}
"""The windows at which a thing can be used at most; rules/timing.py says when exactly."""
EXPLORE_ACTION = v.WHENS.index("explore_action")
PLANNING = v.WHENS.index("planning")
FOR_A_CHANGE = [v.WHENS.index(when) for when in ("any", "not_on_card", "not_while_acting")]
"""Times that fit where what comes next depends on what the use changes."""


@dataclass(frozen=True)
class Ability:
    """One row of the list."""

    source: int
    which: int
    when: int = c.NONE
    """vocabulary.WHENS."""
    program: int = 0
    """The row where the program begins."""
    determination: int = 0
    pays: tuple[int, int, int] = (0, 0, 0)
    item: int = c.NONE
    weapon: int = 0
    limit: int = things.NO_LIMIT
    lends: int = 0
    """Bits: kinds of action for one of which it lends a pawn each round."""
    needs: tuple[Condition, ...] = ()
    """Conditions that must hold."""
    special: int = c.NONE
    """The special action of the scenario for which alone it lends it."""
    rerolls: int = 0
    """Bits: kinds of action of which it throws a die again."""
    gathers: int = 0
    """How much more a successful gathering brings."""

    @property
    def costs(self) -> int:
        """What using it may change apart from its program: bits of vocabulary.ASPECTS."""
        costs = v.DETERMINATION_ASPECT if self.source == things.SKILL else 0
        costs |= v.ITEMS_ASPECT if self.item != c.NONE else 0
        costs |= v.WEAPON_ASPECT if self.weapon > 0 else 0
        return costs | sum(aspect for aspect, amount in zip(v.RESOURCE_ASPECTS, self.pays) if amount > 0)

    @property
    def thing(self) -> int:
        """The thing with which it is used; NONE if it is asked for otherwise."""
        if self.gathers or self.source in (things.FRIDAYS, things.GUESTS):
            return c.NONE
        return things.thing_of(self.source, self.which)

    @property
    def card(self) -> int:
        """The card whose program it is, for the rules."""
        return box.FIRST_MYSTERY + self.which if self.source == things.TREASURE else c.FIRST_USE + self.thing


# ------------------------------------------------------------------ from the data to the list
def abilities_of(facts: Mapping[str, Any], start: Start) -> list[Ability]:
    """All abilities, those of the characters first."""
    found = [_use(things.SKILL, i, "skill", entry, start) for i, entry in enumerate(facts["skill"])]
    for i, entry in enumerate(facts["starting_item"]):
        found.append(_use(things.STARTING_ITEM, i, "starting_item", entry, start))
    found += _tokens(facts, start)
    for i, entry in enumerate(facts["mystery"]):
        found.append(_use(things.TREASURE, i, "mystery", entry, start))
        found.append(_pawn(things.TREASURE, i, entry.get("pawn", [])))
    for first, table in ((0, "invention"), (box.CARD_INVENTIONS, "scenario_invention")):
        for i, entry in enumerate(facts[table]):
            found.append(_use(things.ITEM, first + i, table, entry, start))
            found.append(_pawn(things.ITEM, first + i, entry.get("pawn", [])))
            found.append(_special_pawn(first + i, entry, facts["special_action"]))
            found.append(_gathering(first + i, entry))
    for table, first in zip(box.DECK_TABLES, box.FIRST_ADVENTURE):
        for i, entry in enumerate(facts[table]):
            found.append(_use(things.KEPT_CARD, first + i, table, entry, start))
    found.append(_pawn(things.DOG, 0, facts["dog"]["actions"]))
    with_dice = sum(1 << kind for kind in c.DECKS)
    cost = facts["friday"]["reroll_cost"]
    found.append(Ability(things.FRIDAYS, 0, determination=cost, rerolls=with_dice))
    for guest in facts.get("guest", []):
        if "rerolls" in guest:
            rerolls = bits_of(guest["rerolls"], c.ACTION_KINDS)
            found.append(
                Ability(things.GUESTS, 0, determination=guest.get("reroll_cost", 0), rerolls=rerolls)
            )
    return [ability for ability in found if ability is not None]


def _use(
    source: int,
    which: int,
    table: str,
    entry: Mapping[str, Any],
    start: Start,
    *,
    item: int = c.NONE,
    weapon: int = 0,
) -> Ability | None:
    """What an entry says about its use, if it can be used at all."""
    program = start(table, entry["id"], "use")
    if program == 0:
        return None
    return Ability(
        source,
        which,
        when_of(entry),
        program,
        entry.get("cost", 0),
        cost_of(entry.get("use_pays", [{}])[0]),
        item=item,
        weapon=weapon,
        limit=things.LIMITS.index(entry.get("limit", "none")),
    )


def _tokens(facts: Mapping[str, Any], start: Start) -> Iterator[Ability | None]:
    """Discovery tokens, with the scenario's meaning of the four symbols."""
    known = known_measures(facts)
    meaning = {entry["symbol"]: entry for entry in facts["scenario_discovery"]}
    for i, identity in enumerate(box.DISCOVERY_IDS):
        token = facts["discovery"][i]
        table, entry = "discovery", token
        if identity in meaning:
            table, entry = "scenario_discovery", meaning[identity]
        item = box.INVENTION_IDS.index(token["item"]) if "item" in token else c.NONE
        yield _use(things.TOKEN, i, table, entry, start, item=item, weapon=token.get("weapon", 0))
        where = f"scenario_discovery {entry['id']!r}, field 'uses'"
        for k, one in enumerate(entry.get("uses", [])):
            needs = tuple(condition_of(text, known, where) for text in one["needs"])
            program = start(table, entry["id"], f"uses.{k}.use")
            yield Ability(things.TOKEN, i, when_of(one), program, needs=needs)


def _pawn(source: int, which: int, kinds: list[str]) -> Ability | None:
    """A pawn that comes back every round."""
    lends = bits_of(kinds, c.ACTION_KINDS)
    return Ability(source, which, limit=things.ONCE_A_ROUND, lends=lends) if lends else None


def _special_pawn(item: int, entry: Mapping[str, Any], actions: list[Mapping[str, Any]]) -> Ability | None:
    """The same for one special action of the scenario only."""
    if "pawn_for" not in entry:
        return None
    special = [action["id"] for action in actions].index(entry["pawn_for"])
    lends = 1 << c.PLANNED_KIND_NAMES.index(actions[special]["kind"])
    return Ability(things.ITEM, item, limit=things.ONCE_A_ROUND, lends=lends, special=special)


def _gathering(item: int, entry: Mapping[str, Any]) -> Ability | None:
    """More of what is gathered, once a round."""
    gathers = entry.get("gather_bonus", 0)
    return Ability(things.ITEM, item, limit=things.ONCE_A_ROUND, gathers=gathers) if gathers else None


# ------------------------------------------------------------------ from the list to the tables
def write_abilities(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    """Fill the columns of the abilities. Raises FactsError if there are too many."""
    found = abilities_of(facts, start)
    if len(found) > c.ABILITIES:
        raise FactsError(f"{len(found)} abilities are too many; at most {c.ABILITIES} are possible")
    t.abilities = len(found)
    t.skill_ability[:] = t.thing_ability[:] = t.explore_ability = c.NONE
    t.lender_count[:] = t.window_ability_count[:] = t.window_skills[:] = 0
    for row, ability in enumerate(found):
        _write(t, row, ability)


def _write(t: Any, row: int, ability: Ability) -> None:
    """One row of the list, and where it is found."""
    for name in ("source", "which", "when", "program", "determination", "pays", "item", "weapon", "limit"):
        t["ability_" + name][row] = getattr(ability, name)
    t.ability_costs[row], t.ability_card[row] = ability.costs, ability.card
    changes = ability.costs | int(t.affects[ability.program])
    t.ability_changes[row] = changes if ability.when in FOR_A_CHANGE else 0
    t.ability_conditions[row] = len(ability.needs)
    for i, need in enumerate(ability.needs):
        t.ability_needs[row, i] = need
    t.ability_gathers[row], t.ability_special[row] = ability.gathers, ability.special
    first = Row(*(int(value) for value in t.rows[ability.program]))
    lends = ability.lends
    if first.op == op.EXTRA_PAWN and ability.when == PLANNING:
        lends |= 1 << first.what
    t.ability_rerolls[row] = ability.rerolls | (1 << first.what if first.op == op.REROLL_DIE else 0)
    offered = ability.when != c.NONE and lends == 0 and t.ability_rerolls[row] == 0
    t.ability_windows[row] = WINDOWS_OF[v.WHENS[ability.when]] if offered else 0
    for window in range(len(c.WINDOWS)):
        if int(t.ability_windows[row]) >> window & 1:
            _offer(t, window, row, ability)
    if first.op == op.SPEND_LESS:
        t.ability_saves[row, first.what] = first.number
    for kind in range(c.PLANNED_KINDS):
        if lends >> kind & 1:
            _add_lender(t, kind, row)
    t.ability_thing[row] = ability.thing
    if ability.program != 0 and ability.source == things.SKILL:
        t.skill_ability[ability.which] = row
    elif ability.program != 0:
        t.thing_ability[ability.thing] = row
    if ability.when == EXPLORE_ACTION:
        t.explore_ability = row


def _offer(t: Any, window: int, row: int, ability: Ability) -> None:
    if ability.source == things.SKILL:
        character, place = divmod(ability.which, box.SKILLS_EACH)
        t.window_skills[window, character] |= int(ability.program != 0) << place
        return
    if t.window_ability_count[window] == c.WINDOW_ABILITIES:
        raise FactsError(
            f"more than {c.WINDOW_ABILITIES} things can be used at one time: {c.WINDOWS[window]}"
        )
    t.window_abilities[window, t.window_ability_count[window]] = row
    t.window_ability_count[window] += 1


def _add_lender(t: Any, kind: int, row: int) -> None:
    if t.lender_count[kind] == LENDERS:
        raise FactsError(f"more than {LENDERS} things lend a pawn for {c.PLANNED_KIND_NAMES[kind]!r}")
    t.lenders[kind, t.lender_count[kind]] = row
    t.lender_count[kind] += 1


# ------------------------------------------------------------------ what a correction may not say


def check_abilities(facts: Mapping[str, Any], file: str) -> None:
    """Refuse what no rule would carry out. Raises FactsError."""
    _check_operations(facts, file)
    _check_things(facts, file)
    _check_single(facts, file)


def _check_operations(facts: Mapping[str, Any], file: str) -> None:
    """Operations that say what an ability is for stand alone, in a use, at their time."""
    entries = {
        (table, entry["id"]): entry
        for table, content in facts.items()
        if isinstance(content, list)
        for entry in content
    }
    for program in programs(facts):
        where = f"{file}: {program.table} {program.id!r}, field {program.field!r}"
        entry = entries.get((program.table, program.id), {})
        words = [word for clause in program.clauses for word in clause.replace(":", " ").split()]
        for operation, when in READ_HERE.items():
            if operation not in words:
                continue
            timely = when_used(entry, program.field) == when
            if operation == "extra_pawn" and not timely:
                continue  # a pawn for this round
            if not timely:
                raise FactsError(f"{where}: {operation!r} is for a use with when = {when!r}")
            if len(program.clauses) > 1 or len(words) < 2 or words[0] != operation:
                raise FactsError(f"{where}: {operation!r} stands alone")
            kind = words[1]
            if operation == "reroll_die" and kind not in [c.ACTION_KINDS[deck] for deck in c.DECKS]:
                raise FactsError(f"{where}: no dice are thrown for {kind!r}")
            if operation == "spend_less" and kind not in ("wood", "food", "fur"):
                raise FactsError(f"{where}: no action takes {kind!r}")


def when_used(entry: Mapping[str, Any], field: str) -> str | None:
    """When the use is for which a program stands; None if it is no use."""
    uses, _, inner = field.rpartition(".")
    if inner != "use" and field != "use":
        return None
    return entry.get("when") if field == "use" else value_of(entry, f"{uses}.when")


def _check_things(facts: Mapping[str, Any], file: str) -> None:
    """Whatever can be used has an action for it, and a time."""
    for table, source, used in (
        ("mystery", things.TREASURE, things.USED_TREASURES),
        ("invention", things.ITEM, things.USED_ITEMS),
    ):
        for i, entry in enumerate(facts[table]):
            for field in ("use", "pawn"):
                if entry.get(field) and i not in used:
                    where = f"{file}: {table} {entry['id']!r}, field {field!r}"
                    raise FactsError(f"{where}: there is no action for using this {things.SOURCES[source]}")
    for table, content in facts.items():
        for entry in content if isinstance(content, list) else []:
            if entry.get("use") and "when" not in entry:
                raise FactsError(f"{file}: {table} {entry['id']!r}, field 'use': expected 'when' beside it")
            if len(entry.get("use_pays", [])) > 1:
                raise FactsError(f"{file}: {table} {entry['id']!r}, field 'use_pays': expected one way only")


def _check_single(facts: Mapping[str, Any], file: str) -> None:
    """Things for which there is so much room only."""
    kept = [(table, entry["id"]) for table in box.DECK_TABLES for entry in facts[table] if entry.get("use")]
    if len(kept) > 1:
        table, identity = kept[1]
        raise FactsError(f"{file}: {table} {identity!r}, field 'use': one adventure can be kept for use")
    gathering = [entry["id"] for entry in facts["invention"] if entry.get("gather_bonus")]
    if len(gathering) > c.GATHERING_ITEMS:
        where = f"{file}: invention {gathering[c.GATHERING_ITEMS]!r}, field 'gather_bonus'"
        raise FactsError(f"{where}: two items can add to what is gathered")
    for table, content in facts.items():
        for entry in content if isinstance(content, list) else []:
            if entry.get("when") == "explore_action" and (table, entry["id"]) != ("mystery", "treasure_map"):
                where = f"{file}: {table} {entry['id']!r}, field 'when'"
                raise FactsError(f"{where}: 'explore_action' is for the Treasure map")
