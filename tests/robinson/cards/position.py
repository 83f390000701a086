"""The usual position of the card tests, and how each part of a card is brought about in it.

Three players, Carpenter, Cook and Explorer, and Friday. The Cook is the First Player; the Carpenter takes the
action. Camp with a shelter on the beach (tile 8, space 3); beside it hills (tile 4, wood and fish) on space 4
and plains (tile 6, wood and birds) on space 7; further away a river (tile 10, wood and fish) on space 8 and
mountains (tile 5, wood and birds) on space 5. Everybody has 3 determination and no wounds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.rules import stack, steps, turn
from crusoe_env.robinson.rules.phases import end_of_actions
from crusoe_env.robinson.rules.phases.round import clear_round
from crusoe_env.robinson.rules.world import island, items
from crusoe_env.robinson.state import DTYPE
from tests.robinson.cards.view import BEAST_NAMES, CARD_NAMES, DECK_NAMES, difference, lines_of, put
from tests.robinson.conftest import Table

CARPENTER, COOK, EXPLORER = range(3)
LEFT, RIGHT = range(2)
ISLAND = {4: 4, 7: 6, 8: 10, 5: 5}
"""Printed numbers of the tiles, by space."""
USUAL = """
    wood 3; food 2; fur 2; durable food 1; each determination 3; friday determination 0;
    morale 0; weapon 2; roof 3; palisade 3; shelter 1; threat left none; threat right none;
    rope item; pot item
