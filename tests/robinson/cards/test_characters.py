"""The life tracks of the four characters and of Friday; their skills: test_uses.py and scenes/skills.toml."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import people
from tests.robinson.cards.position import Position
from tests.robinson.ids import CHARACTER


class Character(NamedTuple):
    """Hearts of the life track, and the wounds at which morale falls."""

    hearts: int
    marks: tuple[int, ...]


CHARACTERS = {
    "carpenter": Character(12, (5, 8, 10)),
    "cook": Character(12, (4, 7, 9, 11)),
    "explorer": Character(11, (6, 11)),
    "soldier": Character(11, (5, 9)),
}


@pytest.mark.parametrize("identity", CHARACTERS)
def test_life_track(identity: str):
    character = CHARACTERS[identity]
    position = Position(4)
    seat = list(CHARACTERS).index(identity)
    for wounds in range(1, character.hearts + 2):
        position.given("morale 0")
        before = position.photo()
        people.wound(position.s, position.t, seat, 1)
        change = f"{identity} wounds +1"
        change += "; morale -1" if wounds in character.marks else ""
        change += "; over +1; cause -> a character died" if wounds > character.hearts else ""
        position.expect(before, change)


def test_fridays_life_track():
    position = Position().given("friday wounds 2")
    people.wound(position.s, position.t, c.FRIDAY, 1)
    assert people.alive(position.s, position.t, c.FRIDAY)
    people.wound(position.s, position.t, c.FRIDAY, 1)
    assert not people.alive(position.s, position.t, c.FRIDAY)
    assert position.s.over == 0


def test_no_frenzy_in_the_event_phase():
    position = Position(4).given("soldier determination 3")
    position.s.phase = c.EVENT_PHASE
    position.step(steps.FIGHT, strength=9, who=CHARACTER["soldier"])
    assert not position.offers("use skill 3", CHARACTER["soldier"])
