"""All that lies on the table: the state of a game, in the rulebook's own words.

Cards, tiles, tokens and items are named by their ids in the data files; spaces are numbered as on the board.
Sets of tokens hold their names; there is one of each kind on a place. A deck is a list whose last element is
the next card.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .decisions import FRIDAY, GUEST, Decision, Person
from .programs import Program

RESOURCES = ("wood", "food", "fur", "durable_food")
KINDS = ("threat", "hunt", "build", "gather", "explore", "arrange_camp", "rest")
"""The actions of the board in the order in which they are resolved; "special" ones of a scenario follow."""
ALL_KINDS = (*KINDS, "special")
DECKS = ("build", "gather", "explore")
"""Actions with dice, each with a deck of adventures."""
DICE = ("wound", "success", "adventure")
STRUCTURES = ("shelter", "roof", "palisade", "weapon")
PARTS = ("head", "arm", "belly", "leg")
SPACES = range(11)
TERRAINS = ("beach", "hills", "mountains", "river", "plains")
TOKENS = (
    "reroll", "adventure", "minus_pawn", "plus_wood", "plus_food", "danger", "shortcut",
    "rain", "snow", "storm", "hungry_animals", "marker",
)  # fmt: skip

PILES_LOOKED_AT = ("tiles", "hunting deck", "event deck")
"""A variant: piles whose top card a player can look at alone."""

Source = tuple[int, str]
"""A space, and "wood" or "food"."""
Target = str | int | Source | None
"""What an action aims at.

threat: "left" or "right"; build: a structure or an invention; gather: a source; explore: a space or
"treasure_map"; a special action (of any kind): `Plan.special` has its number and place.
"""


def nothing_in_store() -> dict[str, int]:
    """No resources."""
    return dict.fromkeys(RESOURCES, 0)


@dataclass
class PlacedPawn:
    """A variant: a pawn that was placed unseen."""

    aim: Plan | None
    """The action that it was placed on; None: it stays idle."""
    came_to: Plan | None = None
    """The planned action that it takes part in."""
    idle: bool = False
    """It takes part in nothing this round."""


@dataclass
class PersonState:
    """A player's character, Friday, or the guest of a scenario."""

    character: str | None = None
    wounds: int = 0
    determination: int = 0
    skills_used: set[str] = field(default_factory=set)
    special_wounds: dict[str, set[str]] = field(default_factory=lambda: {part: set() for part in PARTS})
    """By part of the body: the decks whose adventure token lies there."""
    covered_marks: set[int] = field(default_factory=set)
    """Morale marks (the wound that they stand at) that a card has covered."""
    markers: int = 0
    """Wounds that the night will bring."""
    cursed: bool = False
    """The reroll token lies on the sheet: successes are rolled again."""
    cursed_from_next_round: bool = False
    """It was laid there this round, and counts from the next one on."""
    confused: bool = False
    """This round successes are rolled again, even where no dice are needed."""
    pawn_limit: int = 2
    allowed_kinds: set[str] = field(default_factory=lambda: set(ALL_KINDS))
    skills_barred: bool = False
    free_pawns: int = 0
    passed: bool = False
    """He plans no more."""
    saving: dict[str, int] = field(default_factory=lambda: {"wood": 0, "food": 0, "fur": 0})
    """What his next action takes less."""
    kept_weapon: int = 0
    """Cards kept that raise the weapon level once."""
    hungry: bool = False
    """He has not eaten in the last night."""
    placed: list[PlacedPawn] = field(default_factory=list)
    """A variant: his pawns, as they were placed unseen this round."""
    strain: str | None = None
    """A variant: the kind of action that he cannot plan until the reveal."""
    said: list[str | None] = field(default_factory=list)
    """A variant: what he has said as planning began, in turn; None: nothing."""
    # outside the camp
    outside: bool = False
    """The coming night is spent outside the camp."""
    outside_space: int | None = None
    outside_now: bool = False
    """The action under way has sent him there."""
    gained: dict[str, int] = field(default_factory=nothing_in_store)
    """Resources that his actions have brought in this action phase."""
    own: dict[str, int] = field(default_factory=nothing_in_store)
    """What he keeps outside the camp."""
    found: list[str] = field(default_factory=list)
    """Discovery tokens that his actions have brought in this action phase."""


@dataclass
class Space:
    """A space of the island."""

    tile: str | None = None
    face_down: bool = False
    covered: set[str] = field(default_factory=set)
    """What black markers cover: wood, bird, fish, terrain, totem, shelter."""
    waiting_cover: list[frozenset[str]] = field(default_factory=list)
    """Markers that wait for a tile there: what each may cover (wood, bird, fish); the last one first."""
    tokens: set[str] = field(default_factory=set)
    item_tokens: set[str] = field(default_factory=set)
    """Those of them that items have put there."""
    new_tokens: set[str] = field(default_factory=set)
    """They count from the end of the action phase on."""
    way: int = 0
    """Steps from the camp as planning began; 0 also where nobody can go."""
    marks: set[str] = field(default_factory=set)
    """Marks of the scenario."""
    marks_before: set[str] = field(default_factory=set)
    """Those of them that have lain there since this round began."""
    number: int = 0
    """The number token there; 0 for none."""


