"""How fast several agents play together: the batched form, PettingZoo's forms, and what its wrappers cost.

Random legal play by a usual loop: the agent who acts gets its observation and mask, then takes an action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
from pettingzoo.utils import parallel_to_aec, turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    BaseParallelWrapper,
    BaseWrapper,
    MultiEpisodeEnv,
    MultiEpisodeParallelEnv,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from crusoe_env import MultiAgentBatch
from crusoe_env.bench.report import Table, rate
from crusoe_env.engine.game import Game

PLAYERS = 4
BATCHES = (1, 64, 4_096)
STEPS = 500
EPISODES = 10**6  # of the wrappers that count them: no end in sight


def choose(mask: np.ndarray, draw: float) -> int:
    """A legal action, by a number in 0 .. 1."""
    legal = mask.nonzero()[0]
    return int(legal[int(draw * len(legal))])


def aec_play(env: Any) -> Callable[[], int]:
    """Random play of an AEC environment, some actions at a time."""
    draws = np.random.default_rng(0).random(STEPS)
    env.reset(seed=0)

    def work() -> int:
        for draw in draws:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                observation = env.observe(env.agent_selection)
            env.step(choose(observation["action_mask"], draw))
        return STEPS

    return work


def parallel_play(env: Any) -> Callable[[], int]:
    """Random play of a parallel environment: everybody draws, most have only "wait"."""
    draws = np.random.default_rng(0).random(STEPS)
    observations, _ = env.reset(seed=0)

    def work() -> int:
        nonlocal observations
        for draw in draws:
            actions = {agent: choose(seen["action_mask"], draw) for agent, seen in observations.items()}
            observations, *_ = env.step(actions)
            if not env.agents:
                observations, _ = env.reset()
        return STEPS

    return work


def turns_play(env: Any) -> Callable[[], int]:
    """Random play of a converted AEC environment, in which all but one agent give None."""
    draws = np.random.default_rng(0).random(STEPS)
    observations, _ = env.reset(seed=0)

    def work() -> int:
        nonlocal observations
        for draw in draws:
            acting = env.unwrapped.agent_selection
            actions = dict.fromkeys(env.agents)
            actions |= {acting: choose(observations[acting]["action_mask"], draw)}
            observations, *_ = env.step(actions)
            if not env.agents:
                observations, _ = env.reset()
        return STEPS

    return work


def batch_play(game: Game, count: int, everyone: bool) -> Callable[[], int]:
    """Random play of the batched form; `everyone`: every agent's observation and mask in every step."""
    batch = MultiAgentBatch(game, count, copy=False, players=PLAYERS)
    turn = batch.reset(seed=0)
    sample = batch.batch.sampler(0)
    steps = max(1, 5_000 // count)

    def work() -> int:
        nonlocal turn
        for _ in range(steps):
            if everyone:
                for seat in range(PLAYERS):
                    batch.observe(seat), batch.mask(seat)
            turn = batch.step(sample())
        return steps * count

    return work


def tables(game: Game, seconds: float) -> list[Table]:
    """The batched form by its size; PettingZoo's forms with and without its wrappers."""
    return [batched(game, seconds), wrappers(game, seconds)]


def batched(game: Game, seconds: float) -> Table:
    """Steps per second of `MultiAgentBatch`."""
    rows = [
        (
            f"{count:,}",
            *(f"{rate(batch_play(game, count, everyone), seconds):,.0f}" for everyone in (False, True)),
        )
        for count in BATCHES
    ]
    headings = ("games", "who acts observes", "everybody observes")
    return Table(f"{game.title}, {PLAYERS} players: batched multi-agent form, steps/s", headings, rows)


def wrappers(game: Game, seconds: float) -> Table:
    """Steps per second of PettingZoo's forms, and microseconds per step that each wrapper adds."""

    def aec() -> Any:
        return pettingzoo.make("aec", game.env_id, players=PLAYERS)

    def parallel() -> Any:
        return pettingzoo.make("parallel", game.env_id, players=PLAYERS)

    cases: dict[str, list[tuple[str, Callable[[], int]]]] = {
        "AEC": [
            ("as made", aec_play(aec())),
            ("BaseWrapper (does nothing)", aec_play(BaseWrapper(aec()))),
            ("OrderEnforcingWrapper", aec_play(OrderEnforcingWrapper(aec()))),
            ("AssertOutOfBoundsWrapper", aec_play(AssertOutOfBoundsWrapper(aec()))),
            ("TerminateIllegalWrapper", aec_play(TerminateIllegalWrapper(aec(), illegal_reward=-1.0))),
            ("MultiEpisodeEnv", aec_play(MultiEpisodeEnv(aec(), num_episodes=EPISODES))),
            ("turn_based_aec_to_parallel", turns_play(turn_based_aec_to_parallel(aec()))),
        ],
        "parallel": [
            ("as made", parallel_play(parallel())),
            ("BaseParallelWrapper (does nothing)", parallel_play(BaseParallelWrapper(parallel()))),
            (
                "MultiEpisodeParallelEnv",
                parallel_play(MultiEpisodeParallelEnv(parallel(), num_episodes=EPISODES)),
            ),
            ("parallel_to_aec (one agent's action each)", aec_play(parallel_to_aec(parallel()))),
        ],
    }
    rows = []
    for form, wrapped in cases.items():
        speeds = [rate(work, seconds) for _, work in wrapped]
        for (name, _), speed in zip(wrapped, speeds, strict=True):
            added = 1e6 / speed - 1e6 / speeds[0]
            rows.append((f"{form}: {name}", f"{speed:,.0f}", "" if name == "as made" else f"{added:+.1f}"))
    title = f"{game.title}, {PLAYERS} players: PettingZoo"
    return Table(title, ("environment", "steps/s", "µs more than as made"), rows)
