"""The policies of the zoo, as tables and a picture of how they learned; everything stands in their cards."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from agents import zoo
from agents.figures.style import HUES, LIGHT, new_figure, styled
from agents.recipes import read_lock, read_recipe, seed_of_card, stages_of
from crusoe_env import game
from crusoe_env.bench.report import Table

MIDDLE = 50
"""Percent; a curve that ends above it has its figure below."""
ACROSS = 5
"""Panels of the picture side by side."""
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


@styled
def picture() -> Figure:
    """A panel for each policy: the share of games that it won, over the minutes of training."""
    shown = [(game(name).title, card) for name, group in by_game() for card in group]
    down = -(-len(shown) // ACROSS)
    figure, panels = new_figure(9.5, 1.25 * down, (down, ACROSS), sharex=True, sharey=True)
    for axis in panels[len(shown) :]:
        axis.remove()
    curves = [(title, card["name"], *_curve(card)) for title, card in shown]
    for axis, (title, name, minutes, won) in zip(panels, curves, strict=False):
        axis.plot(minutes, won, color=HUES[0], linewidth=1.8)
        axis.axhline(won[-1], color=LIGHT.grid, linewidth=0.8, zorder=0)
        axis.text(
            0.98,
            0.06 if won[-1] > MIDDLE else 0.8,
            f"{won[-1]:.0f} %",
            transform=axis.transAxes,
            ha="right",
            color=HUES[0],
        )
        axis.set_title(f"{name}" if title == "Robinson Crusoe" else f"{title}", fontsize=8)
        axis.set(ylim=(0, 104), xscale="symlog", xlim=(0, None))
    figure.supxlabel("minutes of training, of the last stage", fontsize=9)
    figure.supylabel("games won, %", fontsize=9)
    return figure


def _curve(card: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Minutes and games won in percent of a card's learning curve."""
    curve = card["training"]["curve"]
    points = [dict(zip(curve["fields"], row, strict=True)) for row in curve["rows"]]
    return [point["seconds"] / 60 for point in points], [100 * point["victory_rate"] for point in points]
