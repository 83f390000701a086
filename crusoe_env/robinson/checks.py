"""What may be wrong with a state of Robinson Crusoe: all that its rules rely on. See `engine.checks`."""

from __future__ import annotations

import numpy as np

from crusoe_env.engine.game import Flaws
from crusoe_env.engine.state import Bounds, amount, index, index_or_none
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules.packed import TARGETS as PACKED_TARGETS
from crusoe_env.robinson.stack_checks import flaws_of_the_question, flaws_of_the_stack
from crusoe_env.robinson.state import MOST, MOST_COUNTED
from crusoe_env.robinson.things import THINGS

TARGETS_OF = np.array([2, 1, c.FIRST_SPECIAL, 2 * c.SPACES, c.ON_TREASURE_MAP + 1, 1, 1, 0])
"""By kind of action: how many targets it has, special actions apart."""
WAYS = 2
"""Ways of paying for an invention or a special action."""


ANY_ONE = index_or_none(c.PEOPLE)
LOGGED: dict[str, tuple[Bounds, Bounds]] = {
    "round": (amount(c.ROUNDS), (c.NONE, c.NONE)),
    "event": (index(box.CARDS), (c.NONE, c.NONE)),
    "threat": (index(box.CARDS), (c.NONE, c.NONE)),
    "action": (index(c.PLANNED_KINDS * PACKED_TARGETS), ANY_ONE),
    "card": (index_or_none(box.CARDS), ANY_ONE),
    "use": (index(len(THINGS)), ANY_ONE),
    "tile": (index(box.TILES), index(c.SPACES)),
    "token": (index_or_none(box.DISCOVERIES), ANY_ONE),
    "item": (index(box.INVENTIONS), ANY_ONE),
    "item lost": (index(box.INVENTIONS), ANY_ONE),
    "beast": (index(box.BEASTS), ANY_ONE),
    "animals": (amount(3), (c.NONE, c.NONE)),
    "phase": (index(len(c.PHASES)), (c.NONE, c.NONE)),
    "camp": (index(c.SPACES), (c.NONE, c.NONE)),
    "counter": ((-MOST_COUNTED, MOST_COUNTED), index(c.COUNTERS)),
    "level": ((-MOST, MOST), index(len(c.STRUCTURES))),
    "stores": ((-MOST, MOST), index(c.KINDS_OF_RESOURCE)),
    "revealed": (index_or_none(c.PLANNED_KINDS * PACKED_TARGETS), ANY_ONE),
    "yielded": (index(c.PLANNED_KINDS * PACKED_TARGETS), ANY_ONE),
    "said": (index(len(c.SYMBOLS)), index(c.PLAYERS)),
    "looked": (index(len(c.LOOKS)), index(c.PLAYERS)),
}
"""What the two numbers of a note of the log may be, by its kind; others hold amounts and people."""
_OTHERS = (-MOST, MOST), (c.NONE, MOST)
_BY_KIND = np.array([LOGGED.get(kind, _OTHERS) for kind in c.LOG_KINDS])
LEAST_LOGGED, MOST_LOGGED = _BY_KIND[:, :, 0], _BY_KIND[:, :, 1]


def flaws(s: np.ndarray, tables: np.ndarray) -> Flaws:
    """See `Game.check`."""
    yield from _of_people(s, tables)
    yield from _of_decks(s, tables)
    yield from _of_things(s, tables)
    yield from _of_the_island(s, tables)
    yield from _of_plans(s, tables)
    yield from _of_placed_pawns(s, tables)
    yield from _of_the_log(s)
    yield from flaws_of_the_stack(s, tables)
    yield from flaws_of_the_question(s, tables)


def _of_people(s: np.ndarray, tables: np.ndarray) -> Flaws:
    row, players = s["task"], s["players"]
    live = s["over"] == 0
    yield "its round is not one of the scenario's", (s["rounds"] < 1) | (s["rounds"] > tables["rounds"][row])
    yield "who acts does not play", s["acting"] >= players
    yield "the First Player does not play", s["first_player"] >= players
    seated = np.arange(c.PLAYERS) < players[:, None]
    character = s["character"]
    yield "its characters are not as many as its players", ((character != c.NONE) != seated).any(axis=1)
    times = (character[:, :, None] == np.arange(box.CHARACTERS)).sum(axis=1)
    yield "a character is played twice", (times > 1).any(axis=1)
    chosen = s["chosen_character"]
    yield (
        "a character is not the one chosen",
        (seated & (chosen != c.NONE) & (chosen != character)).any(axis=1),
    )
    dies_at = tables["dies_at"][row]
    dead = s["wounds"][:, : c.PLAYERS] >= np.take_along_axis(dies_at, character.astype(np.int64), axis=1)
    yield "it goes on after a death", live & (seated & dead).any(axis=1)
    guest_dead = (s["guest_here"] == 1) & (s["wounds"][:, c.GUEST] >= dies_at[:, c.GUEST_SHEET])
    yield "it goes on after the guest's death", live & guest_dead
    for name in ("planner", "fighter", "plan_person"):
        person = s[name].reshape(len(s), -1)
        wrong = ((person >= players[:, None]) & (person < c.PLAYERS)).any(axis=1)
        yield f"{name} is a player who does not play", wrong
    forced = np.arange(s["forced"].shape[1]) < s["forced_count"][:, None]
    yield "no die shows a forced outcome", (forced & (s["forced"] == 0)).any(axis=1)


