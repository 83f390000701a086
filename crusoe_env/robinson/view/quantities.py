"""The numbers of Robinson Crusoe whose changes are forecast."""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.words import Sight
from crusoe_env.show.quantities import Quantity

LEVELS = ("shelter", "roof", "palisade", "weapon")


def quantities(states: np.recarray, t: Any, facts: dict[str, Any]) -> list[Quantity]:
    """Wounds, morale, determination, stores and levels in states of one game, (n,) records.

    Resources that come at the end of the phase count as if they were there.
    """
    sight, found = Sight(states[0], t, facts, frozenset()), []
    for name in ("wounds", "determination"):
        values = states[name].astype(np.int64)
        for person in sight.people():
            who, plays = sight.person_name(person), person < int(states.players[0])
            if plays or name == "wounds":
                found.append(Quantity(name, values[:, person], who, plays))
    found.append(Quantity("morale", states["morale"].astype(np.int64)))
    stores = states["available"].astype(np.int64) + states["future"]
    found += [Quantity(plain(name), stores[:, i]) for i, name in enumerate(c.RESOURCES)]
    found += [Quantity(name, states[name].astype(np.int64)) for name in LEVELS]
    for i, entry in enumerate(facts.get("counter", [])):
        found.append(Quantity(str(entry["name"]), states["counter"][:, i].astype(np.int64)))
    return found
