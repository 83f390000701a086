"""The tree of a search: an array of nodes, linked by index. A template (`crusoe_env.engine.compile.bind`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.arrays import Mask

_FIELDS = [
    ("action", "i4"),  # the action that leads here
    ("child", "i4"),  # the child added last; NO_NODE: none
    ("sibling", "i4"),  # the next child of the same parent; NO_NODE: none
    ("visits", "i4"),  # simulations that came through
    ("available", "i4"),  # simulations that could have: they were at the parent, the action was legal
    ("value_sum", "f8"),  # of the simulations that came through
]
NODE = np.dtype((np.record, np.dtype(_FIELDS, align=True)))  # packed, a search takes a tenth longer
ROOT = 0
NO_NODE = 0
"""The index of the root, which is no node's child."""


def add_root(tree: Any) -> int:
    """Begin a tree; returns how many nodes there are now."""
    clear(tree[ROOT])
    return 1


def add_child(tree: Any, parent: int, action: int, new: int) -> int:
    """Put node `new` under `parent`."""
    node = tree[new]
    clear(node)
    node.action = action
    node.sibling = tree[parent].child
    node.available = 1
    tree[parent].child = new
    return new


def clear(node: Any) -> None:
    """Reset a node to no children and no visits."""
    node.action = 0
    node.child = NO_NODE
    node.sibling = NO_NODE
    node.visits = 0
    node.available = 0
    node.value_sum = 0.0


def known_children(tree: Any, parent: int, mask: Mask) -> int:
    """The number of children that are legal in this deal; counts them as available once more."""
    known = 0
    child = tree[parent].child
    while child != NO_NODE:
        node = tree[child]
        if mask[node.action]:
            known += 1
            node.available += 1
        child = node.sibling
    return known


def root_statistics(tree: Any, visits: Any, values: Any) -> None:
    """Write visits and mean value of each action at the root; 0 for one that was never tried."""
    visits[:] = 0
    values[:] = 0.0
    child = tree[ROOT].child
    while child != NO_NODE:
        node = tree[child]
        visits[node.action] = node.visits
        values[node.action] = node.value_sum / node.visits
        child = node.sibling
