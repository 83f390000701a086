"""The moves of Robinson Crusoe as players read them."""

from __future__ import annotations

from collections.abc import Callable

from crusoe_env.robinson import actions as ac
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import seat_of_place
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.card_language.operations import OPERATIONS
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import (
    is_special,
    source_food,
    source_space,
    space_of_special,
    special_of,
)
from crusoe_env.robinson.rules.world.requirements import cost, option_count
from crusoe_env.robinson.things import BY_EXTRA, BY_FRIDAY, BY_GUEST, BY_NEXT, BY_OWN
from crusoe_env.robinson.view.effects import branches, said
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.phrases import PLACES, token_word
from crusoe_env.robinson.view.words import Sight, cost_words
from crusoe_env.show.description import titled

USUAL = {c.CHOOSE_PERSON: Question(c.CHOOSE_PERSON, "People", "Who?")}
"""The words of questions whose operation or step has none of its own, by decision."""
PASSES = {
    c.WINDOW: "Use nothing",
    c.PLAN: "Place no more pawns",
    c.SUPPORT: "Add no pawn",
    c.REROLL: "Keep the dice as they are",
    c.FEED: "Lay nothing",
    c.CHOOSE_SPACE: "Stay",
    c.SAY: "Say nothing",
}
"""Labels of passing, by the kind of decision."""
PASSES_OF_STEPS = {
    steps.MORE_MYSTERIES: "Stop drawing",
    steps.MOVE_TOKEN: "Leave it behind",
    steps.GATHER_BONUS: "Keep it for another gathering",
    steps.KEEP_YIELD: "Use it as usual",
    steps.EXTRA_ACTION: "Take no more action",
    steps.PLACE_PAWNS: "Keep this pawn idle",
    steps.REVEAL: "Reveal the plans",
}
"""Labels of passing where the step that asks has its own; they come before those of `PASSES`."""
ANSWERS = {
    "nothing": "Do nothing",
    "draw": "Draw a mystery card",
    "eat": "Eat 1 food more",
    "1 wound": "Take 1 wound",
    "keep": "Keep one for it",
    "now": "Gain it now",
    "assign": "Assign it to this gathering",
    "wood": "Wood",
    "food": "Food",
}
"""Answers that are longer for people than in the declarations."""
BUILDING = {"shelter": "Build the shelter", "roof": "Raise the roof", "palisade": "Raise the palisade"}
ORDINALS = ("first", "second", "third", "fourth", "fifth")
DICE = ("wound", "success", "adventure")


def labels(sight: Sight) -> dict[int, str]:
    """Each legal action as a phrase."""
    named = answers(sight)
    return {
        action: named[action - ac.CHOOSE] if ac.CHOOSE <= action < ac.PLAN_THREAT else _label(sight, action)
        for action in sorted(sight.legal)
    }


def question(sight: Sight) -> Question:
    """What the row of a program asks, else the step of play; else the usual words for such a decision."""
    s = sight.s
    operation = OPERATIONS[int(sight.t.rows[s.question_row, col.OP])]
    asks = steps.STEPS[s.question_step].asks
    if s.question_step == steps.GATHER_BONUS and s.now == c.NONE:  # while planning
        asks = asks[1:]
    for asked in (*operation.asks, *asks):
        if asked.decision == s.decision and asked.title:
            return asked
    return USUAL.get(int(s.decision), Question(int(s.decision), "Choose", "Which of these?"))


def plan_words(sight: Sight, plan: int) -> str:
    """A planned action as a phrase."""
    return planned(sight, int(sight.s.plan_kind[plan]), int(sight.s.plan_target[plan]))


