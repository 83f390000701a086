"""The course of a game: one action of an agent, then everything up to the next decision."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import SAY_SYMBOL, USE, answer_of
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import stack, steps
from crusoe_env.robinson.rules.abilities import use
from crusoe_env.robinson.rules.setup import set_up
from crusoe_env.robinson.rules.world.ending import fail
from crusoe_env.robinson.scenarios.goals import AT_ONCE, check_ending, victory_points
from crusoe_env.robinson.scenarios.guests import let_guest_join


@compiled
def apply_action(s: State, t: Tables, action: int) -> None:
    """Carry out one legal action and go on to the next decision or the end of the game."""
    if USE <= action < SAY_SYMBOL and s.decision != c.SUPPORT:
        use_thing(s, t, action - USE)
    else:
        give_answer(s, answer_of(s, action))
    advance(s, t)


@compiled
def new_game(s: State, t: Tables) -> None:
    """Set up, and play to the first decision."""
    set_up(s, t)
    advance(s, t)


@compiled
def advance(s: State, t: Tables) -> None:
    """Carry out what is on the stack until a decision is needed or the game is over."""
    while s.over == 0 and s.decision == c.NO_DECISION and s.stack_size > 0:
        top = s.stack_size - 1
        s.stack_size = top
        entry = s.stack[top]
        step, first, second, third = int(entry[0]), int(entry[1]), int(entry[2]), int(entry[3])
        if 0 <= step < steps.TOTAL:
            steps.carry_out(step, s, t, first, second, third, int(entry[4]), int(entry[5]))
        else:
            fail(s, c.UNKNOWN_STEP)
        let_guest_join(s, t)
        check_ending(s, t, AT_ONCE)
    if s.over == 1:
        stack.ask_nothing(s)
        s.score = victory_points(s, t)


@compiled
def give_answer(s: State, value: int) -> None:
    """The decision is made."""
    stack.ask_nothing(s)
    s.answer = value


@compiled
def use_thing(s: State, t: Tables, thing: int) -> None:
    """A skill or item is used; the decision under way is asked again afterwards."""
    person = int(s.acting)
    stack.ask_nothing(s)
    s.answer = c.NONE
    use(s, t, person, thing)
