"""The event phase (rulebook 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import decks, scenarios
from .decisions import Play
from .effects import interpreter
from .programs import Program
from .table import DECKS

if TYPE_CHECKING:
    from .game import Game


def play(game: Game) -> Play[None]:
    """The top card of the event deck; an adventure or mystery is resolved, and another card drawn."""
    table = game.table
    while table.event_deck:
        card = table.event_deck.pop()
        table.event_known = False
        table.looked["event deck"].clear()
        table.fight.weapon_bonus = 0
        if card in game.facts.events:
            yield from resolve_event(game, card)
            yield from place_in_threat_row(game, card)
            return
        if card in game.facts.mysteries:
            table.mystery[card].place = "gone"
        else:
            decks.discard_adventure(game, card)
        game.look()
        is_last = not any(other in game.facts.events for other in table.event_deck)
        yield from interpreter.run_card(game, event_of(game, card), table.first_player, card)
        if is_last and table.event_deck:
            game.by_decision(76)
            return


def event_of(game: Game, card: str) -> Program:
    """The event effect of an adventure or mystery that lay in the event deck."""
    facts = game.facts
    return (facts.mysteries.get(card) or facts.adventures[card]).event


def resolve_event(game: Game, card: str) -> Play[None]:
    """First the icon: an adventure token on the field, or the scenario's book; then the effect."""
    event = game.facts.events[card]
    if event.icon in DECKS:
        game.table.field_tokens[event.icon].add("adventure")
    else:
        yield from scenarios.run_hook(game, "book", card)
    yield from interpreter.run_card(game, event.effect, game.table.first_player, card)


def place_in_threat_row(game: Game, card: str) -> Play[None]:
    """The card comes from the right and the others slide left; the one that slides off has its threat effect.

    Current edition: only a card that is in the way slides.
    """
    table, row = game.table, game.table.threat
    table.fight.weapon_bonus = 0
    leaving = None
    if not game.rule("threats_wait_to_be_pushed") or row["right"] is not None:
        leaving, row["left"] = row["left"], row["right"]
    row["right"] = card
    if leaving is not None:
        decks.discard_event(game, leaving)
        if leaving in game.facts.events:  # a wreckage card does nothing
            effect = game.facts.events[leaving].threat.effect
            yield from interpreter.run_card(game, effect, table.first_player, leaving)
    game.look()
