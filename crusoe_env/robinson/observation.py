"""What a player of Robinson Crusoe sees, as a flat vector: players in order from the one who looks."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.core.layout import ObservationLayout, Segment
from crusoe_env.robinson.rules.woodpile import missing_in_stage, wood_needed
from crusoe_env.robinson.state import (
    BEASTS,
    CARDS,
    CHARACTERS,
    COVERS,
    DECISIONS,
    DISCOVERIES,
    FRIDAY,
    INVENTIONS,
    KINDS,
    KINDS_OF_RESOURCE,
    MOMENTS,
    MYSTERY_CARDS,
    MYSTERY_KEPT,
    NONE,
    PEOPLE,
    PHASES,
    PLANS,
    SPACES,
    STARTING_ITEMS,
    STRUCTURES,
    SUPPORTS,
    TILES,
    TOKENS,
)

TOKEN_KINDS = len(TOKENS)
PERSON_WIDTH = CHARACTERS + 14 + 4 + 4
SPACE_WIDTH = TILES + 4 + len(COVERS) + TOKEN_KINDS
INVENTION_WIDTH = 3
PLAN_WIDTH = KINDS + 5 + 3
MANY = 10.0
"""Numbers of things are divided by this, and cut off at 1."""

LAYOUT = ObservationLayout(
    [
        Segment("phase", (len(PHASES),), "phase of the round (one-hot)"),
        Segment("decision", (len(DECISIONS),), "what is to be decided (one-hot)"),
        Segment("moment", (len(MOMENTS),), "moment for skills and items (one-hot)"),
        Segment("card", (CARDS,), "the card whose effect asks (one-hot); none: all 0"),
        Segment("round", (2,), "rounds begun / 12; rounds left / 12"),
        Segment(
            "people",
            (PEOPLE, PERSON_WIDTH),
            "from the viewer, Friday last: character; wounds, wounds to death, determination, free pawns, "
            "outside, confused, cursed, markers, plans now, plans no more, First Player, acts now, "
            "skills forbidden, pawns allowed; special wounds by part of the body; skills used",
        ),
        Segment("levels", (5,), "morale, weapon, roof, palisade, shelter"),
        Segment("stores", (2, KINDS_OF_RESOURCE), "available and future resources / 10"),
        Segment(
            "spaces",
            (SPACES, SPACE_WIDTH),
            "per space: tile (one-hot), face down, camp, distance / 5, to be covered; markers; tokens",
        ),
        Segment("tiles", (TILES,), "tiles still in the stack"),
        Segment("known tiles", (3, TILES), "the top tiles of the stack, if the players know them (one-hot)"),
        Segment("fields", (KINDS, TOKEN_KINDS), "tokens on the fields by kind of action"),
        Segment("other tokens", (2 + len(STRUCTURES), TOKEN_KINDS), "weather, night, and cost fields"),
        Segment("threats", (2, CARDS), "left and right card of the threat row (one-hot)"),
        Segment("hunting", (2 + BEASTS,), "cards in the hunting deck / 10, an ambush; its top card if known"),
        Segment("decks", (6,), "cards left: events, three adventure decks, mysteries, discoveries, / 50"),
        Segment("inventions", (INVENTIONS, INVENTION_WIDTH), "on the board, item, item from next phase on"),
        Segment("starting items", (STARTING_ITEMS,), "uses left / 2"),
        Segment("discoveries", (2, DISCOVERIES), "tokens that can be used, and that come later, / 2"),
        Segment("treasures", (MYSTERY_CARDS,), "mystery cards that are kept"),
        Segment("plans", (PLANS, PLAN_WIDTH), "planned actions: kind, who, pawns / 4, done, under way"),
        Segment("supports", (len(SUPPORTS),), "supporting pawns on the board"),
        Segment("dice", (3, 2), "wound, success, adventure die: the named face, the other face"),
        Segment("weather", (4,), "rain, snow, weather rolled, hungry animals rolled"),
        Segment("shown", (5,), "things laid out to choose from, / 50"),
        Segment("production", (4,), "modifiers of this round's production"),
        Segment("pile", (3,), "wood on the pile, missing in its stage, a stage finished this round"),
    ]
)
SIZE = LAYOUT.size
_START = LAYOUT.start
PHASE, DECISION, MOMENT, CARD, ROUND = (
    _START[name] for name in ("phase", "decision", "moment", "card", "round")
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
PLAN, SUPPORT, DICE, WEATHER, SHOWN, PRODUCTION, PILE = (
    _START[name] for name in ("plans", "supports", "dice", "weather", "shown", "production", "pile")
)


FIRST_CARD_DECISION, PILE_DECISION = DECISIONS.index("branch"), DECISIONS.index("pile")


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
    out[MOMENT + s.moment] = 1.0
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
    return decision >= FIRST_CARD_DECISION and decision != PILE_DECISION


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
    for k in range(4):
        out[at + 14 + k] = s.special_wounds[person, k] > 0
    write_bits(out, at + 18, int(s.skills_used[person]), 4)


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
        out[HUNTING + 2 + s.hunting[s.hunting_left - 1]] = 1.0
    out[DECKS] = part(s.events_left, 50.0)
    for deck in range(3):
        out[DECKS + 1 + deck] = part(s.adventures_left[deck], 50.0)
    out[DECKS + 4] = part(s.mysteries_left, 52.0)
    out[DECKS + 5] = part(s.discoveries_left, 50.0)
    for item in range(INVENTIONS):
        state = s.invention_state[item]
        if 1 <= state <= 3:
            out[ITEMS + item * INVENTION_WIDTH + state - 1] = 1.0
    for item in range(STARTING_ITEMS):
        out[STARTING + item] = part(s.starting_uses[item], 2.0)
    for token in range(DISCOVERIES):
        out[TOKENS_AT + token] = part(s.discovery[token], 2.0)
        out[TOKENS_AT + DISCOVERIES + token] = part(s.discovery_future[token], 2.0)
    for mystery in range(MYSTERY_CARDS):
        out[TREASURES + mystery] = s.mystery_state[mystery] == MYSTERY_KEPT


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
        for k in range(len(SUPPORTS)):
            if (s.plan_supports[i] >> k) & 1:
                out[SUPPORT + k] = 1.0


@compiled
def write_rest(s: Any, t: Any, out: Any) -> None:
    """Dice, weather, what is laid out, production, the woodpile."""
    for die in range(3):
        if s.dice[die] != NONE:
            out[DICE + 2 * die + (0 if s.dice[die] == 1 else 1)] = 1.0
    out[WEATHER] = part(s.rain, 4.0)
    out[WEATHER + 1] = part(s.snow, 4.0)
    out[WEATHER + 2] = s.weather_rolled
    out[WEATHER + 3] = s.animals != NONE
    for i in range(len(s.shown)):
        if s.shown[i] != NONE:
            out[SHOWN + i] = part(s.shown[i] + 1, 50.0)
    out[PRODUCTION] = s.production_skip
    out[PRODUCTION + 1] = s.production_half
    out[PRODUCTION + 2] = s.production_none & 1
    out[PRODUCTION + 3] = (s.production_none >> 1) & 1
    out[PILE] = part(s.pile, wood_needed(t))
    out[PILE + 1] = part(missing_in_stage(s, t), 5.0)
    out[PILE + 2] = s.pile_this_round
