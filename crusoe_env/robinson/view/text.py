"""The table of Robinson Crusoe as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import LAYOUT, PERSON, SHOWN_THING
from crusoe_env.robinson.rules.effects.cover import waiting_markers
from crusoe_env.robinson.view.decisions import decider, decision
from crusoe_env.robinson.view.island_map import island_map
from crusoe_env.robinson.view.labels import labels
from crusoe_env.robinson.view.log import log_lines
from crusoe_env.robinson.view.names import DOG, plain
from crusoe_env.robinson.view.phrases import token_word
from crusoe_env.robinson.view.words import Sight, sight_of, stores
from crusoe_env.show.description import titled

OPAQUE = ("choose ", "plan special ", "resolve ", "shown ", "support: ", "use skill ", "use token symbol")
"""How the names of actions begin whose meaning stands beside the question."""
COUNTERS_IN_LINES = 3
"""So many counters of a scenario have a line each; more stand in one."""
WIDTH, INDENT, MOST_LINES, LEAST_LEGAL = 110, 10, 44, 2
HALF = (WIDTH - INDENT) // 2 - 1
WEATHER_DICE = ("rain", "winter", "animals")
DICE = (("no wound", "wound"), ("failure", "success"), ("no adventure", "adventure"))
TOGETHER = "\u0001"
"""Stands for a space at which no line is broken."""
_PLAIN = str.maketrans({"−": "-", "–": "-", "→": ">", "•": "-", "…": ".", TOGETHER: " "})


def write_text(sight: Sight) -> str:
    """Everything on the table in at most 44 lines of at most 110 characters, all ASCII.

    Where that is too little room, older lines of the log go first, then names of legal actions, then the
    skills of those who do not act; only a table fuller than play makes it is longer.
    """
    now = list(_now(sight))
    table = _table(sight, everything=True)
    if len(table) + len(now) + LEAST_LEGAL > MOST_LINES:
        table = _table(sight, everything=False)
    legal = _entry("Legal:", ", ".join(map(_together, sight.legal_names())), "  ") if sight.legal else []
    room = max(LEAST_LEGAL, MOST_LINES - len(table) - len(now))
    if len(legal) > room:
        legal = [*legal[: room - 1], "  and more"]
    log = _log(sight, MOST_LINES - len(table) - len(now) - len(legal))
    lines = [*table, *log, *now, *legal]
    return "\n".join(lines).translate(_PLAIN).encode("ascii", "replace").decode()


def island_text(s: Any, t: Any, facts: dict[str, Any]) -> str:
    """The island alone, drawn as a map; arguments as of `picture`."""
    return "\n".join(island_map(sight_of(s, t, facts))).translate(_PLAIN)


def _table(sight: Sight, *, everything: bool) -> list[str]:
    """What lies on the table."""
    return [
        *_head(sight),
        *_threats(sight),
        *_island(sight),
        *_fields(sight),
        *_sheet(sight),
        *_people(sight, everything=everything),
        *_things(sight),
    ]


def _together(words: str) -> str:
    """Words that stay in one line."""
    return words.replace(" ", TOGETHER)


def _entry(heading: str, words: str, indent: str = " " * INDENT) -> list[str]:
    """A heading and words beside it, wrapped."""
    follows = len(indent) < INDENT or len(heading) >= INDENT
    start = f"{heading} " if follows else f"{heading:{INDENT}}"
    return textwrap.wrap(start + words, WIDTH, subsequent_indent=indent)


def _list(words: Iterable[str], none: str = "none") -> str:
    return ", ".join(words) or none


def _log(sight: Sight, most: int) -> list[str]:
    """The newest lines of the log, as many as there is room for."""
    lines: list[str] = []
    for entry in reversed(log_lines(sight)):
        wrapped = _entry("", entry)
        if len(lines) + len(wrapped) > most:
            break
        lines = wrapped + lines
    return [f"{'Log':{INDENT}}{lines[0][INDENT:]}", *lines[1:]] if lines else []


def _head(sight: Sight) -> Iterator[str]:
    """Round, goal, weather, levels, stores."""
    s, t = sight.s, sight.t
    round_words = f"round {s.rounds} of {t.rounds}, {c.PHASES[s.phase]}"
    points = f"   points {s.score if s.over else sight.points()}" if sight.has_points() else ""
    yield f"Robinson Crusoe: {sight.scenario_name}   {round_words}{points}"
    counters = sight.counters()
    if len(counters) > COUNTERS_IN_LINES:
        yield from _entry("Counters", _list(f"{name} {value}" for name, value, _, _ in counters))
        counters = []
    for i, (name, _, _, stages) in enumerate(counters):
        shown = " ".join(f"{there}/{size}" for there, size in stages)
        yield from _entry(
            titled(name), f"{shown}   ({sight.counter_words(i)})" if stages else sight.counter_words(i)
        )
    yield from _entry("To win", sight.goal_words)
    yield from _entry("Weather", "; ".join(_weather(sight)))
    levels = [f"morale {s.morale:+d}"]
    for which, value in enumerate((int(s.shelter), int(s.roof), int(s.palisade), int(s.weapon))):
        shown = str(value) if which else "yes" if value else "found" if sight.natural_shelter() else "no"
        tokens = sight.tokens(int(s.cost_tokens[which]))
        cost = ", ".join([sight.structure_cost(which), *map(token_word, tokens)])
        levels.append(f"{c.STRUCTURES[which]} {shown}" + (f" ({cost})" if which or not value else ""))
    yield from _entry("Camp", "   ".join(levels))
    future = dict(stores(s.future))
    soon = {name: f" (+{count} to come)" if count else "" for name, count in future.items()}
    kept = [f"{plain(name)} {count}{soon[name]}" for name, count in stores(s.available)]
    decks = [f"events {s.events_left} (next {sight.next_event() or 'none'})", f"mysteries {s.mysteries_left}"]
    decks += [f"tiles {s.tiles_left}"]
    decks += [f"discoveries {s.discoveries_left}", f"hunting {s.hunting_left}"]
    decks += [f"top beast {sight.known_beast()}"] if sight.known_beast() else []
    decks += [sight.ambush()] if sight.ambush() else []
    yield from _entry("Stores", "   ".join(kept) + f"   (decks: {', '.join(decks)})")


def _weather(sight: Sight) -> Iterator[str]:
    """This round's dice, what they show, the tokens."""
    s, t = sight.s, sight.t
    dice = t.weather[s.rounds - 1] if 0 < s.rounds <= t.rounds else 0
    yield "dice " + _list(name for i, name in enumerate(WEATHER_DICE) if dice >> i & 1)
    if s.weather_rolled:
        animals = f", hungry animals: {sight.animals()}" if sight.animals() else ""
        yield f"rain {s.rain}, snow {s.snow}{animals}"
    yield "tokens " + _list(map(token_word, sight.tokens(int(s.weather_tokens))))
    yield "night tokens " + _list(map(token_word, sight.tokens(int(s.night_tokens))))
    if any(die != c.NONE for die in s.dice):
        yield "last dice " + _list(DICE[i][die] for i, die in enumerate(s.dice) if die != c.NONE)


