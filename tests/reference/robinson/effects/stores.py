"""Resources and levels; fights by strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import action_phase, fights, measures, people, stores
from ..demand import lacking
from ..programs import ALL, Effect
from .registry import By, Carried, number, operation, payer, person_of

if TYPE_CHECKING:
    from ..game import Game


@operation("gain")
def gain(game: Game, effect: Effect, by: By) -> Carried:
    """To the future resources in the action phase, else to the available ones.

    First edition: what is used while actions are resolved gives at once (31).
    """
    count = number(game, effect)
    if by.is_use and not game.rule("gains_of_uses_wait") and game.table.phase == "resolution":
        game.by_decision(31)
        stores.gain_at_once(game, effect.what, count)
    elif effect.what == "gathered":
        return action_phase.gain_gathered(game, count, by.performer)
    else:
        stores.gain(game, effect.what, count, by.performer)
    return None


@operation("discard")
def discard(game: Game, effect: Effect, by: By) -> None:
    """Available resources go; each one missing is a wound."""
    if effect.what == "everything":
        stores.discard_everything(game)
    elif effect.number == ALL:
        stores.pay(game, effect.what, stores.stock(game, effect.what))
    else:
        missing = stores.pay(game, effect.what, number(game, effect))
        _unfulfilled(game, effect, by, missing)


@operation("raise")
def raise_level(game: Game, effect: Effect, by: By) -> None:
    """A level rises, roof and palisade only with a shelter; a shelter is built."""
    if effect.what == "morale":
        people.change_morale(game, number(game, effect))
    elif effect.what == "shelter":
        game.table.shelter = True
    else:
        stores.raise_level(game, effect.what, number(game, effect))


@operation("lower")
def lower(game: Game, effect: Effect, by: By) -> None:
    """A level falls; each step missing is a wound, but for morale."""
    if effect.what == "morale":
        people.change_morale(game, -number(game, effect))
    elif effect.what == "shelter":
        missing = 0 if game.table.shelter else 1
        stores.lose_shelter(game)
        _unfulfilled(game, effect, by, missing)
    elif effect.number == ALL:
        stores.set_level(game, effect.what, 0)
    else:
        missing = stores.lower_level(game, effect.what, number(game, effect))
        _unfulfilled(game, effect, by, missing)


@operation("halve")
def halve(game: Game, effect: Effect, by: By) -> None:
    """Half the level is lost, rounded down; level 0 does not meet the demand (52)."""
    missing = 1 if stores.level(game, effect.what) == 0 else 0
    if missing:
        game.by_decision(52)
    stores.halve_level(game, effect.what)
    _unfulfilled(game, effect, by, missing)


@operation("regain")
def regain(game: Game, effect: Effect, by: By) -> None:
    """A level that this card's event lowered rises again (55)."""
    lowered = game.table.card_mark.get(by.card or "", set())
    sheltered = game.table.shelter or not game.rule("regaining_needs_built_shelter")
    if effect.what in lowered:
        game.by_decision(55)
    if effect.what in lowered and sheltered:
        stores.raise_level(game, effect.what, effect.count)


@operation("fight")
def fight(game: Game, effect: Effect, by: By) -> Carried:
    """A beast of that strength: one wound for each missing weapon level."""
    return fights.fight(game, number(game, effect), person_of(game, effect.who, by), by.card)


@operation("fight_by")
def fight_by(game: Game, effect: Effect, by: By) -> Carried:
    """A fight whose strength goes by a measure: number + step x measure, at least 0."""
    strength = number(game, effect) + int(effect.where) * int(measures.measure(game, effect.what))
    return fights.fight(game, max(0, strength), person_of(game, effect.who, by), by.card)


def _unfulfilled(game: Game, effect: Effect, by: By, missing: int) -> None:
    if "if_possible" not in effect.flags:
        lacking(game, payer(effect, by), missing)
