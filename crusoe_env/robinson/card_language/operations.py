"""The operations of the card data, each declared in one place; `declaration.py` says how one is added.

An operation is a number, its place in `OPERATIONS`; the rules import the numbers by name (WOUND, HEAL). It is
declared by the function of its family: its usage as in the data (name and kinds of arguments), its meaning,
and what `declaration.Operation` lists.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from crusoe_env.robinson.card_language import declaration as d
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import HEAD, HIDDEN, Question
from crusoe_env.robinson.state import (
    BRANCH,
    CHOOSE_ITEM,
    CHOOSE_PERSON,
    CHOOSE_PLACE,
    CHOOSE_SHOWN,
    CHOOSE_SOURCE,
    CHOOSE_SPACE,
    CHOOSE_TOKEN,
    PALISADE,
    PLAN,
    REROLL,
    WEAPON,
)

_operations: list[d.Operation] = []


def _declare(family: int, usage: str, meaning: str, **particulars: Any) -> int:
    """Declare an operation, by its usage (name and kinds of arguments); its number."""
    name, *arguments = usage.split()
    _operations.append(d.Operation(family, name, tuple(arguments), meaning, **particulars))
    return len(_operations) - 1


# ---------------------------------------------- aspects by the argument in the column `what`
RESOURCES = {**dict(enumerate(v.RESOURCE_ASPECTS)), v.EVERYTHING: v.STORES_ASPECTS}
LEVELS = {WEAPON: v.WEAPON_ASPECT, PALISADE: v.PALISADE_ASPECT}
FORBIDDEN = {v.FORBID_SKILLS: v.DETERMINATION_ASPECT, v.FORBID_ITEMS: v.ITEMS_ASPECT}
SEEN = {v.LOOK_AT_EVENT_DECK: v.EVENTS_ASPECT, v.LOOK_AT_HUNTING_DECK: v.BEASTS_ASPECT}
FINDS = v.STORES_ASPECTS | v.DETERMINATION_ASPECT | v.WEAPON_ASPECT | v.PALISADE_ASPECT
"""What a discovery token or treasure just found may change, whichever it is."""

WHICH_ITEM = (Question(CHOOSE_ITEM, "Inventions and items", "Which one?"),)

# ---------------------------------------------- course of a program
course = partial(_declare, d.COURSE)
END = course("end", "The program, or the delayed part of one, is over.", form=HIDDEN)
JUMP = course("jump", "Go on at this row + jump.", form=HIDDEN)
CHOOSE = course(
    "choose",
    "`number` branches: the next `number` rows are jumps to them.",
    form=HEAD,
    asks=(Question(BRANCH),),
)
AT = course(
    "at time",
    "Keep the rows up to the jump for that time (with card and performer), and jump.",
    form=HEAD,
    phrase="{0}",
)

# ---------------------------------------------- conditions: go on if ..., else jump
condition = partial(_declare, d.CONDITION, form=HEAD)
IF_ITEM = condition(
    "if_item item",
    "Go on if the item is built (and items may be used), else jump.",
    depends=v.ITEMS_ASPECT,
    phrase="with {0}",
)
IF_NO_ITEM = condition(
    "if_no_item item",
    "Go on if the item is not built (or items may not be used), else jump.",
    depends=v.ITEMS_ASPECT,
    phrase="without {0}",
)
IF_WEAPON_BELOW = condition(
    "if_weapon_below number",
    "Go on if the weapon level is less than number, else jump.",
    depends=v.WEAPON_ASPECT,
    phrase="weapon below {0}",
)
IF = condition(
    "if measure comparison number",
    "Go on if the measure is at least, or below, the number, else jump.",
    phrase="{0} {1} {2}",
)
IF_SOURCE = condition(
    "if_source source place",
    "Go on if such an uncovered source is at such a place, else jump.",
    phrase="if {0} ({1})",
)
IF_NUMBER = condition(
    "if_number number spot", "Go on if this number token lies there, else jump.", phrase="on number {0}"
)
IF_ONLY_TERRAIN = condition(
    "if_only_terrain place",
    "Go on if a tile there is the only open one with its terrain, else jump.",
    phrase="no other such terrain ({0})",
)
IF_IN_CAMP = condition(
    "if_in_camp", "Go on if the performer spends this round's night in the camp, else jump.", phrase="in camp"
)
IF_ALIVE = condition("if_alive", "Go on if the performer is alive, else jump.", phrase="if alive")
IF_OUTSIDE = condition(
    "if_outside",
    "Go on if the performer spends this round's night outside the camp, else jump.",
    phrase="outside the camp",
)

# ---------------------------------------------- wounds and determination
life = partial(_declare, d.LIFE)
WOUND = life("wound who number", "That many wounds.", depends=v.LIFE_ASPECT, phrase="{0}{1} wound")
HEAL = life(
    "heal who number",
    "That many wounds healed.",
    affects=v.LIFE_ASPECT,
    phrase="{0}heal {1}",
    asks=(Question(CHOOSE_PERSON, "Healing", "Who is healed?"),),
)
SPECIAL_WOUND = life(
    "special_wound who part",
    "The token of this card's deck (`where`) on that part of the body.",
    of_deck=True,
    phrase="{0}special wound: {1}",
)
REMOVE_SPECIAL_WOUND = life(
    "remove_special_wound part",
    "That token is taken off; nothing if nobody has it.",
    of_deck=True,
    phrase="no special wound: {0}",
)
SHARE_NIGHT_WOUNDS = life(
    "share_night_wounds who number",
    "That many markers are shared by the players, or by whom they choose, Friday too; this night each takes "
    "a wound per marker, then they go.",
    phrase="{1} wounds tonight, shared",
    asks=(Question(CHOOSE_PERSON, "People", "Who takes the next wound tonight?"),),
)
BEAR_NIGHT_WOUNDS = life(
    "bear_night_wounds who number",
    "All those markers go, and he alone has that many.",
    phrase="{0}{1} wounds tonight, alone",
)
DETERMINATION = life(
    "determination who number",
    "That many tokens from the supply.",
    affects=v.DETERMINATION_ASPECT,
    phrase="{0}+{1} determination",
)
LOSE_DETERMINATION = life(
    "lose_determination who number",
    "That many tokens are given up; each wounds himself for what he lacks.",
    demand=True,
    depends=v.DETERMINATION_ASPECT,
    phrase="{0}−{1} determination",
)
SHARE_DETERMINATION = life(
    "share_determination number",
    "That many tokens.",
    affects=v.DETERMINATION_ASPECT,
    phrase="+{0} determination, shared",
    asks=(Question(CHOOSE_PERSON, "People", "Who gets the next token?"),),
)

# ---------------------------------------------- resources and levels; fights by strength
store = partial(_declare, d.STORES)
GAIN = store(
    "gain resource number",
    "To future resources in the action phase, else to available resources.",
    affects=RESOURCES,
    phrase="+{1} {0}",
)
DISCARD = store(
    "discard resource number",
    "Available resources go; food that rots before durable food.",
    demand=True,
    depends=RESOURCES,
    phrase="−{1} {0}",
)
RAISE = store(
    "raise level number",
    "Roof and palisade only with a shelter, built or natural; morale to its top; shelter: it is built.",
    affects={**LEVELS, v.MORALE: v.MORALE_ASPECT},
    phrase="{0} +{1}",
)
LOWER = store(
    "lower level number",
    "Morale down to its bottom, never a demand; the others down to 0; shelter: a built one is lost, and roof "
    "and palisade with it if there is no natural one.",
    demand=True,
    no_demand_of=(v.MORALE,),
    depends=LEVELS,
    phrase="{0} −{1}",
)
HALVE = store(
    "halve level",
    "Lower by half the level, rounded down, which of 1 is nothing; at level 0 the demand is not met.",
    demand=True,
    depends_as_demand=LEVELS,
    phrase="half of {0} lost",
)
REGAIN = store(
    "regain level number",
    "Raise it, but only if this card's event lowered it; in the current edition with a built shelter.",
    phrase="{0} +{1} if lost",
)
FIGHT = store(
    "fight who number",
    "A beast of that strength: one wound for each missing weapon level.",
    phrase="{0}fight strength {1}",
)
FIGHT_BY = store(
    "fight_by who number step measure",
    "A fight of strength number + step x measure, at least 0.",
    phrase="{0}fight strength {1} {2} x {3}",
)

# ---------------------------------------------- beast cards
beast = partial(_declare, d.BEASTS)
HUNT_BEAST = beast(
    "hunt_beast who", "He fights the top beast of the hunting deck as in hunting.", depends=v.BEASTS_ASPECT
)
FIGHT_BEAST = beast(
    "fight_beast who beast_from",
    "That card with all its values, then it is discarded; its demands wound who fights. No card: nothing.",
    depends=v.BEASTS_ASPECT,
    phrase="{0}fight: {1}",
)
MOVE_BEAST = beast(
    "move_beast beast_from beast_to",
    "The top card of one place goes to another. No card: nothing.",
    depends=v.BEASTS_ASPECT,
    affects=v.BEASTS_ASPECT,
)
STRONGEST_BEAST = beast(
    "strongest_beast number",
    "Draw that many from the beast deck, the strongest (of equals the first) on top of the hunting deck, the "
    "others are shuffled back.",
    depends=v.BEASTS_ASPECT,
)

# ---------------------------------------------- tokens, sources, tiles, the camp
board = partial(_declare, d.BOARD)
PLACE = board(
    "place token place",
    "One token of each kind at a place, a second is left out without wounds. The card remembers the tile.",
    phrase="{0} token on {1}",
    asks=(Question(CHOOSE_SPACE, "A token", "On which tile?"),),
)
REMOVE = board(
    "remove token place",
    "Take it away; nothing if there is none. any_tile: wherever it lies; character: whoever has it.",
    phrase="{0} token off {1}",
)
REMOVE_ANY_TOKEN = board(
    "remove_any_token number",
    "Take that many tokens off the board.",
    affects=v.TOKENS_ASPECT,
    phrase="{0} token off the board",
    asks=(
        Question(CHOOSE_PLACE, "Tokens", "Take a token off the board: from which place?"),
        Question(CHOOSE_TOKEN, "Tokens", "Take a token off the board: which one?"),
    ),
)
COVER = board(
    "cover source number place",
    "A marker on that many sources; `all`: every one on one tile. The card remembers them.",
    demand=True,
    phrase="{0} source used up ({2})",
    asks=(Question(CHOOSE_SOURCE, "A source is used up", "Which one?"),),
)
COVER_TERRAIN = board(
    "cover_terrain terrain place",
    "That tile's terrain counts as unexplored. The card remembers it.",
    demand=True,
    phrase="terrain lost: {0} ({1})",
    asks=(Question(CHOOSE_SPACE, "A terrain is lost", "Which one counts as unexplored?"),),
)
FLIP_TILE = board(
    "flip_tile place",
    "It becomes inaccessible and loses what lies on it. The card remembers it.",
    demand=True,
    phrase="tile lost: {0}",
    asks=(Question(CHOOSE_SPACE, "A tile is lost", "Which one cannot be entered any more?"),),
)
UNCOVER = board(
    "uncover number",
    "That many black markers leave the island, as far as there are any.",
    affects=v.TOKENS_ASPECT,
    phrase="{0} black marker off the island",
    asks=(
        Question(CHOOSE_SPACE, "Black markers", "From which space?"),
        Question(BRANCH, "Black markers", "Which one?", ("wood", "food", "terrain", "totem")),
    ),
)
UNDO = board(
    "undo",
    "Sources, terrain or tile that this card's event covered or turned are uncovered again.",
    phrase="undo its event",
)
MOVE_CAMP = board(
    "move_camp",
    "To an adjacent tile, with the usual losses. The card remembers the levels lowered.",
    demand=True,
    asks=(Question(CHOOSE_SPACE, "The camp must move", "To which tile?"),),
)

# ---------------------------------------------- inventions and items
invention = partial(_declare, d.INVENTION_CARDS)
DISCARD_INVENTIONS = invention(
    "discard_inventions number",
    "Unbuilt inventions leave the board.",
    demand=True,
    depends=v.INVENTIONS_ASPECT,
    asks=WHICH_ITEM,
)
GAIN_INVENTION = invention(
    "gain_invention invention_from",
    "A card of the deck comes to the board.",
    depends=v.INVENTIONS_ASPECT,
    phrase="invention: {0}",
    asks=WHICH_ITEM,
)
PICK_INVENTION = invention(
    "pick_invention number",
    "Draw that many, keep one on the board, the others aside.",
    affects=v.INVENTIONS_ASPECT,
    asks=(Question(CHOOSE_ITEM, "Inventions", "Keep one of those drawn."),),
)
LOSE_ITEMS = invention(
    "lose_items number",
    "Items are turned back and their effects end.",
    demand=True,
    depends=v.ITEMS_ASPECT,
    asks=WHICH_ITEM,
)
DISCARD_ITEMS = invention(
    "discard_items number",
    "Items leave the game and their effects end.",
    demand=True,
    depends=v.ITEMS_ASPECT,
    asks=WHICH_ITEM,
)
MARK_ITEMS = invention(
    "mark_items number",
    "That many items are marked, as far as there are so many.",
    depends=v.ITEMS_ASPECT,
    asks=WHICH_ITEM,
)
LOSE_MARKED_ITEMS = invention(
    "lose_marked_items", "The marked items are turned back.", depends=v.ITEMS_ASPECT
)
BUILD_ONE = invention(
    "build_one items",
    "One of those inventions that are on the board becomes an item in the same way.",
    affects=v.ITEMS_ASPECT,
    asks=WHICH_ITEM,
)
BUILD_ITEM = invention(
    "build item",
    "That invention on the board becomes an item, without action, cost and terrain.",
    affects=v.ITEMS_ASPECT,
)

# ---------------------------------------------- what a person may do this round
limit = partial(_declare, d.LIMITS)
LIMIT_PAWNS = limit(
    "limit_pawns who number",
    "This round he has only that many of his own pawns.",
    phrase="{0}only {1} own pawn",
)
LIMIT_ACTIONS = limit(
    "limit_actions who actions", "This round his pawns take these actions only.", phrase="{0}only {1}"
)
FORBID = limit(
    "forbid who forbidden",
    "Not this round: his skills; actions with pawns of two players; items (to the end of the action phase).",
    depends=FORBIDDEN,
    phrase="{0}no {1}",
)
NIGHT_OUTSIDE = limit("night_outside who", "He spends this round's night outside the camp.")
CONFUSE = limit(
    "confuse who",
    "This round each success of his is rolled again once, and where he would need no dice he rolls the "
    "success die alone.",
)

# ---------------------------------------------- production of this round
production = partial(_declare, d.PRODUCTION)
PRODUCE_MORE = production("produce_more resource number", "That much more is produced.")
PRODUCE_LESS = production(
    "produce_less resource number", "That much less, as far as there is any; `everything all`: none."
)
PRODUCE_HALF = production(
    "produce_half",
    "Half of all that is produced, rounded down, is left.",
    asks=(Question(BRANCH, "Production", "Only half is kept: which resource?", ("wood", "food")),),
)

# ---------------------------------------------- mysteries, discovery tokens, starting items
deck = partial(_declare, d.DECKS)
SEEK = deck(
    "seek mystery number",
    "That many of this kind are wanted in the next `draw_mysteries`.",
    phrase="seek {1} {0}",
)
DRAW_MYSTERIES = deck(
    "draw_mysteries who",
    "He draws for the wanted kinds, as the rules say (`to_the_end`: nobody may stop before); then what was "
    "wanted is forgotten. If either is outside the camp the performer draws himself.",
    affects=FINDS,
    phrase="{0}draw mysteries",
    asks=(Question(BRANCH, "Mysteries", "Draw for what is still sought, or pass and stop.", ("draw",)),),
)
MYSTERY_LIMIT = deck(
    "mystery_limit number",
    "That many cards of any kind fewer in the draw that begins.",
    phrase="{0} mystery less",
)
STOP_MYSTERIES = deck("stop_mysteries", "No more mystery cards in this draw.")
LOSE_TREASURES = deck("lose_treasures", "Treasures of this draw are discarded.")
DRAW_DISCOVERIES = deck(
    "draw_discoveries number", "Tokens, to future resources in the action phase, else at once."
)
PICK_DISCOVERY = deck(
    "pick_discovery number",
    "Draw that many tokens, keep one, discard the others.",
    affects=FINDS,
    asks=(Question(CHOOSE_SHOWN, "Discovery tokens", "Keep one of them."),),
)
DRAW_STARTING_ITEM = deck(
    "draw_starting_item", "An unused starting item with its uses; from the end of the action phase."
)

# ---------------------------------------------- this card, decks looked at, the event phase
card = partial(_declare, d.CARDS)
SHUFFLE_INTO_EVENTS = card(
    "shuffle_into_events", "This card is shuffled into the event deck.", phrase="into the event deck"
)
KEEP = card("keep", "The card stays with the performer or the group instead of being discarded.")
LOOK = card("look looked_at", "Look at the top card.", affects=SEEN)
PICK_TILE = card(
    "pick_tile number",
    "Look at the top tiles, one goes on top, the others are shuffled back.",
    depends=v.TILES_ASPECT,
    affects=v.TILES_ASPECT,
    asks=(Question(CHOOSE_SHOWN, "Tiles", "Choose the tile that comes next."),),
)
REORDER_TILES = card(
    "reorder_tiles number",
    "The top tiles go back face up in any order.",
    depends=v.TILES_ASPECT,
    asks=(Question(CHOOSE_SHOWN, "Tiles", "In which order do they go back?"),),
)
RESOLVE_BOOK = card("resolve_book", "The scenario's book effect.")
RESOLVE_OWN_EVENT = card(
    "resolve_own_event", "This card's event effect once more.", phrase="its event effect again"
)
RESOLVE_THREATS = card(
    "resolve_threats", "The threat effects of all cards in the threat row, left to right; they go."
)
CAPTURE = card(
    "capture",
    "Until the end of this action nothing gives food or furs, and what a creature brings as an event it does "
    "at once.",
    phrase="to be caught",
)
NEXT_FIRST_PLAYER = card("next_first_player", "The First Player token goes to the next player.")

# ---------------------------------------------- uses of items, treasures, tokens and skills
use = partial(_declare, d.USES)
WEAPON_BONUS = use(
    "weapon_bonus number", "That much more weapon level, for one fight or for the action under way."
)
EXTRA_PAWN = use(
    "extra_pawn action", "One supporting pawn for one action of that kind this round.", phrase="+1 pawn: {0}"
)
EXTRA_ACTION = use(
    "extra_action action",
    "The performer at once takes one more action of that kind, with all dice.",
    depends=v.WOOD_ASPECT | v.FUR_ASPECT | v.ITEMS_ASPECT | v.INVENTIONS_ASPECT,
    asks=(Question(PLAN),),
)
IGNORE = use(
    "ignore ignored number",
    "A wound of the fight; a trap or creature just drawn; clouds, or the next hungry animals die that is not "
    "blank, of this weather phase.",
)
SNOW_TO_RAIN = use("snow_to_rain number", "Winter clouds of this weather phase become rain clouds.")
REROLL_ANIMALS = use(
    "reroll_animals", "The next hungry animals die that is not blank is thrown again; the new face stands."
)
SPEND_LESS = use("spend_less resource number", "One action of the user's needs that much less (not below 0).")
COVER_MORALE_ARROWS = use(
    "cover_morale_arrows number",
    "Morale marks of any characters work no more.",
    asks=(
        Question(CHOOSE_PERSON, "Morale mark", "Whose next mark is covered?"),
        Question(CHOOSE_SHOWN, "Morale mark", "Which mark of the {person} is covered?"),
    ),
)
ROLL_WEATHER = use("roll_weather", "Roll this round's weather dice now; they count in the weather phase.")

# ---------------------------------------------- dice
dice = partial(_declare, d.DICE)
REROLL_DIE = dice(
    "reroll_die action", "One die of that kind of action is rolled again.", asks=(Question(REROLL),)
)

# ---------------------------------------------- counters of a scenario
scenario = partial(_declare, d.SCENARIO)
ADVANCE = scenario(
    "advance counter number",
    "A counter of the scenario rises; what its stage does not take is lost.",
    depends=v.COUNTERS_ASPECT,
    affects=v.COUNTERS_ASPECT,
    phrase="{0} +{1}",
)
KEEP_YIELD = scenario(
    "keep_yield",
    "This round what sources give may be kept on the counters that are for it, instead of being used.",
    phrase="yields may be kept",
)
REDUCE = scenario("reduce counter number", "A counter of the scenario falls, not below 0.", phrase="{0} −{1}")

# ---------------------------------------------- marks, numbers and totems on spaces, spaces turned down
marks = partial(_declare, d.MARKS)
MARK = marks(
    "mark mark number place",
    "That many marks of the scenario, each on a space that has none.",
    demand=True,
    phrase="{1} {0} on {2}",
    asks=(Question(CHOOSE_SPACE, "Marks", "{mark}: on which space is it laid?"),),
)
UNMARK = marks(
    "unmark mark number place",
    "So many of those marks are taken away, as far as there are any.",
    affects=v.TOKENS_ASPECT,
    phrase="{1} {0} less",
    asks=(Question(CHOOSE_SPACE, "Marks", "{mark}: from which space is it taken?"),),
)
NEXT_NUMBER = marks("next_number spot", "The number token after the last one laid.", phrase="number token")
SET_NUMBER = marks("set_number number spot", "This number token.", phrase="number token {0}")
TAKE_NUMBER = marks("take_number spot", "The number token there goes.", phrase="no number token")
COVER_TOTEM = marks("cover_totem spot", "A marker on the totem there.", phrase="totem covered")
COVER_SHELTER = marks(
    "cover_shelter spot", "A marker on the natural shelter there.", phrase="natural shelter covered"
)
FLIP_SPACE = marks(
    "flip_space spot",
    "It cannot be entered any more, explored or not, and loses what lies on it; with the camp there the game "
    "is lost.",
    phrase="{0} is lost",
)
OPEN_SPACE = marks(
    "open_space spot", "The tile that lies face down there is turned up.", phrase="{0} is turned up"
)

OPERATIONS = tuple(_operations)
NUMBER_OF = {operation.name: i for i, operation in enumerate(OPERATIONS)}
FAMILY_OF = np.array([operation.family for operation in OPERATIONS], np.int64)
"""The family of each operation, for the interpreter."""
IS_DEMAND = np.array([operation.demand for operation in OPERATIONS])
