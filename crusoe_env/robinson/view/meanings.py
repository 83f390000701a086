"""What answers to questions of Robinson Crusoe mean: people, things, spaces, and what passing leads to."""

from __future__ import annotations

import re
from collections.abc import Callable

from crusoe_env.robinson import actions as ac
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import seat_of_place
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import is_special, source_food, source_space
from crusoe_env.robinson.rules.world.island import yield_of
from crusoe_env.robinson.rules.world.requirements import cost
from crusoe_env.robinson.view.about import RULES, about_entry, about_item, about_person, about_space
from crusoe_env.robinson.view.labels import answers
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.phrases import token_word
from crusoe_env.robinson.view.words import PAID, Sight, stores
from crusoe_env.show.description import many

PASSED_WINDOWS = {
    "before event": "the event card is drawn",
    "before morale": "the level of morale takes effect",
    "planning": "the plans stand as they are",
    "fight": "the fight takes place now",
    "trap": "the mystery card takes effect",
    "weather": "the weather takes effect",
    "night": "the night takes effect",
    "arrange camp": "arranging the camp takes effect",
    "explored": "the explore action ends",
    "resolution": "the action goes on",
    "card": "the card takes effect",
    "before action": "the action is taken",
    "after throw": "the dice count as they are",
    "before weather": "the weather dice are thrown",
    "before production": "the tile of the camp produces",
    "before mysteries": "the mystery cards are drawn",
}
"""What comes when nothing is used, by the names of `constants.WINDOWS`."""
PASSED_STEPS = {
    steps.MORE_MYSTERIES: "no further mystery card is drawn",
    steps.MOVE_TOKEN: "the token stays on its tile",
    steps.GATHER_BONUS: "this action gathers nothing more",
    steps.KEEP_YIELD: "it goes to the stores",
    steps.EXTRA_ACTION: "the action is given up",
    steps.PLACE_PAWNS: "the pawn does nothing this round",
    steps.REVEAL: "all plans become known",
}
"""What passing means where the step that asks has its own words."""
TOKEN_RULES = {
    "reroll": "Reroll token",
    "adventure": "Adventure token",
    "minus_pawn": "−1 pawn token",
    "danger": "Danger token",
    "shortcut": "Shortcut token",
}
"""Tokens that the glossary explains under another name."""
TOKEN_WORDS = {
    "plus_wood": "what it lies on costs 1 wood more",
    "plus_food": "the camp's tile gives 1 food more, or the night takes 1 more",
    "rain": "1 rain cloud more",
    "snow": "1 snow cloud more",
    "storm": "a storm: the palisade loses 1",
    "hungry_animals": "the hungry animals die is thrown",
    "marker": "it covers a source, a terrain or a totem",
}
ANSWER_WORDS = {
    "Do nothing": "the card does nothing more",
    "Draw a mystery card": "a treasure, a trap or a creature; {deck} cards are left",
    "Keep one for it": "it counts for the scenario, not for the stores",
    "Assign it to this gathering": "the item is used up for this round",
}
"""What answers mean that are no effect by themselves."""
MEASURED = re.compile(r"wound|heal|determination|special wound")


def meaning(sight: Sight, action: int) -> str:
    """What an answer means: about whom or what it is, or what comes of passing."""
    if action == ac.PASS_ACTION:
        return _passed(sight)
    if ac.CHOOSE <= action < ac.PLAN_THREAT:
        return _answer(sight, action - ac.CHOOSE)
    for first, words in MEANINGS:
        if action >= first:
            return words(sight, action - first)
    return ""


def _passed(sight: Sight) -> str:
    s = sight.s
    if (step := int(s.question_step)) in PASSED_STEPS:
        return PASSED_STEPS[step]
    if s.decision == c.WINDOW:
        return PASSED_WINDOWS[c.WINDOWS[int(s.window)]]
    if s.decision == c.PLAN:
        return f"{many(int(s.free_pawns[s.question_person]), 'pawn')} left, which this player does not use"
    if s.decision == c.SUPPORT:
        missing = int(s.question_left) > 0
        return "its pawns give way" if missing else "the action has the pawns that it needs"
    if s.decision == c.REROLL:
        return "they count as thrown"
    if s.decision == c.CHOOSE_SPACE:
        return about_space(sight, int(s.camp))
    return "nothing is paid" if s.decision == c.FEED else "nothing changes"


