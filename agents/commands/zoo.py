"""The zoo of trained policies: `crusoe zoo` lists them, `crusoe zoo add RUN NAME` puts one there.

`crusoe zoo renew NAME` writes one that is there for the present layouts of its game, with the same weights,
and fits its head for the chance of victory anew.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from crusoe_env import GAMES, Simulator, command_line, game
from crusoe_env.agent import Agent
from crusoe_env.support.files import write_whole
from crusoe_env.support.origin import machine
from crusoe_env.support.reading import read_json
from crusoe_env.trust import add_trust, trusting

from .. import runs, zoo
from ..errors import ConfigError
from ..evaluation import play_games
from ..learning import safetensors
from ..learning.chance_head import with_chances
from ..learning.checkpoint import FAST_SUFFIX, checkpoint_of
from ..learning.compact import KINDS, compacted, narrowed, widened
from ..learning.entries import FIRST, POSITIONS, seen_in, shown_in
from ..learning.numpy_policy import NumpyPolicy, network_in, read_checkpoint, texts_of, weights_of
from ..learning.policies import policy_of
from ..progress import progress_bar

if TYPE_CHECKING:
    from ..config import TrainConfig

MOST_BYTES, MOST_BYTES_TOGETHER = 2_700_000, 30_000_000
"""Limits for the weights of a policy, and for the whole zoo: it is part of every copy of the project."""
MOST_BYTES_OF_PARTNER, MOST_BYTES_OF_PARTNERS = 1_500_000, 40_000_000
"""The same for a partner, and for all partners together."""
FIRST_SEED = 5_000_000
"""First seed of the games that measure strength: no training uses it or a larger one."""
CHANCE_GAMES, CHANCE_SEED = 8_000, 6_000_000
"""Games that fit and check a head for the chance of victory, and the first seed, beyond those of strength."""
CURVE_FIELDS = ("steps", "seconds", "victory_rate")


LINE = 100
"""Letters of a line of a card."""


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = command_line.CommandLine(prog=prog, description=zoo.__doc__)
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("list", help="what there is (the default)")
    add = commands.add_parser("add", help="put a policy into the zoo, or a better one into its place")
    add.add_argument("run", type=Path, help="a run folder of train.py with 'trainer: fast'")
    add.add_argument("name", help="of the policy: small letters, digits, _ and -; partner:NAME for a partner")
    add.add_argument("--games", type=int, default=10_000, help="that measure its strength")
    add.add_argument("--seed", type=command_line.seed_of, default=FIRST_SEED, help="of the first of them")
    add.add_argument("--weights", choices=KINDS, help="default: the most exact kind that is small enough")
    add.add_argument("--machine", help="that trained it; default: what the run folder says")
    add.add_argument("--commit", help="that it was trained with; default: what the run folder says")
    add.add_argument("--note", default="", help="a sentence for the card")
    add_trust(add)
    renew = commands.add_parser(
        "renew", help="write policies for the present layouts, and fit their chances anew"
    )
    renew.add_argument("names", nargs="+", help="of policies in the zoo; partner:NAME for partners")
    for command in (add, renew):
        command.add_argument("--chance-games", type=int, default=CHANCE_GAMES,
                             help="that fit the head for the chance of victory; 0: no new one")  # fmt: skip
        command.add_argument("--all-entries", action="store_true",
                             help="keep all entries: for a policy from which others are trained")  # fmt: skip
    given = parser.parse_args(arguments)
    if given.command in ("add", "renew") and given.chance_games < 2 and given.chance_games != 0:
        parser.error("--chance-games must be 0 (no new head) or at least 2")
    if given.command == "add":
        if given.games < 1:
            parser.error("--games must be at least 1")
        if not re.fullmatch(f"({zoo.PARTNER_PREFIX})?[a-z0-9][a-z0-9_-]*", given.name):
            parser.error(f"name {given.name!r}: small letters, digits, _ and - only")
        given.name = zoo.name_of(given.name)
    if given.command == "renew":
        given.names = [zoo.name_of(name) for name in given.names]
    return given


def main(arguments: list[str], prog: str = "crusoe zoo") -> int:
    """Run; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    with trusting(given.command == "add" and given.trust, arguments):
        return command_line.reported(prog, lambda: run_command(given))


