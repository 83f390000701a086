"""Resolving actions (rulebook 4.2): in the order of the kinds, within a kind as the players like."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.core.random import roll
from crusoe_env.robinson import vocabulary as v
from crusoe_env.robinson.rules.agenda import (
    ACT,
    ADVENTURE_DIE,
    ARRANGE,
    END_OF_ACTION_PHASE,
    FIGHT,
    FINISH_ACTION,
    FREE,
    GATHER_BONUS,
    GO_ON,
    NEXT_ACTION,
    OUTCOME,
    PILE_STEP,
    REROLL_STEP,
    RESOLUTION_STEP,
    ROLL,
    SUCCESS_DIE,
    TILE_FOUND,
    WOUND_DIE,
    ask,
    later,
    push,
    run_card,
    run_program,
    take_answer,
)
from crusoe_env.robinson.rules.board_effects import here
from crusoe_env.robinson.rules.clauses import deck_of, gathered_resource, rerolls_success
from crusoe_env.robinson.rules.decks import (
    beast_for_hunting,
    draw_adventure,
    gain_discovery,
    next_discovery,
    next_tile,
    take_beast,
)
from crusoe_env.robinson.rules.fights import push_end_of_fight
from crusoe_env.robinson.rules.island import yield_of
from crusoe_env.robinson.rules.notes import note
from crusoe_env.robinson.rules.people import gain_determination, has_item, wound
from crusoe_env.robinson.rules.planning import begin_planning, dice_are_rolled
from crusoe_env.robinson.rules.requirements import (
    is_with_dice,
)
from crusoe_env.robinson.rules.stores import gain, raise_level
from crusoe_env.robinson.rules.uses import danger_ahead
from crusoe_env.robinson.rules.woodpile import can_lay, lay_wood, missing_in_stage
from crusoe_env.robinson.state import (
    ADVENTURE_TOKEN,
    AFTER_THROW,
    ARRANGE_CAMP,
    ARRANGING,
    AT_PLANNING,
    BASKET,
    BEFORE_ACT,
    BRANCH,
    BUILD,
    CARD_INVENTIONS,
    CARPENTER,
    CRAFTSMANSHIP,
    DANGER,
    DISCOVERIES,
    EXPLORE,
    EXPLORED,
    FIRST_INVENTION,
    FIRST_MYSTERY,
    FRIDAY,
    FUTURE_ITEM,
    GATHER,
    HUNT,
    IN_RESOLUTION,
    KINDS,
    KINDS_OF_RESOURCE,
    LUCKY,
    MARKER,
    MINUS_PAWN,
    MYSTERY_CARDS,
    MYSTERY_GONE,
    MYSTERY_KEPT,
    NONE,
    NOTE_ACTION,
    NOTE_BEAST,
    NOTE_CARD,
    NOTE_FAILURE,
    NOTE_SUCCESS,
    NOTE_TILE,
    ON_TREASURE_MAP,
    ORDER,
    PALISADE,
    PEOPLE,
    PILE,
    PLUS_WOOD,
    REROLL,
    REROLL_TOKEN,
    RESOLUTION,
    REST,
    ROOF,
    SACK,
    SEARCHING_TALENT,
    SHELTER,
    SKILLS_EACH,
    THREAT,
    TREASURE_MAP,
    WEAPON,
    WOOD,
)

# ------------------------------------------------------------------ before the action phase


@compiled
def before_action_phase(s: Any, t: Any) -> None:
    """Wood may be laid on the pile; then planning and resolution."""
    s.planner = NONE
    s.plans = 0
    s.weapon_bonus = 0
    later(s, RESOLUTION_STEP)
    later(s, PILE_STEP)
    if s.pile_this_round == 0 and s.available[WOOD] < missing_in_stage(s, t):  # more wood may still come
        push(s, FREE, AT_PLANNING, 0, NONE, NONE, v.WOOD_AT_STAKE)


@compiled
def pile_step(s: Any, t: Any) -> None:
    """Before the action phase wood may be laid onto the current stage of the pile."""
    most = can_lay(s, t)
    if most > 0 and s.answer == NONE:
        later(s, PILE_STEP)
        s.moment = AT_PLANNING
        ask(s, PILE, int(s.first_player), most, 0, 0, 0)
        return
    answer = take_answer(s)
    if answer != NONE and answer != GO_ON:
        lay_wood(s, t, answer)
    begin_planning(s, t)


# ------------------------------------------------------------------ order


@compiled
def begin_resolution(s: Any, t: Any) -> None:
    """All pawns are placed: the actions are resolved."""
    s.phase = RESOLUTION
    s.now = NONE
    s.weapon_bonus = 0
    for person in range(PEOPLE):
        for resource in range(KINDS_OF_RESOURCE):
            s.gained[person, resource] = 0
        for token in range(DISCOVERIES):
            s.found[person, token] = 0
    later(s, NEXT_ACTION)


@compiled
def next_action(s: Any, t: Any) -> None:
    """The next kind with actions left; among several of a kind the players choose."""
    for kind in range(KINDS):
        bits = 0
        for i in range(s.plans):
            if s.plan_kind[i] == kind and s.plan_done[i] == 0:
                bits |= 1 << i
        if bits == 0:
            continue
        if bits & (bits - 1) and s.answer == NONE:
            later(s, NEXT_ACTION)
            s.moment = IN_RESOLUTION
            ask(s, ORDER, int(s.first_player), bits, kind, 0, 0)
            return
        chosen = take_answer(s)
        if chosen == NONE:
            chosen = 0
            while not (bits >> chosen) & 1:
                chosen += 1
        later(s, NEXT_ACTION)
        prepare(s, t, chosen)
        return
    later(s, END_OF_ACTION_PHASE)


@compiled
def prepare(s: Any, t: Any, i: int) -> None:
    """The action comes next; before it things may be used that matter for it."""
    s.now = i
    s.weapon_bonus = 0
    push(s, ACT, i, 0, NONE, NONE, 0)
    push(s, FREE, BEFORE_ACT, 0, int(s.plan_person[i]), NONE, stakes_of_action(s, t, i))


@compiled
def stakes_of_action(s: Any, t: Any, i: int) -> int:
    """What matters before an action: beasts, the next tile, tokens on its field, weapons against danger."""
    kind = int(s.plan_kind[i])
    stakes = 0
    if kind == HUNT:
        stakes |= v.BEASTS_AT_STAKE
    sure = s.edition == 1 or not dice_are_rolled(s, i)
    if kind == EXPLORE and s.plan_target[i] != ON_TREASURE_MAP and sure:
        stakes |= v.TILES_AT_STAKE
    space = here(s)
    tokens = int(s.field_tokens[kind]) | (int(s.space_tokens[space]) & DANGER if space != NONE else 0)
    if tokens & (ADVENTURE_TOKEN | REROLL_TOKEN | DANGER | MARKER):
        stakes |= v.TOKENS_AT_STAKE
    if s.plan_person[i] == FRIDAY and s.field_tokens[kind] & ADVENTURE_TOKEN:
        stakes |= v.LIFE_AT_STAKE
    if kind >= BUILD and danger_ahead(s):
        stakes |= v.WEAPON_AT_STAKE | v.LIFE_AT_STAKE
    return stakes


@compiled
def act(s: Any, t: Any, i: int) -> None:
    """One action: danger on its tile first, then what its kind does."""
    s.now = i
    s.plan_done[i] = 1
    s.rerolled = 0
    for die in range(3):
        s.dice[die] = NONE
    kind, person = int(s.plan_kind[i]), int(s.plan_person[i])
    note(s, NOTE_ACTION, 100 * kind + int(s.plan_target[i]), person)
    save_wood(s, i)
    later(s, FINISH_ACTION)
    if kind == THREAT:
        act_threat(s, t, i)
        return
    if kind == HUNT:
        act_hunt(s, t, person)
        return
    if danger_ahead(s):
        wound(s, t, person, 1)
    s.field_tokens[kind] &= ~(MINUS_PAWN | DANGER)
    if kind == ARRANGE_CAMP:
        act_arrange_camp(s, t, person)
    elif kind == REST:
        run_program(s, rest_program(s, t, person), person, NONE)
    else:
        act_with_dice(s, t, i, kind)


@compiled
def save_wood(s: Any, i: int) -> None:
    """Economical construction, used while actions are resolved: one of the wood set aside comes back."""
    person = int(s.plan_person[i])
    if s.economy == 1 and person != FRIDAY and s.character[person] == CARPENTER and s.plan_paid[i, WOOD] > 0:
        s.plan_paid[i, WOOD] -= 1
        s.available[WOOD] += 1
        s.economy = 0


@compiled
def finish_action(s: Any) -> None:
    """The action is over, and with it what held for it alone."""
    s.now = NONE
    s.weapon_bonus = 0


# ------------------------------------------------------------------ threat, hunt, arrange camp, rest


@compiled
def act_threat(s: Any, t: Any, i: int) -> None:
    """The threat action's reward; the card is discarded."""
    place = s.plan_target[i]
    card = int(s.threat[place])
    s.threat[place] = NONE
    if card != NONE:
        note(s, NOTE_CARD, card, int(s.plan_person[i]))
        run_card(s, t, int(t.threat_reward[card, s.plan_option[i]]), int(s.plan_person[i]), card)


