"""Information-set Monte Carlo tree search with open loops, compiled against a game's rules.

Each simulation deals the hidden cards anew, descends a tree of action sequences along actions legal in this
deal, adds one node, evaluates it, and backs up the value along its path. A template (see
`crusoe_env.engine.compile.bind`), as are `tree`, `action_selection` and `values`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.contract import apply_action, redeal, write_mask
from crusoe_env.engine.random import rekey
from crusoe_env.engine.stepping import copy_row

from .action_selection import select_child, untried_action
from .tree import NODE, ROOT, add_child, add_root, known_children, root_statistics
from .values import evaluate

DEPTH = 512
"""The longest path through the tree, in nodes."""

SETTINGS = np.dtype(
    (
        np.record,
        [
            ("simulations", "i8"),  # for each game
            ("exploration", "f8"),  # the constant of the upper confidence bound
            ("progress_weight", "f8"),  # of progress beside victory in a value, 0 .. 1
            ("playout_steps", "i8"),  # the most steps of a playout
            ("cut_playouts", "i1"),  # 1: playouts are cut on purpose, 0: they go on to the end
            ("deals_anew", "i1"),  # 1: each simulation deals the hidden cards anew, 0: it knows them
        ],
    )
)


def search_range(
    rows: Any, work: Any, work_rows: Any, tables: Any, settings: Any, keys: Any, visits: Any, values: Any,
    start: int, stop: int,
) -> None:  # fmt: skip
    """Search each game of the slice.

    Shapes: `rows` and `work_rows` (n, itemsize) uint8, the bytes of the states and of `work` (n,), as many
    records to work in; `tables` and `settings` (1,) records; `keys` (n,) int64, of the random streams;
    `visits` int64 and `values` float64, both (n, actions), receive the statistics of the root's actions.
    """
    p = settings[0]
    tree = np.empty(p.simulations + 1, NODE)
    path = np.empty(DEPTH, np.int64)
    mask = np.empty(visits.shape[1], np.int8)
    for i in range(start, stop):
        s = work[i]
        t = tables[s.task]
        nodes = add_root(tree)
        for k in range(p.simulations):
            copy_row(rows[i], work_rows[i])
            if p.deals_anew:
                rekey(s, keys[i] + k)
                s.forced_count = 0
                redeal(s, t, s.acting)
            nodes = simulate(s, t, p, tree, nodes, path, mask)
        root_statistics(tree, visits[i], values[i])


def simulate(s: Any, t: Any, p: Any, tree: Any, nodes: int, path: Any, mask: Mask) -> int:
    """Run one simulation and return the number of nodes."""
    depth, nodes = descend(s, t, p, tree, nodes, path, mask)
    back_up(tree, path, depth, evaluate(s, t, p, mask))
    return nodes


def descend(s: Any, t: Any, p: Any, tree: Any, nodes: int, path: Any, mask: Mask) -> tuple[int, int]:
    """Play from the root to a new node or the end of the game; numbers of nodes on the path and in all."""
    path[0] = ROOT
    depth = 1
    while s.over == 0 and depth < DEPTH:
        write_mask(s, t, mask)
        node = path[depth - 1]
        untried = -known_children(tree, node, mask)
        for action in range(len(mask)):
            untried += int(mask[action])
        if untried > 0:
            path[depth] = add_child(tree, node, untried_action(s, tree, node, mask), nodes)
        else:
            path[depth] = select_child(tree, node, mask, p.exploration)
        apply_action(s, t, tree[path[depth]].action)
        depth += 1
        if untried > 0:
            return depth, nodes + 1
    return depth, nodes


def back_up(tree: Any, path: Any, depth: int, value: float) -> None:
    """Count a simulation in every node of its path."""
    for k in range(depth):
        node = tree[path[k]]
        node.visits += 1
        node.value_sum += value
