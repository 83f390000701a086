"""Cards that one player alone has looked at, a variant (docs/robinson/variants.md).

What all know of the top of a pile is in `tiles_known`, `hunting_known`, `event_known`; who knows it alone in
`looked`. Who has looked is public.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world.log import log_event


@compiled
def cards_left(s: State, pile: int) -> int:
    """How many cards lie in one of the piles of `LOOKS`."""
    if pile == c.LOOK_AT_TILES:
        return int(s.tiles_left)
    return int(s.hunting_left if pile == c.LOOK_AT_BEAST else s.events_left)


@compiled
def all_know(s: State, pile: int) -> bool:
    """Does everybody know the top card of a pile?"""
    if pile == c.LOOK_AT_TILES:
        return s.tiles_known > 0
    return bool((s.hunting_known if pile == c.LOOK_AT_BEAST else s.event_known) == 1)


@compiled
def look_alone(s: State, pile: int, person: int) -> None:
    """A player looks at the top card of a pile; for Friday, the guest or nobody the First Player does."""
    if cards_left(s, pile) == 0 or all_know(s, pile):
        return
    seat = person if 0 <= person < s.players else int(s.first_player)
    s.looked[pile] |= 1 << seat
    log_event(s, c.LOG_LOOKED, pile, seat)


@compiled
def post_lookouts(s: State) -> None:
    """As planning begins each player looks at a pile; in the next round at the next one."""
    for i in range(s.players):
        seat = int((s.first_player + i) % s.players)
        look_alone(s, int((seat + s.rounds) % len(c.LOOKS)), seat)


@compiled
def forget_looks(s: State) -> None:
    """Nobody knows a card alone."""
    for pile in range(len(c.LOOKS)):
        s.looked[pile] = 0


# ------------------------------------------------------------------ tiles laid out
@compiled
def chooses_tiles(s: State) -> bool:
    """Does a player choose among tiles that are laid out?"""
    return s.decision == c.CHOOSE_SHOWN and (
        s.question_step == steps.PICK_TILE or s.question_step == steps.ORDER_TILES
    )


@compiled
def chooses_alone(s: State) -> bool:
    """Does only he who acts see what is laid out?"""
    return s.private_finds == 1 and chooses_tiles(s) and s.tiles_known == 0


@compiled
def tiles_laid_out(s: State) -> int:
    """How many tiles from the top on are laid out or already put in order."""
    if not chooses_tiles(s):
        return 0
    count = int(s.question_detail)
    for i in range(len(s.shown)):
        count += s.shown[i] != c.NONE
    return count
