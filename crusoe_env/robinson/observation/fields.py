"""The fields of an observation's rows, and helpers to write them down."""

from __future__ import annotations

from crusoe_env.engine.layout import MOST, Field, Segment, single
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import LAYOUT
from crusoe_env.robinson.rules.effects.cover import MARKER_BITS
from crusoe_env.robinson.things import THINGS

TOKEN_KINDS = len(c.TOKENS)
WOUND_DECKS = len(c.DECKS)
ITEM_TOKENS = (c.PLUS_WOOD, c.PLUS_FOOD)
EVENT_CARDS = box.FIRST_ADVENTURE[0]
"""Wreckage and event cards."""
EVENT_NAMES = box.CARD_NAMES[:EVENT_CARDS]
ADVENTURES = sum(box.ADVENTURE_KINDS)
ADVENTURE_NAMES = box.CARD_NAMES[EVENT_CARDS : EVENT_CARDS + ADVENTURES]
SOURCE_NAMES = (
    *(f"card {name}" for name in box.CARD_NAMES),
    *(f"invention {name}" for name in box.INVENTION_NAMES),
    *(f"thing {name}" for name in THINGS),
)
"""Whose effects there are; see constants.py."""
PERSON_NAMES = ("you", "second player", "third player", "fourth player", "Friday", "guest")
DECK_NAMES = tuple(c.ACTION_KINDS[kind] for kind in c.DECKS)
SPACE_NAMES = tuple(f"space {i}" for i in range(c.SPACES))
PLACE_NAMES = (*c.ACTION_KINDS, "weather", "night", *c.STRUCTURES, *SPACE_NAMES)
BACK_NAMES = ("event", *DECK_NAMES, "mystery")
TARGET_NAMES = tuple(
    name.removeprefix("plan ") for name in LAYOUT.names[LAYOUT.start["threat"] : LAYOUT.start["support"]]
)
"""What a pawn can be placed on, as the actions name it."""
MORALE_MARKS = 4
"""Morale marks on a sheet, at most."""
BACKS = 5
"""Backs of cards: event, the three adventure decks, mystery."""
KNOWN_TILES = 3
SHOWN_THINGS = 5
LOWEST_MORALE = -3
LOWEST_EXTRA = -2
"""Production can fall so far below what is printed."""
FARTHEST = 20
"""A distance that stands for no way at all."""
ROW_BITS = 11
LATER, NEXT, NOW = 1, 2, 3
"""What is still to come, what comes right after the question, what asks."""
NOBODY = 1 << c.PEOPLE
"""Where people are bits: nobody in particular."""
PERSON = "1 you, 2 the next player, .., 5 Friday, 6 the guest"


def count(name: str, meaning: str, divisor: int = 10, width: int = 1, entries: tuple[str, ...] = ()) -> Field:
    """A field of numbers of things, which only the byte bounds."""
    return Field(name, meaning, width, divisor, MOST, entries)


def person(name: str, meaning: str) -> Field:
    """A field that names a person from the viewer, or nobody."""
    return Field(name, f"{meaning}: {PERSON}; 0 nobody", divisor=c.PEOPLE, largest=c.PEOPLE)


def coming(name: str, meaning: str, entries: tuple[str, ...]) -> Segment:
    """A segment that says of each entry whether it asks, comes next, or comes later."""
    meaning += ": 3 asks, 2 comes next, 1 comes later"
    return single(name, meaning, len(entries), divisor=NOW, largest=NOW, entries=entries)


ASKED_ABOUT = Field("asked about", "the question is about it")

