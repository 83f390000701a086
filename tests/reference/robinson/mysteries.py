"""Drawing mystery cards of wanted kinds (rulebook: Drawing Mystery Cards).

The token Treasure may be used while a card of another draw waits to take effect, so draws nest: what a card
says of "this draw" means the innermost one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import decks, outside, people, windows
from .decisions import Person, Play
from .effects import interpreter
from .programs import Effect
from .table import Draw

if TYPE_CHECKING:
    from .game import Game

KINDS = ("treasure", "creature", "trap", "creature_or_trap", "any")


def seek(game: Game, kind: str, count: int) -> None:
    """So many cards of a kind are wanted in the draw that comes next."""
    wanted = game.table.wanted
    wanted[kind] = min(len(game.facts.mysteries), wanted.get(kind, 0) + count)


def draw_mysteries(game: Game, performer: Person, *, whole: bool) -> Play[None]:
    """Draw for what is wanted; `whole`: nobody may stop before all of it has been drawn."""
    table = game.table
    draw = Draw(dict.fromkeys(KINDS, 0) | table.wanted, whole, len(table.passed_over))
    table.wanted = {}
    table.draws.append(draw)
    if whole:
        yield from windows.open(game, "before mysteries", performer)
    while any_wanted(game, draw):
        name = next_wanted(game, draw)
        if name is None:
            break
        yield from found(game, name, performer)
        game.look()
        if not any_wanted(game, draw):
            break
        if not whole:
            again = yield from game.ask_branch(lambda: [0], asked=performer, may_pass=True)
            if again is None:
                break
    end_draw(game, draw)


def any_wanted(game: Game, draw: Draw) -> bool:
    """Is any kind of mystery still wanted in this draw, and a card left?

    When none is left the draw is over; current edition: the resolved ones make a new deck (80).
    """
    if not any(draw.wanted.values()):
        return False
    if not game.table.mysteries:
        game.by_decision(80)
    renewed = game.rule("mystery_deck_renewed") and any(
        state.place == "gone" for state in game.table.mystery.values()
    )
    return bool(game.table.mysteries) or renewed


def next_wanted(game: Game, draw: Draw) -> str | None:
    """Draw until a wanted card comes; others are laid aside and shuffled back at the end."""
    while any_wanted(game, draw):
        decks.renew_mysteries(game)
        name = game.table.mysteries.pop()
        if take_wanted(draw, game.facts.mysteries[name].type):
            return name
        decks.pass_over(game, name)
    return None


def take_wanted(draw: Draw, kind: str) -> bool:
    """Is a card of this kind wanted? Then one less is from now on."""
    words = [kind, "any"] if kind == "treasure" else [kind, "creature_or_trap", "any"]
    for word in words:
        if draw.wanted[word] > 0:
            draw.wanted[word] -= 1
            return True
    return False


def stop_draw(game: Game) -> None:
    """Nothing more is wanted in this draw."""
    if game.table.draws:
        game.table.draws[-1].wanted = dict.fromkeys(KINDS, 0)


def draw_fewer(game: Game, count: int) -> None:
    """The draw that begins is for so many cards of any kind less."""
    wanted = game.table.draws[-1].wanted
    wanted["any"] = max(0, wanted["any"] - count)


def lose_treasures(game: Game) -> None:
    """The treasures of this draw are discarded."""
    for state in game.table.mystery.values():
        if state.draw == len(game.table.draws):
            state.place = "gone"


def end_draw(game: Game, draw: Draw) -> None:
    """The draw is over: the cards that it passed over go back."""
    for state in game.table.mystery.values():
        if state.draw == len(game.table.draws):
            state.draw = 0
    game.table.draws.pop()
    decks.shuffle_passed_over(game, draw.passed_before)


def found(game: Game, name: str, performer: Person) -> Play[None]:
    """A wanted card: before a creature or trap acts, what can ignore it may be used."""
    if game.facts.mysteries[name].type != "treasure":
        game.table.mystery_ignored = False
        yield from windows.open(game, "trap", performer, name)
    yield from resolve(game, name, performer)


def resolve(game: Game, name: str, performer: Person) -> Play[None]:
    """Creatures and traps act at once; treasures at the end of the action phase, or at once outside it."""
    table = game.table
    card, state = game.facts.mysteries[name], table.mystery[name]
    acting = table.phase == "resolution"
    state.holder = performer
    state.round_found = table.round
    if people.is_outside_camp(game, performer) or (acting and people.keeps_finds(game, performer)):
        state.outside = True
    if card.type == "treasure" and (acting or waits_for_finder(game, name)):
        state.place = "future"
        state.draw = len(table.draws)
        return
    state.place = "gone"
    if table.mystery_ignored:
        table.mystery_ignored = False
        return
    yield from interpreter.run_card(game, card.effect, performer, name)


def waits_for_finder(game: Game, name: str) -> bool:
    """Is its finder outside the camp now, and does the treasure do more than stay with him?"""
    effect = game.facts.mysteries[name].effect
    only_kept = len(effect) == 1 and isinstance(effect[0], Effect) and effect[0].operation == "keep"
    return not only_kept and outside.is_kept_outside(game, name)


def arriving(game: Game) -> list[str]:
    """The end of the action phase: the treasures that take effect now; others wait for their finder."""
    names = [
        name
        for name, state in game.table.mystery.items()
        if state.place == "future" and not waits_for_finder(game, name)
    ]
    for name in names:
        game.table.mystery[name].place = "gone"
    return names


def take_effect(game: Game, names: list[str]) -> Play[None]:
    """The effects of treasures, one after the other."""
    for name in names:
        holder = game.table.mystery[name].holder
        yield from interpreter.run_card(game, game.facts.mysteries[name].effect, holder, name)