def _threats(sight: Sight) -> Iterator[str]:
    for place, side in enumerate(("left", "right")):
        card = int(sight.s.threat[place])
        if card == c.NONE:
            yield f"{'Threat':{INDENT}}{side}: none"
        else:
            words = "; ".join(sight.threat_lines(card))
            yield from _entry("Threat", f"{side}: {sight.card_name(card)} ({words})")


def _island(sight: Sight) -> Iterator[str]:
    """Explored spaces, two in a line; `*` stands behind what is used up."""
    s = sight.s
    explored = [space for space in sight.spaces() if s.tile[space] != c.NONE or s.face_down[space]]
    cells = [space_words(sight, space) for space in explored]
    lines, row = [], ""
    for cell in cells:
        if row and len(cell) <= HALF and len(row) <= HALF:
            lines.append(f"{row:{HALF}}  {cell}")
            row = ""
        else:
            lines += [row] if row else []
            row = cell
    lines += [row] if row else []
    for i, line in enumerate(lines):
        yield from _entry("Island" if i == 0 else "", line)
    unexplored = [
        f"{space}{_marks(sight, space)}"
        for space in sight.spaces()
        if s.tile[space] == c.NONE and not s.face_down[space]
    ]
    known = f"; next tiles: {_list(sight.known_tiles())}" if sight.known_tiles() else ""
    waiting = [
        f"marker waits on {space}" for space in sight.spaces() for _ in range(waiting_markers(s, space))
    ]
    words = f"unexplored {' '.join(unexplored) or 'none'}; totems {sight.totems()}{known}"
    yield from _entry("", "; ".join([words, *waiting]))


def space_words(sight: Sight, space: int) -> str:
    """One explored space."""
    s = sight.s
    tokens = sight.tokens(int(s.space_tokens[space]) | int(s.new_space_tokens[space]))
    tokens += ["plus_food"] * int(s.more_camp_food) if space == s.camp else []
    camp = [] if s.camp != space else ["CAMP"]
    if s.face_down[space]:
        name = sight.name_of_space(space)
        return f"{space} {f'{name}, ' if name else ''}cannot be entered{_marks(sight, space)}"
    terrain, sources = sight.tile_parts(space)
    tile, covered = int(s.tile[space]), int(s.covered[space])
    parts = [name + "*" * used for name, used in sources]
    parts += ["totem" + "*" * bool(covered & c.TOTEM)] * int(sight.t.tile_totem[tile])
    parts += ["beast"] * int(sight.t.tile_beast[tile]) + ["shelter"] * int(sight.t.tile_shelter[tile])
    parts += camp + [f"[{token_word(token)}]" for token in tokens]
    return f"{space} {terrain}{'*' * bool(covered & c.TERRAIN)}: {' '.join(parts)}{_marks(sight, space)}"


