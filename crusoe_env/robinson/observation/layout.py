"""The observation of Robinson Crusoe: its segments, and where each lies in the vector."""

from __future__ import annotations

from crusoe_env.engine.layout import MOST, Field, ObservationLayout, Segment, single
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import MYSTERY_KINDS
from crusoe_env.robinson.observation.fields import (
    ADVENTURE_FIELDS,
    ADVENTURE_NAMES,
    ADVENTURES,
    ASKED_ABOUT,
    BACK_NAMES,
    BACKS,
    DECK_NAMES,
    EVENT_CARDS,
    EVENT_NAMES,
    INVENTION_FIELDS,
    KNOWN_TILES,
    MYSTERY_FIELDS,
    NOBODY,
    PERSON_FIELDS,
    PERSON_NAMES,
    PLACED_FIELDS,
    PLAN_FIELDS,
    QUESTION_FIELDS,
    SHOWN_THINGS,
    SOURCE_NAMES,
    SPACE_FIELDS,
    SPACE_NAMES,
    TARGET_NAMES,
    THREAT_FIELDS,
    TOKEN_KINDS,
    WOUND_DECKS,
    coming,
    count,
    person,
)
from crusoe_env.robinson.rules.steps import STEPS
from crusoe_env.robinson.tables.scenarios import NAMES, OWN_SCENARIOS
from crusoe_env.robinson.things import PAWNS, THINGS

STEP_NAMES = tuple(step.name for step in STEPS)
ANIMALS = ("nothing", "food", "palisade", "beast")
STRAIN_NAMES = tuple(c.ACTION_KINDS[kind] for kind in c.STRAINS)
SPECIAL_PLACE_NAMES = (*SPACE_NAMES, "no place")

RENAMED = {f"mysteries/{card}/apart": f"mysteries/{card}/outside" for card in box.MYSTERY_IDS}
"""Present names of entries by those in files of earlier versions."""

