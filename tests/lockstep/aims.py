"""Aims: for whatever should come up there is a position in which it comes up next.

A game that is played for them turns through all aims of its scenario. Each time both are prepared alike; then
a card takes effect, or the players take what leads there, compared after every action as always.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from crusoe_env.robinson import constants as c
from tests.lockstep import aim_edits as edits
from tests.lockstep.aim_decisions import DECISIONS, Done
from tests.lockstep.drills import Drill, Drills
from tests.lockstep.play import NAMES, Lockstep
from tests.lockstep.players import Player
from tests.lockstep.positions import Both, both_games, wounds
from tests.reference.robinson.facts import Facts
from tests.reference.robinson.game import Game
from tests.reference.robinson.programs import Program
from tests.reference.robinson.use_list import SKILL, Use, all_uses

PATIENCE = 15
"""Actions in which what is aimed at should come up."""
ATTEMPTS = 6
"""Aims that are tried in a row, if they cannot be brought about."""
EAGER = 0.75
"""How often the players take what leads to it, if they can."""
HURRY = 0.4
"""How often they pass otherwise, if they may."""
OWN_TIMES = 6
"""What only one scenario has is aimed at so much more often."""
PLANS = {
    "threat": ("plan threat",), "hunt": ("plan hunt",),
    "gather": ("plan gather",), "explore": ("plan explore",),
    "build": ("plan shelter", "plan roof", "plan palisade", "plan weapon"),
    "arrange_camp": ("plan arrange camp",), "rest": ("plan rest",), "special": ("plan special",),
}  # fmt: skip
"""By kind of action: how its actions begin."""
LEADING = {
    "trap": PLANS["explore"], "creature": PLANS["explore"], "exploring": PLANS["explore"],
    "tile_found": PLANS["explore"], "arrange_camp": PLANS["arrange_camp"], "own_action": PLANS["build"],
    "whole_draw": PLANS["special"], "explore_action": ("plan treasure_map",), "weapon": PLANS["hunt"],
    "fight": PLANS["hunt"],
}  # fmt: skip
"""By the time at which a thing is used: actions that lead there."""


@dataclass(frozen=True)
class Aim:
    """Something that should come up; `prepare` edits both games."""

    name: str
    prepare: Callable[[Both, Drills], Done]
    times: int = 1
    """How much more often than others."""
    shows: str | Program = ()
    """What comes up in the reference then: by its name in coverage.py, or a program that is run."""

    def count(self, game: Game) -> int:
        """How often it has come up in a game."""
        if isinstance(self.shows, str):
            return game.exercised[self.shows]
        return game.programs_run[id(self.shows)]


# ---------------------------------------------------------------------- what is aimed at
def aims_of(facts: Facts) -> list[Aim]:
    """All aims of a scenario, those of its own several times."""
    found = [
        *cards(facts),
        *sheet(facts),
        *(ability(facts, use) for use in all_uses(facts)),
        *decisions(facts),
    ]
    return [aim for aim in found for _ in range(aim.times)]


def cards(facts: Facts) -> Iterator[Aim]:
    """What every card does."""
    for name, event in facts.events.items():
        halves = {"event": event.effect, "threat": event.threat.effect, "reward": event.threat.reward}
        for half, program in halves.items():
            yield Aim(f"{half} of {name}", partial(event_half, name, half), shows=program)
        if event.threat.two_players:
            yield Aim(f"{name}, by two players", partial(threat_of_two, name), OWN_TIMES, "decision: 26")
    for name, wreck in facts.wreckage.items():
        for option in range(len(wreck.options)):
            yield Aim(
                f"reward {option + 1} of {name}", lambda both, drills, n=name, i=option: drills.reward(n, i)
            )
    for name, adventure in facts.adventures.items():
        for later in (False, False, False, True) if adventure.event else (False, False, False):
            yield Aim(name, lambda both, drills, n=name, e=later: drills.adventure(n, as_event=e))
    for name, mystery in facts.mysteries.items():
        for later in (False, True) if mystery.event else (False,):
            yield Aim(name, lambda both, drills, n=name, e=later: drills.mystery(n, as_event=e))
    for name in facts.beasts:
        yield Aim(name, lambda both, drills, n=name: drills.beast(n))
    for name in facts.inventions:
        for built in (True, False):
            yield Aim(name, lambda both, drills, n=name, b=built: drills.item(n, built=b))
        planned = partial(invention_planned, name)
        if name in facts.scenario_inventions:
            shows = f"scenario rule: {facts.sheet.scenario.id}: {name} built"
            yield Aim(f"{name} is planned", planned, OWN_TIMES, shows)
        else:
            yield Aim(f"{name} is planned", planned, shows=facts.inventions[name].built)


def event_half(name: str, half: str, both: Both, drills: Drills) -> Done:
    """One half of an event card; now and then as it comes from the deck or as a threat action."""
    if drills.rng.random() < 0.75:
        return drills.half(name, half)
    edits.enough(both)
    if half == "event":
        return ("pass",) if edits.event_next(both, name) else None
    item = both.facts.events[name].threat.item
    if item is not None:
        edits.own_item(both, item)
    return PLANS["threat"] if edits.threatens(both, name, drills.rng.choice(("left", "right"))) else None


def threat_of_two(name: str, both: Both, drills: Drills) -> Done:
    """A threat action that takes pawns of two players."""
    edits.enough(both)
    return (*PLANS["threat"], "support") if edits.threatens(both, name, "left") else None


def invention_planned(name: str, both: Both, drills: Drills) -> Done:
    """An invention can be built."""
    facts, invention = both.facts.inventions[name], both.table.invention[name]
    edits.enough(both)
    edits.more_pawns(both, "build")
    for item in facts.items:
        edits.own_item(both, item)
    for terrain in facts.terrain:
        edits.terrain_found(both, terrain)
    for need in facts.needs:
        edits.satisfy(both, need)
    if invention.place == "built":
        invention.place = "board"
        both.s.invention_state[both.inventions.index(name)] = c.ON_BOARD
    return (f"plan {both.facts.action_name(name)}", "support: extra pawn")


def sheet(facts: Facts) -> Iterator[Aim]:
    """What the scenario brings."""
    own = facts.sheet
    for hook in c.HOOKS[1:]:
        if getattr(own.on, hook):
            yield Aim(f"scenario, {hook}", lambda both, drills, h=hook: drills.hook(h), OWN_TIMES)
    for i, program in enumerate(own.on.totem):
        if program:
            yield Aim(f"totem {i + 1}", partial(totem, i), OWN_TIMES, program)
    for i, program in enumerate(own.on.round):
        if program:
            yield Aim(f"round {i + 1}", partial(round_begins, i), OWN_TIMES, program)
    for i, action in enumerate(own.special_actions):
        yield Aim(f"special action {action.id}", partial(special, i), OWN_TIMES, action.effect)
    for name, counter in own.counters.items():
        if counter.from_source is not None:
            shows = f"scenario rule: {own.scenario.id}: {name} kept"
            yield Aim(f"{name} kept", partial(kept, name), OWN_TIMES, shows)
    yield Aim("goal", partial(conditions, own.goal.needs), 2)
    for loss in own.losses.values():
        yield Aim(f"loss {loss.id}", partial(conditions, (loss.when,)))
    if own.guest is not None and own.guest.joins is not None:
        yield Aim("guest joins", partial(conditions, (own.guest.joins,)), OWN_TIMES)


def totem(i: int, both: Both, drills: Drills) -> Done:
    """The next tile has the totem with this number."""
    edits.enough(both)
    edits.more_pawns(both, "explore")
    if not edits.tile_next(both, lambda tile: both.facts.tiles[tile].totem):
        return None
    both.table.totems_found = both.s.totems_found = i
    both.table.numbers_laid = both.s.numbers_laid = i
    return (*PLANS["explore"], "support: extra pawn")


def round_begins(i: int, both: Both, drills: Drills) -> Done:
    """The round before this one is under way."""
    edits.enough(both)
    both.table.round = both.s.rounds = i
    return ("pass",)


def special(i: int, both: Both, drills: Drills) -> Done:
    """A special action can be planned."""
    edits.special_possible(both, both.facts.sheet.special_actions[i])
    return (f"plan special {i + 1}", "support")


def kept(name: str, both: Both, drills: Drills) -> Done:
    """What a source yields may be kept on a counter this round."""
    counter = both.facts.sheet.counters[name]
    edits.enough(both)
    both.table.production.keeping = True
    both.s.keeping = 1
    edits.count(both, name, 0, before=False)
    if counter.kept_if is not None:
        edits.satisfy(both, counter.kept_if)
    space = edits.tile_found(both, lambda tile: counter.from_source in both.facts.tiles[tile].sources_of)
    resource = "wood" if counter.from_source == "wood" else "food"
    return None if space is None else (f"plan gather {resource} on {space}", "support", "choose A")


def conditions(needs: tuple[str, ...], both: Both, drills: Drills) -> Done:
    """Conditions hold now; a goal that is looked at when the round ends has to last until then."""
    edits.enough(both)
    for need in needs:
        edits.satisfy(both, need)
    return ("pass",)


def ability(facts: Facts, use: Use) -> Aim:
    """Something can be used."""
    own = use.source not in (SKILL, "starting item", "treasure", "item") or use.special is not None
    return Aim(use.key, partial(use_thing, use), OWN_TIMES if own else 2, f"ability: {use.key}")


def use_thing(use: Use, both: Both, drills: Drills) -> Done:
    """Somebody has it, and what it is good for comes up."""
    edits.enough(both)
    wounds(both)
    if use.source in edits.OWNED and not edits.own(both, use):
        return None
    wanted = [use.action] if use.action is not None else []
    for kind in use.lends | use.rerolls:
        wanted += PLANS[kind]
    if use.special is not None:
        specials = both.facts.sheet.special_actions
        i = next(i for i, action in enumerate(specials) if action.id == use.special)
        wanted += special(i, both, drills) or ()
    if use.rerolls:  # a skill could do the same
        for seat in both.table.seats if not use.determination else ():
            both.table.people[seat].determination = both.s.determination[seat] = 0
        return (*wanted, "reroll")
    if use.gathers:
        return (*wanted, *PLANS["gather"])
    if use.when in ("trap", "creature") and drills.rng.random() < 0.5:
        return mystery_against(both, drills, use) or (*wanted, *LEADING[use.when])
    return (
        *wanted,
        *LEADING.get(use.when or "", ()),
        *(["pass"] if use.when in ("weather", "night") else []),
    )


def mystery_against(both: Both, drills: Drills, use: Use) -> Drill | None:
    """A trap or creature against which a thing helps is drawn."""
    kinds = ("trap",) if use.when == "trap" else ("creature",)
    names = [name for name in both.table.mysteries if both.facts.mysteries[name].type in kinds]
    return drills.mystery(drills.rng.choice(names), as_event=False) if names else None


def decisions(facts: Facts) -> Iterator[Aim]:
    """Rows of the table of decisions that nothing else brings about."""
    for row, prepare in DECISIONS.items():
        yield Aim(f"decision {row}", prepare, 2, f"decision: {row}")


# ---------------------------------------------------------------------- playing for them
class Aimer:
    """Turns through the aims in one game, the next one when there was time for the last."""

    def __init__(self, game: Lockstep) -> None:
        case = game.case
        self.game = game
        self.rng = random.Random(f"aims {case.seed} {case.number}")
        self.drills = Drills(game, self.rng)
        self.aims = aims_of(game.reference.game.facts)
        self.rng.shuffle(self.aims)
        self.next = 0
        self.wanted: tuple[str, ...] = ()
        self.aim: Aim | None = None
        self.before = self.until = self.last_round = 0

    def wants(self) -> bool:
        """Is this a decision at which the next aim is prepared?"""
        return self.drills.room() and (not self.wanted or self.is_over())

    def is_over(self) -> bool:
        """Has this aim come up, or have the players had their time for it?"""
        assert self.aim is not None
        if self.aim.count(self.game.reference.game) > self.before:
            return True
        return len(self.game.actions) >= self.until or self.game.reference.table.round > self.last_round

    def interrupt(self) -> None:
        """Prepare the next aim that can be brought about, and compare. Raises DifferError."""
        self.wanted = ()
        both = both_games(self.game, self.rng)
        for _ in range(ATTEMPTS):
            aim = self.aims[self.next % len(self.aims)]
            self.next += 1
            done = aim.prepare(both, self.drills)
            if done is not None:
                break
        wanted = done.then if isinstance(done, Drill) else done
        if wanted:
            self.wanted, self.aim = wanted, aim
            self.before = aim.count(both.game)
            self.until = len(self.game.actions) + PATIENCE * (2 if aim.times >= OWN_TIMES else 1)
            self.last_round = both.table.round + 1
        if isinstance(done, Drill):
            self.game.interrupted(f"aim: {aim.name}", done.push, done.play())
        else:
            self.game.edited(f"aim: {aim.name}")


class AimingPlayer:
    """Takes what leads to the aim if it can, else passes now and then, or plays as another player."""

    def __init__(self, aimer: Aimer, player: Player) -> None:
        self.aimer = aimer
        self.player = player

    def __call__(self, game: Lockstep) -> int:
        """A legal action."""
        rng = self.aimer.rng
        if self.aimer.wanted:
            legal = np.flatnonzero(game.mask).tolist()
            leading = [action for action in legal if NAMES[action].startswith(self.aimer.wanted)]
            if leading and rng.random() < EAGER:
                return int(rng.choice(leading))
            if NAMES[legal[0]] == "pass" and rng.random() < HURRY:
                return int(legal[0])
        return self.player(game)
