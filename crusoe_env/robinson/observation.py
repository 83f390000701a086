"""What a player of Robinson Crusoe sees, as a flat vector: players in order from the one who looks."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.core.layout import ObservationLayout, Segment
from crusoe_env.robinson.rules.world.decks import back_of
from crusoe_env.robinson.scenarios.counters import missing_in_stage, most_of
from crusoe_env.robinson.state import (
    BEASTS,
    BUILD,
    CARDS,
    CHARACTERS,
    COVERS,
    DECISIONS,
    DISCOVERIES,
    EXPLORE,
    FIRST_INVENTION,
    FOOD,
    FRIDAY,
    GATHER,
    HELPERS,
    INVENTIONS,
    KINDS,
    KINDS_OF_RESOURCE,
    MYSTERY_CARDS,
    MYSTERY_FUTURE,
    MYSTERY_KEPT,
    NONE,
    PEOPLE,
    PHASES,
    PLANS,
    PLUS_FOOD,
    PLUS_WOOD,
    SPACES,
    STARTING_ITEMS,
    STRUCTURES,
    SUPPORTS,
    TILES,
    TOKENS,
    WINDOW,
    WINDOWS,
    WOOD,
)
from crusoe_env.robinson.state import DECKS as DECKS_OF_ADVENTURES

TOKEN_KINDS = len(TOKENS)
SPECIAL_WOUNDS = 4 * len(DECKS_OF_ADVENTURES)
PERSON_WIDTH = CHARACTERS + 14 + SPECIAL_WOUNDS + 4 + KINDS_OF_RESOURCE + 1 + 4 + len(HELPERS) + KINDS
ITEM_TOKENS = (PLUS_WOOD, PLUS_FOOD)
SPACE_WIDTH = TILES + 4 + len(COVERS) + TOKEN_KINDS + len(ITEM_TOKENS) + 3
INVENTION_WIDTH = 5
PLAN_WIDTH = KINDS + 5 + 3 + 4
MARKS = 4
"""Morale marks on a sheet, at most."""
BACKS = 5
"""Backs of cards: event, the three adventure decks, mystery."""
MANY = 10.0
"""Numbers of things are divided by this, and cut off at 1."""

LAYOUT = ObservationLayout(
    [
        Segment("phase", (len(PHASES),), "phase of the round (one-hot)"),
        Segment("decision", (len(DECISIONS),), "what is to be decided (one-hot)"),
        Segment("window", (len(WINDOWS),), "window for skills and items (one-hot)"),
        Segment("card", (CARDS,), "the card whose effect asks (one-hot); none: all 0"),
        Segment("round", (2,), "rounds begun / 12; rounds left / 12"),
        Segment(
            "people",
            (PEOPLE, PERSON_WIDTH),
            "from the viewer, Friday last: character; wounds, wounds to death, determination, free pawns, "
            "outside, confused, cursed, markers, plans now, plans no more, First Player, acts now, "
            "skills forbidden, pawns allowed; special wounds by part of the body and deck; skills used; "
            "resources kept outside the camp; cards kept; morale marks covered; serving him today: helmet, "
            "sabre, whip, backpack; kinds of action allowed",
        ),
        Segment("levels", (5,), "morale, weapon, roof, palisade, shelter"),
        Segment("stores", (2, KINDS_OF_RESOURCE), "available and future resources / 10"),
        Segment(
            "spaces",
            (SPACES, SPACE_WIDTH),
            "per space: tile (one-hot), face down, camp, distance / 5, to be covered; markers; tokens; of an "
            "item: +1 wood, +1 food; planned there: gathering wood, gathering food, exploring",
        ),
        Segment("tiles", (TILES,), "tiles still in the stack"),
        Segment("known tiles", (3, TILES), "the top tiles of the stack, if the players know them (one-hot)"),
        Segment("fields", (KINDS, TOKEN_KINDS), "tokens on the fields by kind of action"),
        Segment("other tokens", (2 + len(STRUCTURES), TOKEN_KINDS), "weather, night, and cost fields"),
        Segment("threats", (2, CARDS), "left and right card of the threat row (one-hot)"),
        Segment("hunting", (2 + BEASTS,), "cards in the hunting deck / 10, an ambush; its top card if known"),
        Segment("decks", (6,), "cards left: events, three adventure decks, mysteries, discoveries, / 50"),
        Segment("event back", (BACKS,), "back of the next card of the event deck (one-hot)"),
        Segment("known event", (CARDS,), "the next card of the event deck, if the players know it (one-hot)"),
        Segment("waiting", (CARDS,), "cards whose effects wait for the night or the next round"),
        Segment(
            "inventions",
            (INVENTIONS, INVENTION_WIDTH),
            "on the board, item, item from next phase on, planned to be built, marked",
        ),
        Segment("starting items", (STARTING_ITEMS,), "uses left / 2"),
        Segment("discoveries", (2, DISCOVERIES), "tokens that can be used, and that come later, / 2"),
        Segment("treasures", (3, MYSTERY_CARDS), "mystery cards kept; that come later; uses left / 3"),
        Segment(
            "plans",
            (PLANS, PLAN_WIDTH),
            "planned actions: kind, who, pawns / 4, done, under way, target / 40; wood, food, fur set aside",
        ),
        Segment("supports", (len(SUPPORTS),), "supporting pawns on the board"),
        Segment("dice", (3, 2), "wound, success, adventure die: the named face, the other face"),
        Segment("fight", (4,), "strength of the beast, weapon bonus, wounds ignored, everybody fights"),
        Segment(
            "weather",
            (9,),
            "rain, snow, weather rolled; hungry animals: nothing, food, palisade, beast; rain, snow ignored",
        ),
        Segment("shown", (5,), "things laid out to choose from, / 50"),
        Segment(
            "limits",
            (13,),
            "production: none, half, no wood, no food, more or less wood, more or less food; no actions of "
            "two players, no items; used: pot, fireplace, basket, sack; a wood saved",
        ),
        Segment("pile", (3,), "wood on the pile, missing in its stage, a stage finished this round"),
    ]
)
SIZE = LAYOUT.size
_START = LAYOUT.start
PHASE, DECISION, MOMENT, CARD, ROUND = (
    _START[name] for name in ("phase", "decision", "window", "card", "round")
)
PERSON, LEVELS, STORES, SPACE, STACK = (
    _START[name] for name in ("people", "levels", "stores", "spaces", "tiles")
)
KNOWN, FIELDS, OTHERS, THREATS, HUNTING = (
    _START[name] for name in ("known tiles", "fields", "other tokens", "threats", "hunting")
)
DECKS, ITEMS, STARTING, TOKENS_AT, TREASURES = (
    _START[name] for name in ("decks", "inventions", "starting items", "discoveries", "treasures")
)
PLAN, SUPPORT, DICE, FIGHT, WEATHER, SHOWN, LIMITS, PILE = (
    _START[name] for name in ("plans", "supports", "dice", "fight", "weather", "shown", "limits", "pile")
)
BACK, EVENT, WAITING = (_START[name] for name in ("event back", "known event", "waiting"))


FIRST_CARD_DECISION, PILE_DECISION = DECISIONS.index("branch"), DECISIONS.index("feed")


@compiled
def part(value: float, whole: float) -> float:
    """A number as a part of a whole, between 0 and 1."""
    return min(1.0, max(0.0, value / whole))


@compiled
def write_bits(out: Any, start: int, bits: int, count: int) -> None:
    """One entry for each bit."""
    for i in range(count):
        out[start + i] = (bits >> i) & 1


@compiled
def write_observation(s: Any, t: Any, viewer: int, out: Any) -> None:
    """Write the observation into `out` (float32, `SIZE` entries)."""
    for i in range(SIZE):
        out[i] = 0.0
    write_course(s, t, out)
    for i in range(PEOPLE):
        if i == FRIDAY:
            write_person(s, t, FRIDAY, out, PERSON + i * PERSON_WIDTH)
        elif i < s.players:
            write_person(s, t, (viewer + i) % s.players, out, PERSON + i * PERSON_WIDTH)
    write_island(s, t, out)
    write_tokens(s, out)
    write_cards(s, out)
    write_plans(s, viewer, out)
    write_rest(s, t, out)


@compiled
def write_course(s: Any, t: Any, out: Any) -> None:
    """Phase, decision, round, levels, stores."""
    out[PHASE + s.phase] = 1.0
    out[DECISION + s.decision] = 1.0
    out[MOMENT + s.window] = 1.0
    card = s.choice[1]
    if asks_for_card(s.decision) and 0 <= card < CARDS:
        out[CARD + card] = 1.0
    out[ROUND] = part(s.rounds, t.rounds)
    out[ROUND + 1] = part(t.rounds - s.rounds, t.rounds)
    out[LEVELS] = (s.morale + 3) / 6.0
    out[LEVELS + 1] = part(s.weapon, MANY)
    out[LEVELS + 2] = part(s.roof, MANY)
    out[LEVELS + 3] = part(s.palisade, MANY)
    out[LEVELS + 4] = s.shelter
    for resource in range(KINDS_OF_RESOURCE):
        out[STORES + resource] = part(s.available[resource], MANY)
        out[STORES + KINDS_OF_RESOURCE + resource] = part(s.future[resource], MANY)


@compiled
def asks_for_card(decision: int) -> bool:
    """Does `choice[1]` of this decision name a card?"""
    return decision == WINDOW or (decision >= FIRST_CARD_DECISION and decision != PILE_DECISION)


@compiled
def write_person(s: Any, t: Any, person: int, out: Any, at: int) -> None:
    """One player, or Friday."""
    limit = int(t.friday_dies_at)
    if person != FRIDAY:
        sheet = s.character[person]
        limit = int(t.dies_at[sheet])
        out[at + sheet] = 1.0
    elif s.with_friday == 0:
        return
    at += CHARACTERS
    out[at] = part(s.wounds[person], 13.0)
    out[at + 1] = part(limit - s.wounds[person], 13.0)
    out[at + 2] = part(s.determination[person], MANY)
    out[at + 3] = part(s.free_pawns[person], 2.0)
    out[at + 5] = s.confused[person]
    out[at + 6] = part(s.cursed[person], 2.0)
    out[at + 7] = part(s.markers[person], 4.0)
    out[at + 8] = s.planner == person
    out[at + 9] = (s.passed >> person) & 1
    if person == FRIDAY:
        return
    out[at + 4] = s.outside[person]
    out[at + 10] = s.first_player == person
    out[at + 11] = s.acting == person
    out[at + 12] = s.skills_barred[person]
    out[at + 13] = part(s.pawn_limit[person], 2.0)
    at += 14
    decks = len(DECKS_OF_ADVENTURES)
    for k in range(4):
        write_bits(out, at + k * decks, int(s.special_wounds[person, k]), decks)
    at += 4 * decks
    write_bits(out, at, int(s.skills_used[person]), 4)
    at += 4
    for resource in range(KINDS_OF_RESOURCE):
        out[at + resource] = part(s.own[person, resource], MANY)
    at += KINDS_OF_RESOURCE
    out[at] = part(s.kept_weapon[person], 2.0)
    write_marks(s, t, person, out, at + 1)
    at += 1 + MARKS
    for place in range(len(HELPERS)):
        out[at + place] = s.helper[place] == person
    write_bits(out, at + len(HELPERS), int(s.allowed_kinds[person]), KINDS)


@compiled
def write_marks(s: Any, t: Any, person: int, out: Any, at: int) -> None:
    """Which morale marks of a sheet are covered, from the first to the last."""
    sheet = s.character[person]
    count = 0
    for k in range(1, int(t.dies_at[sheet])):
        if (t.morale_marks[sheet] >> k) & 1 and count < MARKS:
            out[at + count] = (s.covered_arrows[person] >> k) & 1
            count += 1


@compiled
def write_island(s: Any, t: Any, out: Any) -> None:
    """Spaces, and what is known of the stack of tiles."""
    for space in range(SPACES):
        at = SPACE + space * SPACE_WIDTH
        if s.tile[space] != NONE:
            out[at + s.tile[space]] = 1.0
        out[at + TILES] = s.face_down[space]
        out[at + TILES + 1] = s.camp == space
        out[at + TILES + 2] = part(s.way[space], 5.0)
        out[at + TILES + 3] = s.waiting_cover[space] > 0
        write_bits(out, at + TILES + 4, int(s.covered[space]), len(COVERS))
        tokens = int(s.space_tokens[space]) | int(s.new_space_tokens[space])
        write_bits(out, at + TILES + 4 + len(COVERS), tokens, TOKEN_KINDS)
        at += TILES + 4 + len(COVERS) + TOKEN_KINDS
        for k in range(len(ITEM_TOKENS)):
            out[at + k] = s.item_tokens[space] & ITEM_TOKENS[k] != 0
    for i in range(s.tiles_left):
        out[STACK + s.tiles[i]] = 1.0
    for i in range(min(3, int(s.tiles_known), int(s.tiles_left))):
        out[KNOWN + i * TILES + s.tiles[s.tiles_left - 1 - i]] = 1.0


@compiled
def write_tokens(s: Any, out: Any) -> None:
    """Tokens on fields."""
    for kind in range(KINDS):
        tokens = int(s.field_tokens[kind]) | int(s.new_field_tokens[kind])
        write_bits(out, FIELDS + kind * TOKEN_KINDS, tokens, TOKEN_KINDS)
    write_bits(out, OTHERS, int(s.weather_tokens), TOKEN_KINDS)
    write_bits(out, OTHERS + TOKEN_KINDS, int(s.night_tokens), TOKEN_KINDS)
    for k in range(len(STRUCTURES)):
        write_bits(out, OTHERS + (2 + k) * TOKEN_KINDS, int(s.cost_tokens[k]), TOKEN_KINDS)


@compiled
def write_cards(s: Any, out: Any) -> None:
    """Threat row, decks, inventions, and the things that the group has."""
    for place in range(2):
        if s.threat[place] != NONE:
            out[THREATS + place * CARDS + s.threat[place]] = 1.0
    out[HUNTING] = part(s.hunting_left, MANY)
    out[HUNTING + 1] = s.ambush != NONE
    if s.hunting_known == 1 and s.hunting_left > 0:
        out[HUNTING + 2 + int(s.hunting[s.hunting_left - 1])] = 1.0
    out[DECKS] = part(s.events_left, 50.0)
    for deck in range(3):
        out[DECKS + 1 + deck] = part(s.adventures_left[deck], 50.0)
    out[DECKS + 4] = part(s.mysteries_left, 52.0)
    out[DECKS + 5] = part(s.discoveries_left, 50.0)
    if s.events_left > 0:
        card = s.event_deck[s.events_left - 1]
        out[BACK + back_of(card)] = 1.0
        if s.event_known == 1:
            out[EVENT + card] = 1.0
    for i in range(s.delayed_count):
        if s.delayed[i, 2] >= 0:
            out[WAITING + s.delayed[i, 2]] = 1.0
    for item in range(INVENTIONS):
        state = s.invention_state[item]
        if 1 <= state <= 3:
            out[ITEMS + item * INVENTION_WIDTH + state - 1] = 1.0
        out[ITEMS + item * INVENTION_WIDTH + 4] = (s.marked_items >> item) & 1
    for item in range(STARTING_ITEMS):
        out[STARTING + item] = part(s.starting_uses[item], 2.0)
    for token in range(DISCOVERIES):
        out[TOKENS_AT + token] = part(s.discovery[token], 2.0)
        out[TOKENS_AT + DISCOVERIES + token] = part(s.discovery_future[token], 2.0)
    for mystery in range(MYSTERY_CARDS):
        out[TREASURES + mystery] = s.mystery_state[mystery] == MYSTERY_KEPT
        out[TREASURES + MYSTERY_CARDS + mystery] = s.mystery_state[mystery] == MYSTERY_FUTURE
        out[TREASURES + 2 * MYSTERY_CARDS + mystery] = part(s.mystery_uses[mystery], 3.0)


@compiled
def write_plans(s: Any, viewer: int, out: Any) -> None:
    """Planned actions."""
    for i in range(s.plans):
        at = PLAN + i * PLAN_WIDTH
        out[at + s.plan_kind[i]] = 1.0
        person = s.plan_person[i]
        place = FRIDAY if person == FRIDAY else (person - viewer) % s.players
        out[at + KINDS + place] = 1.0
        out[at + KINDS + 5] = part(s.plan_pawns[i], 4.0)
        out[at + KINDS + 6] = s.plan_done[i]
        out[at + KINDS + 7] = s.now == i
        out[at + KINDS + 8] = part(s.plan_target[i], 40.0)
        for resource in range(3):
            out[at + KINDS + 9 + resource] = part(s.plan_paid[i, resource], 5.0)
        write_target(s, i, out)
        for k in range(len(SUPPORTS)):
            if (s.plan_supports[i] >> k) & 1:
                out[SUPPORT + k] = 1.0


@compiled
def write_target(s: Any, i: int, out: Any) -> None:
    """Mark what a planned action aims at, while it is still to be resolved."""
    kind, target = int(s.plan_kind[i]), int(s.plan_target[i])
    if s.plan_done[i] == 1:
        return
    if kind == BUILD and target >= FIRST_INVENTION:
        out[ITEMS + (target - FIRST_INVENTION) * INVENTION_WIDTH + 3] = 1.0
    elif kind == GATHER:
        out[SPACE + ((target >> 1) + 1) * SPACE_WIDTH - 3 + (target & 1)] = 1.0
    elif kind == EXPLORE and target < SPACES:
        out[SPACE + (target + 1) * SPACE_WIDTH - 1] = 1.0


@compiled
def write_rest(s: Any, t: Any, out: Any) -> None:
    """Dice, weather, what is laid out, production, the woodpile."""
    for die in range(3):
        if s.dice[die] != NONE:
            out[DICE + 2 * die + (0 if s.dice[die] == 1 else 1)] = 1.0
    out[WEATHER] = part(s.rain, 4.0)
    out[WEATHER + 1] = part(s.snow, 4.0)
    out[WEATHER + 2] = s.weather_rolled
    if s.animals != NONE:
        out[WEATHER + 3 + s.animals] = 1.0
    out[WEATHER + 7] = part(s.ignored_rain, 4.0)
    out[WEATHER + 8] = part(s.ignored_snow + s.snow_to_rain, 4.0)
    out[FIGHT] = part(s.fight_strength, MANY)
    out[FIGHT + 1] = part(s.weapon_bonus, MANY)
    out[FIGHT + 2] = part(s.ignored_wounds, 2.0)
    out[FIGHT + 3] = s.fighter == NONE
    for i in range(len(s.shown)):
        if s.shown[i] != NONE:
            out[SHOWN + i] = part(s.shown[i] + 1, 50.0)
    out[LIMITS] = s.production_skip
    out[LIMITS + 1] = s.production_half
    write_bits(out, LIMITS + 2, int(s.production_none), 2)
    out[LIMITS + 4] = part(s.production_extra[WOOD] + 2, 4.0)
    out[LIMITS + 5] = part(s.production_extra[FOOD] + 2, 4.0)
    out[LIMITS + 6] = s.no_mixed_pawns
    out[LIMITS + 7] = s.items_unavailable
    write_bits(out, LIMITS + 8, int(s.pot_used), 2)
    write_bits(out, LIMITS + 10, int(s.basket_used), 2)
    out[LIMITS + 12] = s.economy
    out[PILE] = part(s.counter[0], most_of(t, 0))
    out[PILE + 1] = part(missing_in_stage(s, t, 0), 5.0)
    out[PILE + 2] = s.counter_stages_fed[0]
