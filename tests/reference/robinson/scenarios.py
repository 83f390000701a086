"""A scenario: its goal, its own losses, points, progress, programs at named moments, and its guest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import measures, people
from .decisions import GameOver, Person, Play
from .effects import interpreter
from .scenario_facts import Weighed

if TYPE_CHECKING:
    from .game import Game

GOAL_MET = "goal met"


def guest_joins(game: Game) -> None:
    """He joins as soon as his condition holds, with the wounds that he has."""
    guest = game.facts.sheet.guest
    if guest is not None and guest.joins is not None and people.guest_is_awaited(game):
        game.table.guest_here = measures.holds(game, guest.joins)
        if game.table.guest_here:
            game.by_scenario("guest joins")


def check_goal(game: Game, *, at_round_end: bool = False) -> None:
    """A scenario's own losses at any time; its goal at once, or at the end of a round."""
    sheet = game.facts.sheet
    for number, loss in enumerate(sheet.losses.values(), start=1):
        if measures.holds(game, loss.when):
            game.by_scenario(f"loss {loss.id}")
            raise GameOver(f"loss {number} of the scenario")
    checked = "at_round_end" if at_round_end else "at_once"
    needs = sheet.goal.needs
    if sheet.goal.checked == checked and needs and all(measures.holds(game, need) for need in needs):
        game.by_scenario("goal")
        raise GameOver(GOAL_MET)


def run_hook(game: Game, hook: str, card: str | None = None) -> Play[None]:
    """The scenario's program for this moment, if it has one; `card`: what brings it about."""
    program = getattr(game.facts.sheet.on, hook)
    yield from interpreter.run_card(game, program, game.table.first_player, card)


def find_totem(game: Game, person: Person) -> Play[None]:
    """A totem on a tile just explored: what the scenario has for the first, the second, ... of the game."""
    programs = game.facts.sheet.on.totem
    game.table.totems_found += 1
    if game.table.totems_found <= len(programs):
        yield from interpreter.run_card(game, programs[game.table.totems_found - 1], person, None)


# ---------------------------------------------------------------- points and progress
def victory_points(game: Game) -> int:
    """Points of the scenario sheet, after a victory or a defeat."""
    return int(sum(term.each * measures.measure(game, term.of) for term in game.facts.sheet.points.terms))


def progress(game: Game) -> float:
    """The weighed shares of what the goal asks, less than 1."""
    return weighed(game, game.facts.sheet.goal.progress)


def potential(game: Game) -> float:
    """The potential of a live state, 0 .. 1, as the scenario weighs it."""
    return weighed(game, game.facts.sheet.goal.potential)


def weighed(game: Game, terms: Sequence[Weighed]) -> float:
    """The sum of weights, each with the share of enough that its measure has reached."""
    total = 0.0
    for term in terms:
        share = measures.measure(game, term.of) / measures.number(game, term.enough)
        total += term.weight * min(1.0, max(0.0, share))
    return total