def _answer(sight: Sight, i: int) -> str:
    """What an answer A, B, ... takes or meets: what there is now of all that it names."""
    s = sight.s
    if s.decision == c.PAYMENT:
        return _payment(sight, i)
    words = answers(sight)[i]
    if words in ANSWER_WORDS:
        return ANSWER_WORDS[words].format(deck=int(s.mysteries_left))
    lower = words.lower()
    present = [f"{n} {plain(name)}" for name, n in stores(s.available) if plain(name) in lower]
    levels = {"roof": s.roof, "palisade": s.palisade, "weapon": s.weapon, "morale": s.morale}
    present += [f"{name} {int(level)}" for name, level in levels.items() if name in lower]
    if MEASURED.search(lower):
        first = "first player" in lower
        person = int(s.first_player) if first else int(s.question_person)
        person = person if 0 <= person < c.PEOPLE else int(s.acting)
        present.append(about_person(sight, person))
    if present:
        return f"now: {'; '.join(present)}"
    return "it comes back as an event" if "event deck" in lower else "and none of the other answers"


def _payment(sight: Sight, way: int) -> str:
    """What is left of what is paid; of a threat, what its action prevents."""
    s, t = sight.s, sight.t
    plan = int(s.question_detail)
    kind, target = int(s.plan_kind[plan]), int(s.plan_target[plan])
    if kind == c.THREAT and not is_special(target):
        unanswered = [line for line in sight.threat_lines(int(s.threat[target])) if line.startswith("else ")]
        return f"prevents: {unanswered[0].removeprefix('else ')}" if unanswered else "the threat goes away"
    paid = [int(cost(s, t, kind, target, way, i)) for i in range(3)]
    left = [f"{int(s.available[i]) - n} {PAID[i]} left" for i, n in enumerate(paid) if n]
    return ", ".join(left) or "it costs nothing"


def _shown(sight: Sight, place: int) -> str:
    """A thing laid out: what the token does, for what the terrain of the tile is needed."""
    thing = int(sight.s.shown[place])
    if sight.s.question_step == steps.COVER_MORALE_MARK:
        return f"the wound in place {thing} no longer lowers morale"
    if thing == c.NONE:
        return "nobody knows what it is"
    if sight.s.question_step == steps.PICK_DISCOVERY:
        return about_entry(sight.discovery(thing))
    terrain = c.TERRAINS[sight.t.tile_terrain[thing]]
    needing = [sight.item_name(item) for item in sight.inventions() if terrain in sight.needs(item)]
    return f"the terrain that {', '.join(needing)} need" if needing else f"no invention needs {terrain}"


def _source(sight: Sight, source: int) -> str:
    food = int(source_food(source))
    gains = int(yield_of(sight.s, sight.t, int(source_space(source)), food))
    return f"gathering here brings {gains} {'food' if food else 'wood'}"


def _lay(sight: Sight, place: int) -> str:
    return f"now: {sight.counter_words(int(sight.s.question_detail))}"


def _place(sight: Sight, place: int) -> str:
    """What lies on a place from which a token may be taken."""
    s, kinds = sight.s, len(c.ACTION_KINDS)
    bits = [*map(int, s.field_tokens[:kinds]), int(s.weather_tokens), int(s.night_tokens)]
    bits += list(map(int, s.cost_tokens[: len(c.STRUCTURES)]))
    there = bits[place] if place < len(bits) else int(s.space_tokens[place - len(bits)])
    return ", ".join(map(token_word, sight.tokens(there))) or "a token"


def _token(sight: Sight, token: int) -> str:
    name = c.TOKENS[token]
    return RULES[TOKEN_RULES[name]] if name in TOKEN_RULES else TOKEN_WORDS[name]


def _person(sight: Sight, place: int) -> str:
    return about_person(sight, int(seat_of_place(sight.s, place))).partition(": ")[2]


def _item(sight: Sight, item: int) -> str:
    return about_item(sight, item).partition(", ")[2]


Meaning = Callable[[Sight, int], str]
MEANINGS: tuple[tuple[int, Meaning], ...] = (
    (ac.SAY_SYMBOL, lambda sight, i: "all players hear it; it costs nothing"),
    (ac.USE, lambda sight, i: ""),
    (ac.TOKEN, _token),
    (ac.PLACE, _place),
    (ac.LAY, _lay),
    (ac.SHOWN_THING, _shown),
    (ac.PERSON, _person),
    (ac.ITEM, _item),
    (ac.SOURCE, _source),
    (ac.SPACE, lambda sight, i: about_space(sight, i).partition(" ")[2].partition(" ")[2]),
)
"""The later blocks of actions, the last one first: their first action, and what an action of each means."""