@compiled
def act_hunt(s: Any, t: Any, person: int) -> None:
    """The top beast of the hunting deck; the danger token makes it stronger."""
    beast = take_beast(s, v.HUNTING_TOP)
    stronger = 1 if s.field_tokens[HUNT] & DANGER else 0
    s.field_tokens[HUNT] &= ~(DANGER | MINUS_PAWN)
    if beast != NONE:
        note(s, NOTE_BEAST, beast, person)
        push_end_of_fight(s, t, beast, person, NONE)
        push(s, FIGHT, int(t.beast_strength[beast]) + stronger, 0, person, NONE, 0)


@compiled
def act_arrange_camp(s: Any, t: Any, person: int) -> None:
    """Determination and morale; a marker on the field is only taken away."""
    if s.field_tokens[ARRANGE_CAMP] & MARKER:
        s.field_tokens[ARRANGE_CAMP] &= ~MARKER
        return
    push(s, ARRANGE, 0, 0, person, NONE, 0)
    push(s, FREE, ARRANGING, 0, person, NONE, 0)


@compiled
def arrange(s: Any, t: Any, person: int) -> None:
    """What arranging the camp gives, by the number of players."""
    run_program(s, int(t.arrange_program[s.players]), person, NONE)


@compiled
def rest_program(s: Any, t: Any, person: int) -> int:
    """What a rest gives: with the Bed, else with the Hammock, else as usual; Friday always as usual."""
    if person != FRIDAY:
        for item in range(CARD_INVENTIONS):
            if t.invention_rest[item] > 0 and has_item(s, item):
                return int(t.invention_rest[item])
        for mystery in range(MYSTERY_CARDS):
            kept = s.mystery_state[mystery] == MYSTERY_KEPT
            fresh = t.mystery_from_next_round[mystery] == 1 and s.mystery_round[mystery] == s.rounds
            if t.mystery_rest[mystery] > 0 and kept and not fresh:
                return int(t.mystery_rest[mystery])
    return int(t.rest_program)


