"""What a player may ask of a table of Robinson Crusoe: the one door through which agents read a state.

Compiled functions of the record `s`, and of the tables `t` where printed facts decide; they answer from what
lies open on the table. Things are numbered by their places in the tuples of names: `ITEMS.index("rope")` is
an item, `DECISIONS.index("plan")` a decision. People are numbered by seat; `FRIDAY` and
`GUEST` are those whom nobody plays.
"""

from __future__ import annotations

from crusoe_env.robinson.queries.belongings import *  # noqa: F403
from crusoe_env.robinson.queries.names import *  # noqa: F403
from crusoe_env.robinson.queries.people_and_camp import *  # noqa: F403
from crusoe_env.robinson.queries.places import *  # noqa: F403
from crusoe_env.robinson.queries.progress import *  # noqa: F403
from crusoe_env.robinson.queries.questions import *  # noqa: F403
