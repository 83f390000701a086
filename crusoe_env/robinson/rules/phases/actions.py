"""Resolving actions (rulebook 4.2): in the order of the kinds, within a kind as the players like."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.components import CARD_INVENTIONS, DISCOVERIES, MYSTERY_CARDS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.effects.resources import gain_gathered, gathered_resource
from crusoe_env.robinson.rules.packed import is_special, pack_plan, source_food, source_space, special_of
from crusoe_env.robinson.rules.phases.dice import act_with_dice
from crusoe_env.robinson.rules.phases.exploring import explore
from crusoe_env.robinson.rules.phases.keeping import offer_yield
from crusoe_env.robinson.rules.phases.planning import dice_are_rolled, gathers, give_back
from crusoe_env.robinson.rules.stack import (
    PASS,
    answer_or_only,
    ask,
    push,
    run_card,
    run_program,
    take_answer,
)
from crusoe_env.robinson.rules.steps import A_KIND, AN_ITEM, PERSON, PLANNED, step
from crusoe_env.robinson.rules.world.decks import discard_event
from crusoe_env.robinson.rules.world.fights import hunt, spend_weapon_bonus
from crusoe_env.robinson.rules.world.island import explored_terrains, yield_of
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.outside import leave_finds
from crusoe_env.robinson.rules.world.people import built_items, gain_determination, has_item, wound
from crusoe_env.robinson.rules.world.requirements import danger_ahead, danger_here, here, items_needed
from crusoe_env.robinson.rules.world.special_actions import special_still_possible
from crusoe_env.robinson.rules.world.stores import gain, raise_level
from crusoe_env.robinson.rules.world.things import at_hand, spend
from crusoe_env.robinson.rules.world.wood_token import wood_token_after_success


@step("resolution")
@compiled
def begin_resolution(s: State, t: Tables) -> None:
    """All pawns are placed: the actions are resolved."""
    s.phase = c.RESOLUTION
    s.now = c.NONE
    s.weapon_bonus = 0
    for person in range(c.PEOPLE):
        for resource in range(c.KINDS_OF_RESOURCE):
            s.gained[person, resource] = 0
        for token in range(DISCOVERIES):
            s.found[person, token] = 0
    push(s, steps.NEXT_ACTION)


@step(detail=A_KIND)
@compiled
def next_action(s: State, t: Tables) -> None:
    """The next kind with actions left; among several of a kind the players choose."""
    for kind in range(c.PLANNED_KINDS):
        bits = 0
        for i in range(s.plans):
            if s.plan_kind[i] == kind and s.plan_done[i] == 0:
                bits |= 1 << i
        if bits == 0:
            continue
        if bits & (bits - 1) and s.answer == c.NONE:
            push(s, steps.NEXT_ACTION)
            s.window = c.IN_RESOLUTION
            ask(s, c.ORDER, steps.NEXT_ACTION, int(s.first_player), bits, 0, kind, 0)
            return
        chosen = answer_or_only(s, bits)
        push(s, steps.NEXT_ACTION)
        prepare(s, t, chosen)
        return
    push(s, steps.END_OF_ACTION_PHASE)


@compiled
def prepare(s: State, t: Tables, i: int) -> None:
    """The action comes next; before it things may be used that matter for it.

    Without an item or terrain that it needs, lost since planning, it cannot be done, nor a special action
    whose place or conditions have changed: its pawns are spent, no dice are thrown, the tokens of its field
    stay for the next action.
    """
    kind, target, person = int(s.plan_kind[i]), int(s.plan_target[i]), int(s.plan_person[i])
    needed = items_needed(s, t, kind, target, int(s.plan_option[i]))
    lost = needed & built_items(s) != needed or is_terrain_lost(s, t, kind, target)
    if lost or (is_special(target) and not special_still_possible(s, t, target)):
        s.plan_done[i] = 1
        log_event(s, c.LOG_ACTION, pack_plan(kind, target), person)
        log_event(s, c.LOG_FAILURE, 0, c.NONE)
        give_back(s, i)
        return
    s.now = i
    s.weapon_bonus = s.action_bonus = 0
    leave_finds(s, t, int(s.plan_person[i]))
    push(s, steps.ACT, i)
    push(s, steps.WINDOW, c.BEFORE_ACT, 0, person, c.NONE, aspects_of_action(s, t, i))


@compiled
def is_terrain_lost(s: State, t: Tables, kind: int, target: int) -> bool:
    """Has a terrain that the planned invention needs become unexplored? It counts by edition."""
    if kind != c.BUILD or is_special(target) or target < c.FIRST_INVENTION:
        return False
    terrain = int(t.invention_terrain[target - c.FIRST_INVENTION])
    return t.lost_terrain_serves_the_round == 0 and terrain & explored_terrains(s, t) != terrain


@compiled
def aspects_of_action(s: State, t: Tables, i: int) -> int:
    """What matters before an action: beasts, the next tile, tokens on its field, weapons against danger."""
    kind, special = int(s.plan_kind[i]), is_special(s.plan_target[i])
    relevant = 0
    if kind == c.HUNT and not special:
        relevant |= v.BEASTS_ASPECT
    sure = t.tiles_seen_before_dice == 1 or not dice_are_rolled(s, t, i)
    if kind == c.EXPLORE and s.plan_target[i] != c.ON_TREASURE_MAP and sure and not special:
        relevant |= v.TILES_ASPECT
    space = here(s)
    tokens = int(s.space_tokens[space]) & c.DANGER if space != c.NONE else 0
    tokens |= int(s.field_tokens[kind]) if kind != c.SPECIAL else 0
    if tokens & (c.ADVENTURE_TOKEN | c.REROLL_TOKEN | c.DANGER):
        relevant |= v.TOKENS_ASPECT
    if s.plan_person[i] == c.FRIDAY and tokens & c.ADVENTURE_TOKEN:
        relevant |= v.LIFE_ASPECT
    if (kind >= c.BUILD or special) and danger_ahead(s):
        relevant |= v.WEAPON_ASPECT | v.LIFE_ASPECT
    return relevant


@step(plan=PLANNED)
@compiled
def act(s: State, t: Tables, plan: int) -> None:
    """One action: danger on its tile first, then what its kind does."""
    s.now = plan
    s.plan_done[plan] = 1
    s.rerolled = s.failure_paid = 0
    s.things_in_use = 0
    for die in range(3):
        s.dice[die] = c.NONE
    kind, person = int(s.plan_kind[plan]), int(s.plan_person[plan])
    log_event(s, c.LOG_ACTION, pack_plan(kind, int(s.plan_target[plan])), person)
    return_savings(s, plan)
    push(s, steps.FINISH_ACTION)
    if kind == c.THREAT:
        act_threat(s, t, plan)
        return
    special = is_special(s.plan_target[plan])
    if kind == c.HUNT and not special:
        hunt(s, t, person)
        s.field_tokens[c.HUNT] &= t.staying_tokens[c.HUNT] | ~c.MINUS_PAWN
        return
    if danger_ahead(s):
        wound(s, t, person, 1)
    elif danger_here(s) and s.weapon < 1:
        spend_weapon_bonus(s, t)
    if special:
        act_special(s, t, plan, kind)
        return
    s.field_tokens[kind] &= t.staying_tokens[kind] | ~(c.MINUS_PAWN | c.DANGER)
    if kind == c.ARRANGE_CAMP:
        act_arrange_camp(s, t, person)
    elif kind == c.REST:
        run_program(s, rest_program(s, t, person), person, c.NONE)
    else:
        act_with_dice(s, t, plan, kind)


@compiled
def return_savings(s: State, i: int) -> None:
    """What a skill used while actions are resolved saves: it comes back of what was set aside."""
    person = int(s.plan_person[i])
    for resource in range(3):
        saved = min(s.saving[person, resource], s.plan_paid[i, resource])
        if saved > 0:
            s.plan_paid[i, resource] -= saved
            s.available[resource] += saved
            s.saving[person, resource] = 0


@step()
@compiled
def finish_action(s: State) -> None:
    """The action is over, and with it what held for it alone."""
    s.now = c.NONE
    s.weapon_bonus = s.capturing = 0


@compiled
def act_threat(s: State, t: Tables, i: int) -> None:
    """The threat action's reward; the card is discarded."""
    place = s.plan_target[i]
    card = int(s.threat[place])
    s.threat[place] = c.NONE
    if card != c.NONE:
        discard_event(s, card)
        log_event(s, c.LOG_CARD, card, int(s.plan_person[i]))
        run_card(s, t, int(t.threat_reward[card, s.plan_option[i]]), int(s.plan_person[i]), card)


