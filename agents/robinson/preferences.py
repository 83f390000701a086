"""Preferences of Robinson Crusoe's scripted agent in a scenario, derived from the scenario's data file.

They are found backwards from the goal: everything that brings what the goal counts is preferred, and so are
the items, terrains and resources that this needs in turn, and exploring where part of it lies on the island.
`hints.toml` corrects single values by scenario.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.robinson import queries as q
from crusoe_env.robinson.actions import LAYOUT

HINTS_FILE = Path(__file__).with_name("hints.toml")
BUILD_TARGETS = LAYOUT.start["gather"] - LAYOUT.start["build"]
STRUCTURES = LAYOUT.start["build item"] - LAYOUT.start["build"]
SPECIALS = (LAYOUT.start["support"] - LAYOUT.start["special"]) // (q.SPACES + 1)
SYMBOLS = ("symbol_dashes", "symbol_bowtie", "symbol_saltire", "symbol_bands")
"""Discovery tokens whose effect depends on the scenario."""

URGENCIES = {
    "threat_left": 46.0,
    "threat_right": 30.0,
    "threat_idle": 25.0,  # how much less if the card does nothing as it leaves
    "hunt": 50.0,
    "hunt_weapon": 5.0,  # more for each weapon level
    "hunt_fur": 15.0,  # more if furs are lacking
    "shelter": 100.0,
    "roof_needed": 85.0,
    "roof_more": 10.0,
    "palisade_needed": 25.0,
    "palisade_more": 5.0,
    "weapon_more": 5.0,
    "goal_build": 0.0,  # more for what the goal needs
    "goal_build_later": 0.0,  # and more with each round
    "goal_special": 0.0,
    "goal_special_later": 0.0,
    "wood_needed": 60.0,
    "wood_more": 15.0,
    "food_needed": 90.0,
    "food_more": 24.0,
    "each_more": 6.0,  # for each resource more that a source gives
    "far": 8.0,  # less for each step more
    "unknown": 30.0,  # exploring
    "unknown_fewer": 3.0,  # less for each tile that is known
    "unknown_terrain": 40.0,  # more if a terrain is needed
    "unknown_wood": 30.0,  # more if there is no wood near
    "unknown_again": 25.0,  # less for each exploration planned
    "arrange": 20.0,
    "arrange_morale": 4.0,  # less for each level of morale
    "rest": 60.0,  # less
    "rest_wound": 14.0,  # more for each wound
    "dice_build": 0.0,
    "dice_gather": 6.0,
    "dice_explore": 0.0,
}
"""Default urgencies of plans; `urgencies.toml` has tuned ones.

