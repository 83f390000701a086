"""What a player may ask of a table of Robinson Crusoe: the one door through which agents read a state.

Compiled functions of the record `s`, and of the tables `t` where printed facts decide; they answer from what
lies open on the table. Things are numbered by their places in the tuples of names: `ITEMS.index("rope")` is
an item, `DECISIONS.index("plan")` a decision. People are numbered by seat; `FRIDAY` and
`GUEST` are those whom nobody plays.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson import components
from crusoe_env.robinson import state as names
from crusoe_env.robinson.rules import packed, stack
from crusoe_env.robinson.rules.bits import count_bits
from crusoe_env.robinson.rules.world import guest, island, people, requirements, stores
from crusoe_env.robinson.rules.world import marks as world_marks
from crusoe_env.robinson.scenarios import counters, goals, measures

ACTION_KINDS = names.ACTION_KINDS
CHARACTERS = components.CHARACTER_IDS
DECISIONS = names.DECISIONS
ITEMS = components.INVENTION_IDS
TERRAINS = names.TERRAINS
TOKENS = names.TOKENS
WINDOWS = names.WINDOWS
PLAYERS, PEOPLE, FRIDAY, GUEST = names.PLAYERS, names.PEOPLE, names.FRIDAY, names.GUEST
"""Seats: the players have 0 .. players - 1, of at most PLAYERS; then Friday's and the guest's."""
SPACES, ROUNDS = names.SPACES, names.ROUNDS
TERRAIN_COUNT, STRUCTURE_COUNT = len(TERRAINS), len(names.STRUCTURES)
PILE = 0
"""The first counter of a scenario: in Castaways the woodpile."""


# ------------------------------------------------------------------ what is asked


@compiled
def decision(s: Any) -> int:
    """What is to be decided, one of DECISIONS."""
    return int(s.decision)


@compiled
def window(s: Any) -> int:
    """The window in which skills and items may be used now, one of WINDOWS."""
    return int(s.window)


@compiled
def is_before_a_pawn(s: Any) -> bool:
    """Is wood to be laid on the pile, or a pawn to be placed?"""
    return s.decision == names.FEED or s.decision == names.PLAN


@compiled
def planner(s: Any) -> int:
    """Who places a pawn, in a plan."""
    return int(s.question_person)


@compiled
def is_extra_action(s: Any) -> bool:
    """Is the plan for one more action, carried out at once?"""
    return s.question_step == stack.EXTRA_ACTION


@compiled
def pawns_missing(s: Any) -> int:
    """How many pawns the action just planned still needs; what is asked in a decision about support."""
    return int(s.question_left)


@compiled
def is_person_healed(s: Any) -> bool:
    """Does the person who is to be chosen heal, rather than carry a burden?"""
    return s.question_step == stack.HEAL


@compiled
def is_camp_moving(s: Any) -> bool:
    """Is the space to be chosen one for the camp, at night?"""
    return s.question_step == stack.MOVE_CAMP


@compiled
def is_mark_laid(s: Any) -> bool:
    """Is the space to be chosen one on which a mark of the scenario is laid?"""
    return s.question_step == stack.MARK_SPACE


@compiled
def is_mark_taken(s: Any) -> bool:
    """Is the space to be chosen one from which a mark of the scenario is taken?"""
    return s.question_step == stack.UNMARK_SPACE


@compiled
def person_at(s: Any, place: int) -> int:
    """The person whom an action names by place: you, the next player, ..., Friday, the guest."""
    return place if place >= FRIDAY else (s.acting + place) % s.players


# ------------------------------------------------------------------ plans and dice


@compiled
def kind_planned_last(s: Any) -> int:
    """The kind of the action planned last, one of ACTION_KINDS, or behind them (a special action)."""
    return int(s.plan_kind[s.plans - 1])


@compiled
def person_planned_last(s: Any) -> int:
    """Whose pawn was placed on the action planned last."""
    return int(s.plan_person[s.plans - 1])


@compiled
def explorations_planned(s: Any) -> int:
    """How many explorations are planned."""
    return requirements.planned_of(s, names.EXPLORE)


@compiled
def food_gatherings_planned(s: Any) -> int:
    """How many planned actions gather food."""
    count = 0
    for plan in range(s.plans):
        target = int(s.plan_target[plan])
        count += s.plan_kind[plan] == names.GATHER and not packed.is_special(target) and target & 1 == 1
    return count


@compiled
def free_pawns(s: Any) -> int:
    """Pawns of all people that are not on the board yet."""
    count = 0
    for person in range(PEOPLE):
        count += int(s.free_pawns[person])
    return count


@compiled
def threw_wound(s: Any) -> bool:
    """Does the wound die show its wound?"""
    return s.dice[0] == 1


@compiled
def threw_failure(s: Any) -> bool:
    """Does the success die show its blank side?"""
    return s.dice[1] == 0


# ------------------------------------------------------------------ people


@compiled
def players(s: Any) -> int:
    """How many players there are."""
    return int(s.players)


@compiled
def character_of(s: Any, player: int) -> int:
    """Whom a player plays, one of CHARACTERS."""
    return int(s.character[player])


@compiled
def is_alive(s: Any, t: Any, person: int) -> bool:
    """Is this person in play and alive? Friday and the guest may be missing."""
    return people.alive(s, t, person)


@compiled
def wounds(s: Any, person: int) -> int:
    """Wounds taken."""
    return int(s.wounds[person])


@compiled
def hearts_left(s: Any, t: Any, person: int) -> int:
    """How many more wounds are death."""
    if person == FRIDAY:
        return int(t.friday_dies_at - s.wounds[FRIDAY])
    return int(t.dies_at[guest.sheet_of(s, person)] - s.wounds[person])


@compiled
def special_wounds(s: Any, player: int) -> int:
    """On how many parts of the body an adventure token lies."""
    count = 0
    for part in range(len(names.BODY_PARTS)):
        count += s.special_wounds[player, part] > 0
    return count


@compiled
def determination(s: Any, person: int) -> int:
    """Determination tokens of a person."""
    return int(s.determination[person])


@compiled
def pawns_of(s: Any, player: int) -> int:
    """How many pawns a player may place this round."""
    return int(s.pawn_limit[player])


@compiled
def morale(s: Any) -> int:
    """The morale level, -3 .. 3."""
    return int(s.morale)


# ------------------------------------------------------------------ camp and stores


@compiled
def is_sheltered(s: Any, t: Any) -> bool:
    """Is there a shelter, built or natural?"""
    return stores.has_shelter(s, t)


@compiled
def is_shelter_built(s: Any) -> bool:
    """Is there a built shelter?"""
    return s.shelter == 1


@compiled
def roof(s: Any) -> int:
    """The roof level."""
    return int(s.roof)


@compiled
def palisade(s: Any) -> int:
    """The palisade level."""
    return int(s.palisade)


@compiled
def weapon(s: Any) -> int:
    """The weapon level."""
    return int(s.weapon)


@compiled
def wood_in_store(s: Any) -> int:
    """Wood among the Available Resources."""
    return int(s.available[names.WOOD])


@compiled
def furs_in_store(s: Any) -> int:
    """Furs among the Available Resources."""
    return int(s.available[names.FUR])


@compiled
def durable_food_in_store(s: Any) -> int:
    """Durable food among the Available Resources."""
    return int(s.available[names.DURABLE_FOOD])


@compiled
def food_in_store(s: Any) -> int:
    """Food among the Available Resources, durable or not."""
    return int(s.available[names.FOOD]) + int(s.available[names.DURABLE_FOOD])


@compiled
def mouths(s: Any, t: Any) -> int:
    """How much food a night takes: each player, a guest who has joined, and whoever is fed before them."""
    count = int(s.players) + (1 if guest.is_castaway(s, GUEST) else 0)
    if t.fed_first != names.NONE:
        count += int(measures.measure(s, t, int(t.fed_first)))
    return count


@compiled
def wood_for_a_structure(s: Any, t: Any) -> int:
    """The printed cost of a shelter, a roof or a palisade for this number of players."""
    return int(t.build_wood[s.players])


# ------------------------------------------------------------------ rounds and the pile


@compiled
def rounds_left(s: Any, t: Any) -> int:
    """How many rounds are left, this one included."""
    return int(t.rounds - s.rounds + 1)


@compiled
def wood_on_pile(s: Any) -> int:
    """Wood on the pile."""
    return int(s.counter[PILE])


@compiled
def wood_missing(s: Any, t: Any) -> int:
    """How much wood the whole pile still needs."""
    return int(counters.most_of(t, PILE) - s.counter[PILE])


@compiled
def wood_missing_in_stage(s: Any, t: Any) -> int:
    """How much wood the current stage of the pile still takes."""
    return int(counters.missing_in_stage(s, t, PILE))


@compiled
def stages_left(s: Any, t: Any) -> int:
    """How many stages of the pile are not finished."""
    return int(t.counter_stages[PILE] - counters.stages_complete(s, t, PILE))


@compiled
def was_stage_finished(s: Any, t: Any) -> bool:
    """Was a stage finished this round? Then no more wood is laid in it."""
    return not counters.may_be_fed(s, t, PILE)


# ------------------------------------------------------------------ the goal


@compiled
def goal_term(s: Any, t: Any, term: int) -> float:
    """How much is done of a term of the goal's progress, 0 .. 1; 0 for one that the scenario lacks."""
    if term >= t.progress_terms:
        return 0.0
    return goals.share_of(s, t, int(t.progress_of[term]), t.progress_enough[term])


