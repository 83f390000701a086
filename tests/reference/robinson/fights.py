"""Fighting beasts (rulebook: Fighting the Beast): wounds for missing weapon levels, then the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import decks, measures, people, stores, windows
from .components import Beast
from .decisions import Person, Play
from .demand import lacking
from .effects import interpreter
from .effects.tokens import staying

if TYPE_CHECKING:
    from .game import Game

WOUNDS = frozenset({"weapon", "life"})
"""What a fight depends on."""


def fight(game: Game, strength: int, who: Person | None, card: str | None) -> Play[None]:
    """First what can raise the weapon level, then wounds. `who` None: each castaway in the camp."""
    game.table.in_use.clear()
    game.table.fight.strength = strength
    game.table.fight.fighter = who
    yield from windows.open(game, "fight", who, card, WOUNDS)
    wounds(game, strength, who)
    game.look()


def wounds(game: Game, strength: int, who: Person | None) -> None:
    """One wound for each lacking weapon level; the helmet protects only who wears it (27)."""
    fight = game.table.fight
    missing = max(0, strength - game.table.weapon - fight.weapon_bonus)
    ignored, spared = fight.ignored_wounds, fight.spared
    fight.ignored_wounds = 0
    spend_weapon_bonus(game)
    if who is not None:
        people.wound(game, who, max(0, missing - ignored))
        return
    game.by_decision(27)
    each = {person: missing - (ignored if person == spared else 0) for person in people.in_camp(game)}
    people.wound_together(game, {person: max(0, count) for person, count in each.items()})


def spend_weapon_bonus(game: Game) -> None:
    """What was added to the weapon level has served; in an action some of it may serve again (32)."""
    fight = game.table.fight
    if fight.weapon_bonus:
        game.by_decision(32)
    if game.table.now is None:
        fight.weapon_bonus = 0
    elif game.rule("weapon_bonus_serves_once"):
        fight.weapon_bonus = fight.action_bonus


def fight_beast(
    game: Game, name: str, who: Person, card: str | None, *, stronger: int = 0, strength_counts: bool = True
) -> Play[None]:
    """A fight with a beast card, all its values included."""
    beast = game.facts.beasts[name]
    if strength_counts:
        yield from fight(game, beast.strength + stronger, who, card)
    if beast.weapon_loss > 0:
        yield from windows.open(game, "card", who, card, WOUNDS)
    yield from after_fight(game, beast, who)


def hunt(game: Game, person: Person) -> Play[None]:
    """The top beast of the hunting deck; the danger token makes it stronger."""
    name = decks.take_beast(game, "hunting_top")
    tokens = game.table.field_tokens["hunt"]
    stronger = 1 if "danger" in tokens else 0
    if "danger" not in staying(game, "hunt"):
        tokens.discard("danger")
    if name is not None:
        yield from fight_beast(game, name, person, None, stronger=stronger)


def after_fight(game: Game, beast: Beast, who: Person) -> Play[None]:
    """The weapon suffers, food and furs are gained, then anything else on the card; it is discarded."""
    lacking(game, who, stores.lower_level(game, "weapon", beast.weapon_loss))
    if beast.extra and (beast.food or beast.fur):
        game.by_decision(82)
    if may_be_kept(game):
        kept = yield from game.ask_branch(lambda: [0, 1], asked=who)
        if kept == 0:
            keep_beast = game.facts.sheet.scenario.rules.keep_beast
            yield from interpreter.run_card(game, keep_beast, who)
        else:
            take_prey(game, beast, who)
    else:
        take_prey(game, beast, who)
    yield from interpreter.run_card(game, beast.extra, who)


def take_prey(game: Game, beast: Beast, who: Person) -> None:
    """Food and furs of a beast."""
    stores.gain(game, "food", beast.food, who)
    stores.gain(game, "fur", beast.fur, who)


def may_be_kept(game: Game) -> bool:
    """Has the scenario a use for beasts that cards bring? One that is hunted is prey."""
    rules = game.facts.sheet.scenario.rules
    hunted = game.table.now is not None and game.table.now.kind == "hunt"
    return bool(rules.keep_beast) and not hunted and measures.holds(game, rules.keep_beast_if)
