"""What changes on one certain space: number tokens, totems, natural shelters, tiles turned down or up."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.rules.effects.places import space_of
from crusoe_env.robinson.rules.world.marks import next_number, turn_down_for_good


@operation("next_number spot", "The number token after the last one laid.", phrase="next number token")
@compiled
def lay_next_number(s: State, spot: int) -> None:
    """The next number token is laid."""
    space = space_of(s, spot)
    if space != c.NONE:
        next_number(s, space)


@operation("set_number number spot", "This number token.", phrase="number token {0}")
@compiled
def set_number(s: State, number: int, spot: int) -> None:
    """A number token is laid."""
    space = space_of(s, spot)
    if space != c.NONE:
        s.number[space] = number


@operation("take_number spot", "The number token there goes.", phrase="the number token goes")
@compiled
def take_number(s: State, spot: int) -> None:
    """A number token goes."""
    space = space_of(s, spot)
    if space != c.NONE:
        s.number[space] = 0


@operation("cover_totem spot", "A marker on the totem there.", phrase="the totem is covered")
@compiled
def cover_totem(s: State, spot: int) -> None:
    """A totem is covered."""
    space = space_of(s, spot)
    if space != c.NONE:
        s.covered[space] |= c.TOTEM


@operation(
    "cover_shelter spot", "A marker on the natural shelter there.", phrase="the natural shelter is covered"
)
@compiled
def cover_shelter(s: State, spot: int) -> None:
    """A natural shelter is covered."""
    space = space_of(s, spot)
    if space != c.NONE:
        s.covered[space] |= c.NATURAL_SHELTER


@operation(
    "flip_space spot",
    "It cannot be entered any more, explored or not, and loses what lies on it; with the camp there the game "
    "is lost.",
    phrase="{0} is lost",
)
@compiled
def flip_space(s: State, spot: int) -> None:
    """A space is lost for good."""
    space = space_of(s, spot)
    if space != c.NONE:
        turn_down_for_good(s, space)


@operation("open_space spot", "The tile that lies face down there is turned up.", phrase="{0} is turned up")
@compiled
def open_space(s: State, spot: int) -> None:
    """A tile is turned up."""
    space = space_of(s, spot)
    if space != c.NONE:
        s.face_down[space] = 0
