"""The actions of Robinson Crusoe, which of them are legal, and what each does.

What an action means depends on the decision under way (`s.decision`); `docs/robinson.md` says how play is cut
into decisions. People are named from the one who decides: "you", then the next players, Friday, the guest.
"""

from __future__ import annotations

import numpy as np

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.layout import ActionLayout, Block
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import INVENTION_NAMES, INVENTIONS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.abilities import mask_uses
from crusoe_env.robinson.rules.packed import TARGETS, pack_source, pack_special
from crusoe_env.robinson.rules.phases.extra_action import may_take_extra
from crusoe_env.robinson.rules.phases.placing import mask_places
from crusoe_env.robinson.rules.phases.planning import CALLED, can_complete, may_open
from crusoe_env.robinson.rules.stack import PASS
from crusoe_env.robinson.rules.world.island import explored_terrains, in_reach
from crusoe_env.robinson.rules.world.people import built_items
from crusoe_env.robinson.rules.world.placed_pawns import next_of_seat
from crusoe_env.robinson.rules.world.requirements import invention_possible
from crusoe_env.robinson.rules.world.special_actions import special_spaces
from crusoe_env.robinson.rules.world.supports import pawns_lent
from crusoe_env.robinson.scenarios.counters import MOST_FED
from crusoe_env.robinson.things import BY_THING, SUPPORTERS, THINGS