def run_command(given: argparse.Namespace) -> None:
    """Do what the command line asks for. Raises ConfigError, ValueError, TypeError or OSError."""
    if given.command == "add":
        add(given)
    elif given.command == "renew":
        sources = zoo.clean_commit()
        for name in given.names:
            renew(name, given.chance_games, sources, given.all_entries)
    else:
        show()


def show() -> None:
    """Print a line for each policy; on stderr how to get what is not installed."""
    for found, name in ((zoo.names(), ""), (zoo.partner_names(), f"{zoo.PARTNERS}/")):
        if not found:
            print(zoo.not_installed(name), file=sys.stderr)
    for name in (*zoo.names(), *zoo.partner_names()):
        card = zoo.read_card(name)
        task = " ".join(f"{option}={value}" for option, value in card["task"].items())
        low, high = card["strength"]["interval"]
        won = f"{card['strength']['victory_rate']:.1%} won ({low:.1%} – {high:.1%})"
        if card["game"] in GAMES and not zoo.is_of_today(card, game(card["game"])):
            won += ", before the game changed"
        line = f"{zoo.agent_name(name):28} {card['game']:9} {task or 'as printed':32} {won}  {card['note']}"
        print(line.rstrip())


def add(given: argparse.Namespace) -> None:
    """Evaluate the policy of a run with its compact weights; then write weights and card."""
    from ..config import game_options, read_config  # reading a run needs packages of the extra `train`
    from ..trainers.run import CONFIG

    run: Path = given.run
    sources = zoo.clean_commit()
    config = read_config(run / CONFIG)
    if config.trainer != "fast":
        raise ConfigError(f"{run}: was trained with 'trainer: {config.trainer}'; the zoo keeps 'fast' ones")
    rules = game(config.game)
    checkpoint = read_checkpoint(checkpoint_of(run), rules)
    weights, made = network_in(checkpoint_of(run), checkpoint), checkpoint.run
    name, simulator = zoo.agent_name(given.name), Simulator(rules, **game_options(config))
    shown, entries = shown_entries_of(weights, policy_of(weights, name), simulator, given.all_entries)
    kind, kept = small_enough(weights, shown, given.name, given.weights)
    agent = policy_of(weights_of(widened(kept, rules.observations.size, rules.actions.n)), name)
    training = training_of(run, config, made, given)
    strength = strength_of(agent, simulator, given.games, given.seed)
    chance = {}
    if isinstance(agent, NumpyPolicy) and given.chance_games:
        head, chance["chance"] = head_of(agent, simulator, given.chance_games, kind)
        kept |= head
    card = {
        "format": zoo.FORMAT,
        "name": given.name,
        "game": rules.name,
        "version": rules.version,
        "layout": zoo.layout_of(rules),
        "task": {option: value for option, value in game_options(config).items() if option != "data"},
        "note": given.note,
        "strength": {**strength, "commit": sources},
        **chance,
        "weights": about_weights(kind, weights, entries),
        "training": training,
    }
    zoo.weights_file(given.name).parent.mkdir(parents=True, exist_ok=True)
    texts = texts_of(rules, {"steps": made.get("steps")})
    safetensors.write(zoo.weights_file(given.name), kept, texts)
    write_card(given.name, card)
    low, high = strength["interval"]
    won = f"{strength['victory_rate']:.1%} won ({low:.1%} – {high:.1%})"
    size = zoo.weights_file(given.name).stat().st_size
    print(f"{zoo.agent_name(given.name)}: {won}, {kind}, {size:,} bytes in {zoo.folder()}")


