"""What is to be decided now in Robinson Crusoe, by whom, and what the answers mean."""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter

from crusoe_env.robinson.actions import (
    CHOOSE,
    LAYOUT,
    PERSON,
    PLAN_SPECIAL,
    RESOLVE,
    SHOWN_THING,
    seat_of_place,
)
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.card_language.operations import OPERATIONS
from crusoe_env.robinson.components import CARDS
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.phases.planning import CALLED
from crusoe_env.robinson.rules.world.requirements import cost, option_count
from crusoe_env.robinson.scenarios.counters import missing_in_stage
from crusoe_env.robinson.state import (
    ACTION_KINDS,
    BRANCH,
    CHOOSE_PERSON,
    CHOOSE_SHOWN,
    EVENT_PHASE,
    FEED,
    FIRST_SPECIAL,
    IN_FIGHT,
    NONE,
    ON_CARD,
    ORDER,
    PAYMENT,
    PLAN,
    PLANNED_KIND_NAMES,
    SPECIAL,
    SPECIAL_PLACES,
    SUPPORT,
    TERRAINS,
    THREAT,
    WINDOW,
    WINDOWS,
)
from crusoe_env.robinson.view.effects import branches
from crusoe_env.robinson.view.names import plain, titled
from crusoe_env.robinson.view.words import Sight, cost_words

Words = tuple[str, str]
"""A title and a sentence."""
USUAL = {CHOOSE_PERSON: Question(CHOOSE_PERSON, "People", "Who?")}
"""The words of questions whose operation or step has none of its own, by decision."""
GAPS: dict[str, Callable[[Sight], str]] = {
    "person": lambda sight: sight.person_name(int(sight.s.question_person)),
    "item": lambda sight: sight.item_name(int(sight.s.question_detail)),
    "counter": lambda sight: titled(str(sight.entry("counter", int(sight.s.question_detail))["name"])),
    "mark": lambda sight: titled(str(sight.entry("mark", _argument(sight))["name"])),
    "token": lambda sight: plain(sight.tokens(int(sight.s.question_detail))[0]),
}
"""What fills the gaps in the words of a question."""


def _argument(sight: Sight) -> int:
    """The argument, in the column `what`, of the row of a program that asks."""
    return int(sight.t.rows[sight.s.question_row, col.WHAT])


def decider(sight: Sight) -> str:
    """The name of who decides; a pawn of Friday is placed in the name of a player."""
    s = sight.s
    planning = s.decision in (PLAN, PAYMENT, SUPPORT)
    return sight.person_name(int(s.question_person if planning else s.acting))


def decision(sight: Sight) -> Words:
    """What is to be decided, or the end of the game: a title and a sentence."""
    s = sight.s
    if s.over == 1:
        parts = ", ".join(f"{name} {points}" for name, points in sight.point_parts())
        return "Game over", f"{sight.result()}. Points: {parts}."
    if s.decision == WINDOW:
        return _window(sight)
    if s.decision == PLAN:
        return _planning(sight)
    if s.decision == PAYMENT:
        return "Payment", f"How is this action taken: {_plan(sight, int(s.question_detail))}?"
    if s.decision == SUPPORT:
        return _support(sight)
    if s.decision == ORDER:
        kind = PLANNED_KIND_NAMES[s.question_detail]
        return "Resolving actions", f"Which {kind} action comes next?"
    if s.decision == FEED:
        return _feeding(sight, int(s.question_detail))
    return _asked(sight)


def _feeding(sight: Sight, counter: int) -> Words:
    """What may be laid onto a counter of the scenario."""
    entry = sight.facts["counter"][counter]
    missing = missing_in_stage(sight.s, sight.t, counter)
    limit = entry.get("stages_each_round")
    rest = f"; {limit} stage{'s' * (limit > 1)} a round" if limit else ""
    what = "This stage" if entry.get("stages") else "It"
    return str(
        entry["name"]
    ).capitalize(), f"Lay {plain(entry['fed_with'])}? {what} takes {missing} more{rest}."


def _window(sight: Sight) -> Words:
    s = sight.s
    window, card = int(s.window), int(s.question_card)
    sentence = "Use a skill, an item or a token, or pass."
    if window == ON_CARD and 0 <= card < CARDS:
        return f"Before {sight.card_name(card, event=_is_event_phase(sight))}", sentence
    if window == IN_FIGHT:
        return (
            f"Fight, strength {s.fight_strength}",
            f"The weapon level is {s.weapon + s.weapon_bonus}. {sentence}",
        )
    return f"Window: {WINDOWS[window]}", sentence


def _is_event_phase(sight: Sight) -> bool:
    return bool(sight.s.rounds > 1 and sight.s.phase == EVENT_PHASE)


