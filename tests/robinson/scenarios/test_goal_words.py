"""What wins a scenario, in words: they name each condition of its data."""

import re

import pytest

from crusoe_env import Simulator, game
from crusoe_env.robinson.tables.scenarios import NAMES
from crusoe_env.robinson.view import introduction

NUMBERS = {"five": "5", "two": "2"}
OF_MEASURES = {
    "round": "round",
    "woodpile": "pile",
    "city_burned": "city of cannibals burned",
    "marks.cross": "crosses",
    "goal_inventions": "goal cards",
    "built_shelter": "shelter",
    "kong": "king kong captured",
    "captured": "actress free",
    "crew": "film crew alive",
    "rescued": "rescued",
    "sum.knowledge": "knowledge",
}
"""How the words call what a measure counts; others are called by their own name."""


@pytest.mark.parametrize("edition", ["first", "current"])
@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_a_goal_name_each_of_its_conditions(name, edition):
    simulator = Simulator(game("robinson"), scenario=name, edition=edition)
    states = simulator.new_games(1, 1)
    facts = simulator.facts_of(states[0])
    goal = facts["goal"]
    told = introduction(states[0], simulator.tables_of(states[0]), facts)
    words = next(line for line in told if line.startswith("To win")).lower()
    choices = {entry["id"]: str(entry["value"]) for entry in facts.get("choice", [])}
    for need in goal["needs"]:
        measure, _, number = need.split()
        assert OF_MEASURES.get(measure, measure.rpartition(".")[2].replace("_", "-")) in words, need
        number = choices.get(number.removeprefix("option."), number)
        if number not in ("0", "1"):
            assert number in re.findall(r"\d+", words) + [it for w, it in NUMBERS.items() if w in words], need
    if goal["checked"] == "at_round_end":
        assert re.search(r"end of (a|round \d+)", words)
