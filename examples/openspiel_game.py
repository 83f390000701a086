# /// script
# dependencies = ["crusoe_env", "open_spiel>=2.0.2"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""OpenSpiel: any game of this package as an OpenSpiel game, checked by OpenSpiel's own test. Some seconds.

A chance node at the root draws the seed; cards and dice follow from it. An algorithm that walks the tree
below that node knows what is hidden. A fair search uses `resample_from_infostate`, which deals anew.
"""

import argparse
import json
from typing import Any

import numpy as np
import pyspiel

import crusoe_env
from crusoe_env import Simulator
from crusoe_env.text.structure import nested

SEEDS = 1_000
"""Outcomes of the chance node."""
LONGEST = 5_000
"""More actions than legal play of any game takes."""


class CrusoeGame(pyspiel.Game):
    """A game; parameters: `game`, `players` and `scenario` of Robinson Crusoe."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**GAME_TYPE.parameter_specification, **(params or {})}
        options = {name: given[name] for name in ("players", "scenario") if given["game"] == "robinson"}
        self.simulator = Simulator(crusoe_env.game(given["game"]), **options)
        self.players = int(options.get("players", 1))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.simulator.game.actions.n,
            max_chance_outcomes=SEEDS,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> "CrusoeState":
        """A game whose seed is not drawn yet."""
        return CrusoeState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "CrusoeObserver":
        """What a seat knows, as a tensor and as JSON."""
        return CrusoeObserver(self.simulator)


class CrusoeState(pyspiel.State):
    """A state: the record of a game, or None before its seed is drawn."""

    def __init__(self, game: CrusoeGame) -> None:
        super().__init__(game)
        self.simulator, self.players = game.simulator, game.players
        self.record: np.recarray | None = None

    def current_player(self) -> int:
        """The seat that decides."""
        if self.record is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.record.over[0] else int(self.record.acting[0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All seeds, each as likely."""
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.simulator.masks(self.record)[0]).tolist()

    def _apply_action(self, action: int) -> None:
        if self.record is None:
            self.record = self.simulator.new_games(1, action)
        else:
            self.record = self.simulator.step(self.record, np.array([action]))

    def _action_to_string(self, player: int, action: int) -> str:
        return (
            f"seed {action}"
            if player == pyspiel.PlayerId.CHANCE
            else self.simulator.game.actions.name(action)
        )

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.record is not None and bool(self.record.over[0])

    def returns(self) -> list[float]:
        """1 for each seat of a game that is won."""
        return [float(self.is_terminal() and self.record.victory[0])] * self.players

    def resample_from_infostate(self, player: int, rng: Any) -> "CrusoeState":
        """A copy in which all is dealt anew that a seat cannot know."""
        copy = self.clone()
        copy.record = self.simulator.determinize(self.record, np.random.default_rng(int(rng() * 2**32)))
        return copy

    def __str__(self) -> str:
        """What the seat that decides knows; no two states of one history have the same."""
        names = self.simulator.game.observations.names
        seen = (
            nested(self.simulator.observe(self.record, dtype="uint8")[0], names)
            if self.record is not None
            else {}
        )
        return json.dumps({"moves": len(self.history()), "table": seen})


class CrusoeObserver:
    """Observations of a seat: `tensor`, float32 (size,), and a string of JSON."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self.tensor = np.zeros(simulator.game.observations.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CrusoeState, player: int) -> None:
        """Write what a seat knows into `tensor`."""
        self.tensor[:] = 0 if state.record is None else self.simulator.observe(state.record, player)[0]

    def string_from(self, state: CrusoeState, player: int) -> str:
        """What a seat knows, as JSON."""
        if state.record is None:
            return "{}"
        seen = self.simulator.observe(state.record, player, "uint8")[0]
        return json.dumps(nested(seen, self.simulator.game.observations.names))


GAME_TYPE = pyspiel.GameType(
    short_name="python_crusoe",
    long_name="Survival board games of crusoe_env",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.IDENTICAL,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"game": "robinson", "players": 2, "scenario": "castaways"},
)
pyspiel.register_game(GAME_TYPE, CrusoeGame)


def main() -> None:
    """Let OpenSpiel's test play random games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=3)
    given = parser.parse_args()
    for parameters in ("game=marooned", "game=dieson", "players=1", "players=4,scenario=volcano_island"):
        game = pyspiel.load_game(f"python_crusoe({parameters})")
        pyspiel.random_sim_test(game, num_sims=given.games, serialize=True, verbose=False)
        print(f"{parameters}: {given.games} games passed")


if __name__ == "__main__":
    main()
