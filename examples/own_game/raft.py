"""Raft, for two who do not see each other's crates: hidden hands, seats, fields that are arrays.

Crates weigh 1 to 9, two of each. Both players hold three, and see only their own. In turn a player loads a
crate and draws another, or waits. When both wait in a row, the raft crosses; with more than 20 aboard it
sinks, and the game is lost. Three crossings must bring 40.
"""

from __future__ import annotations

from typing import Any

import crusoe_env
from crusoe_env.engine import (
    ActionLayout,
    Block,
    Field,
    Game,
    ObservationLayout,
    Seats,
    Segment,
    compiled,
    declare,
    shuffle,
)

PLAYERS, HAND, HEAVIEST, EACH = 2, 3, 9, 2
CRATES = HEAVIEST * EACH
ALL = EACH * HEAVIEST * (HEAVIEST + 1) // 2
"""The weight of all crates."""
CARRIES, CROSSINGS, GOAL = 20, 3, 40
NONE = 0
"""The weight of a place without a crate."""

CAUSES = ("", "goal reached", "the raft sank", "too little brought")
LIVE, REACHED, SANK, TOO_LITTLE = range(4)
NAMES = ("Anne", "Bob")

# A field with a shape is an array: `s.hands[player, place]`.
RECORD = declare(
    [
        ("hands", "i1", (NONE, HEAVIEST), (PLAYERS, HAND), "weights; 0: no crate"),
        ("pile", "i1", (NONE, HEAVIEST), (CRATES,), "crates to be drawn, the next one last"),
        ("left", "i1", (0, CRATES), "crates in the pile"),
        ("loaded", "i1", (0, EACH), (HEAVIEST,), "crates of each weight that have been loaded"),
        ("aboard", "i1", (0, ALL), "weight on the raft"),
        ("brought", "i2", (0, ALL), "weight on the other side"),
        ("waited", "i1", (0, PLAYERS), "players who have waited in a row"),
    ],
    players=PLAYERS,
    causes=len(CAUSES),
    rounds=CROSSINGS,
    forced=(0, 0),
)

ACTIONS = ActionLayout(
    [
        Block("load", "put the crate of this place on the raft", tuple(str(i + 1) for i in range(HAND))),
        Block("wait", "let the other player go on", ("wait",)),
    ]
)
WAIT = HAND

OBSERVATION = ObservationLayout(
    [
        Segment(
            "own crates",
            "what the player who looks holds, place by place",
            (Field("weight", "0: no crate", divisor=HEAVIEST, largest=HEAVIEST),),
            rows=HAND,
        ),
        Segment(
            "loaded",
            "crates that have been loaded, by weight",
            (Field("count", "how many", divisor=EACH, largest=EACH),),
            rows=HEAVIEST,
        ),
        Segment(
            "table",
            "what both see",
            (
                Field("is first", "1: the first seat looks"),
                Field("left", "crates in the pile", divisor=CRATES, largest=CRATES),
                Field("partner's crates", "how many the other player holds", divisor=HAND, largest=HAND),
                Field("aboard", "weight on the raft", divisor=CARRIES, largest=ALL),
                Field("brought", "weight on the other side", divisor=GOAL, largest=ALL),
                Field("waited", "the other player has just waited"),
                Field("crossing", "its number, from 1", divisor=CROSSINGS, largest=CROSSINGS),
            ),
        ),
    ]
)


@compiled
def new_game(s: Any, t: Any) -> None:
    """Set every field, but those of chance and options; deal both hands."""
    s.over, s.victory, s.cause, s.score, s.steps, s.acting = 0, 0, LIVE, 0, 0, 0
    s.rounds = 1
    s.left, s.aboard, s.brought, s.waited = CRATES, 0, 0, 0
    s.loaded[:] = 0
    for i in range(CRATES):
        s.pile[i] = 1 + i // EACH
    shuffle(s, s.pile, 0, CRATES)
    for player in range(PLAYERS):
        for place in range(HAND):
            draw(s, player, place)


@compiled
def draw(s: Any, player: int, place: int) -> None:
    """The next crate of the pile comes to a place of a hand, if there is one."""
    s.hands[player, place] = NONE
    if s.left > 0:
        s.left -= 1
        s.hands[player, place] = s.pile[s.left]
        s.pile[s.left] = NONE


@compiled
def apply_action(s: Any, t: Any, action: int) -> None:
    """Carry out a legal action; then it is the other player's turn."""
    if action == WAIT:
        s.waited += 1
    else:
        weight = s.hands[s.acting, action]
        s.waited = 0
        s.aboard += weight
        s.loaded[weight - 1] += 1
        draw(s, s.acting, action)
    if s.waited == PLAYERS:
        cross(s)
    s.acting = 1 - s.acting


@compiled
def cross(s: Any) -> None:
    """The raft sinks, or brings what is aboard to the other side; the last crossing ends the game."""
    s.waited = 0
    if s.aboard > CARRIES:
        s.over, s.cause = 1, SANK
        return
    s.brought += s.aboard
    s.score = s.brought
    s.aboard = 0
    if s.brought >= GOAL:
        s.over, s.victory, s.cause = 1, 1, REACHED
    elif s.rounds == CROSSINGS:
        s.over, s.cause = 1, TOO_LITTLE
    else:
        s.rounds += 1


@compiled
def write_mask(s: Any, t: Any, mask: Any) -> None:
    """Crates that the player who acts holds, and waiting."""
    for place in range(HAND):
        mask[place] = s.hands[s.acting, place] != NONE
    mask[WAIT] = 1


@compiled
def write_observation(s: Any, t: Any, viewer: int, out: Any) -> None:
    """A view: the viewer's own hand, and what both see. The partner's hand shows as a number of crates."""
    held = 0
    for place in range(HAND):
        out[place] = s.hands[viewer, place]
        held += s.hands[1 - viewer, place] != NONE
    for weight in range(HEAVIEST):
        out[HAND + weight] = s.loaded[weight]
    at = HAND + HEAVIEST
    out[at] = viewer == 0
    out[at + 1] = s.left
    out[at + 2] = held
    out[at + 3] = s.aboard
    out[at + 4] = s.brought
    out[at + 5] = s.waited > 0
    out[at + 6] = s.rounds


@compiled
def redeal(s: Any, t: Any, viewer: int) -> None:
    """Shuffle what the viewer cannot know together, the partner's crates and the pile, and deal it again."""
    partner = 1 - viewer
    count = int(s.left)
    for place in range(HAND):
        if s.hands[partner, place] != NONE:
            s.pile[count] = s.hands[partner, place]
            count += 1
    shuffle(s, s.pile, 0, count)
    for place in range(HAND):
        if s.hands[partner, place] != NONE:
            count -= 1
            s.hands[partner, place] = s.pile[count]
            s.pile[count] = NONE


@compiled
def goal_progress(s: Any, t: Any) -> float:
    """The share of the weight that is brought; 1 exactly for a victory."""
    return min(s.brought, GOAL) / GOAL


GAME = Game(
    name="raft",
    title="Raft",
    module=__name__,
    record=RECORD,
    actions=ACTIONS,
    observations=OBSERVATION,
    rules={
        "new_game": new_game,
        "apply_action": apply_action,
        "write_mask": write_mask,
        "write_observation": write_observation,
        "redeal": redeal,
        "goal_progress": goal_progress,
    },
    causes=CAUSES,
    seats=Seats(characters=NAMES, possible=lambda state, tables: list(NAMES), of=lambda state: list(NAMES)),
)
crusoe_env.register(GAME)
