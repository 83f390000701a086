"""A game: what lies on the table, and doing one action after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection

from . import acting, afternoon, evening, friends, morning
from .dice import Die
from .facts import FACTS, Facts
from .names import ACTIONS, FREE_ACTIONS
from .quests import check_options

POWER_OF_TOOLS = {"stone_knife": 1, "axe": 1, "machete": 1, "bow": 2}


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
        morning.begin_morning(self)
        self.do_what_needs_no_choice()

    # --- the interface

    def legal_actions(self) -> list[str]:
        """The names of the legal actions, in the order of the table of actions."""
        if self.over:
            return []
        legal = set(self.actions_of_phase()) | set(friends.free_actions(self))
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
        actions, _ = PHASES[self.phase]
        return actions(self)

    def do(self, name: str) -> None:
        """Do one action."""
        if name in FREE_ACTIONS:
            friends.do_free_action(self, name)
            return
        _, do = PHASES[self.phase]
        do(self, name)

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


Phase = tuple[Callable[[ReferenceDieson], list[str]], Callable[[ReferenceDieson, str], None]]
PHASES: dict[str, Phase] = {
    "roll": (morning.roll_actions, morning.do_roll),
    "event": (morning.event_actions, morning.do_event),
    "start": (afternoon.start_actions, afternoon.do_start),
    "die": (afternoon.die_actions, afternoon.do_die),
    "action": (acting.action_actions, acting.do_action),
    "friend": (friends.friend_actions, friends.do_friend),
    "eat": (evening.eat_actions, evening.do_eat),
    "raid": (evening.raid_actions, evening.do_raid),
}
"""By phase what may be done, and doing it."""
