"""The policies of the zoo, as tables and a picture of how they learned; everything stands in their cards."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from agents import zoo
from agents.recipes import read_lock, read_recipe, seed_of_card, stages_of
from crusoe_env import game
from crusoe_env.bench.report import Table

NARROW = 6
"""Curves that a panel of the picture holds; one with more is twice as wide."""
HEADINGS = (
    *("policy", "task", "games", "victories", "95 % interval", "goal progress"),
    *("calibration error", "learned from", "M steps", "minutes", "recipe"),
)


def cards() -> list[dict[str, Any]]:
    """The cards of all policies, by game and name."""
    return sorted((zoo.read_card(name) for name in zoo.names()), key=lambda it: (it["game"], it["name"]))


def learning(card: dict[str, Any]) -> tuple[str, str, str, str]:
    """With what a training began, its millions of steps, minutes and recipe, of which all stages count."""
    training, found = card["training"], seed_of_card(card)
    if found is None:
        made = training["steps"], training["minutes"]
        none = without_recipe(card["name"])
        return learned_from(training["config"]), f"{made[0] / 1e6:.1f}", f"{made[1]:.0f}", none
    name, seed = found
    recipe, stages = read_recipe(name), read_lock(name)[seed]["stages"].values()
    steps, seconds = (sum(stage[field] for stage in stages) for field in ("steps", "seconds"))
    first = next(stage.config for stage in stages_of(name, None, Path()) if stage.policy == name)
    start = recipe.start_from if recipe.after is None else zoo.agent_name(recipe.after)
    begun = learned_from({**first.model_dump(), "start_from": start})
    return begun, f"{steps / 1e6:.1f}", f"{seconds / 60:.0f}", name


def without_recipe(name: str) -> str:
    """That nothing leads to the weights of a policy, and what a recipe of its name came to."""
    played = [lock["strength"] for lock in read_lock(name).values() if lock["strength"]]
    won = [strength["victories"] / strength["games"] for strength in played]
    return f"none ({name}: {max(won):.1%})" if won else "none"


def learned_from(config: dict[str, Any]) -> str:
    """With what a training began, in words."""
    begun = []
    if config["start_from"] is not None:
        begun.append(config["start_from"])
    if config["imitation"]["teacher"] is not None:
        begun.append(
            f"{config['imitation']['steps'] / 1e6:.2g} M choices of {config['imitation']['teacher']}"
        )
    return ", then ".join(begun) or "nothing"


def table(title: str, those: list[dict[str, Any]]) -> Table:
    """How strong the policies of a game are, and what that took."""
    rows = []
    for card in those:
        strength = card["strength"]
        low, high = strength["interval"]
        task = ", ".join(f"{option}={value}" for option, value in card["task"].items())
        rows.append(
            (
                f"`{zoo.PREFIX}{card['name']}`",
                task or "as printed",
                f"{strength['games']:,}",
                f"{strength['victory_rate']:.1%}",
                f"{low:.1%} – {high:.1%}",
                f"{strength['mean_goal_progress']:.2f}",
                f"{chance['calibration_error']:.3f}" if (chance := card.get("chance")) else "–",
                *learning(card),
            )
        )
    return Table(title, HEADINGS, rows)


def by_game() -> list[tuple[str, list[dict[str, Any]]]]:
    """The cards of each game."""
    return [(name, list(group)) for name, group in groupby(cards(), key=lambda card: card["game"])]


def tables() -> list[Table]:
    """A table for each game."""
    return [table(game(name).title, those) for name, those in by_game()]


def picture() -> Figure:
    """A panel for each game: the share of games that its policies won, over the minutes of training."""
    games = by_game()
    figure = Figure(figsize=(11, 4.6), layout="constrained")
    wide = [2 if len(group) > NARROW else 1 for _, group in games]
    (panels,) = figure.subplots(1, len(games), squeeze=False, width_ratios=wide)
    for axes, width, (name, group) in zip(panels, wide, games, strict=True):
        axes.set_prop_cycle(color=[mpl.colormaps["tab20"](i) for i in range(20)])
        for card in group:
            curve = card["training"]["curve"]
            points = [dict(zip(curve["fields"], row, strict=True)) for row in curve["rows"]]
            minutes = [point["seconds"] / 60 for point in points]
            axes.plot(minutes, [100 * point["victory_rate"] for point in points], label=card["name"])
        axes.set_title(game(name).title, fontsize=10)
        axes.set_xlabel("minutes of training")
        axes.set_ylim(0, 100)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(
            frameon=False, fontsize=7, ncols=2 * width, loc="upper center", bbox_to_anchor=(0.5, -0.14)
        )
    panels[0].set_ylabel("games won, %")
    return figure
