"""Positions of Robinson Crusoe in which something is asked, and what it is, read from the state alone.

`python -m tests.properties.questions 100000` looks at that many positions: no two with different questions
may share observation and mask.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from crusoe_env import Batch
from crusoe_env.engine import stepping
from crusoe_env.engine.simulator import Simulator
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson import things
from crusoe_env.robinson.actions import LAYOUT, write_mask
from crusoe_env.robinson.card_language.catalogue import compiled_programs
from crusoe_env.robinson.game import GAME
from crusoe_env.robinson.observation import LAYOUT as SEEN
from crusoe_env.robinson.observation import write_observation
from crusoe_env.robinson.rules import stack, steps, turn
from crusoe_env.robinson.tables.scenarios import NAMES
from crusoe_env.robinson.view.decisions import decider, decision
from crusoe_env.robinson.view.labels import labels
from crusoe_env.robinson.view.words import sight_of
from tests.robinson.entries import entry
from tests.robinson.ids import FIRST_CARD
from tests.support import run_by_python

SETTINGS = [
    {
        "scenario": scenario,
        "players": 1 + (i + k) % c.PLAYERS,
        "edition": ("first", "current")[(i // 2 + k) % 2],
        "starting_items": 4,
        "friday": True,
        "dog": True,
    }
    for i, scenario in enumerate(NAMES)
    for k in range(3)
]
FIRST_CARDS = FIRST_CARD | {"invention": c.FIRST_ITEM_EFFECT}
USES = {"skill": 0, "starting_item": things.FIRST_STARTING_ITEM, "discovery": things.FIRST_TOKEN}
STEPS_THAT_ASK = [
    entry(steps.KEEP_PRODUCED, left=1),
    entry(steps.KEEP_PRODUCED, left=2),
    entry(steps.PRODUCE_SHORTCUT),
    entry(steps.EAT),
    entry(steps.EAT_MORE),
    entry(steps.MOVE_CAMP),
    entry(steps.MOVE_TOKEN, token=c.PLUS_WOOD),
    entry(steps.MOVE_TOKEN, token=c.PLUS_FOOD),
    entry(steps.MORE_MYSTERIES, performer=0),
    entry(steps.PLAN),
    entry(steps.FEED),
    entry(steps.NEXT_ACTION),
]
SEATS = {
    steps.EAT: ("hungry",),
    steps.EAT_MORE: ("person",),
    steps.COVER_MORALE_MARK: ("count", "chosen"),
    steps.WINDOW: ("window", "turn"),
}
"""Slots that hold seats, which the other parts of the question name."""
BELOW_A_WINDOW = (steps.EAT, steps.ROT, steps.ROLL_WEATHER, steps.REROLL, steps.ARRANGE_CAMP, steps.MORALE)
ANSWERS = 2
"""How many answers are given to follow what is asked next."""


@dataclass(frozen=True)
class Position:
    """What a player sees and may do, and what he is asked."""

    edition: str
    seen: bytes
    mask: bytes
    question: tuple


def question(sight, viewer: int) -> tuple:
    """What is asked in a state, by what and of whom, and what each answer means; people from the viewer."""
    s = sight.s

    def place(seat: int) -> int:
        return seat if seat in (c.NONE, c.FRIDAY) else (seat - viewer) % int(s.players)

    step, slots = slots_of(s, s.stack_size - 1)
    for name, kind in steps.STEPS[step].slots.items():
        if kind.name == "person":
            slots[name] = place(slots[name])
        elif name in SEATS.get(step, ()):
            slots[name] = 0
    comes_next = ()
    if s.decision == c.WINDOW and s.stack_size > 1:
        below, its = slots_of(s, s.stack_size - 2)
        comes_next = (below, its["row"] if below == steps.RUN else 0, its.get("card", c.NONE))
    named = ("decision", "window", "question_step", "question_card", "question_row", "question_left")
    return (
        place(int(s.acting)),
        decider(sight),
        decision(sight),
        tuple((LAYOUT.names[action], label) for action, label in labels(sight).items()),
        tuple(int(s[name]) for name in named),
        place(int(s.question_person)),
        (step, *slots.values()),
        comes_next,
    )


def slots_of(s, at: int) -> tuple[int, dict[str, int]]:
    """The step of an entry of the stack, and its slots by name."""
    step, *numbers = (int(number) for number in s.stack[at])
    return step, dict(zip(steps.STEPS[step].slots, numbers))


def position(state, simulator: Simulator, viewer: int) -> Position:
    """What a player knows in a state."""
    s, t = state, simulator.tables
    seen, mask = np.empty(SEEN.size, np.uint8), np.empty(LAYOUT.n, np.int8)
    write_observation(s, t, viewer, seen)
    write_mask(s, t, mask)
    asked = question(sight_of(s, t, simulator.facts), viewer)
    return Position(simulator.options["edition"], seen.tobytes(), mask.tobytes(), asked)


# ------------------------------------------------------------------ positions


def random_play(settings: dict, games: int, seed: int) -> Iterator[np.recarray]:
    """The states of random games that have not ended, all games side by side."""
    batch = Batch(GAME, games, autoreset=stepping.NEXT_STEP, **settings)
    batch.seed(range(seed, seed + games))
    batch.reset()
    play = batch.sampler(seed)
    while True:
        yield batch.states[(batch.flags & stepping.ENDED) == 0].copy().view(np.recarray)
        batch.step(play())


def askers(simulator: Simulator) -> list[list[int]]:
    """Entries of the stack that (may) ask: all programs of the data, steps of play, windows."""
    entries = list(STEPS_THAT_ASK)
    for (table, identity, _), row in sorted(compiled_programs(simulator.facts)[1].items()):
        source = c.NONE
        ids = [one["id"] for one in simulator.facts[table]] if table in {*FIRST_CARDS, *USES} else []
        if table in FIRST_CARDS:
            source = FIRST_CARDS[table] + ids.index(identity)
        elif table in USES:
            at = ids.index(identity)
            source = c.FIRST_USE + USES[table] + (at % box.SKILLS_EACH if table == "skill" else at)
        entries.append(entry(steps.RUN, row=row, performer=0, card=source))
    return entries


def rich(s, rng: np.random.Generator) -> None:
    """Something of everything, so that there is something to choose."""
    s.over = 0
    s.available[:] = rng.integers(4, size=len(s.available))
    s.future[:] = 3
    s.wounds[:] = np.minimum(s.wounds + 2, 4)
    s.determination[:] = 3
    s.night_tokens |= c.PLUS_FOOD
    s.field_tokens[c.BUILD] |= c.REROLL_TOKEN | c.PLUS_WOOD
    s.draws = 1
    s.wanted[0] = rng.integers(1, 3, s.wanted.shape[1])
    s.discovery[box.DISCOVERY_IDS.index("vegetables")] = 1
    for item in rng.choice(box.CARD_INVENTIONS, 5, replace=False):
        if s.invention_state[item] == c.ON_BOARD:
            s.invention_state[item] = c.BUILT


def provoked(base, asker: list[int], simulator: Simulator, rng: np.random.Generator) -> Iterator[np.record]:
    """The questions that an entry asks in the position `base`, and those that follow at random."""
    s, t = base.copy(), simulator.tables
    stack.clear_stack(s)
    stack.push(s, *asker)
    turn.advance(s, t)
    mask = np.empty(LAYOUT.n, np.int8)
    for _ in range(1 + ANSWERS):
        if s.over or s.decision == c.NO_DECISION:
            return
        yield s.copy()
        write_mask(s, t, mask)
        run_by_python(turn.apply_action)(s, t, int(rng.choice(np.flatnonzero(mask))))


def windows(base, simulator: Simulator) -> Iterator[np.record]:
    """Each window before several steps."""
    for window in range(1, len(c.WINDOWS)):
        for below in BELOW_A_WINDOW:
            s = base.copy()
            s.now = s.plans - 1
            if window in (c.BEFORE_ACT, c.IN_RESOLUTION, c.AFTER_THROW) and s.plans == 0:
                continue
            stack.clear_stack(s)
            stack.push(s, *entry(below))
            stack.push(s, *entry(steps.WINDOW, window=window, who=0))
            turn.advance(s, simulator.tables)
            if s.decision == c.WINDOW:
                yield s


def positions(count: int, seed: int = 0) -> Iterator[Position]:
    """So many positions at least: half of random play, half provoked in such states."""
    rng = np.random.default_rng(seed)
    simulators = [Simulator(GAME, **settings) for settings in SETTINGS]
    plays = [random_play(settings, 8, 1000 * seed) for settings in SETTINGS]
    entries = [askers(simulator) for simulator in simulators]
    given = [0, 0]
    while sum(given) < count:
        which = int(rng.integers(len(SETTINGS)))
        simulator = simulators[which]
        for _ in range(int(rng.integers(1, 30))):
            states = next(plays[which])
            for state in states:
                given[0] += 1
                yield position(state, simulator, int(rng.integers(simulator.options["players"])))
        if given[0] <= given[1] or not len(states):
            continue
        base = states[0].copy()
        rich(base, rng)
        viewer = int(base.first_player)
        for asker in entries[which]:
            for state in provoked(base, asker, simulator, rng):
                given[1] += 1
                yield position(state, simulator, viewer)
        for state in windows(base, simulator):
            given[1] += 1
            yield position(state, simulator, viewer)


def without(name: str) -> np.ndarray:
    """The entries of an observation that are not of a segment, bool (size,)."""
    kept = np.ones(SEEN.size, bool)
    kept[SEEN.slices[name]] = False
    return kept


def confused(found: Iterable[Position], kept: np.ndarray) -> list[tuple[tuple, tuple]]:
    """Pairs of different questions with equal masks and observations; of these only the entries `kept`."""
    asked: dict[tuple, tuple] = {}
    pairs = []
    for one in found:
        seen = np.frombuffer(one.seen, np.uint8)[kept].tobytes()
        other = asked.setdefault((one.edition, seen, one.mask), one.question)
        if other != one.question:
            pairs.append((other, one.question))
    return pairs


def main(count: int) -> None:
    """Look at many positions, and say what was found."""
    begun, steps = time.perf_counter(), Counter[int]()

    def counted() -> Iterator[Position]:
        for one in positions(count):
            steps[one.question[4][2]] += 1
            yield one

    pairs = confused(counted(), np.ones(SEEN.size, bool))
    print(f"{steps.total()} positions in {time.perf_counter() - begun:.0f} s; steps that ask:")
    print(", ".join(f"{steps.STEPS[step]} {times}" for step, times in steps.most_common()))
    print(f"{len(pairs)} pairs of different questions share observation and mask")
    for pair in pairs[:10]:
        print(*pair, sep="\n  ")
    sys.exit(1 if pairs else 0)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