QUESTION_FIELDS = (
    Field(
        "decision",
        "the kind of answer (one-hot): " + ", ".join(c.DECISIONS),
        len(c.DECISIONS),
        entries=c.DECISIONS,
    ),
    Field(
        "window", "for skills and items (one-hot): " + ", ".join(c.WINDOWS), len(c.WINDOWS), entries=c.WINDOWS
    ),
    count("left", "how many such answers are to come, where they are counted"),
    count("detail", "after a failure that was paid for; how many tiles are in order already; night wounds"),
    Field(
        "kind",
        "of action that it is about (one-hot): " + ", ".join(c.PLANNED_KIND_NAMES),
        c.PLANNED_KINDS,
        entries=c.PLANNED_KIND_NAMES,
    ),
    Field("token", "that it is about: " + ", ".join(c.TOKENS), TOKEN_KINDS, entries=c.TOKENS),
    Field(
        "place",
        "from which a token is taken (one-hot): fields by kind of action, weather, night, costs of "
        f"{', '.join(c.STRUCTURES)}, spaces",
        c.TOKEN_PLACES,
        entries=PLACE_NAMES,
    ),
    Field("row", "the row of the card program that asks or comes next, as bits, lowest first", ROW_BITS),
    Field(
        "last turn",
        "of planning: to come; under way, so that passing is final",
        2,
        entries=("to come", "under way"),
    ),
)
PERSON_FIELDS = (
    Field(
        "character",
        ", ".join(box.CHARACTER_IDS) + " (one-hot)",
        box.CHARACTERS,
        entries=box.CHARACTER_IDS,
    ),
    count("wounds", "suffered", 13),
    count("wounds to death", "left until death", 13),
    count("determination", "tokens"),
    count("free pawns", "not planned yet", 2),
    Field("outside", "spends the night outside"),
    Field("sent outside", "by the action under way"),
    Field("night space", "where: 1 + the space; 0 not known", divisor=c.SPACES, largest=c.SPACES),
    Field("confused", "successes are rolled again this round"),
    Field("reroll token", "lies on the sheet: 1 for good, 2 from the next round on", divisor=2, largest=2),
    count("markers", "wounds that the night brings", 4),
    Field("asked about", "the question is about him: he plans, acts, or the card is his"),
    Field("fights", "in the fight under way"),
    Field("plans now", "it is his turn to plan"),
    Field("plans no more", "he has passed"),
    Field("first player", "holds the First Player token"),
    Field("acts now", "gives the answer"),
    Field("skills forbidden", "this round"),
    count("pawns allowed", "this round", 2),
    Field(
        "special wounds",
        "by part of the body (" + ", ".join(c.BODY_PARTS) + ") and deck (build, gather, explore)",
        len(c.BODY_PARTS) * WOUND_DECKS,
        entries=tuple(f"{part} {deck}" for part in c.BODY_PARTS for deck in DECK_NAMES),
    ),
    Field("skills used", "each skill of the sheet", box.SKILLS_EACH),
    count(
        "gained",
        "in this action phase: " + ", ".join(c.RESOURCES),
        width=c.KINDS_OF_RESOURCE,
        entries=c.RESOURCES,
    ),
    count(
        "own",
        "kept outside the camp: " + ", ".join(c.RESOURCES),
        width=c.KINDS_OF_RESOURCE,
        entries=c.RESOURCES,
    ),
    count(
        "tokens found",
        "discovery tokens that come later, by kind",
        2,
        width=box.DISCOVERIES,
        entries=box.DISCOVERY_IDS,
    ),
    count("cards kept", "for their weapon", 2),
    Field("marks", "covered morale marks, from the first to the last", MORALE_MARKS),
    count(
        "saved",
        "of what his next action takes: " + ", ".join(c.RESOURCES[:3]),
        width=3,
        entries=c.RESOURCES[:3],
    ),
    Field("allowed kinds", "of action: " + ", ".join(c.ACTION_KINDS), c.KINDS, entries=c.ACTION_KINDS),
    count("waiting", "effects of cards that wait for the night or the next round", 4),
)
SPACE_FIELDS = (
    Field("tile", "the tile that lies there (one-hot)", box.TILES, entries=box.TILE_IDS),
    Field("face down", "the tile lies face down"),
    Field("camp", "the camp is there"),
    Field("distance", f"from the camp; {FARTHEST} for no way there", divisor=5, largest=FARTHEST),
    count(
        "waiting markers",
        "that may cover " + ", ".join(c.COVERS[:MARKER_BITS]),
        2,
        MARKER_BITS,
        c.COVERS[:MARKER_BITS],
    ),
    Field("covered", "by black markers: " + ", ".join(c.COVERS), len(c.COVERS), entries=c.COVERS),
    Field("tokens", "1 now, 2 after this phase: " + ", ".join(c.TOKENS), TOKEN_KINDS, 2, 2, c.TOKENS),
    Field(
        "item tokens", "of an item: +1 wood, +1 food", len(ITEM_TOKENS), entries=("plus_wood", "plus_food")
    ),
    Field("gathered", "planned or done this round: wood, food", 2, entries=c.RESOURCES[:2]),
    Field("exploring", "planned there: exploring"),
    Field("shortcut", "gave this round: wood, food", 2, entries=c.RESOURCES[:2]),
    Field("marks", "of the scenario: 2 there since the round began, 1 laid later", c.MARKS, 2, 2),
    Field("number", "number token that lies there", divisor=c.TOTEMS, largest=c.TOTEMS),
    ASKED_ABOUT,
)
PLAN_FIELDS = (
    Field(
        "kind", ", ".join(c.PLANNED_KIND_NAMES) + " (one-hot)", c.PLANNED_KINDS, entries=c.PLANNED_KIND_NAMES
    ),
    Field("person", "from the viewer, Friday, the guest (one-hot)", c.PEOPLE, entries=PERSON_NAMES),
    count("pawns", "that take part", 4),
    count("needed", "pawns that it takes", 4),
    Field("all dice", "rolls all dice in any case"),
    ASKED_ABOUT,
    Field("wood token", "pays for the +1 wood token"),
    Field("done", "it has been resolved, or is being resolved"),
    Field("under way", "it is being resolved, or comes next"),
    count("target", "its number, by kind", 40),
    count("way", "1 + the way of taking it (payment, reward); 0 not chosen yet", 4),
    count(
        "paid", "wood, food, fur, durable food set aside", 5, width=c.KINDS_OF_RESOURCE, entries=c.RESOURCES
    ),
    Field(
        "items",
        "assigned to it, current edition: basket, sack",
        c.GATHERING_ITEMS,
        entries=("basket", "sack"),
    ),
)
PLACED_FIELDS = (
    Field("idle", "it stays idle"),
    Field(
        "kind",
        f"of action (one-hot): {', '.join(c.PLANNED_KIND_NAMES)}",
        c.PLANNED_KINDS,
        entries=c.PLANNED_KIND_NAMES,
    ),
    count("target", "its number, by kind", 40),
    Field("settled", "it has come to a plan, or stays idle"),
    Field("gives way", "it has found no room, and rests or stays idle"),
)
THREAT_FIELDS = (
    Field("card", "wreckage and events (one-hot)", EVENT_CARDS, entries=EVENT_NAMES),
    Field("space", "where its token or marker lies: 1 + the space", divisor=c.SPACES, largest=c.SPACES),
    count("mark", "what it covered there, or which levels it lowered", 16),
)
MYSTERY_FIELDS = (
    Field("kept", "a treasure that can be used"),
    Field("future", "a treasure that comes later"),
    Field("in the events", "shuffled into the event deck"),
    Field("gone", "out of the game"),
    Field("laid aside", "passed over in the draw under way"),
    count("draw", "which of the draws under way found it, from 1; 0 none", 2),
    person("found by", "who found it this round"),
    Field("outside", "its finder keeps it if he sleeps outside the camp this round"),
    count("uses", "uses left", 3),
)
ADVENTURE_FIELDS = (
    count("discarded", "on the discard pile", 2),
    count("in the events", "shuffled into the event deck", 2),
    Field("space", "where its token or marker lies: 1 + the space", divisor=c.SPACES, largest=c.SPACES),
)
INVENTION_FIELDS = (
    Field("on board", "it can be built"),
    Field("item", "it is built"),
    Field("future", "an item from the next phase on"),
    Field("discarded", "on the discard pile"),
    Field("next", "on top of the deck, face up"),
    Field("lost", "turned back this round, and still of use"),
    Field("planned", "it is planned to be built"),
    Field("marked", "by a marker"),
    Field("dealt", "drawn in the set-up"),
    ASKED_ABOUT,
)
