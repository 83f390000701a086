"""The public classes of Robinson Crusoe: `crusoe_env/RobinsonCrusoe-v0`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from crusoe_env.core.env import GameEnv
from crusoe_env.core.game import Game
from crusoe_env.core.pettingzoo import GameAEC, GameParallel
from crusoe_env.core.vector_env import GameVectorEnv
from crusoe_env.core.words import nearest
from crusoe_env.robinson import actions, facts, filling, observation
from crusoe_env.robinson.rules import goal, turn
from crusoe_env.robinson.state import (
    CAUSES,
    CHARACTER_IDS,
    DTYPE,
    NONE,
    PLAYERS,
    SOLDIER,
    STARTING_ITEMS,
)

SCENARIOS = ("castaways",)
OPTIONS: dict[str, Any] = {
    "scenario": "castaways",
    "players": 1,
    "characters": None,
    "friday": None,
    "dog": None,
    "starting_items": None,
    "book_cards": None,
    "wreckage": "food_crates",
    "edition": "first",
}
DIE_FACES = 6


def one_of(option: str, value: Any, valid: Sequence[str]) -> int:
    """The place of a named value. Raises ValueError with the valid names."""
    if value not in valid:
        raise ValueError(f"{option}: unknown {value!r}; {nearest(str(value), valid)}")
    return valid.index(value)


def in_range(option: str, value: Any, low: int, high: int) -> int:
    """A whole number within bounds. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{option}: {value!r} is not a whole number from {low} to {high}")
    return value


def yes_or_no(option: str, value: Any, default: bool) -> bool:
    """True, False, or None for the printed rule. Raises ValueError."""
    if value is None:
        return default
    if not isinstance(value, bool):
        raise ValueError(f"{option}: {value!r} is not True, False or None (as the rules say)")
    return value


def characters_of(value: Any, players: int) -> list[int]:
    """The characters by seat; NONE where one is drawn. Raises ValueError."""
    if value is None:
        return [NONE] * PLAYERS
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(f"characters: {value!r} is not a list of names")
    if len(value) > players:
        raise ValueError(f"characters: {len(value)} are named, but players={players}")
    chosen = [NONE if name is None else one_of("characters", name, CHARACTER_IDS) for name in value]
    named = [character for character in chosen if character != NONE]
    if len(set(named)) < len(named):
        raise ValueError("characters: a character is named twice")
    return chosen + [NONE] * (PLAYERS - len(chosen))


def configure(state: Any, options: Mapping[str, Any], data: Mapping[str, Any]) -> None:
    """Write the checked options into a record. Raises ValueError."""
    players = in_range("players", options["players"], 1, PLAYERS)
    state.players = players
    state.scenario = one_of("scenario", options["scenario"], SCENARIOS)
    state.edition = one_of("edition", options["edition"], facts.EDITIONS)
    state.chosen_character[:] = characters_of(options["characters"], players)
    state.with_friday = yes_or_no("friday", options["friday"], players <= 2)
    state.with_dog = yes_or_no("dog", options["dog"], players == 1)
    items = options["starting_items"]
    items = data["setup"]["starting_items"] if items is None else items
    state.starting_item_count = in_range("starting_items", items, 0, STARTING_ITEMS)
    half = (data["castaways"]["rounds"] + 1) // 2
    books = options["book_cards"]
    state.book_cards = half if books is None else in_range("book_cards", books, 0, 2 * half)
    names = [card["id"] for card in data["wreckage"]]
    state.wreckage_option = NONE
    if options["wreckage"] != "random":
        state.wreckage_option = one_of("wreckage", options["wreckage"], [*names, "random"])


def forced_dice(outcomes: Sequence[Any], state: Any) -> list[int]:
    """Faces of the next dice, 1 .. 6. Raises ValueError."""
    return [in_range("chance", face, 1, DIE_FACES) for face in outcomes]


