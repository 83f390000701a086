"""Food that rots, and where it can be stored (rulebook: Night phase)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import outside, people
from .decisions import Person

if TYPE_CHECKING:
    from .game import Game


def rot(game: Game) -> None:
    """Food of the camp that is not stored rots, and tokens of food where nothing stores food (49)."""
    table, room = game.table, room_in_camp(game)
    table.available["food"] = min(table.available["food"], room)
    for token, facts in game.facts.discoveries.items():
        if facts.rots and room == 0:
            if table.discovery[token]:
                game.by_decision(49)
            table.discovery[token] = 0
    for person in table.castaways:
        if people.is_outside_camp(game, person):
            rot_outside(game, person)


def rot_outside(game: Game, person: Person) -> None:
    """What somebody outside the camp has of food rots in the current edition (48); his tokens in both."""
    table, state, room = game.table, game.table.people[person], room_outside(game, person)
    if state.own["food"]:
        game.by_decision(48)
    if game.rule("food_rots_outside"):
        state.own["food"] = min(state.own["food"], room)
    if room > 0:
        return
    for token in [token for token in state.found if game.facts.discoveries[token].rots]:
        state.found.remove(token)
        table.discovery_future[token] -= 1


def room_in_camp(game: Game) -> int:
    """How much food can be stored in the camp."""
    items = sum(game.facts.inventions[item].stores_food for item in people.card_items(game))
    return items + sum(stored_in(game, m) for m in game.facts.mysteries if outside.serves_camp(game, m))


def room_outside(game: Game, person: Person) -> int:
    """How much food somebody outside the camp can store in treasures that he has found today."""
    found = (m for m in game.facts.mysteries if outside.serves_outside(game, m, person))
    return sum(stored_in(game, mystery) for mystery in found)


def stored_in(game: Game, mystery: str) -> int:
    """How much food a treasure stores now; some only once their uses are gone."""
    card = game.facts.mysteries[mystery]
    used_up = game.table.mystery[mystery].uses == 0
    return card.stores_food + (card.stores_food_when_used if used_up else 0)
