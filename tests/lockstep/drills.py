"""Drills: in the middle of a game both engines carry out a card that was chosen, then ask anew.

So each card takes effect in many more positions than those in which play draws it. It happens at decisions at
which things may be used, since then anything may happen between two askings.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from crusoe_env.robinson import components as box
from crusoe_env.robinson import state as st
from crusoe_env.robinson.rules import stack
from tests.lockstep.play import Lockstep
from tests.reference.robinson import decks, fights, mysteries, scenarios
from tests.reference.robinson.decisions import FRIDAY, Person, Play
from tests.reference.robinson.effects import cards, interpreter
from tests.reference.robinson.game import Game
from tests.reference.robinson.programs import Program

SHARE = 0.12
"""How often a game is interrupted, at such a decision."""
KINDS = ("window", "plan", "feed", "order")
"""Decisions beside which things may be used."""
ROOM_ON_THE_STACK = 40
ROOM_FOR_DELAYED = 12
NOBODY = st.NONE


@dataclass
class Drill:
    """One card, for one person: its name, the engine's entries of the stack, the reference's rule."""

    name: str
    push: Callable[[], None]
    play: Callable[[], Play[None]]


class Driller:
    """Interrupts a game in lockstep now and then."""

    def __init__(self, game: Lockstep) -> None:
        case = game.case
        self.lockstep = game
        self.rng = random.Random(f"drills {case.seed} {case.number}")

    def wants(self) -> bool:
        """Is this a decision at which the games are interrupted, now?"""
        decision, s = self.lockstep.reference.decision, self.lockstep.state
        if decision is None or decision.kind not in KINDS or self.rng.random() >= SHARE:
            return False
        return s.stack_size < ROOM_ON_THE_STACK and s.delayed_count < ROOM_FOR_DELAYED

    def interrupt(self) -> None:
        """A card takes effect in both games, and they are compared. Raises DifferError."""
        drawn = self.rng.choice(list(self.possible()))()
        if drawn is not None:
            self.lockstep.interrupted(f"drill: {drawn.name}", drawn.push, drawn.play())

    def possible(self) -> Iterator[Callable[[], Drill | None]]:
        """Ways to choose a card, the larger decks more often."""
        yield from [self.adventure] * 6
        yield from [self.mystery] * 4
        yield from [self.event] * 8
        yield from [self.beast, self.item, self.hook]

    # ------------------------------------------------------------------ at hand
    @property
    def game(self) -> Game:
        """The reference."""
        return self.lockstep.reference.game

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
        return person if isinstance(person, int) else st.FRIDAY if person == FRIDAY else st.GUEST

    def push(self, *entry: int) -> None:
        """An entry on the engine's stack."""
        s = self.lockstep.state
        s.stack[s.stack_size] = entry
        s.stack_size += 1

    def run_card(
        self, name: str, row: int, program: Program, performer: Person | None, card: int, card_id: str | None
    ) -> Drill | None:
        """A program, with the window before it; None if it is empty."""
        if row == 0:
            return None
        who, t = self.number_of(performer), self.lockstep.batch.simulator.tables

        def push() -> None:
            self.push(stack.RUN, row, 0, who, card, 0)
            if t.depends_on[row] != 0:
                self.push(stack.OPEN_WINDOW, st.ON_CARD, 0, who, card, int(t.depends_on[row]))

        return Drill(name, push, lambda: interpreter.run_card(self.game, program, performer, card_id))

    # ------------------------------------------------------------------ cards
    def adventure(self) -> Drill | None:
        """An adventure is drawn, while actions are resolved, or comes out of the event deck."""
        s, t, table = self.lockstep.state, self.lockstep.batch.simulator.tables, self.game.table
        deck = self.rng.randrange(len(box.DECK_TABLES))
        pile = table.adventures[st.ACTION_KINDS[st.DECKS[deck]]]
        if not pile:
            return None
        at = self.rng.randrange(len(pile))
        pile[at], pile[-1] = pile[-1], pile[at]
        name = pile.pop()
        last = len(pile)
        card = int(s.adventures[deck, at])
        s.adventures[deck, at], s.adventures[deck, last] = s.adventures[deck, last], card
        s.adventures_left[deck] = last
        decks.discard_adventure(self.game, name)
        s.adventure_discard[deck, s.adventures_discarded[deck]] = card
        s.adventures_discarded[deck] += 1
        facts = self.game.facts.adventures[name]
        if table.phase != "resolution" or self.rng.random() < 0.5:
            first, row = table.first_player, int(t.event_program[card])
            return self.run_card(f"event of {name}", row, facts.event, first, card, name)
        return self.run_card(name, int(t.resolve_program[card]), facts.effect, self.performer(), card, name)

    def mystery(self) -> Drill | None:
        """A mystery is drawn, or comes out of the event deck."""
        s, t, table = self.lockstep.state, self.lockstep.batch.simulator.tables, self.game.table
        if not table.mysteries:
            return None
        at, last = self.rng.randrange(len(table.mysteries)), len(table.mysteries) - 1
        table.mysteries[at], table.mysteries[last] = table.mysteries[last], table.mysteries[at]
        s.mysteries[at], s.mysteries[last] = s.mysteries[last], s.mysteries[at]
        name, number = table.mysteries[last], int(s.mysteries[last])
        facts = self.game.facts.mysteries[name]
        if facts.event and self.rng.random() < 0.5:
            table.mysteries.pop()
            s.mysteries_left -= 1
            table.mystery[name].place = "gone"
            s.mystery_state[number] = st.MYSTERY_GONE
            card = box.FIRST_MYSTERY + number
            row, first = int(t.event_program[card]), table.first_player
            return self.run_card(f"event of {name}", row, facts.event, first, card, name)
        return self.draw(name, facts.type, ("treasure", "creature", "trap").index(facts.type))

    def draw(self, name: str, kind: str, number: int) -> Drill:
        """A draw of one mystery of a kind; this one lies on top."""
        s, performer = self.lockstep.state, self.performer()

        def push() -> None:
            s.wanted[s.draws, number] += 1
            s.passed_before[s.draws] = s.mysteries_passed
            s.whole_draws = int(s.whole_draws) & ~(1 << int(s.draws))
            s.draws += 1
            self.push(stack.DRAW_MYSTERY, 0, 0, self.number_of(performer), NOBODY, 0)

        def play() -> Play[None]:
            mysteries.seek(self.game, kind, 1)
            yield from mysteries.draw_mysteries(self.game, performer, whole=False)

        return Drill(f"mystery {name}", push, play)

    def event(self) -> Drill | None:
        """One half of an event card, or a reward of the wreckage."""
        t, table, facts = self.lockstep.batch.simulator.tables, self.game.table, self.game.facts
        number = self.rng.randrange(box.FIRST_EVENT + box.EVENT_KINDS)
        if number < box.FIRST_EVENT:
            name, option = list(facts.wreckage)[number], self.rng.randrange(2)
            reward = facts.wreckage[name].options[option].reward
            row = int(t.threat_reward[number, option])
            return self.run_card(f"reward of {name}", row, reward, self.performer(), number, name)
        name = list(facts.events)[number - box.FIRST_EVENT]
        threat, first = facts.events[name].threat, table.first_player
        half = self.rng.choice(("event", "reward", "threat"))
        if half == "event":
            row = int(t.event_program[number])
            return self.run_card(f"event {name}", row, cards.event_of(self.game, name), first, number, name)
        if half == "threat":
            row = int(t.threat_effect[number])
            return self.run_card(f"threat of {name}", row, threat.effect, first, number, name)
        row = int(t.threat_reward[number, 0])
        return self.run_card(f"reward of {name}", row, threat.reward, self.performer(), number, name)

    # ------------------------------------------------------------------ beasts, items, the scenario
    def beast(self) -> Drill:
        """A fight with a beast card."""
        number, performer = self.rng.randrange(box.BEASTS), self.performer()
        name = list(self.game.facts.beasts)[number]
        return Drill(
            f"beast {name}",
            lambda: self.push(stack.BEAST, number, 0, self.number_of(performer), NOBODY, 0),
            lambda: fights.fight_beast(self.game, name, performer, None),
        )

    def item(self) -> Drill | None:
        """What an item does as it is built, or lost."""
        t = self.lockstep.batch.simulator.tables
        number = self.rng.randrange(box.CARD_INVENTIONS)
        name = self.game.facts.card_inventions[number]
        facts, card = self.game.facts.inventions[name], st.FIRST_ITEM_EFFECT + number
        built = self.rng.random() < 0.5
        row = int((t.invention_build if built else t.invention_loss)[number])
        words = f"{name} {'built' if built else 'lost'}"
        return self.run_card(words, row, facts.built if built else facts.lost, None, card, f"item {name}")

    def hook(self) -> Drill | None:
        """What the scenario does at a named moment."""
        t = self.lockstep.batch.simulator.tables
        number = self.rng.randrange(1, len(st.HOOKS))  # not that of the set-up
        name, row, first = st.HOOKS[number], int(t.on[number]), self.game.table.first_player
        drill = self.run_card(
            f"scenario, {name}", row, getattr(self.game.facts.sheet.on, name), first, NOBODY, None
        )
        if drill is not None:
            drill.play = lambda: scenarios.run_hook(self.game, name)
        return drill
