"""Which games are played: every scenario, number of players and edition equally often.

What a game is depends on the seed of the run and its number alone, whoever plays it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from crusoe_env.facts import read_toml
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import CHARACTER_IDS, WRECKAGE_CARDS, ids_of
from crusoe_env.robinson.tables.editions import EDITIONS
from crusoe_env.robinson.tables.scenarios import NAMES, scenario_file
from crusoe_env.robinson.variants import BOTH, OPEN, PRIVATE_FINDS, SECRET_PLANS

GAMES_EACH = 8
"""Games in a row that have the same options, since it takes a while to load them."""
FEWEST_EVENTS = 8
"""Cards of the event deck of any scenario, at least."""
WORDY = 0.25
"""Of the blocks of the first edition: those in which words are spoken."""
SECRET = 0.25
"""Of the blocks of the first edition: those in which plans are secret."""
PRIVATE = 0.25
"""Of the blocks of the first edition: those in which finds are private."""
LOOKOUTS = 0.5
"""Of those: with lookouts."""
STRAINS = 0.5
"""Of the blocks of secret plans: those with strains."""
PLAYER_COUNTS = (1, 2, 3, 4)
PLAYERS = ("random", "scripted", "mixed")
SCRIPTED_SHARE = 0.3
"""Of the games of the player "mixed"; the others are random."""


@dataclass(frozen=True)
class Spread:
    """Among what the options of games are drawn; by default everything there is."""

    scenarios: Sequence[str] = NAMES
    players: Sequence[int] = PLAYER_COUNTS
    editions: Sequence[str] = EDITIONS
    player: str = "mixed"
    """Who plays: random legal actions, the scripted player, or both ("mixed")."""
    positions: bool = False
    """Are the games interrupted now and then: edited (positions.py), every third one at aims (aims.py)?"""
    aims: bool = False
    """Are all of them played at aims?"""
    tables: Sequence[str] | None = None
    """The tables of the games; None: mostly the open one, in the first edition sometimes others."""

    def aimed(self, number: int) -> bool:
        """Is this game of a run played at aims?"""
        return self.aims or (self.positions and number % 3 == 1)


@dataclass(frozen=True)
class Case:
    """One game.

    `seed` is that of the deal, `number` its place in the run.
    """

    number: int
    seed: int
    scripted: bool = False
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def described(self) -> str:
        """Its options in one line."""
        return ", ".join(f"{name}={value!r}" for name, value in self.options.items())


def case_of(spread: Spread, seed: int, number: int) -> Case:
    """The game with this number in the run of a seed."""
    chosen = random.Random(f"lockstep {seed} {number}")
    scripted = spread.player == "scripted" or (spread.player == "mixed" and chosen.random() < SCRIPTED_SHARE)
    return Case(number, chosen.randrange(2**31), scripted, options_of(spread, seed, number // GAMES_EACH))


def options_of(spread: Spread, seed: int, block: int) -> dict[str, Any]:
    """The options of a block of games: every combination in turn, the rest drawn at random."""
    rng = random.Random(f"options {seed} {block}")
    turn, scenario = divmod(block, len(spread.scenarios))
    scenario_name = spread.scenarios[scenario]
    players = spread.players[(turn + scenario) % len(spread.players)]
    edition = spread.editions[(turn // len(spread.players) + scenario) % len(spread.editions)]
    options: dict[str, Any] = {"scenario": scenario_name, "players": players, "edition": edition}
    if rng.random() < 0.4:
        options["friday"] = rng.random() < 0.5
    if rng.random() < 0.4:
        options["dog"] = rng.random() < 0.5
    if rng.random() < 0.3:
        options["starting_items"] = rng.choice((0, 1, 3, 4))
    if rng.random() < 0.3:
        options["book_cards"] = rng.randint(0, FEWEST_EVENTS)
    if rng.random() < 0.5:
        options["wreckage"] = rng.choice(("random", *ids_of("wreckage")[:WRECKAGE_CARDS]))
    if rng.random() < 0.4:
        options["characters"] = characters(rng, players)
    choices = read_toml(scenario_file(scenario_name)).get("choice", [])
    if choices and rng.random() < 0.6:
        options["scenario_options"] = {entry["id"]: rng.choice(entry["values"]) for entry in choices}
    if edition == EDITIONS[0] and rng.random() < WORDY:
        options["words"] = rng.randint(1, c.MOST_WORDS)
        options["vocabulary"] = rng.randint(2, len(c.SYMBOLS))
    if edition == EDITIONS[0]:
        options |= table_of(spread, rng)
    return options


def table_of(spread: Spread, rng: random.Random) -> dict[str, Any]:
    """The variant of the table, drawn or as wanted, and sometimes lookouts or strains."""
    secret, private = rng.random() < SECRET, rng.random() < PRIVATE
    drawn = {
        (False, False): OPEN,
        (True, False): SECRET_PLANS,
        (False, True): PRIVATE_FINDS,
        (True, True): BOTH,
    }
    table = rng.choice(spread.tables) if spread.tables else drawn[secret, private]
    found: dict[str, Any] = {} if table == OPEN else {"table": table}
    if table in (SECRET_PLANS, BOTH) and rng.random() < STRAINS:
        found["strains"] = True
    if table in (PRIVATE_FINDS, BOTH) and rng.random() < LOOKOUTS:
        found["lookouts"] = True
    return found


def characters(rng: random.Random, players: int) -> list[str | None]:
    """Some characters that are named, the Soldier among them; None: drawn."""
    named: list[str | None] = rng.sample(CHARACTER_IDS, rng.randint(1, players))
    return [name if rng.random() < 0.8 else None for name in named]
