"""The constants of a game of Robinson Crusoe: kinds of things, phases, decisions, room in the record.

People are numbered by seat: 0 .. players-1 are the players, `FRIDAY` is Friday, `GUEST` the castaway whom a
scenario adds and nobody plays. What is in the box is
numbered in `components.py`. A space is numbered row by row from the top left; space 10 is the part space of
one scenario.
"""

from __future__ import annotations

from crusoe_env.robinson.components import CARDS, CHARACTERS, DISCOVERY_TOKENS, INVENTIONS

NONE = -1

# ---------------------------------------------- people
PLAYERS = 4
FRIDAY, GUEST = PLAYERS, PLAYERS + 1
PEOPLE = PLAYERS + 2
BODY_PARTS = ("head", "arm", "belly", "leg")
GUEST_SHEET = CHARACTERS
"""Where the life track of the guest stands among those of the characters."""

# ---------------------------------------------- resources
RESOURCES = ("wood", "food", "fur", "durable_food")
KINDS_OF_RESOURCE = len(RESOURCES)
WOOD, FOOD, FUR, DURABLE_FOOD = range(KINDS_OF_RESOURCE)

# ---------------------------------------------- the island
SPACES = 11
TERRAINS = ("beach", "hills", "mountains", "river", "plains")
BEACH, HILLS, MOUNTAINS, RIVER, PLAINS = range(len(TERRAINS))
# What a black marker can cover on a tile; sources of food are birds or fish, at most one of them on a tile.
COVERS = ("wood", "bird", "fish", "terrain", "totem", "shelter")
WOOD_SOURCE, BIRD_SOURCE, FISH_SOURCE, TERRAIN, TOTEM, NATURAL_SHELTER = (1 << i for i in range(len(COVERS)))
FOOD_SOURCE = BIRD_SOURCE | FISH_SOURCE
ANY_SOURCE = WOOD_SOURCE | FOOD_SOURCE

# ---------------------------------------------- kinds of action, in their order of resolution
ACTION_KINDS = ("threat", "hunt", "build", "gather", "explore", "arrange_camp", "rest")
KINDS = len(ACTION_KINDS)
THREAT, HUNT, BUILD, GATHER, EXPLORE, ARRANGE_CAMP, REST = range(KINDS)
SPECIAL = KINDS
"""The kind of a scenario's actions that belong to no other: without a field and dice, resolved last."""
PLANNED_KIND_NAMES = (*ACTION_KINDS, "special")
PLANNED_KINDS = len(PLANNED_KIND_NAMES)
ALL_KINDS = (1 << PLANNED_KINDS) - 1
DECKS = (BUILD, GATHER, EXPLORE)
"""Kinds with dice and with a deck of adventures; deck = kind - BUILD."""

# ---------------------------------------------- tokens: one of each kind on any place, so bits
TOKENS = (
    "reroll", "adventure", "minus_pawn", "plus_wood", "plus_food", "danger", "shortcut",
    "rain", "snow", "storm", "hungry_animals", "marker",
)  # fmt: skip
(
    REROLL_TOKEN, ADVENTURE_TOKEN, MINUS_PAWN, PLUS_WOOD, PLUS_FOOD, DANGER, SHORTCUT_TOKEN,
    RAIN, SNOW, STORM, HUNGRY_ANIMALS, MARKER,
) = (1 << i for i in range(len(TOKENS)))  # fmt: skip

# ---------------------------------------------- what can be built
STRUCTURES = ("shelter", "roof", "palisade", "weapon")
SHELTER, ROOF, PALISADE, WEAPON = range(len(STRUCTURES))
# Where an invention is.
IN_DECK, ON_BOARD, BUILT, FUTURE_ITEM, DISCARDED = range(5)

# ---------------------------------------------- mysteries
TREASURE_TYPE, CREATURE_TYPE, TRAP_TYPE = range(3)
# Where a mystery card is.
MYSTERY_IN_DECK, MYSTERY_GONE, MYSTERY_KEPT, MYSTERY_FUTURE, MYSTERY_IN_EVENT_DECK = range(5)

# ---------------------------------------------- whose effect it is: in the place of a card
# The cards themselves; an invention that is built or lost; a skill, item or token that is used, by its place
# in the action block "use" (treasures are cards). NONE: the board.
FIRST_ITEM_EFFECT = CARDS
FIRST_USE = FIRST_ITEM_EFFECT + INVENTIONS