@compiled
def promising_term(s: Any, t: Any, term: int) -> float:
    """How much is there of a term of the scenario's potential, 0 .. 1; 0 for one that it lacks."""
    if term >= t.potential_terms:
        return 0.0
    return goals.share_of(s, t, int(t.potential_of[term]), t.potential_enough[term])


@compiled
def totems_found(s: Any) -> int:
    """How many totems have been found."""
    return int(s.totems_found)


# ------------------------------------------------------------------ the island


@compiled
def camp(s: Any) -> int:
    """The space of the camp."""
    return int(s.camp)


@compiled
def is_open(s: Any, space: int) -> bool:
    """Is there a tile that can be entered?"""
    return island.is_open(s, space)


@compiled
def is_next_to_camp(s: Any, t: Any, space: int) -> bool:
    """Does a space touch that of the camp?"""
    return island.adjacent(t, int(s.camp), space)


@compiled
def steps_from_camp(s: Any, space: int) -> int:
    """The way from the camp to a space, as planning began."""
    return int(s.way[space])


@compiled
def wood_on(s: Any, t: Any, space: int) -> int:
    """How much wood a space gives to whoever gathers there."""
    return int(island.yield_of(s, t, space, 0))


@compiled
def food_on(s: Any, t: Any, space: int) -> int:
    """How much food a space gives to whoever gathers there."""
    return int(island.yield_of(s, t, space, 1))