"""
BOARD = ("basket", "bed", "belts", "bow", "cellar")
"""The inventions of the deck that lie on the board; the others are in the deck, the raft on top."""
NEXT_INVENTION = "raft"
BUILD_TARGET, GATHER_TARGET, EXPLORE_TARGET = c.WEAPON, 2 * 4, 0
"""What the action under way aims at: a weapon, wood of space 4, the unexplored space 0."""
PREPARED: dict[tuple[Any, ...], Any] = {}
"""The usual position, by players and options: made once."""
PLANS = {
    "build": "plan weapon",
    "gather": "plan gather wood on 4",
    "explore": "plan explore 0",
    "hunt": "plan hunt",
}
"""An action of each kind with dice that can be planned; for the last one "hunting fox" must be given."""
TARGETS = {"build": BUILD_TARGET, "gather": GATHER_TARGET, "explore": EXPLORE_TARGET}


class Case(NamedTuple):
    """One way in which a part of a card can come out."""

    change: str
    given: str = ""
    do: str = ""
    """Names of the actions chosen, separated by ";"."""


def names(text: str) -> list[str]:
    """The parts of a list written with ";"."""
    return [part.strip() for part in text.split(";") if part.strip()]


class Position(Table):
    """The usual position, with the moves that bring a part of a card about."""

    def __init__(self, players: int = 3, **options: Any) -> None:
        super().__init__(
            0, players=players, characters=list(components.CHARACTER_IDS[:players]), friday=True,
            **{"starting_items": 0, **options},
        )  # fmt: skip
        key = (players, *sorted(options.items()))
        if key not in PREPARED:
            self._prepare()
            PREPARED[key] = self.s.copy()
        for field in DTYPE.names:
            self.s[field] = PREPARED[key][field]

    def _prepare(self) -> None:
        self.start()
        s = self.s
        stack.clear_stack(s)
        s.window = c.NO_WINDOW
        s.planner = c.NONE
        s.phase = c.EVENT_PHASE
        s.first_player = COOK if s.players > 1 else CARPENTER
        s.field_tokens[:] = 0
        s.production_extra[:] = 0
        for space, printed in ISLAND.items():
            self.open_tile(space, printed)
        self._lay_out_inventions()
        s.events_left = 0
        s.threat[:] = c.NONE
        put(s, USUAL)

    def _lay_out_inventions(self) -> None:
        s = self.s
        board = [components.INVENTION_IDS.index(name) for name in BOARD]
        top = components.INVENTION_IDS.index(NEXT_INVENTION)
        state = s.invention_state
        state[[i for i in range(components.CARD_INVENTIONS) if self._from_deck(i)]] = c.IN_DECK
        state[board] = c.ON_BOARD
        deck = [i for i in range(components.CARD_INVENTIONS) if state[i] == c.IN_DECK and i != top]
        deck.append(top)
        s.inventions[: len(deck)] = deck
        s.inventions_left = len(deck)

    def _from_deck(self, item: int) -> bool:
        kinds = [entry["kind"] for entry in self.simulator.facts["invention"]]
        return kinds[item] == "deck"

    # -------------------------------------------------------------- looking and setting

    def photo(self) -> Any:
        """The state as it is now."""
        return self.s.copy()

    def given(self, text: str) -> Position:
        """Change the position. "beasts bear fox": these come next; "hunting boa": this is to be hunted."""
        for line in names(text):
            word, _, rest = line.partition(" ")
            if word in ("beasts", "hunting", "mysteries", "tokens", "tiles", "starting", "dice"):
                getattr(self, f"_next_{word}")(rest.split())
            else:
                put(self.s, line)
        island.measure(self.s, self.t)
        return self

    def _on_top(self, deck: Any, left: int, cards: list[int]) -> None:
        rest = list(deck[:left])
        for card in cards:
            rest.remove(card)
        deck[:left] = rest + cards[::-1]

    def _next_beasts(self, beasts: list[str]) -> None:
        self._on_top(self.s.beasts, self.s.beasts_left, [BEAST_NAMES.index(beast) for beast in beasts])

    def _next_hunting(self, beasts: list[str]) -> None:
        self._next_beasts(beasts)
        for at, beast in enumerate(beasts[::-1]):
            self.s.beasts_left -= 1
            self.s.hunting[at] = BEAST_NAMES.index(beast)
        self.s.hunting_left = len(beasts)

    def _next_mysteries(self, cards: list[str]) -> None:
        self.next_mysteries(*cards)

    def _next_tokens(self, tokens: list[str]) -> None:
        stack = self.s.discovery_stack
        self._on_top(
            stack, self.s.discoveries_left, [components.DISCOVERY_IDS.index(token) for token in tokens]
        )

    def _next_starting(self, given: list[str]) -> None:
        deck = self.s.starting_deck
        self._on_top(deck, self.s.starting_left, [components.STARTING_ITEM_IDS.index(item) for item in given])

    def _next_dice(self, faces: list[str]) -> None:
        self.roll(*map(int, faces))

    def _next_tiles(self, printed: list[str]) -> None:
        self._on_top(self.s.tiles, self.s.tiles_left, [int(tile) - 1 for tile in printed])

    def take_up_tile(self, space: int) -> None:
        """A tile of the island goes back onto the stack."""
        self.s.tiles[self.s.tiles_left] = self.s.tile[space]
        self.s.tiles_left += 1
        self.s.tile[space] = c.NONE

    def do(self, *actions: str) -> None:
        """Carry out named actions; windows at which nothing is used are passed."""
        for name in actions:
            while self.decision == "window" and name not in self.legal():
                super().do("pass")
            super().do(name)

    def offers(self, name: str, person: int = CARPENTER) -> bool:
        """Is this action offered to this player now, after those who are asked before him?"""
        while self.decision == "window" and self.s.acting != person:
            super().do("pass")
        return self.s.acting == person and name in self.legal()

    def use_nothing(self) -> None:
        """Pass the windows at which something could be used."""
        while self.decision == "window":
            super().do("pass")

    def choose(self, text: str) -> None:
        """Carry out named actions."""
        self.do(*names(text))

    def expect(self, before: Any, change: str) -> None:
        """The table has changed in this way and in no other, and nothing is left to be done."""
        self.use_nothing()
        assert difference(before, self.s) == lines_of(change, int(self.s.players))

    def shows(self, text: str) -> bool:
        """Do these cells, written as for `given`, show this?"""
        expected = self.photo()
        put(expected, text)
        return difference(expected, self.s) == []

    def ended(self) -> None:
        """The effect is over: nothing waits for an answer."""
        self.use_nothing()
        assert self.s.over or (self.s.stack_size == 0 and self.s.decision == c.NO_DECISION), self.decision

    # -------------------------------------------------------------- events

    def draw_event(self, card: int) -> None:
        """The event phase in which this card is revealed, the last one of its deck."""
        self.s.event_deck[0] = card
        self.s.events_left = 1
        self.reveal()

    def reveal(self) -> None:
        """The top card of the event deck is resolved."""
        self.s.phase = c.EVENT_PHASE
        self.step(steps.REVEAL_EVENT)

    def push_off(self, card: int, by: int) -> None:
        """The card lies on the left; another one pushes it off the threat row."""
        self.s.threat[LEFT] = card
        self.s.phase = c.EVENT_PHASE
        self.step(steps.PLACE_EVENT, card=by)

    # -------------------------------------------------------------- actions

    def plan(self, person: int = CARPENTER) -> None:
        """The planning of a round, up to the first pawn of a person."""
        self.use_nothing()
        first = int(self.s.first_player)
        self.s.first_player = min(person, int(self.s.players) - 1)
        self.s.planner = c.NONE
        self.step(steps.BEFORE_ACTION_PHASE)
        if self.decision == "feed":
            self.do("pass")
        while self.s.planner != person:
            self.do("pass")
        self.s.first_player = first

    def begin_round(self) -> None:
        """The next round up to its planning."""
        self.step(steps.BEGIN_ROUND)
        while self.decision in ("window", "feed"):
            self.do("pass")
        assert self.decision == "plan"

    def next_round(self) -> None:
        """What held for this round is over; nothing else happens."""
        clear_round(self.s, self.t)

    def resolve(self, plan: int = 0) -> None:
        """Resolve one planned action, with nothing else to be done."""
        self.s.window = c.NO_WINDOW
        self.s.phase = c.RESOLUTION
        self.step(steps.ACT, plan=plan)

    def action_under_way(self, kind: str, person: int = CARPENTER, target: int | None = None) -> None:
        """Somebody has taken an action of a kind with dice, whose adventure die is to be resolved."""
        s = self.s
        s.phase = c.RESOLUTION
        s.plans, s.now = 1, 0
        s.plan_kind[0] = c.ACTION_KINDS.index(kind)
        s.plan_person[0], s.plan_done[0] = person, 1
        s.plan_target[0] = TARGETS[kind] if target is None else target
        s.plan_all_dice[0] = s.plan_pawns[0] = s.plan_need[0] = 0
        s.dice[:] = 0

    def draw_adventure(
        self, deck: int, card: int, person: int = CARPENTER, target: int | None = None
    ) -> None:
        """The adventure die brings this card."""
        self.action_under_way(DECK_NAMES[deck], person, target)
        self.s.dice[2] = 1
        self.next_adventure(deck, card)
        self.step(steps.ADVENTURE_DIE)

    def take_adventure(self, deck: int, card: int) -> None:
        """Take one copy of an adventure out of its deck, to be put elsewhere."""
        self.next_adventure(deck, card)
        self.s.adventures_left[deck] -= 1

    def end_of_actions(self) -> None:
        """What was gained in the action phase arrives, without the weather and the night that follow."""
        self.use_nothing()
        s = self.s
        s.now = c.NONE
        stack.clear_stack(s)
        end_of_actions.end_of_action_phase(s, self.t)
        s.stack[: s.stack_size - 1] = s.stack[1 : s.stack_size]
        s.stack_size -= 1
        turn.advance(s, self.t)
        self.use_nothing()

    def draw_mystery(
        self, mystery: int, kind: int, phase: int = c.RESOLUTION, person: int = CARPENTER
    ) -> None:
        """A card of this kind is wanted, and this is the next one."""
        self.next_mysteries(components.MYSTERY_IDS[mystery])
        if phase == c.RESOLUTION:
            self.action_under_way("explore", person)
        else:
            self.s.phase = phase
        self.draw_mysteries(person, **{v.MYSTERY_KINDS[kind]: 1})

    def open_window(self, window: int, phase: int, person: int = CARPENTER) -> None:
        """A window at which things can be used; this person is asked first."""
        self.s.first_player = min(person, int(self.s.players) - 1)
        self.s.phase = phase
        self.step(steps.WINDOW, window=window, who=person)

    def weather(self) -> None:
        """The weather phase without the night that follows; nobody uses anything."""
        self.s.phase = c.WEATHER_PHASE
        stack.clear_stack(self.s)
        stack.push(self.s, steps.FACE_WEATHER)
        stack.push(self.s, steps.ROLL_WEATHER)
        turn.advance(self.s, self.t)

    def lose(self, item: str) -> None:
        """An item is turned back now; what is to be done next stays as it is."""
        items.lose_item(self.s, self.t, components.INVENTION_IDS.index(item), c.ON_BOARD)

    def arrive(self) -> None:
        """What was built becomes an item."""
        self.s.phase = c.WEATHER_PHASE
        stack.clear_stack(self.s)
        items.items_arrive(self.s, self.t)
        turn.advance(self.s, self.t)


def number_of(card: str) -> int:
    """The number of a card that can lie in the event deck or in the threat row."""
    return CARD_NAMES.index(card)