@dataclass
class Invention:
    """Where an invention is: deck, board, built, future, discarded."""

    place: str = "deck"
    owner: int | None = None
    """The player on whose sheet it lies."""
    marked: bool = False
    lost: bool = False
    """Turned back this round, and still of use."""
    dealt: bool = False


@dataclass
class Mystery:
    """Where a mystery card is: deck, gone, kept, future, events."""

    place: str = "deck"
    uses: int = 0
    holder: Person | None = None
    round_found: int = 0
    outside: bool = False
    """Its finder keeps it if he sleeps outside the camp this round."""
    draw: int = 0
    """Which of the draws under way has found it, from 1; else 0."""


@dataclass
class Draw:
    """A draw of mysteries under way."""

    wanted: dict[str, int]
    whole: bool
    """Nobody may stop it."""
    passed_before: int
    """Cards passed over when it began."""


@dataclass
class Plan:
    """A planned action."""

    kind: str
    target: Target
    person: Person
    special: tuple[int, int | None] | None = None
    """A special action of the scenario: its number in the file (from 0) and its space, if it has one."""
    pawns: int = 1
    need: int = 1
    option: int | None = None
    """The way of paying, or which reward of a wreckage card; None: not chosen (yet)."""
    paid: dict[str, int] = field(default_factory=nothing_in_store)
    all_dice: bool = False
    """It rolls all dice in any case."""
    items: list[str] = field(default_factory=list)
    """Items assigned to it whose gain is still to come: basket, sack (current edition)."""
    supports: set[str] = field(default_factory=set)
    """Whose pawns support it, as the actions name them from him who plans; also "of a thing", "the Dog"."""
    done: bool = False

    @property
    def source(self) -> Source:
        """The source that is gathered from."""
        assert isinstance(self.target, tuple)
        return self.target

    @property
    def space(self) -> int:
        """The space that is explored."""
        assert isinstance(self.target, int)
        return self.target


@dataclass
class Delayed:
    """A part of a card's program that waits."""

    time: str
    clauses: Program
    card: str | None
    performer: Person | None


@dataclass
class Fight:
    """What holds for the fight or action under way."""

    fighter: Person | None = None
    strength: int = 0
    weapon_bonus: int = 0
    action_bonus: int = 0
    """That part of the bonus which lasts for the whole action."""
    ignored_wounds: int = 0
    spared: Person | None = None
    """Whose wounds those are."""
    capturing: int = 0
    """1: what is fought is to be caught; 2: and its event has come at once."""


@dataclass
class Weather:
    """This round's weather."""

    rolled: bool = False
    rain: int = 0
    snow: int = 0
    ignored_rain: int = 0
    ignored_snow: int = 0
    snow_to_rain: int = 0
    animals: list[str] = field(default_factory=list)
    """Faces of the hungry animals dice thrown so far."""
    animals_faced: int = 0
    ignored_animals: int = 0


@dataclass
class Production:
    """What holds for the production of this round."""

    skip: bool = False
    half: bool = False
    none: set[str] = field(default_factory=set)
    extra: dict[str, int] = field(default_factory=lambda: {"wood": 0, "food": 0, "fur": 0, "durable_food": 0})
    produced: dict[str, int] = field(default_factory=lambda: {"wood": 0, "food": 0})
    """What the last production has given."""
    keeping: bool = False
    """This round what sources give may be kept on counters of the scenario."""


