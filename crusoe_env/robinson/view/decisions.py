"""What is to be decided now in Robinson Crusoe, and by whom."""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import PASS_ACTION, RESOLVE
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.components import CARDS
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import kind_of, target_of
from crusoe_env.robinson.rules.phases.planning import CALLED
from crusoe_env.robinson.rules.phases.settling import placed_next
from crusoe_env.robinson.scenarios.counters import missing_in_stage
from crusoe_env.robinson.view.labels import plan_words, question
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.phrases import about_mark, token_word
from crusoe_env.robinson.view.words import Sight, sight_of
from crusoe_env.show.description import many, titled

Words = tuple[str, str]
"""A title and a sentence."""
GAPS: dict[str, Callable[[Sight], str]] = {
    "person": lambda sight: sight.person_name(int(sight.s.question_person)),
    "plan": lambda sight: settled_words(sight),
    "item": lambda sight: sight.item_name(int(sight.s.question_detail)),
    "counter": lambda sight: titled(str(sight.entry("counter", int(sight.s.question_detail))["name"])),
    "mark": lambda sight: titled(str(sight.entry("mark", _argument(sight))["name"])),
    "token": lambda sight: token_word(sight.tokens(int(sight.s.question_detail))[0]),
}
"""What fills the gaps in the words of a question."""

WINDOW_TITLES = {
    "before event": "Before the event card",
    "before morale": "Before the morale phase",
    "planning": "Planning",
    "trap": "A mystery card is drawn",
    "weather": "The weather phase",
    "night": "The night phase",
    "arrange camp": "Arranging the camp",
    "explored": "The end of an explore action",
    "resolution": "The dice are thrown",
    "card": "Before an effect",
    "before action": "Before an action",
    "after throw": "The dice are thrown",
    "before weather": "Before the weather phase",
    "before production": "Before the production phase",
    "before mysteries": "Before mystery cards are drawn",
}
"""When something may be used, by the names of `constants.WINDOWS`; those of fights and cards are longer."""


def _argument(sight: Sight) -> int:
    """The argument, in the column `what`, of the row of a program that asks."""
    return int(sight.t.rows[sight.s.question_row, col.WHAT])


def decider(sight: Sight) -> str:
    """The name of who decides; a pawn of Friday is placed in the name of a player."""
    s = sight.s
    planning = s.decision in (c.PLAN, c.PAYMENT, c.SUPPORT)
    return sight.person_name(int(s.question_person if planning else s.acting))


def decision(sight: Sight) -> Words:
    """What is to be decided, or the end of the game: a title and a sentence."""
    s = sight.s
    if s.over == 1:
        parts = ", ".join(f"{name} {points}" for name, points in sight.point_parts())
        return "Game over", f"{sight.result()}." + (f" Points: {parts}." if parts else "")
    if s.decision == c.WINDOW:
        return _window(sight)
    if s.decision == c.PLAN:
        return _planning(sight)
    if s.decision == c.PAYMENT:
        return plan_words(sight, int(s.question_detail)), "How is it taken?"
    if s.decision == c.SUPPORT:
        return _support(sight)
    if s.decision == c.ORDER:
        kind = plain(c.PLANNED_KIND_NAMES[s.question_detail])
        return "Resolving actions", f"Which {kind} action comes next?"
    if s.decision == c.FEED:
        return _feeding(sight, int(s.question_detail))
    return _asked(sight)


def equal_moves(s: Any, t: Any, facts: dict[str, Any]) -> list[int]:
    """Legal actions that all come to the same: the order of people who only rest; none elsewhere.

    Tokens on the field or on the camp's tile may hit the first of them, so that the order matters then.
    """
    if s.over or s.decision != c.ORDER or s.question_detail != c.REST:
        return []
    camp = int(s.camp)
    if s.field_tokens[c.REST] or s.space_tokens[camp] or s.new_space_tokens[camp]:
        return []
    return sight_of(s, t, facts).only_legal(range(RESOLVE, RESOLVE + c.PLANS))


