"""The end of the action phase: what waited arrives (rulebook 4.2, After all Actions are completed)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import decks, delayed, items, mysteries, people
from .decisions import Person, Play
from .effects import interpreter
from .table import ALL_KINDS

if TYPE_CHECKING:
    from .game import Game


def play(game: Game) -> Play[None]:
    """Future resources, items, tokens and treasures arrive; who is outside keeps what he acquired."""
    table = game.table
    resources_arrive(game)
    table.phase = "weather"
    tokens_arrive(game)
    decks.starting_items_arrive(game)
    table.items_unavailable = False
    for state in table.people.values():
        state.saving = dict.fromkeys(state.saving, 0)
    waited = delayed.take(game, "after_actions")
    treasures = mysteries.arriving(game)
    built = items.arriving(game)
    forced = tokens_traded_in(game)
    if len(forced) + len(built) + len(treasures) + len(waited) > 1:
        game.by_decision(68)
    game.look()
    for token, user in forced:
        yield from interpreter.run(game, game.facts.discoveries[token].use, user)
    yield from items.take_effect(game, built)
    yield from mysteries.take_effect(game, treasures)
    yield from delayed.run(game, waited)


def resources_arrive(game: Game) -> None:
    """Future Resources become available; who is outside the camp keeps what he found."""
    table = game.table
    for person in table.castaways:
        state = table.people[person]
        if state.outside:
            for resource, found in state.gained.items():
                kept = min(found, table.future[resource])
                if kept > 0:
                    game.by_decision(57)
                state.own[resource] += kept
                table.future[resource] -= kept
    for resource, count in table.future.items():
        table.available[resource] += count
        table.future[resource] = 0


def tokens_arrive(game: Game) -> None:
    """Discovery tokens found, and tokens that count from the end of the phase on."""
    table = game.table
    waiting = []
    for person, sheet in table.people.items():
        if people.is_outside_camp(game, person):
            waiting += sheet.found
        else:
            sheet.found.clear()
    for token, count in table.discovery_future.items():
        table.discovery[token] += count - waiting.count(token)
        table.discovery_future[token] = waiting.count(token)
    for kind, tokens in table.new_field_tokens.items():
        if tokens:
            game.by_decision(11)
        table.field_tokens[kind] |= tokens
        tokens.clear()
    table.extra_pawns = dict.fromkeys(ALL_KINDS, 0)
    for space in table.spaces:
        space.tokens |= space.new_tokens
        space.new_tokens.clear()


def tokens_traded_in(game: Game) -> list[tuple[str, Person | None]]:
    """Tokens that are traded in then, each with its user, in the order of their use.

    The kinds from the last to the first; of each kind those of people outside the camp before the group's.
    """
    table = game.table
    order: list[tuple[str, Person | None]] = []
    for token, facts in game.facts.discoveries.items():
        if not facts.forced:
            continue
        order += [(token, None)] * table.discovery[token]
        table.discovery[token] = 0
        for person in table.castaways:
            if people.is_outside_camp(game, person):
                found = table.people[person].found
                count = found.count(token)
                order += [(token, person)] * count
                table.discovery_future[token] -= count
                found[:] = [other for other in found if other != token]
    return order[::-1]