# ------------------------------------------------------------------ dice


@compiled
def act_with_dice(s: Any, t: Any, i: int, kind: int) -> None:
    """Dice, or sure success; the adventure token brings an adventure in any case."""
    person = int(s.plan_person[i])
    if dice_are_rolled(s, i) or s.plan_items[i] == 1:
        later(s, ROLL)
        return
    s.succeeded = 1
    if s.field_tokens[kind] & ADVENTURE_TOKEN:
        later(s, ADVENTURE_DIE)
    if s.confused[person] == 1 and is_with_dice(kind, s.plan_target[i]):
        s.dice[1] = throw(s, t, deck_of(kind), 1)
        if s.dice[1] == 1:
            s.dice[1] = throw(s, t, deck_of(kind), 1)
        later(s, SUCCESS_DIE)
        push(s, FREE, AFTER_THROW, 0, person, NONE, 0)
        push_reroll(s)
        return
    later(s, OUTCOME)


@compiled
def throw(s: Any, t: Any, deck: int, die: int) -> int:
    """Throw one action die: 1 for wound, success, adventure; 0 for the other face."""
    return 1 if roll(s, 6) <= t.action_dice[deck, die] else 0


@compiled
def roll_dice(s: Any, t: Any) -> None:
    """All three dice; a success is thrown once more where a token demands it."""
    kind, person = int(s.plan_kind[s.now]), int(s.plan_person[s.now])
    deck = deck_of(kind)
    for die in range(3):
        s.dice[die] = throw(s, t, deck, die)
    if rerolls_success(s, person, kind):
        if s.dice[1] == 1:
            s.dice[1] = throw(s, t, deck, 1)
            s.field_tokens[kind] &= ~REROLL_TOKEN
        elif s.edition == 0:
            s.field_tokens[kind] &= ~REROLL_TOKEN
    later(s, ADVENTURE_DIE)
    later(s, SUCCESS_DIE)
    later(s, WOUND_DIE)
    push(s, FREE, AFTER_THROW, 0, person, NONE, 0)
    push_reroll(s)


