"""Every operation, step and action leads to a function; declarations that do not fit are refused."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from crusoe_env.robinson import actions
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.columns import OP
from crusoe_env.robinson.card_language.compiler import Context, compile_program
from crusoe_env.robinson.card_language.declaration import HIDDEN, Operation, operation
from crusoe_env.robinson.card_language.measures import scenario_words
from crusoe_env.robinson.card_language.operations import CHOOSE, OPERATIONS
from crusoe_env.robinson.components import FIRST_EVENT, FIRST_MYSTERY
from crusoe_env.robinson.rules import stack, steps
from crusoe_env.robinson.rules.effects import by_operation, interpreter
from crusoe_env.robinson.rules.packed import pack_plan, pack_source
from crusoe_env.robinson.rules.steps import COUNT, step
from crusoe_env.robinson.things import BY_FRIDAY, BY_THING, DOG_THING
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM
from tests.robinson.test_cards_run import rich_table

RULES = Path(interpreter.__file__).parents[1]
SPARE_ROW = 1000
EVENT, TREASURE = FIRST_EVENT, FIRST_MYSTERY
CARRIED_OUT = [i for i, operation in enumerate(OPERATIONS) if operation.function is not None]
MORE_CLAUSES = (
    *("if round >= 1: keep", "if_outside: keep", "if_in_camp: keep", "if_item rope: keep"),
    "if_only_terrain camp: keep",
    *("reduce woodpile 1", "bear_night_wounds performer 2", "uncover 1"),
    *("mark fog 1 any_space", "unmark fog 1 any_space", "next_number camp", "set_number 6 camp"),
    "fight_by performer 4 -1 weapon",
    "if_alive: wound performer 1",
    *("take_number camp", "cover_totem camp", "flip_space camp", "open_space space_6"),
    *("mystery_limit 1", "reroll_animals", "find_item bed"),
    *("if_number 3 camp: keep", "cover_shelter camp", "hunt_beast performer", "capture", "keep_yield"),
)
"""Clauses with operations that stand on no card, or on none that does something in the position below."""


# ---------------------------------------------------------------- operations


@functools.cache
def position() -> Table:
    """A game in which there is something to do for every operation."""
    table = rich_table(1)
    s = table.s
    stack.clear_stack(s)
    s.wounds[:] = 2
    s.markers[0] = s.outside[1] = 1
    s.special_wounds[0] = 7
    s.weather_tokens = s.field_tokens[:] = c.STORM | c.REROLL_TOKEN | c.DANGER
    s.space_tokens[:] = c.MINUS_PAWN | c.SHORTCUT_TOKEN | c.PLUS_FOOD
    s.invention_state[ITEM["knife"]] = c.ON_BOARD
    s.invention_state[ITEM["shortcut"]] = c.ON_BOARD
    s.marked_items = 1 << ITEM["rope"]
    s.card_space[:], s.card_mark[:] = 4, (1 << c.PALISADE) | (1 << c.ROOF)
    s.ambush = 0
    s.threat[1] = EVENT
    s.mystery_state[0] = c.MYSTERY_KEPT
    s.counter[0], s.draws, s.wanted[0], s.mystery_draw[0] = 2, 1, 1, 1
    s.animals[0] = 1
    s.morale = 0
    s.number[s.camp], s.face_down[6] = 3, 1
    table.t = table.t.copy()
    table.t.on[:] = SPARE_ROW  # the scenario has a program for every moment
    return table


def does_something(operation: int, row: int) -> bool:
    """Does an operation change the record, or a condition hold, for some performer and card?"""
    for performer in (0, 1):
        for card in (EVENT, TREASURE):
            s, before = position().s.copy(), position().s.tobytes()
            if by_operation.IS_CONDITION[operation]:
                if by_operation.holds(operation, s, position().t, row, performer, card):
                    return True
                continue
            by_operation.carry_out(operation, s, position().t, row, performer, card)
            if s.tobytes() != before:
                return True
    return False


def test_every_operation_does_something():
    words = {**scenario_words(position().simulator.facts), "mark": {"fog": 0}}
    context = Context("here", words=words)
    written = [compile_program([clause], context)[0] for clause in MORE_CLAUSES]
    idle = []
    for number in CARRIED_OUT:
        rows = [int(row) for row in np.flatnonzero(position().t.rows[:SPARE_ROW, OP] == number)]
        for row in written:
            if row.op == number:
                position().t.rows[SPARE_ROW] = row
                rows.append(SPARE_ROW)
        if not any(does_something(number, row) for row in rows):
            idle.append(OPERATIONS[number].name)
    assert idle == []


def test_operations_without_a_function_are_those_that_others_look_for():
    others = {it.name for it in OPERATIONS if it.function is None and it.form != HIDDEN}
    assert others == {OPERATIONS[CHOOSE].name, "at", "reroll_die"}


def test_a_demand_says_when_it_can_be_met():
    def steal(s, t, number, payer):
        """Wounds who has not so much."""

    with pytest.raises(ValueError, match="'steal' can be demanded: say when it can be met"):
        operation("steal number", "Something goes.")(steal)


def test_an_operation_takes_what_its_rows_have():
    def steal(s, resource):
        """A resource goes, but which?"""

    with pytest.raises(ValueError, match="operation 'steal': a row of it has no resource"):
        Operation("steal", ("number",), "Something goes.", steal)


# ---------------------------------------------------------------- steps


def pushes() -> Iterator[tuple[Path, int, str, int]]:
    """All calls of `push` in the rules with a step named: file, line, name, how many slots are given."""
    for file in sorted(RULES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("push", "stack.push"):
                name = ast.unparse(node.args[1])
                if name.startswith("steps."):
                    yield file, node.lineno, name.removeprefix("steps."), len(node.args) - 2


def test_every_push_fills_the_slots_of_its_step():
    found = list(pushes())
    assert len(found) > 150
    wrong = [it for it in found if it[3] != len(steps.STEPS[getattr(steps, it[2])].slots)]
    assert wrong == []


def test_every_step_is_put_on_the_stack_somewhere():
    named = {
        word for file in RULES.rglob("*.py") for word in re.findall(r"steps\.([A-Z_]+)", file.read_text())
    }
    assert {it.name.upper().replace(" ", "_") for it in steps.STEPS} <= named


def test_a_step_has_a_slot_for_each_parameter():
    def wait(s, t, rounds):
        """Nothing happens for some rounds."""

    with pytest.raises(ValueError, match=r"slots \['number'\], parameters \['rounds'\]"):
        step(number=COUNT)(wait)


def test_there_is_no_step_of_another_name():
    with pytest.raises(AttributeError, match="there is no step SLEEP"):
        _ = steps.SLEEP


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("pass", stack.PASS),
        ("choose C", 2),
        ("plan threat right", pack_plan(c.THREAT, 1)),
        ("plan hunt", pack_plan(c.HUNT, 0)),
        ("plan weapon", pack_plan(c.BUILD, c.WEAPON)),
        ("plan rope", pack_plan(c.BUILD, c.FIRST_INVENTION + ITEM["rope"])),
        ("plan gather food on 4", pack_plan(c.GATHER, pack_source(4, 1))),
        ("plan explore 7", pack_plan(c.EXPLORE, 7)),
        ("plan treasure_map", pack_plan(c.EXPLORE, c.ON_TREASURE_MAP)),
        ("plan rest", pack_plan(c.REST, 0)),
        ("support: Friday", BY_FRIDAY),
        ("use dog", BY_THING + DOG_THING),
        ("resolve 3", 3),
        ("reroll adventure", 2),
        ("space 9", 9),
        ("wood on 3", pack_source(3, 0)),
        ("card rope", ITEM["rope"]),
        ("the next player", 0),
        ("Friday", c.FRIDAY),
        ("shown 2", 1),
        ("lay 2", 2),
        ("from the night space", c.KINDS + 1),
        ("take rain", c.TOKENS.index("rain")),
        ("say build", c.BUILD),
    ],
)
def test_what_actions_answer(name, answer):
    s = position().s.copy()
    s.acting = s.players - 1
    assert actions.answer_of(s, actions.LAYOUT.index(name)) == answer
