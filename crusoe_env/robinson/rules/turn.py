"""The course of a game: one action of an agent, then everything up to the next decision."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.actions import USE, answer_of
from crusoe_env.robinson.rules import stack
from crusoe_env.robinson.rules.abilities import use
from crusoe_env.robinson.rules.effects.board import cover_terrain, flip_tile, forced_move
from crusoe_env.robinson.rules.effects.cards import cover_arrow, order_tiles, pick_discovery, pick_tile
from crusoe_env.robinson.rules.effects.interpreter import branch_step, run
from crusoe_env.robinson.rules.effects.inventions import item_step, pick_invention
from crusoe_env.robinson.rules.effects.life import heal_step, share_step
from crusoe_env.robinson.rules.effects.marks import mark_space, unmark_space
from crusoe_env.robinson.rules.effects.sources import cover_source, cover_waiting
from crusoe_env.robinson.rules.effects.tokens import place_token, remove_token
from crusoe_env.robinson.rules.effects.uncover import uncover
from crusoe_env.robinson.rules.phases.actions import (
    act,
    arrange,
    begin_resolution,
    finish_action,
    gather_bonus,
    next_action,
    outcome,
)
from crusoe_env.robinson.rules.phases.before_actions import before_action_phase, feed_step
from crusoe_env.robinson.rules.phases.dice import (
    adventure_die,
    failure_step,
    reroll_step,
    roll_dice,
    success_die,
    wound_die,
)
from crusoe_env.robinson.rules.phases.end_of_actions import end_of_action_phase
from crusoe_env.robinson.rules.phases.event import place_event, reveal_event
from crusoe_env.robinson.rules.phases.exploring import lay_tile, tile_found
from crusoe_env.robinson.rules.phases.extra_action import extra_action
from crusoe_env.robinson.rules.phases.keeping import keep_yield, offer_produced
from crusoe_env.robinson.rules.phases.morale import give_morale, morale_phase
from crusoe_env.robinson.rules.phases.night import (
    eat,
    eat_more,
    feed_first,
    move_camp_step,
    night_phase,
    night_wounds,
    open_air,
)
from crusoe_env.robinson.rules.phases.planning import begin_planning, pay_step, plan_step, support_step
from crusoe_env.robinson.rules.phases.production import (
    end_production,
    keep_produced,
    produce_shortcut,
    production_phase,
)
from crusoe_env.robinson.rules.phases.round import begin_round, end_of_round
from crusoe_env.robinson.rules.phases.weather import (
    face_weather,
    hungry_animals,
    roll_weather,
    storm,
    weather_phase,
)
from crusoe_env.robinson.rules.setup import deal, set_up
from crusoe_env.robinson.rules.windows import open_window
from crusoe_env.robinson.rules.world.camp import token_step
from crusoe_env.robinson.rules.world.ending import fail
from crusoe_env.robinson.rules.world.fights import after_fight, combat, fight, fight_beast, keep_beast
from crusoe_env.robinson.rules.world.mysteries import draw_mystery, more_mystery, resolve_mystery
from crusoe_env.robinson.rules.world.storage import rot
from crusoe_env.robinson.scenarios.goals import AT_ONCE, check_ending, victory_points
from crusoe_env.robinson.scenarios.guests import let_guest_join
from crusoe_env.robinson.state import (
    NO_DECISION,
    NONE,
    SUPPORT,
    UNKNOWN_STEP,
)


@compiled
def apply_action(s: Any, t: Any, action: int) -> None:
    """Carry out one legal action and go on to the next decision or the end of the game."""
    if action >= USE and s.decision != SUPPORT:
        use_thing(s, t, action - USE)
    else:
        give_answer(s, answer_of(s, action))
    advance(s, t)


@compiled
def new_game(s: Any, t: Any) -> None:
    """Set up, and play to the first decision."""
    set_up(s, t)
    advance(s, t)


@compiled
def begin_game(s: Any, t: Any) -> None:
    """Deal from decks that are prepared, and play to the first decision."""
    deal(s, t)
    advance(s, t)


@compiled
def advance(s: Any, t: Any) -> None:
    """Carry out what is on the stack until a decision is needed or the game is over."""
    while s.over == 0 and s.decision == NO_DECISION and s.stack_size > 0:
        top = s.stack_size - 1
        s.stack_size = top
        entry = s.stack[top]
        step, x, y = int(entry[stack.STEP]), int(entry[stack.X]), int(entry[stack.Y])
        who, card, n = int(entry[stack.WHO]), int(entry[stack.CARD]), int(entry[stack.N])
        carry_out(s, t, step, x, y, who, card, n)
        let_guest_join(s, t)
        check_ending(s, t, AT_ONCE)
    if s.over == 1:
        stack.ask_nothing(s)
        s.score = victory_points(s, t)


@compiled
def give_answer(s: Any, value: int) -> None:
    """The decision is made."""
    stack.ask_nothing(s)
    s.answer = value


@compiled
def use_thing(s: Any, t: Any, thing: int) -> None:
    """A skill or item is used; the decision under way is asked again afterwards."""
    person = int(s.acting)
    stack.ask_nothing(s)
    s.answer = NONE
    use(s, t, person, thing)


@compiled
def carry_out(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """One step, by its family; one that is in none is a fault."""
    family = stack.FAMILY_OF[step] if 0 <= step < len(stack.FAMILY_OF) else NONE
    if family == stack.FIRST_PHASES:
        early_step(s, t, step, x, y, who, card, n)
    elif family == stack.ACTIONS:
        action_step(s, t, step, x, y, who, card, n)
    elif family == stack.LATE:
        late_step(s, t, step, x, y)
    elif family == stack.PROGRAMS:
        program_step(s, t, step, x, y, who, card, n)
    elif family == stack.FIGHTS:
        fight_step(s, t, step, x, y, who, card)
    elif family == stack.MYSTERIES:
        mystery_step(s, t, step, x, who)
    elif family == stack.ON_BOARD:
        board_step(s, t, step, x, y, who, card, n)
    elif family == stack.CHOICES:
        choice_step(s, t, step, x, y, who, card, n)
    else:
        fail(s, UNKNOWN_STEP)


@compiled
def early_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """Steps of the first three phases."""
    if step == stack.BEGIN_ROUND:
        begin_round(s, t)
    elif step == stack.REVEAL_EVENT:
        reveal_event(s, t)
    elif step == stack.PLACE_EVENT:
        place_event(s, t, card)
    elif step == stack.MORALE:
        morale_phase(s, t)
    elif step == stack.GIVE_MORALE:
        give_morale(s, t)
    elif step == stack.PRODUCTION:
        production_phase(s, t, x)
    elif step == stack.PRODUCE_SHORTCUT:
        produce_shortcut(s, t)
    elif step == stack.END_PRODUCTION:
        end_production(s, t)
    elif step == stack.KEEP_PRODUCED:
        keep_produced(s, t, x)
    elif step == stack.KEEP_YIELD:
        keep_yield(s, t, x, y, who, n)
    elif step == stack.OFFER_PRODUCED:
        offer_produced(s, t)
    elif step == stack.BEFORE_ACTION_PHASE:
        before_action_phase(s, t)
    elif step == stack.FEED_STEP:
        feed_step(s, t, x)
    elif step == stack.BEGIN_PLANNING:
        begin_planning(s, t)
    else:
        fail(s, UNKNOWN_STEP)


@compiled
def action_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """Steps of the action phase."""
    if step == stack.PLAN_STEP:
        plan_step(s, t, x)
    elif step == stack.PAY_STEP:
        pay_step(s, t, x, n)
    elif step == stack.SUPPORT_STEP:
        support_step(s, t, x)
    elif step == stack.RESOLUTION_STEP:
        begin_resolution(s, t)
    elif step == stack.NEXT_ACTION:
        next_action(s, t)
    elif step == stack.ACT:
        act(s, t, x)
    elif step == stack.ROLL:
        roll_dice(s, t)
    elif step == stack.REROLL_STEP:
        reroll_step(s, t, x)
    elif step == stack.FAILURE_STEP:
        failure_step(s, t)
    elif step == stack.WOUND_DIE:
        wound_die(s, t)
    elif step == stack.SUCCESS_DIE:
        success_die(s, t)
    elif step == stack.ADVENTURE_DIE:
        adventure_die(s, t)
    elif step == stack.OUTCOME:
        outcome(s, t)
    elif step == stack.FINISH_ACTION:
        finish_action(s)
    elif step == stack.EXTRA_ACTION:
        extra_action(s, t, x, y, who, card)
    elif step == stack.ARRANGE:
        arrange(s, t, who)
    elif step == stack.GATHER_BONUS:
        gather_bonus(s, t)
    elif step == stack.LAY_TILE:
        lay_tile(s, t, x, who)
    elif step == stack.TILE_FOUND:
        tile_found(s, t, x, who)
    else:
        fail(s, UNKNOWN_STEP)


@compiled
def late_step(s: Any, t: Any, step: int, x: int, y: int) -> None:
    """Steps from the end of the action phase to the end of the round."""
    if step == stack.END_OF_ACTION_PHASE:
        end_of_action_phase(s, t)
    elif step == stack.WEATHER:
        weather_phase(s, t)
    elif step == stack.ROLL_WEATHER:
        roll_weather(s, t)
    elif step == stack.FACE_WEATHER:
        face_weather(s, t)
    elif step == stack.HUNGRY_STEP:
        hungry_animals(s, t)
    elif step == stack.STORM_STEP:
        storm(s, t)
    elif step == stack.NIGHT:
        night_phase(s, t)
    elif step == stack.FEED_FIRST:
        feed_first(s, t)
    elif step == stack.EAT:
        eat(s, t, x)
    elif step == stack.EAT_MORE:
        eat_more(s, t, x)
    elif step == stack.MOVE_CAMP:
        move_camp_step(s, t)
    elif step == stack.MOVE_TOKEN:
        token_step(s, x, y)
    elif step == stack.OPEN_AIR:
        open_air(s, t, x)
    elif step == stack.ROT:
        rot(s, t)
    elif step == stack.NIGHT_WOUNDS:
        night_wounds(s, t, x)
    elif step == stack.END_OF_ROUND:
        end_of_round(s, t)
    else:
        fail(s, UNKNOWN_STEP)


@compiled
def program_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """Rows of programs, branches, and windows at which things may be used."""
    if step == stack.RUN:
        run(s, t, x, who, card)
    elif step == stack.OPEN_WINDOW:
        open_window(s, t, x, y, who, card, n)
    elif step == stack.BRANCH_STEP:
        branch_step(s, t, x, who, card)
    else:
        fail(s, UNKNOWN_STEP)


@compiled
def fight_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int) -> None:
    """Steps of a fight."""
    if step == stack.FIGHT:
        fight(s, x, who, card)
    elif step == stack.COMBAT_STEP:
        combat(s, t, x, who)
    elif step == stack.AFTER_FIGHT:
        after_fight(s, t, x, who, card)
    elif step == stack.KEEP_BEAST:
        keep_beast(s, t, x, who, card)
    elif step == stack.BEAST:
        fight_beast(s, t, x, y, who, card)
    else:
        fail(s, UNKNOWN_STEP)


@compiled
def mystery_step(s: Any, t: Any, step: int, x: int, who: int) -> None:
    """Steps of drawing mystery cards."""
    if step == stack.DRAW_MYSTERY:
        draw_mystery(s, t, who)
    elif step == stack.MORE_MYSTERY:
        more_mystery(s, who)
    elif step == stack.RESOLVE_MYSTERY:
        resolve_mystery(s, t, x, who)
    else:
        fail(s, UNKNOWN_STEP)


@compiled
def board_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """Steps of effects on the board."""
    if step == stack.COVER_SOURCE:
        cover_source(s, t, x, y, who, card)
    elif step == stack.COVER_WAITING:
        cover_waiting(s, t, x, who)
    elif step == stack.COVER_TERRAIN:
        cover_terrain(s, t, x, who, card)
    elif step == stack.PLACE_TOKEN:
        place_token(s, t, x, who, card)
    elif step == stack.FLIP_TILE:
        flip_tile(s, t, x, who, card)
    elif step == stack.FORCED_MOVE:
        forced_move(s, t, x, who, card)
    elif step == stack.REMOVE_TOKEN:
        remove_token(s, t, x, y, who, card, n)
    elif step == stack.MARK_SPACE:
        mark_space(s, t, x, y, who, card)
    elif step == stack.UNMARK_SPACE:
        unmark_space(s, t, x, y, who, card)
    elif step == stack.UNCOVER:
        uncover(s, x, y, who, card, n)
    else:
        fail(s, UNKNOWN_STEP)


@compiled
def choice_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """Steps of effects in which the players choose something."""
    if step == stack.ITEM_STEP:
        item_step(s, t, x, y, who, card)
    elif step == stack.HEAL:
        heal_step(s, t, x, y, who, card)
    elif step == stack.SHARE:
        share_step(s, t, x, y, who, card)
    elif step == stack.PICK_DISCOVERY:
        pick_discovery(s, t, x, y, who, card, n)
    elif step == stack.PICK_INVENTION:
        pick_invention(s, t, x | y << 15, who, card, n)
    elif step == stack.PICK_TILE:
        pick_tile(s, x, y, who, card)
    elif step == stack.ORDER_TILES:
        order_tiles(s, x, y, who, card, n)
    elif step == stack.COVER_ARROW:
        cover_arrow(s, t, x, y, who, card, n)
    else:
        fail(s, UNKNOWN_STEP)
