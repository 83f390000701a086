"""The translation leaves nothing out: every field of the record is compared, or is said to be no fact."""

from crusoe_env import Batch
from crusoe_env.robinson.rules.stack import PICK_TILE
from crusoe_env.robinson.state import BUILT, DECISIONS, DTYPE
from tests.lockstep.play import GAME
from tests.lockstep.translation import NOT_ON_THE_TABLE, Record, Translation


def test_every_field_of_the_record_is_translated_or_said_to_be_no_fact_of_the_table():
    batch = Batch(GAME, 1, players=4, friday=True)
    batch.seed([0])
    batch.reset()
    simulator, record = batch.simulator, Record(batch.states)
    translation, state = Translation(simulator.facts), batch.states[0]
    state.decision, state.question_step = DECISIONS.index("shown"), PICK_TILE
    state.plans = state.draws = state.delayed_count = 1
    state.now = 0
    state.invention_state[0] = BUILT
    translation.words(record)
    assert record.fields_read() & set(NOT_ON_THE_TABLE) == set()
    assert record.fields_read() | set(NOT_ON_THE_TABLE) == set(DTYPE.names)
    assert all(NOT_ON_THE_TABLE.values())


def test_a_change_of_any_field_shows_in_the_words(): ...
