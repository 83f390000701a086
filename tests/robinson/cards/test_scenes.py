"""Scenes of play, as written in `scenes/*.toml`: they change the table as they say, and in no other way.

`given` and `play` are lists, separated by ";", of the words below and of steps of `rules/steps` by their
names; in `given` there are also cells to set ("wood 0"), in `play` actions of the game. A case is
"change | given | play", each added to that of its scene; what it plays comes at the "..." of the scene, or
at the end.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.numbering import constant
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import people
from tests.robinson.cards.decks import DECKS, EVENTS, KINDS, cases
from tests.robinson.cards.position import CARPENTER, Case, Position, names, number_of
from tests.robinson.cards.view import PEOPLE
from tests.robinson.ids import TREASURE

PUSHING = "mist"
"""The event that pushes an unanswered one off the threat row."""


@dataclass(frozen=True)
class Scene:
    """A scene as it is written; `says` explains its id, `game` has options of the game."""

    says: str = ""
    game: dict[str, Any] = field(default_factory=dict)
    given: str = ""
    play: str = ""
    change: str = ""
    cases: list[str] = field(default_factory=lambda: [""])


# ------------------------------------------------------------------ words


def person(name: str) -> int:
    """A seat by its name, the Carpenter's if there is none."""
    return PEOPLE.index(name or "carpenter")


def deck_of(card: str) -> int:
    """The deck of an adventure."""
    return next(deck for deck, cards in enumerate(DECKS) if card in cards)


def draw(position: Position, words: str) -> None:
    """A person draws an event, a mystery, or an adventure in an action."""
    card, _, name = words.partition(" of ")
    if card in EVENTS:
        position.draw_event(number_of(card))
    elif card in TREASURE:
        kind = next(kind for kind, cards in enumerate(KINDS) if card in cards)
        position.draw_mystery(TREASURE[card], kind, person=person(name))
    else:
        position.draw_adventure(deck_of(card), number_of(card), person(name))


def fight(position: Position, words: str) -> None:
    """A person fights in the event phase against so much strength."""
    strength, _, name = words.partition(" of ")
    position.step(steps.FIGHT, strength=int(strength), who=person(name))


def face_weather(position: Position) -> None:
    """The clouds that have come."""
    position.s.phase = c.WEATHER_PHASE
    position.step(steps.FACE_WEATHER)


def next_event(position: Position, card: str) -> None:
    """The last event of the deck."""
    position.s.event_deck[0], position.s.events_left = number_of(card), 1


def sleep_on(position: Position, space: str) -> None:
    """Where the Carpenter spends a night outside the camp."""
    position.s.outside_space[CARPENTER] = c.NONE if space == "no tile" else int(space)


def offered(position: Position, name: str) -> bool:
    """Is this action offered, or one whose name begins so? At windows the Carpenter is asked."""
    while position.decision == "window" and position.s.acting != CARPENTER:
        position.do("pass")
    return any(f"{legal} ".startswith(f"{name} ") for legal in position.legal())


def check(found: Any, expected: Any) -> None:
    """What was found is what was expected."""
    assert found == expected


MOMENTS: dict[str, Callable[[Position], object]] = {
    "quiet": lambda at: at.given("each determination 0; pot board; space 3 covered wood+fish"),
    "planning": lambda at: at.plan(),
    "resolve": lambda at: at.resolve(),
    "end of actions": lambda at: at.end_of_actions(),
    "weather": lambda at: at.weather(),
    "exploring": lambda at: at.action_under_way("explore"),
    "window in the weather": lambda at: at.open_window(c.IN_WEATHER, c.WEATHER_PHASE),
    "face weather": face_weather,
    "round over": lambda at: at.next_round(),
    "next round": lambda at: at.begin_round(),
    "not thrown again": lambda at: at.decision == "reroll" and at.do("pass"),
}
"""Quiet: nobody can use a skill or item, and nothing is produced."""
WORDS: dict[str, Callable[[Position, str], object]] = {
    "planning of": lambda at, name: at.plan(person(name)),
    "draw": draw,
    "unanswered": lambda at, card: at.push_off(number_of(card), number_of(PUSHING)),
    "next event": next_event,
    "next adventure": lambda at, card: at.next_adventure(deck_of(card), number_of(card)),
    "dice": lambda at, faces: at.roll(*map(int, faces.split())),
    "wound": lambda at, name: people.wound(at.s, at.t, person(name), 1),
    "fight": fight,
    "sleeps on": sleep_on,
    "offered": lambda at, name: check(offered(at, name), True),
    "not offered": lambda at, name: check(offered(at, name), False),
    "only offered": lambda at, actions: check(at.legal(), actions.split(", ")),
    "pawns planned": lambda at, pawns: check(at.s.plan_pawns[0], int(pawns)),
    "pawns needed": lambda at, pawns: check(at.s.plan_need[0], int(pawns)),
    "free pawns": lambda at, pawns: check([*at.s.free_pawns], [int(it) for it in pawns.split()]),
}
"""What is offered and how many pawns there are is checked."""


def happens(position: Position, part: str) -> bool:
    """Bring about what a word or the name of a step says; false if it is neither."""
    word = next((word for word in WORDS if part.startswith(f"{word} ")), None)
    if part in MOMENTS:
        MOMENTS[part](position)
    elif word:
        WORDS[word](position, part.removeprefix(f"{word} "))
    elif hasattr(steps, constant(part)):
        position.step(getattr(steps, constant(part)))
    else:
        return False
    return True


# ------------------------------------------------------------------ playing


def scenes() -> list:
    """Each case of each scene, for the parameters of the test."""
    found = []
    for file in sorted(Path(__file__).with_name("scenes").glob("*.toml")):
        for identity, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
            scene = Scene(**entry)
            for at, case in enumerate(cases(scene.cases)):
                number = f"-{at}" if len(scene.cases) > 1 else ""
                found.append(pytest.param(scene, case, id=f"{file.stem}-{identity}{number}"))
    return found


def settled(position: Position) -> None:
    """Nothing but planning waits for an answer."""
    position.use_nothing()
    if position.decision not in ("plan", "support"):
        position.ended()


@pytest.mark.parametrize(("scene", "case"), scenes())
def test_scene(scene: Scene, case: Case):
    position = Position(**scene.game)
    for part in names(f"{scene.given}; {case.given}"):
        if not happens(position, part):
            position.given(part)
        settled(position)
    before = position.photo()
    play = scene.play if "..." in scene.play else f"{scene.play}; ..."
    for part in names(play.replace("...", case.do)):
        if not happens(position, part):
            position.do(part)
    settled(position)
    position.expect(before, f"{scene.change}; {case.change}")
