"""The log as data says what the picture's log says."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view.log import log_lines
from crusoe_env.robinson.view.words import sight_of
from tests.support import UNCOMPILED, new_env

STEPS = 60 if UNCOMPILED else 400


@pytest.mark.parametrize("players", [1, 3])
def test_notes_tell_round_phase_event_and_words(players):
    env = new_env("robinson", players=players)
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    told: set[str] = set()
    for _ in range(STEPS):
        if not env.legal_actions():
            break
        env.step(int(rng.choice(env.legal_actions())))
        notes, state = env.log(), env.batch.states[0]
        assert 0 < len(notes) <= c.LOG_ROOM
        assert notes[-1]["round"] == state.rounds
        rounds = [note["round"] for note in notes]
        assert rounds == sorted(rounds)
        for before, note in itertools.pairwise(notes):
            if before["round"] == note["round"] and before["phase"] is not None:
                assert c.PHASES.index(before["phase"]) <= c.PHASES.index(note["phase"])
        assert all(note["event"] == c.LOG_KINDS[note["number"]] and note["words"] for note in notes)
        simulator = env.batch.simulator
        lines = log_lines(sight_of(state, simulator.tables_of(state), simulator.facts_of(state)))
        assert notes[-1]["words"] in lines[-1] or "Everybody" in lines[-1] or notes[-1]["event"] == "phase"
        told |= {note["event"] for note in notes}
    assert {"round", "phase"} < told


def test_games_without_a_log_tell_nothing():
    env = new_env("marooned")
    env.reset(seed=0)
    assert env.log() == []