def _times(cards: np.ndarray, count: np.ndarray | int, kinds: int) -> np.ndarray:
    """How often each card lies among the first `count` of a pile, (n, kinds); NONE is none."""
    there = (np.arange(cards.shape[1]) < np.reshape(count, (-1, 1))) & (cards != c.NONE)
    times = np.zeros((len(cards), kinds), np.int64)
    np.add.at(times, (np.nonzero(there)[0], cards[there]), 1)
    return times


def _of_decks(s: np.ndarray, tables: np.ndarray) -> Flaws:
    """Piles hold as many cards as they say, and no card more often than the box does."""
    for pile, left in PILES:
        cards = s[pile]
        there = np.arange(cards.shape[-1]) < np.asarray(s[left])[..., None]
        yield (
            f"{pile} holds fewer cards than it says",
            (there & (cards == c.NONE)).reshape(len(s), -1).any(axis=1),
        )
    cards = _times(s["event_deck"], s["events_left"], box.CARDS) + _times(s["threat"], 2, box.CARDS)
    for deck, (first, kinds) in enumerate(zip(box.FIRST_ADVENTURE, box.ADVENTURE_KINDS, strict=True)):
        for pile, left in (("adventures", "adventures_left"), ("adventure_discard", "adventures_discarded")):
            times = _times(s[pile][:, deck], s[left][:, deck], box.CARDS)
            others = times[:, :first].any(axis=1) | times[:, first + kinds :].any(axis=1)
            yield f"{pile} {deck} holds cards of another deck", others
            cards += times
    copies = tables["copies"][s["task"]].copy()
    copies[:, : box.FIRST_EVENT] = 1  # of each wreckage card
    yield "a card is there too often", (cards > copies).any(axis=1)
    laid = _times(s["tile"], c.SPACES, box.TILES) + _times(s["tiles"], s["tiles_left"], box.TILES)
    yield "a tile is lost, or there twice", (laid != 1).any(axis=1)
    yield "more tiles are known than there are", s["tiles_known"] > s["tiles_left"]
    mysteries = _times(s["mysteries"], s["mysteries_left"], box.MYSTERY_CARDS)
    mysteries += _times(s["passed_over"], s["mysteries_passed"], box.MYSTERY_CARDS)
    elsewhere = s["mystery_state"] != c.MYSTERY_IN_DECK
    yield "a mystery is there twice", (mysteries + elsewhere > 1).any(axis=1)
    beasts = _times(s["beasts"], s["beasts_left"], box.BEASTS) + _times(
        s["hunting"], s["hunting_left"], box.BEASTS
    )
    yield "a beast is there twice", (beasts + _times(s["ambush"][:, None], 1, box.BEASTS) > 1).any(axis=1)
    yield (
        "a beast in ambush is known, and none lies there",
        (s["ambush_known"] == 1) & (s["ambush"] == c.NONE),
    )
    inventions = _times(s["inventions"], s["inventions_left"], box.CARD_INVENTIONS)
    in_deck = s["invention_state"][:, : box.CARD_INVENTIONS] == c.IN_DECK
    yield "an invention is in the deck and elsewhere, or twice", (inventions > in_deck).any(axis=1)
    starting = _times(s["starting_deck"], s["starting_left"], box.STARTING_ITEMS)
    yield "a starting item is there twice", (starting > 1).any(axis=1)


PILES = (
    ("event_deck", "events_left"),
    ("event_discard", "events_discarded"),
    ("adventures", "adventures_left"),
    ("adventure_discard", "adventures_discarded"),
    ("tiles", "tiles_left"),
    ("beasts", "beasts_left"),
    ("hunting", "hunting_left"),
    ("inventions", "inventions_left"),
)
"""Piles, and how many cards lie in each; the others hold numbers from 0 everywhere."""


def _of_things(s: np.ndarray, tables: np.ndarray) -> Flaws:
    row = s["task"]
    tokens = _times(s["discovery_stack"], s["discoveries_left"], box.DISCOVERIES)
    tokens += s["discovery"] + s["discovery_future"]
    yield "a discovery token is there too often", (tokens > tables["discovery_copies"][row]).any(axis=1)
    found = s["found"].sum(axis=1) > s["discovery_future"]
    yield "more discovery tokens were found than wait", found.any(axis=1)
    owner = s["invention_owner"]
    yield (
        "an invention's owner does not play",
        ((owner >= s["players"][:, None]) & (owner != c.NONE)).any(axis=1),
    )
    gone = s["passed_before"] > s["mysteries_passed"][:, None]
    under_way = np.arange(gone.shape[1]) < s["draws"][:, None]
    yield "more mysteries were passed over before a draw than now", (gone & under_way).any(axis=1)


