"""The 16 beasts: strength, what the weapon loses, food and fur, and what else the card says."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from tests.robinson.cards.position import COOK, Position
from tests.robinson.cards.view import BEAST_NAMES
from tests.robinson.conftest import Table

FOOD_FIRST = """
[[beast]]
id = "fox"
extra = ["if stock.food >= 2: if stock.fur >= 1: raise morale 1"]
"""
TOKEN = "discovery tokens -goat; future token goat +1"


class Beast(NamedTuple):
    """The values of a beast card."""

    strength: int
    weapon: int
    food: int
    fur: int
    wounds: int = 0
    """Besides those of the fight."""
    cured: bool = False
    """The Cure prevents these wounds."""
    more: str = ""


BEASTS = {
    "alligator": Beast(6, 2, 3, 0),
    "bear": Beast(6, 1, 5, 2),
    "birds": Beast(1, 0, 2, 0),
    "boa": Beast(2, 2, 2, 0, more=TOKEN),
    "chamois": Beast(5, 1, 3, 2),
    "cheetah": Beast(4, 1, 2, 1),
    "fox": Beast(2, 0, 2, 1),
    "goats": Beast(4, 1, 3, 1),
    "gorilla": Beast(6, 3, 5, 2, more=TOKEN),
    "iguana": Beast(4, 1, 3, 1, wounds=1),
    "jaguar": Beast(5, 0, 4, 1, wounds=2, cured=True),
    "puma": Beast(5, 0, 2, 1, wounds=2, cured=True),
    "tapir": Beast(3, 1, 2, 1),
    "tiger": Beast(6, 2, 5, 2),
    "wild_dog": Beast(3, 0, 2, 1, wounds=2, cured=True),
    "wild_pig": Beast(3, 1, 3, 1),
}
NO_MORALE_MARKS = "carpenter covered marks 5+8+10"


def test_every_beast_has_its_expectations():
    assert tuple(BEASTS) == BEAST_NAMES


def gains(beast: Beast) -> str:
    """What a hunt brings."""
    lines = [
        f"future food +{beast.food}" if beast.food else "",
        f"future fur +{beast.fur}" if beast.fur else "",
    ]
    return ";".join([*lines, beast.more])


def hunt(identity: str, given: str) -> tuple[Position, object]:
    """The Carpenter hunts this beast with both his pawns."""
    position = Position().given(f"hunting {identity}; tokens goat")
    position.given(f"{NO_MORALE_MARKS}; {given}")
    before = position.photo()
    position.plan()
    position.do("plan hunt", "support: own pawn")
    assert position.s.plan_pawns[0] == 2
    position.resolve()
    position.ended()
    return position, before


@pytest.mark.parametrize("identity", BEASTS)
@pytest.mark.parametrize("cure", ["board", "item"])
def test_hunted_with_weapon_enough(identity: str, cure: str):
    beast = BEASTS[identity]
    position, before = hunt(identity, f"weapon {beast.strength + 3}; cure {cure}")
    wounds = 0 if beast.cured and cure == "item" else beast.wounds
    change = f"hunting deck -> empty; {gains(beast)}"
    change += f"; carpenter wounds +{wounds}" if wounds else ""
    change += f"; weapon -{beast.weapon}" if beast.weapon else ""
    position.expect(before, change)


@pytest.mark.parametrize("identity", BEASTS)
def test_hunted_without_weapon(identity: str):
    """A wound for each missing level, and one for each level that cannot be lost."""
    beast = BEASTS[identity]
    position, before = hunt(identity, "weapon 0")
    wounds = beast.strength + beast.weapon + beast.wounds
    position.expect(before, f"hunting deck -> empty; {gains(beast)}; carpenter wounds +{wounds}")


@pytest.mark.parametrize("identity", BEASTS)
def test_fought_in_the_event_phase(identity: str):
    """The First Player fights; what is gained is available at once."""
    beast = BEASTS[identity]
    position = Position().given(f"tokens goat; cure item; weapon {beast.strength}; palisade 0")
    position.s.phase = c.EVENT_PHASE
    before = position.photo()
    position.step(steps.BEAST, beast=BEAST_NAMES.index(identity), who=COOK)
    position.ended()
    wounds = 0 if beast.cured else beast.wounds
    change = gains(beast).replace("future ", "")
    change += f"; cook wounds +{wounds}" if wounds else ""
    change += f"; weapon -{beast.weapon}" if beast.weapon else ""
    position.expect(before, change)


def test_the_danger_token_makes_the_next_beast_stronger():
    position, before = hunt("fox", "weapon 2; hunt field danger")
    position.expect(
        before,
        "hunting deck -> empty; future food +2; future fur +1; carpenter wounds +1; hunt field -danger",
    )


def test_the_rest_of_a_card_finds_the_food_and_fur_of_its_fight(tmp_path: Path):
    """Decision 82."""
    file = tmp_path / "my.toml"
    file.write_text(FOOD_FIRST, encoding="utf-8")
    game = Table(data=str(file), players=2).start()
    s = game.s
    s.phase, s.morale = c.EVENT_PHASE, 0
    s.available[:] = 0
    game.step(steps.AFTER_FIGHT, beast=BEAST_NAMES.index("fox"), who=0, card=c.NONE)
    assert (s.available[c.FOOD], s.available[c.FUR], s.morale) == (2, 1, 1)
