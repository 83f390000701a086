"""Event, morale and production phase (rulebook 1, 2, 3)."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.core.random import roll
from crusoe_env.robinson import vocabulary as v
from crusoe_env.robinson.rules.agenda import (
    BEFORE_ACTION_PHASE,
    END_PRODUCTION,
    FREE,
    GIVE_MORALE,
    KEEP_PRODUCED,
    MORALE,
    PLACE_EVENT,
    PRODUCE_SHORTCUT,
    PRODUCTION,
    REVEAL_EVENT,
    ask,
    later,
    push,
    run_card,
    run_program,
    take_answer,
)
from crusoe_env.robinson.rules.clauses import run_delayed
from crusoe_env.robinson.rules.decks import discard_adventure, starting_items_arrive
from crusoe_env.robinson.rules.island import shortcut_space, yield_of
from crusoe_env.robinson.rules.mysteries import treasures_arrive
from crusoe_env.robinson.rules.notes import note, note_amount
from crusoe_env.robinson.rules.people import (
    HIGHEST_MORALE,
    LOWEST_MORALE,
    change_morale,
    gain_determination,
    has_item,
    lose_determination,
)
from crusoe_env.robinson.rules.woodpile import check_goal
from crusoe_env.robinson.state import (
    ADVENTURE_TOKEN,
    BEFORE_EVENT,
    BEFORE_MORALE,
    BRANCH,
    CARD_INVENTIONS,
    DISCOVERIES,
    EVENT_KINDS,
    EVENT_PHASE,
    FIRST_EVENT,
    FIRST_MYSTERY,
    FOOD,
    KINDS,
    KINDS_OF_RESOURCE,
    MORALE_PHASE,
    MYSTERY_GONE,
    NONE,
    NOTE_EVENT,
    NOTE_PHASE,
    NOTE_ROUND,
    NOTE_STORES,
    NOTE_THREAT,
    PEOPLE,
    PLAYERS,
    PRODUCTION_PHASE,
    WOOD,
)

# ------------------------------------------------------------------ the round begins


@compiled
def begin_round(s: Any, t: Any) -> None:
    """Nothing of the last round holds any more; what waited for this one comes, then the event phase."""
    s.rounds += 1
    s.phase = EVENT_PHASE
    note(s, NOTE_ROUND, int(s.rounds), NONE)
    clear_round(s, t)
    later(s, BEFORE_ACTION_PHASE)
    later(s, PRODUCTION)
    later(s, MORALE)
    push(s, FREE, BEFORE_MORALE, 0, NONE, NONE, v.MORALE_AT_STAKE)
    if s.rounds > 1:
        later(s, REVEAL_EVENT)
    if s.rounds > 1:
        push(s, FREE, BEFORE_EVENT, 0, NONE, NONE, v.EVENTS_AT_STAKE)
    run_delayed(s, t, v.AT_NEXT_ROUND)
    rejoin(s, t)
    check_goal(s, t)


@compiled
def rejoin(s: Any, t: Any) -> None:
    """Who was outside the camp brings what he found."""
    for token in range(DISCOVERIES):
        s.discovery[token] += s.discovery_future[token]
        s.discovery_future[token] = 0
        for person in range(PEOPLE):
            s.found[person, token] = 0
    starting_items_arrive(s)
    treasures_arrive(s, t)


@compiled
def stakes_of_morale(s: Any) -> int:
    """What matters before the morale phase: the level, and below zero what the First Player has."""
    stakes = v.MORALE_AT_STAKE
    if s.morale <= 0:
        stakes |= v.DETERMINATION_AT_STAKE | v.LIFE_AT_STAKE
    return int(stakes)


@compiled
def clear_round(s: Any, t: Any) -> None:
    """Limits, modifiers and uses of one round are over."""
    for player in range(PLAYERS):
        s.pawn_limit[player] = t.pawns_each
        s.allowed_kinds[player] = (1 << KINDS) - 1
        s.skills_barred[player] = 0
        s.skills_used[player] = 0
        s.outside[player] = 0
        for resource in range(KINDS_OF_RESOURCE):
            s.available[resource] += s.own[player, resource]
            s.own[player, resource] = 0
    for person in range(PEOPLE):
        s.confused[person] = 0
        if s.cursed[person] == 2:
            s.cursed[person] = 1
    for place in range(len(s.helper)):
        s.helper[place] = NONE
    for resource in range(KINDS_OF_RESOURCE):
        s.production_extra[resource] = 0
    for kind in range(KINDS):
        s.extra_pawns[kind] = 0
    s.lost_items = 0
    s.production_none = s.production_half = s.production_skip = 0
    s.no_mixed_pawns = s.items_unavailable = 0
    s.pot_used = s.basket_used = s.pile_this_round = 0
    s.shortcut_used = NONE
    s.weather_rolled = s.rain = s.snow = s.ignored_rain = s.ignored_snow = s.snow_to_rain = 0
    s.animals = NONE


# ------------------------------------------------------------------ event phase


@compiled
def reveal_event(s: Any, t: Any) -> None:
    """The top card of the event deck: an adventure or mystery is resolved and another card drawn."""
    if s.events_left == 0:
        return
    s.events_left -= 1
    s.event_known = 0
    s.weapon_bonus = 0
    card = int(s.event_deck[s.events_left])
    note(s, NOTE_EVENT, card, NONE)
    if card >= FIRST_EVENT + EVENT_KINDS:
        if card >= FIRST_MYSTERY:
            s.mystery_state[card - FIRST_MYSTERY] = MYSTERY_GONE
        else:
            discard_adventure(s, card)
        later(s, REVEAL_EVENT)
        run_card(s, t, int(t.event_program[card]), int(s.first_player), card)
        return
    push(s, PLACE_EVENT, 0, 0, int(s.first_player), card, 0)
    run_card(s, t, int(t.event_program[card]), int(s.first_player), card)
    if t.card_icon[card] == 0:
        run_program(s, int(t.book_program), int(s.first_player), card)
    elif t.card_icon[card] > 0:
        s.field_tokens[t.card_icon[card]] |= ADVENTURE_TOKEN


@compiled
def place_event(s: Any, t: Any, card: int) -> None:
    """The card goes to the right of the threat row; the others slide left, and one may slide off."""
    s.weapon_bonus = 0
    leaving = NONE
    if s.edition == 0 or s.threat[1] != NONE:
        leaving = int(s.threat[0])
        s.threat[0] = s.threat[1]
    s.threat[1] = card
    if leaving != NONE:
        note(s, NOTE_THREAT, leaving, NONE)
        run_card(s, t, int(t.threat_effect[leaving]), int(s.first_player), leaving)


# ------------------------------------------------------------------ morale phase


@compiled
def morale_phase(s: Any, t: Any) -> None:
    """The First Player gets or gives determination; alone, morale first rises."""
    s.phase = MORALE_PHASE
    note(s, NOTE_PHASE, MORALE_PHASE, NONE)
    s.weapon_bonus = 0
    if s.players == 1:
        change_morale(s, 1)
    later(s, GIVE_MORALE)


@compiled
def give_morale(s: Any, t: Any) -> None:
    """The number of the morale level, with what items add to it."""
    first = int(s.first_player)
    amount = int(t.morale_determination[s.morale - LOWEST_MORALE])
    for item in range(CARD_INVENTIONS):
        if has_item(s, item):
            amount += t.invention_determination[item]
    if s.morale == HIGHEST_MORALE and t.morale_top_program > 0:
        amount -= t.morale_determination[s.morale - LOWEST_MORALE]
        run_program(s, int(t.morale_top_program), first, NONE)
    if amount >= 0:
        gain_determination(s, t, first, amount)
    else:
        lose_determination(s, t, first, -amount)


# ------------------------------------------------------------------ production phase


@compiled
def production_phase(s: Any, t: Any) -> None:
    """Each source of the camp's tile gives one resource; Pit and Shortcut add theirs."""
    s.phase = PRODUCTION_PHASE
    note(s, NOTE_PHASE, PRODUCTION_PHASE, NONE)
    if s.production_skip == 1:
        return
    s.future[WOOD] = yield_of(s, t, int(s.camp), 0)
    s.future[FOOD] = yield_of(s, t, int(s.camp), 1)
    for item in range(CARD_INVENTIONS):
        food = int(t.invention_wound_die_food[item])
        if food > 0 and has_item(s, item) and roll(s, 6) <= t.action_dice[0, 0]:
            s.future[FOOD] += food
    later(s, END_PRODUCTION)
    later(s, PRODUCE_SHORTCUT)