LAYOUT = ObservationLayout(
    [
        Segment(
            "game",
            "what is played",
            (
                count("players", "how many", 4),
                Field("friday", "is in play"),
                Field("guest", "has joined"),
                Field("dog", "is in play"),
            ),
        ),
        Segment(
            "task",
            "the scenario with its number of players",
            (
                Field(
                    "scenario",
                    f"(one-hot) {', '.join(NAMES)}; files of your own",
                    len(NAMES) + OWN_SCENARIOS,
                    entries=(*NAMES, *(f"file {i + 1} of your own" for i in range(OWN_SCENARIOS))),
                ),
                Field("players", "how many (one-hot)", c.PLAYERS),
                count("choices", "values of the scenario's choices, in the order of its file", 1, c.CHOICES),
            ),
        ),
        single(
            "phase", "phase of the round (one-hot): " + ", ".join(c.PHASES), len(c.PHASES), entries=c.PHASES
        ),
        Segment("question", "what is asked", QUESTION_FIELDS),
        coming("steps", f"steps of play, {', '.join(STEP_NAMES)}", STEP_NAMES),
        coming(
            "effects",
            "whose effects: cards (wreckage, events, build, gather, explore adventures, mysteries), "
            'inventions, things that are used (as in the actions "use")',
            SOURCE_NAMES,
        ),
        Segment(
            "round",
            "rounds",
            (
                count("begun", "so far", 12),
                count("left", "after this one", 12),
                count("tiles before", "explored when this one began"),
                count("numbers laid", "number tokens so far", c.TOTEMS),
                count("waiting", "effects of no card that wait for later", 4),
            ),
        ),
        Segment(
            "people",
            "players in order from the viewer, Friday, the guest",
            PERSON_FIELDS,
            rows=c.PEOPLE,
            row_names=PERSON_NAMES,
        ),
        Segment(
            "levels",
            "of the camp",
            (
                Field("morale", "above its lowest, -3", divisor=6, largest=6),
                count("weapon", "level"),
                count("roof", "level"),
                count("palisade", "level"),
                Field("shelter", "built"),
                count("more food tokens", "+1 food on the camp's tile beyond the first", 3),
                count("hungry", "players who have not eaten this night", 4),
            ),
        ),
        single(
            "stores",
            "available, then future resources: " + ", ".join(c.RESOURCES),
            c.KINDS_OF_RESOURCE,
            divisor=10,
            largest=MOST,
            rows=2,
            entries=c.RESOURCES,
            row_names=("available", "future"),
        ),
        Segment("spaces", "of the island, row by row", SPACE_FIELDS, rows=c.SPACES),
        single("tiles", "tiles still in the stack", box.TILES, entries=box.TILE_IDS),
        single(
            "known tiles",
            "the top tiles of the stack, if the players know them (one-hot)",
            box.TILES,
            rows=KNOWN_TILES,
            entries=box.TILE_IDS,
        ),
        single(
            "fields",
            "tokens on the fields by kind of action, 1 now, 2 after this phase: " + ", ".join(c.TOKENS),
            TOKEN_KINDS,
            divisor=2,
            largest=2,
            rows=c.KINDS,
            entries=c.TOKENS,
            row_names=c.ACTION_KINDS,
        ),
        single(
            "other tokens",
            "tokens (same order) on weather, night, and the cost of " + ", ".join(c.STRUCTURES),
            TOKEN_KINDS,
            rows=2 + len(c.STRUCTURES),
            entries=c.TOKENS,
            row_names=("weather", "night", *c.STRUCTURES),
        ),
        Segment("threats", "left and right card of the threat row", THREAT_FIELDS, 2, ("left", "right")),
        single("events discarded", "wreckage and events", EVENT_CARDS, 2, MOST, entries=EVENT_NAMES),
        Segment(
            "adventures", "build, gather, explore adventures", ADVENTURE_FIELDS, ADVENTURES, ADVENTURE_NAMES
        ),
        Segment("mysteries", "mystery cards", MYSTERY_FIELDS, box.MYSTERY_CARDS, box.MYSTERY_IDS),
        Segment(
            "search",
            "for mystery cards",
            (
                count("draws", "under way, each within the one before", 2),
                count(
                    "wanted",
                    f"in the last of them: {', '.join(MYSTERY_KINDS)}",
                    4,
                    len(MYSTERY_KINDS),
                    MYSTERY_KINDS,
                ),
                Field("ignored", "the trap or creature just drawn"),
                Field("whole", "nobody may stop the last of them"),
            ),
        ),
        Segment(
            "beasts",
            "beast cards",
            (
                Field(
                    "unseen",
                    "in the deck or the hunting deck, or unknown in ambush",
                    box.BEASTS,
                    entries=box.BEAST_IDS,
                ),
                Field(
                    "known",
                    "looked at: on top of the hunting deck, or in ambush where it is not unseen",
                    box.BEASTS,
                    entries=box.BEAST_IDS,
                ),
                Field("fought", "its card takes effect after the fight", box.BEASTS, entries=box.BEAST_IDS),
                Field("asked about", "whether it is kept (one-hot)", box.BEASTS, entries=box.BEAST_IDS),
                Field("ambush", "one lies in wait"),
            ),
        ),
        Segment(
            "piles",
            "how many cards, tokens or tiles",
            (
                count("events", "in the event deck", 50),
                count(
                    "adventures",
                    "in the adventure decks: build, gather, explore",
                    50,
                    WOUND_DECKS,
                    DECK_NAMES,
                ),
                count("discarded", "adventures on the discard piles", 50, WOUND_DECKS, DECK_NAMES),
                count("mysteries", "in the mystery deck", 52),
                count("beasts", "in the beast deck", box.BEASTS),
                count("hunting", "in the hunting deck"),
                count("tiles", "in the stack", box.TILES),
                count("discoveries", "tokens in the stack", 50),
                count("starting items", "not drawn", box.STARTING_ITEMS),
                count("inventions", "in the deck", 20),
            ),
        ),
        single(
            "event back",
            "back of the next card of the event deck (one-hot): event, build, gather, explore, mystery",
            BACKS,
            entries=BACK_NAMES,
        ),
        single(
            "known event",
            "the next card of the event deck, if the players know it (one-hot)",
            box.CARDS,
            entries=box.CARD_NAMES,
        ),
        single(
            "waiting",
            "cards whose effects wait for the night or the next round, for whom: the sum of 1 you, "
            "2 the next player, .., 16 Friday, 32 the guest, 64 nobody",
            box.CARDS,
            divisor=2 * NOBODY - 1,
            largest=2 * NOBODY - 1,
            entries=box.CARD_NAMES,
        ),
        Segment(
            "inventions",
            "as in inventions.toml, then those of the scenario",
            INVENTION_FIELDS,
            rows=box.INVENTIONS,
            row_names=box.INVENTION_NAMES,
        ),
        Segment(
            "starting items",
            "as in starting_items.toml",
            (
                count("uses", "uses left", 2),
                count("future", "uses of one that comes later", 2),
                person("found by", "who found the one that comes later"),
                Field("unseen", "not drawn yet"),
            ),
            rows=box.STARTING_ITEMS,
            row_names=box.STARTING_ITEM_IDS,
        ),
        Segment(
            "discoveries",
            "tokens, as in discoveries.toml",
            (
                count("usable", "can be used", 2),
                count("future", "come later", 2),
                count("unseen", "in the stack", 2),
            ),
            rows=box.DISCOVERIES,
            row_names=box.DISCOVERY_IDS,
        ),
        Segment(
            "things",
            'that are limited by round, as in the block of actions "use"',
            (
                person("used by", "this round"),
                Field("in use", "in this fight or action, not twice in one"),
            ),
            rows=len(THINGS),
            row_names=THINGS,
        ),
        Segment("plans", "planned actions, in the order of planning", PLAN_FIELDS, rows=c.PLANS),
        Segment(
            "pawns",
            "supporting pawns",
            (
                Field("on the board", ", ".join(PAWNS), len(PAWNS), entries=PAWNS),
                count(
                    "of tokens",
                    "for this round, by kind of action: " + ", ".join(c.ACTION_KINDS),
                    4,
                    c.KINDS,
                    c.ACTION_KINDS,
                ),
            ),
        ),
        Segment(
            "dice",
            "wound, success, adventure die",
            (
                Field("named", "its named face"),
                Field("other", "the other face"),
                Field("again", "thrown again"),
            ),
            rows=3,
            row_names=("wound", "success", "adventure"),
        ),
        Segment(
            "fight",
            "the fight under way",
            (
                count("strength", "of the beast"),
                count("weapon bonus", "for this fight or action"),
                count("action bonus", "that part of it which lasts for the action"),
                count("ignored wounds", "of this fight", 2),
                Field("capturing", "what is fought is caught, 2 its event has come", divisor=2, largest=2),
            ),
        ),
        Segment(
            "weather",
            "this round's weather",
            (
                count("rain", "clouds", 4),
                count("snow", "clouds", 4),
                Field("rolled", "the dice have been rolled"),
                count("animals", "hungry animals dice: nothing, food, palisade, beast", 1, 4, ANIMALS),
                count("animals faced", "of these dice"),
                count("ignored animals", "dice that will do nothing", 2),
                count("ignored rain", "clouds", 4),
                count("ignored snow", "clouds", 4),
                count("snow to rain", "clouds", 4),
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
                Field("production none", "no wood, no food", 2, entries=c.RESOURCES[:2]),
                count("production extra", "2 + more or less wood, food", 4, 2, c.RESOURCES[:2]),
                Field("keeping", "the yield of sources may be kept on counters"),
                Field("no mixed pawns", "no actions of two players"),
                Field("items unavailable", "no items this round"),
                Field("baskets", "used: basket, sack", c.GATHERING_ITEMS, entries=("basket", "sack")),
            ),
        ),
        Segment(
            "counters",
            "of the scenario",
            (
                count("value", "how far it is", 15),
                count("before", "how far it was when the round began", 15),
                count("missing", "to the end of its stage", 5),
                count("fed", "stages completed this round from the stores"),
                ASKED_ABOUT,
            ),
            rows=c.COUNTERS,
        ),
        Segment(
            "special actions",
            "of the scenario, by place: spaces, then no place of their own",
            (
                Field(
                    "possible", "now, pawns and payment apart", c.SPECIAL_PLACES, entries=SPECIAL_PLACE_NAMES
                ),
                Field("planned", "and still to be resolved", c.SPECIAL_PLACES, entries=SPECIAL_PLACE_NAMES),
            ),
            rows=c.SPECIALS,
        ),
        Segment(
            "words",
            "what players have said as planning began, in order from the viewer",
            tuple(
                Field(f"{name} word", f"(one-hot) {', '.join(c.SYMBOLS)}", len(c.SYMBOLS), entries=c.SYMBOLS)
                for name in ("first", "second", "third")
            ),
            rows=c.PLAYERS,
            row_names=PERSON_NAMES[: c.PLAYERS],
        ),
        Segment(
            "strains",
            "strains: the kind of action that a player cannot plan, as the viewer may know, from him on",
            (Field("strain", "(one-hot)", len(c.STRAINS), entries=STRAIN_NAMES),),
            rows=c.PLAYERS,
            row_names=PERSON_NAMES[: c.PLAYERS],
        ),
        Segment(
            "placed pawns",
            "secret plans: each pawn that the viewer may know of, of players from him on, Friday, the guest",
            PLACED_FIELDS,
            rows=c.PEOPLE * c.PAWNS_EACH,
            row_names=tuple(f"{person} {which}" for person in PERSON_NAMES for which in ("first", "second")),
        ),
        Segment(
            "placed on",
            "secret plans: pawns that the viewer may know of and that wait to be settled, by target",
            (count("pawns", "how many", 2, len(TARGET_NAMES), TARGET_NAMES),),
        ),
        Segment(
            "looked at",
            "private finds: who alone knows the top of " + ", ".join(f"the {name}" for name in c.LOOKS),
            (Field("by", "from the viewer", c.PLAYERS, entries=PERSON_NAMES[: c.PLAYERS]),),
            rows=len(c.LOOKS),
            row_names=c.LOOKS,
        ),
        Segment(
            "hidden finds",
            "private finds: how much each player hides, of players from the viewer on",
            (
                count("tokens", "discovery tokens", 4),
                count("treasures", "mystery cards", 4),
                count("starting items", "how many", 2),
            ),
            rows=c.PLAYERS,
            row_names=PERSON_NAMES[: c.PLAYERS],
        ),
    ],
    RENAMED,
    optional=(
        "words",
        "strains",
        "placed pawns",
        "placed on",
        "looked at",
        "hidden finds",
        "question/decision/say",
        *(f"plans/{i}/items" for i in range(c.PLANS)),
        *(
            f"steps/{name}"
            for name in ("speak", "council", "place pawns", "reveal", "settle", "join", "reinforce")
        ),
    ),
)
