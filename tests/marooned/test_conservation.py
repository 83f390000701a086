"""What is conserved over all games of Marooned!, and that chance is fair."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

import crusoe_env
from crusoe_env import Batch, Simulator
from crusoe_env.engine import stepping
from crusoe_env.marooned import state as st

GAME = crusoe_env.game("marooned")
LONGEST_GAME = 34
"""Turns: 16 health, and hearts that can give back 18 at most."""


@pytest.fixture(scope="module")
def all_states() -> np.recarray:
    """Every state of a thousand random games."""
    batch = Batch(GAME, 1_000)
    batch.seed(range(batch.count))
    batch.reset()
    random_actions = batch.sampler(seed=0)
    states = [batch.states.copy()]
    while not (batch.flags & stepping.ENDED).all():
        live = (batch.flags & stepping.ENDED) == 0
        batch.step(random_actions())
        states.append(batch.states[live].copy())
    return np.concatenate(states).view(np.recarray)


# ---------------------------------------------------------------------- cards


def test_the_deck_always_holds_all_sixteen_cards(all_states):
    assert (np.sort(all_states.deck, axis=1) == np.arange(st.CARDS)).all()


def test_cards_are_in_the_deck_or_on_the_table(all_states):
    s = all_states
    drawn = np.arange(st.CARDS) < s.played[:, None]  # by place in the deck
    on_table = np.take_along_axis(s.cell, s.deck.astype(int), axis=1) != st.NONE
    assert np.array_equal(on_table, drawn)
    assert s.side[s.cell == st.NONE].max() == 0  # what is in the deck has side a up
    assert set(np.unique(s.side)) == {0, 1}


def test_cells_and_cards_agree_and_no_two_cards_share_a_cell(all_states):
    s = all_states
    assert ((s.card_at != st.NONE).sum(axis=1) == s.played).all()
    rows, cells = np.nonzero(s.card_at != st.NONE)
    assert (s.cell[rows, s.card_at[rows, cells]] == cells).all()
    assert s.cell.max() < st.CELLS


def test_you_stand_on_a_card(all_states):
    s = all_states
    assert (s.card_at[np.arange(len(s)), s.position] != st.NONE).all()


def test_island_stays_within_four_by_four_and_no_card_lies_alone(all_states):
    s = all_states
    present = (s.card_at != st.NONE).reshape(-1, st.FRAME, st.FRAME)
    for lines, first, last in (
        (present.any(axis=2), s.first_row, s.last_row),
        (present.any(axis=1), s.first_column, s.last_column),
    ):
        assert np.array_equal(lines.argmax(axis=1), first)
        assert np.array_equal(st.FRAME - 1 - lines[:, ::-1].argmax(axis=1), last)
        assert (last - first).max() == st.AREA - 1
    alone = present.copy()
    alone[:, 1:] &= ~present[:, :-1]
    alone[:, :-1] &= ~present[:, 1:]
    alone[:, :, 1:] &= ~present[:, :, :-1]
    alone[:, :, :-1] &= ~present[:, :, 1:]
    assert not alone[s.played > 1].any()


# ---------------------------------------------------------------------- health, ship, end


def test_health_lies_between_0_and_16_and_0_is_the_end(all_states):
    s = all_states
    assert s.health.min() == 0
    assert s.health.max() == 16
    assert np.array_equal(s.health == 0, (s.over == 1) & (s.victory == 0))


def test_score_of_every_rescue_is_the_sum_of_its_parts(all_states):
    won = all_states[all_states.victory == 1]
    assert len(won) > 20
    facts = Simulator(GAME).facts["card"]
    points = np.array([[card[side].get("points", 0) for side in "ab"] for card in facts])
    up = np.where(won.cell != st.NONE, points[np.arange(st.CARDS), won.side], 0).sum(axis=1)
    assert np.array_equal(won.score, up + won.health + won.played // 4)


# ---------------------------------------------------------------------- chance


def decks(count: int, seed: int) -> np.ndarray:
    return Simulator(GAME).new_games(count, seed=seed).deck


def test_every_card_comes_first_equally_often():
    found = np.bincount(decks(16_000, seed=1)[:, 0], minlength=st.CARDS)
    assert chisquare(found).pvalue > 0.001


def test_every_pair_of_first_cards_is_equally_likely():
    first, second = decks(24_000, seed=3)[:, :2].T.astype(int)
    pairs = np.bincount(st.CARDS * first + second, minlength=st.CARDS * st.CARDS)
    found = [pairs[st.CARDS * a + b] for a, b in permutations(range(st.CARDS), 2)]
    assert sum(found) == 24_000
    assert chisquare(found).pvalue > 0.001


def test_reset_without_a_seed_goes_on_with_fair_decks():
    batch = Batch(GAME, 4_000)
    batch.seed([7 + i for i in range(batch.count)])
    batch.reset()
    before = batch.states.deck[:, 0].astype(int)
    batch.reset()
    pairs = np.bincount(st.CARDS * before + batch.states.deck[:, 0], minlength=st.CARDS * st.CARDS)
    assert chisquare(pairs).pvalue > 0.001  # the second deck knows nothing of the first


def test_determinized_rest_of_the_deck_is_uniform():
    simulator = Simulator(GAME)
    env = simulator.new_games(1, seed=5)
    unseen = set(env.deck[0, 1:].tolist())
    dealt = simulator.determinize(np.repeat(env, 9_000).view(np.recarray), np.random.default_rng(0))
    assert (dealt.deck[:, 0] == env.deck[0, 0]).all()
    for place in (1, 8, 15):
        found = np.bincount(dealt.deck[:, place], minlength=st.CARDS)
        assert set(np.flatnonzero(found)) == unseen
        assert chisquare(found[found > 0]).pvalue > 0.001
