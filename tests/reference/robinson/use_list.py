"""The list of all that can be used, made from the facts.

Whatever it is and wherever it comes from: when it may be used and how often, what it takes, what it does.
Three operations of programs say what a use is for: `extra_pawn` while planning lends a pawn, `reroll_die`
right after a throw throws a die again, `spend_less` saves a resource.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from . import aspects
from .facts import Facts
from .programs import NO_PROGRAM, Effect, Program
from .table import ALL_KINDS, DECKS

SKILL, STARTING_ITEM, TOKEN, TREASURE, ITEM = "skill", "starting item", "token", "treasure", "item"
KEPT_CARD, FRIDAYS, GUESTS, DOG = "kept card", "Friday", "guest", "dog"
NO_LIMIT, ROUND, CHARACTER, ACTION = "none", "round", "character", "action"
"""How often: as long as there are uses; once a round; by one character a round, in each of his fights and
actions once; once in an action."""
FREE = frozenset({
    "before event", "before morale", "before production", "planning", "resolution", "before action",
    "after throw", "fight", "card", "before weather", "weather", "night",
})  # fmt: skip
"""Windows that belong to no single step of an action."""
WINDOWS: dict[str, frozenset[str]] = {
    "any": FREE,
    "not_on_card": FREE - {"card"},
    "not_while_acting": FREE,
    "before_actions": frozenset({"planning"}),
    "own_action": frozenset({"planning", "before action", "fight"}),
    "weapon": frozenset({"fight", "before action", "planning", "card"}),
    "fight": frozenset({"fight"}),
    "trap": frozenset({"trap"}),
    "creature": frozenset({"trap"}),
    "whole_draw": frozenset({"before mysteries"}),
    "exploring": frozenset({"explored"}),
    "tile_found": frozenset({"explored"}),
    "arrange_camp": frozenset({"arrange camp"}),
    "weather": frozenset({"weather"}),
    "night": frozenset({"night", "card"}),
}
"""By the time at which something may be used: the windows at which that can be."""


@dataclass(frozen=True)
class Use:
    """One way of using one thing."""

    source: str
    id: str
    """Of the entry in the data."""
    action: str | None = None
    """The action with which it is used; None: the rules ask for it otherwise."""
    when: str | None = None
    program: Program = NO_PROGRAM
    determination: int = 0
    pays: dict[str, int] = field(default_factory=dict)
    item: str | None = None
    """An item without which it is of no use."""
    weapon: int = 0
    """The weapon level that it requires."""
    limit: str = NO_LIMIT
    lends: frozenset[str] = frozenset()
    """Kinds of action for one of which it lends a pawn."""
    special: str | None = None
    """The one special action for which it lends it."""
    needs: tuple[str, ...] = ()
    """Conditions, of which several uses of a thing have different ones."""
    rerolls: frozenset[str] = frozenset()
    """Kinds of action of which it throws a die again."""
    gathers: int = 0
    """How much more a gathering brings."""
    character: str | None = None
    """Whose skill it is."""
    key: str = ""
    """What the table notes when it has been used this round."""

    @property
    def card(self) -> str:
        """Whose program it is: treasures are cards, the other things are named by their action."""
        assert self.action is not None
        return self.id if self.source == TREASURE else self.action

    @property
    def saves(self) -> dict[str, int]:
        """What it saves of the resources that an action takes."""
        first = first_effect(self.program)
        return {first.what: first.count} if first is not None and first.operation == "spend_less" else {}

    @cached_property
    def changes(self) -> aspects.Aspects:
        """What its effect changes."""
        return aspects.changes(self.program)

    @cached_property
    def costs(self) -> aspects.Aspects:
        """What using it changes beside its effect."""
        paid = set(self.pays)
        if self.source == SKILL:
            paid.add("determination")
        if self.item is not None:
            paid.add("items")
        if self.weapon > 0:
            paid.add("weapon")
        return frozenset(paid)

    @property
    def windows(self) -> frozenset[str]:
        """Where it can be used at most; nowhere if the rules of planning or dice ask for it."""
        if self.when is None or self.lends or self.rerolls:
            return frozenset()
        return WINDOWS.get(self.when, frozenset())


class Uses(list[Use]):
    """The list of all that can be used, skills first. Where several uses could serve, the first one does."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(all_uses(facts))
        windows = frozenset().union(*WINDOWS.values())
        self.at = {window: [use for use in self if window in use.windows] for window in windows}
        """By window: what can be used there at most."""
        self.lending = {kind: [use for use in self if kind in use.lends] for kind in ALL_KINDS}
        """By kind of action: what can lend it a pawn."""