@compiled
def act_special(s: State, t: Tables, i: int, kind: int) -> None:
    """A special action, with the dice of its kind if any; the hunting deck keeps its danger token."""
    if kind == c.HUNT:
        s.field_tokens[kind] &= t.staying_tokens[kind] | ~c.MINUS_PAWN
    elif kind != c.SPECIAL:
        s.field_tokens[kind] &= t.staying_tokens[kind] | ~(c.MINUS_PAWN | c.DANGER)
        act_with_dice(s, t, i, kind)
        return
    push(s, steps.OUTCOME)


@compiled
def act_arrange_camp(s: State, t: Tables, person: int) -> None:
    """Determination and morale; a marker on the field is only taken away."""
    if s.field_tokens[c.ARRANGE_CAMP] & c.MARKER:
        s.field_tokens[c.ARRANGE_CAMP] &= ~c.MARKER
        return
    push(s, steps.ARRANGE_CAMP, person)
    push(s, steps.WINDOW, c.ARRANGING, 0, person, c.NONE, 0)


@step("arrange camp", person=PERSON)
@compiled
def arrange(s: State, t: Tables, person: int) -> None:
    """What arranging the camp gives, by the number of players."""
    run_program(s, int(t.arrange_program[s.players]), person, c.NONE)


@compiled
def rest_program(s: State, t: Tables, person: int) -> int:
    """What a rest gives: with the Bed, else with the Hammock, else as usual; so do Friday and a guest."""
    if person < c.FRIDAY:
        for item in range(CARD_INVENTIONS):
            if t.invention_rest[item] > 0 and has_item(s, item):
                return int(t.invention_rest[item])
        for mystery in range(MYSTERY_CARDS):
            kept = s.mystery_state[mystery] == c.MYSTERY_KEPT
            fresh = t.mystery_from_next_round[mystery] == 1 and s.mystery_round[mystery] == s.rounds
            if t.mystery_rest[mystery] > 0 and kept and not fresh:
                return int(t.mystery_rest[mystery])
    return int(t.rest_program)


