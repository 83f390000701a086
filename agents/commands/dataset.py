"""Write a data set of an agent's games: observations, masks, actions, rewards, seats, decision by decision.

`crusoe dataset robinson --option players=2 --agent zoo:castaways-2 --games 1000 --to npz` plays the games of
`crusoe evaluate` with the same agent and seeds, and writes them into a folder of `datasets`. `--to minari`
and `--to hf` write for Minari and for the library datasets of Hugging Face. `--judge guided:zoo:castaways-2`
adds what a search or policy says of each decision: probabilities and values.

`crusoe dataset --recipe castaways-2 --to npz` writes the tiers of a recipe (configs/datasets), each a data
set of its own: random, scripted, trained.

`crusoe dataset values` writes positions with the value of every legal move, see `crusoe dataset values -h`.

`crusoe dataset people runs/study` writes what people have decided in a study, see `crusoe dataset people -h`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from crusoe_env import Simulator, command_line, game
from crusoe_env.agent import name_in_tables
from crusoe_env.support.locks import only_writer_in
from crusoe_env.support.words import nearest
from crusoe_env.trust import add_trust, trusting

from ..datasets.episodes import collect
from ..datasets.formats import FORMATS, writer
from ..errors import ConfigError
from ..progress import progress_bar
from ..provenance import origin_of
from ..registry import FORMS, make_agent
from ..shipped import shipped

GAMES, SEED = 1_000, 2_000_000
"""How many games and the first one's seed by default; evaluations have other seeds."""
AGENT = "scripted"
PEOPLE = "people"
"""In place of a game: the games of a study."""
VALUES = "values"
"""In place of a game: positions with the values of their moves."""
RECIPES = shipped("configs") / "datasets"


class Tier(NamedTuple):
    """A data set to be written."""

    name: str
    game: str
    options: dict[str, Any]
    agent: str
    judge: str | None
    games: int
    seed: int


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = command_line.CommandLine(prog=prog, description=__doc__)
    parser.add_argument("game", nargs="?", type=command_line.game_name)
    parser.add_argument("--recipe", help=f"{', '.join(recipe_names())}, or a file")
    parser.add_argument("--tiers", nargs="+", metavar="TIER", help="some of the recipe's; default: all")
    parser.add_argument("--agent", help=f"{FORMS}; default: {AGENT}")
    parser.add_argument("--judge", metavar="AGENT", help="says something of each decision, such as a search")
    parser.add_argument("--games", type=int, help=f"default: the recipe's, else {GAMES:,}")
    parser.add_argument("--seed", type=command_line.seed_of, help=f"default: the recipe's, else {SEED:,}")
    parser.add_argument("--to", choices=FORMATS, default="npz", help="default: npz")
    parser.add_argument("--out", type=Path, default=Path("datasets"), help="default: datasets")
    add_trust(parser)
    command_line.add_options(parser, command_line.game_among(arguments))
    given = parser.parse_args(arguments)
    if (given.game is None) == (given.recipe is None):
        parser.error("name a game or --recipe, one of the two")
    if given.recipe is None and given.tiers:
        parser.error("--tiers goes with --recipe")
    if given.recipe is not None and given.agent is not None:
        parser.error("--agent does not go with --recipe, whose tiers name agents")
    if given.games is not None and given.games < 1:
        parser.error("--games must be at least 1")
    return given


def main(arguments: list[str], prog: str = "crusoe dataset") -> int:
    """Write data sets; the exit status. An error is one line on stderr."""
    if arguments[:1] == [PEOPLE]:
        from . import people

        return people.main(arguments[1:], f"{prog} {PEOPLE}")
    if arguments[:1] == [VALUES]:
        from . import dataset_values

        return dataset_values.main(arguments[1:], f"{prog} {VALUES}")
    given = parse(arguments, prog)
    with trusting(given.trust, arguments):
        return command_line.reported(prog, lambda: write_tiers(given))


def write_tiers(given: argparse.Namespace) -> None:
    """Write the data sets that a command line asks for. Raises ConfigError or ValueError."""
    write = writer(given.to)
    for tier in tiers_of(given):
        print(f"{tier.name}: {write_tier(tier, given, write)}", flush=True)


def recipe_names() -> list[str]:
    """The names of the recipes that come with the package."""
    return sorted(file.stem for file in RECIPES.glob("*.yaml"))


def tiers_of(given: argparse.Namespace) -> Iterator[Tier]:
    """The data sets that a command line asks for. Raises ConfigError for a wrong recipe."""
    options = command_line.given_options(given)
    games, seed = given.games or GAMES, SEED if given.seed is None else given.seed
    if given.recipe is None:
        agent = given.agent or AGENT
        words = [given.game, *(f"{name}-{value}" for name, value in options.items()), agent]
        yield Tier(file_name("-".join(words)), given.game, options, agent, given.judge, games, seed)
        return
    from ..datasets.dataset_recipe import read_recipe  # needs packages of the extra `train`

    recipe = read_recipe(recipe_file(given.recipe))
    for tier in given.tiers or recipe.tiers:
        if tier not in recipe.tiers:
            raise ConfigError(f"recipe {given.recipe!r} has no tier {tier!r}; {nearest(tier, recipe.tiers)}")
        yield Tier(
            f"{Path(given.recipe).stem}-{tier}",
            recipe.game,
            {**recipe.options, **options},
            recipe.tiers[tier],
            given.judge or recipe.judge,
            given.games or recipe.games,
            recipe.seed if given.seed is None else given.seed,
        )


def recipe_file(name: str) -> Path:
    """The file of a recipe, by name or path. Raises ConfigError for an unknown name."""
    if name.endswith((".yaml", ".yml")):
        return Path(name)
    if name not in recipe_names():
        hint = nearest(name, recipe_names())
        raise ConfigError(f"unknown recipe {name!r}; {hint}, or the path of a file (*.yaml)")
    return RECIPES / f"{name}.yaml"


def file_name(words: str) -> str:
    """Words as the name of a folder."""
    return "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in words)


def write_tier(tier: Tier, given: argparse.Namespace, write: Any) -> str:
    """Write a data set; a line that says what and where."""
    rules = game(tier.game)
    simulator = Simulator(rules, **tier.options)
    agent = make_agent(tier.agent, simulator)
    judge = None if tier.judge is None else make_agent(tier.judge, simulator)
    about = {
        "id": f"crusoe_env/{tier.name}-v{rules.version}",
        "environment": rules.env_id,
        "options": tier.options,
        "agent": name_in_tables(agent.name, agent.cheats),
        "judge": None if judge is None else judge.name,
        "games": tier.games,
        "seed": tier.seed,
        "observations": rules.observations.size,
        "actions": rules.actions.n,
        "origin": origin_of(simulator),
    }
    folder = given.out / tier.name
    with (
        only_writer_in(folder, "choose another --out"),
        progress_bar(total=tier.games, desc=tier.name, unit=" games", leave=False) as bar,
    ):
        write(folder, rules, about, collect(agent, simulator, tier.games, tier.seed, judge, bar.update))
    if given.to == "minari":
        return f"{tier.games:,} games, Minari's data set {about['id']}"
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return f"{tier.games:,} games, {size / 1e6:.1f} MB in {folder}"
