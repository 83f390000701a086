"""The island: distances, sources, terrains, tokens (rulebook: Exploration, Gathering, Night)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .components import Tile
from .decisions import GameOver
from .table import SPACES, Space

if TYPE_CHECKING:
    from .game import Game

FAR = 99
"""The distance of what cannot be reached."""


def space(game: Game, number: int) -> Space:
    """A space of the board."""
    return game.table.spaces[number]


def tile(game: Game, number: int) -> Tile:
    """The tile that lies on a space; one must."""
    name = space(game, number).tile
    assert name is not None
    return game.facts.tiles[name]


def is_open(game: Game, number: int) -> bool:
    """Is there a tile that can be entered?"""
    return space(game, number).tile is not None and not space(game, number).face_down


def open_spaces(game: Game) -> list[int]:
    """All spaces with a tile that can be entered."""
    return [number for number in SPACES if is_open(game, number)]


# --- ways


def neighbours(game: Game, number: int) -> list[int]:
    """The spaces that touch this one; none for a space that is not in play."""
    island = game.facts.island.neighbours
    near = set(island[number]) if number < len(island) else set()
    for a, b in game.facts.sheet.scenario.island.also_adjacent:
        if number in (a, b):
            near.add(b if number == a else a)
    return sorted(near)


def distance(game: Game, number: int) -> int:
    """Steps from the camp to a space over tiles that can be entered; FAR if there is no way."""
    reached, steps = {game.table.camp}, 0
    while number not in reached:
        wider = {near for here in reached for near in neighbours(game, here)}
        steps += 1
        if number in wider:
            return steps
        grown = reached | {near for near in wider if is_open(game, near)}
        if grown == reached:
            return FAR
        reached = grown
    return steps


def measure_ways(game: Game) -> None:
    """Write down how far every space is from the camp."""
    for number in SPACES:
        space(game, number).way = distance(game, number)


def in_reach(game: Game, number: int) -> bool:
    """Near enough for gathering and exploring, by the way as planning began? (5)"""
    way = space(game, number).way
    return 1 <= way < FAR and way <= game.facts.switches["tiles_between"] + 1


def can_explore(game: Game, number: int) -> bool:
    """Is this an unexplored space within reach that has not been turned down?"""
    return space(game, number).tile is None and not space(game, number).face_down and in_reach(game, number)


def camp_moves(game: Game) -> list[int]:
    """To which tiles the camp can move: adjacent, open, without a mark that bars it."""
    barring = {name for name, mark in game.facts.sheet.marks.items() if mark.no_camp}
    near = neighbours(game, game.table.camp)
    return [n for n in near if is_open(game, n) and not space(game, n).marks & barring]


# --- sources


def open_sources(game: Game, number: int) -> set[str]:
    """The sources of a tile (wood, bird, fish) that no marker covers."""
    if not is_open(game, number):
        return set()
    return set(tile(game, number).sources_of) - space(game, number).covered


def source_kind(game: Game, number: int, resource: str) -> str:
    """What a marker on a tile's source of wood or food covers: wood, bird or fish."""
    if resource == "wood":
        return "wood"
    return tile(game, number).food_source or "bird"


def yield_of(game: Game, number: int, resource: str) -> int:
    """How much wood or food a tile gives, with its +1 token (13)."""
    if not is_open(game, number):
        return 0
    wanted = {"wood"} if resource == "wood" else {"bird", "fish"}
    amount = 1 if open_sources(game, number) & wanted else 0
    if f"plus_{resource}" in space(game, number).tokens:
        alone = token_is_source(game, number) if resource == "food" else wood_without_source(game, number)
        if amount or alone or not game.rule("plus_tokens_need_sources"):
            amount += 1
            if resource == "food" and number == game.table.camp:
                amount += game.table.more_camp_food
    return amount


def is_token_alone(game: Game, number: int, resource: str) -> bool:
    """Does a +1 token lie where no source of its kind is open?"""
    wanted = {"wood"} if resource == "wood" else {"bird", "fish"}
    return f"plus_{resource}" in space(game, number).tokens and not open_sources(game, number) & wanted


