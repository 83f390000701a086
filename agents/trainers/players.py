"""The networks of a team: one for all seats or one for each, and a critic that may read the joint view.

`network.team: shared` trains one network that plays all seats; `separate` one for each seat. `network.critic:
own` takes the values from the networks that play (with separate ones that is IPPO, de Witt et al. 2020);
`joint` from one of its own that reads the view of the first seat (`state()`), whoever acts (MAPPO, Yu et al.
2022). Values of consecutive decisions follow each other, whoever makes them, as all have the same return.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from torch import Tensor, nn

from ..config import NetworkConfig
from ..learning.memory import Memory
from ..learning.network import PolicyNetwork
from ..learning.recurrence import Past
from ..learning.tensors import CRITIC, RECURRENCE, SEAT
from .game_groups import Group

Drawn = tuple[Tensor, Tensor, Tensor, Tensor]
"""Actions, int64 (n,); their log probabilities and values, float32 (n,); new states of the seats."""


Seen = tuple[np.ndarray, np.ndarray]
"""Observations and action masks, uint8 (n, size), int8 (n, actions)."""


class Views:
    """Stored observations: those of the players who act, and the joint view for a critic that reads it."""

    def __init__(self, own: Memory, joint: Memory | None) -> None:
        self.own, self.joint = own, joint

    def write(self, first: int, group: Group, own: Seen | None = None) -> None:
        """Put what is seen in the games of a group into the rows from `first` on.

        Args:
            first: the first row.
            group: the games.
            own: of the players who act, unless they see what the games write.
        """
        self.own.write(first, *(own or (group.batch.observations, group.batch.masks)))
        if self.joint is not None:
            self.joint.write(first, group.joint_view(), group.batch.masks)


class Players(nn.Module):
    """The networks of all seats.

    Args:
        size: entries of an observation.
        actions: their number.
        hidden: widths of the trunks' layers.
        seed: of the first weights; each network has its own, from this one on.
        settings: which networks there are.
        seats: most players in a game.

    Attributes:
        players: one network for all seats, or one for each.
        critic: the network that reads the joint view, or None.
        slots: states of a recurrent policy in each game: one for each seat, and the last one for the critic.
    """

    def __init__(
        self,
        size: int,
        actions: int,
        hidden: Sequence[int],
        seed: int,
        settings: NetworkConfig,
        seats: int = 1,
    ) -> None:
        super().__init__()
        count, width = seats if settings.team == "separate" else 1, settings.memory_width
        self.players = nn.ModuleList(
            PolicyNetwork(size, actions, hidden, seed + i, width) for i in range(count)
        )
        is_joint = settings.critic == "joint"
        self.critic = PolicyNetwork(size, 0, hidden, seed + count, width) if is_joint else None
        self.slots, self.width = seats + is_joint, width

    @property
    def is_recurrent(self) -> bool:
        """Whether the players remember."""
        return self.width > 0

    def no_states(self, games: int, device: torch.device) -> Tensor:
        """The states where games begin, float32 (games, slots, width)."""
        return torch.zeros((games, self.slots, self.width), device=device)

    def _turns(self, seats: Tensor) -> Iterator[tuple[int, PolicyNetwork, Tensor]]:
        """Each network with its seat and the decisions that are its own, int64."""
        for seat, player in enumerate(self.players):
            assert isinstance(player, PolicyNetwork)
            its = torch.nonzero(seats == seat)[:, 0]
            if len(self.players) == 1:
                its = torch.arange(len(seats), device=seats.device)
            if len(its):
                yield seat, player, its

    def act(
        self, views: Views, which: Tensor, generator: torch.Generator, seats: Tensor, states: Tensor
    ) -> Drawn:
        """Draw actions.

        Args:
            views, which: the rows of stored observations.
            generator: of chance.
            seats: who acts, int64 (n,).
            states: of the games, float32 (n, slots, width).
        """
        with torch.no_grad():
            actions, new = torch.empty_like(seats), states.clone()
            found, values = states.new_empty(len(seats)), states.new_empty(len(seats))
            for _, player, its in self._turns(seats):
                rows, slots = which[its], seats[its]
                trunk, new[its, slots] = player.step(views.own, rows, states[its, slots])
                drawn = views.own.sample(rows, trunk, player.heads, generator)
                actions[its], found[its], values[its] = drawn
            if self.critic is not None and views.joint is not None:
                trunk, new[:, -1] = self.critic.step(views.joint, which, states[:, -1])
                values = self.critic.value(trunk)
            return actions, found, values, new

    def judge(
        self, views: Views, which: Tensor, actions: Tensor, seats: Tensor, past: Past | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """(Log probabilities of given actions, entropies, values), each float32 (n,).

        Args:
            views, which: the rows of stored observations.
            actions, seats: int64 (n,).
            past: of the rows, if the players remember; the rows are those of its steps, one after the other.
        """
        parts, order = [], []
        for seat, player, its in self._turns(seats):
            trunk = player.trunk(views.own, which[its])
            if past is not None:
                trunk = self._remembered(seat, player, trunk, its, past)
            parts.append(views.own.judge(which[its], trunk, player.heads, actions[its]))
            order.append(its)
        found, entropies, values = (torch.cat(part) for part in zip(*parts, strict=True))
        if len(order) > 1:
            back = torch.argsort(torch.cat(order))
            found, entropies, values = found[back], entropies[back], values[back]
        if self.critic is not None and views.joint is not None:
            trunk = self.critic.trunk(views.joint, which)
            if past is not None:
                trunk = self.critic.unrolled(trunk, past.of_slot(-1, torch.ones_like(past.ended)))
            values = self.critic.value(trunk)
        return found, entropies, values

    def _remembered(self, seat: int, player: PolicyNetwork, trunk: Tensor, its: Tensor, past: Past) -> Tensor:
        """The trunk's output for the decisions of one network, with what it remembers."""
        if len(self.players) == 1:
            return player.unrolled(trunk, past)
        everywhere = trunk.new_zeros(past.seats.numel(), trunk.shape[1]).index_copy(0, its, trunk)
        return player.unrolled(everywhere, past.of_slot(seat, past.seats == seat))[its]

    def values(self, views: Views, which: Tensor, seats: Tensor, states: Tensor) -> Tensor:
        """The expected discounted returns, float32 (n,), without gradients; see `act`."""
        with torch.no_grad():
            if self.critic is not None and views.joint is not None:
                return self.critic.value(self.critic.step(views.joint, which, states[:, -1])[0])
            values = states.new_empty(len(seats))
            for _, player, its in self._turns(seats):
                trunk, _ = player.step(views.own, which[its], states[its, seats[its]])
                values[its] = player.value(trunk)
            return values

    # ------------------------------------------------------------------ keep

    def named(self) -> dict[str, nn.Parameter]:
        """The parameters by their names in files: those of the first network have no prefix."""
        return {_in_files(name): parameter for name, parameter in self.named_parameters()}

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights by their names in files, float32 copies on the CPU."""
        return {name: it.detach().cpu().numpy().copy() for name, it in self.named().items()}

    def load_arrays(self, arrays: dict[str, np.ndarray]) -> None:
        """Load weights. Raises RuntimeError for other names or shapes.

        What is missing begins from what is there: each seat from the network of all, a critic from its value,
        and a recurrent unit without influence.
        """
        own, given = self.named(), dict(arrays)
        for name, parameter in own.items():
            prefix, short = _split(name)
            if name in given:
                continue
            if prefix and short in given:
                given[name] = given[short]
            elif short.startswith(RECURRENCE) and not any(RECURRENCE in each for each in arrays):
                first = parameter.detach().cpu().numpy()
                given[name] = np.zeros_like(first) if short == f"{RECURRENCE}output_weight" else first
        tensors = {_in_module(name): torch.tensor(it) for name, it in given.items()}
        self.load_state_dict(tensors)


def _in_files(name: str) -> str:
    """The name in files of a parameter of the module."""
    kind, _, rest = name.partition(".")
    if kind != "players":
        return name
    seat, _, short = rest.partition(".")
    return short if seat == "0" else f"{SEAT}{seat}.{short}"


def _in_module(name: str) -> str:
    """The opposite of `_in_files`."""
    if name.startswith(CRITIC):
        return name
    return f"players.{name.removeprefix(SEAT)}" if name.startswith(SEAT) else f"players.0.{name}"


def _split(name: str) -> tuple[str, str]:
    """The prefix of a name in files, and the name without it."""
    if name.startswith(SEAT):
        seat, _, short = name.removeprefix(SEAT).partition(".")
        return f"{SEAT}{seat}.", short
    return (CRITIC, name.removeprefix(CRITIC)) if name.startswith(CRITIC) else ("", name)
