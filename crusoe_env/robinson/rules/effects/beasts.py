"""Fights with beast cards, and beast cards that change place."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import push
from crusoe_env.robinson.rules.world.decks import put_beast, strongest_beast, take_beast
from crusoe_env.robinson.rules.world.fights import hunt


@operation(
    "hunt_beast who",
    "He fights the top beast of the hunting deck as in hunting.",
    depends=v.BEASTS_ASPECT,
    phrase="{0}hunt the top beast",
)
@compiled
def hunt_beast(s: State, t: Tables, performer: int) -> None:
    """A hunt, though no action."""
    hunt(s, t, performer)


@operation(
    "fight_beast who beast_from",
    "That card with all its values, then it is discarded; its demands wound who fights. No card: nothing.",
    depends=v.BEASTS_ASPECT,
    phrase="{0}fight {1}",
)
@compiled
def fight_beast_card(s: State, who: int, beast_from: int, flags: int, performer: int, card: int) -> None:
    """A fight with a beast card."""
    beast = take_beast(s, beast_from)
    if beast != c.NONE:
        fighter = performer if who == v.PERFORMER else int(s.first_player)
        push(s, steps.BEAST, beast, flags, fighter, card)


@compiled
def can_move(s: State, beast_from: int) -> bool:
    """Is there a beast in the deck from which it comes?"""
    return s.beasts_left > 0 if beast_from == v.BEAST_DECK else s.hunting_left > 0


@operation(
    "move_beast beast_from beast_to",
    "The top card of one place goes to another. No card: nothing.",
    depends=v.BEASTS_ASPECT,
    affects=v.BEASTS_ASPECT,
    matters=can_move,
    phrase="put {0} {1}",
)
@compiled
def move_beast(s: State, beast_from: int, beast_to: int) -> None:
    """A beast card changes its place."""
    beast = take_beast(s, beast_from)
    if beast != c.NONE:
        put_beast(s, beast, beast_to)


@operation(
    "strongest_beast number",
    "Draw that many from the beast deck, the strongest (of equals the first) on top of the hunting deck, the "
    "others are shuffled back.",
    depends=v.BEASTS_ASPECT,
    phrase="the strongest of {0} new beast(s) on top of the hunting deck",
)
@compiled
def find_strongest_beast(s: State, t: Tables, number: int) -> None:
    """The strongest of some beasts goes to the hunting deck."""
    strongest_beast(s, t, number)
