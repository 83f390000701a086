"""What a scenario's file says, one dataclass for each of its tables (docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .components import NO_COSTS, Cost
from .programs import NO_PROGRAM, ActionProgram, EventProgram


@dataclass(frozen=True)
class LaidTile:
    """A tile that lies on the island from the start."""

    space: int
    tile: int
    face_down: bool = False
    no_totem: bool = False


@dataclass(frozen=True)
class IslandChanges:
    """Where the scenario begins elsewhere than the printed start space."""

    camp: int | None = None
    tiles: tuple[LaidTile, ...] = ()
    also_adjacent: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class FieldToken:
    """A token that stays on a field all game."""

    kind: str
    token: str


@dataclass(frozen=True)
class Start:
    """What the scenario changes in the set-up."""

    shelter: bool = False
    soldier: bool = False
    starting_items: tuple[str, ...] | None = None
    no_starting_items: tuple[str, ...] = ()
    inventions_drawn: int | None = None
    inventions: tuple[str, ...] = ()
    field_tokens: tuple[FieldToken, ...] = ()


@dataclass(frozen=True)
class Rules:
    """General rules that the scenario changes."""

    animals_times: str | None = None
    """A measure: how often the hungry animals die is thrown."""
    palisade_missing: EventProgram = NO_PROGRAM
    several_tokens_on_camp: tuple[str, ...] = ()
    fur_as_wood: bool = False
    fed_first: str | None = None
    """A measure: how many eat before the players."""
    keep_beast: EventProgram = NO_PROGRAM
    keep_beast_if: str = ""


@dataclass(frozen=True)
class Scenario:
    """The head of the file."""

    id: str
    name: str
    rounds: int
    weather: tuple[tuple[str, ...], ...]
    island: IslandChanges = IslandChanges()
    start: Start = Start()
    rules: Rules = Rules()


@dataclass(frozen=True)
class Hooks:
    """Programs at named moments."""

    setup: EventProgram = NO_PROGRAM
    round_start: EventProgram = NO_PROGRAM
    book: EventProgram = NO_PROGRAM
    production: EventProgram = NO_PROGRAM
    before_actions: EventProgram = NO_PROGRAM
    night: EventProgram = NO_PROGRAM
    round_end: EventProgram = NO_PROGRAM
    totem: tuple[ActionProgram, ...] = ()
    """What the first, the second, ... totem of the game does."""
    round: tuple[EventProgram, ...] = ()
    """What happens as the first, the second, ... round begins."""


@dataclass(frozen=True)
class Weighed:
    """A measure, what is enough of it, and how much it weighs."""

    of: str
    enough: int | str
    weight: float


@dataclass(frozen=True)
class Goal:
    """What wins."""

    words: str
    checked: str
    needs: tuple[str, ...] = ()
    progress: tuple[Weighed, ...] = ()
    potential: tuple[Weighed, ...] = ()


@dataclass(frozen=True)
class Term:
    """So much for each unit of a measure."""

    of: str
    each: int


@dataclass(frozen=True)
class Points:
    """Victory points."""

    terms: tuple[Term, ...] = ()
    titles: tuple[int, ...] = ()


@dataclass(frozen=True)
class Choice:
    """What is left to who sets up the game."""

    id: str
    name: str
    values: tuple[bool | int, ...]
    default: bool | int


@dataclass(frozen=True)
class Sum:
    """A sum of measures."""

    id: str
    name: str
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Least:
    """The least of some measures."""

    id: str
    name: str
    of: tuple[str, ...]


@dataclass(frozen=True)
class Guest:
    """A castaway whom nobody plays."""

    id: str
    name: str
    hearts: int
    actions: tuple[str, ...]
    supports: bool = True
    """Does his pawn support actions of others?"""
    morale_marks: tuple[int, ...] = ()
    joins: str | None = None
    rerolls: tuple[str, ...] = ()
    reroll_cost: int = 0


@dataclass(frozen=True)
class Counter:
    """A number of the sheet."""

    id: str
    name: str
    start: int = 0
    most: int | None = None
    stages: tuple[int, ...] = ()
    fed_with: str | None = None
    stages_each_round: int | None = None
    from_source: str | None = None
    kept_if: str | None = None


@dataclass(frozen=True)
class Mark:
    """A marker for spaces."""

    id: str
    name: str
    icon: str | None = None
    extra_pawn: tuple[str, ...] = ()
    hides_terrain: bool = False
    stops_production: bool = False
    no_camp: bool = False
    most: int | None = None
    on_face_down: bool = False
    printed: bool = False


@dataclass(frozen=True)
class Amount:
    """A number that goes by the number of players."""

    id: str
    name: str
    by_players: tuple[int, ...]


@dataclass(frozen=True)
class Loss:
    """What loses the game at once."""

    id: str
    name: str
    when: str


@dataclass(frozen=True)
class Where:
    """Where a special action takes place: an open tile that shows what is listed."""

    mark: str | None = None
    without: str | None = None
    earlier: bool = False
    number: int | None = None
    numbers: tuple[int, ...] = ()
    terrain: tuple[str, ...] = ()
    beast: bool = False
    totem: bool = False
    camp: bool = True
    reach: int | None = None


@dataclass(frozen=True)
class PawnsInTurn:
    """More pawns for the first, the second, ... of something."""

    of: str
    more: tuple[int, ...]


@dataclass(frozen=True)
class SpecialAction:
    """An action of the scenario that players can plan."""

    id: str
    name: str
    kind: str
    pawns: int = 1
    dice: bool = False
    distance: bool = False
    more_pawns: str | None = None
    pawns_in_turn: PawnsInTurn | None = None
    where: Where | None = None
    needs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    pays: tuple[Cost, ...] = NO_COSTS
    many: bool = False
    most: int | str | None = None
    most_with: tuple[str, ...] = ()
    friday: bool = True
    effect: ActionProgram = NO_PROGRAM
    adventure: ActionProgram = NO_PROGRAM
    yields: ActionProgram = NO_PROGRAM
    uses_up: str | None = None


@dataclass(frozen=True)
class ScenarioFacts:
    """All tables of a scenario's file, each by id; `options`: the values chosen."""

    scenario: Scenario
    on: Hooks
    goal: Goal
    points: Points
    counters: Mapping[str, Counter]
    marks: Mapping[str, Mark]
    special_actions: tuple[SpecialAction, ...]
    losses: Mapping[str, Loss]
    amounts: Mapping[str, Amount]
    sums: Mapping[str, Sum]
    leasts: Mapping[str, Least]
    choices: Mapping[str, Choice]
    guest: Guest | None
    options: Mapping[str, Any]
