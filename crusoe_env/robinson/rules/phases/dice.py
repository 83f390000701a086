"""Action dice: throwing, throwing again, and what they bring (rulebook: Resolving actions)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import roll
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import is_special, special_of
from crusoe_env.robinson.rules.phases.planning import dice_are_rolled, give_back
from crusoe_env.robinson.rules.stack import PASS, ask, push, run_card, take_answer
from crusoe_env.robinson.rules.steps import FLAG, step
from crusoe_env.robinson.rules.world.decks import draw_adventure
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.people import gain_determination, wound
from crusoe_env.robinson.rules.world.requirements import is_with_dice
from crusoe_env.robinson.rules.world.things import at_hand, price_missing, spend
from crusoe_env.robinson.rules.world.wood_token import wood_token_after_failure
from crusoe_env.robinson.things import FRIDAYS

SUCCESS = 1 << 1
"""The bit of the success die."""


@compiled
def act_with_dice(s: State, t: Tables, i: int, kind: int) -> None:
    """Dice, or sure success; the adventure token brings an adventure in any case."""
    person = int(s.plan_person[i])
    if dice_are_rolled(s, t, i) or s.plan_all_dice[i] == 1:
        push(s, steps.ROLL)
        return
    s.succeeded = 1
    if s.field_tokens[kind] & c.ADVENTURE_TOKEN:
        push(s, steps.ADVENTURE_DIE)
    if s.confused[person] == 1 and is_with_dice(t, kind, s.plan_target[i]):
        s.dice[1] = throw(s, t, deck_of(kind), 1)
        if s.dice[1] == 1:
            s.dice[1] = throw(s, t, deck_of(kind), 1)
        push(s, steps.SUCCESS_DIE)
        push_rerolls(s, t, person)
        return
    push(s, steps.OUTCOME)


@compiled
def throw(s: State, t: Tables, deck: int, die: int) -> int:
    """Throw one action die: 1 for wound, success, adventure; 0 for the other face."""
    return 1 if roll(s, 6) <= t.action_dice[deck, die] else 0


@step("roll")
@compiled
def roll_dice(s: State, t: Tables) -> None:
    """All three dice; a success is thrown once more where a token demands it."""
    kind, person = int(s.plan_kind[s.now]), int(s.plan_person[s.now])
    deck = deck_of(kind)
    for die in range(3):
        s.dice[die] = throw(s, t, deck, die)
    if rerolls_success(s, person, kind):
        if s.dice[1] == 1:
            s.dice[1] = throw(s, t, deck, 1)
            s.field_tokens[kind] &= ~c.REROLL_TOKEN
        elif t.reroll_token_waits == 0:
            s.field_tokens[kind] &= ~c.REROLL_TOKEN
    push(s, steps.ADVENTURE_DIE)
    push(s, steps.SUCCESS_DIE)
    push(s, steps.WOUND_DIE)
    push_rerolls(s, t, person)


@compiled
def aspects_of_throw(s: State, t: Tables) -> int:
    """What matters between a throw and its effects: a wound, and the tile about to be drawn."""
    kind = s.plan_kind[s.now]
    adventure = s.dice[2] == 1 or s.field_tokens[kind] & c.ADVENTURE_TOKEN != 0
    wounded = s.dice[0] == 1 or (s.plan_person[s.now] == c.FRIDAY and adventure)
    relevant = v.LIFE_ASPECT if wounded else 0
    explores = kind == c.EXPLORE and not is_special(s.plan_target[s.now])
    if explores and s.dice[1] == 1 and t.tiles_seen_before_dice == 0:
        relevant |= v.TILES_ASPECT
    return relevant


@compiled
def reroll_ability(s: State, t: Tables, person: int, kind: int, paid: int) -> int:
    """What throws a die of this kind again for this person, or NONE; `paid` = 1: if he can pay for it."""
    for a in range(t.abilities):
        if (t.ability_rerolls[a] >> kind) & 1 == 0 or not at_hand(s, t, person, a):
            continue
        if paid == 0 or price_missing(s, t, person, a) == 0:
            return a
    return c.NONE


@compiled
def push_rerolls(s: State, t: Tables, person: int) -> None:
    """Before any die counts one may be thrown again; who lacks the price may get it first."""
    push(s, steps.WINDOW, c.AFTER_THROW, 0, person, c.NONE, 0)
    if t.failure_pays_rerolls == 1:
        push(s, steps.FAILURE)
    push(s, steps.REROLL, 0)
    push(s, steps.WINDOW, c.IN_RESOLUTION, 0, person, c.NONE, v.DETERMINATION_ASPECT)


@step("failure")
@compiled
def failure_step(s: State, t: Tables) -> None:
    """The determination of a failure comes before the other dice count: it may throw one of them again."""
    if s.dice[1] == 0:
        pay_failure(s, t)
        push(s, steps.REROLL, 1)


@compiled
def pay_failure(s: State, t: Tables) -> None:
    """Determination for a failure, once in a throw."""
    if s.failure_paid == 0:
        s.failure_paid = 1
        gain_determination(s, t, int(s.plan_person[s.now]), int(t.fail_determination))


@compiled
def bad_dice(s: State) -> int:
    """Bits of the dice that show a wound, a failure, an adventure."""
    bits = 0
    for die in range(3):
        bits |= (1 if s.dice[die] == (0 if die == 1 else 1) else 0) << die
    return bits


@compiled
def lacks_reroll(s: State, t: Tables) -> bool:
    """Has who acts thrown badly, and a skill for throwing again, but not the determination for it?"""
    kind, person = int(s.plan_kind[s.now]), int(s.plan_person[s.now])
    if bad_dice(s) == 0:
        return False
    has = reroll_ability(s, t, person, kind, 0) != c.NONE
    return has and reroll_ability(s, t, person, kind, 1) == c.NONE


@compiled
def dice_to_reroll(s: State, t: Tables, person: int, a: int, failed: int) -> int:
    """Bits of the dice that this ability may throw again; `failed` = 1: after a failure has been paid for.

    What a failed die has given cannot throw that same die again, except for Friday; who could pay for it
    before has been asked. Nor is anybody asked then who has thrown well otherwise.
    """
    bits = 0
    for die in range(3):
        bits |= (1 if s.dice[die] != c.NONE else 0) << die
    own = s.determination[person] - t.fail_determination
    if failed == 1 and (t.ability_source[a] != FRIDAYS or own >= t.ability_determination[a]):
        bits &= ~SUCCESS
    return 0 if failed == 1 and bits & bad_dice(s) == 0 else bits


@step(
    "reroll",
    asks=(Question(c.REROLL, "The dice are thrown", "Throw one of them again for determination, or pass."),),
    failed=FLAG,
)
@compiled
def reroll_step(s: State, t: Tables, failed: int) -> None:
    """One die may be thrown again, for determination; `failed` = 1: after a failure has been paid for."""
    kind, person = int(s.plan_kind[s.now]), int(s.plan_person[s.now])
    a = reroll_ability(s, t, person, kind, 1)
    if s.answer == c.NONE:
        dice = dice_to_reroll(s, t, person, a, failed) if a != c.NONE else 0
        if dice != 0:
            push(s, steps.REROLL, failed)
            ask(s, c.REROLL, steps.REROLL, person, dice, 0, failed, 1)
        return
    die = take_answer(s)
    if die == PASS:
        return
    spend(s, t, person, a)
    s.rerolled |= 1 << die
    s.dice[die] = throw(s, t, deck_of(kind), die)


@step()
@compiled
def wound_die(s: State, t: Tables) -> None:
    """The wound die."""
    if s.dice[0] == 1:
        wound(s, t, int(s.plan_person[s.now]), 1)


@step()
@compiled
def success_die(s: State, t: Tables) -> None:
    """Success, or determination and what was set aside comes back."""
    i = s.now
    if s.dice[1] == 1:
        push(s, steps.OUTCOME)
        return
    s.succeeded = 0
    log_event(s, c.LOG_FAILURE, 0, c.NONE)
    pay_failure(s, t)
    if s.plan_kind[i] == c.EXPLORE and not is_special(s.plan_target[i]):
        push(s, steps.WINDOW, c.EXPLORED, 0, int(s.plan_person[i]), c.NONE, 0)
    if s.plan_kind[i] == c.BUILD:
        wood_token_after_failure(s, t, i)
    give_back(s, i)


@step()
@compiled
def adventure_die(s: State, t: Tables) -> None:
    """An adventure, one at most: by the die, or by the token on the field. Friday is wounded instead."""
    kind, person = int(s.plan_kind[s.now]), int(s.plan_person[s.now])
    by_token = s.field_tokens[kind] & c.ADVENTURE_TOKEN
    s.field_tokens[kind] &= ~c.ADVENTURE_TOKEN
    if s.dice[2] != 1 and not by_token:
        return
    if person == c.FRIDAY:
        wound(s, t, c.FRIDAY, 1)
        return
    if is_special(s.plan_target[s.now]):
        instead = int(t.special_adventure[special_of(s.plan_target[s.now])])
        if instead > 0:
            run_card(s, t, instead, person, c.NONE)
            return
    card = draw_adventure(s, t, deck_of(kind))
    if card != c.NONE:
        log_event(s, c.LOG_CARD, card, person)
        run_card(s, t, int(t.resolve_program[card]), person, card)


@compiled
def rerolls_success(s: State, person: int, kind: int) -> bool:
    """Must the success die be rolled once more if it shows success?"""
    return s.field_tokens[kind] & c.REROLL_TOKEN != 0 or s.confused[person] == 1 or s.cursed[person] == 1


@compiled
def deck_of(kind: int) -> int:
    """The adventure deck of a kind of action."""
    return kind - c.DECKS[0]