@step()
@compiled
def outcome(s: State, t: Tables) -> None:
    """What a successful action brings."""
    i = s.now
    kind, target, person = int(s.plan_kind[i]), int(s.plan_target[i]), int(s.plan_person[i])
    s.succeeded = 1
    log_event(s, c.LOG_SUCCESS, 0, c.NONE)
    if kind == c.BUILD:
        wood_token_after_success(s, t, i)
    if is_special(target):
        if t.special_yields[special_of(target)] > 0:
            push(s, steps.GATHER_BONUS)
            gain_gathered(s, t, 1, person)
        run_card(s, t, int(t.special_effect[special_of(target)]), person, c.NONE)
    elif kind == c.BUILD:
        build(s, t, target, person)
    elif kind == c.GATHER:
        found = yield_of(s, t, source_space(target), source_food(target))
        gain(s, t, gathered_resource(s), max(1, found), person)
        push(s, steps.GATHER_BONUS)
        offer_yield(s, t, source_space(target), source_food(target), person, 1)
    elif target == c.ON_TREASURE_MAP:
        follow_map(s, t, person)
    else:
        explore(s, t, target, person)


@compiled
def build(s: State, t: Tables, target: int, person: int) -> None:
    """Shelter, levels at once; an invention becomes an item at the end of the action phase."""
    if target == c.SHELTER:
        s.shelter = 1
    elif target in (c.ROOF, c.PALISADE, c.WEAPON):
        raise_level(s, t, target, 1)
    else:
        item = target - c.FIRST_INVENTION
        s.invention_state[item] = c.FUTURE_ITEM
        if s.invention_owner[item] == person:
            gain_determination(s, t, person, int(t.personal_bonus))


