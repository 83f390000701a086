"""Every operation, step and action leads to a function that knows it; nothing falls through in silence."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np
import pytest

from crusoe_env.robinson import actions
from crusoe_env.robinson import state as st
from crusoe_env.robinson.card_language import declaration
from crusoe_env.robinson.card_language.columns import OP
from crusoe_env.robinson.card_language.compiler import Context, compile_program
from crusoe_env.robinson.card_language.measures import scenario_words
from crusoe_env.robinson.card_language.operations import END, OPERATIONS
from crusoe_env.robinson.components import FIRST_EVENT, FIRST_MYSTERY
from crusoe_env.robinson.rules import stack, turn
from crusoe_env.robinson.rules.effects import interpreter
from crusoe_env.robinson.rules.packed import pack_plan, pack_source
from crusoe_env.robinson.things import BY_FRIDAY, BY_THING, DOG_THING
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM
from tests.robinson.test_cards_run import rich_table

NO_OPERATION = 9999
"""A number that no function knows."""
SPARE_ROW = 1000
EVENT, TREASURE = FIRST_EVENT, FIRST_MYSTERY
CARRIED_OUT = [
    i
    for i, operation in enumerate(OPERATIONS)
    if operation.family in declaration.CARRIED_OUT_BY and i != END  # which does nothing
]
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


def plain(function: Any) -> FunctionType:
    """A rule as ordinary Python."""
    return getattr(function, "py_func", function)


# ---------------------------------------------------------------- operations


def position() -> Table:
    """A game in which there is something to do for every operation."""
    table = rich_table(1)
    s = table.s
    stack.clear_stack(s)
    s.wounds[:] = 2
    s.markers[0] = s.outside[1] = 1
    s.special_wounds[0] = 7
    s.weather_tokens = s.field_tokens[:] = st.STORM | st.REROLL_TOKEN | st.DANGER
    s.space_tokens[:] = st.MINUS_PAWN | st.SHORTCUT_TOKEN | st.PLUS_FOOD
    s.invention_state[ITEM["knife"]] = st.ON_BOARD
    s.invention_state[ITEM["shortcut"]] = st.ON_BOARD
    s.marked_items = 1 << ITEM["rope"]
    s.card_space[:], s.card_mark[:] = 4, (1 << st.PALISADE) | (1 << st.ROOF)
    s.ambush = 0
    s.threat[1] = EVENT
    s.mystery_state[0] = st.MYSTERY_KEPT
    s.counter[0], s.draws, s.wanted[0], s.mystery_draw[0] = 2, 1, 1, 1
    s.animals[0] = 1
    s.morale = 0
    s.number[s.camp], s.face_down[6] = 3, 1
    table.t = table.t.copy()
    table.t.on[:] = SPARE_ROW  # the scenario has a program for every moment
    return table


POSITION = position()
ROWS = POSITION.t.rows


def outcome(family: int, row: int, performer: int, card: int) -> tuple[bytes, Any]:
    """The record after the function of a family has carried out a row, and what it says."""
    s, t = POSITION.s.copy(), POSITION.t
    said = None
    if family == declaration.CONDITION:
        said = bool(interpreter.holds(s, t, row, performer, card))
    elif family == declaration.COURSE:
        interpreter.course(s, t, row, performer, card)
    else:
        interpreter.effect(s, t, family, row, performer, card)
    return s.tobytes(), said


def is_known(operation: int, row: int) -> bool:
    """Does an operation at a row do something, for some performer and card, that no operation would not?"""
    family = OPERATIONS[operation].family
    for performer in (0, 1):
        for card in (EVENT, TREASURE):
            ROWS[row, OP] = operation
            done = outcome(family, row, performer, card)
            ROWS[row, OP] = NO_OPERATION
            nothing = outcome(family, row, performer, card)
            ROWS[row, OP] = operation
            if done != nothing:
                return True
    return False


@pytest.mark.parametrize("operation", CARRIED_OUT, ids=lambda i: OPERATIONS[i].name)
def test_the_function_of_its_family_knows_every_operation(operation):
    words = {**scenario_words(POSITION.simulator.facts), "mark": {"fog": 0}}
    context = Context("here", words=words)
    written = [compile_program([clause], context)[0] for clause in MORE_CLAUSES]
    rows = [int(row) for row in np.flatnonzero(ROWS[:SPARE_ROW, OP] == operation)]
    for row in written:
        if row.op == operation:
            ROWS[SPARE_ROW] = row
            rows.append(SPARE_ROW)
    assert rows
    assert any(is_known(operation, row) for row in rows)


# ---------------------------------------------------------------- families and steps


def recorded(module: Any, calls: list[str]) -> dict[str, Any]:
    """The functions of a module as ordinary Python; those that it imports only note that they are called."""
    names: dict[str, Any] = {}

    def noting(name: str) -> Any:
        return lambda *arguments: calls.append(name)

    for name, value in vars(module).items():
        function = plain(value)
        if not isinstance(function, FunctionType):
            names[name] = value
        elif function.__module__ == module.__name__:
            names[name] = FunctionType(function.__code__, names, name)
        else:
            names[name] = noting(name)
    return names


@pytest.mark.parametrize("step", range(len(stack.STEPS)), ids=[step.name for step in stack.STEPS])
def test_every_step_calls_one_function(step):
    calls: list[str] = []
    carry_out = recorded(turn, calls)["carry_out"]
    carry_out(None, None, step, 0, 0, 0, 0, 0)
    assert len(calls) == 1


def test_no_two_steps_call_the_same_function():
    calls: list[str] = []
    carry_out = recorded(turn, calls)["carry_out"]
    for step in range(len(stack.STEPS)):
        carry_out(None, None, step, 0, 0, 0, 0, 0)
    assert len(set(calls)) == len(stack.STEPS)


@pytest.mark.parametrize("family", declaration.CARRIED_OUT_BY)
def test_every_family_of_operations_calls_the_function_named(family):
    calls: list[str] = []
    named = declaration.CARRIED_OUT_BY[family].split(".")[1]
    if family in (declaration.COURSE, declaration.CONDITION):
        assert callable(getattr(interpreter, named))
    else:
        recorded(interpreter, calls)["effect"](None, None, family, 0, 0, 0)
        assert calls == [named]


def test_steps_have_their_numbers_by_name():
    numbers = [value for name, value in vars(stack).items() if name.isupper() and isinstance(value, int)]
    assert set(range(len(stack.STEPS))) <= set(numbers)
    assert len({step.name for step in stack.STEPS}) == len(stack.STEPS)


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("pass", stack.PASS),
        ("choose C", 2),
        ("plan threat right", pack_plan(st.THREAT, 1)),
        ("plan hunt", pack_plan(st.HUNT, 0)),
        ("plan weapon", pack_plan(st.BUILD, st.WEAPON)),
        ("plan rope", pack_plan(st.BUILD, st.FIRST_INVENTION + ITEM["rope"])),
        ("plan gather food on 4", pack_plan(st.GATHER, pack_source(4, 1))),
        ("plan explore 7", pack_plan(st.EXPLORE, 7)),
        ("plan treasure_map", pack_plan(st.EXPLORE, st.ON_TREASURE_MAP)),
        ("plan rest", pack_plan(st.REST, 0)),
        ("support: Friday", BY_FRIDAY),
        ("use dog", BY_THING + DOG_THING),
        ("resolve 3", 3),
        ("reroll adventure", 2),
        ("space 9", 9),
        ("wood on 3", pack_source(3, 0)),
        ("card rope", ITEM["rope"]),
        ("the next player", 0),
        ("Friday", st.FRIDAY),
        ("shown 2", 1),
        ("lay 2", 2),
        ("from the night space", st.KINDS + 1),
        ("take rain", st.TOKENS.index("rain")),
    ],
)
def test_what_actions_answer(name, answer):
    s = POSITION.s.copy()
    s.acting = s.players - 1
    assert actions.answer_of(s, actions.LAYOUT.index(name)) == answer
