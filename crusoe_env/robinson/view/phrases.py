"""The words for people of each operation of the card language, and of the words that stand in its clauses.

A phrase has places {0}, {1}, ... for the arguments, in the order of the data. After a number, `(s)` stands
for the plural: "{1} wound(s)" is "1 wound" or "2 wounds".
"""

from __future__ import annotations

from collections.abc import Mapping

from crusoe_env.robinson.components import BOX

PHRASES = {
    # course of a program, conditions
    "at": "{0}",
    "if_item": "with the {0}",
    "if_no_item": "without the {0}",
    "if_weapon_below": "with a weapon level below {0}",
    "if": "if {0} {1} {2}",
    "if_source": "with a {0} source {1}",
    "if_number": "on number {0}",
    "if_only_terrain": "if it is the only such terrain",
    "if_in_camp": "in the camp",
    "if_alive": "if alive",
    "if_outside": "outside the camp",
    # wounds and determination
    "wound": "{0}{1} wound(s)",
    "heal": "{0}heal {1} wound(s)",
    "special_wound": "{0}special wound on the {1}",
    "remove_special_wound": "the special wound on the {0} goes",
    "share_night_wounds": "{1} wound(s) tonight, shared",
    "bear_night_wounds": "{0}{1} wound(s) tonight, alone",
    "determination": "{0}+{1} determination",
    "lose_determination": "{0}−{1} determination",
    "share_determination": "+{0} determination, shared",
    # resources and levels
    "gain": "+{1} {0}",
    "discard": "−{1} {0}",
    "raise": "{0} +{1}",
    "lower": "{0} −{1}",
    "halve": "half of the {0} lost",
    "regain": "{0} +{1} if it was lost",
    "fight": "{0}fight, strength {1}",
    "fight_by": "{0}fight, strength {1}, {2} for each of {3}",
    # beasts
    "hunt_beast": "{0}hunt the top beast",
    "fight_beast": "{0}fight {1}",
    "move_beast": "put {0} {1}",
    "strongest_beast": "the strongest of {0} new beast(s) on top of the hunting deck",
    # tokens, sources, tiles, the camp
    "place": "{0} token {1}",
    "remove": "no more {0} token {1}",
    "remove_any_token": "take {0} token(s) off the board",
    "cover": "{1} {0} source(s) {2} used up",
    "cover_terrain": "{0} terrain {1} counts as unexplored",
    "flip_tile": "the tile {0} is lost",
    "uncover": "take {0} black marker(s) off the island",
    "undo": "undo its event",
    "move_camp": "the camp must move",
    # inventions and items
    "discard_inventions": "discard {0} invention(s)",
    "gain_invention": "{0} of the deck comes to the board",
    "pick_invention": "draw {0} invention(s), keep 1",
    "lose_items": "lose {0} item(s)",
    "discard_items": "{0} item(s) out of the game",
    "mark_items": "mark {0} item(s)",
    "lose_marked_items": "lose the marked items",
    "build_one": "get the {0} for nothing",
    "build": "get the {0} for nothing",
    "find_item": "get the {0}",
    # what people may do this round
    "limit_pawns": "{0}only {1} own pawn(s) this round",
    "limit_actions": "{0}only {1} this round",
    "forbid": "{0}no {1} this round",
    "night_outside": "{0}spend the night outside",
    "confuse": "{0}confused this round",
    # production
    "produce_more": "+{1} {0} in production",
    "produce_less": "−{1} {0} in production",
    "produce_half": "half of the production",
    # mysteries, discovery tokens, starting items
    "seek": "look for {1} {0}(s)",
    "draw_mysteries": "{0}draw mystery cards",
    "mystery_limit": "{0} mystery card(s) fewer",
    "stop_mysteries": "stop drawing",
    "lose_treasures": "lose the treasures just drawn",
    "draw_discoveries": "draw {0} discovery token(s)",
    "pick_discovery": "draw {0} discovery token(s), keep 1",
    "draw_starting_item": "draw a starting item",
    # cards
    "shuffle_into_events": "shuffle this card into the event deck",
    "keep": "keep this card",
    "look": "look at {0}",
    "pick_tile": "look at {0} tile(s), choose the next one",
    "reorder_tiles": "look at {0} tile(s), put them in any order",
    "resolve_book": "book symbol of the scenario",
    "resolve_own_event": "its event effect again",
    "resolve_threats": "all threats strike at once",
    "capture": "catch what comes",
    "next_first_player": "the next player becomes First Player",
    # uses
    "weapon_bonus": "+{0} weapon for a fight",
    "extra_pawn": "+1 pawn: {0}",
    "extra_action": "one more {0} action",
    "ignore": "ignore {1} {0}(s)",
    "snow_to_rain": "turn {0} snow cloud(s) into rain",
    "reroll_animals": "roll the hungry animals die again",
    "spend_less": "one action needs {1} {0} less",
    "cover_morale_arrows": "cover {0} morale mark(s)",
    "roll_weather": "roll the weather dice now",
    "reroll_die": "roll one {0} die again",
    # counters, marks, spaces
    "advance": "{0} +{1}",
    "keep_yield": "yields may be kept",
    "reduce": "{0} −{1}",
    "mark": "{1} {0} {2}",
    "unmark": "{1} {0} fewer",
    "next_number": "next number token",
    "set_number": "number token {0}",
    "take_number": "the number token goes",
    "cover_totem": "the totem is covered",
    "cover_shelter": "the natural shelter is covered",
    "flip_space": "{0} is lost",
    "open_space": "{0} is turned up",
}
"""By operation. `end`, `jump` and `choose` are no words of their own."""