@compiled
def stakes_of_throw(s: Any) -> int:
    """What matters between a throw and its effects: a wound, and the tile about to be drawn."""
    kind = s.plan_kind[s.now]
    adventure = s.dice[2] == 1 or s.field_tokens[kind] & ADVENTURE_TOKEN != 0
    wounded = s.dice[0] == 1 or (s.plan_person[s.now] == FRIDAY and adventure)
    stakes = v.LIFE_AT_STAKE if wounded else 0
    if kind == EXPLORE and s.dice[1] == 1 and s.edition == 0:
        stakes |= v.TILES_AT_STAKE
    return stakes


@compiled
def reroll_skill(kind: int) -> int:
    """The skill that throws a die of this kind of action again."""
    if kind == BUILD:
        return CRAFTSMANSHIP
    return SEARCHING_TALENT if kind == GATHER else LUCKY


@compiled
def has_reroll_skill(s: Any, person: int, kind: int) -> bool:
    """Has this player a skill for throwing a die of this kind again, unused and not forbidden?"""
    skill = reroll_skill(kind)
    if person == FRIDAY or s.character[person] != skill // SKILLS_EACH or s.skills_barred[person] == 1:
        return False
    return (s.skills_used[person] >> skill % SKILLS_EACH) & 1 == 0


@compiled
def may_reroll(s: Any, t: Any, person: int, kind: int) -> bool:
    """Can who acts have a die thrown again? Determination of this throw has not been gained yet."""
    if person == FRIDAY:
        return s.determination[FRIDAY] >= t.friday_reroll_cost and s.rerolled == 0
    return has_reroll_skill(s, person, kind) and s.determination[person] >= t.skill_cost[reroll_skill(kind)]


@compiled
def push_reroll(s: Any) -> None:
    """A die may be thrown again; who lacks the determination for it may get some first."""
    later(s, REROLL_STEP)
    push(s, FREE, IN_RESOLUTION, 0, int(s.plan_person[s.now]), NONE, v.DETERMINATION_AT_STAKE)


@compiled
def lacks_reroll(s: Any, t: Any) -> bool:
    """Has who acts thrown badly, and a skill for throwing again, but not the determination for it?"""
    kind, person = int(s.plan_kind[s.now]), int(s.plan_person[s.now])
    if s.dice[0] != 1 and s.dice[1] != 0 and s.dice[2] != 1:
        return False
    return has_reroll_skill(s, person, kind) and s.determination[person] < t.skill_cost[reroll_skill(kind)]


@compiled
def reroll_step(s: Any, t: Any) -> None:
    """One die may be thrown again, for determination."""
    kind, person = int(s.plan_kind[s.now]), int(s.plan_person[s.now])
    if s.answer == NONE:
        if may_reroll(s, t, person, kind):
            thrown = 0
            for die in range(3):
                thrown |= (1 if s.dice[die] != NONE else 0) << die
            later(s, REROLL_STEP)
            ask(s, REROLL, person, thrown, 0, 0, 0)
        return
    die = take_answer(s)
    if die == GO_ON:
        return
    if person == FRIDAY:
        s.determination[FRIDAY] -= t.friday_reroll_cost
    else:
        skill = reroll_skill(kind)
        s.determination[person] -= t.skill_cost[skill]
        s.skills_used[person] |= 1 << skill % SKILLS_EACH
    s.rerolled |= 1 << die
    s.dice[die] = throw(s, t, deck_of(kind), die)


@compiled
def wound_die(s: Any, t: Any) -> None:
    """The wound die."""
    if s.dice[0] == 1:
        wound(s, t, int(s.plan_person[s.now]), 1)


@compiled
def success_die(s: Any, t: Any) -> None:
    """Success, or determination and what was set aside comes back."""
    i = s.now
    if s.dice[1] == 1:
        later(s, OUTCOME)
        return
    s.succeeded = 0
    note(s, NOTE_FAILURE, 0, NONE)
    gain_determination(s, t, int(s.plan_person[i]), int(t.fail_determination))
    if s.plan_kind[i] == EXPLORE and s.edition == 1:  # the Backpack serves a failure too
        push(s, FREE, EXPLORED, 0, int(s.plan_person[i]), NONE, 0)
    if s.plan_kind[i] == BUILD:
        if s.edition == 0 and s.plan_paid[i, WOOD] > 0:
            s.field_tokens[BUILD] &= ~PLUS_WOOD
        for resource in range(3):
            s.available[resource] += s.plan_paid[i, resource]
            s.plan_paid[i, resource] = 0