SHOWN = 5
_PEOPLE = ("you", "the next player", "the second next player", "the third next player", "Friday", "the guest")
_DICE = ("wound", "success", "adventure")
_PLACES = (
    *(f"the {kind.replace('_', ' ')} field" for kind in c.ACTION_KINDS),
    "the weather space",
    "the night space",
    *(f"the cost of {name}" for name in c.STRUCTURES),
    *(f"space {i}" for i in range(c.SPACES)),
)
_SPECIAL_PLACES = (*(f" on {i}" for i in range(c.SPACES)), "")
LAYOUT = ActionLayout(
    [
        Block(
            "pass",
            "end this decision: use nothing, place no more pawns, stop, stay, or roll",
            ("pass",),
        ),
        Block(
            "choose",
            "take this branch, reward or way of paying",
            tuple(f"choose {letter}" for letter in "ABCD"),
        ),
        Block("threat", "a pawn to a card of the threat row", ("plan threat left", "plan threat right")),
        Block("hunt", "a pawn to the hunting deck", ("plan hunt",)),
        Block("build", "a pawn to a structure", tuple(f"plan {name}" for name in c.STRUCTURES)),
        Block("build item", "a pawn to an invention", tuple(f"plan {name}" for name in INVENTION_NAMES)),
        Block(
            "gather",
            "a pawn to a source",
            tuple(f"plan gather {r} on {i}" for i in range(c.SPACES) for r in ("wood", "food")),
        ),
        Block(
            "explore", "a pawn to an unexplored space", tuple(f"plan explore {i}" for i in range(c.SPACES))
        ),
        Block("treasure map", "a pawn to the Treasure map", ("plan treasure_map",)),
        Block("camp", "a pawn to arrange the camp, or to rest", ("plan arrange camp", "plan rest")),
        Block(
            "special",
            "a pawn to a special action of the scenario, numbered as in its file",
            tuple(f"plan special {k + 1}{place}" for k in range(c.SPECIALS) for place in _SPECIAL_PLACES),
        ),
        Block(
            "support",
            "another pawn to the action just planned; things lend theirs by their own actions below",
            tuple(f"support: {name}" for name in SUPPORTERS),
        ),
        Block("order", "resolve this planned action next", tuple(f"resolve {i}" for i in range(c.PLANS))),
        Block("reroll", "throw this die again", tuple(f"reroll {die}" for die in _DICE)),
        Block("space", "choose a space", tuple(f"space {i}" for i in range(c.SPACES))),
        Block(
            "source",
            "choose a source",
            tuple(f"{r} on {i}" for i in range(c.SPACES) for r in ("wood", "food")),
        ),
        Block("item", "choose an invention or item", tuple(f"card {name}" for name in INVENTION_NAMES)),
        Block("person", "choose a person", _PEOPLE),
        Block("shown", "choose one of the things laid out", tuple(f"shown {i + 1}" for i in range(SHOWN))),
        Block(
            "feed",
            "lay so much onto a counter of the scenario",
            tuple(f"lay {i + 1}" for i in range(MOST_FED)),
        ),
        Block(
            "place",
            "take a token off the board: from this place",
            tuple(f"from {place}" for place in _PLACES),
        ),
        Block(
            "token",
            "take a token off the board: this one of the place chosen",
            tuple(f"take {token}" for token in c.TOKENS),
        ),
        Block(
            "use",
            "use a skill, item, token or treasure; among supports: the pawn that it lends",
            tuple(f"use {name}" for name in THINGS),
        ),
        Block("say", "words: let all players hear this hint", tuple(f"say {name}" for name in c.SYMBOLS)),
    ],
    optional=[f"say {name}" for name in c.SYMBOLS],
)
_START = LAYOUT.start
PASS_ACTION = _START["pass"]
CHOOSE = _START["choose"]
PLAN_THREAT, PLAN_HUNT, PLAN_BUILD = _START["threat"], _START["hunt"], _START["build"]
PLAN_GATHER, PLAN_EXPLORE, PLAN_CAMP = _START["gather"], _START["explore"], _START["camp"]
PLAN_SPECIAL = _START["special"]
SUPPORT_BY = _START["support"]
RESOLVE = _START["order"]
REROLL_DIE = _START["reroll"]
SPACE = _START["space"]
SOURCE = _START["source"]
ITEM = _START["item"]
PERSON = _START["person"]
SHOWN_THING = _START["shown"]
LAY = _START["feed"]
PLACE, TOKEN = _START["place"], _START["token"]
USE = _START["use"]
SAY_SYMBOL = _START["say"]
BUILD_TARGETS = len(c.STRUCTURES) + INVENTIONS
_BLOCK_OF_DECISION = {
    c.PAYMENT: "choose",
    c.BRANCH: "choose",
    c.SUPPORT: "support",
    c.ORDER: "order",
    c.REROLL: "reroll",
    c.CHOOSE_SPACE: "space",
    c.CHOOSE_SOURCE: "source",
    c.CHOOSE_ITEM: "item",
    c.CHOOSE_SHOWN: "shown",
    c.FEED: "feed",
    c.CHOOSE_PLACE: "place",
    c.CHOOSE_TOKEN: "token",
    c.SAY: "say",
}
_SIZE = {block.name: len(block.actions) for block in LAYOUT.blocks}
FIRST_OPTION = tuple(_START[_BLOCK_OF_DECISION.get(i, "pass")] for i in range(len(c.DECISIONS)))
OPTIONS = tuple(
    _SIZE[_BLOCK_OF_DECISION[i]] if i in _BLOCK_OF_DECISION else 0 for i in range(len(c.DECISIONS))
)
"""By decision: the block of actions whose bits are the options of a question, and how many it has."""
_FIRST_ANSWER = {
    "pass": PASS,
    "threat": TARGETS * c.THREAT,
    "hunt": TARGETS * c.HUNT,
    "build": TARGETS * c.BUILD,
    "build item": TARGETS * c.BUILD + c.FIRST_INVENTION,
    "gather": TARGETS * c.GATHER,
    "explore": TARGETS * c.EXPLORE,
    "treasure map": TARGETS * c.EXPLORE + c.ON_TREASURE_MAP,
    "camp": TARGETS * c.ARRANGE_CAMP,
    "special": c.FIRST_SPECIAL,
    "feed": 1,
    "use": BY_THING,
}
"""By block: what its first action answers, if not 0; the others count on. Plans are packed (rules/packed)."""
_STRIDE = {"camp": TARGETS * (c.REST - c.ARRANGE_CAMP)}
"""By block: from one answer to the next, if not 1."""
ANSWERS = np.array(
    [
        _FIRST_ANSWER.get(block.name, 0) + i * _STRIDE.get(block.name, 1)
        for block in LAYOUT.blocks
        for i in range(len(block.actions))
    ],
    np.int64,
)
IS_PERSON = np.array([block.name == "person" for block in LAYOUT.blocks for _ in block.actions])
"""By action: what it answers, and whether that is a person, counted from the one who decides."""

