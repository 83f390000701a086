"""The operations of the card data, each declared in one place; `declaration.py` says how one is added.

An operation is a number, its place in `OPERATIONS`; the rules import the numbers by name (WOUND, HEAL). It is
declared by the function of its family: its usage as in the data (name and kinds of arguments), its meaning,
and what `declaration.Operation` lists.
"""

from __future__ import annotations

import numpy as np

# The order of these lines is that of the numbers.
# isort: off
from crusoe_env.robinson.card_language.operations.course import *  # noqa: F403
from crusoe_env.robinson.card_language.operations.board import *  # noqa: F403
from crusoe_env.robinson.card_language.operations.cards import *  # noqa: F403
from crusoe_env.robinson.card_language.operations.scenario import *  # noqa: F403
from crusoe_env.robinson.card_language.operations.declare import declared
# isort: on

OPERATIONS = tuple(declared)
NUMBER_OF = {operation.name: i for i, operation in enumerate(OPERATIONS)}
FAMILY_OF = np.array([operation.family for operation in OPERATIONS], np.int64)
"""The family of each operation, for the interpreter."""
IS_DEMAND = np.array([operation.demand for operation in OPERATIONS])
