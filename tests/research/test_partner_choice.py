"""`python -m research.partner_choice`: the partners that are worth meeting."""

from __future__ import annotations

import numpy as np
import pytest

from research import partner_choice as choice


def test_of_two_that_ask_for_the_same_answer_one_is_chosen():
    progress = np.array([[0.9, 0.1, 0.5], [0.9, 0.1, 0.5], [0.1, 0.9, 0.5], [0.5, 0.5, 0.9]])
    similar = choice.similarities(choice.vectors_of(progress))
    assert similar[0, 1] == pytest.approx(1)
    found = choice.chosen(similar, np.zeros(4, np.int64), 3)
    assert found in ([0, 2, 3], [1, 2, 3])


def test_a_partner_that_is_stronger_beside_all_asks_for_no_other_answer():
    weak = np.array([[0.2, 0.4, 0.6], [0.6, 0.2, 0.4]])
    vectors = choice.vectors_of(np.concatenate([weak, weak + 0.3]))
    assert vectors[:2] == pytest.approx(vectors[2:])


def test_each_level_has_its_share_of_the_chosen():
    rng = np.random.default_rng(0)
    levels = np.array([0, 0, 0, 1, 1, 1, 2])
    found = choice.chosen(choice.similarities(rng.random((7, 4))), levels, 2)
    assert [int((levels[found] == level).sum()) for level in range(3)] == [2, 2, 1]


@pytest.mark.parametrize(("victories", "level"), [(0, 0), (0.29, 0), (0.3, 1), (0.54, 1), (0.55, 2), (1, 2)])
def test_levels_go_by_the_victories_of_a_pair(victories, level):
    assert choice.level_of(victories) == level


def test_a_line_names_the_best_answer_and_what_was_chosen():
    partners, pool, games = ["weak", "strong"], ["one", "other"], 100
    kept = {
        choice.key_of(agent, partner, games): found
        for (agent, partner), found in {
            ("weak", "weak"): [0.1, 0.5],
            ("strong", "strong"): [0.6, 0.9],
            ("one", "weak"): [0.3, 0.6],
            ("other", "weak"): [0.2, 0.6],
            ("one", "strong"): [0.4, 0.7],
            ("other", "strong"): [0.8, 0.9],
        }.items()
    }
    lines = choice.table(partners, pool, kept, games).rows
    assert [line[0] for line in lines] == ["weak", "strong"]
    assert [line[4:] for line in lines] == [("one", "30.0%", "yes"), ("other", "80.0%", "yes")]


def test_an_agent_beside_itself_plays_one_team(simulator_of_two):
    won, progress = choice.beside("random", "random", simulator_of_two, 4)
    assert won == 0
    assert 0 <= progress < 1


@pytest.fixture
def simulator_of_two():
    """Castaways for two."""
    return choice.Simulator(choice.game("robinson"), players=2, threads=1)


def test_new_partners_and_held_out_ones_of_the_first_edition_are_candidates():
    found = choice.candidates()
    assert "partner:imitator" in found
    assert "partner:pupil-2" in found
    assert "partner:dog-first" not in found, "a partner for training"
