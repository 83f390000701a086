"""Robinson Crusoe in words: what is asked of whom, what lies on the table, what has happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view.about import card_in_question
from crusoe_env.robinson.view.decisions import decider, decision
from crusoe_env.robinson.view.labels import labels
from crusoe_env.robinson.view.log import log_lines
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.odds import costs
from crusoe_env.robinson.view.phrases import token_word
from crusoe_env.robinson.view.text import space_words
from crusoe_env.robinson.view.words import Sight, sight_of, stores
from crusoe_env.show.description import Description

FACES = {
    "wound": ("no wound", "wound"),
    "success": ("failure", "success"),
    "adventure": ("no adventure", "adventure"),
}
"""The action dice by name, each with what its two kinds of faces mean."""


SAYS_ALL = (c.NO_DECISION, c.WINDOW, c.PLAN, c.ORDER, c.REROLL, c.FEED, c.SAY)
"""Decisions whose moves read well without the question."""


def describe(s: Any, t: Any, facts: dict[str, Any]) -> Description:
    """The state in words."""
    sight = sight_of(s, t, facts)
    title, sentence = decision(sight)
    logged = [] if s.phase == c.PLANNING else list(map(plain, c.PLANNED_KIND_NAMES))
    return Description(
        title,
        sentence,
        int(s.rounds),
        "end" if s.over else c.PHASES[s.phase],
        who="" if s.over else decider(sight),
        seat=int(s.acting),
        card=card_in_question(sight),
        dice=_dice(sight),
        labels=labels(sight),
        costs=costs(sight),
        facts=dict(_facts(sight)),
        log=log_lines(sight),
        logged=logged,
        quiet=["round", "phase", *logged],
        names_only=s.decision not in SAYS_ALL,
    )


def _dice(sight: Sight) -> dict[str, str]:
    """The action dice of the last throw, while actions are resolved."""
    if sight.s.phase != c.RESOLUTION:
        return {}
    faces = ((name, int(die)) for name, die in zip(FACES, sight.s.dice, strict=True))
    return {name: FACES[name][die] for name, die in faces if die != c.NONE}


def _facts(sight: Sight) -> Iterator[tuple[str, str]]:
    s = sight.s
    yield "round", f"{s.rounds} of {sight.t.rounds}"
    yield "phase", c.PHASES[s.phase]
    for i, (name, *_) in enumerate(sight.counters()):
        yield name, sight.counter_words(i)
    yield from _camp(sight)
    for place, side in enumerate(("left", "right")):
        card = int(s.threat[place])
        yield f"threat, {side}", sight.card_name(card) if card != c.NONE else ""
    for space in sight.spaces():
        if s.tile[space] != c.NONE or s.face_down[space]:
            yield f"space {space}", space_words(sight, space).partition(" ")[2]
    for kind, name in enumerate(c.PLANNED_KIND_NAMES):
        yield plain(name), ", ".join(_plans(sight, kind))
        tokens = ", ".join(f"{token_word(token)} token" for token in sight.field_tokens(kind))
        yield f"on the {plain(name)} field", tokens
    yield from _people(sight)
    yield from _things(sight)


def _camp(sight: Sight) -> Iterator[tuple[str, str]]:
    """Morale, the levels of the camp, the stores, tokens of weather and night."""
    s = sight.s
    yield "morale", f"{s.morale:+d}" if s.morale else "0"
    for which, value in enumerate((int(s.shelter), int(s.roof), int(s.palisade), int(s.weapon))):
        tokens = "".join(
            f", {token_word(token)} on its cost" for token in sight.tokens(int(s.cost_tokens[which]))
        )
        yield c.STRUCTURES[which], (str(value) if which else "yes" if value else "no") + tokens
    future = dict(stores(s.future))
    for name, count in stores(s.available):
        yield plain(name), str(count) + (f", {future[name]} to come" if future[name] else "")
    if s.weather_rolled:
        yield "weather", f"{s.rain} rain, {s.snow} snow"
    yield "weather tokens", ", ".join(map(token_word, sight.tokens(int(s.weather_tokens))))
    yield "night tokens", ", ".join(map(token_word, sight.tokens(int(s.night_tokens))))


def _plans(sight: Sight, kind: int) -> Iterator[str]:
    """The planned actions of a kind, with how many pawns stand there."""
    for plan in sight.plans(kind):
        words = sight.target_words(kind, int(sight.s.plan_target[plan]))
        pawns = int(sight.s.plan_pawns[plan])
        more = "".join(f" + {item}" for item in sight.items_assigned(plan))
        yield f"{words}{more} ({pawns} pawn{'' if pawns == 1 else 's'}, {sight.plan_state(plan)})"


def _people(sight: Sight) -> Iterator[tuple[str, str]]:
    s = sight.s
    for person in sight.people():
        name = sight.person_name(person)
        yield f"{name}, wounds", f"{s.wounds[person]} of {sight.hearts(person)}"
        yield f"{name}, determination", str(s.determination[person])
        special = [f"wound on {words}" for words in sight.special_wounds(person)]
        yield f"{name}, state", ", ".join(special + sight.states(person))
        if person < c.FRIDAY and s.first_player == person:
            yield "First Player", name


def _things(sight: Sight) -> Iterator[tuple[str, str]]:
    s, shown = sight.s, sight.inventions()
    items = [sight.item_name(item) for item in shown if s.invention_state[item] == c.BUILT]
    items += [f"{sight.item_name(item)} (next)" for item in shown if s.invention_state[item] == c.FUTURE_ITEM]
    yield "items", ", ".join(items)
    on_board = [item for item in shown if s.invention_state[item] not in (c.BUILT, c.FUTURE_ITEM)]
    yield "inventions on the board", ", ".join(map(sight.item_name, on_board))
    for name, words in sight.possessions():
        yield f"{name}", words or "here"
    yield "waiting", "; ".join(sight.waiting())
