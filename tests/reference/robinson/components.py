"""What is in the box, one dataclass for each table of the data files; `facts.py` reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .programs import NO_PROGRAM, ActionProgram, EventProgram, effects_in

Cost = Mapping[str, int]
"""What one way of paying takes: wood, food, fur."""
NO_COSTS: tuple[Cost, ...] = ()


# ---------------------------------------------------------------- cards that can lie in the event deck
@dataclass(frozen=True)
class Threat:
    """The lower half of an event card."""

    name: str = ""
    pawns: int = 1
    two_players: bool = False
    weapon: int = 0
    item: str | None = None
    pays: tuple[Cost, ...] = NO_COSTS
    or_item: str | None = None
    reward: ActionProgram = NO_PROGRAM
    effect: EventProgram = NO_PROGRAM


@dataclass(frozen=True)
class Event:
    """An event card."""

    id: str
    name: str
    icon: str
    threat: Threat
    copies: int = 1
    effect: EventProgram = NO_PROGRAM


@dataclass(frozen=True)
class WreckageOption:
    """One of the two rewards of a wreckage card."""

    pawns: int
    reward: ActionProgram = NO_PROGRAM


@dataclass(frozen=True)
class Wreckage:
    """A wreckage card."""

    id: str
    name: str
    options: tuple[WreckageOption, ...]


@dataclass(frozen=True)
class Adventure:
    """An adventure card of one of the three decks."""

    id: str
    name: str
    copies: int = 1
    effect: ActionProgram = NO_PROGRAM
    when: str | None = None
    use: ActionProgram = NO_PROGRAM
    event_name: str | None = None
    event: EventProgram = NO_PROGRAM
    deck: str = ""
    """build, gather, explore; not in the file."""

    @property
    def special_wound(self) -> str | None:
        """The part of the body on which the card puts a special wound."""
        parts = (e.what for e in effects_in(self.effect) if e.operation == "special_wound")
        return next(parts, None)


@dataclass(frozen=True)
class Mystery:
    """A mystery card."""

    id: str
    name: str
    type: str
    effect: ActionProgram = NO_PROGRAM
    when: str | None = None
    use: ActionProgram = NO_PROGRAM
    uses: int = 0
    limit: str = "none"
    from_next_round: bool = False
    event_name: str | None = None
    event: EventProgram = NO_PROGRAM
    pawn: tuple[str, ...] = ()
    stores_food: int = 0
    stores_food_when_used: int = 0
    wood_without_source: bool = False
    snow_to_rain: int = 0
    rest: ActionProgram = NO_PROGRAM


# ---------------------------------------------------------------- other components
@dataclass(frozen=True)
class Beast:
    """A beast card."""

    id: str
    name: str
    strength: int
    weapon_loss: int
    food: int
    fur: int
    extra: ActionProgram = NO_PROGRAM


@dataclass(frozen=True)
class Invention:
    """An invention card, or one of the scenario's sheet."""

    id: str
    name: str
    kind: str = "scenario"
    owner: str | None = None
    terrain: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    pays: tuple[Cost, ...] = NO_COSTS
    built: EventProgram = NO_PROGRAM
    lost: EventProgram = NO_PROGRAM
    when: str | None = None
    use: ActionProgram = NO_PROGRAM
    use_pays: tuple[Cost, ...] = NO_COSTS
    limit: str = "none"
    pawn: tuple[str, ...] = ()
    stores_food: int = 0
    first_player_determination: int = 0
    ignores_snow: int = 0
    gather_bonus: int = 0
    wound_die_food: int = 0
    rest: ActionProgram = NO_PROGRAM
    needs: tuple[str, ...] = ()
    pawn_for: str | None = None
    explored: ActionProgram = NO_PROGRAM


@dataclass(frozen=True)
class StartingItem:
    """A starting item."""

    id: str
    name: str
    uses: int
    limit: str = "none"
    when: str | None = None
    use: ActionProgram = NO_PROGRAM


@dataclass(frozen=True)
class TokenUse:
    """One of several uses of a scenario's token, of which conditions choose."""

    needs: tuple[str, ...]
    when: str
    use: ActionProgram = NO_PROGRAM


@dataclass(frozen=True)
class Discovery:
    """A discovery token; the four symbols mean what the scenario says."""

    id: str
    name: str
    copies: int = 1
    by_scenario: bool = False
    item: str | None = None
    weapon: int = 0
    rots: bool = False
    forced: bool = False
    when: str | None = None
    use: ActionProgram = NO_PROGRAM
    limit: str = "none"
    uses: tuple[TokenUse, ...] = ()


@dataclass(frozen=True)
class ScenarioDiscovery:
    """What one of the symbols means in a scenario."""

    id: str
    name: str
    symbol: str
    when: str | None = None
    use: ActionProgram = NO_PROGRAM
    limit: str = "none"
    uses: tuple[TokenUse, ...] = ()


@dataclass(frozen=True)
class Tile:
    """An island tile."""

    id: str
    terrain: str
    sources_of: tuple[str, ...]
    beast: bool
    discoveries: int
    totem: bool
    natural_shelter: bool

    @property
    def food_source(self) -> str | None:
        """bird, fish, or none."""
        return next((kind for kind in self.sources_of if kind != "wood"), None)


@dataclass(frozen=True)
class Character:
    """A character sheet."""

    id: str
    name: str
    invention: str
    hearts: int
    morale_marks: tuple[int, ...]


@dataclass(frozen=True)
class Skill:
    """One of the four skills of a sheet."""

    id: str
    name: str
    character: str
    cost: int
    when: str
    use: ActionProgram = NO_PROGRAM
    use_pays: tuple[Cost, ...] = NO_COSTS


# ---------------------------------------------------------------- the board, the rules' numbers
@dataclass(frozen=True)
class Setup:
    """The set-up."""

    starting_items: int
    inventions_drawn: int
    determination_of_personal_invention: int


@dataclass(frozen=True)
class Morale:
    """The morale track."""

    lowest: int
    highest: int
    start: int
    determination: tuple[int, ...]
    at_highest: EventProgram = NO_PROGRAM


@dataclass(frozen=True)
class Building:
    """What shelter, roof, palisade and weapon take."""

    wood: tuple[int, ...]
    fur: tuple[int, ...]
    weapon_wood: int


@dataclass(frozen=True)
class ActionDice:
    """How many of the six faces of the build, gather and explore dice are wounds, successes, adventures."""

    wound: tuple[int, ...]
    success: tuple[int, ...]
    adventure: tuple[int, ...]
    determination_of_failure: int


@dataclass(frozen=True)
class WeatherDice:
    """The faces of the weather dice: rain and snow clouds; what the hungry animals do."""

    rain: tuple[tuple[int, int], ...]
    winter: tuple[tuple[int, int], ...]
    animals: tuple[str, ...]
    animals_strength: int


@dataclass(frozen=True)
class CampActions:
    """What arranging the camp and resting bring."""

    arrange: ActionProgram = NO_PROGRAM
    arrange_with_four: ActionProgram = NO_PROGRAM
    rest: ActionProgram = NO_PROGRAM


@dataclass(frozen=True)
class Night:
    """Wounds of the night."""

    wounds_of_hunger: int
    wounds_of_open_air: int


@dataclass(frozen=True)
class Island:
    """The spaces of the island."""

    start_space: int
    start_tile: int
    neighbours: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Friday:
    """Friday's card."""

    name: str
    hearts: int
    reroll_cost: int


@dataclass(frozen=True)
class Dog:
    """The Dog's card."""

    name: str
    actions: tuple[str, ...]