PLAN_ANSWERS = ANSWERS[PLAN_THREAT:SUPPORT_BY]
"""What the actions answer that place a pawn."""
ACTION_OF_PLAN = np.zeros(c.PLANNED_KINDS * TARGETS, np.int64)
"""By packed plan: its place among these actions."""
for _at, _answer in enumerate(PLAN_ANSWERS):
    _kinds = range(c.PLANNED_KINDS) if _answer % TARGETS >= c.FIRST_SPECIAL else (_answer // TARGETS,)
    for _kind in _kinds:
        ACTION_OF_PLAN[TARGETS * _kind + _answer % TARGETS] = _at


@compiled
def write_mask_of(s: State, t: Tables, seat: int, mask: Mask) -> None:
    """Write the legal actions of a seat that places pawns unseen, whoever is asked first."""
    for action in range(len(mask)):
        mask[action] = 0
    mask[PASS_ACTION] = 1
    mask_places(s, t, next_of_seat(s, seat), PLAN_ANSWERS, PLAN_THREAT, mask)


@compiled
def write_mask(s: State, t: Tables, mask: Mask) -> None:
    """Write 1 for every legal action, else 0, into `mask` (int8, one entry per action)."""
    for action in range(len(mask)):
        mask[action] = 0
    options = int(s.question_options)
    mask[PASS_ACTION] = s.question_may_pass
    if s.decision == c.PLAN:
        mask_plan(s, t, mask)
    elif s.decision == c.CHOOSE_PERSON:
        for i in range(c.PEOPLE):
            if (options >> seat_of_place(s, i)) & 1 and (i >= c.FRIDAY or i < s.players):
                mask[PERSON + i] = 1
    else:
        first = FIRST_OPTION[s.decision]
        for i in range(OPTIONS[s.decision]):
            mask[first + i] = (options >> i) & 1
    if s.decision == c.SUPPORT:
        mask_lenders(s, t, mask)
    if s.window != 0:
        mask_uses(s, t, int(s.acting), mask, USE)


@compiled
def mask_plan(s: State, t: Tables, mask: Mask) -> None:
    """Where the planner may place a pawn, or which extra action he may take."""
    person = int(s.question_person)
    if s.question_step == steps.EXTRA_ACTION:
        kind = int(s.question_detail)
        for target in range(BUILD_TARGETS):
            mask[PLAN_BUILD + target] = may_take_extra(s, t, person, kind, target, 0)
        for i in range(t.specials * c.SPECIAL_PLACES):
            mask[PLAN_SPECIAL + i] = may_take_extra(s, t, person, kind, c.FIRST_SPECIAL + i, 0)
        return
    if s.question_step == steps.PLACE_PAWNS:
        mask_places(s, t, person, PLAN_ANSWERS, PLAN_THREAT, mask)
        return
    for target in range(2):
        mask[PLAN_THREAT + target] = may_open(s, t, person, c.THREAT, target)
    mask[PLAN_HUNT] = may_open(s, t, person, c.HUNT, 0)
    terrains, items = explored_terrains(s, t), built_items(s)
    for target in range(c.FIRST_INVENTION):
        mask[PLAN_BUILD + target] = may_open(s, t, person, c.BUILD, target)
    for target in range(c.FIRST_INVENTION, BUILD_TARGETS):
        on_board = s.invention_state[target - c.FIRST_INVENTION] == c.ON_BOARD
        if on_board and invention_possible(s, t, target, person, terrains, items):
            mask[PLAN_BUILD + target] = can_complete(s, t, person, c.BUILD, target)
    for space in range(c.SPACES):
        if in_reach(s, t, space):
            for food in range(2):
                source = pack_source(space, food)
                mask[PLAN_GATHER + source] = may_open(s, t, person, c.GATHER, source)
            mask[PLAN_EXPLORE + space] = may_open(s, t, person, c.EXPLORE, space)
    mask[PLAN_EXPLORE + c.ON_TREASURE_MAP] = may_open(s, t, person, c.EXPLORE, c.ON_TREASURE_MAP)
    mask[PLAN_CAMP] = may_open(s, t, person, c.ARRANGE_CAMP, 0)
    mask[PLAN_CAMP + 1] = may_open(s, t, person, c.REST, 0)
    mask_special(s, t, person, mask)
    if t.all_pawns_assigned == 1 and s.last_call == CALLED:  # whoever can place a pawn must
        for action in range(PLAN_THREAT, SUPPORT_BY):
            if mask[action] == 1:
                mask[PASS_ACTION] = 0


@compiled
def mask_special(s: State, t: Tables, person: int, mask: Mask) -> None:
    """The scenario's special actions, by their places."""
    for special in range(t.specials):
        spaces = special_spaces(s, t, special, person)
        for place in range(c.SPECIAL_PLACES):
            if (spaces >> place) & 1:
                target = pack_special(special, place)
                possible = can_complete(s, t, person, int(t.special_kind[special]), target)
                mask[PLAN_SPECIAL + target - c.FIRST_SPECIAL] = possible


@compiled
def mask_lenders(s: State, t: Tables, mask: Mask) -> None:
    """Things whose pawns can support the action just planned."""
    i = int(s.question_detail)
    kind, target, person = int(s.plan_kind[i]), int(s.plan_target[i]), int(s.plan_person[i])
    for k in range(t.lender_count[kind]):
        a = int(t.lenders[kind, k])
        if pawns_lent(s, t, person, a, target) > 0:
            mask[USE + t.ability_thing[a]] = 1


@compiled
def seat_of_place(s: State, place: int) -> int:
    """The seat of "you", "the next player", ...; Friday and the guest have the last places."""
    return place if place >= c.FRIDAY else (s.acting + place) % s.players


@compiled
def answer_of(s: State, action: int) -> int:
    """What an action answers to the decision under way; a person is counted from the one who decides."""
    answer = int(ANSWERS[action])
    return seat_of_place(s, answer) if IS_PERSON[action] else answer