def planned(sight: Sight, kind: int, target: int, card: int = c.NONE) -> str:
    """An action as a phrase: `Gather wood on space 4 (river)`; `card`: of a threat action, if it is known."""
    if is_special(target):
        space = space_of_special(target)
        name = str(sight.entry("special_action", special_of(target))["name"])
        return name if space == c.NONE else f"{name} on {sight.space_name(space)}"
    if kind == c.THREAT:
        card = int(sight.s.threat[target]) if card == c.NONE else card
        return f"Answer {sight.card_name(card)}" if card != c.NONE else "Answer a threat"
    if kind == c.BUILD:
        if target < c.FIRST_INVENTION:
            return BUILDING.get(c.STRUCTURES[target], "Improve the weapons")
        return f"Build the {sight.item_name(target - c.FIRST_INVENTION)}"
    if kind == c.GATHER:
        what = "food" if source_food(target) else "wood"
        return f"Gather {what} on {sight.space_name(int(source_space(target)))}"
    if kind == c.EXPLORE:
        return "Follow the Treasure map" if target == c.ON_TREASURE_MAP else f"Explore space {target}"
    return {c.HUNT: "Hunt", c.ARRANGE_CAMP: "Arrange the camp", c.REST: "Rest"}.get(
        kind, plain(c.ACTION_KINDS[kind])
    )


def plan_of(sight: Sight, action: int) -> tuple[int, int]:
    """Kind and target of an action of planning."""
    if action < ac.PLAN_HUNT:
        return c.THREAT, action - ac.PLAN_THREAT
    if action < ac.PLAN_BUILD:
        return c.HUNT, 0
    if action < ac.PLAN_GATHER:
        return c.BUILD, action - ac.PLAN_BUILD
    if action < ac.PLAN_EXPLORE:
        return c.GATHER, action - ac.PLAN_GATHER
    if action < ac.PLAN_CAMP:
        return c.EXPLORE, action - ac.PLAN_EXPLORE
    if action < ac.PLAN_SPECIAL:
        return (c.ARRANGE_CAMP, c.REST)[action - ac.PLAN_CAMP], 0
    target = c.FIRST_SPECIAL + action - ac.PLAN_SPECIAL
    return int(sight.t.special_kind[special_of(target)]), target


def _label(sight: Sight, action: int) -> str:
    s = sight.s
    if action == ac.PASS_ACTION:
        return PASSES_OF_STEPS.get(int(s.question_step)) or PASSES.get(int(s.decision), "Choose nothing")
    if action < ac.SUPPORT_BY:
        return planned(sight, *plan_of(sight, action))
    if action < ac.RESOLVE:
        return _support(sight, action - ac.SUPPORT_BY)
    if action < ac.REROLL_DIE:
        return _resolve(sight, action - ac.RESOLVE)
    if action < ac.SPACE:
        return f"Roll the {DICE[action - ac.REROLL_DIE]} die again"
    return next(label(sight, action - first) for first, label in BLOCKS if action >= first)


def _resolve(sight: Sight, plan: int) -> str:
    """An action that can be resolved now: whose it is, and which of several alike (two pawns may rest)."""
    words, person = plan_words(sight, plan), int(sight.s.plan_person[plan])
    plans = [action - ac.RESOLVE for action in sorted(sight.legal) if ac.RESOLVE <= action < ac.REROLL_DIE]
    alike = [p for p in plans if int(sight.s.plan_person[p]) == person and plan_words(sight, p) == words]
    which = f", the {ORDINALS[alike.index(plan)]} such action" if len(alike) > 1 else ""
    return f"{sight.person_name(person)}: {words[:1].lower()}{words[1:]}{which}"


def _support(sight: Sight, support: int) -> str:
    """A pawn that supports an action: whose it is."""
    s = sight.s
    person = int(s.plan_person[s.question_detail])
    if support == BY_OWN:
        return f"Another pawn of {_of(sight, person)}"
    if support == BY_EXTRA:
        return "The extra pawn"
    if support in (BY_FRIDAY, BY_GUEST):
        return f"{sight.person_name({BY_FRIDAY: c.FRIDAY, BY_GUEST: c.GUEST}[support])}'s pawn"
    return f"{sight.person_name((person + support - BY_NEXT + 1) % int(s.players))}'s pawn"


def _of(sight: Sight, person: int) -> str:
    """A person in a sentence: `the Cook`, but `Friday`."""
    name = sight.person_name(person)
    return f"the {name}" if person < c.PLAYERS else name


def answers(sight: Sight) -> list[str]:
    """What the answers A, B, ... mean now."""
    s = sight.s
    if s.decision == c.BRANCH:
        row = int(s.question_row)
        listed = branches(sight.t, row, sight.scenario_words) or list(question(sight).answers)
        return [ANSWERS.get(words) or titled(words) for words in listed]
    if s.decision == c.PAYMENT:
        return _ways(sight, int(s.question_detail))
    return []


