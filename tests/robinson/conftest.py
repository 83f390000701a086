"""Games of Robinson Crusoe for tests: records, random play, a table of invariants."""

import collections

import numpy as np
import pytest

from crusoe_env.engine.simulator import Simulator
from crusoe_env.robinson import actions, components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.game import GAME
from crusoe_env.robinson.rules import stack, steps, turn
from crusoe_env.robinson.rules.phases import actions as action_phase
from crusoe_env.robinson.rules.phases.end_of_actions import end_of_action_phase
from crusoe_env.robinson.rules.world import items, mysteries
from crusoe_env.robinson.state import DTYPE
from crusoe_env.robinson.things import FIRST_TOKEN
from tests.robinson.entries import entry
from tests.robinson.ids import FIRST_CARD
from tests.support import run_by_python

SIMULATORS: dict[str, Simulator] = {}
"""Reading the data takes longer than most tests."""


def simulator(options: dict) -> Simulator:
    """The simulator for some options, made once."""
    key = repr(sorted(options.items()))
    if key not in SIMULATORS:
        SIMULATORS[key] = Simulator(GAME, **options)
    return SIMULATORS[key]


class Table:
    """One game, played by action names."""

    def __init__(self, seed: int = 0, **options) -> None:
        self.simulator = simulator(options)
        self.t = self.simulator.tables
        self.s = self.simulator.blank(1)[0]
        self.s.rng = np.random.default_rng(seed).integers(0, 2**32, 4, dtype=np.uint32)
        self.mask = np.zeros(GAME.actions.n, np.int8)

    def start(self) -> "Table":
        """Set up and play to the first decision."""
        run_by_python(turn.new_game)(self.s, self.t)
        return self

    def cause(self) -> str:
        """How the game has ended."""
        return self.simulator.cause(self.s)

    def legal(self) -> list[str]:
        """Names of the legal actions."""
        actions.write_mask(self.s, self.t, self.mask)
        return [GAME.actions.names[i] for i in np.flatnonzero(self.mask)]

    def do(self, *names: str) -> None:
        """Carry out named actions, each of which must be legal."""
        for name in names:
            assert name in self.legal(), f"{name!r} is not legal; {self.decision}: {self.legal()}"
            self.act(GAME.actions.index(name))

    def act(self, action: int) -> None:
        """Carry out a legal action."""
        run_by_python(turn.apply_action)(self.s, self.t, action)

    def roll(self, *faces: int) -> None:
        """Choose the next dice."""
        self.s.forced[: len(faces)] = faces
        self.s.forced_count = len(faces)

    @property
    def decision(self) -> str:
        """What is to be decided."""
        return c.DECISIONS[self.s.decision]

    def card(self, table: str, identity: str) -> int:
        """The number of a card."""
        ids = [entry["id"] for entry in self.simulator.facts[table]]
        return FIRST_CARD[table] + ids.index(identity)

    def program_of_skill(self, skill: int) -> int:
        """The row at which the program of a skill begins."""
        return int(self.t.ability_program[self.t.skill_ability[skill]])

    def program_of_token(self, token: int) -> int:
        """The row at which the program of a discovery token begins."""
        return int(self.t.ability_program[self.t.thing_ability[FIRST_TOKEN + token]])

    def run(self, row: int, card: int = c.NONE, performer: int = 0) -> None:
        """Run a card program now, with nothing else to be done, up to its first decision."""
        stack.clear_stack(self.s)
        stack.run_program(self.s, int(row), performer, card)
        turn.advance(self.s, self.t)

    def step(self, step: int, **slots: int) -> None:
        """Carry out one step, with nothing else to be done; slots that are not given are empty."""
        stack.clear_stack(self.s)
        stack.push(self.s, *entry(step, **slots))
        turn.advance(self.s, self.t)

    def production(self) -> None:
        """The production phase."""
        self.step(steps.PRODUCTION)

    def push_and_go(self, step: int, **slots: int) -> None:
        """Carry out a step before what is on the stack."""
        stack.push(self.s, *entry(step, **slots))
        turn.advance(self.s, self.t)

    def resolve(self, plan: int = 0) -> None:
        """One planned action, from the moment before it on."""
        self.s.phase = c.RESOLUTION
        stack.clear_stack(self.s)
        action_phase.prepare(self.s, self.t, plan)
        turn.advance(self.s, self.t)

    def gain_item(self, item: int) -> None:
        """An invention becomes an item, with what that brings."""
        self.s.phase = c.WEATHER_PHASE
        stack.clear_stack(self.s)
        items.become_item(self.s, self.t, item)
        turn.advance(self.s, self.t)

    def move_camp(self, space: int) -> None:
        """The camp moves in the night."""
        self.s.phase = c.NIGHT_PHASE
        self.step(steps.MOVE_CAMP)
        self.do(f"space {space}")

    def rot(self) -> None:
        """Food that is not stored rots in the night."""
        self.s.phase = c.NIGHT_PHASE
        self.step(steps.ROT)

    def end_of_actions(self) -> None:
        """The end of the action phase, without the weather that comes next."""
        self.s.phase = c.RESOLUTION
        stack.clear_stack(self.s)
        end_of_action_phase(self.s, self.t)
        self.s.stack[0, :2] = steps.RUN, 0  # the empty program instead of the weather
        turn.advance(self.s, self.t)

    def night_wounds(self) -> None:
        """What cards have kept for the night."""
        self.s.phase = c.NIGHT_PHASE
        self.step(steps.NIGHT_WOUNDS)

    def place_event(self, card: int) -> None:
        """An event card enters the threat row."""
        self.step(steps.PLACE_EVENT, card=card)

    def next_adventure(self, deck: int, card: int) -> None:
        """Bring an adventure to the top of its deck."""
        pile = list(self.s.adventures[deck, : self.s.adventures_left[deck]])
        pile.remove(card)
        self.s.adventures[deck, : len(pile) + 1] = [*pile, card]

    def next_mysteries(self, *identities: str) -> None:
        """Bring mystery cards to the top of their deck, the first one on top."""
        cards = [components.MYSTERY_IDS.index(i) for i in identities]
        rest = sorted({*self.s.mysteries[: self.s.mysteries_left]} - {*cards})
        self.s.mysteries_left = len(rest) + len(cards)
        self.s.mysteries[: self.s.mysteries_left] = rest + cards[::-1]

    def draw_mysteries(self, person: int = 0, **wanted: int) -> None:
        """Mysteries are drawn by this person; so many of each kind are wanted (treasure=2, creature=1)."""
        stack.clear_stack(self.s)
        for kind, count in wanted.items():
            mysteries.seek(self.s, v.MYSTERY_KINDS.index(kind), count)
        mysteries.begin_draw(self.s, person)
        turn.advance(self.s, self.t)

    def open_tile(self, space: int, printed: int) -> None:
        """Lay the tile with this printed number on a space."""
        tiles = [tile for tile in self.s.tiles[: self.s.tiles_left] if tile != printed - 1]
        self.s.tiles[: len(tiles)] = tiles
        self.s.tiles_left = len(tiles)
        self.s.tile[space] = printed - 1

    def to_planning(self) -> None:
        """Go on without using anything until the first pawn is to be placed."""
        for _ in range(100):
            if self.s.over or self.decision == "plan":
                return
            legal = self.legal()
            self.do("pass" if "pass" in legal else legal[0])

    def until(self, name: str) -> None:
        """Go on without using anything until this action is offered."""
        for _ in range(100):
            legal = self.legal()
            if name in legal:
                return
            self.do("pass" if "pass" in legal else legal[0])
        raise AssertionError(f"{name!r} is never offered")

    def until_phase(self, phase: int) -> None:
        """Go on without using anything to the first decision of this phase, or of a later one."""
        for _ in range(100):
            if self.s.over or self.s.phase >= phase:
                return
            legal = self.legal()
            self.do("pass" if "pass" in legal else legal[0])
        raise AssertionError(f"the phase {c.PHASES[phase]!r} never comes")