def _planning(sight: Sight) -> Words:
    s = sight.s
    if s.question_step == steps.EXTRA_ACTION:
        return "One more action", f"{plain(ACTION_KINDS[s.question_detail]).capitalize()} what?"
    free = int(s.free_pawns[s.question_person])
    must = sight.t.all_pawns_assigned == 1 and s.last_call == CALLED
    rest = "; it must be placed" if must else ", or pass and place no more"
    return "Planning", f"Place a pawn ({free} free){rest}."


def _support(sight: Sight) -> Words:
    s = sight.s
    words, missing = _plan(sight, int(s.question_detail)), int(s.question_left)
    if missing > 0:
        return "Supporting pawns", f"{titled(words)} needs {missing} more."
    return "Supporting pawns", f"{titled(words)}: one more makes it sure; or pass and roll the dice."


def _plan(sight: Sight, plan: int) -> str:
    return sight.action_words(int(sight.s.plan_kind[plan]), int(sight.s.plan_target[plan]))


def _question(sight: Sight) -> Question:
    """What the row of a program asks, else the step of play; else the usual words for such a decision."""
    s = sight.s
    operation = OPERATIONS[int(sight.t.rows[s.question_row, col.OP])]
    for question in (*operation.asks, *steps.STEPS[s.question_step].asks):
        if question.decision == s.decision and question.title:
            return question
    return USUAL.get(int(s.decision), Question(int(s.decision), "Choose", "Which of these?"))


def _asked(sight: Sight) -> Words:
    """Choices that a card or a step of play asks for."""
    s, question = sight.s, _question(sight)
    title, sentence = (_filled(sight, words) for words in (question.title, question.sentence))
    if 0 <= s.question_card < CARDS:
        title = sight.card_name(int(s.question_card), event=_is_event_phase(sight))
    if s.question_left > 1:
        sentence += f" {s.question_left} to go."
    return title, sentence


def _filled(sight: Sight, words: str) -> str:
    """Words with their gaps filled."""
    names = [name for _, name, _, _ in Formatter().parse(words) if name]
    return words.format(**{name: GAPS[name](sight) for name in names})


def meanings(sight: Sight) -> dict[int, str]:
    """What legal actions mean whose names do not say it."""
    s = sight.s
    words: dict[int, str] = {}
    if s.over == 1:
        return words
    if s.decision == BRANCH:
        row = int(s.question_row)
        listed = branches(sight.t, row, sight.scenario_words) or _question(sight).answers
        words = {CHOOSE + i: branch for i, branch in enumerate(listed)}
    elif s.decision == PAYMENT:
        words = {CHOOSE + i: way for i, way in enumerate(_ways(sight, int(s.question_detail)))}
    elif s.decision == ORDER:
        words = {RESOLVE + i: _resolved(sight, i) for i in range(int(s.plans))}
    elif s.decision == CHOOSE_PERSON:
        words = {PERSON + i: sight.person_name(int(seat_of_place(s, i))) for i in range(5)}
    elif s.decision == CHOOSE_SHOWN:
        words = {SHOWN_THING + i: _shown(sight, int(thing)) for i, thing in enumerate(s.shown)}
    elif s.decision == PLAN:
        for i in range(int(sight.t.specials) * SPECIAL_PLACES):
            words[PLAN_SPECIAL + i] = sight.action_words(SPECIAL, FIRST_SPECIAL + i)
    for i in range(LAYOUT.n - LAYOUT.start["use"]):
        action = LAYOUT.start["use"] + i
        if action in sight.legal:
            words[action] = sight.use_name(i, int(s.acting))
    return {action: meaning for action, meaning in words.items() if action in sight.legal}


def _resolved(sight: Sight, plan: int) -> str:
    person = sight.person_name(int(sight.s.plan_person[plan]))
    return f"{_plan(sight, plan)} ({person})"


def _ways(sight: Sight, plan: int) -> list[str]:
    """The ways to take a planned action: what is paid, or which reward."""
    s, t = sight.s, sight.t
    kind, target = int(s.plan_kind[plan]), int(s.plan_target[plan])
    if kind == THREAT:
        return sight.threat_lines(int(s.threat[target]))
    ways = range(int(option_count(s, t, kind, target)))
    return [cost_words([cost(s, t, kind, target, way, i) for i in range(3)]) for way in ways]


def _shown(sight: Sight, thing: int) -> str:
    """One of the things laid out."""
    if thing == NONE:
        return ""
    if sight.s.question_step == steps.COVER_MORALE_MARK:
        return f"the mark at wound {thing}"
    if sight.s.question_step == steps.PICK_DISCOVERY:
        return sight.token_name(thing)
    return TERRAINS[sight.t.tile_terrain[thing]]
