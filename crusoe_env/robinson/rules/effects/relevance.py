"""Can an effect do anything now?"""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import CARD_INVENTIONS
from crusoe_env.robinson.rules.effects.inventions import item_choices
from crusoe_env.robinson.rules.effects.tokens import token_on_board
from crusoe_env.robinson.rules.effects.uncover import spaces_with_markers
from crusoe_env.robinson.rules.phases.weather import (
    animals_ahead,
    milder_by_treasures,
    rain_clouds,
    snow_clouds,
)
from crusoe_env.robinson.rules.world.marks import spaces_marked
from crusoe_env.robinson.rules.world.people import HIGHEST_MORALE, people_to_heal
from crusoe_env.robinson.rules.world.stores import has_shelter
from crusoe_env.robinson.scenarios.counters import missing_in_stage
from crusoe_env.robinson.state import DISCARDED, FRIDAY, ON_BOARD, PALISADE, ROOF


@compiled
def matters(s: Any, t: Any, row: int, person: int) -> bool:
    """Can the first operation of a use by this person, or of one of its branches, do anything now?"""
    if t.rows[row, col.OP] != op.CHOOSE:
        return row_matters(s, t, row, person)
    return useful_branches(s, t, row, person) != 0


@compiled
def useful_branches(s: Any, t: Any, row: int, person: int) -> int:
    """Bits of the branches of a choice whose first operation can do anything now; an empty one is one."""
    bits = 0
    for branch in range(t.rows[row, col.NUMBER]):
        at = row + 1 + branch
        if row_matters(s, t, at + int(t.rows[at, col.JUMP]), person):
            bits |= 1 << branch
    return bits


@compiled
def row_matters(s: Any, t: Any, row: int, person: int) -> bool:
    """Can the operation of this row do anything now, used by this person?"""
    what = t.rows[row, col.OP]
    which = t.rows[row, col.WHAT]
    if what == op.HEAL:
        healed = people_to_heal(s, t, person)
        return (healed & ~(1 << FRIDAY) if t.rows[row, col.WHO] == v.EACH else healed) != 0
    if what == op.RAISE:
        if which == v.MORALE:
            return s.morale < HIGHEST_MORALE
        return (which != ROOF and which != PALISADE) or has_shelter(s, t)
    if what == op.MOVE_BEAST:
        return s.beasts_left > 0 if which == v.BEAST_DECK else s.hunting_left > 0
    if what == op.LOOK:
        return s.event_known < min(1, s.events_left) if which == v.LOOK_AT_EVENT_DECK else s.hunting_left > 0
    if what == op.BUILD_ITEM:
        return s.invention_state[which] == ON_BOARD
    if what == op.BUILD_ONE:
        return item_choices(s, what, int(which)) != 0
    if what == op.PICK_TILE:
        return s.tiles_left > 1
    if what == op.PICK_DISCOVERY:
        return s.discoveries_left > 0
    if what == op.PICK_INVENTION:
        return inventions_to_draw(s)
    if what == op.ADVANCE:
        return missing_in_stage(s, t, which) > 0
    if what == op.ROLL_WEATHER:
        return s.weather_rolled == 0 and t.weather[s.rounds - 1] != 0
    if what == op.IGNORE and which == v.IGNORE_RAIN:
        milder = min(snow_clouds(s), s.snow_to_rain + milder_by_treasures(s, t))
        return rain_clouds(s) + milder > s.ignored_rain
    if (what == op.IGNORE and which == v.IGNORE_SNOW) or what == op.SNOW_TO_RAIN:
        return snow_clouds(s) > s.ignored_snow + s.snow_to_rain
    if (what == op.IGNORE and which == v.IGNORE_ANIMALS) or what == op.REROLL_ANIMALS:
        return animals_ahead(s)
    if what == op.REMOVE_ANY_TOKEN:
        return token_on_board(s, t)
    if what == op.UNMARK:
        return spaces_marked(s, which) > 0
    if what == op.UNCOVER:
        return spaces_with_markers(s) != 0
    return True


@compiled
def inventions_to_draw(s: Any) -> bool:
    """Is there a card in the invention deck, or can a new one be made?"""
    if s.inventions_left > 0:
        return True
    for item in range(CARD_INVENTIONS):
        if s.invention_state[item] == DISCARDED:
            return True
    return False
