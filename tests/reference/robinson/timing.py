"""When a thing may be used: the windows of play, and which uses fit them.

A window is a moment at which people are asked what they use. Many things may be used at any time; others when
the weapon level is compared with something, in an action of one's own, in the night, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import action_phase
from .aspects import Aspects, concerns
from .decisions import FRIDAY, GUEST, Person
from .programs import If
from .use_list import TOKEN, Use, first_effect

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Moment:
    """A window that is open, and on what depends what comes next."""

    window: str
    matters: Aspects
    card: str | None = None


def fits(game: Game, person: Person, use: Use, moment: Moment, changed: Aspects) -> bool:
    """Is this the time for it? `changed`: what the use changes. The window is known to be one of its own."""
    when, table = use.when, game.table
    if when in ("any", "not_on_card"):
        return concerns(changed, moment.matters)
    if when == "not_while_acting":
        return table.phase != "resolution" and concerns(changed, moment.matters)
    if when == "before_actions":
        return not table.plans
    if when == "own_action":
        return serves_own_action(game, person, use, moment, changed)
    if when in ("weapon", "fight"):
        return weapon_compared(game, person, moment)
    if when == "night":
        at_night = moment.window == "night" or concerns(changed, moment.matters)
        return table.phase == "night" and at_night
    if when == "tile_found":
        return table.succeeded
    if when in ("trap", "creature"):
        assert moment.card is not None
        return not table.mystery_ignored and (game.facts.mysteries[moment.card].type == "trap") == (
            when == "trap"
        )
    return True


# ---------------------------------------------------------------- an action of one's own
def serves_own_action(game: Game, person: Person, use: Use, moment: Moment, changed: Aspects) -> bool:
    """Does this serve an action that the player himself plans or takes?"""
    table, effect = game.table, first_effect(use.program)
    assert effect is not None
    if effect.operation == "weapon_bonus":
        return own_comparison(game, person, moment)
    if moment.window == "planning":
        own = table.planner == person
    elif moment.window == "before action":
        assert table.now is not None
        own = table.now.person == person
    else:
        own = table.phase == "resolution" and table.fight.fighter == person
    if effect.operation == "spend_less":
        return own and can_save(game, effect.what, person, moment)
    return own and concerns(changed, moment.matters)


def can_save(game: Game, resource: str, person: Person, moment: Moment) -> bool:
    """Is this player about to plan an action, or is one of his resolved for which this is set aside?"""
    table = game.table
    if any(table.people[person].saving.values()) or moment.window == "fight":
        return False
    return moment.window == "planning" or (table.now is not None and table.now.paid[resource] > 0)


# ---------------------------------------------------------------- the weapon level is compared
def weapon_compared(game: Game, person: Person, moment: Moment) -> bool:
    """Is the weapon level compared with something, and too low?

    In a fight, and with a danger token; where a bonus meets requirements also with what a threat action, a
    token or a card requires.
    """
    if moment.window == "fight":
        return fights(game, person)
    if moment.window == "before action":
        return acts(game, person) and action_phase.danger_ahead(game)
    if not game.rule("weapon_bonus_meets_requirements"):
        return False
    if moment.window == "planning" and (threat_too_strong(game) or token_too_strong(game)):
        return True
    return moment.window == "card" and card_too_strong(game, moment.card)


def own_comparison(game: Game, person: Person, moment: Moment) -> bool:
    """Is the weapon level compared in an action that this player himself takes or plans?"""
    table = game.table
    if moment.window == "fight":
        return table.phase == "resolution" and table.fight.fighter == person
    if moment.window == "planning":
        meets = game.rule("weapon_bonus_meets_requirements")
        return meets and table.planner == person and threat_too_strong(game)
    assert table.now is not None
    return table.now.person == person and action_phase.danger_ahead(game)


def weapon_now(game: Game) -> int:
    """The weapon level with what is added to it for a while."""
    return game.table.weapon + game.table.fight.weapon_bonus


def threat_too_strong(game: Game) -> bool:
    """Does a threat action that nobody has planned require a higher weapon level?"""
    for place, card in game.table.threat.items():
        event = game.facts.events.get(card or "")
        planned = any(plan.kind == "threat" and plan.target == place for plan in game.table.plans)
        if event is not None and event.threat.weapon > weapon_now(game) and not planned:
            return True
    return False


def token_too_strong(game: Game) -> bool:
    """Does a discovery token of the group require a higher weapon level?"""
    tokens = [use for use in game.uses if use.source == TOKEN]
    return any(game.table.discovery[use.id] > 0 and use.weapon > weapon_now(game) for use in tokens)


def card_too_strong(game: Game, card: str | None) -> bool:
    """Does the event effect of this card begin with the weapon level that it requires?"""
    if not game.facts.is_card(card):
        return False
    assert card is not None
    printed = game.facts.card(card)
    program = getattr(printed, "effect" if card in game.facts.events else "event", ())
    if not program or not isinstance(program[0], If):
        return False
    condition = program[0].condition
    return condition.operation == "if_weapon_below" and weapon_now(game) < condition.count


# ---------------------------------------------------------------- for whom
def decides_for(game: Game, person: Person, who: Person | None) -> bool:
    """Does this player decide for somebody: for himself, or as First Player for whom nobody plays?"""
    return who == person or (who in (FRIDAY, GUEST) and person == game.table.first_player)


def fights(game: Game, person: Person) -> bool:
    """Does this player fight? Against the hungry animals all do."""
    fighter = game.table.fight.fighter
    return fighter is None or decides_for(game, person, fighter)


def acts(game: Game, person: Person) -> bool:
    """Does this player take the action under way, or decide for who takes it?"""
    return game.table.now is not None and decides_for(game, person, game.table.now.person)
