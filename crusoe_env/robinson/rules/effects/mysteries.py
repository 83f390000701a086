"""Mystery cards sought and drawn."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.rules.world.mysteries import begin_draw, draw_fewer, lose_treasures, seek, stop_draw
from crusoe_env.robinson.rules.world.people import is_outside_camp

FINDS = v.STORES_ASPECTS | v.DETERMINATION_ASPECT | v.WEAPON_ASPECT | v.PALISADE_ASPECT
"""What a discovery token or treasure just found may change, whichever it is."""


@operation(
    "seek mystery number",
    "That many of this kind are wanted in the next `draw_mysteries`.",
    phrase="look for {1} {0}(s)",
)
@compiled
def seek_mysteries(s: State, mystery: int, number: int) -> None:
    """Cards of a kind are wanted."""
    seek(s, mystery, number)


@operation(
    "draw_mysteries who",
    "He draws for the wanted kinds, as the rules say (`to_the_end`: nobody may stop before); then what was "
    "wanted is forgotten. If either is outside the camp the performer draws himself.",
    affects=FINDS,
    phrase="{0}draw mystery cards",
)
@compiled
def draw_mysteries(s: State, person: int, flags: int, performer: int) -> None:
    """A draw begins."""
    drawer = performer if is_outside_camp(s, performer) or is_outside_camp(s, person) else person
    begin_draw(s, drawer, 1 if flags & v.TO_THE_END else 0)


@operation(
    "mystery_limit number",
    "That many cards of any kind fewer in the draw that begins.",
    phrase="{0} mystery card(s) fewer",
)
@compiled
def mystery_limit(s: State, number: int) -> None:
    """Fewer cards are wanted."""
    draw_fewer(s, number)


@operation("stop_mysteries", "No more mystery cards in this draw.", phrase="stop drawing")
@compiled
def stop_mysteries(s: State) -> None:
    """The draw stops."""
    stop_draw(s)


@operation("lose_treasures", "Treasures of this draw are discarded.", phrase="lose the treasures just drawn")
@compiled
def discard_treasures(s: State) -> None:
    """Treasures are lost."""
    lose_treasures(s)