@compiled
def adventure_die(s: Any, t: Any) -> None:
    """An adventure, one at most: by the die, or by the token on the field. Friday is wounded instead."""
    kind, person = int(s.plan_kind[s.now]), int(s.plan_person[s.now])
    by_token = s.field_tokens[kind] & ADVENTURE_TOKEN
    s.field_tokens[kind] &= ~ADVENTURE_TOKEN
    if s.dice[2] != 1 and not by_token:
        return
    if person == FRIDAY:
        wound(s, t, FRIDAY, 1)
        return
    card = draw_adventure(s, deck_of(kind))
    if card != NONE:
        note(s, NOTE_CARD, card, person)
        run_card(s, t, int(t.resolve_program[card]), person, card)


# ------------------------------------------------------------------ success


@compiled
def outcome(s: Any, t: Any) -> None:
    """What a successful action brings."""
    i = s.now
    kind, target, person = int(s.plan_kind[i]), int(s.plan_target[i]), int(s.plan_person[i])
    s.succeeded = 1
    note(s, NOTE_SUCCESS, 0, NONE)
    if kind == BUILD:
        if s.plan_paid[i, WOOD] > 0:
            s.field_tokens[BUILD] &= ~PLUS_WOOD
        build(s, t, target, person)
    elif kind == GATHER:
        gain(s, gathered_resource(s), max(1, yield_of(s, t, target >> 1, target & 1)), person)
        later(s, GATHER_BONUS)
    elif target == ON_TREASURE_MAP:
        s.mystery_state[TREASURE_MAP] = MYSTERY_GONE
        run_program(s, int(t.mystery_use[TREASURE_MAP]), person, FIRST_MYSTERY + TREASURE_MAP)
    else:
        explore(s, t, target, person)


@compiled
def build(s: Any, t: Any, target: int, person: int) -> None:
    """Shelter, levels at once; an invention becomes an item at the end of the action phase."""
    if target == SHELTER:
        s.shelter = 1
    elif target in (ROOF, PALISADE, WEAPON):
        raise_level(s, t, target, 1)
    else:
        item = target - FIRST_INVENTION
        s.invention_state[item] = FUTURE_ITEM
        if s.invention_owner[item] == person:
            gain_determination(s, t, person, int(t.personal_bonus))


@compiled
def gather_bonus(s: Any, t: Any) -> None:
    """Basket and Sack: one more, each in one successful gathering a round; the players choose in which."""
    for place in range(2):
        item = BASKET if place == 0 else SACK
        if not has_item(s, item) or (s.basket_used >> place) & 1:
            continue
        others = False
        for i in range(s.plans):
            others = others or (s.plan_kind[i] == GATHER and s.plan_done[i] == 0)
        if others and s.answer == NONE:
            later(s, GATHER_BONUS)
            ask(s, BRANCH, int(s.plan_person[s.now]), 1, NONE, GATHER_BONUS, 1)
            return
        if take_answer(s) == GO_ON:
            return
        s.basket_used |= 1 << place
        bonus = int(t.invention_gather_bonus[item])
        gain(s, gathered_resource(s), bonus, int(s.plan_person[s.now]))
    s.answer = NONE


@compiled
def explore(s: Any, t: Any, space: int, person: int) -> None:
    """A new tile: beast, totem, discovery tokens; markers that waited for it cover a source."""
    tile = next_tile(s)
    if tile == NONE:
        return
    s.tile[space] = tile
    note(s, NOTE_TILE, tile, space)
    waiting = int(s.waiting_cover[space]) & int(t.tile_sources[tile])
    s.covered[space] |= waiting & -waiting  # one source of those meant
    s.waiting_cover[space] = 0
    if t.tile_beast[tile] == 1:
        beast_for_hunting(s)
    push(s, TILE_FOUND, tile, 0, person, NONE, 0)
    push(s, FREE, EXPLORED, 0, person, NONE, 0)


@compiled
def tile_found(s: Any, t: Any, tile: int, person: int) -> None:
    """The discovery tokens of a new tile."""
    for _ in range(t.tile_discoveries[tile]):
        gain_discovery(s, next_discovery(s), person)
