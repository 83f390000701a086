"""Queries: items and things to use; troubles."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.queries.names import ACTION_KINDS
from crusoe_env.robinson.rules.bits import count_bits

# ------------------------------------------------------------------ items and things to use


@compiled
def is_item(s: State, item: int) -> bool:
    """Is this invention, one of ITEMS, built?"""
    return s.invention_state[item] == c.BUILT


@compiled
def is_item_soon(s: State, item: int) -> bool:
    """Was this invention built in the action phase under way?"""
    return s.invention_state[item] == c.FUTURE_ITEM


@compiled
def is_on_board(s: State, item: int) -> bool:
    """Does this invention lie on the board, not built?"""
    return s.invention_state[item] == c.ON_BOARD


@compiled
def starting_item_uses(s: State) -> int:
    """How often starting items can still be used, all together."""
    count = 0
    for item in range(components.STARTING_ITEMS):
        count += int(s.starting_uses[item])
    return count


@compiled
def discovery_tokens(s: State) -> int:
    """Discovery tokens that are held."""
    count = 0
    for token in range(components.DISCOVERIES):
        count += int(s.discovery[token])
    return count


@compiled
def treasures(s: State) -> int:
    """Mystery cards that are kept."""
    count = 0
    for card in range(components.MYSTERY_CARDS):
        count += s.mystery_state[card] == c.MYSTERY_KEPT
    return count


# ------------------------------------------------------------------ troubles


@compiled
def threat_strikes(s: State, t: Tables, place: int) -> bool:
    """Is there a card on this space of the threat row that does something as it leaves?"""
    card = s.threat[place]
    return card != c.NONE and t.threat_effect[card] > 0


@compiled
def event_cards_left(s: State) -> int:
    """Cards in the event deck."""
    return int(s.events_left)


@compiled
def field_tokens(s: State) -> int:
    """Tokens on the fields of the actions."""
    count = 0
    for kind in range(len(ACTION_KINDS)):
        count += count_bits(int(s.field_tokens[kind]))
    return count


@compiled
def dearer_structures(s: State) -> int:
    """How many structures have a token at their cost."""
    count = 0
    for structure in range(len(c.STRUCTURES)):
        count += s.cost_tokens[structure] > 0
    return count


@compiled
def has_space_token(s: State, space: int, token: int) -> bool:
    """Does this token, one of TOKENS, lie on a space?"""
    return (s.space_tokens[space] >> token) & 1 == 1


@compiled
def has_weather_token(s: State, token: int) -> bool:
    """Does this token, one of TOKENS, lie on the weather space?"""
    return (s.weather_tokens >> token) & 1 == 1


@compiled
def is_roof_too_low(s: State) -> bool:
    """Does this round's weather, less what is ignored of it, exceed the roof?"""
    return s.rain + s.snow - s.ignored_rain - s.ignored_snow > s.roof
