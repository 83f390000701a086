"""The course of a game and of a round (rulebook: Game Round)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import (
    action_phase,
    decks,
    delayed,
    event_phase,
    island,
    morale_phase,
    mysteries,
    night_phase,
    planning,
    production_phase,
    scenarios,
    setup,
    weather_phase,
    windows,
)
from .decisions import GameOver, Play
from .effects import interpreter
from .table import ALL_KINDS, Production, Weather

if TYPE_CHECKING:
    from .game import Game


def whole_game(game: Game) -> Play[None]:
    """Round after round; the game ends by a `GameOver`."""
    yield from scenarios.run_hook(game, "setup")
    while True:
        yield from one_round(game)


def one_round(game: Game) -> Play[None]:
    """The six phases."""
    yield from begin_round(game)
    if game.table.round > 1:
        yield from windows.open(game, "before event", matters=frozenset({"events"}))
        yield from event_phase.play(game)
    yield from windows.open(game, "before morale", matters=frozenset({"morale"}))
    yield from morale_phase.play(game)
    yield from production_phase.play(game)
    yield from planning.before_action_phase(game)
    yield from planning.play(game)
    yield from action_phase.play(game)
    yield from weather_phase.play(game)
    yield from night_phase.play(game)
    end_of_round(game)


def begin_round(game: Game) -> Play[None]:
    """Nothing of the last round holds any more; what waited for this one comes."""
    table = game.table
    table.round += 1
    table.phase = "event"
    clear_round(game)
    note_beginning(game)
    waited = delayed.take(game, "next_round")
    arriving = rejoin(game)
    if waited or arriving:
        game.by_decision(70)
    yield from scenarios.run_hook(game, "round_start")
    programs = game.facts.sheet.on.round
    if table.round <= len(programs):
        yield from interpreter.run_card(game, programs[table.round - 1], table.first_player, None)
    yield from mysteries.take_effect(game, arriving)
    yield from delayed.run(game, waited)


def rejoin(game: Game) -> list[str]:
    """Who was outside the camp brings what he found; the treasures that take effect now."""
    table = game.table
    for token, count in table.discovery_future.items():
        table.discovery[token] += count
        table.discovery_future[token] = 0
    for state in table.people.values():
        state.found.clear()
    for mystery in table.mystery.values():
        mystery.outside = False
    decks.starting_items_arrive(game)
    return mysteries.arriving(game)


def clear_round(game: Game) -> None:
    """Limits, modifiers and uses of one round are over."""
    table = game.table
    for state in table.people.values():
        state.pawn_limit = 2
        state.allowed_kinds = set(ALL_KINDS)
        state.skills_barred = state.confused = state.outside = False
        state.skills_used.clear()
        for resource, count in state.own.items():
            table.available[resource] += count
            state.own[resource] = 0
        if state.cursed_from_next_round:
            state.cursed, state.cursed_from_next_round = True, False
    setup.limit_guest(game)
    table.used_by.clear()
    table.in_use.clear()
    table.extra_pawns = dict.fromkeys(ALL_KINDS, 0)
    for invention in table.invention.values():
        invention.lost = False
    produced = table.production.produced
    table.production = Production(produced=produced)
    table.no_mixed_pawns = table.no_pawn_of_friday = table.items_unavailable = False
    table.stages_fed = dict.fromkeys(table.stages_fed, 0)
    table.shortcut_used = None
    table.weather = Weather()


def note_beginning(game: Game) -> None:
    """What asks for an earlier round looks at how things stand as this one begins."""
    table = game.table
    table.counters_before = dict(table.counters)
    for space in table.spaces:
        space.marks_before = set(space.marks)
    table.tiles_before = island.tiles_explored(game)


def end_of_round(game: Game) -> None:
    """The First Player token goes on; after the last round the game is lost."""
    table = game.table
    table.night_tokens.clear()
    scenarios.check_goal(game, at_round_end=True)
    if table.round >= game.facts.sheet.scenario.rounds:
        raise GameOver("out of rounds")
    table.first_player = (table.first_player + 1) % table.players
    game.look()
