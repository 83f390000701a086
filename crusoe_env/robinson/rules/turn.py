"""The course of a game: one action of an agent, then everything up to the next decision."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.core.random import shuffle
from crusoe_env.robinson.rules import agenda as a
from crusoe_env.robinson.rules.board_effects import (
    cover_source,
    cover_terrain,
    flip_tile,
    forced_move,
    place_token,
    remove_token,
)
from crusoe_env.robinson.rules.camp import token_step
from crusoe_env.robinson.rules.card_effects import (
    cover_arrow,
    item_step,
    order_tiles,
    pick_discovery,
    pick_invention,
    pick_tile,
)
from crusoe_env.robinson.rules.clauses import branch_step, heal_step, run, share_step
from crusoe_env.robinson.rules.decks import back_of
from crusoe_env.robinson.rules.end_of_actions import end_of_action_phase
from crusoe_env.robinson.rules.extra_action import extra_action
from crusoe_env.robinson.rules.fights import after_fight, combat, fight, fight_beast
from crusoe_env.robinson.rules.first_phases import (
    begin_round,
    end_production,
    give_morale,
    keep_produced,
    morale_phase,
    place_event,
    produce_shortcut,
    production_phase,
    reveal_event,
    stakes_of_morale,
)
from crusoe_env.robinson.rules.goal import victory_points
from crusoe_env.robinson.rules.last_phases import (
    eat,
    eat_more,
    end_of_round,
    face_weather,
    hungry_animals,
    move_camp_step,
    night_phase,
    night_wounds,
    open_air,
    roll_weather,
    rot,
    storm,
    weather_phase,
)
from crusoe_env.robinson.rules.mysteries import draw_mystery, more_mystery, resolve_mystery
from crusoe_env.robinson.rules.planning import pay_step, plan_step, support_step
from crusoe_env.robinson.rules.resolution import (
    act,
    adventure_die,
    arrange,
    before_action_phase,
    begin_resolution,
    finish_action,
    gather_bonus,
    lacks_reroll,
    next_action,
    outcome,
    pile_step,
    reroll_step,
    roll_dice,
    stakes_of_throw,
    success_die,
    tile_found,
    wound_die,
)
from crusoe_env.robinson.rules.setup import set_up
from crusoe_env.robinson.rules.uses import anything_usable, missing_for_skills, use
from crusoe_env.robinson.state import (
    AFTER_THROW,
    ARRANGING,
    BEFORE_ACT,
    BEFORE_MORALE,
    EXPLORED,
    FREE_MOMENT,
    FRIDAY,
    IN_FIGHT,
    IN_RESOLUTION,
    NO_DECISION,
    NO_MOMENT,
    NONE,
    ON_CARD,
    TRAP_DRAWN,
    WOOD,
)
from crusoe_env.robinson.vocabulary import ALL_AT_STAKE, MORALE_AT_STAKE


@compiled
def new_game(s: Any, t: Any) -> None:
    """Set up, and play to the first decision."""
    set_up(s, t)
    advance(s, t)


@compiled
def advance(s: Any, t: Any) -> None:
    """Carry out what is on the agenda until a decision is needed or the game is over."""
    while s.over == 0 and s.decision == NO_DECISION and s.agenda_size > 0:
        top = s.agenda_size - 1
        s.agenda_size = top
        step, x, y = int(s.agenda[top, 0]), int(s.agenda[top, 1]), int(s.agenda[top, 2])
        who, card, n = int(s.agenda[top, 3]), int(s.agenda[top, 4]), int(s.agenda[top, 5])
        if step <= a.BEFORE_ACTION_PHASE:
            round_step(s, t, step, x, who, card)
        elif step <= a.FINISH_ACTION:
            action_step(s, t, step, x, y, who, card, n)
        elif step <= a.END_OF_ROUND:
            late_step(s, t, step, x)
        else:
            effect_step(s, t, step, x, y, who, card, n)
    if s.over == 1:
        s.decision = NO_DECISION
        s.score = victory_points(s, t)


@compiled
def give_answer(s: Any, value: int) -> None:
    """The decision is made."""
    s.decision = NO_DECISION
    s.moment = NO_MOMENT
    s.answer = value


@compiled
def use_thing(s: Any, t: Any, which: int) -> None:
    """A skill or item is used; the decision under way is asked again afterwards."""
    person = int(s.acting)
    s.decision = NO_DECISION
    s.moment = NO_MOMENT
    s.answer = NONE
    use(s, t, person, which)


@compiled
def round_step(s: Any, t: Any, step: int, x: int, who: int, card: int) -> None:
    """Steps of the first three phases."""
    if step == a.BEGIN_ROUND:
        begin_round(s, t)
    elif step == a.REVEAL_EVENT:
        reveal_event(s, t)
    elif step == a.PLACE_EVENT:
        place_event(s, t, card)
    elif step == a.MORALE:
        morale_phase(s, t)
    elif step == a.GIVE_MORALE:
        give_morale(s, t)
    elif step == a.PRODUCTION:
        production_phase(s, t)
    elif step == a.PRODUCE_SHORTCUT:
        produce_shortcut(s, t)
    elif step == a.END_PRODUCTION:
        end_production(s, t)
    elif step == a.KEEP_PRODUCED:
        keep_produced(s, t, x)
    elif step == a.BEFORE_ACTION_PHASE:
        before_action_phase(s, t)


@compiled
def action_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """Steps of the action phase."""
    if step == a.PLAN_STEP:
        plan_step(s, t, x)
    elif step == a.PAY_STEP:
        pay_step(s, t, x, n)
    elif step == a.SUPPORT_STEP:
        support_step(s, t, x)
    elif step == a.RESOLUTION_STEP:
        begin_resolution(s, t)
    elif step == a.NEXT_ACTION:
        next_action(s, t)
    elif step == a.ACT:
        act(s, t, x)
    elif step == a.ROLL:
        roll_dice(s, t)
    elif step == a.REROLL_STEP:
        reroll_step(s, t)
    elif step == a.WOUND_DIE:
        wound_die(s, t)
    elif step == a.SUCCESS_DIE:
        success_die(s, t)
    elif step == a.ADVENTURE_DIE:
        adventure_die(s, t)
    elif step == a.OUTCOME:
        outcome(s, t)
    elif step == a.FINISH_ACTION:
        finish_action(s)


@compiled
def late_step(s: Any, t: Any, step: int, x: int) -> None:
    """Steps from the end of the action phase to the end of the round."""
    if step == a.END_OF_ACTION_PHASE:
        end_of_action_phase(s, t)
    elif step == a.WEATHER:
        weather_phase(s, t)
    elif step == a.ROLL_WEATHER:
        roll_weather(s, t)
    elif step == a.FACE_WEATHER:
        face_weather(s, t)
    elif step == a.HUNGRY_STEP:
        hungry_animals(s, t)
    elif step == a.STORM_STEP:
        storm(s, t)
    elif step == a.NIGHT:
        night_phase(s, t)
    elif step == a.EAT:
        eat(s, t, x)
    elif step == a.EAT_MORE:
        eat_more(s, t, x)
    elif step == a.MOVE_CAMP:
        move_camp_step(s, t)
    elif step == a.OPEN_AIR:
        open_air(s, t)
    elif step == a.ROT:
        rot(s, t)
    elif step == a.NIGHT_WOUNDS:
        night_wounds(s, t)
    elif step == a.END_OF_ROUND:
        end_of_round(s, t)


@compiled
def effect_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """Steps of card effects, and moments at which things may be used."""
    if step == a.RUN:
        run(s, t, x, who, card)
    elif step == a.FREE:
        free_moment(s, t, x, y, who, card, n)
    elif step == a.BRANCH_STEP:
        branch_step(s, t, x, who, card)
    elif step <= a.BEAST:
        fight_step(s, t, step, x, y, who, card)
    elif step <= a.RESOLVE_MYSTERY:
        mystery_step(s, t, step, x, who)
    elif step <= a.FORCED_MOVE:
        board_step(s, t, step, x, y, who, card)
    else:
        choice_step(s, t, step, x, y, who, card, n)


@compiled
def fight_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int) -> None:
    """Steps of a fight."""
    if step == a.FIGHT:
        fight(s, x, who, card)
    elif step == a.COMBAT_STEP:
        combat(s, t, x, who)
    elif step == a.AFTER_FIGHT:
        after_fight(s, t, x, who, card)
    elif step == a.BEAST:
        fight_beast(s, t, x, y, who, card)


@compiled
def mystery_step(s: Any, t: Any, step: int, x: int, who: int) -> None:
    """Steps of drawing mystery cards."""
    if step == a.DRAW_MYSTERY:
        draw_mystery(s, t, who)
    elif step == a.MORE_MYSTERY:
        more_mystery(s, who)
    elif step == a.RESOLVE_MYSTERY:
        resolve_mystery(s, t, x, who)


@compiled
def board_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int) -> None:
    """Steps of effects on the board."""
    if step == a.COVER_SOURCE:
        cover_source(s, t, x, y, who, card)
    elif step == a.COVER_TERRAIN:
        cover_terrain(s, t, x, who, card)
    elif step == a.PLACE_TOKEN:
        place_token(s, t, x, who, card)
    elif step == a.FLIP_TILE:
        flip_tile(s, t, x, who, card)
    elif step == a.FORCED_MOVE:
        forced_move(s, t, x, who, card)


@compiled
def choice_step(s: Any, t: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """Steps of effects in which the players choose something."""
    if step == a.ITEM_STEP:
        item_step(s, t, x, y, who, card)
    elif step == a.HEAL:
        heal_step(s, t, x, who, card)
    elif step == a.SHARE:
        share_step(s, t, x, y, who, card)
    elif step == a.PICK_DISCOVERY:
        pick_discovery(s, x, y, who, card)
    elif step == a.PICK_INVENTION:
        drawn = x | y << 15 if n == 1 else 0
        pick_invention(s, t, drawn, y, who, card)
    elif step == a.PICK_TILE:
        pick_tile(s, x, who, card)
    elif step == a.ORDER_TILES:
        order_tiles(s, x, y, who, card)
    elif step == a.COVER_ARROW:
        cover_arrow(s, t, x, y, who, card)
    elif step == a.REMOVE_TOKEN:
        remove_token(s, t, x, y, who, card)
    elif step == a.EXTRA_ACTION:
        extra_action(s, t, x, who, card)
    elif step == a.ARRANGE:
        arrange(s, t, who)
    elif step == a.GATHER_BONUS:
        gather_bonus(s, t)
    elif step == a.PILE_STEP:
        pile_step(s, t)
    elif step == a.TILE_FOUND:
        tile_found(s, t, x, who)
    elif step == a.MOVE_TOKEN:
        token_step(s, x, y)


@compiled
def free_moment(s: Any, t: Any, moment: int, turn: int, who: int, card: int, stakes: int) -> None:
    """Whoever can use something that matters is asked: the performer, or mostly all players in turn."""
    group = moment not in (TRAP_DRAWN, EXPLORED, ARRANGING, IN_RESOLUTION)
    if s.answer != NONE:
        s.answer = NONE
        if group:
            push_free(s, moment, turn + 1, who, card, stakes)
        return
    if moment == AFTER_THROW:
        stakes = stakes_of_throw(s)
    elif moment == BEFORE_MORALE and stakes == MORALE_AT_STAKE:
        stakes = stakes_of_morale(s)
    if stakes == 0 and moment not in (ON_CARD, BEFORE_ACT, AFTER_THROW):
        stakes = ALL_AT_STAKE
    if not asks_now(s, t, moment, who, stakes):
        return
    s.moment = moment
    s.choice[1] = card
    for i in range(turn, s.players if group else turn + 1):
        person = (s.first_player + i) % s.players if group else who
        if not 0 <= person < s.players:
            person = int(s.first_player)
        s.stakes = stakes
        s.stakes |= missing_for_skills(s, t, person)
        if anything_usable(s, t, person):
            push_free(s, moment, i, who, card, stakes)
            a.ask(s, FREE_MOMENT, person, moment, card, i, stakes)
            return
    s.moment = NO_MOMENT


@compiled
def asks_now(s: Any, t: Any, moment: int, who: int, stakes: int) -> bool:
    """Is there a reason to ask: does the weapon not suffice, do the dice still mean something?"""
    if moment == IN_FIGHT:
        spared = 0 if s.fighter == NONE else s.ignored_wounds
        return s.weapon + s.weapon_bonus + spared < s.fight_strength
    if moment == IN_RESOLUTION:
        return lacks_reroll(s, t)
    if moment == BEFORE_ACT and stakes == 0:  # but for Economical construction there is nothing to use
        return s.economy == 0 and s.plan_paid[s.now, WOOD] > 0
    if moment == ARRANGING:
        return who != FRIDAY
    return moment != AFTER_THROW or stakes != 0


@compiled
def push_free(s: Any, moment: int, turn: int, who: int, card: int, stakes: int) -> None:
    """Put a free moment back on the agenda."""
    a.push(s, a.FREE, moment, turn, who, card, stakes)


@compiled
def redeal(s: Any, t: Any, viewer: int) -> None:
    """Deal anew what nobody knows: the order of all decks, but for cards that have been looked at."""
    redeal_events(s)
    for deck in range(3):
        shuffle(s, s.adventures[deck], 0, int(s.adventures_left[deck]))
    shuffle(s, s.mysteries, 0, int(s.mysteries_left))
    redeal_beasts(s)
    shuffle(s, s.inventions, 0, int(s.inventions_left))
    shuffle(s, s.discovery_stack, 0, int(s.discoveries_left))
    shuffle(s, s.starting_deck, 0, int(s.starting_left))
    shuffle(s, s.tiles, 0, max(0, int(s.tiles_left) - s.tiles_known))


@compiled
def redeal_events(s: Any) -> None:
    """The players see the back of the next card, so a card with the same back stays on top."""
    left = int(s.events_left)
    if left == 0 or s.event_known == 1:
        shuffle(s, s.event_deck, 0, max(0, left - 1))
        return
    deck = back_of(int(s.event_deck[left - 1]))
    shuffle(s, s.event_deck, 0, left)
    at = left - 1
    while back_of(int(s.event_deck[at])) != deck:
        at -= 1
    card = s.event_deck[at]
    s.event_deck[at] = s.event_deck[left - 1]
    s.event_deck[left - 1] = card


@compiled
def redeal_beasts(s: Any) -> None:
    """Beasts of the deck, of the hunting deck but for a card looked at, and in ambush are unknown alike."""
    pool = int(s.beasts_left)
    known = s.hunting_known if s.hunting_left > 0 else 0
    hidden = max(0, int(s.hunting_left) - known)
    for i in range(hidden):
        s.beasts[pool + i] = s.hunting[i]
    total = pool + hidden
    if s.ambush != NONE:
        s.beasts[total] = s.ambush
        total += 1
    shuffle(s, s.beasts, 0, total)
    if s.ambush != NONE:
        total -= 1
        s.ambush = s.beasts[total]
    for i in range(hidden):
        s.hunting[i] = s.beasts[pool + i]