@compiled
def is_explored(s: Any, t: Any, terrain: int) -> bool:
    """Does an open tile show this terrain, one of TERRAINS?"""
    return (island.explored_terrains(s, t) >> terrain) & 1 == 1


@compiled
def terrains_explored(s: Any, t: Any) -> int:
    """How many terrains open tiles show."""
    return count_bits(island.explored_terrains(s, t))


@compiled
def hunting_cards(s: Any) -> int:
    """Cards in the hunting deck."""
    return int(s.hunting_left)


@compiled
def has_mark(s: Any, space: int, mark: int) -> bool:
    """Does this mark of the scenario, numbered as in its file, lie on a space?"""
    return world_marks.has_mark(s, space, mark)


@compiled
def number_on(s: Any, space: int) -> int:
    """The number token on a space, 0 for none."""
    return int(s.number[space])


@compiled
def is_lost(s: Any, space: int) -> bool:
    """Has this space been turned down, so that it cannot be entered or explored?"""
    return s.face_down[space] != 0


# ------------------------------------------------------------------ items and things to use


@compiled
def is_item(s: Any, item: int) -> bool:
    """Is this invention, one of ITEMS, built?"""
    return s.invention_state[item] == names.BUILT


@compiled
def is_item_soon(s: Any, item: int) -> bool:
    """Was this invention built in the action phase under way?"""
    return s.invention_state[item] == names.FUTURE_ITEM


@compiled
def is_on_board(s: Any, item: int) -> bool:
    """Does this invention lie on the board, not built?"""
    return s.invention_state[item] == names.ON_BOARD


@compiled
def starting_item_uses(s: Any) -> int:
    """How often starting items can still be used, all together."""
    count = 0
    for item in range(components.STARTING_ITEMS):
        count += int(s.starting_uses[item])
    return count


@compiled
def discovery_tokens(s: Any) -> int:
    """Discovery tokens that are held."""
    count = 0
    for token in range(components.DISCOVERIES):
        count += int(s.discovery[token])
    return count


@compiled
def treasures(s: Any) -> int:
    """Mystery cards that are kept."""
    count = 0
    for card in range(components.MYSTERY_CARDS):
        count += s.mystery_state[card] == names.MYSTERY_KEPT
    return count


# ------------------------------------------------------------------ troubles


@compiled
def threat_strikes(s: Any, t: Any, place: int) -> bool:
    """Is there a card on this space of the threat row that does something as it leaves?"""
    card = s.threat[place]
    return card != names.NONE and t.threat_effect[card] > 0


@compiled
def event_cards_left(s: Any) -> int:
    """Cards in the event deck."""
    return int(s.events_left)


@compiled
def field_tokens(s: Any) -> int:
    """Tokens on the fields of the actions."""
    count = 0
    for kind in range(len(ACTION_KINDS)):
        count += count_bits(int(s.field_tokens[kind]))
    return count


@compiled
def dearer_structures(s: Any) -> int:
    """How many structures have a token at their cost."""
    count = 0
    for structure in range(len(names.STRUCTURES)):
        count += s.cost_tokens[structure] > 0
    return count


@compiled
def has_space_token(s: Any, space: int, token: int) -> bool:
    """Does this token, one of TOKENS, lie on a space?"""
    return (s.space_tokens[space] >> token) & 1 == 1


@compiled
def has_weather_token(s: Any, token: int) -> bool:
    """Does this token, one of TOKENS, lie on the weather space?"""
    return (s.weather_tokens >> token) & 1 == 1


@compiled
def is_roof_too_low(s: Any) -> bool:
    """Does this round's weather, less what is ignored of it, exceed the roof?"""
    return s.rain + s.snow - s.ignored_rain - s.ignored_snow > s.roof
