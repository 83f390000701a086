"""A slow, plain second implementation of Dieson Crusoe, written from docs/dieson.md alone.

It exists to be compared with the engine, so it shares nothing with it: no code and no numbers.
Wherever there was a choice between fast and readable, readable won. The section names in the
comments are those of the rules document.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

from .dieson_facts import FACTS, Facts

OPPOSITE_SIDES = 7  # add up to this
RAID_FROM = 5
BOXES = 9
EVENTS = 7
FRIEND_EVENT = 5
DIE_MAX = 6

# What each box of the action track does. Box 2 and the moves have actions of their own.
BOX_ACTION = {
    1: "move",
    2: "gain one",
    3: "gain stones",
    4: "build fences",
    5: "gain wood",
    6: "hunt",
    7: "build roofs",
    8: "recover",
    9: "gain food",
}
USES_STARS = ("move", "gain stones", "gain wood", "hunt", "recover", "gain food")
GAINS = {"gain stones": "stone", "gain wood": "wood", "gain food": "food"}
BUILDS = {"build fences": ("stone", "fence"), "build roofs": ("leather", "roof")}

STARS_OF_TOOLS = {
    "basket": ("gain stones", "gain wood"),
    "bed": ("recover",),
    "axe": ("gain food",),
    "machete": ("move",),
}
STARS_OF_CHARACTERS = {"pathfinder": "move", "hunter": "hunt", "craftsman": "craft"}
POWER_OF_TOOLS = {"stone_knife": 1, "axe": 1, "machete": 1, "bow": 2}
HELP_GIVES = {"jack": "food", "bilson": "wood", "stitch": "leather"}
TOOL_OF_QUEST = {1: "rope", 2: "flag", 3: "fire", 4: "watch_dog", 6: "bow", 7: "raft"}

REROLLS = {
    "reroll 1": (0,),
    "reroll 2": (1,),
    "reroll 3": (2,),
    "reroll 1 2": (0, 1),
    "reroll 1 3": (0, 2),
    "reroll 2 3": (1, 2),
    "reroll 1 2 3": (0, 1, 2),
}
FREE_ACTIONS = ("spend leather", "friend help", "friend help weather", "friend help raid")
BOOSTS = ("raise with food", "raise with health", "use water")

# Every action name, in the order of the table in "How play is cut into actions".
ACTIONS: tuple[str, ...] = (
    *REROLLS,
    "go on",
    "use fire",
    "use flag",
    "use die 1",
    "use die 2",
    "use die 3",
    "turn die 1",
    "turn die 2",
    "turn die 3",
    *FREE_ACTIONS,
    *BOOSTS,
    *(f"move to {space}" for space in FACTS.spaces),
    "escape",
    "take food",
    "take wood",
    "take stone",
    "gain stones",
    "build fences",
    "gain wood",
    "hunt",
    "build roofs",
    "recover",
    "gain food",
    *(f"craft {tool}" for tool in FACTS.tools),
    "play with friend",
    "pass",
    *(f"choose {friend}" for friend in FACTS.friends),
    "eat food",
    "lose health",
    "save food",
    "save health",
)


class Die(NamedTuple):
    """A die as it lies. Sorting puts the blue one last among equals."""

    value: int
    blue: bool = False


def forward(box: int, steps: int, boxes: int) -> int:
    """The box reached by going so many steps clockwise on a track of so many boxes."""
    return (box - 1 + steps) % boxes + 1


def changed(die: Die, by: int) -> Die:
    """The die with its value changed, inside 1 to 6."""
    return die._replace(value=max(1, min(DIE_MAX, die.value + by)))


def turned(die: Die) -> Die:
    """The die on its opposite side."""
    return die._replace(value=OPPOSITE_SIDES - die.value)


def last_word(name: str) -> str:
    """What an action name is about: `craft rope` -> `rope`."""
    return name.split()[-1]


class ReferenceDieson:
    """One game. `legal_actions()` is empty when it is over."""

    def __init__(
        self,
        *,
        quest: int,
        character: str,
        hearts: int,
        friend: str | None,
        tools: Collection[str],
        blue_die: bool,
        dice: Callable[[], int],
        facts: Facts = FACTS,
    ) -> None:
        check_options(facts, quest, character, hearts, friend, tools)
        self.facts = facts
        self.roll_die = dice

        # Options
        self.quest = quest
        self.character = character
        self.tools_of_game = frozenset(tools)

        # Set-up
        self.health = self.max_health = hearts
        self.food = facts.start_food
        self.wood = self.stone = self.leather = 0
        self.fence = self.roof = self.water = 0
        self.space = facts.quests[quest].start_space
        self.tools = set(facts.quests[quest].start_tools)
        if character == "strategist":
            self.tools.add("blueprint")
        self.action_box = facts.action_start
        self.event_box = facts.event_start
        self.friend = friend
        self.friend_disc = 0
        self.day = 1
        self.hand = [Die(1), Die(1), Die(1, blue=blue_die)]  # the unused dice
        self.hourglass = self.weather = self.raid = Die(1)
        self.used: list[Die] = []

        # The afternoon and the action that is being taken
        self.fire_used = self.flag_used = False
        self.blueprint_used = self.blue_turned = False
        self.tom_helped = False  # in this gap between two dice
        self.chosen: Die | None = None
        self.toms_action = False
        self.value = 0  # of the chosen die, as far as it is raised
        self.extra_stars = 0  # water and Wednesday

        # Quest progress
        self.hunted_deer = False
        self.hunted_cannibals_with_bow = False
        self.summit_reached = False
        self.way_out: set[str] = set()
        self.way_back: set[str] = set()
        self.escaped = False

        self.over = False
        self.victory = False
        self.cause = ""
        self.phase = ""
        self.begin_morning()
        self.do_what_needs_no_choice()

    # --- the interface

    def legal_actions(self) -> list[str]:
        """The names of the legal actions, in the order of the table of actions."""
        if self.over:
            return []
        legal = set(self.actions_of_phase()) | set(self.free_actions())
        return [name for name in ACTIONS if name in legal]

    def step(self, name: str) -> None:
        """Do one legal action, and all that then happens by itself."""
        if name not in self.legal_actions():
            raise ValueError(f"{name!r} is not legal in phase {self.phase!r}")
        self.do(name)
        self.do_what_needs_no_choice()

    def do_what_needs_no_choice(self) -> None:
        """A point with exactly one legal action is not asked."""
        while len(legal := self.legal_actions()) == 1:
            self.do(legal[0])

    def actions_of_phase(self) -> list[str]:
        """The legal actions without the free ones."""
        return {
            "roll": self.roll_actions,
            "event": self.event_actions,
            "start": self.start_actions,
            "die": self.die_actions,
            "action": self.action_actions,
            "friend": self.friend_actions,
            "eat": self.eat_actions,
            "raid": self.raid_actions,
        }[self.phase]()

    def do(self, name: str) -> None:
        """Do one action."""
        if name in FREE_ACTIONS:
            self.do_free_action(name)
            return
        {
            "roll": self.do_roll,
            "event": self.do_event,
            "start": self.do_start,
            "die": self.do_die,
            "action": self.do_action,
            "friend": self.do_friend,
            "eat": self.do_eat,
            "raid": self.do_raid,
        }[self.phase](name)

    @property
    def rounds(self) -> int:
        """The number of the day."""
        return self.day

    @property
    def area(self) -> str:
        """The area that you stand in."""
        return self.facts.spaces[self.space].area

    @property
    def power(self) -> int:
        """1 plus what the tools add."""
        return 1 + sum(POWER_OF_TOOLS.get(tool, 0) for tool in self.tools)

    # --- gaining, losing, ending

    def gain(self, resource: str, amount: int = 1) -> None:
        """Gain a resource that has no upper limit."""
        setattr(self, resource, getattr(self, resource) + amount)

    def lose(self, resource: str, amount: int = 1) -> None:
        """Lose a resource, as much of it as is there."""
        setattr(self, resource, max(0, getattr(self, resource) - amount))

    def lose_health(self, amount: int = 1) -> None:
        """Lose health. 0 ends the game at once."""
        if self.over:
            return
        self.health = max(0, self.health - amount)
        if self.health == 0:
            self.end("died", victory=False)

    def end(self, cause: str, *, victory: bool) -> None:
        """End of the game."""
        self.over = True
        self.victory = victory
        self.cause = cause
        self.phase = "over"

    # --- Morning

    def begin_morning(self) -> None:
        """Roll the three hand dice, in the order of the hand."""
        self.hand = sorted(die._replace(value=self.roll_die()) for die in self.hand)
        self.phase = "roll"

    def roll_actions(self) -> list[str]:
        """Reroll for a stone, or keep the dice."""
        return [*(REROLLS if self.stone >= 1 else ()), "go on"]

    def do_roll(self, name: str) -> None:
        """Reroll some dice in ascending order, or go on to the event."""
        if name == "go on":
            self.event()
            return
        self.lose("stone")
        for i in REROLLS[name]:
            self.hand[i] = self.hand[i]._replace(value=self.roll_die())
        self.hand.sort()

    def next_event_box(self) -> int:
        """The event box to which the smallest die leads."""
        return forward(self.event_box, self.hand[0].value, EVENTS)

    def event(self) -> None:
        """Move the event disc; the box that it reaches happens."""
        self.event_box = self.next_event_box()
        if self.event_box == 2:
            self.phase = "event"
            return
        if self.event_box == 1:
            self.gain("food")
        elif self.event_box == 3:
            self.raid = changed(self.raid, +2)
        elif self.event_box == 4:
            self.lose("food", 2)
        elif self.event_box == FRIEND_EVENT:
            self.advance_friend_disc()
        elif self.event_box == 6:
            self.lose("fence")
            self.lose("roof")
        elif self.event_box == 7:
            self.weather = changed(self.weather, +2)
        self.begin_afternoon()

    def event_actions(self) -> list[str]:
        """Event box 2."""
        return ["take wood", "take stone"]

    def do_event(self, name: str) -> None:
        """Event box 2."""
        self.gain(last_word(name))
        self.begin_afternoon()

    # --- Afternoon: start

    def begin_afternoon(self) -> None:
        """Nothing has been used in this afternoon."""
        self.fire_used = self.flag_used = False
        self.blueprint_used = self.blue_turned = False
        self.phase = "start"

    def fire_is_ready(self) -> bool:
        """Whether Fire could be used, if there is wood."""
        return "fire" in self.tools and not self.fire_used and self.weather.value >= 2

    def flag_is_ready(self) -> bool:
        """Whether the Flag could be used, if there is leather."""
        return "flag" in self.tools and not self.flag_used and self.weather.value >= 2

    def start_actions(self) -> list[str]:
        """Fire, Flag, or go on."""
        actions = ["go on"]
        if self.fire_is_ready() and self.wood >= 1:
            actions.append("use fire")
        if self.flag_is_ready() and self.leather >= 1:
            actions.append("use flag")
        return actions

    def do_start(self, name: str) -> None:
        """Lower the weather die, or go on to the Farmer and the first action."""
        if name == "use fire":
            self.lose("wood")
            self.fire_used = True
            self.weather = changed(self.weather, -1)
        elif name == "use flag":
            self.lose("leather")
            self.flag_used = True
            self.weather = changed(self.weather, -1)
        else:
            if self.character == "farmer" and self.weather.value <= 4:
                self.gain("food")
            self.tom_helped = False
            self.phase = "die"

    # --- Afternoon: choose a die

    def die_actions(self) -> list[str]:
        """Choose or turn an unused die; without one, go on to the evening."""
        if not self.hand:
            return ["go on"]
        actions = []
        for i, die in enumerate(self.hand):
            if die in self.hand[:i]:
                continue  # of equal dice only the first
            actions.append(f"use die {i + 1}")
            if self.may_turn(die):
                actions.append(f"turn die {i + 1}")
        return actions

    def may_turn(self, die: Die) -> bool:
        """The blue die has its own rule, another one needs Blueprint."""
        if die.blue:
            return not self.blue_turned
        return "blueprint" in self.tools and not self.blueprint_used

    def do_die(self, name: str) -> None:
        """Choose or turn an unused die, or go on to the evening."""
        if name == "go on":
            self.begin_evening()
            return
        die = self.hand.pop(int(last_word(name)) - 1)
        if name.startswith("turn"):
            if die.blue:
                self.blue_turned = True
            else:
                self.blueprint_used = True
            self.hand = sorted([*self.hand, turned(die)])
        else:
            self.begin_action(die, toms=False)

    def begin_action(self, die: Die, *, toms: bool) -> None:
        """Move the action meeple by exactly the value of the die."""
        self.chosen = die
        self.toms_action = toms
        self.value = die.value
        self.extra_stars = 0
        self.action_box = forward(self.action_box, die.value, BOXES)
        self.phase = "action"

    # --- Afternoon: act

    def stars_for(self, kind: str) -> int:
        """The stars of an action of this kind (`move`, `hunt`, `craft` ...)."""
        stars = self.facts.stars[self.value] + self.extra_stars
        if STARS_OF_CHARACTERS.get(self.character) == kind:
            stars += 1
        for tool in self.tools:
            if kind in STARS_OF_TOOLS.get(tool, ()):
                stars += 1
        return stars

    def may_hunt_here(self) -> bool:
        """Box 6; with the Bow the boxes of wood and roofs too."""
        box = BOX_ACTION[self.action_box]
        return box == "hunt" or ("bow" in self.tools and box in ("gain wood", "build roofs"))

    def stars_count_here(self) -> bool:
        """Whether any action that uses stars could be taken."""
        return (
            BOX_ACTION[self.action_box] in USES_STARS
            or self.may_hunt_here()
            or any(self.could_craft_but_for_stars(tool) for tool in self.facts.tools)
        )

    def action_actions(self) -> list[str]:
        """Boosts, and everything that the stars collected so far allow."""
        actions = ["pass"]
        if self.stars_count_here():
            actions += self.boosts()
        actions += self.box_actions()
        actions += [f"craft {tool}" for tool in self.facts.tools if self.can_craft(tool)]
        if self.can_play_with_friend():
            actions.append("play with friend")
        return actions

    def boosts(self) -> list[str]:
        """Ways to more stars."""
        boosts = []
        if self.value < DIE_MAX:
            boosts.append("raise with health")
            if self.food >= 1:
                boosts.append("raise with food")
        if self.water >= 1:
            boosts.append("use water")
        return boosts

    def box_actions(self) -> list[str]:
        """What the box of the action meeple allows."""
        box = BOX_ACTION[self.action_box]
        actions = []
        if box == "move":
            actions += ["escape"] if self.can_escape() else self.moves()
        elif box == "gain one":
            actions += ["take food", "take wood", "take stone"]
        elif self.box_would_change_something(box):
            actions.append(box)
        if self.may_hunt_here() and self.hunt_succeeds():
            actions.append("hunt")
        return actions

    def box_would_change_something(self, box: str) -> bool:
        """Whether gaining, building or recovering has an effect."""
        if box in GAINS:
            return self.stars_for(box) >= 1
        if box in BUILDS:
            material, _ = BUILDS[box]
            return self.wood >= 1 and getattr(self, material) >= 1
        return box == "recover" and self.stars_for(box) >= 1 and self.health < self.max_health

    def moves(self) -> list[str]:
        """The connected spaces for which stars and food suffice."""
        stars = self.stars_for("move")
        moves = []
        for name, space in self.facts.spaces.items():
            needed = self.facts.lines.get(frozenset((self.space, name)))
            if needed is not None and needed <= stars and space.food_cost <= self.food:
                moves.append(f"move to {name}")
        return moves

    def can_escape(self) -> bool:
        """Quest 7: the Raft, at its location, in fair weather."""
        at_raft_location = self.facts.spaces[self.space].location == "raft"
        fair = self.weather.value <= 2
        return self.quest == 7 and "raft" in self.tools and at_raft_location and fair

    def hunt_succeeds(self) -> bool:
        """Power and stars against the strength of the area."""
        return self.power + self.stars_for("hunt") >= self.facts.areas[self.area].strength

    def could_craft_but_for_stars(self, tool: str) -> bool:
        """Whether everything but the stars is met."""
        if tool not in self.tools_of_game or tool in self.tools:
            return False
        if tool == "friend" and self.friend is not None:
            return False
        cost = self.facts.tools[tool]
        at_location = cost.location in ("", self.facts.spaces[self.space].location)
        return (
            at_location
            and self.wood >= cost.wood
            and self.stone >= cost.stone
            and self.leather >= cost.leather
            and self.food >= cost.food
        )

    def can_craft(self, tool: str) -> bool:
        """Whether the tool can be crafted now."""
        enough_stars = self.stars_for("craft") >= self.facts.tools[tool].stars
        return enough_stars and self.could_craft_but_for_stars(tool)

    def can_play_with_friend(self) -> bool:
        """Whether the disc can move, or water can be had."""
        disc_moves = self.friend_disc < self.facts.friend_large_at
        return self.friend is not None and (disc_moves or self.can_fill_waterskin())

    def can_fill_waterskin(self) -> bool:
        """Whether there is room for water."""
        return "waterskin" in self.tools and self.water < self.facts.water_cap

    def do_action(self, name: str) -> None:
        """A boost, or the action itself, after which the die is placed."""
        if name in BOOSTS:
            self.boost(name)
            return
        if name.startswith("move to"):
            self.move(last_word(name))
        elif name == "escape":
            self.escaped = True
        elif name.startswith("take"):
            self.gain(last_word(name))
        elif name in GAINS:
            self.gain(GAINS[name], self.stars_for(name))
        elif name in BUILDS:
            self.build(name)
        elif name == "hunt":
            self.hunt()
        elif name == "recover":
            self.health = min(self.max_health, self.health + self.stars_for("recover"))
        elif name.startswith("craft"):
            self.craft(last_word(name))
        elif name == "play with friend":
            self.play_with_friend()
        self.end_action()

    def boost(self, name: str) -> None:
        """Pay for more stars."""
        if name == "use water":
            self.water -= 1
            self.extra_stars += 1
            return
        self.value += 1
        if name == "raise with food":
            self.lose("food")
        else:
            self.lose_health()

    def move(self, name: str) -> None:
        """Enter a space."""
        self.space = name
        space = self.facts.spaces[name]
        self.lose("food", space.food_cost)
        if space.resource:
            self.gain(space.resource)
        self.remember_way(space.area)
        if name == "summit":
            self.summit_reached = True

    def remember_way(self, area: str) -> None:
        """Quest 5: the areas entered before and after the first arrival on the summit."""
        if area in ("deer", "cannibals"):
            way = self.way_back if self.summit_reached else self.way_out
            way.add(area)

    def build(self, name: str) -> None:
        """Two fences or roofs, three with the Rope."""
        material, built = BUILDS[name]
        self.lose("wood")
        self.lose(material)
        self.gain(built, 3 if "rope" in self.tools else 2)

    def hunt(self) -> None:
        """A successful hunt."""
        area = self.facts.areas[self.area]
        self.gain("food", area.hunt_food + ("axe" in self.tools))
        self.gain("leather", area.hunt_leather + ("stone_knife" in self.tools))
        if self.area == "deer":
            self.hunted_deer = True
        if self.area == "cannibals" and "bow" in self.tools:
            self.hunted_cannibals_with_bow = True

    def craft(self, tool: str) -> None:
        """Pay for a tool and own it."""
        cost = self.facts.tools[tool]
        self.lose("wood", cost.wood)
        self.lose("stone", cost.stone)
        self.lose("leather", cost.leather)
        self.lose("food", cost.food)
        self.tools.add(tool)
        if tool == "bed":
            self.max_health += 3
        if tool == "friend":
            self.phase = "friend"

    def play_with_friend(self) -> None:
        """The friend action."""
        self.advance_friend_disc()
        if self.can_fill_waterskin():
            self.water += 1

    def friend_actions(self) -> list[str]:
        """The Friend tool brings one of the six."""
        return [f"choose {friend}" for friend in self.facts.friends]

    def do_friend(self, name: str) -> None:
        """Take the friend; the disc starts on space 0."""
        self.friend = last_word(name)
        self.friend_disc = 0
        self.phase = "action"
        self.end_action()

    def end_action(self) -> None:
        """Look at the quest, then place the die on the lowest empty used box."""
        if self.quest_fulfilled():
            self.end("quest done", victory=True)
        if self.over or self.phase == "friend":
            return
        assert self.chosen is not None
        if not self.toms_action:
            self.used.append(self.chosen)
            self.tom_helped = False
        self.chosen = None
        self.phase = "die"

    # --- Friends

    def advance_friend_disc(self) -> None:
        """One space, not beyond the last."""
        if self.friend is not None:
            self.friend_disc = min(self.facts.friend_large_at, self.friend_disc + 1)

    def window_is_open(self) -> bool:
        """The table of windows in "Free actions"."""
        window_of_phase = {
            "roll": self.window_in_roll,
            "start": self.window_in_start,
            "die": self.window_in_die,
            "action": self.window_in_action,
            "eat": self.window_in_eat,
        }
        return self.phase in window_of_phase and window_of_phase[self.phase]()

    def window_in_roll(self) -> bool:
        """Before event 5, which could push the disc past a benefit."""
        leads_to_friend_event = self.next_event_box() == FRIEND_EVENT
        return self.friend in ("jack", "bilson", "stitch", "patches") and leads_to_friend_event

    def window_in_start(self) -> bool:
        """Wood for Fire, leather for the Flag, better weather for the Farmer."""
        if self.friend == "bilson":
            return self.fire_is_ready() and self.wood == 0
        if self.friend == "stitch":
            return self.flag_is_ready() and self.leather == 0
        if self.friend == "patches":
            return self.character == "farmer" and self.weather.value >= 5
        return False

    def window_in_die(self) -> bool:
        """Before each action; after the last for Tom, and for Patches with the Fishing Rod."""
        if self.friend == "tom":
            return not self.tom_helped
        if self.hand:
            return self.friend in ("jack", "bilson", "stitch", "patches")
        return self.friend == "patches" and "fishing_rod" in self.tools

    def window_in_action(self) -> bool:
        """Stars by Wednesday."""
        return self.friend == "wednesday" and self.stars_count_here()

    def window_in_eat(self) -> bool:
        """Food by Jack, weather and raid by Patches."""
        return self.friend in ("jack", "patches")

    def free_actions(self) -> list[str]:
        """Spending leather, and the friend's help."""
        if not self.window_is_open():
            return []
        actions = []
        if self.leather >= 1 and self.friend_disc < self.facts.friend_large_at:
            actions.append("spend leather")
        if self.friend_disc >= self.facts.friend_small_at:
            if self.friend != "patches":
                actions.append("friend help")
            else:
                if self.weather.value >= 2:
                    actions.append("friend help weather")
                if self.raid.value >= 2:
                    actions.append("friend help raid")
        return actions

    def do_free_action(self, name: str) -> None:
        """Spend leather, or return the disc for the benefit of its arrow."""
        if name == "spend leather":
            self.lose("leather")
            self.advance_friend_disc()
            return
        assert self.friend is not None
        small, large = self.facts.friends[self.friend]
        benefit = large if self.friend_disc == self.facts.friend_large_at else small
        self.friend_disc = 0
        if name == "friend help weather":
            self.weather = changed(self.weather, -benefit)
        elif name == "friend help raid":
            self.raid = changed(self.raid, -benefit)
        elif self.friend == "wednesday":
            self.extra_stars += benefit
        elif self.friend == "tom":
            self.tom_helped = True
            self.begin_action(Die(benefit), toms=True)
        else:
            self.gain(HELP_GIVES[self.friend], benefit)

    # --- Evening

    def begin_evening(self) -> None:
        """Fishing Rod and Trap, then the meal."""
        if "fishing_rod" in self.tools:
            icon_dice = (self.hourglass, self.weather, self.raid)
            for used, icon in zip(self.used, icon_dice, strict=True):
                if used.value == icon.value:
                    self.gain("food")
        if "trap" in self.tools and self.hourglass.value in (3, 5):
            self.gain("food")
            self.gain("leather")
        self.phase = "eat"

    def eat_actions(self) -> list[str]:
        """Food or health."""
        return ["eat food", "lose health"] if self.food >= 1 else ["lose health"]

    def do_eat(self, name: str) -> None:
        """Eat, then weather and raid."""
        if name == "eat food":
            self.lose("food")
        else:
            self.lose_health()
        self.suffer_weather()
        if not self.over:
            self.suffer_raid()

    def suffer_weather(self) -> None:
        """Lose roofs, and health for each one that is missing."""
        if self.over:
            return
        roofs_needed = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}[self.weather.value]
        missing = max(0, roofs_needed - self.roof)
        self.lose("roof", roofs_needed)
        self.lose_health(missing)

    def suffer_raid(self) -> None:
        """The area card decides; the Watch Dog may ask a question."""
        if self.raid.value < RAID_FROM:
            self.end_day()
            return
        area = self.facts.areas[self.area]
        if area.raid_fences > 0 and self.fence >= area.raid_fences:
            self.lose("fence", area.raid_fences)
            self.end_day()
        elif "watch_dog" in self.tools and self.raid_actions():
            self.phase = "raid"
        else:
            self.lose_raid(saved="")

    def raid_actions(self) -> list[str]:
        """What the Watch Dog can save."""
        area = self.facts.areas[self.area]
        actions = []
        if 0 < area.raid_food <= self.food:
            actions.append("save food")
        if area.raid_health > 0:
            actions.append("save health")
        return actions

    def do_raid(self, name: str) -> None:
        """The Watch Dog saves one food or one health."""
        self.lose_raid(saved=last_word(name))

    def lose_raid(self, *, saved: str) -> None:
        """Lose the food and the health of a raid, less what is saved."""
        area = self.facts.areas[self.area]
        self.lose("food", area.raid_food - (saved == "food"))
        self.lose_health(area.raid_health - (saved == "health"))
        if not self.over:
            self.end_day()

    def end_day(self) -> None:
        """Move the dice, then begin the next day, if the quest has one."""
        self.hand = [self.hourglass, self.weather, self.raid]
        self.hourglass, self.weather, self.raid = self.used
        self.used = []
        if self.day == self.facts.quests[self.quest].days:
            self.end("out of time", victory=False)
            return
        self.day += 1
        weather_icon, raid_icon = self.facts.date_icons.get(self.day, (0, 0))
        self.weather = changed(self.weather, weather_icon)
        self.raid = changed(self.raid, raid_icon)
        self.begin_morning()

    # --- Quests

    def quest_fulfilled(self) -> bool:
        """The table of quests."""
        if self.quest == 1:
            return self.hunted_deer and "rope" in self.tools
        if self.quest == 5:
            return self.space == "southern_tip" and any(
                out != back for out in self.way_out for back in self.way_back
            )
        if self.quest == 6:
            return self.hunted_cannibals_with_bow
        if self.quest == 7:
            return self.escaped
        return TOOL_OF_QUEST[self.quest] in self.tools


def check_options(
    facts: Facts,
    quest: int,
    character: str,
    hearts: int,
    friend: str | None,
    tools: Collection[str],
) -> None:
    """Raise ValueError for what the section "Options" does not allow."""
    if quest not in facts.quests:
        raise ValueError(f"no such quest: {quest}")
    if character not in facts.characters:
        raise ValueError(f"no such character: {character}")
    if hearts not in facts.hearts:
        raise ValueError(f"hearts must be one of {facts.hearts}")
    if friend is not None and friend not in facts.friends:
        raise ValueError(f"no such friend: {friend}")
    unknown = set(tools) - set(facts.tools)
    if unknown:
        raise ValueError(f"no such tools: {sorted(unknown)}")
    if quest in TOOL_OF_QUEST and TOOL_OF_QUEST[quest] not in tools:
        raise ValueError(f"quest {quest} cannot be won without {TOOL_OF_QUEST[quest]}")
