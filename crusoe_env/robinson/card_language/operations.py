"""The operations of the card data: their arguments, what they do, what they demand, what is chosen.

An operation is a number, its place in `OPERATIONS`; the rules import the numbers by name (WOUND, HEAL).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Operation:
    """One operation: the kinds of its arguments in the order in which they are written (see ARGUMENTS)."""

    name: str
    arguments: tuple[str, ...]
    meaning: str
    demand: bool = False
    """It demands something: what is missing costs wounds (see effects.py), unless it is `if_possible`."""
    choice: str = ""
    """What the players choose while it is resolved, if there is more than one possibility."""


def _op(name: str, arguments: str, meaning: str, *, demand: bool = False, choice: str = "") -> Operation:
    return Operation(name, tuple(arguments.split()), meaning, demand, choice)


OPERATIONS: tuple[Operation, ...] = (
    # ---- course of a program; written as END of a list or as heads, see effects.py
    _op("end", "", "The program, or the delayed part of one, is over."),
    _op("jump", "", "Go on at this row + jump."),
    _op("choose", "", "`number` branches: the next `number` rows are jumps to them.", choice="a branch"),
    _op("if_item", "item", "Go on if the item is built (and items may be used), else jump."),
    _op("if_no_item", "item", "Go on if the item is not built (or items may not be used), else jump."),
    _op("if_weapon_below", "number", "Go on if the weapon level is less than number, else jump."),
    _op(
        "if",
        "measure comparison number",
        "Go on if the measure is at least, or below, the number, else jump.",
    ),
    _op("if_source", "source place", "Go on if such an uncovered source is at such a place, else jump."),
    _op("if_in_camp", "", "Go on if the performer spends this round's night in the camp, else jump."),
    _op("if_outside", "", "Go on if the performer spends this round's night outside the camp, else jump."),
    _op("at", "time", "Keep the rows up to the jump for that time (with card and performer), and jump."),
    # ---- life
    _op("wound", "who number", "That many wounds."),
    _op("heal", "who number", "That many wounds healed.", choice="chosen: for each wound who is healed"),
    _op("special_wound", "who part", "The token of this card's deck (`where`) on that part of the body."),
    _op("remove_special_wound", "part", "That token is taken off; nothing if nobody has it."),
    _op(
        "share_night_wounds",
        "who number",
        "That many markers are shared by the players, or by whom they choose, Friday too; this night each "
        "takes a wound per marker, then they go.",
        choice="for each marker who takes it",
    ),
    _op("bear_night_wounds", "who number", "All those markers go, and he alone has that many."),
    # ---- determination
    _op("determination", "who number", "That many tokens from the supply."),
    _op(
        "lose_determination",
        "who number",
        "That many tokens are given up; each wounds himself for what he lacks.",
        demand=True,
    ),
    _op("share_determination", "number", "That many tokens.", choice="for each token who gets it"),
    # ---- resources and levels
    _op("gain", "resource number", "To future resources in the action phase, else to available resources."),
    _op(
        "discard",
        "resource number",
        "Available resources go; food that rots before durable food.",
        demand=True,
    ),
    _op(
        "raise", "level number", "Roof and palisade only with a shelter, built or natural; morale to its top."
    ),
    _op(
        "lower",
        "level number",
        "Morale down to its bottom, never a demand; the others down to 0.",
        demand=True,
    ),
    _op(
        "halve",
        "level",
        "Lower by half the level, rounded down, which of 1 is nothing; at level 0 the demand is not met.",
        demand=True,
    ),
    _op(
        "regain",
        "level number",
        "Raise it, but only if this card's event lowered it; in the current edition with a built shelter.",
    ),
    # ---- fights and beasts
    _op("fight", "who number", "A beast of that strength: one wound for each missing weapon level."),
    _op(
        "fight_beast",
        "who beast_from",
        "That card with all its values, then it is discarded; its demands wound who fights. "
        "No card: nothing.",
    ),
    _op("move_beast", "beast_from beast_to", "The top card of one place goes to another. No card: nothing."),
    _op(
        "strongest_beast",
        "number",
        "Draw that many from the beast deck, the strongest (of equals the first) on top of the hunting deck, "
        "the others are shuffled back.",
    ),
    # ---- tokens
    _op(
        "place",
        "token place",
        "One token of each kind at a place, a second is left out without wounds. "
        "The card remembers the tile.",
        choice="adjacent_camp: a tile",
    ),
    _op(
        "remove",
        "token place",
        "Take it away; nothing if there is none. any_tile: wherever it lies; character: whoever has it.",
    ),
    _op("remove_any_token", "number", "Take that many tokens off the board.", choice="the tokens"),
    # ---- island
    _op(
        "cover",
        "source number place",
        "A marker on that many sources; `all`: every one on one tile. The card remembers them.",
        demand=True,
        choice="the sources, or for `all` the tile",
    ),
    _op(
        "cover_terrain",
        "terrain place",
        "That tile's terrain counts as unexplored. The card remembers it.",
        demand=True,
        choice="the tile",
    ),
    _op(
        "flip_tile",
        "place",
        "It becomes inaccessible and loses what lies on it. The card remembers it.",
        demand=True,
        choice="the tile",
    ),
    _op("undo", "", "Sources, terrain or tile that this card's event covered or turned are uncovered again."),
    _op(
        "move_camp",
        "",
        "To an adjacent tile, with the usual losses. The card remembers the levels lowered.",
        demand=True,
        choice="the tile",
    ),
    # ---- inventions and items
    _op("discard_inventions", "number", "Unbuilt inventions leave the board.", demand=True, choice="which"),
    _op("gain_invention", "invention_from", "A card of the deck comes to the board.", choice="chosen: which"),
    _op(
        "pick_invention", "number", "Draw that many, keep one on the board, the others aside.", choice="which"
    ),
    _op("lose_items", "number", "Items are turned back and their effects end.", demand=True, choice="which"),
    _op(
        "discard_items", "number", "Items leave the game and their effects end.", demand=True, choice="which"
    ),
    _op("mark_items", "number", "That many items are marked, as far as there are so many.", choice="which"),
    _op("lose_marked_items", "", "The marked items are turned back."),
    _op(
        "build_one",
        "items",
        "One of those inventions that are on the board becomes an item in the same way.",
        choice="which",
    ),
    _op("build", "item", "That invention on the board becomes an item, without action, cost and terrain."),
    # ---- this round
    _op("limit_pawns", "who number", "This round he has only that many of his own pawns."),
    _op("limit_actions", "who actions", "This round his pawns take these actions only."),
    _op(
        "forbid",
        "who forbidden",
        "Not this round: his skills; actions with pawns of two players; items (to the end of the action "
        "phase).",
    ),
    _op("night_outside", "who", "He spends this round's night outside the camp."),
    _op(
        "confuse",
        "who",
        "This round each success of his is rolled again once, and where he would need no dice he rolls the "
        "success die alone.",
    ),
    # ---- production of this round
    _op("produce_more", "resource number", "That much more is produced."),
    _op("produce_less", "resource number", "That much less, as far as there is any; `everything all`: none."),
    _op("produce_half", "", "Half of all that is produced, rounded down, is left.", choice="what is left"),
    # ---- decks
    _op("seek", "mystery number", "That many of this kind are wanted in the next `draw_mysteries`."),
    _op(
        "draw_mysteries",
        "who",
        "He draws for the wanted kinds, as the rules say; then what was wanted is forgotten. "
        "If either is outside the camp the performer draws himself.",
        choice="after each resolved card: stop or pass",
    ),
    _op("stop_mysteries", "", "No more mystery cards in this draw."),
    _op("lose_treasures", "", "Treasures of this draw are discarded."),
    _op("draw_discoveries", "number", "Tokens, to future resources in the action phase, else at once."),
    _op("pick_discovery", "number", "Draw that many tokens, keep one, discard the others.", choice="which"),
    _op("draw_starting_item", "", "An unused starting item with its uses; from the end of the action phase."),
    _op("shuffle_into_events", "", "This card is shuffled into the event deck."),
    _op("keep", "", "The card stays with the performer or the group instead of being discarded."),
    _op("look", "looked_at", "Look at the top card."),
    _op(
        "pick_tile",
        "number",
        "Look at the top tiles, one goes on top, the others are shuffled back.",
        choice="which",
    ),
    _op("reorder_tiles", "number", "The top tiles go back face up in any order.", choice="the order"),
    # ---- event phase
    _op("resolve_book", "", "The scenario's book effect."),
    _op("resolve_own_event", "", "This card's event effect once more."),
    _op("resolve_threats", "", "The threat effects of all cards in the threat row, left to right; they go."),
    _op("next_first_player", "", "The First Player token goes to the next player."),
    # ---- uses of items, treasures, tokens and skills
    _op("weapon_bonus", "number", "That much more weapon level, for one fight or for the action under way."),
    _op("extra_pawn", "action", "One supporting pawn for one action of that kind this round."),
    _op(
        "extra_action",
        "action",
        "The performer at once takes one more action of that kind, with all dice.",
        choice="which; or none if none can be taken",
    ),
    _op("ignore", "ignored number", "A wound of the fight, a trap just drawn, clouds of this weather phase."),
    _op("snow_to_rain", "number", "Winter clouds of this weather phase become rain clouds."),
    _op("reroll_die", "action", "One die of that kind of action is rolled again.", choice="the die"),
    _op("spend_less", "resource number", "One action of the user's needs that much less (not below 0)."),
    _op("cover_morale_arrows", "number", "Morale marks of any characters work no more.", choice="the marks"),
    _op("roll_weather", "", "Roll this round's weather dice now; they count in the weather phase."),
    # ---- scenarios
    _op(
        "advance", "counter number", "A counter of the scenario rises; what its stage does not take is lost."
    ),
    _op("reduce", "counter number", "A counter of the scenario falls, not below 0."),
)
NUMBER_OF = {operation.name: i for i, operation in enumerate(OPERATIONS)}
(
    END, JUMP, CHOOSE, IF_ITEM, IF_NO_ITEM, IF_WEAPON_BELOW, IF, IF_SOURCE, IF_IN_CAMP, IF_OUTSIDE,
    AT, WOUND, HEAL, SPECIAL_WOUND, REMOVE_SPECIAL_WOUND, SHARE_NIGHT_WOUNDS, BEAR_NIGHT_WOUNDS,
    DETERMINATION, LOSE_DETERMINATION,
    SHARE_DETERMINATION, GAIN, DISCARD, RAISE, LOWER, HALVE, REGAIN, FIGHT, FIGHT_BEAST, MOVE_BEAST,
    STRONGEST_BEAST, PLACE, REMOVE, REMOVE_ANY_TOKEN, COVER, COVER_TERRAIN, FLIP_TILE, UNDO,
    MOVE_CAMP, DISCARD_INVENTIONS, GAIN_INVENTION, PICK_INVENTION, LOSE_ITEMS, DISCARD_ITEMS,
    MARK_ITEMS, LOSE_MARKED_ITEMS, BUILD_ONE, BUILD_ITEM, LIMIT_PAWNS, LIMIT_ACTIONS, FORBID, NIGHT_OUTSIDE,
    CONFUSE, PRODUCE_MORE, PRODUCE_LESS, PRODUCE_HALF, SEEK, DRAW_MYSTERIES, STOP_MYSTERIES,
    LOSE_TREASURES, DRAW_DISCOVERIES, PICK_DISCOVERY, DRAW_STARTING_ITEM, SHUFFLE_INTO_EVENTS, KEEP,
    LOOK, PICK_TILE, REORDER_TILES, RESOLVE_BOOK, RESOLVE_OWN_EVENT, RESOLVE_THREATS,
    NEXT_FIRST_PLAYER, WEAPON_BONUS, EXTRA_PAWN, EXTRA_ACTION, IGNORE, SNOW_TO_RAIN, REROLL_DIE,
    SPEND_LESS, COVER_MORALE_ARROWS, ROLL_WEATHER, ADVANCE, REDUCE,
) = range(len(OPERATIONS))  # fmt: skip
