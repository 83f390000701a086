"""Fighting beasts (rulebook: Fighting the Beast): wounds for missing weapon levels, then the card."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.state import bits
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import ask, push, run_card, take_answer
from crusoe_env.robinson.rules.steps import A_BEAST, BEAST, CARD, COUNT, FOUGHT_BEAST, PERSON, number, step
from crusoe_env.robinson.rules.world.decks import take_beast
from crusoe_env.robinson.rules.world.demand import lacking
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.people import wound
from crusoe_env.robinson.rules.world.stores import gain, lower_level
from crusoe_env.robinson.scenarios.measures import condition_holds


@step(strength=COUNT, who=PERSON, card=CARD)
@compiled
def fight(s: State, strength: int, who: int, card: int) -> None:
    """A fight: first what can raise the weapon level, then wounds. `who` NONE: each player in the camp."""
    log_event(s, c.LOG_FIGHT, strength, who)
    s.things_in_use = 0
    s.fight_strength = strength
    s.fighter = who
    push(s, steps.COMBAT, strength, who, card)
    push(s, steps.WINDOW, c.IN_FIGHT, 0, who, card, v.WEAPON_ASPECT | v.LIFE_ASPECT)


@step("beast", beast=FOUGHT_BEAST, flags=number(bits(5)), who=PERSON, card=CARD)
@compiled
def fight_beast(s: State, t: Tables, beast: int, flags: int, who: int, card: int) -> None:
    """A fight with a beast card, all its values included."""
    log_event(s, c.LOG_BEAST, beast, who)
    push_end_of_fight(s, t, beast, who, card)
    if not flags & v.WITHOUT_STRENGTH:
        push(s, steps.FIGHT, int(t.beast_strength[beast]), who, card)


@compiled
def hunt(s: State, t: Tables, person: int) -> None:
    """The top beast of the hunting deck; the danger token makes it stronger."""
    beast = take_beast(s, v.HUNTING_TOP)
    stronger = 1 if s.field_tokens[c.HUNT] & c.DANGER else 0
    s.field_tokens[c.HUNT] &= t.staying_tokens[c.HUNT] | ~c.DANGER
    if beast != c.NONE:
        log_event(s, c.LOG_BEAST, beast, person)
        push_end_of_fight(s, t, beast, person, c.NONE)
        push(s, steps.FIGHT, int(t.beast_strength[beast]) + stronger, person, c.NONE)


@compiled
def push_end_of_fight(s: State, t: Tables, beast: int, who: int, card: int) -> None:
    """What comes after the wounds; before it, things may be used that a loss of weapon levels concerns."""
    push(s, steps.AFTER_FIGHT, beast, who, card)
    if t.beast_weapon_loss[beast] > 0:
        push(s, steps.WINDOW, c.ON_CARD, 0, who, card, v.WEAPON_ASPECT | v.LIFE_ASPECT)


@step(strength=COUNT, who=PERSON, card=CARD)
@compiled
def combat(s: State, t: Tables, strength: int, who: int, card: int) -> None:
    """One wound for each lacking weapon level; the helmet protects only who wears it."""
    missing = max(0, strength - s.weapon - s.weapon_bonus)
    if who == c.NONE:
        for person in range(c.PEOPLE):
            spared = int(s.ignored_wounds) if s.spared == person else 0
            if is_castaway(s, person) and s.outside[person] == 0:
                wound(s, t, person, max(0, missing - spared))
    else:
        wound(s, t, who, max(0, missing - s.ignored_wounds))
    s.ignored_wounds = 0
    spend_weapon_bonus(s, t)


@compiled
def spend_weapon_bonus(s: State, t: Tables) -> None:
    """What was added to the weapon level has served; in an action some of it may serve again."""
    if s.now == c.NONE:
        s.weapon_bonus = 0
    elif t.weapon_bonus_serves_once == 1:
        s.weapon_bonus = s.action_bonus


@step(beast=FOUGHT_BEAST, who=PERSON, card=CARD)
@compiled
def after_fight(s: State, t: Tables, beast: int, who: int, card: int) -> None:
    """The weapon suffers, food and fur are gained, then anything else on the card; it is discarded."""
    lacking(s, t, who, lower_level(s, t, c.WEAPON, int(t.beast_weapon_loss[beast])))
    run_card(s, t, int(t.beast_extra[beast]), who, card)
    if may_keep_beast(s, t):
        push(s, steps.KEEP_BEAST, beast, who, card)
    else:
        take_prey(s, t, beast, who)


@compiled
def take_prey(s: State, t: Tables, beast: int, who: int) -> None:
    """Food and furs of a beast."""
    gain(s, t, c.FOOD, int(t.beast_food[beast]), who)
    gain(s, t, c.FUR, int(t.beast_fur[beast]), who)


@compiled
def may_keep_beast(s: State, t: Tables) -> bool:
    """Has the scenario a use for beasts that cards bring? One that is hunted is prey."""
    hunted = s.now != c.NONE and s.plan_kind[s.now] == c.HUNT
    kept_if = t.keep_beast_if
    return (
        t.keep_beast > 0
        and not hunted
        and condition_holds(s, t, int(kept_if[0]), int(kept_if[1]), int(kept_if[2]))
    )


@step(
    asks=(
        Question(c.BRANCH, "The beast", "Keep it, or take its food and furs.", ("keep it", "food and furs")),
    ),
    detail=A_BEAST,
    beast=BEAST,
    who=PERSON,
    card=CARD,
)
@compiled
def keep_beast(s: State, t: Tables, beast: int, who: int, card: int) -> None:
    """The players keep the beast, as the scenario says, or take its food and furs."""
    if s.answer == c.NONE:
        push(s, steps.KEEP_BEAST, beast, who, card)
        ask(s, c.BRANCH, steps.KEEP_BEAST, who, 3, 0, beast, 0)
    elif take_answer(s) == 0:
        run_card(s, t, int(t.keep_beast), who, c.NONE)
    else:
        take_prey(s, t, beast, who)
