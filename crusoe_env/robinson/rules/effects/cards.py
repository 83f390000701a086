"""Operations on cards: beasts, mysteries, discoveries, tiles, the event deck."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import shuffle
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import FIRST_MYSTERY
from crusoe_env.robinson.rules.effects.who import person_of
from crusoe_env.robinson.rules.stack import (
    BEAST,
    COVER_ARROW,
    ORDER_TILES,
    PICK_DISCOVERY,
    PICK_TILE,
    answer_or_only,
    ask_for_card,
    push,
    run_card,
    take_answer,
)
from crusoe_env.robinson.rules.world.decks import (
    discard_event,
    draw_starting_item,
    gain_discovery,
    keep_from_discard,
    next_discovery,
    put_beast,
    shuffle_into_events,
    strongest_beast,
    take_beast,
)
from crusoe_env.robinson.rules.world.fights import hunt
from crusoe_env.robinson.rules.world.guest import is_castaway, sheet_of
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.mysteries import begin_draw, draw_fewer, lose_treasures, seek, stop_draw
from crusoe_env.robinson.rules.world.people import is_apart
from crusoe_env.robinson.scenarios.hooks import run_hook
from crusoe_env.robinson.state import (
    CHOOSE_PERSON,
    CHOOSE_SHOWN,
    FIRST_USE,
    FRIDAY,
    GUEST,
    LOG_TOKEN,
    MYSTERY_KEPT,
    NONE,
    ON_BOOK,
    PEOPLE,
    RESOLUTION,
)

SHOWN = 5
"""Cards, tiles or tokens that can be laid out at a time."""


@compiled
def card_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """This card itself, decks that are looked at, and the event phase."""
    what = t.rows[row, col.OP]
    number = int(t.rows[row, col.NUMBER])
    if what == op.SHUFFLE_INTO_EVENTS:
        come_back(s, t, performer, card)
    elif what == op.CAPTURE:
        s.capturing = 1
    elif what == op.KEEP:
        keep_card(s, t, performer, card)
    elif what == op.LOOK:
        if t.rows[row, col.WHAT] == v.LOOK_AT_EVENT_DECK:
            s.event_known = 1 if s.events_left > 0 else 0
        else:
            s.hunting_known = 1 if s.hunting_left > 0 else 0
    elif what == op.PICK_TILE:
        push(s, PICK_TILE, number, row, performer, card, 0)
    elif what == op.REORDER_TILES:
        push(s, ORDER_TILES, min(number, int(s.tiles_left)), 0, performer, card, row)
    elif what == op.RESOLVE_BOOK:
        run_hook(s, t, ON_BOOK, card)
    elif what == op.RESOLVE_OWN_EVENT:
        run_card(s, t, int(t.event_program[card]), performer, card)
    elif what == op.RESOLVE_THREATS:
        resolve_threats(s, t)
    elif what == op.NEXT_FIRST_PLAYER:
        s.first_player = (s.first_player + 1) % s.players


@compiled
def beast_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Fights with beast cards, and beast cards that change place."""
    what = t.rows[row, col.OP]
    if what == op.STRONGEST_BEAST:
        strongest_beast(s, t, int(t.rows[row, col.NUMBER]))
        return
    if what == op.HUNT_BEAST:
        hunt(s, t, performer)
        return
    beast = take_beast(s, int(t.rows[row, col.WHAT]))
    if beast == NONE:
        return
    if what == op.MOVE_BEAST:
        put_beast(s, beast, int(t.rows[row, col.WHERE]))
    elif what == op.FIGHT_BEAST:
        fighter = performer if t.rows[row, col.WHO] == v.PERFORMER else int(s.first_player)
        push(s, BEAST, beast, int(t.rows[row, col.FLAGS]), fighter, card, 0)


@compiled
def come_back(s: Any, t: Any, performer: int, card: int) -> None:
    """A card is shuffled into the event deck; a creature being caught does at once what it would do then."""
    if s.capturing == 0:
        shuffle_into_events(s, card)
    elif s.capturing == 1:
        s.capturing = 2
        run_card(s, t, int(t.event_program[card]), performer, card)


@compiled
def resolve_threats(s: Any, t: Any) -> None:
    """The threat effects of all cards in the threat row, left one first; the cards are discarded."""
    for place in range(1, -1, -1):
        card = int(s.threat[place])
        s.threat[place] = NONE
        if card != NONE:
            discard_event(s, card)
            run_card(s, t, int(t.threat_effect[card]), int(s.first_player), card)


@compiled
def keep_card(s: Any, t: Any, performer: int, card: int) -> None:
    """A treasure stays beside the board; an adventure stays with the performer."""
    if card >= FIRST_MYSTERY:
        mystery = card - FIRST_MYSTERY
        s.mystery_state[mystery] = MYSTERY_KEPT
        s.mystery_uses[mystery] = t.mystery_uses[mystery]
    else:
        keep_from_discard(s, card)
        if performer == GUEST:  # whoever plans for him has the use of it
            performer = int(s.first_player)
        if performer != FRIDAY:
            s.kept_weapon[performer] += 1