def _ways(sight: Sight, plan: int) -> list[str]:
    """The ways to take a planned action: what is paid, or which reward."""
    s, t = sight.s, sight.t
    kind, target = int(s.plan_kind[plan]), int(s.plan_target[plan])
    if kind == c.THREAT and not is_special(target):
        return [titled(line) for line in sight.threat_lines(int(s.threat[target]))]
    ways = range(int(option_count(s, t, kind, target)))
    paid = [cost_words([cost(s, t, kind, target, way, i) for i in range(3)]) for way in ways]
    return [f"Pay {words}" if words else "Pay nothing" for words in paid]


def _shown(sight: Sight, place: int) -> str:
    """One of the things laid out."""
    thing = int(sight.s.shown[place])
    if sight.s.question_step == steps.COVER_MORALE_MARK:
        return f"The mark at wound {thing}"
    if sight.s.question_step == steps.PICK_DISCOVERY:
        return sight.token_name(thing) if thing != c.NONE else f"The {ORDINALS[place]} token"
    if thing == c.NONE:
        return f"The {ORDINALS[place]} tile"
    words = tile_words(sight, thing)
    alike = [
        i
        for i, other in enumerate(sight.s.shown)
        if other != c.NONE and tile_words(sight, int(other)) == words
    ]
    return words + (f", the {ORDINALS[alike.index(place)]} such tile" if len(alike) > 1 else "")


def tile_words(sight: Sight, tile: int) -> str:
    """A tile: its terrain and what it shows."""
    t = sight.t
    shown = [name for i, name in enumerate(c.COVERS[:3]) if int(t.tile_sources[tile]) >> i & 1]
    shown += ["totem"] * int(t.tile_totem[tile]) + ["beast"] * int(t.tile_beast[tile])
    shown += ["shelter"] * int(t.tile_shelter[tile])
    return titled(c.TERRAINS[t.tile_terrain[tile]]) + (f" with {', '.join(shown)}" if shown else "")


def _source(sight: Sight, source: int) -> str:
    what = "Food" if source_food(source) else "Wood"
    return f"{what} on {sight.space_name(int(source_space(source)))}"


def _lay(sight: Sight, place: int) -> str:
    counter = sight.facts["counter"][int(sight.s.question_detail)]
    return f"Lay {place + 1} {plain(counter['fed_with'])}"


_PLACES = (
    *(PLACES[kind].removeprefix("on ") for kind in c.ACTION_KINDS),
    "the weather space",
    "the night space",
    *(f"the cost of the {name}" for name in c.STRUCTURES),
)


def _place(sight: Sight, place: int) -> str:
    """From where a token is taken."""
    if place < len(_PLACES):
        return f"A token on {_PLACES[place]}"
    return f"A token on {sight.space_name(place - len(_PLACES))}"


def _use(sight: Sight, thing: int) -> str:
    """What is used, and what it does."""
    acting = int(sight.s.acting)
    name, entry = sight.use_name(thing, acting), sight.used_entry(thing, acting)
    if entry is None:
        return f"The {name} helps"
    lends = bool(entry.get("pawn")) or any(
        str(clause).startswith("extra_pawn") for clause in entry.get("use", [])
    )
    if sight.s.decision == c.SUPPORT and lends:
        return f"{name}: a pawn"
    return f"{name}: {said(entry.get('use', []))}" if entry.get("use") else name


Label = Callable[[Sight, int], str]
BLOCKS: tuple[tuple[int, Label], ...] = (
    (ac.SAY_SYMBOL, lambda sight, i: f"Say {plain(c.SYMBOLS[i])!r}"),
    (ac.USE, _use),
    (ac.TOKEN, lambda sight, i: f"The {token_word(c.TOKENS[i])} token"),
    (ac.PLACE, _place),
    (ac.LAY, _lay),
    (ac.SHOWN_THING, _shown),
    (ac.PERSON, lambda sight, i: sight.person_name(int(seat_of_place(sight.s, i)))),
    (ac.ITEM, lambda sight, i: sight.item_name(i)),
    (ac.SOURCE, _source),
    (ac.SPACE, lambda sight, i: titled(sight.space_name(i))),
)
"""The later blocks of actions, the last one first: their first action, and what names an action of each."""
