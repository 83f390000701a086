"""Selection of actions within the tree. A template (see `crusoe_env.engine.compile.bind`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.stepping import random_legal

from .tree import NO_NODE


def untried_action(s: Any, tree: Any, parent: int, mask: Mask) -> int:
    """A random one of the legal actions without a child; there is at least one. Overwrites the mask."""
    child = tree[parent].child
    while child != NO_NODE:
        mask[tree[child].action] = 0
        child = tree[child].sibling
    return random_legal(s, mask)


def select_child(tree: Any, parent: int, mask: Mask, exploration: float) -> int:
    """The child with the highest upper confidence bound among those that are legal in this deal."""
    best = NO_NODE
    best_bound = -1.0
    child = tree[parent].child
    while child != NO_NODE:
        node = tree[child]
        if mask[node.action]:
            bound = upper_confidence_bound(node, exploration)
            if bound > best_bound:
                best_bound = bound
                best = child
        child = node.sibling
    return best


def upper_confidence_bound(node: Any, exploration: float) -> float:
    """UCB1, counting only the simulations in which the action could have been chosen."""
    return node.value_sum / node.visits + exploration * np.sqrt(np.log(node.available) / node.visits)
