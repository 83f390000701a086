"""What an action requires at the window of planning: pawns, resources, items, terrain."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import CARD_INVENTIONS, INVENTIONS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.packed import (
    is_special,
    source_food,
    source_space,
    space_of_special,
    special_of,
)
from crusoe_env.robinson.rules.world.island import (
    can_explore,
    explored_terrains,
    has_source,
    in_reach,
    natural_shelter_here,
)
from crusoe_env.robinson.rules.world.marks import pawns_of_marks
from crusoe_env.robinson.rules.world.people import built_items
from crusoe_env.robinson.rules.world.special_actions import hunts_planned, special_possible, special_surcharge
from crusoe_env.robinson.rules.world.stores import weapon_for_requirements
from crusoe_env.robinson.rules.world.things import can_use, could_save
from crusoe_env.robinson.rules.world.wood_token import wood_token_is_due
from crusoe_env.robinson.scenarios.measures import condition_holds


@compiled
def danger_here(s: State) -> bool:
    """Does a token on its field or tile demand weapon level 1 of the action about to be resolved?"""
    kind = int(s.plan_kind[s.now])
    space = here(s)
    on_field = c.BUILD <= kind < c.ARRANGE_CAMP and s.field_tokens[kind] & c.DANGER != 0
    return on_field or (space != c.NONE and s.space_tokens[space] & c.DANGER != 0)


@compiled
def danger_ahead(s: State) -> bool:
    """Does the action about to be resolved need weapon level 1, which is not there?"""
    return danger_here(s) and s.weapon + s.weapon_bonus < 1


@compiled
def here(s: State) -> int:
    """The space on which the action under way takes place, or NONE."""
    if s.now == c.NONE:
        return c.NONE
    return space_of(s, s.plan_kind[s.now], s.plan_target[s.now])


@compiled
def gathers_source(s: State) -> bool:
    """Does the action under way gather from a source?"""
    return s.now != c.NONE and s.plan_kind[s.now] == c.GATHER and not is_special(s.plan_target[s.now])


OPTIONS = 4
"""Ways to pay for an action, or rewards to choose from, at most."""


@compiled
def planned_of(s: State, kind: int) -> int:
    """How many actions of a kind are planned."""
    count = 0
    for i in range(s.plans):
        count += s.plan_kind[i] == kind
    return count


@compiled
def is_planned(s: State, kind: int, target: int) -> bool:
    """Is this very action planned already?"""
    for i in range(s.plans):
        if s.plan_kind[i] == kind and s.plan_target[i] == target:
            return True
    return False


@compiled
def extra_pawns(s: State, t: Tables, kind: int, target: int) -> int:
    """Pawns needed beyond the usual number: distance, tokens on the field or the tile, marks."""
    extra = 0
    if kind != c.SPECIAL and s.field_tokens[kind] & c.MINUS_PAWN:
        extra += planned_of(s, kind) == 0 or t.staying_tokens[kind] & c.MINUS_PAWN != 0
    if is_special(target):
        extra += special_surcharge(s, t, target)
    space = space_of(s, kind, target)
    if space != c.NONE:
        if space != s.camp and counts_distance(t, target):
            extra += s.way[space] - 1
        if s.space_tokens[space] & c.MINUS_PAWN:
            extra += 1
        extra += pawns_of_marks(s, t, kind, space)
    return extra


@compiled
def counts_distance(t: Tables, target: int) -> bool:
    """Does an action on a tile far from the camp take more pawns?"""
    return not is_special(target) or t.special_distance[special_of(target)] == 1


@compiled
def space_of(s: State, kind: int, target: int) -> int:
    """The space on which an action takes place; NONE for threat, hunt and the treasure map."""
    if is_special(target) and space_of_special(target) != c.NONE:
        return space_of_special(target)
    if is_special(target) and kind != c.BUILD:
        return c.NONE
    if kind == c.GATHER:
        return source_space(target)
    if kind == c.EXPLORE:
        return c.NONE if target == c.ON_TREASURE_MAP else target
    if kind in (c.BUILD, c.ARRANGE_CAMP, c.REST):
        return int(s.camp)
    return c.NONE


@compiled
def usual_pawns(s: State, t: Tables, kind: int, target: int, option: int) -> int:
    """The least number of pawns that an action takes as a rule."""
    if is_special(target):
        return int(t.special_pawns[special_of(target)])
    if kind == c.HUNT:
        return 2
    if kind == c.EXPLORE and target == c.ON_TREASURE_MAP:
        return 2
    if kind == c.THREAT:
        card = s.threat[target]
        return int(t.threat_pawns[card, option])
    return 1


@compiled
def is_with_dice(t: Tables, kind: int, target: int) -> bool:
    """Is this an action that one pawn takes with dice and one more makes sure?"""
    if is_special(target):
        return bool(t.special_dice[special_of(target)] == 1)
    return kind in (c.BUILD, c.GATHER) or (kind == c.EXPLORE and target != c.ON_TREASURE_MAP)


@compiled
def option_count(s: State, t: Tables, kind: int, target: int) -> int:
    """How many ways to pay there are (wood or fur), or rewards of a wreckage card."""
    if is_special(target):
        return int(t.special_costs[special_of(target)])
    if kind == c.THREAT:
        return int(t.threat_options[s.threat[target]])
    if kind == c.BUILD:
        if target < c.FIRST_INVENTION:
            return 1 if target == c.WEAPON else 2 + mixed_ways(s, t)
        return int(t.invention_costs[target - c.FIRST_INVENTION])
    return 1


@compiled
def cost(s: State, t: Tables, kind: int, target: int, option: int, resource: int) -> int:
    """What one way of paying takes of a resource (wood, food, fur), with the tokens that raise it."""
    amount = 0
    if kind == c.THREAT:
        amount = int(t.threat_cost[s.threat[target], option, resource])
    elif is_special(target):
        amount = int(t.special_cost[special_of(target), option, resource])
        if kind == c.BUILD and resource == c.WOOD and amount > 0:
            amount += build_surcharge(s, target)
    elif kind == c.BUILD:
        if target == c.WEAPON:
            amount = int(t.weapon_cost) if resource == c.WOOD else 0
        elif target < c.FIRST_INVENTION:
            return cost_of_structure(s, t, target, option, resource)
        else:
            amount = int(t.invention_cost[target - c.FIRST_INVENTION, option, resource])
        if resource == c.WOOD and amount > 0:
            amount += build_surcharge(s, target)
    return amount


@compiled
def mixed_ways(s: State, t: Tables) -> int:
    """How many ways there are to pay shelter, roof or palisade partly in fur, where fur stands for wood."""
    return max(0, int(t.build_fur[s.players]) - 1) if t.fur_as_wood == 1 else 0


@compiled
def cost_of_structure(s: State, t: Tables, target: int, option: int, resource: int) -> int:
    """Shelter, roof and palisade: all in wood, all in fur, or some wood replaced by 1, 2, ... fur."""
    if option == 1:
        return int(t.build_fur[s.players]) if resource == c.FUR else 0
    fur = max(0, option - 1)
    if resource == c.FUR:
        return fur
    return (
        max(0, int(t.build_wood[s.players]) + build_surcharge(s, target) - fur) if resource == c.WOOD else 0
    )


@compiled
def build_surcharge(s: State, target: int) -> int:
    """Wood that tokens add to a building action paid in wood."""
    extra = 0
    if target < c.FIRST_INVENTION and s.cost_tokens[target] & c.PLUS_WOOD:
        extra += 1
    if wood_token_is_due(s):
        extra += 1
    return extra


@compiled
def items_needed(s: State, t: Tables, kind: int, target: int, option: int) -> int:
    """Bits of the items without which an action planned in this way cannot be done."""
    if kind == c.THREAT:
        card = s.threat[target]
        return int(t.threat_items[card]) | int(t.threat_option_items[card, option])
    if is_special(target):
        return int(t.special_items[special_of(target)])
    if kind == c.BUILD and target >= c.FIRST_INVENTION:
        return int(t.invention_items[target - c.FIRST_INVENTION])
    return 0


@compiled
def affordable(s: State, t: Tables, person: int, kind: int, target: int, option: int, hoped: int) -> bool:
    """Is everything there that this way of paying takes? `hoped` = 1: with what he can still save."""
    if kind not in (c.THREAT, c.BUILD) and not is_special(target):
        return True
    for resource in range(3):
        amount = cost(s, t, kind, target, option, resource)
        if amount > 0:
            saved = int(s.saving[person, resource])
            if hoped == 1:
                saved += could_save(s, t, person, resource)
            amount = max(0, amount - saved)
        have = s.available[resource]
        if resource == 1:
            have += s.available[3]
        if amount > have:
            return False
    if kind == c.THREAT:
        card = s.threat[target]
        wanted = int(t.threat_option_items[card, option])
        return wanted == 0 or wanted & built_items(s) == wanted
    return True


@compiled
def possible(s: State, t: Tables, kind: int, target: int, person: int) -> bool:
    """Do the rules allow this action now, pawns and payment apart?"""
    if is_special(target):
        return t.special_kind[special_of(target)] == kind and special_possible(s, t, target, person)
    if kind == c.THREAT:
        return threat_possible(s, t, target)
    if kind == c.HUNT:
        return hunts_planned(s, t) < s.hunting_left
    if kind == c.BUILD:
        return build_possible(s, t, target, person)
    if kind == c.GATHER:
        space = source_space(target)
        if (s.gathered >> target) & 1 or space == s.camp:
            return False
        if t.shortcut_gathers == 1 and s.shortcut_used == target:
            return False
        return in_reach(s, t, space) and has_source(s, t, space, source_food(target))
    if kind == c.EXPLORE:
        if is_planned(s, c.EXPLORE, target):
            return False
        if target == c.ON_TREASURE_MAP:
            return t.explore_ability != c.NONE and can_use(s, t, person, int(t.explore_ability))
        return can_explore(s, t, target)
    return True


@compiled
def threat_possible(s: State, t: Tables, place: int) -> bool:
    """A card lies there, nobody takes it yet, and weapon level and items are there."""
    card = s.threat[place]
    if card == c.NONE or t.threat_options[card] == 0 or is_planned(s, c.THREAT, place):
        return False
    if weapon_for_requirements(s, t) < t.threat_weapon[card]:
        return False
    wanted = int(t.threat_items[card])
    return wanted == 0 or wanted & built_items(s) == wanted


@compiled
def build_possible(s: State, t: Tables, target: int, person: int) -> bool:
    """Shelter once; roof and palisade at a shelter; inventions on the board with terrain and items."""
    if target == c.SHELTER:
        return s.shelter == 0 and not is_planned(s, c.BUILD, c.SHELTER)
    if target in (c.ROOF, c.PALISADE):  # a shelter built in this very phase comes too late
        return natural_shelter_here(s, t) or (s.shelter == 1 and not is_planned(s, c.BUILD, c.SHELTER))
    if target == c.WEAPON:
        return True
    if target - c.FIRST_INVENTION >= INVENTIONS:
        return False
    return invention_possible(s, t, target, person, explored_terrains(s, t), built_items(s))


@compiled
def invention_possible(s: State, t: Tables, target: int, person: int, terrains: int, items: int) -> bool:
    """Is the invention on the board, and all that it needs? `terrains`, `items`: bits of what there is."""
    invention = target - c.FIRST_INVENTION
    terrain, needed = int(t.invention_terrain[invention]), int(t.invention_items[invention])
    if terrain & terrains != terrain or needed & items != needed:
        return False
    if s.invention_state[invention] != c.ON_BOARD or is_planned(s, c.BUILD, target):
        return False
    owner = s.invention_owner[invention]
    if owner != c.NONE and owner != person:
        return False
    return invention < CARD_INVENTIONS or scenario_invention_open(s, t, invention - CARD_INVENTIONS)


@compiled
def scenario_invention_open(s: State, t: Tables, which: int) -> bool:
    """Do the conditions of an invention of the scenario hold?"""
    for i in range(t.scenario_invention_conditions[which]):
        need = t.scenario_invention_needs[which, i]
        if not condition_holds(s, t, int(need[0]), int(need[1]), int(need[2])):
            return False
    return True


@compiled
def may_take(s: State, person: int, kind: int) -> bool:
    """Has no card forbidden this person's pawns such an action this round?"""
    return person == c.FRIDAY or (s.allowed_kinds[person] >> kind) & 1 == 1