ITEMS = {str(entry["id"]): str(entry["name"]) for entry in BOX["invention"]}
WHO = {
    "performer": "",
    "chosen": "",
    "first": "First Player: ",
    "each": "each player: ",
    "bearer": "its bearer: ",
    "friday": "Friday: ",
    "guest": "the guest: ",
}
TOKENS = {
    "minus_pawn": "−1 pawn",
    "plus_wood": "+1 wood",
    "plus_food": "+1 food",
    "hungry_animals": "hungry animals",
    "marker": "black marker",
}
_FIELDS = {name: f"on the {name} field" for name in ("threat", "build", "gather", "explore", "rest")}
PLACES = {
    **_FIELDS,
    "hunt": "on the hunting deck",
    "arrange_camp": "on the camp field",
    "weather": "on the weather space",
    "night": "on the night space",
    "character": "on the character",
    **{f"cost_{name}": f"on the cost of the {name}" for name in ("shelter", "roof", "palisade", "weapon")},
    "here": "here",
    "camp": "in the camp",
    "adjacent_camp": "next to the camp",
    "nearest_camp": "near the camp",
    "any_tile": "anywhere",
    "any_space": "anywhere",
    "remembered": "there",
}
KINDS: Mapping[str, Mapping[str, str]] = {
    "who": WHO,
    "token": TOKENS,
    "place": PLACES,
    "spot": {"here": "here", "camp": "the camp"},
    "item": ITEMS,
    "items": ITEMS,
    "source": {"any": "", "gathered": "gathered"},
    "terrain": {"any": "the"},
    "resource": {"gathered": "of what was gathered", "everything": "of everything"},
    "part": {},
    "action": {"arrange_camp": "camp"},
    "actions": {"arrange_camp": "arranging the camp", "rest": "resting"},
    "mystery": {"creature_or_trap": "creature or trap", "any": "mystery card"},
    "forbidden": {"shared_actions": "actions of two players together", "items": "items", "skills": "skills"},
    "ignored": {"rain": "rain cloud", "snow": "snow cloud", "animals": "hungry animals die"},
    "looked_at": {"hunting_deck": "the top beast", "event_deck": "the next event card"},
    "time": {
        "night": "tonight",
        "every_night": "every night",
        "next_round": "next round",
        "after_actions": "after the actions",
    },
    "invention_from": {"chosen": "an invention", "top": "the top invention"},
    "beast_from": {
        "beast_deck": "a new beast",
        "hunting_top": "the top beast",
        "ambush": "the beast in ambush",
    },
    "beast_to": {
        "hunting_top": "onto the hunting deck",
        "hunting_bottom": "under the hunting deck",
        "hunting_shuffled": "into the hunting deck",
        "ambush": "into ambush",
        "discard": "out of the hunting deck",
    },
    "comparison": {">=": "is at least", "<": "is below"},
}
"""By the kind of an argument: the words that people read for those of the data."""
FLAGS = {
    "if_possible": "if possible",
    "per_player": "per player",
    "without_strength": "without its strength",
    "for_action": "for the action",
    "to_the_end": "to the end",
}


def token_word(token: str) -> str:
    """A token of the board as people call it, without the word `token`."""
    return TOKENS.get(token, token)