@compiled
def produce_shortcut(s: Any, t: Any) -> None:
    """One resource of the tile with the Shortcut token, which the players choose."""
    space = shortcut_space(s)
    if space == NONE or s.items_unavailable == 1:
        s.answer = NONE
        return
    wood = yield_of(s, t, space, 0)
    food = yield_of(s, t, space, 1)
    if wood > 0 and food > 0 and s.answer == NONE:
        later(s, PRODUCE_SHORTCUT)
        ask(s, BRANCH, int(s.first_player), 3, NONE, PRODUCE_SHORTCUT, 0)
        return
    resource = take_answer(s)
    if resource == NONE:
        resource = WOOD if wood > 0 else FOOD
    if wood > 0 or food > 0:
        s.future[resource] += 1 if s.edition == 0 else (wood if resource == WOOD else food)
        s.shortcut_used = 2 * space + resource


@compiled
def end_production(s: Any, t: Any) -> None:
    """What was produced is available; more, less or none of a kind, or half of all, if a card says so."""
    for resource in range(2):
        s.future[resource] = max(0, s.future[resource] + s.production_extra[resource])
        if (s.production_none >> resource) & 1:
            s.future[resource] = 0
    kept = int(s.future[WOOD]) + int(s.future[FOOD])
    if s.production_half == 1:
        push(s, KEEP_PRODUCED, kept // 2, 0, NONE, NONE, 0)
        return
    for resource in range(2):
        note_amount(s, NOTE_STORES, int(s.future[resource]), resource)
        s.available[resource] += s.future[resource]
        s.future[resource] = 0


@compiled
def keep_produced(s: Any, t: Any, left: int) -> None:
    """One by one the players choose which of the produced resources they keep."""
    if left == 0:
        s.future[WOOD] = s.future[FOOD] = 0
        s.answer = NONE
        return
    if s.future[WOOD] > 0 and s.future[FOOD] > 0 and s.answer == NONE:
        push(s, KEEP_PRODUCED, left, 0, NONE, NONE, 0)
        ask(s, BRANCH, int(s.first_player), 3, NONE, KEEP_PRODUCED, 0)
        return
    resource = take_answer(s)
    if resource == NONE:
        resource = WOOD if s.future[WOOD] > 0 else FOOD
    s.future[resource] -= 1
    s.available[resource] += 1
    note_amount(s, NOTE_STORES, 1, resource)
    push(s, KEEP_PRODUCED, left - 1, 0, NONE, NONE, 0)