def renew(name: str, games: int, sources: str, all_entries: bool = False) -> None:
    """Write a policy of the zoo for the present layouts, with a new head for the chance of victory.

    Its weights stay the same: what is new in a layout weighs nothing.

    Args:
        name: of the policy.
        games: that fit and check the head; 0: it stays as it is.
        sources: their commit, for the card.
        all_entries: keep the weights of entries too that the task does not show.

    Raises:
        ValueError: there is no such policy.
    """
    card = zoo.read_card(name)
    rules, kind = game(card["game"]), card["weights"]["kept_as"]
    agent, file = zoo.load(name, rules), zoo.weights_file(name)
    simulator, old_head = Simulator(rules, **card["task"]), getattr(agent, "chance_head", {})
    checkpoint = read_checkpoint(file, rules)
    weights = {key: it for key, it in network_in(file, checkpoint).items() if key not in old_head}
    head, about = compacted(old_head, kind), card.get("chance")
    if games:
        if not isinstance(agent, NumpyPolicy):
            raise ValueError(
                f"{agent.name}: only one network without memory has a head for the chance of victory"
            )
        head, about = head_of(agent, simulator, games, kind)
        about["commit"] = sources
    texts = texts_of(rules, {"steps": checkpoint.run.get("steps")})
    shown, entries = shown_entries_of(weights, agent, simulator, all_entries)
    safetensors.write(file, narrowed(compacted(weights, kind), shown) | head, texts)
    present = {"version": rules.version, "layout": zoo.layout_of(rules)}
    chance = {"chance": about} if about else {}
    write_card(name, {**card, **present, "weights": about_weights(kind, weights, entries), **chance})
    found = (
        f"calibration error {about['calibration_error']:.4f}" if about else "it names no chance of victory"
    )
    print(f"{agent.name}: written for the present layouts; {found}")


def about_weights(kind: str, weights: Mapping[str, np.ndarray], entries: Mapping[str, int]) -> dict[str, Any]:
    """What a card says of its weights; of entries only if some are left out."""
    about = {"kept_as": kind, "parameters": sum(it.size for it in weights.values())}
    return about | ({"entries": dict(entries)} if entries else {})


def shown_entries_of(
    weights: Mapping[str, np.ndarray], agent: Agent, simulator: Simulator, all_entries: bool
) -> tuple[dict[str, np.ndarray], dict[str, int]]:
    """What a policy's task can show, by matrix, and what its card says of the entries.

    Both are empty with `all_entries`: the policy keeps them all.
    """
    if all_entries:
        return {}, {}
    playing = None if agent.remembers else agent
    with progress_bar(total=POSITIONS, desc=f"{agent.name}, entries", unit=" positions", leave=False) as bar:
        seen = seen_in(simulator.game, simulator.options, playing, POSITIONS, bar.update)
    shown = shown_in(weights, seen)
    kept = max(int(rows.sum()) for name, rows in shown.items() if name.endswith(FIRST))
    return shown, {"kept": kept, "of": simulator.game.observations.size, "positions": POSITIONS}


def head_of(
    agent: NumpyPolicy, simulator: Simulator, games: int, kind: str
) -> tuple[dict[str, np.ndarray], Any]:
    """A head for the chance of victory as arrays of a file, and what the card says of it."""
    with progress_bar(total=games, desc=f"{agent.name}, chances", unit=" games", leave=False) as bar:
        head, about = with_chances(agent, simulator, games, CHANCE_SEED, bar.update)
    return compacted(head, kind), about


def write_card(name: str, card: dict[str, Any]) -> None:
    """Write the card of a policy."""
    write_whole(zoo.card_file(name), f"{laid_out(card)}\n".encode())


