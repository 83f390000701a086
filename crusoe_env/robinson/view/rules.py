"""The rules of Robinson Crusoe on two screens: a round, words, icons."""

from __future__ import annotations

from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view.about import RULES, introduction
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.parts import invention_icons, small_icons
from crusoe_env.show.description import Rules, Stage, titled

CALLED = {"resolution": "action"}
"""What the rulebook calls a phase."""


def rules(s: Any, t: Any, facts: dict[str, Any]) -> Rules:
    """The goal, the phases of a round, words of the rules, icons."""
    names = {phase: titled(f"{CALLED.get(phase, phase)} phase") for phase in c.PHASES}
    stages = [Stage(name, f"{titled(RULES[name])}.", [phase]) for phase, name in names.items()]
    words = {name: rule for name, rule in RULES.items() if name not in names.values()}
    icons = {titled(plain(name)): drawing for name, drawing in small_icons().items()}
    shown = {str(entry["id"]): str(entry["name"]) for entry in facts["invention"]}
    icons |= {shown[name]: drawing for name, drawing in invention_icons().items() if name in shown}
    return Rules(introduction(s, t, facts), "A round", stages, words, icons)
