"""Drills: in the middle of a game both engines carry out a card that was chosen, then ask anew.

So each card takes effect in many more positions than those in which play draws it. It happens at decisions at
which things may be used, since then anything may happen between two askings.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import MYSTERY_KINDS
from crusoe_env.robinson.rules import stack, steps
from tests.lockstep.coverage import operations_in
from tests.lockstep.play import Lockstep
from tests.reference.robinson import decks, fights, mysteries, scenarios
from tests.reference.robinson.decisions import FRIDAY, Person, Play
from tests.reference.robinson.effects import cards, interpreter
from tests.reference.robinson.game import Game
from tests.reference.robinson.programs import Program
from tests.reference.robinson.table import DECKS
from tests.robinson.entries import entry

SHARE = 0.3
"""How often a game is interrupted, at such a decision."""
KINDS = ("window", "plan", "feed", "order")
"""Decisions beside which things may be used."""
ROOM_ON_THE_STACK = 40
ROOM_FOR_DELAYED = 12
NOBODY = c.NONE
BEFORE_ADVENTURES = ("before action", "after throw")
"""Windows of an action that come before the adventure it may bring."""


@dataclass
class Drill:
    """One card, for one person: its name, the engine's entries of the stack, the reference's rule."""

    name: str
    push: Callable[[], None]
    play: Callable[[], Play[None]]
    then: tuple[str, ...] = ()
    """How the actions begin that are to follow, for an aim (aims.py)."""


class Drills:
    """What a game in lockstep can be interrupted with, card by card; None where the card cannot come up."""

    def __init__(self, lockstep: Lockstep, rng: random.Random) -> None:
        self.lockstep = lockstep
        self.rng = rng

    @property
    def game(self) -> Game:
        """The reference."""
        return self.lockstep.reference.game

    @property
    def tables(self) -> Any:
        """The engine's tables."""
        return self.lockstep.batch.simulator.tables

    def room(self) -> bool:
        """Is this a decision beside which things may be used, with room for what is still to be done?"""
        decision, s = self.lockstep.reference.decision, self.lockstep.state
        if decision is None or decision.kind not in KINDS:
            return False
        return bool(s.stack_size < ROOM_ON_THE_STACK and s.delayed_count < ROOM_FOR_DELAYED)

    def asks_first_player(self) -> bool:
        """Does who is asked go by the First Player, who stays the same meanwhile?"""
        decision = self.lockstep.reference.decision
        return decision is not None and decision.kind != "plan"

    def performer(self) -> Person:
        """Who acts, or a player, or Friday."""
        table = self.game.table
        if table.now is not None:
            return table.now.person
        friday = [FRIDAY] if table.with_friday and table.friday.wounds < 2 else []
        return self.rng.choice([*table.seats, *friday])

    def number_of(self, person: Person | None) -> int:
        """A person in the engine."""
        if person is None:
            return NOBODY
        return person if isinstance(person, int) else c.FRIDAY if person == FRIDAY else c.GUEST

    def push(self, step: int, **slots: int) -> None:
        """An entry on the engine's stack."""
        stack.push(self.lockstep.state, *entry(step, **slots))

    def run_card(
        self, name: str, row: int, program: Program, performer: Person | None, card: int, card_id: str | None
    ) -> Drill | None:
        """A program, with the window before it; None if it is empty."""
        if row == 0:
            return None
        who, t = self.number_of(performer), self.tables

        def push() -> None:
            self.push(steps.RUN, row=row, performer=who, card=card)
            if t.depends_on[row] != 0:
                self.push(steps.WINDOW, window=c.ON_CARD, who=who, card=card, relevant=int(t.depends_on[row]))

        return Drill(name, push, lambda: interpreter.run_card(self.game, program, performer, card_id))

    # ------------------------------------------------------------------ cards
    def adventure(self, name: str, *, as_event: bool) -> Drill | None:
        """An adventure is drawn, in an action only one of its kind, or comes out of the event deck."""
        s, t, table = self.lockstep.state, self.tables, self.game.table
        facts = self.game.facts.adventures[name]
        deck, pile = c.ACTION_KINDS.index(facts.deck) - c.BUILD, table.adventures[facts.deck]
        decision = self.lockstep.reference.decision
        thrown = decision is None or decision.window not in BEFORE_ADVENTURES
        drawn = thrown and table.phase == "resolution" and (table.now is None or table.now.kind == facts.deck)
        if name not in pile or not (drawn or as_event):
            return None
        at, last = pile.index(name), len(pile) - 1
        pile[at], pile[last] = pile[last], pile[at]
        pile.pop()
        card = int(s.adventures[deck, at])
        s.adventures[deck, at], s.adventures[deck, last] = s.adventures[deck, last], card
        s.adventures_left[deck] = last
        decks.discard_adventure(self.game, name)
        s.adventure_discard[deck, s.adventures_discarded[deck]] = card
        s.adventures_discarded[deck] += 1
        if as_event:
            first, row = table.first_player, int(t.event_program[card])
            return self.run_card(f"event of {name}", row, facts.event, first, card, name)
        return self.run_card(name, int(t.resolve_program[card]), facts.effect, self.performer(), card, name)

    def mystery(self, name: str, *, as_event: bool, performer: Person | None = None) -> Drill | None:
        """A mystery is drawn, or comes out of the event deck."""
        s, table, facts = self.lockstep.state, self.game.table, self.game.facts.mysteries[name]
        if name not in table.mysteries:
            return None
        at, last = table.mysteries.index(name), len(table.mysteries) - 1
        table.mysteries[at], table.mysteries[last] = table.mysteries[last], table.mysteries[at]
        s.mysteries[at], s.mysteries[last] = s.mysteries[last], s.mysteries[at]
        if not as_event:
            return self.draw(name, self.performer() if performer is None else performer)
        number = int(s.mysteries[last])
        table.mysteries.pop()
        s.mysteries_left -= 1
        table.mystery[name].place = "gone"
        s.mystery_state[number] = c.MYSTERY_GONE
        card = box.FIRST_MYSTERY + number
        row, first = int(self.tables.event_program[card]), table.first_player
        return self.run_card(f"event of {name}", row, facts.event, first, card, name)

    def draw(self, name: str, performer: Person) -> Drill:
        """A draw of one mystery of a kind; this one lies on top."""
        s, kind = self.lockstep.state, self.game.facts.mysteries[name].type
        number = MYSTERY_KINDS.index(kind)

        def push() -> None:
            s.wanted[s.draws, number] += 1
            s.passed_before[s.draws] = s.mysteries_passed
            s.whole_draws = int(s.whole_draws) & ~(1 << int(s.draws))
            s.draws += 1
            self.push(steps.DRAW_MYSTERY, performer=self.number_of(performer))

        def play() -> Play[None]:
            mysteries.seek(self.game, kind, 1)
            yield from mysteries.draw_mysteries(self.game, performer, whole=False)

        return Drill(f"mystery {name}", push, play)

    def half(self, name: str, half: str) -> Drill | None:
        """One half of an event card: "event", "reward", "threat"."""
        t, table, facts = self.tables, self.game.table, self.game.facts
        number = box.FIRST_EVENT + list(facts.events).index(name)
        threat, first = facts.events[name].threat, table.first_player
        if half == "event":
            if self.asks_first_player() and "next_first_player" in operations_in(facts.events[name].effect):
                return None
            row = int(t.event_program[number])
            return self.run_card(f"event {name}", row, cards.event_of(self.game, name), first, number, name)
        if half == "threat":
            row = int(t.threat_effect[number])
            return self.run_card(f"threat of {name}", row, threat.effect, first, number, name)
        row = int(t.threat_reward[number, 0])
        return self.run_card(f"reward of {name}", row, threat.reward, self.performer(), number, name)

    def reward(self, name: str, option: int) -> Drill | None:
        """A reward of the wreckage."""
        number = list(self.game.facts.wreckage).index(name)
        reward = self.game.facts.wreckage[name].options[option].reward
        row = int(self.tables.threat_reward[number, option])
        return self.run_card(f"reward of {name}", row, reward, self.performer(), number, name)

    # ------------------------------------------------------------------ beasts, items, the scenario
    def beast(self, name: str) -> Drill:
        """A fight with a beast card."""
        number, performer = list(self.game.facts.beasts).index(name), self.performer()
        return Drill(
            f"beast {name}",
            lambda: self.push(steps.BEAST, beast=number, who=self.number_of(performer)),
            lambda: fights.fight_beast(self.game, name, performer, None),
        )

    def item(self, name: str, *, built: bool) -> Drill | None:
        """What an item does as it is built, or lost."""
        number = list(self.game.facts.inventions).index(name)
        facts, card = self.game.facts.inventions[name], c.FIRST_ITEM_EFFECT + number
        row = int((self.tables.invention_build if built else self.tables.invention_loss)[number])
        words = f"{name} {'built' if built else 'lost'}"
        return self.run_card(words, row, facts.built if built else facts.lost, None, card, f"item {name}")

    def hook(self, name: str) -> Drill | None:
        """What the scenario does at a named moment."""
        row, first = int(self.tables.on[c.HOOKS.index(name)]), self.game.table.first_player
        program = getattr(self.game.facts.sheet.on, name)
        drill = self.run_card(f"scenario, {name}", row, program, first, NOBODY, None)
        if drill is not None:
            drill.play = lambda: scenarios.run_hook(self.game, name)
        return drill


