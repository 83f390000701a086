"""The rules of Dieson Crusoe on two screens: a day, words, icons."""

from __future__ import annotations

from typing import Any

from crusoe_env.dieson.state import ACTION, DIE, EAT, EVENT, FRIEND, PHASES, RAID, ROLL, START
from crusoe_env.dieson.view.about import RULES, introduction
from crusoe_env.dieson.view.parts import drawings, small_icons, tool_icons
from crusoe_env.show.description import Rules, Stage, plain_name, titled

DAY = (
    ("Roll", "Roll three dice. A stone rolls some of them again.", (ROLL,)),
    ("Event", "The smallest die moves the event disc. Its box happens.", (EVENT,)),
    ("Weather ahead", "Some tools lower the weather die before the dice are used.", (START,)),
    (
        "Three actions",
        "Each die moves your meeple on the ring of actions; the box that it reaches is your action.",
        (DIE, ACTION, FRIEND),
    ),
    ("Meal", "Eat 1 food, or lose 1 health.", (EAT,)),
    ("Weather", "Each roof that is missing costs 1 health; the roofs are lost.", ()),
    ("Raid", "If the raid die brings one: lose fences, else food and health of your area.", (RAID,)),
    ("Night", "The dice of the icons are tomorrow's hand; the used dice become the icons.", ()),
)
"""The parts of a day, with their phases."""


def rules(s: Any, t: Any, facts: dict[str, Any]) -> Rules:
    """The goal, the parts of a day, words of the rules, icons."""
    stages = [Stage(name, words, [PHASES[phase] for phase in phases]) for name, words, phases in DAY]
    icons = {**small_icons(), **drawings("areas"), **tool_icons()}
    named = {titled(plain_name(name)): drawing for name, drawing in icons.items()}
    return Rules(introduction(s, t, facts), "A day", stages, RULES, named)
