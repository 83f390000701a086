"""Monte Carlo tree search, compiled against a game's rules (a template, see `crusoe_env.core.compile.bind`).

Information-set search with open loops: each simulation deals the hidden cards anew, walks down a tree of
action sequences by UCB among the actions that are legal in this deal, adds one node, and ends with a playout.
A node is a row of `tree`: action, first child, next sibling (0: none; the root is 0), visits, and the number
of simulations in which it could have been chosen. `value` holds the sum of its simulations' values.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.core.hooks import apply_action, goal_progress, potential, redeal, write_mask
from crusoe_env.core.random import below, rekey
from crusoe_env.core.stepping import copy_row, playout

ACTION, CHILD, SIBLING, VISITS, AVAILABLE = range(5)

DEPTH = 512
"""The longest path through the tree."""


def search_range(
    states: Any,
    rows: Any,
    work: Any,
    work_rows: Any,
    tables: Any,
    keys: Any,
    masks: Any,
    trees: Any,
    tree_values: Any,
    paths: Any,
    simulations: int,
    exploration: float,
    progress_weight: float,
    max_steps: int,
    cut: bool,
    deal: bool,
    visits: Any,
    values: Any,
    start: int,
    stop: int,
) -> None:
    """Search each game of the slice; `visits` and `values` (n, actions) receive the root's statistics."""
    t = tables[0]
    for i in range(start, stop):
        tree = trees[i]
        value = tree_values[i]
        clear(tree, 0)
        value[0] = 0.0
        nodes = 1
        for k in range(simulations):
            copy_row(rows[i], work_rows[i])
            s = work[i]
            if deal:
                rekey(s, keys[i] + k)
                s.forced_count = 0
                redeal(s, t, s.acting)
            nodes = simulate(
                s, t, masks[i], tree, value, paths[i], nodes, exploration, progress_weight, max_steps, cut
            )
        root_statistics(tree, value, visits[i], values[i])


def clear(tree: Any, node: int) -> None:
    """A new node without children and visits."""
    for k in range(5):
        tree[node, k] = 0


def simulate(
    s: Any, t: Any, mask: Any, tree: Any, value: Any, path: Any, nodes: int, exploration: float,
    progress_weight: float, max_steps: int, cut: bool,
) -> int:  # fmt: skip
    """One simulation; returns the number of nodes afterwards."""
    depth = 1
    path[0] = 0
    node = 0
    while s.over == 0 and depth < DEPTH:
        write_mask(s, t, mask)
        known = known_children(tree, node, mask)
        legal = 0
        for action in range(len(mask)):
            legal += int(mask[action])
        if known < legal:
            node = add_child(tree, value, node, untried_action(s, tree, node, mask, legal - known), nodes)
            nodes += 1
            path[depth] = node
            depth += 1
            apply_action(s, t, tree[node, ACTION])
            break
        node = best_child(tree, value, node, mask, exploration)
        path[depth] = node
        depth += 1
        apply_action(s, t, tree[node, ACTION])
    playout(s, t, mask, max_steps)
    worth = worth_of(s, t, progress_weight, cut)
    for d in range(depth):
        tree[path[d], VISITS] += 1
        value[path[d]] += worth
    return nodes


def worth_of(s: Any, t: Any, progress_weight: float, cut: bool) -> float:
    """The value of a simulation from where it ended, 0 .. 1; of a cut playout what the table promises."""
    if s.over == 0:
        return progress_weight * potential(s, t)
    if cut:
        return float(s.victory)
    return (1.0 - progress_weight) * s.victory + progress_weight * goal_progress(s, t)


def known_children(tree: Any, node: int, mask: Any) -> int:
    """How many children are legal in this deal; all of them were available in one simulation more."""
    known = 0
    child = tree[node, CHILD]
    while child != 0:
        if mask[tree[child, ACTION]]:
            known += 1
            tree[child, AVAILABLE] += 1
        child = tree[child, SIBLING]
    return known


def untried_action(s: Any, tree: Any, node: int, mask: Any, untried: int) -> int:
    """A random legal action that has no child yet; uses up the mask."""
    child = tree[node, CHILD]
    while child != 0:
        mask[tree[child, ACTION]] = 0
        child = tree[child, SIBLING]
    skip = below(s, untried)
    for action in range(len(mask)):
        if mask[action]:
            if skip == 0:
                return action
            skip -= 1
    return 0


def add_child(tree: Any, value: Any, node: int, action: int, new: int) -> int:
    """Put a new node under `node`."""
    clear(tree, new)
    value[new] = 0.0
    tree[new, ACTION] = action
    tree[new, SIBLING] = tree[node, CHILD]
    tree[new, AVAILABLE] = 1
    tree[node, CHILD] = new
    return new


def best_child(tree: Any, value: Any, node: int, mask: Any, exploration: float) -> int:
    """The legal child with the highest upper confidence bound."""
    best = 0
    best_bound = -1.0
    child = tree[node, CHILD]
    while child != 0:
        if mask[tree[child, ACTION]]:
            visits = tree[child, VISITS]
            bound = value[child] / visits + exploration * np.sqrt(np.log(tree[child, AVAILABLE]) / visits)
            if bound > best_bound:
                best_bound = bound
                best = child
        child = tree[child, SIBLING]
    return best


def root_statistics(tree: Any, value: Any, visits: Any, values: Any) -> None:
    """Visits and mean value of each action at the root."""
    for action in range(len(visits)):
        visits[action] = 0
        values[action] = 0.0
    child = tree[0, CHILD]
    while child != 0:
        visits[tree[child, ACTION]] = tree[child, VISITS]
        values[tree[child, ACTION]] = value[child] / max(tree[child, VISITS], 1)
        child = tree[child, SIBLING]