Urgencies have no unit: a pawn goes to the plan of the highest one, and nowhere at 0; a shelter has 100.
`dice_...` are wounds: a character with fewer rolls dice for such an action.
"""
URGENCIES_FILE = Path(__file__).with_name("urgencies.toml")

PREFERENCES = np.dtype(
    (
        np.record,
        [
            ("build", "f8", (BUILD_TARGETS,)),  # urgency of building it
            ("build_each_round", "f8", (BUILD_TARGETS,)),  # change of that urgency with each round
            ("special", "f8", (SPECIALS,)),  # urgency of an action of the scenario
            ("strength", "f8", (SPECIALS,)),  # approximate strength of the enemy that it fights
            ("means", "i8", (SPECIALS,)),  # the counter that it advances only for other actions to use
            ("of_goal", "f8", (BUILD_TARGETS,)),  # 1: the goal needs the item, directly or indirectly
            ("terrains", "i8"),  # bits: terrains to be found
            ("explore", "f8"),  # additional urgency of exploring
            ("wood", "f8"),  # wood that the goal needs at a time
            ("fur", "f8"),  # furs that the goal needs
            ("roof", "i8", (q.ROUNDS + 2,)),  # wanted roof level by round
            ("gone", "i8", (q.SPACES,)),  # round in which a space becomes inaccessible, or NEVER
            ("palisade", "i8"),  # wanted palisade level
            ("palisade_from", "i8"),  # from this round on
            ("weapon", "i8"),  # wanted weapon level
            ("weapon_urgency", "f8"),  # urgency of reaching it
            ("heals", "i8", (len(SYMBOLS),)),  # 1: a token of this symbol heals and is kept for the night
            ("fills", "i8", (len(SYMBOLS),)),  # how much such a token fills a stage; the rest is lost
            *((name, "f8") for name in URGENCIES),
        ],
    )
)

UNIMPORTANT, NEEDED, LAST_STEP = 18.0, 76.0, 95.0
"""Urgency of building what the goal does not need, needs indirectly, and names itself."""
SPECIAL_AT_ALL, SPECIAL_FOR_THE_GOAL = 20.0, 96.0
"""Urgency of the scenario's actions: of all; of those that lead to the goal."""
EXPLORE, EXPLORE_FOR_THE_GOAL = 25.0, 50.0
"""Additional urgency of exploring if part of the goal lies on the island; if the goal counts tiles."""
HANDY = ("basket", "sack", "lantern", "belts", "shortcut")
"""Inventions that save pawns or bring more resources."""
USUAL = {
    **{name: (62.0, -3.0) for name in HANDY},
    "furnace": (40.0, 0.0),
    "bow": (35.0, 0.0),
}
"""Inventions useful in every scenario: urgency at the start, and its change with each round."""
LEVELS = ("weapon", "palisade", "roof", "shelter")
ARMED = "armed"
"""The word for weapons needed in a fight."""
GOAL_STEPS = 2
"""Typical number of goal steps done before a fight."""
FIGHT_WEAPONS, USUAL_WEAPONS = (8, 60.0), (3, 22.0)
"""Wanted weapon level and its urgency: in scenarios with fights; in others."""
PALISADE_LEVEL = 2
"""Palisade level wanted before animals come."""
LAST_ROUNDS = 3
"""Without animals the palisade is built so many rounds before the end."""
GOAL_PALISADE_ROUND = 3
"""Round from which a palisade is built that the goal names."""
EXPLORED = ("tiles", "totems", "number_here", "numbers", "totems_uncovered")
"""Words of data files that only exploring brings."""
NEVER = 99
"""A round after the end of every game."""
NO_COUNTER = -1
"""Stands for no counter."""
DEALT = "goal_inventions"
"""The measure of the inventions dealt at the start."""
FIGHTS = ("fight_by", "fight")


def words_of(value: Any) -> set[str]:
    """All words in a part of a data file."""
    if isinstance(value, Mapping):
        return {word for part in value.values() for word in words_of(part)}
    if isinstance(value, str):
        return set(re.findall(r"[a-z]\w*", value))
    if isinstance(value, Iterable):
        return {word for part in value for word in words_of(part)}
    return set()


