"""What the moves of Robinson Crusoe take and give, and how likely they succeed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from crusoe_env.robinson import actions as ac
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import is_special, source_food, source_space, special_of
from crusoe_env.robinson.rules.phases.actions import rest_program
from crusoe_env.robinson.rules.phases.dice import reroll_ability
from crusoe_env.robinson.rules.world.island import yield_of
from crusoe_env.robinson.rules.world.requirements import (
    cost,
    extra_pawns,
    is_with_dice,
    option_count,
    usual_pawns,
)
from crusoe_env.robinson.things import (
    DOG_THING,
    FIRST_ITEM,
    FIRST_STARTING_ITEM,
    FIRST_TOKEN,
    FIRST_TREASURE,
    USED_TREASURES,
)
from crusoe_env.robinson.view.effects import said
from crusoe_env.robinson.view.labels import plan_of
from crusoe_env.robinson.view.meanings import meaning
from crusoe_env.robinson.view.words import Sight, cost_words
from crusoe_env.show.description import many

WOUND, SUCCESS, ADVENTURE = range(3)
FACES = 6
LIMITS = {"round": "once a round", "character": "for one character a round", "action": "once in an action"}
"""How often something may be used, by the word of the data."""


def costs(sight: Sight) -> dict[int, str]:
    """What the legal moves take, give, risk or mean."""
    found = ((action, _cost(sight, action)) for action in sorted(sight.legal))
    return {action: words for action, words in found if words}


def _cost(sight: Sight, action: int) -> str:
    s = sight.s
    if action == ac.PASS_ACTION and s.decision == c.SUPPORT and s.question_left == 0:
        return _chances(sight, *_planned(sight, int(s.question_detail))) or meaning(sight, action)
    if ac.USE <= action < ac.SAY_SYMBOL:
        return _price_of_use(sight, action - ac.USE)
    if ac.PLAN_THREAT <= action < ac.SUPPORT_BY and s.decision == c.PLAN:
        if s.question_step == steps.EXTRA_ACTION:
            kind, target = plan_of(sight, action)
            gains = _gains(sight, kind, target, int(s.question_person))
            return "; ".join(filter(None, (_price(sight, kind, target), gains)))
        parts = _plan(sight, *plan_of(sight, action), int(s.question_person))
        return "; ".join(filter(None, parts))
    if ac.SUPPORT_BY <= action < ac.RESOLVE:
        return _after_support(sight)
    if ac.RESOLVE <= action < ac.REROLL_DIE and s.decision == c.ORDER:
        return _order(sight, action - ac.RESOLVE)
    if ac.REROLL_DIE <= action < ac.SPACE:
        return _reroll(sight, action - ac.REROLL_DIE)
    return meaning(sight, action)


def _planned(sight: Sight, plan: int) -> tuple[int, int, int]:
    """Kind, target and person of a planned action."""
    s = sight.s
    return int(s.plan_kind[plan]), int(s.plan_target[plan]), int(s.plan_person[plan])


def _order(sight: Sight, plan: int) -> str:
    """What a planned action brings, surely or with which odds."""
    kind, target, person = _planned(sight, plan)
    if sight.plan_state(plan) == "dice":
        return _chances(sight, kind, target, person)
    gains = _gains(sight, kind, target, person)
    if not gains and kind == c.BUILD:
        gains = f"{c.STRUCTURES[target]} +1" if target != c.SHELTER else "the shelter"
    return f"sure: {gains or 'a new tile'}"


# ------------------------------------------------------------------ planning


def _plan(sight: Sight, kind: int, target: int, person: int) -> Iterator[str]:
    """The price of an action, what it brings, the pawns it takes, and its odds with one pawn fewer."""
    yield _price(sight, kind, target)
    yield _gains(sight, kind, target, person)
    if kind == c.THREAT and not is_special(target):
        return
    need = int(usual_pawns(sight.s, sight.t, kind, target, 0) + extra_pawns(sight.s, sight.t, kind, target))
    if is_with_dice(sight.t, kind, target):
        token = not is_special(target) and int(sight.s.field_tokens[kind]) & c.ADVENTURE_TOKEN
        yield f"{many(need + 1, 'pawn')}: sure{', but an adventure' if token else ''}"
        yield f"{many(need, 'pawn')}: {_chances(sight, kind, target, person)}"
    elif need > 1 or kind not in (c.ARRANGE_CAMP, c.REST):
        yield many(need, "pawn")


def _price(sight: Sight, kind: int, target: int) -> str:
    """What is paid, in each of the possible ways."""
    s, t = sight.s, sight.t
    if kind == c.THREAT and not is_special(target):
        return ""
    ways = range(int(option_count(s, t, kind, target)))
    paid = [cost_words([int(cost(s, t, kind, target, way, i)) for i in range(3)]) for way in ways]
    return " or ".join(dict.fromkeys(filter(None, paid)))


def _after_support(sight: Sight) -> str:
    """What one more pawn makes of the action that is being planned."""
    kind, target, _ = _planned(sight, int(sight.s.question_detail))
    missing = int(sight.s.question_left) - 1
    if missing > 0:
        return f"{many(missing, 'more pawn')} needed then"
    if missing < 0 and is_with_dice(sight.t, kind, target):
        return "success is sure"
    return "the pawns are enough then"


def _gains(sight: Sight, kind: int, target: int, person: int) -> str:
    """What an action brings."""
    s, t = sight.s, sight.t
    if is_special(target):
        return said(sight.entry("special_action", special_of(target)).get("effect", []))
    if kind == c.THREAT:
        card = int(s.threat[target])
        return "; ".join(sight.threat_lines(card)) if card != c.NONE else ""
    if kind == c.GATHER:
        space, food = int(source_space(target)), int(source_food(target))
        return f"+{int(yield_of(s, t, space, food))} {'food' if food else 'wood'}"
    if kind == c.BUILD and target >= c.FIRST_INVENTION:
        return sight.item_effect(target - c.FIRST_INVENTION) or "needed for other inventions"
    if kind == c.HUNT:
        beast = sight.known_beast()
        return f"a fight against {beast}" if beast else f"a fight with weapon level {int(s.weapon)}"
    if kind == c.ARRANGE_CAMP:
        return sight.program(int(t.arrange_program[s.players]))
    return sight.program(int(rest_program(s, t, person))) if kind == c.REST else ""


# ------------------------------------------------------------------ dice


def chance(sight: Sight, kind: int, die: int) -> Fraction:
    """How likely a die of a kind of action shows a wound, a success, an adventure."""
    return Fraction(int(sight.t.action_dice[kind - c.DECKS[0], die]), FACES)


def _chances(sight: Sight, kind: int, target: int, person: int) -> str:
    """The odds of an action that is taken with dice."""
    s = sight.s
    if kind not in c.DECKS:
        return ""
    success, wound, adventure = (chance(sight, kind, die) for die in (SUCCESS, WOUND, ADVENTURE))
    if int(s.field_tokens[kind]) & c.REROLL_TOKEN or s.confused[person] or s.cursed[person]:
        success *= success  # a success is thrown once more
    if int(s.field_tokens[kind]) & c.ADVENTURE_TOKEN:
        adventure = Fraction(1)
    last = "another wound" if person == c.FRIDAY else "adventure"
    return f"success {success}, wound {wound}, {last} {'sure' if adventure == 1 else adventure}"


def _reroll(sight: Sight, die: int) -> str:
    """What throwing a die again costs, and how likely it shows each face."""
    s, t = sight.s, sight.t
    kind, person = int(s.plan_kind[s.now]), int(s.plan_person[s.now])
    ability = int(reroll_ability(s, t, person, kind, 1))
    price = f"{int(t.ability_determination[ability])} determination; " if ability != c.NONE else ""
    name = ("wound", "success", "adventure")[die]
    return f"{price}{name} {chance(sight, kind, die)}"


# ------------------------------------------------------------------ uses


def _price_of_use(sight: Sight, thing: int) -> str:
    """What using something takes: determination, one of its uses, a token."""
    s, acting = sight.s, int(sight.s.acting)
    if thing < FIRST_STARTING_ITEM:
        return f"{sight.skill(acting, thing)['cost']} determination"
    if thing < FIRST_TOKEN:
        return _uses(int(s.starting_uses[thing - FIRST_STARTING_ITEM]))
    if thing < FIRST_TREASURE:
        return "the token is used up"
    if thing == DOG_THING:
        return "its pawn, once a round"
    entry = sight.used_entry(thing, acting) or {}
    limit = f", {LIMITS[entry['limit']]}" if entry.get("limit") else ""
    left = int(s.mystery_uses[USED_TREASURES[thing - FIRST_TREASURE]]) if thing < FIRST_ITEM else 0
    return (_uses(left) if left else "it stays in play") + limit


def _uses(left: int) -> str:
    return f"1 of {left} uses" if left > 1 else "the last use"
