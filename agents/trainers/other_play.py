"""Other-Play (Hu et al. 2020): in each game each player sees the board as it is or in a mirror.

What two players agree on then cannot rest on which of two equal spaces they take. One network that plays all
seats is Other-Play over the seats as well, since each observation begins with the player who sees it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from crusoe_env import Simulator, game

from ..config import ConfigError, TrainConfig, game_options
from ..robinson.mirror import Mirror, is_mirrored
from .game_groups import Group
from .players import Seen


def check(config: TrainConfig) -> None:
    """Raise ConfigError if Other-Play cannot be trained so."""
    field = "field 'network.other_play'"
    if config.game != "robinson":
        raise ConfigError(f"{field}: the board of {config.game} has no mirror image; 'robinson' has one")
    for name, is_set in (
        ("imitation.teacher", config.imitation.teacher is not None),
        ("partners.agents", bool(config.partners.agents)),
        ("curriculum", bool(config.curriculum)),
    ):
        if is_set:
            raise ConfigError(f"{field}: goes without '{name}'")
    if not is_mirrored(Simulator(game("robinson"), threads=1, **game_options(config))):
        raise ConfigError(f"{field}: the island of this scenario has no mirror image")


class OtherPlay:
    """Who sees which game in the mirror.

    Args:
        config: of the run.
        seats: players in a game.
        device: where the network is.

    Attributes:
        turned: bool (num_envs, seats).

    Raises:
        ConfigError: the run cannot be trained so.
    """

    def __init__(self, config: TrainConfig, seats: int, device: torch.device) -> None:
        check(config)
        self.mirror = Mirror()
        self.rng = np.random.default_rng(config.seed)
        self.turned = self._drawn(config.num_envs, seats)
        self._table = torch.from_numpy(self.mirror.actions_of).to(device)

    def _drawn(self, games: int, seats: int) -> np.ndarray:
        return self.rng.random((games, seats)) < 0.5

    def begin(self, group: Group, ended: np.ndarray) -> None:
        """Draw anew for games that have just begun anew, bool (count,)."""
        self.turned[group.columns][ended] = self._drawn(int(ended.sum()), self.turned.shape[1])

    def _turned(self, group: Group, seats: np.ndarray) -> np.ndarray:
        """In which games these seats see the mirrored board, bool (count,)."""
        return np.asarray(self.turned[group.columns][np.arange(len(seats)), seats])

    def seen(self, group: Group) -> Seen:
        """What the players who act see."""
        observations, masks = group.batch.observations.copy(), group.batch.masks.copy()
        turned = self._turned(group, group.acting)
        observations[turned] = self.mirror.observations(observations[turned])
        masks[turned] = self.mirror.masks(masks[turned])
        return observations, masks

    def seen_at_end(self, group: Group, games: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """The last observations of some games of a group, for the seats that acted last, uint8 (n, size)."""
        observations = group.batch.final_observations[games]
        turned = self.turned[group.columns][games, seats]
        observations[turned] = self.mirror.observations(observations[turned])
        return np.asarray(observations)

    def played(self, group: Group, actions: Tensor) -> Tensor:
        """What is played if the players who act choose these actions, int64 (count,)."""
        turned = torch.from_numpy(self._turned(group, group.acting)).to(actions.device)
        return torch.where(turned, self._table[actions], actions)

    # ------------------------------------------------------------------ keep

    @property
    def about(self) -> dict[str, Any]:
        """What a checkpoint says, beside `turned`."""
        return {"random": self.rng.bit_generator.state}

    def restore(self, turned: np.ndarray, about: dict[str, Any]) -> None:
        """Go on from a checkpoint with the same number of games."""
        self.turned = turned.astype(np.bool_)
        self.rng.bit_generator.state = about["random"]