def entries_of(facts: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The inventions and special actions of a scenario."""
    tables = ("invention", "scenario_invention", "special_action")
    return [entry for table in tables for entry in facts.get(table, [])]


def wanted_words(facts: Mapping[str, Any]) -> set[str]:
    """The words that lead to the goal: those that it counts, and those that these need in turn."""
    goal = facts["goal"]
    wanted = words_of(goal["needs"]) | words_of([term["of"] for term in goal["progress"]])
    named = {entry["id"] for table in ("counter", "mark") for entry in facts.get(table, [])}
    named |= {*LEVELS, *EXPLORED}
    if DEALT in wanted:
        wanted |= {entry["id"] for entry in facts["invention"] if entry["kind"] == "deck"}
    before: set[str] = set()
    while wanted != before:
        before = set(wanted)
        wanted |= parts_of(facts, wanted)
        for entry in entries_of(facts):
            brings = words_of([entry.get(field, []) for field in ("effect", "yields", "built")])
            is_of_scenario = entry not in facts["invention"]
            if entry["id"] in wanted or (is_of_scenario and brings & wanted & named):
                wanted |= {entry["id"], *needed_by(entry)}
        if any(words_of(program) & wanted & named for program in facts["on"].get("totem", [])):
            wanted.add("totems")
    return wanted


def parts_of(facts: Mapping[str, Any], wanted: set[str]) -> set[str]:
    """The terms of wanted sums, and the conditions of wanted counters."""
    entries = [entry for table in ("sum", "least", "counter") for entry in facts.get(table, [])]
    parts = [
        [entry.get(field, []) for field in ("terms", "of", "kept_if")]
        for entry in entries
        if entry["id"] in wanted
    ]
    return words_of(parts)


def needed_by(entry: Mapping[str, Any]) -> set[str]:
    """The words that an invention or action needs."""
    where = entry.get("where", {})
    needs = words_of([entry.get(field, []) for field in ("items", "terrain", "needs")])
    needs |= words_of([where.get(field, []) for field in ("mark", "terrain")])
    if where.get("totem") or {"number", "numbers"} & where.keys():
        needs.add("totems")
    elif where:
        needs.add("tiles")
    if words_of(entry.get("effect", [])) & {*FIGHTS, "weapon"}:
        needs.add(ARMED)
    return needs


@functools.cache
def read_hints() -> dict[str, dict[str, Any]]:
    """The corrections by scenario."""
    return tomllib.loads(HINTS_FILE.read_text(encoding="utf-8"))


@functools.cache
def read_urgencies() -> dict[str, dict[str, dict[str, float]]]:
    """Tuned urgencies by scenario and number of players."""
    if not URGENCIES_FILE.is_file():
        return {}
    return tomllib.loads(URGENCIES_FILE.read_text(encoding="utf-8"))


def urgencies_of(scenario: str, players: int) -> dict[str, float]:
    """All urgencies for a scenario and number of players."""
    return URGENCIES | read_urgencies().get(scenario, {}).get(f"players_{players}", {})


def preferences_of(tasks: Sequence[Mapping[str, Any]], players: Sequence[int]) -> np.ndarray:
    """Records of PREFERENCES, shape (tasks,), for the facts and the number of players of each task."""
    preferences = np.zeros(len(tasks), PREFERENCES)
    for w, facts, number in zip(preferences, tasks, players, strict=True):
        _fill(w, facts)
        for name, value in urgencies_of(facts["scenario"]["id"], number).items():
            w[name] = value
    return preferences


def _fill(w: Any, facts: Mapping[str, Any]) -> None:
    wanted = wanted_words(facts)
    w.means[:] = NO_COUNTER
    _set_buildings(w, facts, wanted)
    for i, entry in enumerate(facts.get("special_action", [])):
        w.special[i] = SPECIAL_FOR_THE_GOAL if entry["id"] in wanted else SPECIAL_AT_ALL
        w.strength[i] = strength_of(entry)
        w.means[i] = means_of(facts, entry)
    w.terrains = bits_of(wanted)
    counted = words_of([term["of"] for term in facts["goal"]["progress"]])
    w.explore = EXPLORE_FOR_THE_GOAL if "tiles" in counted else EXPLORE if wanted & set(EXPLORED) else 0.0
    costs = [entry.get("pays", [{}])[0] for entry in entries_of(facts) if entry["id"] in wanted]
    w.wood = max((cost.get("wood", 0) for cost in costs), default=0)
    w.fur = max((cost.get("fur", 0) for cost in costs), default=0)
    _set_safety(w, facts["scenario"]["weather"], facts["on"].get("round", []))
    _set_levels(w, facts["goal"]["needs"], wanted)
    _set_tokens(w, facts)
    for name, value in read_hints().get(facts["scenario"]["id"], {}).items():
        _apply_hint(w, facts, name, value)


def _set_buildings(w: Any, facts: Mapping[str, Any], wanted: set[str]) -> None:
    w.build[:] = UNIMPORTANT
    itself = words_of(facts["goal"]["needs"])
    for name, target in targets_of(facts).items():
        if name in USUAL:
            w.build[target], w.build_each_round[target] = USUAL[name]
        if name in wanted:
            w.of_goal[target] = 1.0
            w.build[target] = LAST_STEP if name in itself else NEEDED


def bits_of(terrains: Iterable[str]) -> int:
    """Terrains as bits; other words are ignored."""
    return sum(1 << i for i, terrain in enumerate(q.TERRAINS) if terrain in terrains)


def strength_of(action: Mapping[str, Any]) -> float:
    """Approximate strength of the enemy that an action fights, after some goal steps; 0 for none."""
    fights = (re.search(r"fight_by \w+ (\d+) ([+-]?\d+)", clause) for clause in action["effect"])
    return max((int(found[1]) + GOAL_STEPS * int(found[2]) for found in fights if found), default=0)


def means_of(facts: Mapping[str, Any], action: Mapping[str, Any]) -> int:
    """The counter that an action advances only for other actions to use; NO_COUNTER for none."""
    counted = words_of([facts["goal"]["needs"], facts["goal"]["progress"]])
    before: set[str] = set()
    while counted != before:
        before = set(counted)
        counted |= parts_of(facts, counted)
    others = [other for other in facts["special_action"] if other is not action]
    needed = words_of([other.get("needs", []) for other in others])
    counters = [entry["id"] for entry in facts.get("counter", [])]
    for clause in action["effect"]:
        operation, *arguments = clause.split()
        if operation == "advance" and arguments[0] in needed and arguments[0] not in counted:
            return counters.index(arguments[0])
    return NO_COUNTER


def targets_of(facts: Mapping[str, Any]) -> dict[str, int]:
    """The index of each invention among the build targets."""
    places = {name: STRUCTURES + i for i, name in enumerate(q.ITEMS)}
    of_scenario = facts.get("scenario_invention", [])
    return places | {entry["id"]: STRUCTURES + len(q.ITEMS) + i for i, entry in enumerate(of_scenario)}


def _set_safety(w: Any, weather: list[list[str]], rounds: list[list[str]]) -> None:
    """Set the roof wanted before clouds, the palisade before animals, and when spaces become inaccessible."""
    for number in range(1, len(weather) + 1):
        soon = {die for dice in weather[number - 1 : number + 1] for die in dice}
        later = {die for dice in weather[number - 1 :] for die in dice}
        clouds = len({"rain", "winter"} & soon)
        w.roof[number] = 1 + clouds if clouds else int(bool({"rain", "winter"} & later))
    w.gone[:] = NEVER
    for number, program in enumerate(rounds, 1):
        for place in words_of([clause for clause in program if clause.startswith("flip_space")]):
            if place.startswith("space_"):
                w.gone[int(place.removeprefix("space_"))] = number
    animals = [number for number, dice in enumerate(weather, 1) if "animals" in dice]
    w.palisade = PALISADE_LEVEL
    w.palisade_from = animals[0] - 1 if animals else len(weather) - LAST_ROUNDS


def _set_levels(w: Any, needs: Iterable[str], wanted: set[str]) -> None:
    """Set the weapons for the scenario's fights, and the levels that the goal names."""
    w.weapon, w.weapon_urgency = FIGHT_WEAPONS if ARMED in wanted else USUAL_WEAPONS
    for condition in needs:
        measure, comparison, level = condition.split()
        if comparison != ">=" or not level.isdecimal():
            continue
        if measure == "weapon":
            w.weapon = max(int(w.weapon), int(level))
        elif measure == "palisade":
            w.palisade = max(int(w.palisade), int(level))
            w.palisade_from = min(GOAL_PALISADE_ROUND, int(w.palisade_from))
        elif measure == "roof":
            w.roof[:] = np.maximum(w.roof, int(level))


def _set_tokens(w: Any, facts: Mapping[str, Any]) -> None:
    in_stages = {entry["id"] for entry in facts.get("counter", []) if "stages" in entry}
    for entry in facts["scenario_discovery"]:
        symbol = SYMBOLS.index(entry["symbol"])
        for clause in entry.get("use", []):
            operation, *arguments = clause.split()
            w.heals[symbol] |= operation == "heal"
            if operation == "advance" and arguments[0] in in_stages:
                w.fills[symbol] = int(arguments[1])


def _apply_hint(w: Any, facts: Mapping[str, Any], name: str, value: Any) -> None:
    if name == "build":
        for item, (urgency, each_round) in value.items():
            target = targets_of(facts)[item]
            w.build[target], w.build_each_round[target] = urgency, each_round
    elif name == "special":
        ids = [entry["id"] for entry in facts.get("special_action", [])]
        for action, urgency in value.items():
            w.special[ids.index(action)] = urgency
    elif name == "terrains":
        w.terrains = bits_of(value)
    elif name == "roof":
        w.roof[1 : len(value) + 1] = value
    else:
        w[name] = value
