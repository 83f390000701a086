"""The four characters: life track, and the four skills of each with cost and effect."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import people
from tests.robinson.cards.position import CARPENTER, COOK, EXPLORER, Case, Position
from tests.robinson.cards.test_uses import OCCASIONS, WINDOWS
from tests.robinson.cards.uses import ANY_TIME
from tests.robinson.cards.view import FACTS
from tests.robinson.ids import CHARACTER

SOLDIER = CHARACTER["soldier"]


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


# ------------------------------------------------------------------ skills used at a window


class Skill(NamedTuple):
    """A skill: whose, which on the sheet, its cost, when it can be used, and its cases."""

    person: int
    place: int
    cost: int
    windows: tuple[str, ...]
    cases: tuple[Case, ...]
    lacking: tuple[str, ...] = ()


HURT = "explorer wounds 3; carpenter wounds 1"
SKILLS = {
    "a_new_idea": Skill(
        CARPENTER,
        3,
        3,
        ANY_TIME,
        (
            Case(
                "raft -> discarded; spear -> discarded; wall -> board; sling -> discarded;"
                "shield -> discarded;"
                "invention deck -raft; invention deck -spear; invention deck -wall; invention deck -sling;"
                "invention deck -shield",
                do="card wall",
            ),
        ),
    ),
    "grandmas_recipe": Skill(
        COOK,
        1,
        2,
        ANY_TIME,
        (
            Case("food -1; explorer wounds -2", HURT, "the next player; the next player"),
            Case(
                "food -1; explorer wounds -1; carpenter wounds -1",
                HURT,
                "the next player; the second next player",
            ),
            Case("durable food -1; friday wounds -1", "friday wounds 1; food 0"),
        ),
        ("food 0; durable food 0", "explorer wounds 0; carpenter wounds 0"),
    ),
    "stone_soup": Skill(COOK, 3, 3, ANY_TIME, (Case("food +1"),)),
    "hooch": Skill(
        COOK,
        4,
        3,
        ("weather",),
        (
            Case("rain clouds ignored +1", "rain clouds 1; snow clouds 1", "choose A"),
            Case("snow clouds turned to rain +1", "snow clouds 1; rain clouds 1", "choose B"),
            Case("rain clouds ignored +1", "rain clouds 1"),
        ),
        ("rain clouds 0; snow clouds 0",),
    ),
    "reconnaissance": Skill(EXPLORER, 2, 2, ANY_TIME, (Case("known tiles +1", "tiles 1 2 3", "shown 2"),)),
    "motivational_speech": Skill(EXPLORER, 3, 3, ANY_TIME, (Case("morale +1"),), ("morale 3",)),
    "scouting": Skill(
        EXPLORER,
        4,
        3,
        ANY_TIME,
        (
            Case(
                "discovery tokens -goat; discovery tokens -tobacco; token tobacco +1",
                "tokens goat tobacco",
                "shown 2",
            ),
        ),
    ),
    "tracking": Skill(
        SOLDIER,
        1,
        2,
        ANY_TIME,
        (
            Case("hunting known +1", "hunting bear fox", "choose A"),
            Case("hunting deck -> fox bear", "hunting bear fox", "choose B"),
        ),
    ),
    "the_hunt": Skill(
        SOLDIER,
        2,
        4,
        ANY_TIME,
        (Case("beasts -bear; hunting deck -> bear fox", "hunting fox; beasts bear"),),
    ),
    "defence_plan": Skill(
        SOLDIER,
        4,
        3,
        ANY_TIME,
        (
            Case("palisade +1", do="choose A"),
            Case("weapon +1", do="choose B"),
            Case("weapon +1", "shelter 0"),
        ),
    ),
}
IN_ACTIONS = {"economical_construction", "craftsmanship", "handyman", "searching_talent", "lucky", "frenzy"}
"""Skills within an action: see below."""


def test_every_skill_has_its_expectations():
    assert {*SKILLS, *IN_ACTIONS} == set(components.SKILL_IDS)
    places = {identity: (entry["character"], at % 4 + 1) for at, entry in enumerate(FACTS["skill"])
              for identity in [entry["id"]]}  # fmt: skip
    for identity, skill in SKILLS.items():
        assert places[identity] == (components.CHARACTER_IDS[skill.person], skill.place)


def at(window: str, skill: Skill, given: str) -> Position:
    """A position at a window at which things can be used; who has the skill is asked first."""
    position = Position(4 if skill.person == SOLDIER else 3).given("each determination 9")
    position.given(given)
    if window == "planning":
        position.plan(skill.person)
    elif window == "fight":
        position.step(steps.FIGHT, strength=9, who=skill.person)
    else:
        number, phase = WINDOWS[window]
        position.open_window(number, phase, skill.person)
    return position


SKILL_CASES = [
    pytest.param(identity, case, id=f"{identity}-{number}")
    for identity, skill in SKILLS.items()
    for number, case in enumerate(skill.cases)
]


@pytest.mark.parametrize(("identity", "case"), SKILL_CASES)
def test_skill(identity: str, case: Case):
    skill = SKILLS[identity]
    position = at("weather" if skill.windows == ("weather",) else "planning", skill, case.given)
    before = position.photo()
    position.do(f"use skill {skill.place}")
    position.choose(case.do)
    name = components.CHARACTER_IDS[skill.person]
    position.expect(
        before,
        f"{case.change}; {name} determination -{skill.cost}; {name} used +skill {skill.place}",
    )


def offered(position: Position, skill: Skill) -> bool:
    """Is whose skill it is asked, and can it be used?"""
    return position.offers(f"use skill {skill.place}", skill.person)


@pytest.mark.parametrize("identity", SKILLS)
def test_when_a_skill_can_be_used(identity: str):
    skill = SKILLS[identity]
    for window in ("planning", *(window for window in OCCASIONS if skill.windows != ANY_TIME)):
        position = at(window, skill, skill.cases[0].given)
        assert offered(position, skill) == (window in skill.windows), window
    name = components.CHARACTER_IDS[skill.person]
    limits = (
        f"{name} determination {skill.cost - 1}",
        f"{name} used skill {skill.place}",
        f"{name} without skills 1",
    )
    for lacking in (*limits, *skill.lacking):
        position = at(skill.windows[0], skill, f"{skill.cases[0].given}; {lacking}")
        assert not offered(position, skill), lacking


# ------------------------------------------------------------------ skills within actions


def test_economical_construction():
    """The shelter of three players costs three wood, with the skill two."""
    position = Position().given("shelter 0; wood 2; fur 0")
    before = position.photo()
    position.plan()
    assert "plan shelter" not in position.legal()
    position.do("use skill 1", "plan shelter", "support: own pawn")
    position.resolve()
    position.expect(before, "wood -2; shelter +1; carpenter determination -2; carpenter used +skill 1")


def test_handyman():
    position = Position()
    before = position.photo()
    position.plan()
    position.do("plan weapon", "use skill 4")
    assert position.s.plan_pawns[0] == 2
    position.resolve()
    position.expect(before, "wood -1; weapon +1; carpenter determination -3; carpenter used +skill 4")


@pytest.mark.parametrize("other", ["plan gather wood on 4", "plan explore 0", "plan hunt"])
def test_the_handyman_builds_only(other: str):
    position = Position().given("hunting fox boa")
    position.plan()
    position.do(other)
    assert "use skill 4" not in position.legal()


REROLLS = (
    (CARPENTER, 2, "plan weapon", "wood -1; weapon +1"),
    (COOK, 2, "plan gather wood on 4", "future wood +1"),
    (EXPLORER, 1, "plan explore 0", "tile 0 -> 1; tiles -1"),
)


@pytest.mark.parametrize(("person", "place", "plan", "change"), REROLLS)
def test_rerolls(person: int, place: int, plan: str, change: str):
    """Craftsmanship, Searching talent, Lucky: a failure is thrown again, and succeeds."""
    position = Position().given("tiles 1; beasts bear; tokens goat tobacco")
    position.plan(person)
    before = position.photo()
    position.do(plan, "pass")
    position.roll(6, 6, 6, 1)
    position.resolve()
    assert position.decision == "reroll"
    assert position.legal() == ["pass", "reroll wound", "reroll success", "reroll adventure"]
    position.do("reroll success")
    name = components.CHARACTER_IDS[person]
    if person == EXPLORER:
        change += "; beasts -bear; hunting deck -> bear; discovery tokens -goat; discovery tokens -tobacco;"
        change += "future token goat +1; future token tobacco +1"
    position.expect(before, f"{change}; {name} determination -2; {name} used +skill {place}")


@pytest.mark.parametrize(("person", "place", "plan", "change"), REROLLS)
@pytest.mark.parametrize("other", [CARPENTER, COOK, EXPLORER])
def test_rerolls_are_for_ones_own_kind_of_action(other: int, person: int, place: int, plan: str, change: str):
    position = Position().given("hunting fox")
    position.plan(other)
    position.do(plan, "pass")
    position.roll(6, 6, 6)
    position.resolve()
    assert (position.decision == "reroll") == (other == person)


def test_frenzy():
    """Three weapon levels more, in the Soldier's own action only."""
    position = Position(4).given("soldier determination 3; hunting goats; weapon 1")
    before = position.photo()
    position.plan(SOLDIER)
    position.do("plan hunt", "support: own pawn")
    position.resolve()
    position.do("use skill 3")
    position.expect(
        before,
        "soldier determination -3; soldier used +skill 3; weapon -1; future food +3; future fur +1;"
        "hunting deck -> empty",
    )


def test_no_frenzy_in_the_event_phase():
    position = Position(4).given("soldier determination 3")
    position.s.phase = c.EVENT_PHASE
    position.step(steps.FIGHT, strength=9, who=SOLDIER)
    assert not position.offers("use skill 3", SOLDIER)
