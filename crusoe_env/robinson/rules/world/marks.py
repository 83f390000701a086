"""Marks and number tokens that a scenario lays on spaces, and spaces that are turned face down."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import CARDS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.bits import count_bits
from crusoe_env.robinson.rules.world.ending import lose
from crusoe_env.robinson.rules.world.island import clear_space, is_open


@compiled
def has_mark(s: State, space: int, mark: int) -> bool:
    """Does this mark lie on a space?"""
    return (s.marks[space] >> mark) & 1 == 1


@compiled
def pawns_of_marks(s: State, t: Tables, kind: int, space: int) -> int:
    """How many more pawns an action of a kind takes on a space for the marks there."""
    return count_bits(int(s.marks[space] & t.marks_with_pawn[kind]))


@compiled
def production_stopped(s: State, t: Tables, space: int) -> bool:
    """Does a mark keep the tile's sources and tokens from giving anything in the production phase?"""
    return s.marks[space] & t.marks_stopping_production != 0


@compiled
def may_lie(s: State, t: Tables, mark: int, space: int) -> bool:
    """May this mark be laid on a space in play: one of a kind on each, few of them below a tile's back?"""
    if t.adjacent[space] == 0 or has_mark(s, space, mark):
        return False
    if s.face_down[space] == 0:
        return True
    return (t.marks_on_face_down >> mark) & 1 == 1 and t.face_down_at_start[space] == 0


@compiled
def marks_left(s: State, t: Tables, mark: int) -> int:
    """How many more marks of a kind may be laid on the island."""
    most = int(t.mark_most[mark])
    return c.SPACES if most == 0 else max(0, most - spaces_marked(s, mark))


@compiled
def spaces_marked(s: State, mark: int) -> int:
    """On how many spaces a mark lies."""
    count = 0
    for space in range(c.SPACES):
        count += (s.marks[space] >> mark) & 1
    return count


@compiled
def marked_before(s: State, mark: int) -> int:
    """On how many spaces a mark has lain since the round began."""
    count = 0
    for space in range(c.SPACES):
        count += (s.marks_before[space] >> mark) & 1
    return count


@compiled
def take_mark(s: State, space: int, mark: int) -> None:
    """A mark leaves a space."""
    s.marks[space] &= ~(1 << mark)
    s.marks_before[space] &= ~(1 << mark)


@compiled
def numbers_in_play(s: State) -> int:
    """How many number tokens lie on the island."""
    count = 0
    for space in range(c.SPACES):
        count += s.number[space] > 0
    return count


@compiled
def next_number(s: State, space: int) -> None:
    """The number token after the last one laid, as long as there are any."""
    if s.numbers_laid < c.TOTEMS:
        s.numbers_laid += 1
        s.number[space] = s.numbers_laid


@compiled
def has_totem(s: State, t: Tables, space: int) -> bool:
    """Does an open tile show a totem that no marker covers?"""
    return is_open(s, space) and t.tile_totem[s.tile[space]] == 1 and not s.covered[space] & c.TOTEM


@compiled
def totems_uncovered(s: State, t: Tables) -> int:
    """How many uncovered totems open tiles show."""
    count = 0
    for space in range(c.SPACES):
        count += has_totem(s, t, space)
    return count


@compiled
def remove_all(s: State, space: int) -> None:
    """Everything that lies on a space leaves it."""
    clear_space(s, space)
    s.marks[space] = s.marks_before[space] = s.number[space] = 0


@compiled
def close_space(s: State, space: int) -> None:
    """A space cannot be entered any more; with the camp there the game is lost."""
    s.face_down[space] = 1
    if space == s.camp:
        lose(s, c.CAMP_LOST)


@compiled
def turn_down(s: State, t: Tables, space: int) -> None:
    """A tile is turned down and loses what lies on it; what is printed there comes back with it."""
    printed, number = int(s.marks[space] & t.marks_printed), int(s.number[space])
    before = int(s.marks_before[space]) & printed
    remove_all(s, space)
    if printed != 0:
        s.marks[space], s.marks_before[space], s.number[space] = printed, before, number
    close_space(s, space)


@compiled
def turn_down_for_good(s: State, space: int) -> None:
    """Turn a space down so that no card turns it up again, though its own event may have done the same."""
    remove_all(s, space)
    close_space(s, space)
    for card in range(CARDS):
        if s.card_space[card] == space and s.card_mark[card] == 0:
            s.card_space[card] = c.NONE
