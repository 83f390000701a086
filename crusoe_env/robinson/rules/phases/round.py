"""The beginning and the end of a round (rulebook: Game Round)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import DISCOVERIES
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.effects.delayed import run_delayed
from crusoe_env.robinson.rules.phases.weather import clear_animals
from crusoe_env.robinson.rules.stack import push, run_card
from crusoe_env.robinson.rules.steps import step
from crusoe_env.robinson.rules.world.decks import starting_items_arrive
from crusoe_env.robinson.rules.world.ending import lose
from crusoe_env.robinson.rules.world.guest import limit_guest
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.mysteries import treasures_arrive
from crusoe_env.robinson.rules.world.things import clear_uses
from crusoe_env.robinson.scenarios.goals import AT_ROUND_END, check_ending
from crusoe_env.robinson.scenarios.hooks import run_hook
from crusoe_env.robinson.scenarios.measures import tiles_explored


@step()
@compiled
def begin_round(s: State, t: Tables) -> None:
    """Nothing of the last round holds any more; what waited for this one comes, then the event phase."""
    s.rounds += 1
    s.phase = c.EVENT_PHASE
    log_event(s, c.LOG_ROUND, int(s.rounds), c.NONE)
    clear_round(s, t)
    note_beginning(s, t)
    push(s, steps.BEFORE_ACTION_PHASE)
    push(s, steps.PRODUCTION, 0)
    push(s, steps.MORALE)
    push(s, steps.WINDOW, c.BEFORE_MORALE, 0, c.NONE, c.NONE, v.MORALE_ASPECT)
    if s.rounds > 1:
        push(s, steps.REVEAL_EVENT)
    if s.rounds > 1:
        push(s, steps.WINDOW, c.BEFORE_EVENT, 0, c.NONE, c.NONE, v.EVENTS_ASPECT)
    run_delayed(s, t, v.AT_NEXT_ROUND)
    rejoin(s, t)
    run_card(s, t, int(t.on_round[s.rounds - 1]), int(s.first_player), c.NONE)
    run_hook(s, t, c.ON_ROUND_START, c.NONE)


@compiled
def rejoin(s: State, t: Tables) -> None:
    """Who was outside the camp brings what he found."""
    for token in range(DISCOVERIES):
        s.discovery[token] += s.discovery_future[token]
        s.discovery_future[token] = 0
        for person in range(c.PEOPLE):
            s.found[person, token] = 0
    s.outside_treasures = 0
    starting_items_arrive(s)
    treasures_arrive(s, t)


@compiled
def clear_round(s: State, t: Tables) -> None:
    """Limits, modifiers and uses of one round are over."""
    for person in range(c.PEOPLE):
        s.pawn_limit[person] = t.pawns_each
        s.allowed_kinds[person] = c.ALL_KINDS
        s.skills_barred[person] = 0
        s.skills_used[person] = 0
        for resource in range(c.KINDS_OF_RESOURCE):
            s.available[resource] += s.own[person, resource]
            s.own[person, resource] = 0
        s.confused[person] = s.outside[person] = 0
        if s.cursed[person] == 2:
            s.cursed[person] = 1
    limit_guest(s, t)
    clear_uses(s)
    for resource in range(c.KINDS_OF_RESOURCE):
        s.production_extra[resource] = 0
    for kind in range(c.KINDS):
        s.extra_pawns[kind] = 0
    s.lost_items = 0
    s.production_none = s.production_half = s.production_skip = 0
    s.no_mixed_pawns = s.no_pawn_of_friday = s.items_unavailable = 0
    for counter in range(c.COUNTERS):
        s.counter_stages_fed[counter] = 0
    s.shortcut_used = c.NONE
    s.keeping = 0
    s.weather_rolled = s.rain = s.snow = s.ignored_rain = s.ignored_snow = s.snow_to_rain = 0
    clear_animals(s)


@compiled
def note_beginning(s: State, t: Tables) -> None:
    """What asks for an earlier round looks at how things stand as this one begins."""
    for counter in range(c.COUNTERS):
        s.counter_before[counter] = s.counter[counter]
    for space in range(c.SPACES):
        s.marks_before[space] = s.marks[space]
    s.tiles_before = tiles_explored(s, t)


@step()
@compiled
def end_of_round(s: State, t: Tables) -> None:
    """The First Player token goes on; after the last round the game is lost."""
    s.night_tokens = 0
    check_ending(s, t, AT_ROUND_END)
    if s.rounds >= t.rounds:
        lose(s, c.OUT_OF_ROUNDS)
        return
    s.first_player = (s.first_player + 1) % s.players
    push(s, steps.BEGIN_ROUND)