def token_is_source(game: Game, number: int) -> bool:
    """Current edition: is the +1 food token of a card a source itself, as the tile shows no food? (13)"""
    if not game.rule("plus_tokens_need_sources") or not is_open(game, number):
        return False
    here = space(game, number)
    of_card = "plus_food" in here.tokens - here.item_tokens
    return of_card and not (set(tile(game, number).sources_of) | here.covered) & {"bird", "fish"}


def wood_without_source(game: Game, number: int) -> bool:
    """Does a treasure make the +1 wood on the camp's tile count even without a source?"""
    if number != game.table.camp:
        return False
    return any(
        card.wood_without_source and game.table.mystery[name].place == "kept"
        for name, card in game.facts.mysteries.items()
    )


# --- terrain, shelter, totems


def shows_shelter(game: Game, number: int) -> bool:
    """Does the tile there show a shelter that no marker covers?"""
    return tile(game, number).natural_shelter and "shelter" not in space(game, number).covered


def natural_shelter_here(game: Game) -> bool:
    """Does the camp's tile show a shelter?"""
    return shows_shelter(game, game.table.camp)


def shows_terrain(game: Game, number: int) -> bool:
    """Is there an open tile whose terrain counts, not covered by a marker nor hidden by a mark?"""
    here = space(game, number)
    hidden = any(game.facts.sheet.marks[mark].hides_terrain for mark in here.marks)
    return is_open(game, number) and "terrain" not in here.covered and not hidden


def explored_terrains(game: Game) -> set[str]:
    """The terrains that count as explored."""
    return {tile(game, number).terrain for number in SPACES if shows_terrain(game, number)}


def laid_at_start(game: Game) -> dict[int, str]:
    """The tiles that lie on the island from the beginning, by space.

    The printed start tile lies on the printed space, unless the scenario lays it, or another one there.
    """
    printed, laid = game.facts.island, game.facts.sheet.scenario.island.tiles
    tiles = {}
    if printed.start_space not in (one.space for one in laid) and printed.start_tile not in (
        one.tile for one in laid
    ):
        tiles[printed.start_space] = f"tile_{printed.start_tile}"
    return tiles | {one.space: f"tile_{one.tile}" for one in laid}


def tiles_explored(game: Game) -> int:
    """How many tiles have been explored, those of the set-up not counted."""
    start = laid_at_start(game)
    return sum(space(game, n).tile is not None and n not in start for n in SPACES)


def has_totem(game: Game, number: int) -> bool:
    """Does an open tile show a totem that no marker covers?"""
    return is_open(game, number) and tile(game, number).totem and "totem" not in space(game, number).covered


# --- tokens, tiles turned down


def shortcut_space(game: Game) -> int | None:
    """Where the Shortcut token lies."""
    return next((n for n in SPACES if "shortcut" in space(game, n).tokens), None)


def clear_space(game: Game, number: int) -> None:
    """All tokens and markers leave a space."""
    here = space(game, number)
    for tokens in (here.tokens, here.new_tokens, here.item_tokens, here.covered):
        tokens.clear()
    here.waiting_cover.clear()


def turn_down(game: Game, number: int) -> None:
    """A space cannot be entered any more; with the camp there the game is lost.

    All tokens and markers leave it. What the tile itself shows is below its back, and there again when it is
    turned up: also a location, or the city with its number (77).
    """
    here = space(game, number)
    printed = {name for name in here.marks if game.facts.sheet.marks[name].printed}
    before, its_number = here.marks_before & printed, here.number
    remove_all(game, number)
    if printed:
        here.marks, here.marks_before, here.number = printed, before, its_number
        game.by_decision(77)
    close(game, number)


def remove_all(game: Game, number: int) -> None:
    """Everything that lies on a space leaves it."""
    clear_space(game, number)
    here = space(game, number)
    here.marks.clear()
    here.marks_before.clear()
    here.number = 0


def close(game: Game, number: int) -> None:
    """A space cannot be entered any more; with the camp there the game is lost."""
    space(game, number).face_down = True
    if number == game.table.camp:
        game.by_decision(17)
        raise GameOver("camp lost")


def turn_down_for_good(game: Game, number: int) -> None:
    """Turn a space down so that no card turns it up again, though its own event may have done the same."""
    for card, remembered in list(game.table.card_space.items()):
        if remembered == number and not game.table.card_mark.get(card):
            del game.table.card_space[card]
    remove_all(game, number)
    close(game, number)
