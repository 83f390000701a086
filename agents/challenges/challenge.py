"""The file of a challenge (`configs/challenges/NAME.yaml`): its task, and which partners train and test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from crusoe_env import Simulator
from crusoe_env.command_line import LARGEST_SEED

from ..config import ConfigError, Named, Section, Seed, check_game, read_named
from ..cross_play import seats_of
from ..shipped import shipped
from ..suites.results import Pairing, team_pairing_of
from ..suites.task import Task

FOLDER = shipped("configs") / "challenges"


FLOOR = "random"
"""The agent that a normalised score of 0 stands for, beside every partner."""


class Challenge(Section):
    """A challenge of cooperation."""

    title: str = Field(description="as it stands above tables")
    game: Named = Field("robinson", description="short name of the game, or PACKAGE.MODULE:NAME")
    options: dict[str, Any] = Field(default_factory=dict, description="of the game")
    seed: Seed = Field(7_000_000, le=LARGEST_SEED, description="of the first game beside every partner")
    games: int = Field(
        200, ge=2, description="in each seat beside each partner; series, if there are episodes"
    )
    episodes: int = Field(1, ge=1, description="games in a row beside a partner, with the same memory")
    train: list[Named] = Field(description="partners to train with")
    validation: list[Named] = Field(description="partners to choose settings with")
    held_out: dict[Named, Named] = Field(
        min_length=1, description="partners of the test, each with the agent that is its best response"
    )
    agents: list[Named] = Field(min_length=1, description="candidates, unless others are named")


def read_challenge(name: str) -> Challenge:
    """A published challenge by name, or one of a user's own by the path of its file.

    Raises:
        ConfigError: there is none, or its file is wrong.
    """
    challenge = read_named(name, "challenge", FOLDER, Challenge)
    check_game(challenge.game, name)
    listed = [*challenge.train, *challenge.validation, *challenge.held_out]
    for partner in listed:
        if listed.count(partner) > 1:
            raise ConfigError(f"{name}: {partner!r} is named twice among train, validation and held_out")
    return challenge


def pairings_of(
    challenge: Challenge, simulator: Simulator, candidates: Sequence[str]
) -> dict[tuple[str, str], list[Pairing]]:
    """What is played: for each candidate and held-out partner a team for each seat of the candidate.

    Best responses play beside their own partners, and `FLOOR` beside all.

    Raises:
        ValueError: an agent or partner cannot be made, or it is a game for one player.
    """
    players = seats_of(simulator)
    games = challenge.games * challenge.episodes
    task = Task(simulator.game.name, challenge.options, (), games, challenge.seed, challenge.episodes)
    found: dict[tuple[str, str], list[Pairing]] = {}
    for partner, response in challenge.held_out.items():
        for agent in dict.fromkeys([response, FLOOR, *candidates]):
            teams = [
                [agent if each == seat else partner for each in range(players)] for seat in range(players)
            ]
            found[agent, partner] = [team_pairing_of(task, simulator, team) for team in teams]
    return found
