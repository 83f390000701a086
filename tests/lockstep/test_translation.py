"""The translation leaves nothing out: every field of the record is compared, or is said to be no fact."""

import numpy as np

from crusoe_env import Batch, Simulator
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules.steps import PICK_TILE
from crusoe_env.robinson.state import DTYPE
from tests.lockstep.play import GAME
from tests.lockstep.record import Record
from tests.lockstep.translation import NOT_ON_THE_TABLE, Translation
from tests.support import UNCOMPILED


def test_every_field_of_the_record_is_translated_or_said_to_be_no_fact_of_the_table():
    batch = Batch(GAME, 1, players=4, friday=True)
    batch.seed([0])
    batch.reset()
    simulator, record = batch.simulator, Record(batch.states)
    translation, state = Translation(simulator.facts), batch.states[0]
    state.decision, state.question_step = c.DECISIONS.index("shown"), PICK_TILE
    state.plans = state.draws = state.delayed_count = 1
    state.now = 0
    state.invention_state[0] = c.BUILT
    translation.words(record)
    assert record.fields_read() & set(NOT_ON_THE_TABLE) == set()
    assert record.fields_read() | set(NOT_ON_THE_TABLE) == set(DTYPE.names)
    assert all(NOT_ON_THE_TABLE.values())


def some_states() -> np.recarray:
    """States of random games, some in the middle of a draw of mysteries or of a plan."""
    games = 8 if UNCOMPILED else 80
    batch = Batch(GAME, games, players=4, friday=True, scenario="king_kong_island", starting_items=4)
    batch.seed(range(games))
    batch.reset()
    play, found = batch.sampler(0), []
    for step in range(150):
        batch.step(play())
        if step % 15 == 0:
            found.append(batch.states[batch.flags == 0].copy())
    states = np.concatenate(found)
    for field in ("draws", "delayed_count", "mysteries_passed", "events_discarded"):
        states[field][::2] = 1
    states["decision"][::5], states["question_step"][::5] = c.DECISIONS.index("shown"), PICK_TILE
    states["mystery_state"][::3] = c.MYSTERY_KEPT
    states["starting_future"][::3] = 1
    states["plans"][::2] = np.maximum(states["plans"][::2], 1)
    states["now"][::4] = 0
    states["placed_pawns"][::4] = c.IDLE_PAWN
    return states.view(np.recarray)


def shows(translation: Translation, state: np.void, field: str, rng: np.random.Generator) -> bool:
    """Do the words change with a number of this field? What cannot be read at all shows, too."""
    before = translation.words(Record(np.array([state])))
    changed = np.array([state])
    numbers = changed[field].reshape(-1)
    at = rng.integers(len(numbers))
    numbers[at] = 0 if numbers[at] else 1
    try:
        return translation.words(Record(changed)) != before
    except (IndexError, KeyError):
        return True


def test_a_change_of_any_field_shows_in_the_words():
    rng, states = np.random.default_rng(0), some_states()
    simulator = Simulator(GAME, players=4, friday=True, scenario="king_kong_island", starting_items=4)
    translation = Translation(simulator.facts)
    for field in set(DTYPE.names) - set(NOT_ON_THE_TABLE):
        tried = (states[rng.integers(len(states))] for _ in range(3_000))
        assert any(shows(translation, state, field, rng) for state in tried), field