def first_effect(program: Program) -> Effect | None:
    """The operation with which a program begins; None if it begins otherwise."""
    return program[0] if program and isinstance(program[0], Effect) else None


def all_uses(facts: Facts) -> list[Use]:
    """All that can be used."""
    found = [
        *_skills(facts),
        *(_use(STARTING_ITEM, entry.id, entry) for entry in facts.starting_items.values()),
        *_tokens(facts),
        *_treasures(facts),
        *_items(facts),
        *(_use(KEPT_CARD, entry.id, entry) for entry in facts.adventures.values() if entry.use),
        _lender(DOG, "dog", "use dog", facts.dog.actions),
        Use(
            FRIDAYS, "friday", determination=facts.friday.reroll_cost, rerolls=frozenset(DECKS), key="Friday"
        ),
    ]
    guest = facts.sheet.guest
    if guest is not None and guest.rerolls:
        again = frozenset(guest.rerolls)
        found.append(Use(GUESTS, guest.id, determination=guest.reroll_cost, rerolls=again, key="guest"))
    return found


def _skills(facts: Facts) -> Iterator[Use]:
    for character in facts.characters:
        for i, skill in enumerate(facts.skills_of(character)):
            yield _use(SKILL, skill.id, skill, action=f"use skill {i + 1}", character=character)


def _tokens(facts: Facts) -> Iterator[Use]:
    for name, token in facts.discoveries.items():
        action = f"use token {name}"
        key = f"token {name}" + (f" of {facts.sheet.scenario.id}" if token.by_scenario else "")
        if token.use:
            yield _use(TOKEN, name, token, action=action, item=token.item, weapon=token.weapon, key=key)
        for i, one in enumerate(token.uses):
            yield _use(TOKEN, name, one, action=action, needs=tuple(one.needs), key=f"{key}, use {i + 1}")


def _treasures(facts: Facts) -> Iterator[Use]:
    for name, card in facts.mysteries.items():
        action = f"use treasure {name}"
        if card.use:
            yield _use(TREASURE, name, card, action=action)
        if card.pawn:
            yield _lender(TREASURE, name, action, card.pawn)


def _items(facts: Facts) -> Iterator[Use]:
    kinds = {action.id: action.kind for action in facts.sheet.special_actions}
    for name, item in facts.inventions.items():
        action = f"use {facts.action_name(name)}"
        if item.use:
            yield _use(ITEM, name, item, action=action)
        if item.pawn:
            yield _lender(ITEM, name, action, item.pawn)
        if item.pawn_for is not None:
            yield _lender(ITEM, name, action, (kinds[item.pawn_for],), item.pawn_for)
        if item.gather_bonus:
            yield Use(ITEM, name, limit=ROUND, gathers=item.gather_bonus, key=f"item {name}: gathering")


def _use(source: str, name: str, entry: Any, **more: Any) -> Use:
    """What an entry says about its use."""
    first = first_effect(entry.use)
    lends: set[str] = set()
    rerolls: set[str] = set()
    if first is not None and first.operation == "extra_pawn" and entry.when == "planning":
        lends = {first.what}
    if first is not None and first.operation == "reroll_die":
        rerolls = {first.what}
    pays = getattr(entry, "use_pays", ())
    actions = {STARTING_ITEM: f"use {name}", KEPT_CARD: "use kept card"}
    values: dict[str, Any] = {
        "action": actions.get(source),
        "when": entry.when,
        "program": entry.use,
        "determination": getattr(entry, "cost", 0),
        "pays": dict(pays[0]) if pays else {},
        "limit": getattr(entry, "limit", NO_LIMIT),
        "lends": frozenset(lends),
        "rerolls": frozenset(rerolls),
        "key": f"{source} {name}",
    }
    return Use(source, name, **(values | more))


def _lender(source: str, name: str, action: str, kinds: tuple[str, ...], special: str | None = None) -> Use:
    """A pawn that comes back every round."""
    key = f"{source} {name}: pawn"
    return Use(source, name, action, limit=ROUND, lends=frozenset(kinds), special=special, key=key)