@dataclass
class Table:
    """Everything on the table."""

    players: int
    with_friday: bool
    with_dog: bool

    # the course of play
    round: int = 0
    phase: str = "event"
    first_player: int = 0
    decision: Decision | None = None
    people: dict[Person, PersonState] = field(default_factory=dict)
    guest_here: bool = False
    used_by: dict[str, Person] = field(default_factory=dict)
    """By use limited to one a round: who has used it in this one."""
    in_use: set[str] = field(default_factory=set)
    """Uses that serve once in a fight or action, and are at work in this one."""

    # camp and stores
    morale: int = 0
    weapon: int = 0
    roof: int = 0
    palisade: int = 0
    shelter: bool = False
    more_camp_food: int = 0
    """+1 food tokens of items on the camp's tile beyond the first token there."""
    available: dict[str, int] = field(default_factory=nothing_in_store)
    future: dict[str, int] = field(default_factory=nothing_in_store)
    delayed: list[Delayed] = field(default_factory=list)

    # the island
    camp: int = 0
    spaces: list[Space] = field(default_factory=lambda: [Space() for _ in SPACES])
    tiles: list[str] = field(default_factory=list)
    tiles_known: int = 0
    totems_found: int = 0
    tiles_before: int = 0
    """Tiles explored when this round began."""
    numbers_laid: int = 0

    # fields
    field_tokens: dict[str, set[str]] = field(default_factory=lambda: {kind: set() for kind in KINDS})
    new_field_tokens: dict[str, set[str]] = field(default_factory=lambda: {kind: set() for kind in KINDS})
    cost_tokens: dict[str, set[str]] = field(default_factory=lambda: {name: set() for name in STRUCTURES})
    weather_tokens: set[str] = field(default_factory=set)
    night_tokens: set[str] = field(default_factory=set)

    # cards
    event_deck: list[str] = field(default_factory=list)
    event_discard: list[str] = field(default_factory=list)
    event_known: bool = False
    threat: dict[str, str | None] = field(default_factory=lambda: {"left": None, "right": None})
    ambush: str | None = None
    ambush_known: bool = False
    card_space: dict[str, int] = field(default_factory=dict)
    """Where a card's token or marker lies."""
    card_mark: dict[str, str | set[str]] = field(default_factory=dict)
    """What it covered there, or which levels it lowered."""
    adventures: dict[str, list[str]] = field(default_factory=lambda: {deck: [] for deck in DECKS})
    adventure_discard: dict[str, list[str]] = field(default_factory=lambda: {deck: [] for deck in DECKS})
    mysteries: list[str] = field(default_factory=list)
    mystery: dict[str, Mystery] = field(default_factory=dict)
    """By mystery card (each copy has its own number in the box): where it is."""
    passed_over: list[str] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    wanted: dict[str, int] = field(default_factory=dict)
    """Mysteries sought in the draw that comes next, by kind."""
    mystery_ignored: bool = False
    beasts: list[str] = field(default_factory=list)
    hunting: list[str] = field(default_factory=list)
    hunting_known: bool = False
    inventions: list[str] = field(default_factory=list)
    invention: dict[str, Invention] = field(default_factory=dict)
    starting_deck: list[str] = field(default_factory=list)
    starting_uses: dict[str, int] = field(default_factory=dict)
    starting_future: dict[str, int] = field(default_factory=dict)
    starting_finder: dict[str, Person | None] = field(default_factory=dict)
    discoveries: list[str] = field(default_factory=list)
    discovery: dict[str, int] = field(default_factory=dict)
    """Tokens that the group can use, by kind."""
    discovery_future: dict[str, int] = field(default_factory=dict)
    shown: list[str] = field(default_factory=list)
    """Cards, tiles or tokens laid out to choose from."""
    looked: dict[str, set[int]] = field(default_factory=lambda: {pile: set() for pile in PILES_LOOKED_AT})
    """A variant: who alone knows the top card of each pile."""

    # what holds for this round only
    no_mixed_pawns: bool = False
    no_pawn_of_friday: bool = False
    items_unavailable: bool = False
    production: Production = field(default_factory=Production)
    shortcut_used: Source | None = None
    gathered: set[Source] = field(default_factory=set)
    """Sources gathered or planned to be gathered this round."""

    # planning and the action under way
    plans: list[Plan] = field(default_factory=list)
    last_call: str = ""
    """The last turn of planning: "" | "wanted" | "called"."""
    planner: Person | None = None
    extra_pawns: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ALL_KINDS, 0))
    """Supporting pawns for this round that cards have given."""
    wood_token_plan: Plan | None = None
    """The building that pays for the +1 wood token of its field."""
    now: Plan | None = None
    dice: dict[str, bool | None] = field(default_factory=lambda: dict.fromkeys(DICE))
    """True: the face it is named for; False: the other; None: not rolled."""
    rerolled: set[str] = field(default_factory=set)
    failure_paid: bool = False
    """The determination for a failure of this throw has been given."""
    succeeded: bool = False
    fight: Fight = field(default_factory=Fight)
    weather: Weather = field(default_factory=Weather)

    # the scenario
    counters: dict[str, int] = field(default_factory=dict)
    counters_before: dict[str, int] = field(default_factory=dict)
    stages_fed: dict[str, int] = field(default_factory=dict)
    """Stages completed by feeding this round."""

    @property
    def seats(self) -> range:
        """The players' seats."""
        return range(self.players)

    def in_turn(self) -> list[int]:
        """The players from the First Player round the table."""
        return [(self.first_player + i) % self.players for i in range(self.players)]

    @property
    def castaways(self) -> list[Person]:
        """Whom "each" means: the players, and a guest who has joined; never Friday."""
        return [*self.seats, *([GUEST] if self.guest_here else [])]

    @property
    def everybody(self) -> list[Person]:
        """All whose sheet lies on the table."""
        return list(self.people)

    @property
    def friday(self) -> PersonState:
        """Friday."""
        return self.people[FRIDAY]
