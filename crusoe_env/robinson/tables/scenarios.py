"""Scenarios: finding the file of one, checking it, and what it writes into the tables.

The only place that knows scenarios by name.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crusoe_env.engine.state import new_records
from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.measures import (
    LEAST_KIND,
    MEASURES_OF_KIND,
    SUM_KIND,
    condition_of,
    known_measures,
    measure_of,
    number_or_measure,
)
from crusoe_env.robinson.components import FOLDER as DATA
from crusoe_env.robinson.components import INVENTION_IDS, STARTING_ITEM_IDS
from crusoe_env.robinson.tables.choices import check_choices
from crusoe_env.robinson.tables.columns import Start, bits, bits_of
from crusoe_env.robinson.tables.goals import check_counters, check_goal
from crusoe_env.robinson.tables.islands import check_island, lay_island
from crusoe_env.robinson.tables.layout import TABLES
from crusoe_env.robinson.tables.scenario_schema import CHECKED, MOST
from crusoe_env.robinson.tables.schema import WEATHER_DICE
from crusoe_env.robinson.tables.set_up import check_set_up
from crusoe_env.robinson.tables.special_actions import check_special_actions, fill_special_actions
from crusoe_env.support.words import nearest, shown

MARK_BITS = {
    "marks_hiding_terrain": "hides_terrain",
    "marks_stopping_production": "stops_production",
    "marks_barring_camp": "no_camp",
    "marks_on_face_down": "on_face_down",
    "marks_printed": "printed",
}
"""Columns with the bits of the marks that do a thing, and the fields that say so."""
FOLDER = DATA / "scenarios"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))
"""The scenarios of the suite."""
OWN_SCENARIOS = 4
"""Scenario files of a user's own that an environment can mix, at most."""
MEASURED_RULES = ("animals_times", "fed_first")
"""Rules of a scenario that are measures."""


def scenario_file(name: Any) -> Path:
    """The file of a scenario: of the suite by name, of a user's own by its path. Raises ValueError."""
    if isinstance(name, Path) or (isinstance(name, str) and name.endswith(".toml")):
        if not os.path.isfile(name):  # False for names too long, where Path raises
            raise ValueError(f"scenario: there is no file {shown(str(name))}")
        return Path(name)
    if name not in NAMES:
        hint = f"{nearest(name, NAMES)}, or the path of a scenario file (*.toml)"
        raise ValueError(f"scenario: {shown(name)} is unknown; {hint}")
    return FOLDER / f"{name}.toml"


# ---------------------------------------------------------------- checks
def check_scenario(facts: Mapping[str, Any], file: str, stem: str) -> None:
    """What one entry alone cannot show: weather for each round, room for all, a meaning for each symbol.

    Args:
        facts: the facts with the scenario's tables.
        file: named in messages.
        stem: the name of the scenario's file, which is its id.

    Raises:
        FactsError: in one line.
    """
    scenario = facts["scenario"]
    if scenario["id"] != stem:
        raise FactsError(f"{file}: [scenario], field 'id': expected {stem!r}, the name of its file")
    if len(scenario["weather"]) != scenario["rounds"]:
        found = f"{len(scenario['weather'])} entries for {scenario['rounds']} rounds"
        raise FactsError(f"{file}: [scenario], field 'weather': {found}")
    for table, most in MOST.items():
        if len(facts.get(table, [])) > most:
            raise FactsError(f"{file}: [[{table}]]: at most {most} are possible, found {len(facts[table])}")
    programs = len(facts["on"].get("round", []))
    if programs > scenario["rounds"]:
        raise FactsError(f"{file}: [on], field 'round': {programs} entries for {scenario['rounds']} rounds")
    check_island(facts, file)
    _check_symbols(facts, file)
    check_choices(facts, file)
    check_counters(facts, file)
    check_set_up(facts, file)
    check_goal(facts, file)
    _check_guest(facts, file)
    _check_rules(facts, file)
    _check_uses(facts, file)
    check_special_actions(facts, file)
    t = new_records(TABLES, 1)[0]
    _ending(t, facts, f"{file}: ")
    _inventions(t, facts, f"{file}: ", _nowhere)
    fill_special_actions(t, facts, _nowhere, f"{file}: ")
    _sums(t, facts, f"{file}: ")


def _check_uses(facts: Mapping[str, Any], file: str) -> None:
    """The conditions that choose among several uses of a token."""
    known = known_measures(facts)
    for entry in facts["scenario_discovery"]:
        where = f"{file}: scenario_discovery {entry['id']!r}, field 'uses'"
        for one in entry.get("uses", []):
            if "use" not in one or "when" not in one:
                raise FactsError(f"{where}: expected 'when' and 'use' in each")
            for text in one["needs"]:
                condition_of(text, known, where)


def _nowhere(table: str, identity: str, field: str) -> int:
    """No program is looked at where only words are checked."""
    return 0


