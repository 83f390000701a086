"""A game, and the driver that plays it one action at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from . import scenarios, uses
from .chance import Chance
from .decisions import AGAIN, ALL_ASPECTS, FRIDAY, GUEST, PASS, Decision, GameOver, Person, Play, is_seat
from .facts import Facts, load_facts
from .table import Source, Table
from .use_list import Uses

PLACES_ROUND_THE_TABLE = ("you", "the next player", "the second next player", "the third next player")
BRANCHES = "ABCD"


class Game:
    """What every rule has at hand: the facts, the table, the dice, and the way to ask."""

    def __init__(self, facts: Facts, table: Table, chance: Chance, options: dict[str, Any]) -> None:
        self.facts: Facts = facts
        self.table: Table = table
        self.chance = chance
        self.options = options
        self.exercised: Counter[str] = Counter()
        self.programs_run: Counter[int] = Counter()
        """How often each card program has been run, by its identity among the facts."""
        self.uses = Uses(facts)
        """The list of all that can be used."""
        self.first: Play[None] | None = None
        """What somebody outside wants to happen before the question is put anew."""

    def rule(self, name: str) -> bool:
        """A switch between the editions."""
        return self.facts.rule(name)

    def came_up(self, kind: str, name: object) -> None:
        """A part of the rules comes up: counted, so that long runs can show that nothing is left untried."""
        self.exercised[f"{kind}: {name}"] += 1

    def by_decision(self, row: int | str) -> None:
        """A row of docs/robinson/decisions.md, or "SCENARIO ROW" of a scenario's decisions, applies."""
        self.came_up("decision", row)

    def by_scenario(self, rule: str) -> None:
        """Something that the scenario changes or adds applies."""
        self.came_up("scenario rule", f"{self.facts.sheet.scenario.id}: {rule}")

    def look(self) -> None:
        """A guest joins, or the game ends, as soon as it can: called after every step of play."""
        scenarios.guest_joins(self)
        scenarios.check_goal(self)

    # --- asking

    def ask(
        self,
        kind: str,
        possible: Callable[[], Sequence[str] | None],
        *,
        asked: Person | None = None,
        may_pass: bool | Callable[[], bool] = False,
        window: str | None = None,
        card: str | None = None,
        left: int = 0,
        always: bool = False,
        about: Person | None = None,
    ) -> Play[str]:
        """Ask, and give back the name of the action that answers, `pass` if nothing (more) is wanted.

        What is used beside the answer is done at once, and the question is put anew: `possible` says which
        answers there are then, None if there is no question any more. A question with nothing to decide is
        not put, unless `always`: with no answer it is passed, with a single one that is taken. `about`: whom
        it is about, if not about him who is `asked`.
        """
        while True:
            self.look()
            options = possible()
            passing = may_pass() if callable(may_pass) else may_pass
            if options is None:
                return PASS
            if not always and not passing and len(options) == 1:
                return options[0]
            if not always and not options:
                return PASS
            whom, decider = asked if about is None else about, self.who_decides(asked)
            decision = Decision(kind, list(options), passing, whom, decider, window, ALL_ASPECTS, card, left)
            answer = yield from self.put(decision)
            if answer is not None:
                return answer

    def put(self, decision: Decision) -> Play[str | None]:
        """Put a question as it is; None if something was used instead of answering."""
        if decision.window is not None:
            decision.uses = uses.offered(self, decision)
        self.table.decision = decision
        answer = yield decision
        self.table.decision = None
        if answer == AGAIN:
            first, self.first = self.first, None
            if first is not None:
                yield from first
            return None
        if answer.startswith("use ") and decision.kind != "support":
            yield from uses.use(self, decision.acting, answer, decision)
            return None
        return answer

    def who_decides(self, asked: Person | None) -> int:
        """A player for himself; for Friday, the guest and the group the First Player."""
        return asked if isinstance(asked, int) else self.table.first_player

    # --- names of actions

    def person_name(self, person: Person, decider: int) -> str:
        """How an action names a person, from him who decides."""
        if person == FRIDAY:
            return "Friday"
        if person == GUEST:
            return "the guest"
        assert isinstance(person, int)
        return PLACES_ROUND_THE_TABLE[(person - decider) % self.table.players]

    def ask_person(
        self,
        possible: Callable[[], Sequence[Person]],
        *,
        asked: Person | None = None,
        may_pass: bool = False,
        card: str | None = None,
        left: int = 0,
    ) -> Play[Person | None]:
        """Choose a person; None: nobody."""
        decider = self.who_decides(asked)
        names = {self.person_name(person, decider): person for person in self.table.everybody}
        answer = yield from self.ask(
            "person",
            lambda: [self.person_name(person, decider) for person in possible()],
            asked=asked,
            may_pass=may_pass,
            card=card,
            left=left,
        )
        return names.get(answer)

    def ask_space(
        self,
        possible: Callable[[], Sequence[int]],
        *,
        asked: Person | None = None,
        may_pass: bool = False,
        card: str | None = None,
        left: int = 0,
    ) -> Play[int | None]:
        """Choose a space; None: none."""
        answer = yield from self.ask(
            "space",
            lambda: [f"space {space}" for space in possible()],
            asked=asked,
            may_pass=may_pass,
            card=card,
            left=left,
        )
        return None if answer == PASS else int(answer.removeprefix("space "))

    def ask_source(
        self,
        possible: Callable[[], Sequence[Source]],
        *,
        asked: Person | None = None,
        card: str | None = None,
        left: int = 0,
    ) -> Play[Source | None]:
        """Choose a source: a space, and "wood" or "food"."""
        answer = yield from self.ask(
            "source",
            lambda: [f"{resource} on {space}" for space, resource in possible()],
            asked=asked,
            card=card,
            left=left,
        )
        if answer == PASS:
            return None
        resource, space = answer.split(" on ")
        return int(space), resource

    def ask_item(
        self,
        possible: Callable[[], Sequence[str]],
        *,
        asked: Person | None = None,
        may_pass: bool = False,
        card: str | None = None,
        left: int = 0,
    ) -> Play[str | None]:
        """Choose an invention or item by its id."""
        names = {f"card {self.facts.action_name(item)}": item for item in self.table.invention}
        answer = yield from self.ask(
            "item",
            lambda: [f"card {self.facts.action_name(item)}" for item in possible()],
            asked=asked,
            may_pass=may_pass,
            card=card,
            left=left,
        )
        return names.get(answer)

    def ask_branch(
        self,
        possible: Callable[[], Sequence[int]],
        *,
        kind: str = "branch",
        asked: Person | None = None,
        may_pass: bool = False,
        card: str | None = None,
        left: int = 0,
    ) -> Play[int | None]:
        """Choose A, B, C or D, numbered from 0; None: none of them."""
        answer = yield from self.ask(
            kind,
            lambda: [f"choose {BRANCHES[i]}" for i in possible()],
            asked=asked,
            may_pass=may_pass,
            card=card,
            left=left,
        )
        return None if answer == PASS else BRANCHES.index(answer.removeprefix("choose "))

    def ask_shown(
        self,
        possible: Callable[[], Sequence[int]],
        *,
        asked: Person | None = None,
        card: str | None = None,
        left: int = 0,
        about: Person | None = None,
    ) -> Play[int]:
        """Choose one of the things laid out, numbered from 0."""
        answer = yield from self.ask(
            "shown",
            lambda: [f"shown {i + 1}" for i in possible()],
            asked=asked,
            card=card,
            left=left,
            about=about,
        )
        return int(answer.removeprefix("shown ")) - 1


