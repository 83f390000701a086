"""The scenario, its counters and points, and how a game ended, in words."""

from __future__ import annotations

from dataclasses import dataclass

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.measures import ROUND
from crusoe_env.robinson.card_language.vocabulary import AT_LEAST
from crusoe_env.robinson.scenarios.counters import most_of
from crusoe_env.robinson.scenarios.goals import victory_points
from crusoe_env.robinson.scenarios.measures import measure
from crusoe_env.robinson.tables.endings import cause_names
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.people_words import PeopleSight
from crusoe_env.show.description import many

TABLES_OF_MEASURES = {
    "item": ("invention", "scenario_invention"),
    "marks": ("mark",),
    "sum": ("sum",),
    "least": ("least",),
}
"""Where the things have their names that a measure of a kind counts."""
WITHOUT_END = 99
"""The highest value of a counter that has none in the game."""


@dataclass(frozen=True)
class ScenarioSight(PeopleSight):
    """What is known of the scenario."""

    @property
    def scenario_name(self) -> str:
        """The name of the scenario."""
        return str(self.facts["scenario"]["name"])

    def name_of_space(self, space: int) -> str:
        """How the scenario calls a space that it gives a tile; empty if it does not name it."""
        tiles = self.facts["scenario"].get("island", {}).get("tiles", [])
        return next((str(entry.get("name", "")) for entry in tiles if entry["space"] == space), "")

    @property
    def goal_words(self) -> str:
        """What wins, in short."""
        amounts = {entry["id"]: entry["by_players"][self.s.players - 1] for entry in self.facts["amount"]}
        values = {entry["id"]: entry["value"] for entry in self.facts.get("choice", [])}
        return str(self.facts["goal"]["words"]).format(**amounts, **values)

    def first_goal_round(self) -> int:
        """The first round in which the goal can be met."""
        asked = [
            int(number)
            for of, comparison, number in self.t.goal.tolist()
            if of == ROUND and comparison == AT_LEAST
        ]
        return max([*asked[: int(self.t.goal_conditions)], 1])

    def counters(self) -> list[tuple[str, int, int, list[tuple[int, int]]]]:
        """The scenario's counters: name, value, highest value, stages as (what lies there, what it takes)."""
        found = []
        for i, entry in enumerate(self.facts.get("counter", [])):
            value, stages = int(self.s.counter[i]), []
            left = value
            for size in entry.get("stages", []):
                stages.append((min(left, size), size))
                left = max(0, left - size)
            found.append((str(entry["name"]), value, int(most_of(self.t, i)), stages))
        return found

    def counter_words(self, which: int) -> str:
        """A counter in short."""
        _, value, most, stages = self.counters()[which]
        complete = sum(there == size for there, size in stages)
        unit = plain(self.facts["counter"][which].get("fed_with", ""))
        words = " ".join(filter(None, (f"{value} of {most}" if most < WITHOUT_END else str(value), unit)))
        return words + (f", {many(complete, 'stage')}" if stages else "")

    def kept_this_round(self) -> list[str]:
        """The counters on which the yield of sources may be kept this round: nothing in an ordinary one."""
        kept = [str(entry["name"]) for entry in self.facts.get("counter", []) if "from_source" in entry]
        return kept if self.s.keeping else []

    def is_too_new(self, mark: int, space: int) -> bool:
        """Does the scenario ask for marks of earlier rounds, and this one was laid in this round?"""
        name = str(self.facts["mark"][mark]["id"])
        rules = [*self.facts["special_action"], *self.facts["scenario_invention"], self.facts["goal"]]
        asked = any(f"before.marks.{name} " in need for rule in rules for need in rule.get("needs", []))
        places = [rule["where"] for rule in rules if "where" in rule]
        asked |= any(place.get("earlier") and place.get("mark") == name for place in places)
        return asked and not int(self.s.marks_before[space]) >> mark & 1

    def has_points(self) -> bool:
        """Does the scenario count victory points?"""
        return bool(self.t.points_terms > 0)

    def points(self) -> int:
        """Victory points as things stand."""
        return int(victory_points(self.s, self.t))

    def point_parts(self) -> list[tuple[str, int]]:
        """Where the victory points come from: each measure of the scenario sheet, with its points."""
        parts = []
        for i, term in enumerate(self.facts["points"]["terms"]):
            value = measure(self.s, self.t, int(self.t.points[i, 0]))
            parts.append((self.measure_words(str(term["of"])), int(self.t.points[i, 1] * value)))
        return parts

    def measure_words(self, measure: str) -> str:
        """What a measure counts: the name of an item or mark, else its own words."""
        kind, _, name = measure.rpartition(".")
        tables = TABLES_OF_MEASURES.get(kind, ())
        listed = [entry for table in tables for entry in self.facts.get(table, [])]
        names = [entry["name"] for entry in listed if entry["id"] == name]
        return str(names[0]) if names else plain(measure.replace(".", " of "))

    def result(self) -> str:
        """How the game ended, in one line."""
        s = self.s
        if s.cause == c.GOAL_MET:
            points = f" with {many(int(s.score), 'point')}" if self.has_points() else ""
            return f"Rescued in round {s.rounds}{points}{self._title()}"
        if not 0 < s.cause < len(c.CAUSES):
            return "Ended by an illegal action"
        if s.cause == c.CHARACTER_DIED:
            dead = [self.person_name(i) for i in range(int(s.players)) if not self.is_alive(i)]
            return f"The {' and the '.join(dead) or 'group'} died in round {s.rounds}"
        if s.cause == c.GUEST_DIED:
            return f"{self.person_name(c.GUEST)} died in round {s.rounds}"
        return f"Lost in round {s.rounds}: {cause_names(self.facts)[s.cause]}"

    def _title(self) -> str:
        """The title that the points bring, by its number, if the sheet has titles."""
        titles = self.facts["points"].get("titles", [])
        reached = sum(int(self.s.score) >= points for points in titles)
        return f", title {reached} of {len(titles)}" if titles else ""