def _of_the_island(s: np.ndarray, tables: np.ndarray) -> Flaws:
    row, games = s["task"], np.arange(len(s))
    in_play = tables["adjacent"][row] != 0
    yield "the camp is on no tile", (s["tile"][games, s["camp"]] == c.NONE) | ~in_play[games, s["camp"]]
    counters = np.arange(s["counter"].shape[1]) >= tables["counters"][row][:, None]
    yield "a counter is not the scenario's", (counters & (s["counter"] != 0)).any(axis=1)


def _of_plans(s: np.ndarray, tables: np.ndarray) -> Flaws:
    """What is planned can be aimed at; entries that hold no plan now hold an earlier one, or zeros."""
    row = s["task"]
    kind, target = s["plan_kind"].astype(np.int64), s["plan_target"].astype(np.int64)
    is_special = target >= c.FIRST_SPECIAL
    special = np.where(is_special, (target - c.FIRST_SPECIAL) // c.SPECIAL_PLACES, 0)
    known = special < tables["specials"][row][:, None]
    known &= np.take_along_axis(tables["special_kind"][row], special, axis=1) == kind
    wrong = np.where(is_special, ~known, target >= TARGETS_OF[kind])
    yield "a plan aims at what its kind of action cannot", wrong.any(axis=1)
    planned = np.arange(c.PLANS) < s["plans"][:, None]
    maps = (kind != c.BUILD) & (target == c.ON_TREASURE_MAP) & (TARGETS_OF[kind] == c.ON_TREASURE_MAP + 1)
    without = tables["explore_ability"][row][:, None] == c.NONE
    yield "a plan follows a map that is not there", (planned & maps & without).any(axis=1)
    few = is_special | (
        (kind == c.BUILD) & (target >= c.FIRST_INVENTION) & (target < c.FIRST_INVENTION + box.INVENTIONS)
    )
    yield "a plan is paid in a way that there is not", (few & (s["plan_option"] >= WAYS)).any(axis=1)
    yield "the action under way is not planned", s["now"] >= s["plans"]


def _of_placed_pawns(s: np.ndarray, tables: np.ndarray) -> Flaws:
    """Pawns placed unseen lie where there is something, and have come to plans that there are."""
    packed = s["placed_pawns"].astype(np.int64) - c.FIRST_PLACED
    kind, target = np.maximum(packed, 0) // PACKED_TARGETS, np.maximum(packed, 0) % PACKED_TARGETS
    special = np.where(target >= c.FIRST_SPECIAL, (target - c.FIRST_SPECIAL) // c.SPECIAL_PLACES, 0)
    own_kind = tables["special_kind"][s["task"][:, None, None], special]
    known = (special < tables["specials"][s["task"]][:, None, None]) & (own_kind == kind)
    wrong = np.where(target >= c.FIRST_SPECIAL, ~known, target >= TARGETS_OF[kind])
    yield "a pawn is placed where there is nothing", ((packed >= 0) & wrong).any(axis=(1, 2))
    plan = s["pawn_plan"]
    gone = (plan != c.ON_NO_PLAN) & (plan >= s["plans"][:, None, None])
    yield "a pawn has come to a plan that there is not", gone.any(axis=(1, 2))
    yield "who places pawns first does not play", s["places_first"] >= s["players"]
    looked = s["looked"].astype(np.int64)
    yield "who has looked at a card does not play", (looked >> s["players"][:, None] != 0).any(axis=1)
    yield "cards are looked at alone at an open table", looked.any(axis=1) & (s["private_finds"] == 0)
    strain, seats = s["strain"], np.arange(c.PLAYERS)
    strained = strain != c.NONE
    yield "who has a strain does not play", (strained & (seats >= s["players"][:, None])).any(axis=1)
    yield "there are strains where the option is off", strained.any(axis=1) & (s["strains"] == 0)
    times = (strain[:, :, None] == np.arange(len(c.STRAINS))).sum(axis=1)
    yield "two players have the same strain", (times > 1).any(axis=1)
    placed = (s["placed_pawns"] != c.UNPLACED).any(axis=(1, 2))
    yield "pawns are placed unseen at an open table", placed & (s["secret_plans"] == 0)


def _of_the_log(s: np.ndarray) -> Flaws:
    """No rule reads the log, but the pictures name what stands there."""
    kind, numbers = s["log"][:, :, 0], s["log"][:, :, 1:]
    unknown = (kind < 0) | (kind >= len(c.LOG_KINDS))
    yield "its log holds an unknown note", unknown.any(axis=1)
    kind = np.where(unknown, 0, kind)
    wrong = (numbers < LEAST_LOGGED[kind]) | (numbers > MOST_LOGGED[kind])
    yield "its log names what there is not", wrong.any(axis=(1, 2))