class ReferenceRobinson:
    """One game, played by names of actions. `decision` is None when it is over."""

    def __init__(
        self,
        generator: Iterable[int],
        *,
        scenario: str = "castaways",
        players: int = 1,
        edition: str = "first",
        characters: Sequence[str | None] | None = None,
        friday: bool | None = None,
        dog: bool | None = None,
        starting_items: int | None = None,
        book_cards: int | None = None,
        wreckage: str = "food_crates",
        scenario_options: dict[str, str] | None = None,
        table: str = "open",
        lookouts: bool = False,
        strains: bool = False,
        words: int = 0,
        vocabulary: int = 8,
    ) -> None:
        from . import rounds, setup

        facts = load_facts(scenario, edition, scenario_options)
        laid_out = Table(
            players,
            with_friday=players <= 2 if friday is None else friday,
            with_dog=players == 1 if dog is None else dog,
        )
        options = {
            "characters": list(characters or []),
            "starting_items": starting_items,
            "book_cards": book_cards,
            "wreckage": wreckage,
            "table": table if players > 1 else "open",
            "lookouts": lookouts and players > 1,
            "strains": strains and players > 1,
            "words": words if players > 1 else 0,
            "vocabulary": vocabulary,
        }
        self.game = Game(facts, laid_out, Chance(generator), options)
        self.over = False
        self.cause = ""
        self._play = rounds.whole_game(self.game)
        setup.set_up(self.game)
        self._go_on(None)

    @property
    def table(self) -> Table:
        """Everything on the table."""
        return self.game.table

    @property
    def decision(self) -> Decision | None:
        """What is asked now."""
        return self.table.decision

    def mask(self) -> set[str]:
        """The names of all legal actions."""
        return set(self.decision.names) if self.decision is not None else set()

    def step(self, name: str) -> None:
        """Do one legal action, and all that then happens by itself."""
        if name not in self.mask():
            raise ValueError(f"{name!r} is not legal: {sorted(self.mask())}")
        self._go_on(name)

    def ask_again(self, first: Play[None] | None = None) -> None:
        """The table was changed from outside: put the question anew, or another if there is none any more.

        What is given as `first` happens before that.
        """
        self.game.first = first
        self._go_on(AGAIN)

    @property
    def progress(self) -> float:
        """How much of the goal is reached, 0 .. 1; a victory is 1."""
        return 1.0 if self.cause == "goal met" else scenarios.progress(self.game)

    @property
    def potential(self) -> float:
        """What the shaped reward measures, 0 .. 1."""
        return scenarios.potential(self.game)

    @property
    def points(self) -> int:
        """Victory points."""
        return scenarios.victory_points(self.game)

    def _go_on(self, answer: str | None) -> None:
        """Play on to the next decision or the end."""
        try:
            if answer is None:
                next(self._play)
            else:
                self._play.send(answer)
        except GameOver as end:
            self.over = True
            self.cause = end.cause
            self.table.decision = None


__all__ = ["Game", "ReferenceRobinson", "is_seat"]
