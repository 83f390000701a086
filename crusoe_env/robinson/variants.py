"""Variants of the table: options that change how the players of one game know of each other.

They are invented here, not printed: docs/robinson/variants.md has their rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.tables.editions import EDITIONS
from crusoe_env.support.options import one_of, whole_number, yes_or_no

OPEN = "open"
"""As printed: all is planned in the open."""
SECRET_PLANS = "secret_plans"
"""Pawns are placed unseen, revealed together, and clashes settled by a rule."""
PRIVATE_FINDS = "private_finds"
"""Cards that a player looks at are his alone."""
BOTH = f"{SECRET_PLANS}+{PRIVATE_FINDS}"
TABLES = (OPEN, SECRET_PLANS, PRIVATE_FINDS, BOTH)
LEAST_VOCABULARY = 2
VARIANTS: dict[str, Any] = {
    "table": OPEN,
    "lookouts": False,
    "strains": False,
    "words": 0,
    "vocabulary": len(c.SYMBOLS),
}
"""The options of variants with their defaults, under which the game is the printed one."""


def configure_variant(state: Any, options: Mapping[str, Any]) -> None:
    """Write the checked options of variants into a record. Raises ValueError.

    Alone, one has nobody to hide anything from or to talk to: then the record says that the table is open.
    """
    table = one_of("table", options["table"], TABLES)
    lookouts = yes_or_no("lookouts", options["lookouts"])
    strains = yes_or_no("strains", options["strains"])
    words = whole_number("words", options["words"], 0, c.MOST_WORDS)
    vocabulary = whole_number("vocabulary", options["vocabulary"], LEAST_VOCABULARY, len(c.SYMBOLS))
    for option, value in (("table", table), ("lookouts", lookouts), ("strains", strains), ("words", words)):
        if value != VARIANTS[option] and options["edition"] != EDITIONS[0]:
            raise ValueError(f"{option}: {value!r} needs edition={EDITIONS[0]!r}, not {options['edition']!r}")
    hides_plans, hides_finds = table in (SECRET_PLANS, BOTH), table in (PRIVATE_FINDS, BOTH)
    if lookouts and not hides_finds:
        raise ValueError(f"lookouts: True needs table={PRIVATE_FINDS!r} or {BOTH!r}, not {table!r}")
    if strains and not hides_plans:
        raise ValueError(f"strains: True needs table={SECRET_PLANS!r} or {BOTH!r}, not {table!r}")
    several = options["players"] > 1
    state.secret_plans = several and hides_plans
    state.private_finds = several and hides_finds
    state.lookouts = several and lookouts
    state.strains = several and strains
    state.words = words if several else 0
    state.vocabulary = vocabulary
