"""What things on the table of Robinson Crusoe are, in a few words: for pointers and for `explain`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view.effects import said
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.phrases import about_mark, token_word
from crusoe_env.robinson.view.text import space_words
from crusoe_env.robinson.view.words import PAWN_FOR, STANDING, Sight
from crusoe_env.show.description import Card, plain_name, titled

PROGRAMS = {
    "effect": "",
    "built": "when built",
    "lost": "when lost",
    "explored": "exploring",
    "rest": "instead of the usual rest",
    "event": "from the event deck",
}
"""What the clauses of a field are about, in an entry of the data files."""


WHEN = {
    "any": "at any time",
    "not_on_card": "at any time, but not on a card",
    "not_while_acting": "at any time, but not while actions are resolved",
    "own_action": "in an action of one's own",
    "weapon": "where the weapon level counts",
    "fight": "in a fight",
    "trap": "at a trap",
    "creature": "at a creature",
    "whole_draw": "before mysteries are drawn",
    "tile_found": "when a tile is found",
    "exploring": "in an explore action",
    "explore_action": "as an explore action",
    "arrange_camp": "when arranging the camp",
    "weather": "in the weather phase",
    "night": "in the night phase",
}
"""When a thing is used, where the word of the card language does not say it to people."""
RULES = {
    "Window": "a moment at which skills, items, tokens and treasures may be used before play goes on",
    "Card in question": "the card that takes effect next; `explain` and its name say what it does",
    "Event phase": "a card of the event deck takes effect and becomes a threat; the one pushed out acts",
    "Morale phase": "the First Player gains or loses determination, as the level of morale says",
    "Production phase": "the camp's tile gives a resource for each source",
    "Planning phase": "pawns are put on actions; with one fewer than makes it sure the dice decide",
    "Action phase": "threats, hunts, building, gathering, exploring, arranging camp, resting, in this order",
    "Weather phase": "each snow cloud costs 1 wood; each cloud more than your roof level costs 1 food and 1"
    " wood; what you cannot pay wounds everybody; then come hungry animals and the storm",
    "Night phase": "each player eats one food or takes two wounds, without a shelter one more; the camp may"
    " move; food that is not stored rots",
    "Determination": "what skills cost; a failed throw brings two, arranging the camp too",
    "Unfulfilled demand": "a wound for each unit missing: for who acts in the action phase, else for each",
    "Threat": "a card in the threat row; pawns can answer it, else it strikes when new ones push it out",
    "Wreckage": "the first threat, which brings food to those who answer it",
    "Pawns": "each player has two; Friday, the Dog, cards and items lend more to support an action",
    "Sure action": "an action with one pawn more than it needs: no dice are thrown",
    "Dice": "for an action with just enough pawns: a die for wounds, one for success, one for adventures",
    "Adventure": "a card that the adventure die or a token brings; it may come back as an event",
    "Mystery": "a card with a treasure, a trap or a creature, found by adventures, tokens and totems",
    "Discovery token": "found with a new tile; most can be used from the next phase on",
    "Source": "wood, birds or fish on a tile; a black marker shows that it is used up",
    "Used up": "a source, a terrain or a totem under a black marker gives nothing and does not count",
    "Totem": "a picture on some tiles; what exploring it does is said by the scenario",
    "Book symbol": "on event cards: what the scenario does then",
    "Natural shelter": "a tile with a shelter: with the camp there the players sleep safely",
    "Weapon level": "in a fight each level that is missing to the strength is a wound",
    "Roof level": "each level keeps off one cloud in the weather phase",
    "Palisade level": "what storms, beasts and cards break first",
    "Special wound": "a wound token on a part of the body; its card comes from the event deck and acts on it",
    "Reroll token": "on a field: a success of the next action there is thrown once more",
    "Adventure token": "on a field: the next action there brings an adventure in any case",
    "−1 pawn token": "on a field or a tile: an action there needs one pawn more",
    "Danger token": "on a field or a tile: without weapon level 1 an action there costs a wound",
    "Shortcut token": "a tile that gives the camp one resource in the production phase",
    "First Player": "morale and fights of the event phase are his; the token goes on each night",
}
"""Words of the rules that stand on the table, in short; docs/robinson.md has the rules."""


# ------------------------------------------------------------------------------------------ entries
def about_entry(entry: Mapping[str, Any]) -> str:
    """What an entry of the data files does: its programs, when and how often it is used, its pawn."""
    words = []
    for field, heading in PROGRAMS.items():
        if entry.get(field):
            heading = f"as {entry['event_name']}" if field == "event" and "event_name" in entry else heading
            words.append(f"{heading}: {said(entry[field])}" if heading else said(entry[field]))
    if entry.get("use"):
        often = f", {entry['uses']} times" if entry.get("uses", 1) > 1 else ""
        often += f", once each {entry['limit']}" if entry.get("limit") else ""
        when = str(entry.get("when", "any"))
        words.append(f"used {WHEN.get(when, plain(when))}{often}: {said(entry['use'])}")
    if entry.get("pawn"):
        words.append(PAWN_FOR.format(" or ".join(map(plain, entry["pawn"]))))
    words += [pattern.format(entry[field]) for field, pattern in STANDING.items() if entry.get(field)]
    return "; ".join(words) or "nothing by itself"


def about_skill(sight: Sight, skill: Mapping[str, Any]) -> str:
    """A skill: whose it is, what it costs, what it does."""
    words = f"{plain(skill['character'])}'s skill, {skill['cost']} determination"
    return f"{titled(words)}; {about_entry(skill)}"


def about_item(sight: Sight, item: int) -> str:
    """An invention: where it is, what it needs and does."""
    state = "an item" if sight.s.invention_state[item] == c.BUILT else "an invention"
    needs = ", ".join(sight.needs(item)) or "nothing"
    effect = sight.item_effect(item) or "needed for other inventions"
    return f"{sight.item_name(item)}, {state}; needs {needs}; {effect}"


def about_beast(entry: Mapping[str, Any]) -> str:
    """What a fight with a beast takes and gives."""
    extra = f"; {said(entry['extra'])}" if entry.get("extra") else ""
    gains = f"{entry['food']} food, {entry['fur']} fur"
    return f"a beast: strength {entry['strength']}, weapon −{entry['weapon_loss']}, {gains}{extra}"


# ---------------------------------------------------------------------------------- places and people
def about_space(sight: Sight, space: int) -> str:
    """A space of the island; `*` in the text view stands for what is used up."""
    s = sight.s
    if s.tile[space] == c.NONE and not s.face_down[space]:
        return f"space {space}: unexplored"
    return f"space {space_words(sight, space)}".replace("*", " (used up)")


def about_field(sight: Sight, kind: int) -> str:
    """The field of a kind of action."""
    words = [sight.target_words(kind, int(sight.s.plan_target[plan])) for plan in sight.plans(kind)]
    words += [f"{token_word(token)} token" for token in sight.field_tokens(kind)]
    words += sight.special_actions(kind, needs=True)
    return f"{plain(c.PLANNED_KIND_NAMES[kind])}: {', '.join(words) or 'nobody yet'}"


def about_plan(sight: Sight, plan: int) -> str:
    """A planned action: what, by whom, how sure."""
    s = sight.s
    words = sight.action_words(int(s.plan_kind[plan]), int(s.plan_target[plan]))
    states = {"dice": "the dice decide", "sure": "enough pawns", "now": "now", "done": "done"}
    person = sight.person_name(int(s.plan_person[plan]))
    more = "".join(f", with the {item}" for item in sight.items_assigned(plan))
    return f"{words} ({person}, {int(s.plan_pawns[plan])} pawns{more}): {states[sight.plan_state(plan)]}"


def about_structure(sight: Sight, which: int) -> str:
    """Shelter, roof, palisade or weapon: what the next level costs."""
    return f"{c.STRUCTURES[which]}: the next level costs {sight.structure_cost(which) or 'nothing'}"


def about_person(sight: Sight, person: int) -> str:
    """Wounds, determination and states of a person."""
    s = sight.s
    words = [
        f"{s.wounds[person]} of {sight.hearts(person)} wounds",
        f"{s.determination[person]} determination",
    ]
    words += [f"wound on {words}" for words in sight.special_wounds(person)] + sight.states(person)
    return f"{sight.person_name(person)}: {', '.join(words)}"


def about_thing(sight: Sight, name: str) -> str:
    """A starting item, token or treasure of the group, by its name."""
    for table in ("starting_item", "scenario_discovery", "discovery", "mystery"):
        for entry in sight.facts.get(table, []):
            if entry.get("name") == name:
                return f"{name}: {about_entry(entry)}"
    return name


def introduction(s: Any, t: Any, facts: dict[str, Any]) -> list[str]:
    """What the scenario asks, in lines."""
    sight = Sight(s, t, facts, frozenset())
    names = ", ".join(sight.person_name(person) for person in sight.people())
    return [
        f"{sight.scenario_name}: {int(t.rounds)} rounds for {names}.",
        f"To win: {sight.goal_words}.",
        "Nobody of the players may die.",
        *special_rules(sight),
    ]


HOOKS = {
    "book": "Book symbol on an event card",
    "round_start": "At the start of each round",
    "production": "In the production phase",
    "before_actions": "Before the actions",
    "night": "Each night",
    "round_end": "At the end of each round",
}
"""When the scenario does something, by the field of its data; what an option adds is left out."""


def special_rules(sight: Sight) -> Iterator[str]:
    """The rules that the scenario adds, a line each, from its data."""
    facts = sight.facts
    for entry in facts.get("mark", []):
        if words := about_mark(entry):
            yield f"{titled(str(entry['name']))}: {words}."
    for hook, when in HOOKS.items():
        if program := [row for row in facts.get("on", {}).get(hook, []) if "option." not in str(row)]:
            yield f"{when}: {said(program)}."
    for entry in facts.get("loss", []):
        yield f"Lost, too: {entry['name']}."
    if actions := [str(entry["name"]) for entry in facts["special_action"]]:
        yield f"Actions of its own: {', '.join(actions)}; `explain` says what each does."


# ----------------------------------------------------------------------------------------- glossary
def glossary(s: Any, t: Any, facts: dict[str, Any]) -> dict[str, str]:
    """What every card, skill, item, token and beast of the task is, by name; nothing of it is hidden."""
    sight = Sight(s, t, facts, frozenset())
    found: dict[str, str] = {}
    for name, words in _explained(sight):
        known = found.get(name)
        found[name] = words if known in (None, words) else f"{known} / {words}"
    return found


def _explained(sight: Sight) -> Iterator[tuple[str, str]]:
    facts = sight.facts
    yield from RULES.items()
    for entry in facts["character"]:
        his = [skill for skill in facts["skill"] if skill["character"] == entry["id"]]
        skills = [f"{skill['name']} ({skill['cost']})" for skill in his]
        words = f"a character: dies of {entry['hearts'] + 1} wounds; skills and their determination"
        yield str(entry["name"]), f"{words}: {', '.join(skills)}"
    for skill in facts["skill"]:
        yield str(skill["name"]), about_skill(sight, skill)
    for item in range(len(facts["invention"]) + len(facts["scenario_invention"])):
        yield sight.item_name(item), about_item(sight, item).partition(", ")[2]
    for table, what in (("starting_item", "a starting item"), ("scenario_discovery", "a token")):
        for entry in facts[table]:
            yield str(entry["name"]), f"{what}; {about_entry(entry)}"
    for entry in facts["discovery"]:
        yield str(entry["name"]), f"a token; {about_entry(entry)}"
    for entry in facts["beast"]:
        yield str(entry["name"]), about_beast(entry)
    yield from _cards(sight)
    for entry in facts["special_action"]:
        words = f"an action of the scenario ({plain(entry.get('kind', 'special'))}); {about_entry(entry)}"
        yield str(entry["name"]), words
    for entry in facts.get("mark", []):
        yield titled(str(entry["name"])), f"a mark of the scenario; {about_mark(entry) or 'it is counted'}"
    for which, name in enumerate(c.STRUCTURES):
        yield plain(name), about_structure(sight, which)


UNANSWERED = "Unanswered:"


def about_card(sight: Sight, card: int, *, event: bool = False) -> list[str]:
    """What a card does, a line for each part.

    Args:
        sight: the state.
        card: its number.
        event: it takes effect in the event phase: an adventure then does what stands on its lower half.
    """
    t = sight.t
    later = sight.program(int(t.event_program[card]), event=True)
    if card >= box.FIRST_MYSTERY:
        entry = sight.facts["mystery"][card - box.FIRST_MYSTERY]
        lines = [f"{entry['type']}: {later}" if event else f"{entry['type']}: {about_entry(entry)}"]
    elif card >= box.FIRST_ADVENTURE[0]:
        now = sight.program(int(t.resolve_program[card])) or "nothing happens"
        name = sight.card_name(card, event=True)
        lines = [later] if event else [now, *([f"later, as the event {name}: {later}"] if later else [])]
    else:
        lines = [later] if later else []
    if card < box.FIRST_ADVENTURE[0] or event:
        threat = [f"threat: {line}" for line in sight.threat_lines(card)]
        lines += [titled(line).replace("Threat: else ", f"{UNANSWERED} ") for line in threat]
    return [titled(line) for line in lines if line]


def card_in_question(sight: Sight) -> Card | None:
    """The card, or the beast, that the present question is about."""
    s = sight.s
    card, event = int(s.question_card), bool(s.rounds > 1 and s.phase == c.EVENT_PHASE)
    if s.over == 1:
        return None
    if s.decision == c.PAYMENT and s.plan_kind[s.question_detail] == c.THREAT:
        card, event = int(s.threat[s.plan_target[s.question_detail]]), True
    if not 0 <= card < box.CARDS:
        return None
    return Card(sight.card_name(card, event=event), about_card(sight, card, event=event))


def _cards(sight: Sight) -> Iterator[tuple[str, str]]:
    """Wreckage, events, adventures, mysteries; an adventure also under its name as an event."""
    facts, t = sight.facts, sight.t
    for card in range(len(facts["wreckage"])):
        yield sight.card_name(card), f"wreckage; threat: {'; '.join(sight.threat_lines(card))}"
    for i, entry in enumerate(facts["event"]):
        threat = "; ".join(sight.threat_lines(box.FIRST_EVENT + i))
        effect = sight.program(int(t.event_program[box.FIRST_EVENT + i]), event=True)
        yield str(entry["name"]), f"an event: {effect or 'nothing'}; threat: {threat or 'none'}"
    for table, first in zip(box.DECK_TABLES, box.FIRST_ADVENTURE, strict=True):
        for i, entry in enumerate(facts[table]):
            words = f"{plain_name(table).replace('adventure', '')}adventure: "
            words += sight.program(int(t.resolve_program[first + i])) or "nothing"
            later = sight.program(int(t.event_program[first + i]), event=True)
            yield str(entry["name"]), words
            if later:
                yield str(entry.get("event_name", entry["name"])), f"as an event: {later}"
    for entry in facts["mystery"]:
        yield str(entry["name"]), f"{entry['type']} of the mystery cards; {about_entry(entry)}"


def about_skill_of(sight: Sight, person: int, place: int) -> str:
    """A player's skill, by its place on the sheet."""
    skill = sight.skill(person, place)
    return f"{skill['name']}. {about_skill(sight, skill)}"