# ---------------------------------------------- planning
GATHERING_ITEMS = 2  # items that add to what is gathered, at most: Basket and Sack
PLANS = 12  # planned actions at most: 4 x 2 pawns, Friday, and some to spare
# What a plan aims at: a number whose meaning depends on the kind of action.
# threat: the threat space; build: a structure, or FIRST_INVENTION + invention;
# gather: a source, packed (rules/packed.py);
# explore: the space, or ON_TREASURE_MAP; others: 0;
# of any kind, from FIRST_SPECIAL on: a special action of the scenario and its place (rules/packed.py).
FIRST_INVENTION = len(STRUCTURES)
ON_TREASURE_MAP = SPACES
SPECIALS = 6
"""Special actions that a scenario can have."""
SPECIAL_PLACES = SPACES + 1
"""Where a special action can take place: a space, or (the last) no place of its own."""
NO_PLACE = SPACES
FIRST_SPECIAL = FIRST_INVENTION + INVENTIONS

# ---------------------------------------------- words, a variant (docs/robinson/variants.md)
SYMBOLS = PLANNED_KIND_NAMES
"""What can be said: hints, which no rule reads."""
MOST_WORDS = 3
"""Words of a player in a round, at most."""

# ---------------------------------------------- cards looked at alone, a variant (docs/robinson/variants.md)
LOOKS = ("tiles", "hunting deck", "event deck")
"""Piles whose top card a player can look at."""
LOOK_AT_TILES, LOOK_AT_BEAST, LOOK_AT_EVENT = range(len(LOOKS))

# ---------------------------------------------- pawns placed unseen, a variant (docs/robinson/variants.md)
PAWNS_EACH = 2
"""Pawns of a person, at most."""
UNPLACED, IDLE_PAWN, FIRST_PLACED = range(3)
"""What a pawn has been placed on unseen: nothing yet; nothing at all; FIRST_PLACED + its packed plan."""
ON_NO_PLAN = PLANS
"""In place of the plan that a pawn has come to: none, it stays idle."""
OPEN_VIEW = 8
"""Added to a seat: its view with nothing hidden, for central critics."""

# ---------------------------------------------- strains, a variant (docs/robinson/variants.md)
STRAINS = (BUILD, GATHER, EXPLORE, ARRANGE_CAMP)
"""Kinds of action, one of which each player cannot plan in a round, without the others knowing."""

# ---------------------------------------------- phases of a round, and what is to be decided
PHASES = ("event", "morale", "production", "planning", "resolution", "weather", "night")
EVENT_PHASE, MORALE_PHASE, PRODUCTION_PHASE, PLANNING, RESOLUTION, WEATHER_PHASE, NIGHT_PHASE = range(7)

DECISIONS = (
    "nothing", "window", "plan", "payment", "support", "order", "reroll", "branch", "space", "source",
    "item", "person", "shown", "feed", "place", "token", "say",
)  # fmt: skip
(
    NO_DECISION, WINDOW, PLAN, PAYMENT, SUPPORT, ORDER, REROLL, BRANCH, CHOOSE_SPACE, CHOOSE_SOURCE,
    CHOOSE_ITEM, CHOOSE_PERSON, CHOOSE_SHOWN, FEED, CHOOSE_PLACE, CHOOSE_TOKEN, SAY,
) = range(len(DECISIONS))  # fmt: skip

# Windows at which skills and items may be used.
WINDOWS = (
    "none", "before event", "before morale", "planning", "fight", "trap", "weather",
    "night",
    "arrange camp", "explored", "resolution", "card", "before action", "after throw", "before weather",
    "before production",
    "before mysteries",
)  # fmt: skip
(
    NO_WINDOW, BEFORE_EVENT, BEFORE_MORALE, AT_PLANNING, IN_FIGHT, TRAP_DRAWN,
    IN_WEATHER, AT_NIGHT,
    ARRANGING, EXPLORED, IN_RESOLUTION, ON_CARD, BEFORE_ACT, AFTER_THROW, BEFORE_WEATHER,
    BEFORE_PRODUCTION, BEFORE_MYSTERIES,
) = range(len(WINDOWS))  # fmt: skip

LOSSES = 8
"""Losses of its own that a scenario can have, at most."""
CAUSES = (
    "", "goal met", "a character died", "out of rounds", "camp lost", "the guest died", "too little food",
    *(f"loss {i + 1} of the scenario" for i in range(LOSSES)),
)  # fmt: skip
"""How a game ends; a scenario has its own words for the last ones (tables/endings.py)."""
(
    LIVE, GOAL_MET, CHARACTER_DIED, OUT_OF_ROUNDS, CAMP_LOST, GUEST_DIED, FIRST_UNFED, FIRST_LOSS,
) = range(len(CAUSES) - LOSSES + 1)  # fmt: skip