class Driller(Drills):
    """Interrupts a game in lockstep now and then, with whatever it may be."""

    def __init__(self, game: Lockstep) -> None:
        super().__init__(game, random.Random(f"drills {game.case.seed} {game.case.number}"))

    def wants(self) -> bool:
        """Is this a decision at which the games are interrupted, now?"""
        return self.room() and self.rng.random() < SHARE

    def interrupt(self) -> None:
        """A card takes effect in both games, and they are compared. Raises DifferError."""
        drawn = self.rng.choice(list(self.possible()))()
        if drawn is not None:
            self.lockstep.interrupted(f"drill: {drawn.name}", drawn.push, drawn.play())

    def possible(self) -> Iterator[Callable[[], Drill | None]]:
        """Ways to choose a card, the larger decks more often."""
        yield from [self.any_adventure] * 6
        yield from [self.any_mystery] * 4
        yield from [self.any_event] * 8
        yield from [self.any_beast, self.any_item, self.any_hook]

    def any_adventure(self) -> Drill | None:
        """An adventure; outside the resolution of actions always as an event."""
        pile = self.game.table.adventures[self.rng.choice(DECKS)]
        if not pile:
            return None
        resolving = self.game.table.phase == "resolution"
        return self.adventure(self.rng.choice(pile), as_event=not resolving or self.rng.random() < 0.5)

    def any_mystery(self) -> Drill | None:
        """A mystery, as it is drawn or as an event."""
        if not self.game.table.mysteries:
            return None
        name = self.rng.choice(self.game.table.mysteries)
        event = bool(self.game.facts.mysteries[name].event) and self.rng.random() < 0.5
        return self.mystery(name, as_event=event)

    def any_event(self) -> Drill | None:
        """One half of an event card, or a reward of the wreckage."""
        facts = self.game.facts
        name = self.rng.choice([*facts.wreckage, *facts.events])
        if name in facts.wreckage:
            return self.reward(name, self.rng.randrange(len(facts.wreckage[name].options)))
        return self.half(name, self.rng.choice(("event", "reward", "threat")))

    def any_beast(self) -> Drill:
        """A beast."""
        return self.beast(self.rng.choice(list(self.game.facts.beasts)))

    def any_item(self) -> Drill | None:
        """An item."""
        return self.item(self.rng.choice(self.game.facts.card_inventions), built=self.rng.random() < 0.5)

    def any_hook(self) -> Drill | None:
        """A moment of the scenario, but for the set-up."""
        return self.hook(self.rng.choice(c.HOOKS[1:]))