@pytest.fixture
def table():
    """A solo game of the Carpenter at its first decision; keyword arguments are the options."""

    def make(seed: int = 0, **options) -> Table:
        return Table(seed, **{"characters": ["carpenter"], **options}).start()

    return make


def invariants(s, t) -> None:
    """What holds at every decision."""
    names = DTYPE.names
    assert all(s[name].min() >= 0 for name in ("available", "future", "own", "determination", "wounds"))
    assert s.roof >= 0
    assert s.palisade >= 0
    assert s.weapon >= 0
    assert -3 <= s.morale <= 3
    assert s.stack_size < c.STACK_ROOM - 8
    assert "rng" in names
    # every tile is on the island or in the stack, once
    tiles = [int(tile) for tile in s.tile if tile != c.NONE] + [int(x) for x in s.tiles[: s.tiles_left]]
    assert sorted(tiles) == list(range(components.TILES))
    # mystery cards: each in one place
    in_deck = [int(m) for m in s.mysteries[: s.mysteries_left]] + [
        int(m) for m in s.passed_over[: s.mysteries_passed]
    ]
    assert len(set(in_deck)) == len(in_deck)
    beasts = [int(b) for b in s.beasts[: s.beasts_left]] + [int(b) for b in s.hunting[: s.hunting_left]]
    assert len(set(beasts)) == len(beasts)
    cards = collections.Counter(int(card) for card in s.event_deck[: s.events_left])
    for deck in range(3):
        cards.update(int(card) for card in s.adventures[deck, : s.adventures_left[deck]])
        cards.update(int(card) for card in s.adventure_discard[deck, : s.adventures_discarded[deck]])
    for deck in range(3):
        first = components.FIRST_ADVENTURE[deck]
        total = sum(cards[card] for card in range(first, first + components.ADVENTURE_KINDS[deck]))
        assert total <= components.ADVENTURES_EACH
    assert all(count <= t.copies[card] for card, count in cards.items())
    tokens = s.discoveries_left + s.discovery.sum() + s.discovery_future.sum()
    assert tokens <= components.DISCOVERY_TOKENS
    assert all(0 <= s.free_pawns[p] <= 2 for p in range(c.PEOPLE))
    stack = [int(i) for i in s.inventions[: s.inventions_left]]
    assert all(s.invention_state[i] == c.IN_DECK for i in stack)
    assert s.camp >= 0
    assert s.face_down[s.camp] == 0 or s.over
