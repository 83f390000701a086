"""The public classes of Robinson Crusoe: `crusoe_env/RobinsonCrusoe-v0`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from crusoe_env.engine.game import Chance, Decks, Facts, Game, Seats, Show
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.interfaces.pettingzoo import GameAEC, GameParallel
from crusoe_env.interfaces.vector_env import GameVectorEnv
from crusoe_env.robinson import actions, checks, observation, tasks
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import CHARACTER_IDS, SOLDIER, STARTING_ITEMS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.forced import arrange, begin_with, check_decks
from crusoe_env.robinson.piles import piles
from crusoe_env.robinson.rules import hidden, turn
from crusoe_env.robinson.rules.phases import placing
from crusoe_env.robinson.scenarios import goals
from crusoe_env.robinson.state import RECORD
from crusoe_env.robinson.tables import building, loading, scenarios
from crusoe_env.robinson.tables.endings import cause_names
from crusoe_env.robinson.variants import VARIANTS, configure_variant
from crusoe_env.support.options import one_of, whole_number
from crusoe_env.support.words import shown

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
    "scenario_options": None,
    **VARIANTS,
}
DIE_FACES = 6


def number_of(option: str, name: Any, valid: Sequence[str]) -> int:
    """The place of a name in a list. Raises ValueError for an unknown one."""
    return valid.index(one_of(option, name, valid))


def companion(option: str, value: Any, printed: bool) -> bool:
    """Whether somebody comes along; None: as the rules say. Raises ValueError."""
    if value is not None and not isinstance(value, bool):
        raise ValueError(f"{option}: expected True, False or None (as the rules say), not {shown(value)}")
    return printed if value is None else value


def characters_of(value: Any, players: int) -> list[int]:
    """The characters by seat; NONE where one is drawn. Raises ValueError."""
    if value is None:
        return [c.NONE] * c.PLAYERS
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(f"characters: {shown(value)} is not a list of names")
    if len(value) > players:
        raise ValueError(f"characters: {len(value)} are named, but players={players}")
    chosen = [c.NONE if name is None else number_of("characters", name, CHARACTER_IDS) for name in value]
    named = [character for character in chosen if character != c.NONE]
    if len(set(named)) < len(named):
        raise ValueError("characters: a character is named twice")
    return chosen + [c.NONE] * (c.PLAYERS - len(chosen))


def starting_item_count(value: Any, data: Mapping[str, Any]) -> int:
    """How many starting items are drawn, besides those that the scenario gives; None: as it says."""
    start = data["scenario"].get("start", {})
    given, out = start.get("starting_items", []), start.get("no_starting_items", [])
    if value is None:
        value = 0 if given else data["setup"]["starting_items"]
    return whole_number("starting_items", value, 0, STARTING_ITEMS - len(given) - len(out))


def configure(state: State, options: Mapping[str, Any], data: Mapping[str, Any]) -> None:
    """Write the checked options into a record. Raises ValueError."""
    players = whole_number("players", options["players"], 1, c.PLAYERS)
    state.players = players
    state.chosen_character[:] = characters_of(options["characters"], players)
    state.with_friday = companion("friday", options["friday"], players <= 2)
    state.with_dog = companion("dog", options["dog"], players == 1)
    state.starting_item_count = starting_item_count(options["starting_items"], data)
    half = (data["scenario"]["rounds"] + 1) // 2
    books = options["book_cards"]
    state.book_cards = half if books is None else whole_number("book_cards", books, 0, 2 * half)
    names = [card["id"] for card in data["wreckage"]]
    state.wreckage_option = c.NONE
    if options["wreckage"] != "random":
        state.wreckage_option = number_of("wreckage", options["wreckage"], [*names, "random"])
    configure_variant(state, options)


def forced_dice(outcomes: Sequence[Any], state: State) -> list[int]:
    """Faces of the next dice, 1 .. 6. Raises ValueError."""
    return [whole_number("chance", face, 1, DIE_FACES) for face in outcomes]


def possible_agents(state: State, tables: Tables) -> list[str]:
    """The characters that can be in play under the options of a record, in the order of their sheets."""
    chosen = [int(sheet) for sheet in state.chosen_character[: state.players]]
    drawn = c.NONE in chosen
    return [
        name
        for sheet, name in enumerate(CHARACTER_IDS)
        if sheet in chosen or (drawn and (state.players > 2 or tables.with_soldier == 1 or sheet != SOLDIER))
    ]


def agents(state: State) -> list[str]:
    """The characters by seat."""
    return [CHARACTER_IDS[state.character[player]] for player in range(state.players)]


GAME = Game(
    name="robinson",
    module=__name__,
    title="Robinson Crusoe",
    version=0,
    record=RECORD,
    check=checks.flaws,
    causes=c.CAUSES,
    faults=c.FAULTS,
    cause_names=cause_names,
    actions=actions.LAYOUT,
    observations=observation.LAYOUT,
    rules={
        "new_game": turn.new_game,
        "apply_action": turn.apply_action,
        "write_mask": actions.write_mask,
        "write_observation": observation.write_observation,
        "goal_progress": goals.goal_progress,
        "rounds_share": goals.rounds_share,
        "potential": goals.potential,
        "redeal": hidden.redeal,
        "choosers": placing.choosers,
        "turn_to": placing.turn_to,
        "write_mask_of": actions.write_mask_of,
    },
    seats=Seats(
        characters=tuple(CHARACTER_IDS),
        possible=possible_agents,
        of=agents,
        open_view=c.OPEN_VIEW,
        several_choosers=lambda record: record.secret_plans == 1,
        hides=placing.is_placing,
        conceal=hidden.conceal,
    ),
    chance=Chance(
        option="dice",
        forced=forced_dice,
        decks=Decks(check_decks, arrange, begin_with),
        die_sides=6,
        piles=piles,
    ),
    facts=Facts(loading.load, building.tables, loading.own_file),
    show=Show("crusoe_env.robinson.view"),
    scripted="crusoe_agents.robinson.scripted:ScriptedRobinson",
    rollouts="crusoe_agents.robinson.scripted:NoisyRollouts",
    longest_episode=3000,
    options=OPTIONS,
    tasks={"scenario": scenarios.NAMES, "players": tuple(range(1, c.PLAYERS + 1))},
    split=tasks.split,
    join=tasks.join,
    configure=configure,
    compile_time="about a minute",
    has_points=lambda tables: tables.points_terms > 0,
)


class Env(GameEnv):
    """Robinson Crusoe: Adventures on the Cursed Island (Ignacy Trzewiczek, 2012), with all its scenarios.

    ## Description
    Castaways explore an island, build a camp, gather, hunt and face weather, beasts and adventures. What they
    must do to win is up to the scenario: in Castaways a woodpile and fire in round 10, 11 or 12, before
    anybody dies. The rules as implemented, with every decision about them: docs/robinson.md, and a page for
    each scenario in docs/scenarios/.

    ## Action space
    One `Discrete` made of blocks: planning by single pawns, supports, choices, uses of skills and items;
    names by `action_name(i)`. `info["action_mask"]` (int8) holds the legal ones.

    ## Observation space
    `Box(0, high, (size,), float32)`, with `observation_dtype="uint8"` the bytes behind it, with
    `observation="dict"` a `Dict` of its segments, from the view of the
    player who acts: all that lies on the table, never the order of a deck.

    ## Options
    - `scenario`: "castaways" or another of the suite, or the path of a scenario file of your own
      (docs/scenarios.md); "mixed", or a list of some: each episode draws one.
    - `players`: 1 to 4, all controlled by the agent; "mixed", or a list of some: each episode draws one.
    - `characters`: names by seat, of "carpenter", "cook", "explorer", "soldier"; None: drawn.
    - `friday`, `dog`: whether they come along; None: as the rules say (Friday with one or two players, the
      Dog alone).
    - `starting_items`: how many are drawn, 0 to 8; None: 2, or as the scenario says.
    - `book_cards`: how many events of the deck show the book, 0 to all of them; None: half. The deck has as
      many events as the scenario has rounds, with an odd number of rounds one more.
    - `wreckage`: "food_crates", "wrecked_lifeboat", "captains_chest", or "random".
    - `edition`: "first", or "current" with its changed rules.
    - `scenario_options`: a dict of what the scenario leaves to choose, such as harder rules of its sheet
      (`python -m crusoe_env facts robinson --entries` lists the choices); None: its defaults.
    - `table`, `lookouts`, `strains`, `words`, `vocabulary`: variants that are not printed
      (docs/robinson/variants.md); the defaults "open", False, False, 0 and 8 are the printed game.

    ## Rewards
    `reward="sparse"`: 1 for a victory. `"shaped"`: plus the change of a potential. `"progress"`: also half
    the goal progress at the end of a lost game; `"survival"`: of that, the share of the rounds that had
    begun. `"score"`: the victory points of the scenario sheet.

    ## Episode end
    Terminated when the goal is met, a character dies, the rounds are over, or the camp is lost. Truncated
    after `max_steps` (3000) actions.

    ## Information
    Where each episode draws its task, every info has its number, `task`; the property `task` of the
    environment gives its options. At the end `victory`, `score`, `goal_progress`, `rounds`, `cause`, of which
    `cause_name` says "goal met", "a character died", "out of rounds", "camp lost", or it in the words of the
    scenario, such as "Jenny died".

    ## Reset options
    `dice`: faces 1 .. 6 of the next dice, up to 32; after them chance goes on. `decks`: lists of names,
    the next card first ("events", "tiles", "adventures_build", "adventures_gather", "adventures_explore",
    "mysteries", "beasts", "inventions", "discoveries", "starting_items"); the rest of a deck is shuffled.
    `force_chance({"dice": ..., "decks": ...})` does the same on the way.

    ## Version history
    v0: first release.
    """

    game = GAME


def env(players: int = 2, render_mode: str | None = None, **settings: Any) -> GameAEC:
    """Robinson Crusoe as a PettingZoo AEC environment; see `GameAEC`."""
    return GameAEC(GAME, render_mode, players=players, **settings)


def parallel_env(players: int = 2, render_mode: str | None = None, **settings: Any) -> GameParallel:
    """Robinson Crusoe as a PettingZoo parallel environment; see `GameParallel`."""
    return GameParallel(GAME, render_mode, players=players, **settings)


class VectorEnv(GameVectorEnv, gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games of Robinson Crusoe in one batch; see `Env`."""

    game = GAME
