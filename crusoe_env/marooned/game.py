"""The public classes of Marooned!: `crusoe_env/Marooned-v0`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from crusoe_env.engine.game import Chance, Facts, Game, Pile, Show
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.interfaces.vector_env import GameVectorEnv
from crusoe_env.marooned import actions, checks, facts, observation
from crusoe_env.marooned.rules import goal, turn
from crusoe_env.marooned.state import CARD_IDS, CAUSES, RECORD
from crusoe_env.support.words import listed, nearest, shown


def forced_cards(names: Sequence[Any], state: Any) -> list[int]:
    """Cards of the deck by name, next one first. Raises ValueError for a card that cannot come."""
    unseen = [CARD_IDS[card] for card in state.deck[state.played :]] if state.played else CARD_IDS
    numbers: list[int] = []
    for name in names:
        if name not in CARD_IDS:
            raise ValueError(f"deck: unknown card {shown(name)}; {nearest(name, CARD_IDS)}")
        if name not in unseen:
            raise ValueError(f"deck: {shown(name)} is in play already; unseen: {listed(unseen)}")
        if CARD_IDS.index(name) in numbers:
            raise ValueError(f"deck: {shown(name)} stands twice")
        numbers.append(CARD_IDS.index(name))
    return numbers


def force_deck(state: Any) -> None:
    """Bring the forced cards to the top of the deck of a game under way."""
    turn.put_forced_on_top(state, int(state.played))
    state.forced_count = 0


def piles(state: np.ndarray) -> list[Pile]:
    """The deck of a (1,) record; its order is unknown."""
    deck, played = state["deck"][0], int(state["played"][0])
    return [Pile("deck", len(deck) - played, [(deck, place) for place in range(played, len(deck))])]


GAME = Game(
    name="marooned",
    module=__name__,
    title="Marooned!",
    version=0,
    record=RECORD,
    check=checks.flaws,
    causes=CAUSES,
    actions=actions.LAYOUT,
    observations=observation.LAYOUT,
    rules={
        "new_game": turn.new_game,
        "apply_action": turn.apply_action,
        "write_mask": actions.write_mask,
        "write_observation": observation.write_observation,
        "goal_progress": goal.goal_progress,
        "rounds_share": goal.rounds_share,
        "potential": goal.potential,
        "redeal": turn.redeal,
    },
    chance=Chance(option="deck", forced=forced_cards, force=force_deck, piles=piles),
    facts=Facts(facts.load, facts.tables),
    show=Show("crusoe_env.marooned.view", logged_actions=8),
    scripted="crusoe_agents.marooned.scripted:ScriptedMarooned",
    longest_episode=200,
    has_last_round=False,
)


class Env(GameEnv):
    """Marooned! (Mark Tuck, 2015): one castaway, 16 two-sided cards, an island that grows as you walk.

    ## Description
    Walk over the island or draw its next card, flip cards whose prerequisites hold, and be seen by a ship
    before your health runs out. The rules as implemented, with every decision about them: docs/marooned.md.

    ## Action space
    `Discrete(37)`: walk, explore, stay, flip, swap; names by `action_name(i)`. `info["action_mask"]` (int8)
    holds the legal ones.

    ## Observation space
    `Box(0, high, (size,), float32)`, with `observation_dtype="uint8"` the bytes behind it, with
    `observation="dict"` a `Dict` of its segments. Positions are
    relative to the player.

    ## Rewards
    `reward="sparse"`: 1 for a rescue. `"shaped"`: plus the change of a potential (signals, ship, health).
    `"progress"`: also half the goal progress when dead. `"score"`: the victory points when rescued. There is
    no last turn, so that `"survival"` is refused.

    ## Episode end
    Terminated when rescued or dead. Truncated after `max_steps` (200) actions; legal play ends far earlier.

    ## Information
    At the end `victory`, `score`, `goal_progress`, `rounds` (turns), `cause`, of which
    `cause_name` says "rescued" or "died".

    ## Reset options
    `deck`: card ids from the top, all 16 or only the first few.

    ## Version history
    v0: first release.
    """

    game = GAME


class VectorEnv(GameVectorEnv, gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games of Marooned! in one batch; see `Env`."""

    game = GAME
