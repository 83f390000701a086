"""The end of the action phase: what waited arrives."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import AFTER_ACTIONS
from crusoe_env.robinson.components import DISCOVERIES
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.effects.delayed import run_delayed
from crusoe_env.robinson.rules.stack import push, run_program
from crusoe_env.robinson.rules.steps import step
from crusoe_env.robinson.rules.world.decks import starting_items_arrive
from crusoe_env.robinson.rules.world.finds import open_finds
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.items import items_arrive
from crusoe_env.robinson.rules.world.mysteries import treasures_arrive
from crusoe_env.robinson.rules.world.people import is_outside_camp
from crusoe_env.robinson.rules.world.things import clear_saving
from crusoe_env.robinson.things import FIRST_TOKEN


@step()
@compiled
def end_of_action_phase(s: State, t: Tables) -> None:
    """Future resources, items, tokens and treasures arrive; who is outside keeps what he acquired."""
    if s.private_finds == 1:
        open_finds(s)
    for person in range(c.PEOPLE):
        if is_castaway(s, person) and s.outside[person] == 1:
            for resource in range(c.KINDS_OF_RESOURCE):
                kept = min(int(s.gained[person, resource]), int(s.future[resource]))
                s.own[person, resource] += kept
                s.future[resource] -= kept
    for resource in range(c.KINDS_OF_RESOURCE):
        s.available[resource] += s.future[resource]
        s.future[resource] = 0
    s.phase = c.WEATHER_PHASE
    discoveries_arrive(s)
    for kind in range(c.KINDS):
        s.field_tokens[kind] |= s.new_field_tokens[kind]
        s.new_field_tokens[kind] = 0
        s.extra_pawns[kind] = 0
    for space in range(c.SPACES):
        s.space_tokens[space] |= s.new_space_tokens[space]
        s.new_space_tokens[space] = 0
    starting_items_arrive(s)
    s.items_unavailable = 0
    clear_saving(s)
    push(s, steps.WEATHER)
    run_delayed(s, t, AFTER_ACTIONS)
    treasures_arrive(s, t)
    items_arrive(s, t)
    use_forced_tokens(s, t)


@compiled
def discoveries_arrive(s: State) -> None:
    """The discovery tokens found are everybody's, but for those of who is outside: they wait for him."""
    for token in range(DISCOVERIES):
        waiting = 0
        for person in range(c.PEOPLE):
            if is_outside_camp(s, person):
                waiting += s.found[person, token]
            else:
                s.found[person, token] = 0
        s.discovery[token] += s.discovery_future[token] - waiting
        s.discovery_future[token] = waiting


@compiled
def use_forced_tokens(s: State, t: Tables) -> None:
    """Some tokens are traded in at the end of the action phase."""
    for token in range(DISCOVERIES):
        a = t.thing_ability[FIRST_TOKEN + token]
        if t.discovery_forced[token] == 0 or a == c.NONE:
            continue
        program = int(t.ability_program[a])
        for _ in range(s.discovery[token]):
            run_program(s, program, c.NONE, c.NONE)
        s.discovery[token] = 0
        for person in range(c.PEOPLE):
            if is_outside_camp(s, person):
                for _ in range(s.found[person, token]):
                    run_program(s, program, person, c.NONE)
                s.discovery_future[token] -= s.found[person, token]
                s.found[person, token] = 0
