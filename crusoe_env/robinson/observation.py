"""What a player of Robinson Crusoe sees, as a flat vector: players in order from the one who looks."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.core.encoding import write_bits
from crusoe_env.core.layout import MOST, Field, ObservationLayout, Segment, single
from crusoe_env.robinson.components import (
    BEASTS,
    CARDS,
    CHARACTER_IDS,
    CHARACTERS,
    DISCOVERIES,
    HELPERS,
    INVENTIONS,
    MYSTERY_CARDS,
    SKILLS_EACH,
    STARTING_ITEMS,
    TILES,
)
from crusoe_env.robinson.rules.packed import source_food, source_space
from crusoe_env.robinson.rules.world.decks import back_of
from crusoe_env.robinson.scenarios.counters import missing_in_stage
from crusoe_env.robinson.state import (
    ACTION_KINDS,
    BODY_PARTS,
    BUILD,
    COVERS,
    DECISIONS,
    DELAYED_CARD,
    EXPLORE,
    FIRST_INVENTION,
    FOOD,
    FRIDAY,
    FUTURE_ITEM,
    GATHER,
    KINDS,
    KINDS_OF_RESOURCE,
    MYSTERY_FUTURE,
    MYSTERY_KEPT,
    NONE,
    ON_BOARD,
    PEOPLE,
    PHASES,
    PLANS,
    PLUS_FOOD,
    PLUS_WOOD,
    RESOURCES,
    SPACES,
    STRUCTURES,
    SUPPORTS,
    TOKENS,
    WINDOWS,
    WOOD,
)
from crusoe_env.robinson.state import DECKS as DECKS_OF_ADVENTURES

TOKEN_KINDS = len(TOKENS)
WOUND_DECKS = len(DECKS_OF_ADVENTURES)
ITEM_TOKENS = (PLUS_WOOD, PLUS_FOOD)
MARKS = 4
"""Morale marks on a sheet, at most."""
BACKS = 5
"""Backs of cards: event, the three adventure decks, mystery."""
KNOWN_TILES = 3
SHOWN_THINGS = 5
LOWEST_MORALE = -3
LOWEST_EXTRA = -2
"""Production can fall so far below what is printed."""


def count(name: str, meaning: str, divisor: int = 10, width: int = 1) -> Field:
    """A field of numbers of things, which only the byte bounds."""
    return Field(name, meaning, width, divisor, MOST)


PERSON_FIELDS = (
    Field("character", ", ".join(CHARACTER_IDS) + " (one-hot)", CHARACTERS),
    count("wounds", "suffered", 13),
    count("wounds to death", "left until death", 13),
    count("determination", "tokens"),
    Field("free pawns", "not planned yet", divisor=2, largest=2),
    Field("outside", "spends the night outside"),
    Field("confused", "by an effect"),
    count("cursed", "by effects", 2),
    count("markers", "on the sheet", 4),
    Field("plans now", "it is their turn to plan"),
    Field("plans no more", "they have passed"),
    Field("first player", "holds the First Player token"),
    Field("acts now", "decides next"),
    Field("skills forbidden", "this round"),
    Field("pawns allowed", "this round", divisor=2, largest=2),
    Field(
        "special wounds",
        "by part of the body (" + ", ".join(BODY_PARTS) + ") and deck (build, gather, explore)",
        len(BODY_PARTS) * WOUND_DECKS,
    ),
    Field("skills used", "each skill of the sheet", SKILLS_EACH),
    count("own", "kept outside the camp: " + ", ".join(RESOURCES), width=KINDS_OF_RESOURCE),
    count("cards kept", "for their weapon", 2),
    Field("marks", "covered morale marks, from the first to the last", MARKS),
    Field("helpers", "serving them today: helmet, sabre, whip, backpack", len(HELPERS)),
    Field("allowed kinds", "of action: " + ", ".join(ACTION_KINDS), KINDS),
)
SPACE_FIELDS = (
    Field("tile", "the tile that lies there (one-hot)", TILES),
    Field("face down", "the tile lies face down"),
    Field("camp", "the camp is there"),
    Field("distance", "from the camp; 5 as well for no way there", divisor=5, largest=5),
    Field("to be covered", "a source waits to be covered"),
    Field("covered", "by black markers: " + ", ".join(COVERS), len(COVERS)),
    Field("tokens", ", ".join(TOKENS), TOKEN_KINDS),
    Field("item tokens", "of an item: +1 wood, +1 food", len(ITEM_TOKENS)),
    Field("gathering", "planned there: gathering wood, gathering food", 2),
    Field("exploring", "planned there: exploring"),
)
PLAN_FIELDS = (
    Field("kind", ", ".join(ACTION_KINDS) + " (one-hot)", KINDS),
    Field("person", "from the viewer, Friday last (one-hot)", PEOPLE),
    count("pawns", "that take part", 4),
    Field("done", "it has been resolved"),
    Field("under way", "it is being resolved"),
    count("target", "its number, by kind", 40),
    count("paid", "wood, food, fur set aside", 5, width=3),
)

LAYOUT = ObservationLayout(
    [
        single("phase", "phase of the round (one-hot): " + ", ".join(PHASES), len(PHASES)),
        single("decision", "what is to be decided (one-hot): " + ", ".join(DECISIONS), len(DECISIONS)),
        single("window", "window for skills and items (one-hot): " + ", ".join(WINDOWS), len(WINDOWS)),
        single("card", "the card whose effect asks (one-hot); none: all 0", CARDS),
        Segment("round", "rounds", (count("begun", "so far", 12), count("left", "after this one", 12))),
        Segment("people", "players in order from the viewer, Friday last", PERSON_FIELDS, rows=PEOPLE),
        Segment(
            "levels",
            "of the camp",
            (
                Field("morale", "above its lowest, -3", divisor=6, largest=6),
                count("weapon", "level"),
                count("roof", "level"),
                count("palisade", "level"),
                Field("shelter", "built, or found"),
            ),
        ),
        single(
            "stores",
            "available, then future resources: " + ", ".join(RESOURCES),
            KINDS_OF_RESOURCE,
            divisor=10,
            largest=MOST,
            rows=2,
        ),
        Segment("spaces", "of the island, row by row", SPACE_FIELDS, rows=SPACES),
        single("tiles", "tiles still in the stack", TILES),
        single(
            "known tiles",
            "the top tiles of the stack, if the players know them (one-hot)",
            TILES,
            rows=KNOWN_TILES,
        ),
        single(
            "fields", "tokens on the fields by kind of action: " + ", ".join(TOKENS), TOKEN_KINDS, rows=KINDS
        ),
        single(
            "other tokens",
            "tokens (same order) on weather, night, and the cost of " + ", ".join(STRUCTURES),
            TOKEN_KINDS,
            rows=2 + len(STRUCTURES),
        ),
        single("threats", "left and right card of the threat row (one-hot)", CARDS, rows=2),
        Segment(
            "hunting",
            "the hunting deck",
            (
                count("left", "cards in it"),
                Field("ambush", "a beast lies in wait"),
                Field("known", "its top card, if the players know it (one-hot)", BEASTS),
            ),
        ),
        Segment(
            "decks",
            "cards left",
            (
                count("events", "in the event deck", 50),
                count("adventures", "in the adventure decks: build, gather, explore", 50, width=WOUND_DECKS),
                count("mysteries", "in the mystery deck", 52),
                count("discoveries", "tokens in the stack", 50),
            ),
        ),
        single(
            "event back",
            "back of the next card of the event deck (one-hot): event, build, gather, explore, mystery",
            BACKS,
        ),
        single("known event", "the next card of the event deck, if the players know it (one-hot)", CARDS),
        single("waiting", "cards whose effects wait for the night or the next round", CARDS),
        Segment(
            "inventions",
            "as in inventions.toml, then those of the scenario",
            (
                Field("on board", "it can be built"),
                Field("item", "it is built"),
                Field("future", "an item from the next phase on"),
                Field("planned", "it is planned to be built"),
                Field("marked", "by a marker"),
            ),
            rows=INVENTIONS,
        ),
        single("starting items", "uses left", STARTING_ITEMS, divisor=2, largest=MOST),
        single(
            "discoveries",
            "tokens that can be used, then those that come later",
            DISCOVERIES,
            divisor=2,
            largest=MOST,
            rows=2,
        ),
        Segment(
            "treasures",
            "mystery cards",
            (
                Field("kept", "treasures that can be used", MYSTERY_CARDS),
                Field("future", "treasures that come later", MYSTERY_CARDS),
                count("uses", "uses left", 3, width=MYSTERY_CARDS),
            ),
        ),
        Segment("plans", "planned actions, in the order of planning", PLAN_FIELDS, rows=PLANS),
        single("supports", "supporting pawns on the board: " + ", ".join(SUPPORTS), len(SUPPORTS)),
        single("dice", "wound, success, adventure die: the named face, the other face", 2, rows=3),
        Segment(
            "fight",
            "the fight under way",
            (
                count("strength", "of the beast"),
                count("weapon bonus", "for this fight"),
                count("ignored wounds", "of this fight", 2),
                Field("everybody", "everybody fights"),
            ),
        ),
        Segment(
            "weather",
            "this round's weather",
            (
                count("rain", "clouds", 4),
                count("snow", "clouds", 4),
                Field("rolled", "the dice have been rolled"),
                Field("animals", "hungry animals (one-hot): nothing, food, palisade, beast", 4),
                count("ignored rain", "clouds", 4),
                count("ignored snow", "clouds, those that turn to rain included", 4),
            ),
        ),
        single(
            "shown",
            "things laid out to choose from: 1 + the number; 0 for none",
            SHOWN_THINGS,
            divisor=50,
            largest=MOST,
        ),
        Segment(
            "limits",
            "on production and items",
            (
                Field("production skip", "none next time"),
                Field("production half", "half of it next time"),
                Field("production none", "no wood, no food", 2),
                count("production extra", "2 + more or less wood, food", 4, width=2),
                Field("no mixed pawns", "no actions of two players"),
                Field("items unavailable", "no items this round"),
                Field("pots", "used: pot, fireplace", 2),
                Field("baskets", "used: basket, sack", 2),
                Field("economy", "a wood saved on the Carpenter's next action"),
            ),
        ),
        Segment(
            "pile",
            "the woodpile",
            (
                count("wood", "on the pile", 15),
                count("missing", "in its stage", 5),
                Field("finished", "a stage was finished this round"),
            ),
        ),
    ]
)
LARGEST = LAYOUT.largest
START = LAYOUT.start
PHASE = START["phase"]
DECISION = START["decision"]
WINDOW_AT = START["window"]
CARD = START["card"]
ROUND_AT, ROUND = START["round"], LAYOUT.offsets("round")
PEOPLE_AT, PERSON = START["people"], LAYOUT.offsets("people")
LEVELS_AT, LEVELS = START["levels"], LAYOUT.offsets("levels")
STORES = START["stores"]
SPACES_AT, SPACE = START["spaces"], LAYOUT.offsets("spaces")
STACK = START["tiles"]
KNOWN = START["known tiles"]
FIELDS_AT = START["fields"]
OTHERS = START["other tokens"]
THREATS = START["threats"]
HUNTING_AT, HUNTING = START["hunting"], LAYOUT.offsets("hunting")
DECKS_AT, DECKS = START["decks"], LAYOUT.offsets("decks")
BACK = START["event back"]
EVENT = START["known event"]
WAITING = START["waiting"]
INVENTIONS_AT, INVENTION = START["inventions"], LAYOUT.offsets("inventions")
STARTING = START["starting items"]
TOKENS_AT = START["discoveries"]
TREASURES_AT, TREASURES = START["treasures"], LAYOUT.offsets("treasures")
PLANS_AT, PLAN = START["plans"], LAYOUT.offsets("plans")
SUPPORTS_AT = START["supports"]
DICE = START["dice"]
FIGHT_AT, FIGHT = START["fight"], LAYOUT.offsets("fight")
WEATHER_AT, WEATHER = START["weather"], LAYOUT.offsets("weather")
SHOWN = START["shown"]
LIMITS_AT, LIMITS = START["limits"], LAYOUT.offsets("limits")
PILE_AT, PILE = START["pile"], LAYOUT.offsets("pile")


@compiled
def put(out: Any, at: int, amount: int) -> None:
    """A number, kept within the bounds of its entry."""
    out[at] = min(max(int(amount), 0), int(LARGEST[at]))


@compiled
def write_observation(s: Any, t: Any, viewer: int, out: Any) -> None:
    """Write the observation into `out` (uint8, `LAYOUT.size` entries)."""
    out[:] = 0
    write_course(s, t, out)
    for i in range(s.players):
        write_player(s, t, (viewer + i) % s.players, out, PEOPLE_AT + i * PERSON.row_width)
    if s.with_friday == 1:
        at = PEOPLE_AT + FRIDAY * PERSON.row_width
        write_person(s, FRIDAY, int(t.friday_dies_at), out, at)
    write_island(s, out)
    write_tokens(s, out)
    write_cards(s, out)
    write_items(s, out)
    write_plans(s, viewer, out)
    write_weather(s, out)
    write_limits(s, out)
    write_pile(s, t, out)


@compiled
def write_course(s: Any, t: Any, out: Any) -> None:
    """Phase, decision, round, levels, stores."""
    out[PHASE + s.phase] = 1
    out[DECISION + s.decision] = 1
    out[WINDOW_AT + s.window] = 1
    if 0 <= s.question_card < CARDS:
        out[CARD + s.question_card] = 1
    put(out, ROUND_AT + ROUND.begun, s.rounds)
    put(out, ROUND_AT + ROUND.left, t.rounds - s.rounds)
    put(out, LEVELS_AT + LEVELS.morale, s.morale - LOWEST_MORALE)
    put(out, LEVELS_AT + LEVELS.weapon, s.weapon)
    put(out, LEVELS_AT + LEVELS.roof, s.roof)
    put(out, LEVELS_AT + LEVELS.palisade, s.palisade)
    out[LEVELS_AT + LEVELS.shelter] = s.shelter
    for resource in range(KINDS_OF_RESOURCE):
        put(out, STORES + resource, s.available[resource])
        put(out, STORES + KINDS_OF_RESOURCE + resource, s.future[resource])


@compiled
def write_person(s: Any, person: int, dies_at: int, out: Any, at: int) -> None:
    """What players and Friday have in common."""
    put(out, at + PERSON.wounds, s.wounds[person])
    put(out, at + PERSON.wounds_to_death, dies_at - s.wounds[person])
    put(out, at + PERSON.determination, s.determination[person])
    put(out, at + PERSON.free_pawns, s.free_pawns[person])
    out[at + PERSON.confused] = s.confused[person]
    put(out, at + PERSON.cursed, s.cursed[person])
    put(out, at + PERSON.markers, s.markers[person])
    out[at + PERSON.outside] = s.outside[person]
    out[at + PERSON.plans_now] = s.planner == person
    out[at + PERSON.plans_no_more] = (s.passed >> person) & 1


@compiled
def write_player(s: Any, t: Any, player: int, out: Any, at: int) -> None:
    """One player."""
    sheet = s.character[player]
    write_person(s, player, int(t.dies_at[sheet]), out, at)
    out[at + PERSON.character + sheet] = 1
    out[at + PERSON.first_player] = s.first_player == player
    out[at + PERSON.acts_now] = s.acting == player
    out[at + PERSON.skills_forbidden] = s.skills_barred[player]
    put(out, at + PERSON.pawns_allowed, s.pawn_limit[player])
    for k in range(len(BODY_PARTS)):
        write_bits(
            out, at + PERSON.special_wounds + k * WOUND_DECKS, s.special_wounds[player, k], WOUND_DECKS
        )
    write_bits(out, at + PERSON.skills_used, s.skills_used[player], SKILLS_EACH)
    for resource in range(KINDS_OF_RESOURCE):
        put(out, at + PERSON.own + resource, s.own[player, resource])
    put(out, at + PERSON.cards_kept, s.kept_weapon[player])
    write_marks(s, t, player, out, at + PERSON.marks)
    for place in range(len(HELPERS)):
        out[at + PERSON.helpers + place] = s.helper[place] == player
    write_bits(out, at + PERSON.allowed_kinds, s.allowed_kinds[player], KINDS)


@compiled
def write_marks(s: Any, t: Any, player: int, out: Any, at: int) -> None:
    """Which morale marks of a sheet are covered, from the first to the last."""
    sheet = s.character[player]
    marks = int(t.morale_marks[sheet])
    count = 0
    for k in range(1, int(t.dies_at[sheet])):
        if (marks >> k) & 1 and count < MARKS:
            out[at + count] = (s.covered_arrows[player] >> k) & 1
            count += 1


@compiled
def write_island(s: Any, out: Any) -> None:
    """Spaces, and what is known of the stack of tiles."""
    for space in range(SPACES):
        at = SPACES_AT + space * SPACE.row_width
        if s.tile[space] != NONE:
            out[at + SPACE.tile + s.tile[space]] = 1
        out[at + SPACE.face_down] = s.face_down[space]
        put(out, at + SPACE.distance, s.way[space])
        out[at + SPACE.to_be_covered] = s.waiting_cover[space] > 0
        write_bits(out, at + SPACE.covered, s.covered[space], len(COVERS))
        tokens = int(s.space_tokens[space]) | int(s.new_space_tokens[space])
        write_bits(out, at + SPACE.tokens, tokens, TOKEN_KINDS)
        for k in range(len(ITEM_TOKENS)):
            out[at + SPACE.item_tokens + k] = s.item_tokens[space] & ITEM_TOKENS[k] != 0
    if s.camp != NONE:
        out[SPACES_AT + s.camp * SPACE.row_width + SPACE.camp] = 1
    for i in range(s.tiles_left):
        out[STACK + s.tiles[i]] = 1
    for i in range(min(KNOWN_TILES, int(s.tiles_known), int(s.tiles_left))):
        out[KNOWN + i * TILES + s.tiles[s.tiles_left - 1 - i]] = 1


@compiled
def write_tokens(s: Any, out: Any) -> None:
    """Tokens on fields."""
    for kind in range(KINDS):
        tokens = int(s.field_tokens[kind]) | int(s.new_field_tokens[kind])
        write_bits(out, FIELDS_AT + kind * TOKEN_KINDS, tokens, TOKEN_KINDS)
    write_bits(out, OTHERS, s.weather_tokens, TOKEN_KINDS)
    write_bits(out, OTHERS + TOKEN_KINDS, s.night_tokens, TOKEN_KINDS)
    for k in range(len(STRUCTURES)):
        write_bits(out, OTHERS + (2 + k) * TOKEN_KINDS, s.cost_tokens[k], TOKEN_KINDS)


@compiled
def write_cards(s: Any, out: Any) -> None:
    """Threat row, decks, cards that wait."""
    for place in range(2):
        if s.threat[place] != NONE:
            out[THREATS + place * CARDS + s.threat[place]] = 1
    put(out, HUNTING_AT + HUNTING.left, s.hunting_left)
    out[HUNTING_AT + HUNTING.ambush] = s.ambush != NONE
    if s.hunting_known == 1 and s.hunting_left > 0:
        out[HUNTING_AT + HUNTING.known + int(s.hunting[s.hunting_left - 1])] = 1
    put(out, DECKS_AT + DECKS.events, s.events_left)
    for deck in range(WOUND_DECKS):
        put(out, DECKS_AT + DECKS.adventures + deck, s.adventures_left[deck])
    put(out, DECKS_AT + DECKS.mysteries, s.mysteries_left)
    put(out, DECKS_AT + DECKS.discoveries, s.discoveries_left)
    if s.events_left > 0:
        card = s.event_deck[s.events_left - 1]
        out[BACK + back_of(card)] = 1
        if s.event_known == 1:
            out[EVENT + card] = 1
    for i in range(s.delayed_count):
        if s.delayed[i, DELAYED_CARD] >= 0:
            out[WAITING + s.delayed[i, DELAYED_CARD]] = 1


@compiled
def write_items(s: Any, out: Any) -> None:
    """Inventions, and the things that the group has."""
    for item in range(INVENTIONS):
        state = s.invention_state[item]
        if ON_BOARD <= state <= FUTURE_ITEM:
            out[INVENTIONS_AT + item * INVENTION.row_width + INVENTION.on_board + state - ON_BOARD] = 1
        out[INVENTIONS_AT + item * INVENTION.row_width + INVENTION.marked] = (s.marked_items >> item) & 1
    for item in range(STARTING_ITEMS):
        put(out, STARTING + item, s.starting_uses[item])
    for token in range(DISCOVERIES):
        put(out, TOKENS_AT + token, s.discovery[token])
        put(out, TOKENS_AT + DISCOVERIES + token, s.discovery_future[token])
    for mystery in range(MYSTERY_CARDS):
        out[TREASURES_AT + TREASURES.kept + mystery] = s.mystery_state[mystery] == MYSTERY_KEPT
        out[TREASURES_AT + TREASURES.future + mystery] = s.mystery_state[mystery] == MYSTERY_FUTURE
        put(out, TREASURES_AT + TREASURES.uses + mystery, s.mystery_uses[mystery])


@compiled
def write_plans(s: Any, viewer: int, out: Any) -> None:
    """Planned actions."""
    supports = 0
    for i in range(s.plans):
        at = PLANS_AT + i * PLAN.row_width
        out[at + PLAN.kind + s.plan_kind[i]] = 1
        person = s.plan_person[i]
        place = FRIDAY if person == FRIDAY else (person - viewer) % s.players
        out[at + PLAN.person + place] = 1
        put(out, at + PLAN.pawns, s.plan_pawns[i])
        out[at + PLAN.done] = s.plan_done[i]
        out[at + PLAN.under_way] = s.now == i
        put(out, at + PLAN.target, s.plan_target[i])
        for resource in range(3):
            put(out, at + PLAN.paid + resource, s.plan_paid[i, resource])
        supports |= int(s.plan_supports[i])
        write_target(s, i, out)
    write_bits(out, SUPPORTS_AT, supports, len(SUPPORTS))


@compiled
def write_target(s: Any, i: int, out: Any) -> None:
    """Mark what a planned action aims at, while it is still to be resolved."""
    kind, target = int(s.plan_kind[i]), int(s.plan_target[i])
    if s.plan_done[i] == 1:
        return
    if kind == BUILD and target >= FIRST_INVENTION:
        out[INVENTIONS_AT + (target - FIRST_INVENTION) * INVENTION.row_width + INVENTION.planned] = 1
    elif kind == GATHER:
        out[SPACES_AT + source_space(target) * SPACE.row_width + SPACE.gathering + source_food(target)] = 1
    elif kind == EXPLORE and target < SPACES:
        out[SPACES_AT + target * SPACE.row_width + SPACE.exploring] = 1


@compiled
def write_weather(s: Any, out: Any) -> None:
    """Dice, fight, weather, what is laid out."""
    for die in range(3):
        if s.dice[die] != NONE:
            out[DICE + 2 * die + (0 if s.dice[die] == 1 else 1)] = 1
    put(out, WEATHER_AT + WEATHER.rain, s.rain)
    put(out, WEATHER_AT + WEATHER.snow, s.snow)
    out[WEATHER_AT + WEATHER.rolled] = s.weather_rolled
    if s.animals != NONE:
        out[WEATHER_AT + WEATHER.animals + s.animals] = 1
    put(out, WEATHER_AT + WEATHER.ignored_rain, s.ignored_rain)
    put(out, WEATHER_AT + WEATHER.ignored_snow, s.ignored_snow + s.snow_to_rain)
    put(out, FIGHT_AT + FIGHT.strength, s.fight_strength)
    put(out, FIGHT_AT + FIGHT.weapon_bonus, s.weapon_bonus)
    put(out, FIGHT_AT + FIGHT.ignored_wounds, s.ignored_wounds)
    out[FIGHT_AT + FIGHT.everybody] = s.fighter == NONE
    for i in range(SHOWN_THINGS):
        if s.shown[i] != NONE:
            put(out, SHOWN + i, s.shown[i] + 1)


@compiled
def write_limits(s: Any, out: Any) -> None:
    """What holds for production and items."""
    out[LIMITS_AT + LIMITS.production_skip] = s.production_skip
    out[LIMITS_AT + LIMITS.production_half] = s.production_half
    write_bits(out, LIMITS_AT + LIMITS.production_none, s.production_none, 2)
    put(out, LIMITS_AT + LIMITS.production_extra, s.production_extra[WOOD] - LOWEST_EXTRA)
    put(out, LIMITS_AT + LIMITS.production_extra + 1, s.production_extra[FOOD] - LOWEST_EXTRA)
    out[LIMITS_AT + LIMITS.no_mixed_pawns] = s.no_mixed_pawns
    out[LIMITS_AT + LIMITS.items_unavailable] = s.items_unavailable
    write_bits(out, LIMITS_AT + LIMITS.pots, s.pot_used, 2)
    write_bits(out, LIMITS_AT + LIMITS.baskets, s.basket_used, 2)
    out[LIMITS_AT + LIMITS.economy] = s.economy


@compiled
def write_pile(s: Any, t: Any, out: Any) -> None:
    """The woodpile."""
    put(out, PILE_AT + PILE.wood, s.counter[0])
    put(out, PILE_AT + PILE.missing, missing_in_stage(s, t, 0))
    out[PILE_AT + PILE.finished] = s.counter_stages_fed[0]
