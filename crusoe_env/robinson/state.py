"""The record of a game of Robinson Crusoe, and its constants: the one place that says what a game's state is.

People are numbered by seat: 0 .. players-1 are the players, `FRIDAY` is Friday, `GUEST` the castaway whom a
scenario adds and nobody plays. What is in the box is
numbered in `components.py`. A space is numbered row by row from the top left; space 10 is the part space of
one scenario.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.core.state import record_dtype
from crusoe_env.robinson.components import (
    ADVENTURES_EACH,
    BEASTS,
    CARD_INVENTIONS,
    CARDS,
    CHARACTERS,
    DISCOVERIES,
    DISCOVERY_TOKENS,
    EVENT_DECK,
    INVENTIONS,
    MYSTERY_CARDS,
    STARTING_ITEMS,
    TILES,
)

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

# ---------------------------------------------- phases of a round, and what is to be decided
PHASES = ("event", "morale", "production", "planning", "resolution", "weather", "night")
EVENT_PHASE, MORALE_PHASE, PRODUCTION_PHASE, PLANNING, RESOLUTION, WEATHER_PHASE, NIGHT_PHASE = range(7)

DECISIONS = (
    "nothing", "window", "plan", "payment", "support", "order", "reroll", "branch", "space", "source",
    "item", "person", "shown", "feed", "place", "token",
)  # fmt: skip
(
    NO_DECISION, WINDOW, PLAN, PAYMENT, SUPPORT, ORDER, REROLL, BRANCH, CHOOSE_SPACE, CHOOSE_SOURCE,
    CHOOSE_ITEM, CHOOSE_PERSON, CHOOSE_SHOWN, FEED, CHOOSE_PLACE, CHOOSE_TOKEN,
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
)
(
    NO_ENTRY, LOG_ROUND, LOG_EVENT, LOG_THREAT, LOG_ACTION, LOG_SUCCESS, LOG_FAILURE, LOG_CARD,
    LOG_USE, LOG_TILE, LOG_TOKEN, LOG_ITEM, LOG_ITEM_LOST, LOG_BEAST, LOG_FIGHT, LOG_WEATHER,
    LOG_ANIMALS, LOG_STORM, LOG_PHASE, LOG_CAMP, LOG_COUNTER, LOG_WOUND, LOG_HEALING,
    LOG_DETERMINATION, LOG_MORALE, LOG_LEVEL, LOG_STORES,
) = range(len(LOG_KINDS))  # fmt: skip
LOG_ROOM = 24

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
ANIMAL_DICE = 8
"""Throws of the hungry animals die in one weather phase, at most."""
EVENTS_DISCARDED = 24
"""Room for the cards that leave the threat row: one a round, and the wreckage."""
STACK_ROOM = 64
"""Entries of the stack of what is still to be done; see rules/stack.py."""
ENTRY = 6
"""Numbers in an entry; `rules/stack.py` names them."""
DELAYED = 16
"""Parts of card programs that can wait for the night or the next round at the same time."""
DELAYED_TIME, DELAYED_ROW, DELAYED_CARD, DELAYED_PERFORMER = range(4)

OPTION_FIELDS: dict[str, tuple[Any, ...]] = {
    "players": ("i2",),
    "chosen_character": ("i2", (PLAYERS,)),  # NONE: drawn
    "with_friday": ("i2",),
    "with_dog": ("i2",),
    "starting_item_count": ("i2",),
    "book_cards": ("i2",),  # of the events in the deck
    "wreckage_option": ("i2",),  # a wreckage card, or NONE: drawn
}
"""Options; they stay over a new episode, unless each draws its task."""

DTYPE = record_dtype(
    [
        *((name, *kind) for name, kind in OPTION_FIELDS.items()),
        # course of play
        ("phase", "i2"),
        ("decision", "i2"),
        ("first_player", "i2"),
        ("stack_size", "i2"),
        ("stack", "i2", (STACK_ROOM, ENTRY)),
        ("answer", "i2"),  # to the decision just taken, NONE: not yet given
        ("window", "i2"),  # which window of the round this is, for skills and items; see rules/windows.py
        ("relevant", "i2"),  # what can matter at this window: bits of vocabulary.ASPECTS
        # the question under way; see rules/stack.py, `ask`
        ("question_step", "i2"),  # the step of the stack that asks
        ("question_person", "i2"),  # whom it is about: who plans, acts, performs the card; NONE: nobody
        ("question_options", "i4"),  # bits of the answers, in the block of actions of the decision
        ("question_may_pass", "i2"),
        ("question_card", "i2"),  # whose effect asks: a card, FIRST_ITEM_EFFECT + .., FIRST_USE + .., NONE
        ("question_row", "i2"),  # the row of its program that asks, 0: none
        ("question_left", "i2"),  # how many more such answers there are to come, this one included
        ("question_detail", "i2"),  # what else tells it from others of its step, as the step says
        ("shown", "i2", (5,)),  # cards, tiles or tokens laid out to choose from; NONE if fewer
        # people
        ("character", "i2", (PLAYERS,)),
        ("wounds", "i2", (PEOPLE,)),
        ("determination", "i2", (PEOPLE,)),
        ("guest_here", "i2"),  # 1: the guest of the scenario has joined the castaways
        ("skills_used", "i2", (PEOPLE,)),  # bits by place on the sheet
        ("special_wounds", "i2", (PEOPLE, 4)),  # by body part: bits of the decks whose token lies there
        ("covered_arrows", "i2", (PEOPLE,)),  # bits of morale marks that a card has covered
        ("outside", "i2", (PEOPLE,)),  # 1 when the coming night is spent outside the camp
        ("outside_space", "i2", (PEOPLE,)),
        ("outside_now", "i2"),  # bits of the people whom the action under way has sent there
        ("gained", "i2", (PEOPLE, KINDS_OF_RESOURCE)),  # in this action phase, by who acted
        ("own", "i2", (PEOPLE, KINDS_OF_RESOURCE)),  # kept apart by who is outside
        ("found", "i1", (PEOPLE, DISCOVERIES)),  # tokens found in this action phase, by who acted
        (
            "confused",
            "i2",
            (PEOPLE,),
        ),  # 1: this round successes are rolled again, even where no dice are needed
        ("cursed", "i2", (PEOPLE,)),  # the reroll token lies on the sheet: successes are rolled again
        ("markers", "i2", (PEOPLE,)),  # wounds that the night will bring (Strange disease)
        ("kept_weapon", "i2", (PLAYERS,)),  # cards kept that raise the weapon once
        ("saving", "i1", (PEOPLE, 3)),  # wood, food, fur that the next action of a person takes less
        # abilities, by row of the tables' list
        ("used_by", "i1", (ABILITIES,)),  # who has used it this round, if that is limited; NONE: nobody
        ("things_in_use", "i8"),  # bits of things used in this fight or action that serve once in each
        # camp and stores
        ("morale", "i2"),
        ("weapon", "i2"),
        ("roof", "i2"),
        ("palisade", "i2"),
        ("shelter", "i2"),
        ("more_camp_food", "i2"),  # +1 food tokens of items on the camp's tile beyond the first token there
        ("hungry", "i2"),  # bits: players who have not eaten in the last night
        ("available", "i2", (KINDS_OF_RESOURCE,)),
        ("future", "i2", (KINDS_OF_RESOURCE,)),
        # parts of card programs kept for later: DELAYED_TIME, ...
        ("delayed", "i2", (DELAYED, 4)),
        ("delayed_count", "i2"),
        # island
        ("camp", "i2"),
        ("tile", "i2", (SPACES,)),  # tile on each space, NONE: unexplored
        ("face_down", "i2", (SPACES,)),
        ("covered", "i2", (SPACES,)),  # bits of COVERS
        ("waiting_cover", "i2", (SPACES,)),  # markers that wait for a tile there; see effects/sources.py
        ("way", "i2", (SPACES,)),  # steps from the camp, as planning began
        ("space_tokens", "i2", (SPACES,)),
        ("item_tokens", "i2", (SPACES,)),  # those of them that items have put there
        ("new_space_tokens", "i2", (SPACES,)),  # count from the next round on
        ("tiles", "i2", (TILES,)),  # the stack, next one last
        ("tiles_left", "i2"),
        ("tiles_known", "i2"),  # how many on top of it all players know
        # fields
        ("field_tokens", "i2", (KINDS,)),
        ("new_field_tokens", "i2", (KINDS,)),
        ("cost_tokens", "i2", (len(STRUCTURES),)),
        ("weather_tokens", "i2"),
        ("night_tokens", "i2"),
        # cards
        ("event_deck", "i2", (EVENT_DECK,)),  # next one last
        ("events_left", "i2"),
        ("event_discard", "i1", (EVENTS_DISCARDED,)),  # wreckage and events that have left the threat row
        ("events_discarded", "i2"),
        ("event_known", "i2"),  # 1 when the players have looked at the top card
        ("threat", "i2", (2,)),  # left and right space of the threat row
        ("ambush", "i2"),  # beast that attacks before the next event card
        ("card_space", "i1", (CARDS,)),  # where a card's token or marker lies
        ("card_mark", "i1", (CARDS,)),  # what it covered there, or which levels it lowered
        ("marked_items", "i4"),
        ("lost_items", "i4"),  # turned back this round, and still of use
        ("adventures", "i2", (3, ADVENTURES_EACH)),  # next one last
        ("adventures_left", "i2", (3,)),
        ("adventure_discard", "i2", (3, ADVENTURES_EACH)),
        ("adventures_discarded", "i2", (3,)),
        ("mysteries", "i1", (MYSTERY_CARDS,)),  # next one last; numbered from 0
        ("mysteries_left", "i2"),
        ("mystery_state", "i1", (MYSTERY_CARDS,)),
        ("mystery_uses", "i1", (MYSTERY_CARDS,)),
        ("mystery_holder", "i1", (MYSTERY_CARDS,)),  # who drew it
        ("mystery_round", "i1", (MYSTERY_CARDS,)),  # the round in which it was found
        ("apart_treasures", "i8"),  # bits: its finder keeps it if he sleeps outside the camp this round
        ("beasts", "i1", (BEASTS,)),  # next one last
        ("beasts_left", "i2"),
        ("hunting", "i1", (BEASTS,)),  # next one last
        ("hunting_left", "i2"),
        ("hunting_known", "i2"),  # 1 when the players have looked at the top card
        ("inventions", "i1", (CARD_INVENTIONS,)),  # the deck, next one last
        ("inventions_left", "i2"),
        ("invention_state", "i2", (INVENTIONS,)),
        ("dealt_inventions", "i4"),  # bits of those drawn in the set-up
        ("invention_owner", "i2", (INVENTIONS,)),  # the player on whose sheet it lies, NONE: anyone's
        ("starting_uses", "i2", (STARTING_ITEMS,)),  # 0: not in play
        ("starting_future", "i2", (STARTING_ITEMS,)),
        ("starting_finder", "i1", (STARTING_ITEMS,)),  # who found it in this action phase
        ("starting_deck", "i2", (STARTING_ITEMS,)),
        ("starting_left", "i2"),
        ("discovery_stack", "i1", (DISCOVERY_TOKENS,)),  # next one last
        ("discoveries_left", "i2"),
        ("discovery", "i2", (DISCOVERIES,)),
        ("discovery_future", "i2", (DISCOVERIES,)),
        # what holds for this round only
        ("pawn_limit", "i2", (PEOPLE,)),
        ("allowed_kinds", "i2", (PEOPLE,)),  # bits by kind of action
        ("skills_barred", "i2", (PEOPLE,)),
        ("no_mixed_pawns", "i2"),
        ("no_pawn_of_friday", "i2"),  # 1: he supports nobody either
        ("items_unavailable", "i2"),
        ("production_none", "i2"),  # bits by resource
        ("production_extra", "i2", (KINDS_OF_RESOURCE,)),
        ("production_half", "i2"),
        ("production_skip", "i2"),
        ("shortcut_used", "i2"),  # space and source from which the Shortcut gave, as in gather; NONE
        ("gathered", "i4"),  # bits of sources gathered or planned to be gathered this round
        # planning
        ("free_pawns", "i2", (PEOPLE,)),
        ("passed", "i2"),  # bits: this person plans no more
        ("last_call", "i2"),  # the last turn of planning: CALLED, or WANTED; see rules/planning.py
        ("planner", "i2"),  # who plans now: a seat, FRIDAY or GUEST
        ("extra_pawns", "i2", (PLANNED_KINDS,)),  # supporting pawns for this round that cards have given
        ("plans", "i2"),
        ("plan_kind", "i2", (PLANS,)),
        ("plan_target", "i2", (PLANS,)),
        ("plan_person", "i2", (PLANS,)),
        ("plan_pawns", "i1", (PLANS,)),
        ("plan_need", "i1", (PLANS,)),
        ("plan_option", "i2", (PLANS,)),  # way of paying, or which reward of a wreckage card
        ("plan_paid", "i1", (PLANS, KINDS_OF_RESOURCE)),  # what is set aside
        ("plan_all_dice", "i1", (PLANS,)),  # bits: basket, sack, bible set aside for it
        ("plan_supports", "i2", (PLANS,)),  # bits of things.PAWNS
        ("plan_done", "i1", (PLANS,)),
        ("wood_token_plan", "i2"),  # the building that pays the +1 wood token of its field, or NONE
        # the action under way
        ("now", "i2"),  # plan, or NONE
        (
            "dice",
            "i2",
            (3,),
        ),  # wound, success, adventure: 1 as the die is named, 0 other face, NONE not rolled
        ("rerolled", "i2"),  # bits by die
        ("failure_paid", "i1"),  # 1: the determination for a failure of this throw has been given
        ("succeeded", "i2"),
        ("capturing", "i2"),  # 1: what is fought is to be caught; 2: and its event has come at once
        ("fighter", "i2"),  # who fights, NONE: all players
        ("fight_strength", "i2"),  # of the beast fought now
        ("weapon_bonus", "i2"),  # for the fight or action under way
        ("action_bonus", "i2"),  # that part of it which lasts for the whole action
        ("ignored_wounds", "i2"),
        ("spared", "i2"),  # whose wounds those are
        ("draws", "i1"),  # draws of mysteries under way, each within the one before
        ("wanted", "i1", (DRAWS, 5)),  # still, in each, by kind: vocabulary.MYSTERY_KINDS
        ("whole_draws", "i4"),  # bits of those in which nobody may stop
        ("passed_before", "i1", (DRAWS,)),  # cards passed over when it began
        ("mystery_draw", "i1", (MYSTERY_CARDS,)),  # which of them has found it, 1 for the first; else 0
        ("mystery_ignored", "i2"),  # 1: the trap or creature just drawn does nothing
        ("mysteries_passed", "i2"),  # cards passed over in all these draws; they lie in `passed_over`
        ("passed_over", "i1", (MYSTERY_CARDS,)),
        # weather
        ("weather_rolled", "i2"),  # 1 when this round's dice have been rolled
        ("rain", "i2"),
        ("snow", "i2"),
        ("ignored_rain", "i2"),
        ("ignored_snow", "i2"),
        ("snow_to_rain", "i2"),
        ("animals", "i2", (ANIMAL_DICE,)),  # faces of the hungry animals dice in turn, NONE: not rolled
        ("animals_faced", "i2"),  # how many of them have been faced
        ("ignored_animals", "i2"),
        # scenario
        ("counter", "i2", (COUNTERS,)),
        ("keeping", "i2"),  # 1: this round the yield of sources may be kept on counters
        ("produced", "i2", (2,)),  # wood, food that the last production has given
        ("counter_stages_fed", "i2", (COUNTERS,)),  # stages completed by feeding this round
        ("counter_before", "i2", (COUNTERS,)),  # their values when this round began
        ("marks", "i2", (SPACES,)),  # bits of the scenario's marks
        ("marks_before", "i2", (SPACES,)),  # those of them that have lain there since this round began
        ("number", "i2", (SPACES,)),  # number token on each space, 0: none
        ("numbers_laid", "i2"),  # number tokens laid so far
        ("tiles_before", "i2"),  # tiles explored when this round began
        ("totems_found", "i2"),  # totems on tiles explored so far
        # the log
        ("log", "i2", (LOG_ROOM, 3)),
        ("log_at", "i2"),  # where the next note goes, over the oldest
    ]
)