def _check_symbols(facts: Mapping[str, Any], file: str) -> None:
    symbols = [entry["id"] for entry in facts["discovery"] if "by_scenario" in entry]
    for entry in facts.get("scenario_discovery", []):
        if entry["symbol"] not in symbols:
            where = f"{file}: scenario_discovery {entry['id']!r}, field 'symbol'"
            hint = nearest(entry["symbol"], symbols)
            raise FactsError(f"{where}: {shown(entry['symbol'])} is unknown; {hint}")
        symbols.remove(entry["symbol"])
    if symbols:
        raise FactsError(f"{file}: [[scenario_discovery]]: nothing for symbol {symbols[0]!r}")


def _check_guest(facts: Mapping[str, Any], file: str) -> None:
    for entry in facts.get("guest", []):
        where = f"{file}: guest {entry['id']!r}"
        if max(entry.get("morale_marks", [0])) > entry["hearts"]:
            raise FactsError(f"{where}, field 'morale_marks': the track has {entry['hearts']} hearts only")
        if ("rerolls" in entry) != ("reroll_cost" in entry):
            raise FactsError(f"{where}: expected 'rerolls' and 'reroll_cost' together")
        if "joins" in entry:
            condition_of(entry["joins"], known_measures(facts), f"{where}, field 'joins'")


def _check_rules(facts: Mapping[str, Any], file: str) -> None:
    """Measures that a scenario's rules name."""
    known, rules = known_measures(facts), facts["scenario"].get("rules", {})
    for name in MEASURED_RULES:
        if name in rules:
            measure_of(rules[name], known, f"{file}: [scenario], field 'rules.{name}'")
    where = f"{file}: [scenario], field 'rules.keep_beast"
    if ("keep_beast" in rules) != ("keep_beast_if" in rules):
        raise FactsError(f"{where}': expected 'keep_beast_if' beside it")
    if "keep_beast_if" in rules:
        condition_of(rules["keep_beast_if"], known, f"{where}_if'")


