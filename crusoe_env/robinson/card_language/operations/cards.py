"""Operations: inventions, limits and production of a round, decks of cards, uses, dice."""

from __future__ import annotations

from functools import partial

from crusoe_env.robinson.card_language import declaration as d
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.card_language.operations.declare import (
    FINDS,
    FORBIDDEN,
    SEEN,
    WHICH_ITEM,
    declare,
)
from crusoe_env.robinson.state import (
    BRANCH,
    CHOOSE_ITEM,
    CHOOSE_PERSON,
    CHOOSE_SHOWN,
    PLAN,
    REROLL,
)

# ---------------------------------------------- inventions and items
invention = partial(declare, d.INVENTION_CARDS)
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
FIND_ITEM = invention(
    "find_item item",
    "That invention becomes an item in the same way, wherever its card lies.",
    affects=v.ITEMS_ASPECT,
)

# ---------------------------------------------- what a person may do this round
limit = partial(declare, d.LIMITS)
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
production = partial(declare, d.PRODUCTION)
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
deck = partial(declare, d.DECKS)
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
card = partial(declare, d.CARDS)
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
use = partial(declare, d.USES)
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
dice = partial(declare, d.DICE)
REROLL_DIE = dice(
    "reroll_die action", "One die of that kind of action is rolled again.", asks=(Question(REROLL),)
)