@compiled
def follow_map(s: State, t: Tables, person: int) -> None:
    """The card that opens an explore action of its own is used up, and has its effect."""
    a = int(t.explore_ability)
    spend(s, t, person, a)
    run_program(s, int(t.ability_program[a]), person, int(t.ability_card[a]))


@step(
    asks=(
        Question(c.BRANCH, "{item}", "One more of what was gathered: now, or pass and keep it.", ("now",)),
        Question(
            c.BRANCH, "{item}", "One more, if this gathering succeeds: assign it, or pass.", ("assign",)
        ),
    ),
    detail=AN_ITEM,
)
@compiled
def gather_bonus(s: State, t: Tables) -> None:
    """Basket and Sack: more, each in one gathering a round; the players choose in which.

    By edition they are assigned when a gathering is planned, or used when one has succeeded.
    """
    if t.gathering_items_assigned == 0:
        use_gathering_item(s, t)
    elif s.now == c.NONE:
        assign_gathering_item(s, t)
    else:
        gain_by_assigned_item(s, t)


@compiled
def use_gathering_item(s: State, t: Tables) -> None:
    """The next item serves the gathering that has just succeeded, or another one that is still to come."""
    person = int(s.plan_person[s.now])
    for a in range(t.abilities):
        if t.ability_gathers[a] == 0 or not at_hand(s, t, person, a):
            continue
        if s.answer == c.NONE and gathering_to_come(s, t):
            ask_about_item(s, t, person, a)
            return
        if take_answer(s) == PASS:
            return
        spend(s, t, person, a)
        gain_more(s, t, int(t.ability_gathers[a]))
        return
    s.answer = c.NONE


@compiled
def assign_gathering_item(s: State, t: Tables) -> None:
    """The next item serves the gathering that was planned last, or stays free for another one."""
    plan = int(s.plans) - 1
    person, item = int(s.plan_person[plan]), 0
    for a in range(t.abilities):
        if t.ability_gathers[a] == 0:
            continue
        if at_hand(s, t, person, a):
            if s.answer == c.NONE:
                ask_about_item(s, t, person, a)
            elif take_answer(s) != PASS:
                spend(s, t, person, a)
                s.plan_items[plan] |= 1 << item
                push(s, steps.GATHER_BONUS)  # the other one
            return
        item += 1


@compiled
def gain_by_assigned_item(s: State, t: Tables) -> None:
    """The next item that was assigned to the gathering which has just succeeded."""
    item = 0
    for a in range(t.abilities):
        if t.ability_gathers[a] == 0:
            continue
        if (s.plan_items[s.now] >> item) & 1:
            s.plan_items[s.now] &= ~(1 << item)
            gain_more(s, t, int(t.ability_gathers[a]))
            return
        item += 1


@compiled
def ask_about_item(s: State, t: Tables, person: int, a: int) -> None:
    """Does this item serve the gathering at hand?"""
    push(s, steps.GATHER_BONUS)
    ask(s, c.BRANCH, steps.GATHER_BONUS, person, 1, 0, int(t.ability_which[a]), 1)


@compiled
def gain_more(s: State, t: Tables, more: int) -> None:
    """An item adds to what is gathered; then comes the other one."""
    person, target = int(s.plan_person[s.now]), int(s.plan_target[s.now])
    push(s, steps.GATHER_BONUS)
    gain_gathered(s, t, more, person)
    if not is_special(target):
        offer_yield(s, t, source_space(target), source_food(target), person, more)


@compiled
def gathering_to_come(s: State, t: Tables) -> bool:
    """Is a planned gathering still to be resolved?"""
    for i in range(s.plans):
        if s.plan_done[i] == 0 and gathers(t, int(s.plan_kind[i]), int(s.plan_target[i])):
            return True
    return False