# ---------------------------------------------------------------- tables
def fill_scenario(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    """Write what the scenario brings into the tables, but for inventions and tokens. Raises FactsError."""
    scenario = facts["scenario"]
    t.rounds = scenario["rounds"]
    t.book_cards = t.adventure_cards = (scenario["rounds"] + 1) // 2
    for i, dice in enumerate(scenario["weather"]):
        t.weather[i] = bits_of(dice, WEATHER_DICE)
    for i, hook in enumerate(c.HOOKS):
        t.on[i] = start("on", "on", hook)
    for i in range(len(facts["on"].get("totem", []))):
        t.totem_program[i] = start("on", "on", f"totem.{i}")
    for i in range(len(facts["on"].get("round", []))):
        t.on_round[i] = start("on", "on", f"round.{i}")
    lay_island(t, scenario.get("island", {}))
    _start(t, scenario.get("start", {}))
    _rules(t, facts, start)
    _counters(t, facts)
    _marks(t, facts)
    for i, entry in enumerate(facts["amount"]):
        t.amount[i] = entry["by_players"]
    _guest(t, facts)
    _inventions(t, facts, "", start)
    fill_special_actions(t, facts, start, "")
    _sums(t, facts, "")
    _ending(t, facts, "")


def _start(t: Any, changes: Mapping[str, Any]) -> None:
    """What is different in the set-up."""
    t.start_shelter = changes.get("shelter", False)
    t.inventions_dealt = bits_of(changes.get("inventions", []), INVENTION_IDS)
    t.with_soldier = changes.get("soldier", False)
    t.inventions_drawn = changes.get("inventions_drawn", t.inventions_drawn)
    t.starting_items = bits_of(changes.get("starting_items", []), STARTING_ITEM_IDS)
    t.starting_items_out = bits_of(changes.get("no_starting_items", []), STARTING_ITEM_IDS)
    for entry in changes.get("field_tokens", []):
        t.staying_tokens[c.ACTION_KINDS.index(entry["kind"])] |= 1 << c.TOKENS.index(entry["token"])


def _rules(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    """General rules that are different, and the values of the scenario's choices."""
    known, changes = known_measures(facts), facts["scenario"].get("rules", {})
    for name in MEASURED_RULES:
        t[name] = known[changes[name]] if name in changes else c.NONE
    t.palisade_program = start("scenario", facts["scenario"]["id"], "rules.palisade_missing")
    t.keep_beast = start("scenario", facts["scenario"]["id"], "rules.keep_beast")
    if "keep_beast_if" in changes:
        where = "[scenario], field 'rules.keep_beast_if'"
        t.keep_beast_if = condition_of(changes["keep_beast_if"], known, where)
    t.several_tokens_on_camp = bits_of(changes.get("several_tokens_on_camp", []), c.TOKENS)
    t.fur_as_wood = changes.get("fur_as_wood", False)
    for i, entry in enumerate(facts.get("choice", [])):
        t.choice[i] = int(entry["value"])


def _counters(t: Any, facts: Mapping[str, Any]) -> None:
    t.counter_fed_with[:] = c.NONE
    t.counters = len(facts.get("counter", []))
    for i, entry in enumerate(facts.get("counter", [])):
        stages = entry.get("stages", [])
        t.counter_start[i] = entry.get("start", 0)
        t.counter_most[i] = entry.get("most", 0)
        t.counter_stages[i] = len(stages)
        t.counter_stage[i, : len(stages)] = stages
        if "fed_with" in entry:
            t.counter_fed_with[i] = c.RESOURCES.index(entry["fed_with"])
        t.counter_stages_each_round[i] = entry.get("stages_each_round", 0)
        if "from_source" in entry:
            t.counter_from[i] = bits_of([entry["from_source"]], c.COVERS)
            where = f"counter {entry['id']!r}, field 'kept_if'"
            t.counter_kept_if[i] = condition_of(entry["kept_if"], known_measures(facts), where)


def _sums(t: Any, facts: Mapping[str, Any], where: str) -> None:
    """The least of some measures, and sums of measures; a sum may have one of the former among its terms."""
    known = known_measures(facts)
    counted = {word: code for word, code in known.items() if code < MEASURES_OF_KIND * LEAST_KIND}
    summed = {word: code for word, code in known.items() if code < MEASURES_OF_KIND * SUM_KIND}
    for i, entry in enumerate(facts.get("least", [])):
        t.least_terms[i] = len(entry["of"])
        for k, word in enumerate(entry["of"]):
            t.least_of[i, k] = measure_of(word, counted, f"{where}least {entry['id']!r}, field 'of'")
    for i, entry in enumerate(facts.get("sum", [])):
        t.sum_terms[i] = len(entry["terms"])
        for k, term in enumerate(entry["terms"]):
            t.sum_of[i, k] = measure_of(term["of"], summed, f"{where}sum {entry['id']!r}, field 'terms'")
            t.sum_each[i, k] = term["each"]


def _marks(t: Any, facts: Mapping[str, Any]) -> None:
    """What the marks do, as bits of them."""
    t.marks_with_pawn[:] = t.mark_most[:] = 0
    for i, entry in enumerate(facts.get("mark", [])):
        for kind in entry.get("extra_pawn", []):
            t.marks_with_pawn[c.PLANNED_KIND_NAMES.index(kind)] |= 1 << i
        for name, field in MARK_BITS.items():
            t[name] |= entry.get(field, False) << i
        t.mark_most[i] = entry.get("most", 0)


def _guest(t: Any, facts: Mapping[str, Any]) -> None:
    for entry in facts.get("guest", []):
        t.dies_at[c.GUEST_SHEET] = entry["hearts"] + 1
        t.morale_marks[c.GUEST_SHEET] = bits(entry.get("morale_marks", []))
        t.guest_kinds = bits_of(entry["actions"], c.ACTION_KINDS)
        t.guest_supports = entry.get("supports", True)
        t.guest_at_start = "joins" not in entry
        if "joins" in entry:
            where = f"guest {entry['id']!r}, field 'joins'"
            t.guest_joins = condition_of(entry["joins"], known_measures(facts), where)


def _inventions(t: Any, facts: Mapping[str, Any], where: str, start: Start) -> None:
    """What inventions of the scenario have beside the usual; `where` begins the messages of errors."""
    known = known_measures(facts)
    for i, entry in enumerate(facts["scenario_invention"]):
        t.scenario_invention_explored[i] = start("scenario_invention", entry["id"], "explored")
        needs = entry.get("needs", [])
        t.scenario_invention_conditions[i] = len(needs)
        for k, text in enumerate(needs):
            field = f"{where}scenario_invention {entry['id']!r}, field 'needs'"
            t.scenario_invention_needs[i, k] = condition_of(text, known, field)


def _ending(t: Any, facts: Mapping[str, Any], where: str) -> None:
    """Goal, losses, points, progress and potential; `where` begins the messages of errors."""
    known, goal = known_measures(facts), facts["goal"]
    t.goal_checked = CHECKED.index(goal["checked"])
    t.goal_conditions = len(goal["needs"])
    for i, text in enumerate(goal["needs"]):
        t.goal[i] = condition_of(text, known, where + "[goal], field 'needs'")
    t.losses = len(facts.get("loss", []))
    for i, entry in enumerate(facts.get("loss", [])):
        t.loss[i] = condition_of(entry["when"], known, where + f"loss {entry['id']!r}, field 'when'")
    terms = facts["points"]["terms"]
    t.points_terms = len(terms)
    for i, term in enumerate(terms):
        t.points[i] = measure_of(term["of"], known, where + "[points], field 'terms'"), term["each"]
    for name in ("progress", "potential"):
        t[f"{name}_terms"] = len(goal[name])
        for i, term in enumerate(goal[name]):
            t[f"{name}_of"][i] = measure_of(term["of"], known, where + f"[goal], field {name!r}")
            enough = number_or_measure(term["enough"], known, where + f"[goal], field {name!r}")
            t[f"{name}_enough"][i], t[f"{name}_weight"][i] = enough, term["weight"]
