"""Action dice: throwing, throwing again, and what they bring (rulebook: Resolving actions)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import action_phase, decks, people, planning, requirements, uses, windows, wood_token
from .decisions import FRIDAY, PASS, Play
from .effects import interpreter
from .table import DECKS, DICE, Plan
from .use_list import FRIDAYS, Use

if TYPE_CHECKING:
    from .game import Game


def act_with_dice(game: Game, plan: Plan) -> Play[None]:
    """Dice, or sure success; the adventure token brings an adventure in any case."""
    table = game.table
    if requirements.dice_are_rolled(game, plan) or plan.all_dice:
        yield from throw_all(game, plan)
        return
    table.succeeded = True
    adventure = "adventure" in table.field_tokens.get(plan.kind, ())
    if table.people[plan.person].confused and requirements.is_with_dice(game, plan):
        table.dice["success"] = throw(game, plan, "success")
        if table.dice["success"]:
            table.dice["success"] = throw(game, plan, "success")
        yield from throw_again(game, plan)
        yield from success_die(game, plan)
    else:
        yield from action_phase.outcome(game, plan)
    if adventure:
        yield from adventure_die(game, plan)


def throw(game: Game, plan: Plan, die: str) -> bool:
    """Throw one action die: does it show the face that it is named for?"""
    faces = getattr(game.facts.action_dice, die)[DECKS.index(plan.kind)]
    return game.chance.die() <= faces


def throw_all(game: Game, plan: Plan) -> Play[None]:
    """All three dice; a success is thrown once more where a token demands it (10)."""
    table = game.table
    for die in DICE:
        table.dice[die] = throw(game, plan, die)
    state, field = table.people[plan.person], table.field_tokens[plan.kind]
    if "reroll" in field:
        game.by_decision(10)
    if "reroll" in field or state.confused or state.cursed:
        if table.dice["success"]:
            table.dice["success"] = throw(game, plan, "success")
            field.discard("reroll")
        elif not game.rule("reroll_token_waits"):
            field.discard("reroll")
    yield from throw_again(game, plan)
    if table.dice["wound"]:
        people.wound(game, plan.person, 1)
    game.look()
    yield from success_die(game, plan)
    yield from adventure_die(game, plan)


# --- throwing again


def throw_again(game: Game, plan: Plan) -> Play[None]:
    """Before any die counts one may be thrown again; who lacks the price may get it first.

    First edition: once more after the determination of a failure (58).
    """
    yield from windows.open(game, "resolution", plan.person, matters=frozenset({"determination"}))
    yield from offer_throw(game, plan, failed=False)
    if game.rule("failure_pays_rerolls") and game.table.dice["success"] is False:
        game.by_decision(58)
        pay_failure(game, plan)
        yield from offer_throw(game, plan, failed=True)
    yield from windows.open(game, "after throw", plan.person, matters=matters_after_throw(game))


def matters_after_throw(game: Game) -> frozenset[str]:
    """What matters between a throw and its effects: a wound, and the tile about to be drawn."""
    table, plan = game.table, game.table.now
    assert plan is not None
    adventure = table.dice["adventure"] is True or "adventure" in table.field_tokens[plan.kind]
    matters = set()
    if table.dice["wound"] or (plan.person == FRIDAY and adventure):
        matters.add("life")
    explores = plan.kind == "explore" and plan.special is None
    if explores and table.dice["success"] and not game.rule("tiles_seen_before_dice"):
        matters.add("tiles")
    return frozenset(matters)


def offer_throw(game: Game, plan: Plan, *, failed: bool) -> Play[None]:
    """One die may be thrown again; `failed`: after the determination of a failure."""
    use = uses.reroll(game, plan.person, plan.kind, paid=True)
    if use is None:
        return
    answer = yield from game.ask(
        "reroll",
        lambda: [f"reroll {die}" for die in dice_to_offer(game, plan, use, failed=failed)] or None,
        asked=plan.person,
        may_pass=True,
    )
    if answer == PASS:
        return
    game.by_decision(59)
    die = answer.removeprefix("reroll ")
    uses.spend(game, plan.person, use)
    game.table.rerolled.add(die)
    game.table.dice[die] = throw(game, plan, die)
    game.look()


def dice_to_offer(game: Game, plan: Plan, use: Use, *, failed: bool) -> list[str]:
    """Which dice may be thrown again.

    What a failed die has given cannot throw that same die again, except for Friday; who could pay for it
    before has been asked. Nor is anybody asked then who has thrown well otherwise.
    """
    dice = [die for die in DICE if game.table.dice[die] is not None]
    if not failed:
        return dice
    before = game.table.people[plan.person].determination - game.facts.action_dice.determination_of_failure
    if use.source != FRIDAYS or before >= use.determination:
        dice.remove("success")
    return dice if set(dice) & set(bad_dice(game)) else []


def bad_dice(game: Game) -> list[str]:
    """The dice that show a wound, a failure, an adventure."""
    return [die for die in DICE if game.table.dice[die] is (die != "success")]


def lacks_reroll(game: Game) -> bool:
    """Has who acts thrown badly, and a skill for throwing again, but not the determination for it?"""
    plan = game.table.now
    assert plan is not None
    has = uses.reroll(game, plan.person, plan.kind, paid=False) is not None
    return bool(bad_dice(game)) and has and uses.reroll(game, plan.person, plan.kind, paid=True) is None


# --- what the dice bring


def pay_failure(game: Game, plan: Plan) -> None:
    """Determination for a failure, once in a throw."""
    if not game.table.failure_paid:
        game.table.failure_paid = True
        people.gain_determination(game, plan.person, game.facts.action_dice.determination_of_failure)


def success_die(game: Game, plan: Plan) -> Play[None]:
    """Success, or determination and what was set aside comes back (8)."""
    table = game.table
    if table.dice["success"]:
        yield from action_phase.outcome(game, plan)
        return
    table.succeeded = False
    pay_failure(game, plan)
    if plan.kind == "build":
        game.by_decision(8)
        wood_token.after_failure(game, plan)
    planning.give_back(game, plan)
    game.look()
    if plan.kind == "explore" and plan.special is None:
        yield from windows.open(game, "explored", plan.person)


def adventure_die(game: Game, plan: Plan) -> Play[None]:
    """An adventure, one at most: by the die, or by the token on the field. Friday is wounded instead."""
    table, field = game.table, game.table.field_tokens[plan.kind]
    by_token = "adventure" in field
    field.discard("adventure")
    if not table.dice["adventure"] and not by_token:
        return
    if plan.person == FRIDAY:
        people.wound(game, FRIDAY, 1)
        return
    special = requirements.special_of(game, plan)
    if special is not None and special.adventure:
        yield from interpreter.run_card(game, special.adventure, plan.person, None)
        return
    card = decks.draw_adventure(game, plan.kind)
    game.look()
    if card is not None:
        yield from interpreter.run_card(game, game.facts.adventures[card].effect, plan.person, card)
