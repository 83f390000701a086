"""Fighting beasts (rulebook: Fighting the Beast): wounds for missing weapon levels, then the card."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson import vocabulary as v
from crusoe_env.robinson.rules.agenda import (
    AFTER_FIGHT,
    COMBAT_STEP,
    FIGHT,
    FREE,
    push,
    run_program,
)
from crusoe_env.robinson.rules.notes import note
from crusoe_env.robinson.rules.people import wound, wound_each_in_camp
from crusoe_env.robinson.rules.stores import gain, lacking, lower_level
from crusoe_env.robinson.state import FOOD, FUR, IN_FIGHT, NONE, NOTE_BEAST, NOTE_FIGHT, WEAPON


@compiled
def fight(s: Any, strength: int, who: int, card: int) -> None:
    """A fight: first what can raise the weapon level, then wounds. `who` NONE: each player in the camp."""
    note(s, NOTE_FIGHT, strength, who)
    s.fight_uses = 0
    s.fighter = who
    push(s, COMBAT_STEP, strength, 0, who, card, 0)
    push(s, FREE, IN_FIGHT, strength, who, NONE, 0)


@compiled
def fight_beast(s: Any, t: Any, beast: int, flags: int, who: int, card: int) -> None:
    """A fight with a beast card, all its values included."""
    note(s, NOTE_BEAST, beast, who)
    push(s, AFTER_FIGHT, beast, 0, who, card, 0)
    if not flags & v.WITHOUT_STRENGTH:
        push(s, FIGHT, int(t.beast_strength[beast]), 0, who, card, 0)


@compiled
def combat(s: Any, t: Any, strength: int, who: int) -> None:
    """One wound for each lacking weapon level."""
    missing = max(0, strength - s.weapon - s.weapon_bonus)
    if who == NONE:
        wound_each_in_camp(s, t, missing)
    else:
        wound(s, t, who, max(0, missing - s.ignored_wounds))
    s.ignored_wounds = 0
    if s.now == NONE:
        s.weapon_bonus = 0


@compiled
def after_fight(s: Any, t: Any, beast: int, who: int, card: int) -> None:
    """The weapon suffers, food and fur are gained, then anything else on the card; it is discarded."""
    lacking(s, t, who, lower_level(s, t, WEAPON, int(t.beast_weapon_loss[beast])))
    gain(s, FOOD, int(t.beast_food[beast]), who)
    gain(s, FUR, int(t.beast_fur[beast]), who)
    run_program(s, int(t.beast_extra[beast]), who, card)
