"""States from outside: refused in one line if a field is out of bounds or the fields do not fit together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import crusoe_env
from crusoe_env import Simulator, SnapshotError
from crusoe_env.engine.snapshot import pack
from crusoe_env.engine.state import FLAG, declare, index
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from tests.engine.mutated_snapshots import AT_ONCE, try_many
from tests.robinson.entries import entry
from tests.support import NAMES, UNCOMPILED, new_env, play_on, repeats

games = pytest.mark.parametrize("name", NAMES)
SNAPSHOTS = repeats(AT_ONCE, deep=10 * AT_ONCE)


def running(name: str, **options: Any) -> Any:
    env = new_env(name, **options)
    env.reset(seed=3)
    play_on(env, np.random.default_rng(0), steps=9)
    return env


def assert_refused(env: Any, change: Callable[[Any], None], message: str) -> None:
    """A changed record is refused as a snapshot and as a state, in one line, and the game stays as it is."""
    before, state = env.snapshot(), env.state
    change(state)
    with pytest.raises(SnapshotError, match=message) as caught:
        env.restore(pack(env.game, state, env.batch.simulator.described))
    assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match=message):
        env.set_state(state)
    assert env.snapshot() == before
    assert env.legal_actions()


def put(**values: Any) -> Callable[[Any], None]:
    """Sets fields of a record."""

    def change(state: Any) -> None:
        for name, value in values.items():
            state[name] = value

    return change


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("robinson", put(cause=99), "cause is 99, not within -1 .. 14"),
        ("marooned", put(ship_position=-32768), "ship_position is -32768, not within 0 .. 4"),
        ("marooned", put(steps=-1), "steps is -1, not within"),
        ("dieson", put(used_count=4), "used_count is 4, not within 0 .. 3"),
        ("robinson", put(stack_size=-300), "stack_size is -300, not within 0 .. 64"),
        ("robinson", put(players=100), "players is 100, not within 1 .. 4"),
        ("robinson", put(delayed_count=255), "delayed_count is 255, not within 0 .. 16"),
    ],
)
def test_a_field_out_of_its_bounds(name, change, message):
    assert_refused(running(name), change, message)


def test_the_place_in_an_array_is_named():
    def change(state: Any) -> None:
        state.special_wounds[2, 1] = 64

    assert_refused(running("robinson"), change, r"special_wounds\[2\]\[1\] is 64, not within 0 \.\. 7")


@games
@pytest.mark.parametrize("change", [put(task=65), put(task=-1), put(tables_hash=7), put(mixed=1)])
def test_a_state_of_other_tables(name, change):
    assert_refused(running(name), change, "other options or facts")


@games
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put(victory=1), "it goes on, but has a result"),
        (put(cause=2), "it goes on, but has a result"),
        (put(over=1), "it is over without a cause"),
        (put(rng=0), "its generator was never seeded"),
    ],
)
def test_what_all_games_have_in_common(name, change, message):
    assert_refused(running(name), change, message)


def top(at: int, number: int) -> Callable[[Any], None]:
    """Changes a number of the entry on top of the stack; the step is number 0."""

    def change(state: Any) -> None:
        state.stack[state.stack_size - 1, at] = number

    return change


def replaced(step: int) -> Callable[[Any], None]:
    """Another step stands on top of the stack."""

    def change(state: Any) -> None:
        state.stack[state.stack_size - 1] = 0
        state.stack[state.stack_size - 1, 0] = step

    return change


def below(step: int, **slots: int) -> Callable[[Any], None]:
    """Puts an entry below the one on top of the stack."""

    def change(state: Any) -> None:
        top = state.stack_size
        state.stack[top] = state.stack[top - 1]
        numbers = entry(step, **slots)
        state.stack[top - 1] = 0
        state.stack[top - 1, : len(numbers)] = numbers
        state.stack_size += 1

    return change


def two_of_a_kind(pile: str) -> Callable[[Any], None]:
    def change(state: Any) -> None:
        state[pile][1] = state[pile][0]

    return change


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("marooned", two_of_a_kind("deck"), "its deck does not hold every card once"),
        ("marooned", put(played=16), "the cards on the island are not those drawn"),
        ("marooned", put(card_at=-1), "its cells do not hold the cards that lie there"),
        ("marooned", put(last_row=6), "its first and last row are not those of its cards"),
        ("marooned", put(position=0), "the player stands on no card"),
        ("marooned", put(sighted=1), "its ship is in port and at sea"),
        ("marooned", put(phase=2), "the Mirage is not where the player stands"),
        ("marooned", put(health=0), "it goes on without health"),
        ("dieson", put(character=0), "its character is not that of the options"),
        ("dieson", put(quest=3), "its quest is not that of the options"),
        ("dieson", put(rounds=9), "its day is not one of the quest's"),
        ("dieson", put(unused=[9, 5, 3], unused_count=3), "its unused dice are not sorted"),
        ("dieson", put(used=[0, 0, 0], used_count=1), "its used dice are not as many as it says"),
        (
            "dieson",
            put(unused=[0, 0, 0], unused_count=0, used_count=0, used=[0, 0, 0]),
            "it has not three dice",
        ),
        ("dieson", put(max_health=9), "its largest health is not that of character and tools"),
        ("dieson", put(forced_count=3), "no die shows a forced outcome"),
        ("robinson", put(players=3), "its players is not that of the options"),
        ("robinson", put(rounds=13), "its round is not one of the scenario's"),
        ("robinson", put(acting=1), "who acts does not play"),
        ("robinson", put(character=[1, 1, -1, -1]), "its characters are not as many as its players"),
        ("robinson", put(tiles_left=11), "tiles holds fewer cards than it says"),
        ("robinson", two_of_a_kind("mysteries"), "a mystery is there twice"),
        ("robinson", two_of_a_kind("beasts"), "a beast is there twice"),
        ("robinson", put(adventures=80), "adventures 1 holds cards of another deck"),
        ("robinson", put(now=3), "the action under way is not planned"),
        ("robinson", put(plan_kind=3, plan_target=40), "a plan aims at what its kind of action cannot"),
        ("robinson", put(draws=1), "it has other draws of mysteries than its stack"),
        ("robinson", put(delayed_count=1), "what waits is no part of an effect"),
        ("robinson", put(stack_size=40), "its stack is empty, or too full to go on"),
        ("robinson", put(stack_size=1), "its question is not that of the stack"),
        ("robinson", top(0, 99), "its stack holds an unknown step"),
        ("robinson", top(1, 99), "its stack holds a number out of bounds"),
        ("robinson", replaced(steps.ROT), "its question is not that of the stack"),
        ("robinson", below(steps.ACT, plan=5), "its stack holds a plan that there is not"),
        ("robinson", below(steps.RUN, row=3, card=5), "its stack holds a row of another effect"),
        ("robinson", below(steps.OUTCOME), "a step of an action has none"),
        ("robinson", below(steps.ROLL), "dice are thrown without an action that has some"),
        ("robinson", below(steps.ARRANGE_CAMP, person=2), "its stack holds a player who does not play"),
        ("robinson", put(decision=0), "it goes on without a question"),
        ("robinson", put(question_may_pass=0), "its question cannot be passed"),
        ("robinson", put(log=[9, 50, 0]), "its log names what there is not"),
    ],
)
def test_fields_that_do_not_fit_together(name, change, message):
    assert_refused(running(name), change, message)


@pytest.mark.slow
@pytest.mark.parametrize("own", [[1, 2], 2])
def test_states_of_another_simulator_are_refused_by_every_method(own):
    game = crusoe_env.game("robinson")
    theirs = Simulator(game, players=2 if own != 2 else [1, 2]).new_games(3, seed=0)
    simulator, rng = Simulator(game, players=own), np.random.default_rng(0)
    calls: list[Callable[[np.recarray], Any]] = [
        simulator.views,
        simulator.observe,
        simulator.masks,
        simulator.goal_progress,
        simulator.check_states,
        lambda states: simulator.step(states, np.zeros(3, np.int64)),
        lambda states: simulator.determinize(states, rng),
        lambda states: simulator.playouts(states, 1, rng),
    ]
    states = simulator.new_games(3, seed=0)
    others = Simulator(crusoe_env.game("marooned")).new_games(3, seed=0)
    for call in calls:
        call(states)
        one_of_them = states.copy()
        one_of_them.task[2] = 65
        for wrong in (theirs, one_of_them):
            with pytest.raises(ValueError, match="other options or facts"):
                call(wrong)
        with pytest.raises(ValueError, match="records of Robinson Crusoe"):
            call(others)


def test_states_of_a_batch_are_told_by_their_number():
    simulator = Simulator(crusoe_env.game("robinson"))
    states = simulator.new_games(3, seed=0)
    states.stack_size[1] = 50
    with pytest.raises(ValueError, match="state 1 cannot be played on: its stack is empty, or too full"):
        simulator.check_states(states)


def test_bounds_of_what_all_games_have_in_common():
    bounds = declare([], causes=15, rounds=12, forced=index(6), players=4).bounds
    assert {name: bounds[name] for name in ("cause", "rounds", "acting", "over", "victory", "fault")} == {
        "cause": (-1, 14),  # -1: an illegal action
        "rounds": (0, 12),
        "acting": (0, 3),
        "over": (0, 1),
        "victory": (0, 1),
        "fault": (0, 0),
    }


@pytest.mark.parametrize(
    "field", [("x", "i2"), ("x", "i2", (4,)), ("x", "i2", (5, 4)), ("x", "i1", (0, 128))]
)
def test_a_field_needs_bounds_that_it_can_hold(field):
    declare([("flag", "i2", FLAG)], causes=1, rounds=1, forced=index(6))
    with pytest.raises(ValueError, match="field 'x' needs bounds within"):
        declare([field], causes=1, rounds=1, forced=index(6))


@pytest.mark.slow
@games
@pytest.mark.skipif(UNCOMPILED, reason="an index beyond an array is an error of Python there")
def test_changed_snapshots_are_refused_or_games_that_end(name):
    found = try_many(name, SNAPSHOTS)
    assert found["refused"] + found["played"] == SNAPSHOTS, found
    assert found["played"] > SNAPSHOTS / 25


def test_a_game_does_not_go_on_after_the_death_of_its_guest():
    simulator = Simulator(crusoe_env.game("robinson"), scenario="jenny")
    states = simulator.new_games(1, seed=0)
    dies_at = int(simulator.tables.dies_at[c.GUEST_SHEET])
    states.guest_here, states.wounds[0, c.GUEST] = 1, dies_at - 1
    simulator.check_states(states)
    states.wounds[0, c.GUEST] = dies_at
    with pytest.raises(ValueError, match="it goes on after the guest's death"):
        simulator.check_states(states)