def window_pass(s: Any, t: Any, facts: dict[str, Any]) -> int | None:
    """Return the action that passes the window at which a player is asked; None elsewhere."""
    return None if s.over or s.decision != c.WINDOW else PASS_ACTION


def _feeding(sight: Sight, counter: int) -> Words:
    """What may be laid onto a counter of the scenario."""
    entry = sight.facts["counter"][counter]
    missing = missing_in_stage(sight.s, sight.t, counter)
    limit = entry.get("stages_each_round")
    rest = f"; {many(limit, 'stage')} a round" if limit else ""
    what = "This stage" if entry.get("stages") else "It"
    return titled(str(entry["name"])), f"Lay {plain(entry['fed_with'])}? {what} takes {missing} more{rest}."


def _window(sight: Sight) -> Words:
    s = sight.s
    window, card = int(s.window), int(s.question_card)
    sentence = "Use something, or go on."
    if window == c.ON_CARD and 0 <= card < CARDS:
        return f"Before {sight.card_name(card, event=is_event_phase(sight))} takes effect", sentence
    if window == c.IN_FIGHT:
        level = f"The weapon level is {s.weapon + s.weapon_bonus}."
        return f"A fight against strength {s.fight_strength}", f"{level} {sentence}"
    if window == c.BEFORE_ACT and s.now != c.NONE:
        return f"Before an action: {plan_words(sight, int(s.now))}", sentence
    return WINDOW_TITLES[c.WINDOWS[window]], sentence


def is_event_phase(sight: Sight) -> bool:
    """Does a card come up from the event deck now, so that the later part of an adventure counts?"""
    return bool(sight.s.rounds > 1 and sight.s.phase == c.EVENT_PHASE)


def _planning(sight: Sight) -> Words:
    s = sight.s
    if s.question_step == steps.PLACE_PAWNS:
        return "Secret plans", f"Place a pawn unseen ({s.question_left} left), or keep it idle."
    if s.question_step == steps.EXTRA_ACTION:
        return "One more action", f"Which {plain(c.ACTION_KINDS[s.question_detail])} action?"
    free = int(s.free_pawns[s.question_person])
    must = sight.t.all_pawns_assigned == 1 and s.last_call == CALLED
    rest = "; it must be placed" if must else ", or place no more"
    return "Planning", f"Place a pawn ({free} free){rest}."


def settled_words(sight: Sight) -> str:
    """The action whose leader is chosen, as pawns that were placed unseen are settled."""
    placed = placed_next(sight.s)
    return "nothing" if placed == c.NONE else sight.action_words(kind_of(placed), target_of(placed))


def _support(sight: Sight) -> Words:
    s = sight.s
    words, missing = plan_words(sight, int(s.question_detail)), int(s.question_left)
    if missing > 0:
        without = " Without, its pawns give way." if s.question_may_pass else ""
        return words, f"It needs {many(missing, 'more pawn')}. Whose?{without}"
    return words, "One more pawn makes it sure. Without it the dice decide."


def _asked(sight: Sight) -> Words:
    """Choices that a card or a step of play asks for."""
    s, asked = sight.s, question(sight)
    title, sentence = (_filled(sight, words) for words in (asked.title, asked.sentence))
    if 0 <= s.question_card < CARDS:
        title = sight.card_name(int(s.question_card), event=is_event_phase(sight))
    if s.question_left > 1:
        sentence += f" {s.question_left} to go."
    if "{mark}" in asked.sentence and (rule := about_mark(sight.entry("mark", _argument(sight)))):
        sentence += f" {titled(rule)}."
    return title, sentence


def _filled(sight: Sight, words: str) -> str:
    """Words with their gaps filled."""
    names = [name for _, name, _, _ in Formatter().parse(words) if name]
    return words.format(**{name: GAPS[name](sight) for name in names})