def possible_agents(state: Any) -> list[str]:
    """The characters that can be in play under the options of a record, in the order of their sheets."""
    chosen = [int(sheet) for sheet in state.chosen_character[: state.players]]
    drawn = NONE in chosen
    return [
        name
        for sheet, name in enumerate(CHARACTER_IDS)
        if sheet in chosen or (drawn and (state.players > 2 or sheet != SOLDIER))
    ]


def agents(state: Any) -> list[str]:
    """The characters by seat."""
    return [CHARACTER_IDS[state.character[player]] for player in range(state.players)]


GAME = Game(
    name="robinson",
    title="Robinson Crusoe",
    version=0,
    dtype=DTYPE,
    causes=CAUSES,
    actions=actions.LAYOUT,
    observations=observation.LAYOUT,
    rules={
        "new_game": turn.new_game,
        "apply_action": actions.apply_action,
        "write_mask": actions.write_mask,
        "write_observation": observation.write_observation,
        "goal_progress": goal.goal_progress,
        "potential": goal.potential,
        "redeal": turn.redeal,
    },
    load=facts.load,
    tables=filling.tables,
    forced=forced_dice,
    view="crusoe_env.robinson.view",
    chance_option="dice",
    longest_episode=3000,
    options=OPTIONS,
    configure=configure,
    possible_seats=possible_agents,
    seats=agents,
)


class Env(GameEnv):
    """Robinson Crusoe: Adventures on the Cursed Island (Ignacy Trzewiczek, 2012), the scenario Castaways.

    ## Description
    Castaways explore an island, build a camp, gather, hunt and face weather, beasts and adventures. They win
    when the woodpile is complete and fire is built in round 10, 11 or 12, before anybody dies. The rules as
    implemented, with every decision about them: docs/robinson.md.

    ## Action space
    One `Discrete` made of blocks: planning by single pawns, supports, choices, uses of skills and items;
    names by `action_name(i)`. `info["action_mask"]` (int8) holds the legal ones.

    ## Observation space
    `Box(0, 1, (size,), float32)`, or with `observation="dict"` a `Dict` of its segments, from the view of the
    player who acts.

    ## Options
    `scenario` ("castaways"), `players` (1 .. 4, all controlled by the agent), `characters` (names by seat,
    None: drawn), `friday` and `dog` (True, False, None: as the rules say), `starting_items` (0 .. 8;
    None: 2),
    `book_cards` (of the events in the deck), `wreckage` ("food_crates", "wrecked_lifeboat",
    "captains_chest", "random"), `edition` ("first", "current").

    ## Rewards
    `reward="sparse"`: 1 for a victory. `"shaped"`: plus the change of a potential. `"score"`: the victory
    points of the scenario sheet.

    ## Episode end
    Terminated when the goal is met, a character dies, the rounds are over, or the camp is lost. Truncated
    after `max_steps` actions.

    ## Reset options
    `dice`: faces 1 .. 6 of the next dice.

    ## Version history
    v0: first release.
    """

    game = GAME


def env(players: int = 2, render_mode: str | None = None, **settings: Any) -> GameAEC:
    """Robinson Crusoe as a PettingZoo AEC environment; agents are named by character."""
    return GameAEC(GAME, render_mode, players=players, **settings)


def parallel_env(players: int = 2, render_mode: str | None = None, **settings: Any) -> GameParallel:
    """Robinson Crusoe as a PettingZoo parallel environment; agents are named by character."""
    return GameParallel(GAME, render_mode, players=players, **settings)


class VectorEnv(GameVectorEnv):
    """Many games of Robinson Crusoe in one batch; see `Env`."""

    game = GAME


class _Module(ModuleType):
    """This module can be called, so that `crusoe_env.robinson.env(players=2)` is the AEC environment."""

    def __call__(self, *arguments: Any, **settings: Any) -> GameAEC:
        """See `env`."""
        return env(*arguments, **settings)


sys.modules[__name__].__class__ = _Module