@compiled
def deck_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Mysteries sought and drawn, discovery tokens, starting items."""
    what = t.rows[row, col.OP]
    number = int(t.rows[row, col.NUMBER])
    if what == op.SEEK:
        seek(s, int(t.rows[row, col.WHAT]), number)
    elif what == op.DRAW_MYSTERIES:
        drawer = person_of(s, int(t.rows[row, col.WHO]), performer)
        if is_apart(s, performer) or is_apart(s, drawer):
            drawer = performer
        begin_draw(s, drawer, 1 if t.rows[row, col.FLAGS] & v.TO_THE_END else 0)
    elif what == op.STOP_MYSTERIES:
        stop_draw(s)
    elif what == op.MYSTERY_LIMIT:
        draw_fewer(s, number)
    elif what == op.LOSE_TREASURES:
        lose_treasures(s)
    elif what == op.DRAW_DISCOVERIES:
        for _ in range(number):
            gain_discovery(s, t, next_discovery(s), performer)
    elif what == op.PICK_DISCOVERY:
        push(s, PICK_DISCOVERY, number, 0, performer, card, row)
    elif what == op.DRAW_STARTING_ITEM:
        draw_starting_item(s, t, performer)


@compiled
def pick_discovery(s: Any, t: Any, number: int, drawn: int, performer: int, card: int, row: int) -> None:
    """Draw discovery tokens, keep one, discard the others."""
    if drawn == 0:
        count = 0
        for _ in range(number):
            token = next_discovery(s)
            if token != NONE:
                s.shown[count] = token
                count += 1
        if count == 0:
            return
        drawn = count
    if s.answer == NONE and drawn > 1:
        push(s, PICK_DISCOVERY, number, drawn, performer, card, row)
        ask_for_card(s, CHOOSE_SHOWN, PICK_DISCOVERY, performer, (1 << drawn) - 1, card, row, 0, 0)
        return
    answer = take_answer(s)
    token = int(s.shown[max(0, answer)])
    if card >= FIRST_USE and t.gains_of_uses_wait == 0 and s.phase == RESOLUTION:  # Scouting: at once
        s.discovery[token] += 1
        log_event(s, LOG_TOKEN, token, NONE)
    else:
        gain_discovery(s, t, token, performer)
    forget_shown(s)


@compiled
def forget_shown(s: Any) -> None:
    """Nothing is laid out any more."""
    for i in range(SHOWN):
        s.shown[i] = NONE


@compiled
def show_tiles(s: Any, count: int) -> None:
    """Lay out the top tiles, next one first."""
    for i in range(count):
        s.shown[i] = s.tiles[s.tiles_left - 1 - i]


@compiled
def pick_tile(s: Any, number: int, row: int, performer: int, card: int) -> None:
    """Look at the top tiles: one goes back on top, the others are shuffled into the stack."""
    count = min(number, int(s.tiles_left))
    if count == 0:
        return
    if s.answer == NONE and count > 1:
        show_tiles(s, count)
        push(s, PICK_TILE, number, row, performer, card, 0)
        ask_for_card(s, CHOOSE_SHOWN, PICK_TILE, performer, (1 << count) - 1, card, row, 0, 0)
        return
    top = int(s.tiles_left) - 1
    at = top - answer_or_only(s, 1)
    tile = s.tiles[at]
    s.tiles[at] = s.tiles[top]
    s.tiles[top] = tile
    shuffle(s, s.tiles, 0, top)
    s.tiles_known = 1
    forget_shown(s)


@compiled
def order_tiles(s: Any, count: int, fixed: int, performer: int, card: int, row: int) -> None:
    """The top tiles go back face up in an order that the players choose: which is the next one, and so on."""
    left = count - fixed
    if left <= 1:
        s.tiles_known = max(int(s.tiles_known), count)
        forget_shown(s)
        return
    if s.answer == NONE:
        for i in range(left):
            s.shown[i] = s.tiles[s.tiles_left - 1 - fixed - i]
        push(s, ORDER_TILES, count, fixed, performer, card, row)
        ask_for_card(s, CHOOSE_SHOWN, ORDER_TILES, performer, (1 << left) - 1, card, row, left - 1, fixed)
        return
    top = int(s.tiles_left) - 1 - fixed
    at = top - take_answer(s)
    tile = s.tiles[at]
    s.tiles[at] = s.tiles[top]
    s.tiles[top] = tile
    forget_shown(s)
    push(s, ORDER_TILES, count, fixed + 1, performer, card, row)


@compiled
def cover_arrow(s: Any, t: Any, count: int, chosen: int, performer: int, card: int, row: int) -> None:
    """A morale mark on a life track works no more: first whose (`chosen` - 1), then which one."""
    if chosen == 0:
        bits = 0
        for person in range(PEOPLE):
            if is_castaway(s, person) and show_arrows(s, t, person) > 0:
                bits |= 1 << person
        forget_shown(s)
        if bits == 0:
            s.answer = NONE
            return
        if s.answer == NONE and bits & (bits - 1):
            push(s, COVER_ARROW, count, 0, performer, card, row)
            ask_for_card(s, CHOOSE_PERSON, COVER_ARROW, performer, bits, card, row, count, 0)
            return
        push(s, COVER_ARROW, count, answer_or_only(s, bits) + 1, performer, card, row)
        return
    arrows = show_arrows(s, t, chosen - 1)
    if s.answer == NONE and arrows > 1:
        push(s, COVER_ARROW, count, chosen, performer, card, row)
        ask_for_card(s, CHOOSE_SHOWN, COVER_ARROW, performer, (1 << arrows) - 1, card, row, count, 0)
        s.question_person = chosen - 1
        return
    s.covered_arrows[chosen - 1] |= 1 << int(s.shown[max(0, take_answer(s))])
    forget_shown(s)
    if count > 1:
        push(s, COVER_ARROW, count - 1, 0, performer, card, row)


@compiled
def show_arrows(s: Any, t: Any, person: int) -> int:
    """Lay out the uncovered morale marks of a life track, by the number of wounds; how many there are."""
    count = 0
    sheet = sheet_of(s, person)
    for k in range(1, int(t.dies_at[sheet])):
        marked = (t.morale_marks[sheet] >> k) & 1
        if marked and not (s.covered_arrows[person] >> k) & 1 and count < SHOWN:
            s.shown[count] = k
            count += 1
    return count