# What is still to be done.
STACK_ROOM = 64
"""Entries of the stack of what is still to be done; see rules/stack.py."""
ENTRY = 6
"""Numbers in an entry; `rules/stack.py` names them."""
PROGRAM_ROWS = 1024
"""Rows of all card programs together, at most."""
DELAYED = 16
"""Parts of card programs that can wait for the night or the next round at the same time."""
DELAYED_TIME, DELAYED_ROW, DELAYED_CARD, DELAYED_PERFORMER = range(4)
FAULTS = (
    "",
    f"the stack of what is still to be done has no place for one more than its {STACK_ROOM} entries",
    "the stack holds a step that these rules do not know",
    f"more than {DELAYED} parts of cards wait for later",
)
"""Why the rules could not go on."""
NO_FAULT, STACK_FULL, UNKNOWN_STEP, TOO_MUCH_DELAYED = range(len(FAULTS))

# The log: what is noted, with what its two numbers are; see rules/world/log.py.
LOG_KINDS = (
    "",
    "round",  # its number
    "event",  # card
    "threat",  # card
    "action",  # kind and target, packed (rules/packed.py); person
    "success",
    "failure",
    "card",  # card, person
    "use",  # place in the action block "use", person
    "tile",  # tile, space
    "token",  # discovery token
    "item",  # invention
    "item lost",  # invention
    "beast",  # beast, person
    "fight",  # strength, person
    "weather",  # rain, snow
    "animals",  # face of the die
    "storm",
    "phase",  # its number
    "camp",  # space
    "counter",  # amount, counter of the scenario
    "wound",  # wounds, person
    "healing",  # wounds, person
    "determination",  # tokens, person
    "morale",  # steps
    "level",  # steps, structure
    "stores",  # amount, resource
    "said",  # symbol, person
    "revealed",  # kind and target of a pawn, packed, or NONE: idle; person
    "yielded",  # kind and target of a pawn that finds no room, packed; person
    "looked",  # pile of LOOKS, person
)
(
    NO_ENTRY, LOG_ROUND, LOG_EVENT, LOG_THREAT, LOG_ACTION, LOG_SUCCESS, LOG_FAILURE, LOG_CARD,
    LOG_USE, LOG_TILE, LOG_TOKEN, LOG_ITEM, LOG_ITEM_LOST, LOG_BEAST, LOG_FIGHT, LOG_WEATHER,
    LOG_ANIMALS, LOG_STORM, LOG_PHASE, LOG_CAMP, LOG_COUNTER, LOG_WOUND, LOG_HEALING,
    LOG_DETERMINATION, LOG_MORALE, LOG_LEVEL, LOG_STORES, LOG_SAID,
    LOG_REVEALED, LOG_YIELDED, LOG_LOOKED,
) = range(len(LOG_KINDS))  # fmt: skip
LOG_ROOM = 24

TOKEN_PLACES = KINDS + 2 + len(STRUCTURES) + SPACES
"""Places with tokens: fields by kind of action, weather, night, cost fields, spaces."""

# ---------------------------------------------- scenarios: room for what one brings
COUNTERS = 8
MARKS = 8
CHOICES = 4
"""Choices that a scenario leaves to who sets up the game, at most."""
AMOUNTS = 4
"""Numbers of a scenario that go by the number of players, at most."""
TOTEMS = 6
"""Totems on the tiles; as many number tokens there are."""
ROUNDS = 16
"""Rounds of a game, at most."""
HOOKS = ("setup", "round_start", "book", "production", "before_actions", "night", "round_end")
"""When a scenario's own programs run; those of the totems stand apart."""
(
    ON_SETUP, ON_ROUND_START, ON_BOOK, ON_PRODUCTION, ON_BEFORE_ACTIONS, ON_NIGHT, ON_ROUND_END,
) = range(len(HOOKS))  # fmt: skip

DRAWS = DISCOVERY_TOKENS + 1
"""Draws of mysteries under way at most: one, and one more within it for each token that begins one."""
USES = 10
"""Uses of one discovery token of a scenario, of which some conditions choose one."""
ABILITIES = 80
"""Rows of the list of abilities, at most; see tables/abilities.py."""
WINDOW_ABILITIES = 60
"""Of these at most for one window, apart from skills: they are bits of an integer."""
ANIMAL_DICE = 8
"""Throws of the hungry animals die in one weather phase, at most."""
EVENTS_DISCARDED = 24
"""Room for the cards that leave the threat row: one a round, and the wreckage."""