def laid_out(value: Any, depth: int = 0) -> str:
    """JSON with a line for each entry, but for lists and objects that fit on one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or (depth and depth + len(line) <= LINE):
        return line
    start, end = "{}" if isinstance(value, dict) else "[]"
    names = [f"{json.dumps(name)}: " for name in value] if isinstance(value, dict) else [""] * len(value)
    parts = value.values() if isinstance(value, dict) else value
    lines = [f" {name}{laid_out(it, depth + 1)}" for name, it in zip(names, parts, strict=True)]
    below = "\n" + " " * depth
    return f"{start}{below}{f',{below}'.join(lines)}{below}{end}"


def small_enough(
    weights: dict[str, np.ndarray], shown: Mapping[str, np.ndarray], name: str, wanted: str | None
) -> tuple[str, dict[str, np.ndarray]]:
    """The most exact kind in which a policy is small enough, or the wanted kind, and its arrays.

    Raises:
        ValueError: it is too large, or its folder would be.
    """
    own, partner = zoo.weights_file(name), "/" in name
    most, together = (
        (MOST_BYTES_OF_PARTNER, MOST_BYTES_OF_PARTNERS) if partner else (MOST_BYTES, MOST_BYTES_TOGETHER)
    )
    for kind in (wanted,) if wanted else ("float16", "int8"):
        arrays = narrowed(compacted(weights, kind), shown)
        size = sum(it.nbytes for it in arrays.values())
        if size <= most:
            break
    else:
        raise ValueError(f"as {kind} the weights take {size:,} bytes; a policy may take {most:,}")
    others = (file for file in own.parent.glob(f"*{FAST_SUFFIX}") if file != own)
    whole = size + sum(file.stat().st_size for file in others)
    if whole > together:
        raise ValueError(f"the zoo would take {whole:,} bytes; it may take {together:,}")
    return kind, arrays


def strength_of(agent: Agent, simulator: Simulator, games: int, seed: int) -> dict[str, Any]:
    """The strength of a policy's greedy play, for its card."""
    with progress_bar(total=games, desc=agent.name, unit=" games", leave=False) as bar:
        found = play_games(agent, simulator, games, seed, bar.update).summary()
    return {
        "games": games,
        "first_seed": seed,
        "victory_rate": round(found["victory_rate"], 4),
        "interval": [round(found["victory_low"], 4), round(found["victory_high"], 4)],
        "mean_score": round(found["mean_score"], 2),
        "mean_goal_progress": round(found["mean_goal_progress"], 4),
        "mean_rounds": round(found["mean_rounds"], 2),
    }


def training_of(run: Path, config: TrainConfig, made: dict[str, Any], given: argparse.Namespace) -> Any:
    """The training of a policy, for its card. Raises ValueError if its sources were in no commit."""
    from ..recipes import weights_hash
    from ..trainers.run import CURVE, ENDING, ORIGIN, read_curve

    origin = {"machine": machine(), "commit": zoo.clean_commit()}
    if (run / ORIGIN).is_file():
        origin = read_json(run / ORIGIN)
    ending = {"stopped": "unknown"}
    if (run / ENDING).is_file():
        ending = read_json(run / ENDING)
    curve = []
    if (run / CURVE).is_file():
        curve = [[row[name] for name in CURVE_FIELDS] for row in read_curve(run / CURVE)[0]]
    return {
        "seeds": [config.seed],
        "steps": made.get("steps"),
        "minutes": round(made.get("seconds", 0) / 60, 1),
        "stopped": ending["stopped"],
        "weights": weights_hash(checkpoint_of(run)),
        "machine": given.machine or origin["machine"],
        "commit": zoo.checked_commit(given.commit or origin["commit"], f"the sources that trained {run}"),
        "curve": {"fields": list(CURVE_FIELDS), "rows": curve},
        "config": config.model_dump(mode="json", exclude={"run_dir"}) | {"start_from": start_of(config)},
    }


def start_of(config: TrainConfig) -> str | None:
    """The policy from which a training began; of a run folder the last two names of its path."""
    start = config.start_from
    return start if start is None or runs.is_of_zoo(start) else "/".join(Path(start).parts[-2:])