def _marks(sight: Sight, space: int) -> str:
    """The scenario's marks on a space and its number token."""
    names = [
        str(sight.entry("mark", mark)["name"]) + " of this round" * sight.is_too_new(mark, space)
        for mark in sight.marks(space)
    ]
    names += [f"number {sight.s.number[space]}"] if sight.s.number[space] else []
    return f" ({', '.join(names)})" if names else ""


def _fields(sight: Sight) -> Iterator[str]:
    """The actions that are planned, and the tokens on their fields; an empty field is left out."""
    s, heading = sight.s, "Actions"
    for kind, name in enumerate(c.PLANNED_KIND_NAMES):
        parts = []
        for plan in sight.plans(kind):
            names = " ".join(sight.person_name(i) if i <= DOG else "item" for i in sight.pawns(plan))
            names = " + ".join([names, *sight.items_assigned(plan)])
            target = sight.target_words(kind, int(s.plan_target[plan]))
            parts.append(f"{target} [{names}] {sight.plan_state(plan)}")
        parts += [f"<{token_word(token)} token>" for token in sight.field_tokens(kind)]
        if parts:
            yield from _entry(heading, f"{plain(name)}: {', '.join(parts)}")
            heading = ""


def _sheet(sight: Sight) -> Iterator[str]:
    """The special actions of the scenario, with what they need."""
    actions = [
        action for kind in range(c.PLANNED_KINDS) for action in sight.special_actions(kind, needs=True)
    ]
    if actions:
        yield from _entry("Sheet", ", ".join(map(_together, actions)))


def _people(sight: Sight, *, everything: bool) -> Iterator[str]:
    """Everybody with wounds, determination, pawns and skills: all, or only of who acts."""
    s = sight.s
    for person in sight.people():
        marks = [str(k) for k, covered in sight.morale_marks(person).items() if not covered]
        words = [f"wounds {s.wounds[person]} of {sight.hearts(person)}"]
        words[0] += f" (morale -1 at {' '.join(marks)})" if marks else ""
        words += [f"determination {s.determination[person]}", f"pawns {s.free_pawns[person]}"]
        words += ["First Player"] if s.first_player == person else []
        words += [f"wound on {words}" for words in sight.special_wounds(person)] + sight.states(person)
        skills = [f"{name} {price}{' used' * used}" for name, price, used in sight.skills(person)]
        yield from _entry(sight.person_name(person)[: INDENT - 1], ", ".join(words))
        if skills and (everything or s.acting == person):
            yield from _entry("", "skills: " + ", ".join(skills))
    if s.with_dog:
        yield f"{'Dog':{INDENT}}{'on the board' if sight.dog_is_out() else 'free'}"


def _things(sight: Sight) -> Iterator[str]:
    """Items, inventions with what they need, other things, what waits."""
    here = sight.inventions()
    state = sight.s.invention_state
    items = [sight.item_name(i) + " (goal)" * sight.is_of_goal(i) for i in here if state[i] == c.BUILT]
    items += [f"{sight.item_name(i)} (next phase)" for i in here if state[i] == c.FUTURE_ITEM]
    yield from _entry("Items", _list(items))
    others = [i for i in here if state[i] not in (c.BUILT, c.FUTURE_ITEM)]
    needs = {i: sight.needs(i) + ["goal"] * sight.is_of_goal(i) for i in others}
    board = [_together(f"{sight.item_name(i)} ({_list(needs[i], '-')})") for i in others]
    yield from _entry("Board", _list(board))
    things = [f"{name} ({words})" if words else name for name, words in sight.possessions()]
    yield from _entry("Things", _list(map(_together, things)))
    if sight.waiting():
        yield from _entry("Waiting", "; ".join(sight.waiting()))


def _now(sight: Sight) -> Iterator[str]:
    """What is to be decided, by whom, and what the answers mean; at the end, the result."""
    if sight.s.over == 1:
        yield sight.result()
        return
    title, words = decision(sight)
    yield from _entry("Now:", f"{decider(sight)}: {title}. {words}", "  ")
    known = [
        f"{LAYOUT.names[action]}: {label}" for action, label in labels(sight).items() if _is_opaque(action)
    ]
    if known:
        yield from _entry("Answers:", "; ".join(known), "  ")


def _is_opaque(action: int) -> bool:
    """Does the name of an action say too little without the state?"""
    return LAYOUT.names[action].startswith(OPAQUE) or PERSON <= action < SHOWN_THING
