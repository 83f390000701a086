"""The tree and the choice within it, uncompiled: the templates are ordinary Python."""

from __future__ import annotations

import numpy as np
import pytest

import crusoe_env
from agents.search.action_selection import select_child, upper_confidence_bound
from agents.search.mcts import MCTSAgent
from agents.search.search import back_up
from agents.search.tree import NODE, ROOT, add_child, add_root, known_children, root_statistics

ACTIONS = 5


def grown(values: dict[int, list[float]]) -> np.ndarray:
    """A tree whose root has a child for each action, visited once for each of its values."""
    tree = np.zeros(20, NODE)
    tree["visits"] = 99  # what a tree held before does not matter
    nodes = add_root(tree)
    for action, results in values.items():
        path = [ROOT, add_child(tree, ROOT, action, nodes)]
        nodes += 1
        for value in results:
            back_up(tree, path, 2, value)
    return tree


def mask_of(*actions: int) -> np.ndarray:
    return np.isin(np.arange(ACTIONS), actions).astype(np.int8)


def test_statistics_of_the_root_are_counts_and_means():
    tree = grown({2: [0.5, 1.0], 4: [0.0]})
    visits, values = np.empty(ACTIONS, np.int64), np.empty(ACTIONS)
    root_statistics(tree, visits, values)
    assert visits.tolist() == [0, 0, 2, 0, 1]
    assert values.tolist() == [0, 0, 0.75, 0, 0]
    assert tree[ROOT].visits == 3
    assert tree[ROOT].value_sum == 1.5


def test_only_actions_that_are_legal_in_this_deal_are_known_and_available():
    tree = grown({1: [0.0], 2: [0.0], 3: [0.0]})
    assert known_children(tree, ROOT, mask_of(0, 1, 3)) == 2
    assert {int(node.action): int(node.available) for node in tree[1:4]} == {1: 2, 2: 1, 3: 2}


def test_the_best_legal_child_is_selected():
    tree = grown({1: [0.9], 2: [0.2], 3: [0.6]})
    assert tree[select_child(tree, ROOT, mask_of(1, 2, 3), 0.7)].action == 1
    assert tree[select_child(tree, ROOT, mask_of(2, 3), 0.7)].action == 3


def test_rarely_tried_children_are_explored_if_that_counts():
    tree = grown({1: [0.6] * 9, 2: [0.5]})
    for _ in range(10):
        known_children(tree, ROOT, mask_of(1, 2))
    assert tree[select_child(tree, ROOT, mask_of(1, 2), 0.0)].action == 1
    assert tree[select_child(tree, ROOT, mask_of(1, 2), 0.7)].action == 2


def test_upper_confidence_bound():
    tree = grown({1: [0.25, 0.75]})
    tree[1].available = 8
    assert upper_confidence_bound(tree[1], 2.0) == pytest.approx(0.5 + 2.0 * np.sqrt(np.log(8) / 2))


def test_a_search_forgets_the_dice_that_were_laid_down_for_the_game():
    """Who plans may not see what a test or another planner has chosen for the next dice."""
    simulator = crusoe_env.Simulator(crusoe_env.game("dieson"))
    states = simulator.new_games(1, seed=0)
    searched = []
    for die in (0, 1, 6):
        states.forced_count, states.forced[:] = 16 if die else 0, die
        found = MCTSAgent(simulator, simulations=20, playout_steps=30).search(states)
        searched.append([part.tolist() for part in found])
    assert searched[0] == searched[1] == searched[2]
