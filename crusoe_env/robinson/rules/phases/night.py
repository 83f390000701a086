"""The night phase (rulebook 6): eating, moving the camp, sleeping in the open."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.state import amount
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import count_bits
from crusoe_env.robinson.rules.effects.delayed import run_delayed
from crusoe_env.robinson.rules.stack import PASS, ask, push, take_answer
from crusoe_env.robinson.rules.steps import FLAG, PEOPLE_SET, number, step
from crusoe_env.robinson.rules.world.camp import move_camp
from crusoe_env.robinson.rules.world.ending import lose
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.island import can_camp
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.outside import eat_outside, in_camp, pay_by, sheltered, stock_of
from crusoe_env.robinson.rules.world.people import wound
from crusoe_env.robinson.rules.world.stores import has_shelter, pay, stock
from crusoe_env.robinson.scenarios.hooks import run_hook
from crusoe_env.robinson.scenarios.measures import measure


@step("night")
@compiled
def night_phase(s: State, t: Tables) -> None:
    """Eating, moving the camp, sleeping in the open, rotting food, and the end of the round."""
    s.phase = c.NIGHT_PHASE
    log_event(s, c.LOG_PHASE, c.NIGHT_PHASE, c.NONE)
    push(s, steps.END_OF_ROUND)
    run_hook(s, t, c.ON_ROUND_END, c.NONE)
    push(s, steps.ROT)
    push(s, steps.WINDOW, c.AT_NIGHT, 0, c.NONE, c.NONE, 0)
    push(s, steps.NIGHT_WOUNDS, 0)
    push(s, steps.OPEN_AIR, 0)
    push(s, steps.MOVE_CAMP)
    push(s, steps.EAT_MORE, 0)
    if s.night_tokens & c.PLUS_FOOD:
        heal_first(s)
    push(s, steps.EAT, 0)
    if t.fed_first != c.NONE:
        push(s, steps.FEED_FIRST)
    push(s, steps.WINDOW, c.AT_NIGHT, 0, c.NONE, c.NONE, 0)
    run_hook(s, t, c.ON_NIGHT, c.NONE)


@compiled
def heal_first(s: State) -> None:
    """Healing is for any time of the night: who can heal is asked before wounds come."""
    push(s, steps.WINDOW, c.AT_NIGHT, 0, c.NONE, c.NONE, v.LIFE_ASPECT)


@step()
@compiled
def feed_first(s: State, t: Tables) -> None:
    """Who cannot go hungry eats before the players, as many as the scenario counts; else the game is lost."""
    if pay(s, c.FOOD, int(measure(s, t, int(t.fed_first)))) > 0:
        lose(s, c.FIRST_UNFED)


@step(
    asks=(Question(c.CHOOSE_PERSON, "Night", "There is too little food: who goes hungry?"),),
    hungry=PEOPLE_SET,
)
@compiled
def eat(s: State, t: Tables, hungry: int) -> None:
    """One food for each castaway in the camp; if there is too little, the players choose who goes hungry."""
    eaters = in_camp(s)
    short = max(0, count_bits(eaters) - stock(s, c.FOOD))
    if short >= count_bits(eaters):
        hungry = eaters
    elif count_bits(hungry) < short:
        if s.answer == c.NONE:
            push(s, steps.EAT, hungry)
            left = short - count_bits(hungry)
            ask(s, c.CHOOSE_PERSON, steps.EAT, int(s.first_player), eaters & ~hungry, left, 0, 0)
            return
        push(s, steps.EAT, hungry | 1 << take_answer(s))
        return
    s.answer = c.NONE
    log_event(s, c.LOG_PHASE, c.NIGHT_PHASE, c.NONE)
    pay(s, c.FOOD, count_bits(eaters & ~hungry))
    for person in range(c.PEOPLE):
        if (hungry >> person) & 1:
            wound(s, t, person, int(t.hunger_wounds))
    s.hungry = hungry | eat_outside(s, t)


@step(
    asks=(Question(c.BRANCH, "Night", "Eat one food more, or take a wound.", ("eat", "1 wound")),),
    person=number(amount(c.PEOPLE)),
)
@compiled
def eat_more(s: State, t: Tables, person: int) -> None:
    """The +1 food token in the night space: each castaway eats one more, or takes a wound."""
    while person < c.PEOPLE and not is_castaway(s, person):
        person += 1
    if not s.night_tokens & c.PLUS_FOOD or person >= c.PEOPLE:
        s.night_tokens &= ~c.PLUS_FOOD
        s.answer = c.NONE
        return
    if stock_of(s, person, c.FOOD) == 0:
        s.answer = c.NONE
        wound(s, t, person, 1)
    elif s.answer == c.NONE:
        push(s, steps.EAT_MORE, person)
        ask(s, c.BRANCH, steps.EAT_MORE, person, 3, 0, 0, 0)
        return
    elif take_answer(s) == 0:
        pay_by(s, person, c.FOOD, 1)
    else:
        wound(s, t, person, 1)
    push(s, steps.EAT_MORE, person + 1)


@step(
    "move camp",
    asks=(Question(c.CHOOSE_SPACE, "Night", "Move the camp to a tile beside it, or pass and stay."),),
)
@compiled
def move_camp_step(s: State, t: Tables) -> None:
    """The camp may move to an adjacent tile, also when nobody sleeps in it."""
    bits = 0
    for space in range(c.SPACES):
        if can_camp(s, t, space):
            bits |= 1 << space
    if bits == 0:
        s.answer = c.NONE
        return
    if s.answer == c.NONE:
        push(s, steps.MOVE_CAMP)
        ask(s, c.CHOOSE_SPACE, steps.MOVE_CAMP, int(s.first_player), bits, 0, 0, 1)
        return
    space = take_answer(s)
    if space != PASS:
        move_camp(s, t, space)


@step(asked=FLAG)
@compiled
def open_air(s: State, t: Tables, asked: int) -> None:
    """Who sleeps without a shelter is wounded, in the camp or on the tile of his action."""
    bits = 0
    for person in range(c.PEOPLE):
        if is_castaway(s, person):
            safe = sheltered(s, t, person) if s.outside[person] == 1 else has_shelter(s, t)
            bits |= (0 if safe else 1) << person
    if bits != 0 and asked == 0:
        push(s, steps.OPEN_AIR, 1)
        heal_first(s)
        return
    for person in range(c.PEOPLE):
        if (bits >> person) & 1:
            wound(s, t, person, int(t.open_air_wounds))


@step(done=number(amount(2)))
@compiled
def night_wounds(s: State, t: Tables, done: int) -> None:
    """What cards have kept for this night, and for every night; then the markers that bring wounds."""
    if done == 0:
        push(s, steps.NIGHT_WOUNDS, 1)
        run_delayed(s, t, v.AT_EVERY_NIGHT)
        run_delayed(s, t, v.AT_NIGHT)
        return
    if done == 1 and anybody_marked(s):
        push(s, steps.NIGHT_WOUNDS, 2)
        heal_first(s)
        return
    for person in range(c.PEOPLE):
        wound(s, t, person, int(s.markers[person]))
        s.markers[person] = 0


@compiled
def anybody_marked(s: State) -> bool:
    """Will a marker bring wounds this night?"""
    for person in range(c.PEOPLE):
        if s.markers[person] > 0:
            return True
    return False
