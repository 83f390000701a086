"""Games of several players side by side, one compiled call per step: for learners that hold every agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch
from crusoe_env.engine.game import Game
from crusoe_env.interfaces.planning import PlansManyGames
from crusoe_env.interfaces.registration import find_game
from crusoe_env.interfaces.seated import AGENTS, seat_names
from crusoe_env.interfaces.vector_env import AUTORESET, autoreset_of
from crusoe_env.support.options import named
from crusoe_env.support.words import nearest, shown


@dataclass(frozen=True)
class Turn:
    """All games of a batch at a moment: in each, one agent is to act.

    Attributes:
        observation: (n, size), what the agent who acts knows, float32 or uint8.
        mask: int8 (n, actions), that agent's legal actions; all ones where the game is over.
        acting: int64 (n,), the seat of the agent who acts.
        reward: float64 (n,), of the last step, the same for every agent of a game.
        choosers: bool (n, players), who decides, none knowing what the others choose: who acts, in variants
            with hidden plans all who place a pawn then.
        terminated, truncated: bool (n,), how the last step ended a game. Under same-step autoreset the
            observation, mask and acting seat of such a game are those of its next episode already.
    """

    observation: np.ndarray
    mask: np.ndarray
    acting: np.ndarray
    reward: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    choosers: np.ndarray


class MultiAgentBatch(PlansManyGames):
    """`count` games of several agents on the engine of `Batch`.

    In every step the agent who acts in a game takes one action there. Game i of seed s is the game that the
    PettingZoo environments play with seed s + i.

    Attributes:
        batch: the games themselves, with records, results and last observations of ended episodes.
        count: how many games there are.

    Args:
        game: short name, id, or the game itself.
        count: how many games.
        copy: return arrays that no later step overwrites as long as anybody holds them; without, the next
            step overwrites observations, masks and rewards.
        autoreset_mode: of `gymnasium.vector.AutoresetMode`: SAME_STEP (the default), NEXT_STEP or DISABLED.
        agents: "seats" or "characters", after which agents are named, as in PettingZoo.
        **settings: as for the single environment, the game's options included.

    Raises:
        ValueError: for a game of one player, several numbers of players, or a wrong setting.
    """

    def __init__(
        self,
        /,
        game: str | Game,
        count: int,
        *,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        agents: str = "seats",
        **settings: Any,
    ) -> None:
        self.game = find_game(game)
        if not self.game.several_players:
            raise ValueError(f"{self.game.title} is a game for one player; use gymnasium.make_vec")
        named("agents", agents, AGENTS)
        self._by_seat = agents == "seats"
        mode = autoreset_of(autoreset_mode)
        self.batch = Batch(self.game, count, autoreset=AUTORESET[mode], fresh=copy, **settings)
        seats = {len(self.game.seats.of(template)) for template in self.batch.simulator.templates}
        if len(seats) > 1:
            listed = ", ".join(map(str, sorted(seats)))
            raise ValueError(
                f"games side by side have one number of players, not {listed}: make one batch for each"
            )
        self.count = count
        self.copy = copy
        self._players = 0

    @property
    def players(self) -> int:
        """How many agents each game has; 0 before the first reset."""
        return self._players

    def reset(
        self,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
        which: np.ndarray | None = None,
    ) -> Turn:
        """Begin new episodes in all games, or in some.

        Args:
            seed: an int, or one seed (or None) per game; without, the generators go on where they are.
            options: as for the single environment; they fix chance.
            which: bool (count,), the games that begin anew; by default all.

        Raises:
            ValueError: for wrong seeds or options; the games go on.
        """
        chosen = np.ones(self.count, np.bool_) if which is None else np.asarray(which)
        if chosen.dtype != np.bool_ or chosen.shape != (self.count,):
            raise ValueError(f"which must be bool, of shape ({self.count},)")
        seeds = self.batch.seeds_from(seed)
        self.batch.forced_by(options)
        self.batch.seed([s if begins else None for s, begins in zip(seeds, chosen, strict=True)])
        self.batch.simulator.ensure_compiled()
        self.batch.reset(chosen, options)
        self.batch.rewards[chosen] = 0.0
        return self._begin(chosen)

    def close(self) -> None:
        """End the threads."""
        self.batch.close()

    def _begin(self, chosen: np.ndarray) -> Turn:
        self._players = len(self.game.seats.of(self.batch.states[int(chosen.argmax())]))
        return self._turn(self.batch.observations.view())

    def _restored(self, which: np.ndarray) -> Turn:
        self.batch.simulator.ensure_compiled()
        self.batch.refresh(which)
        return self._begin(which)

    def step(self, actions: Any) -> Turn:
        """Play one action in each game, for the agent who acts there.

        Args:
            actions: whole numbers (count,). Those of games that are over or wait for their reset count for
                nothing.

        Raises:
            IllegalActionError: under `on_illegal="raise"`; no game has changed.
            RuntimeError: before the first reset.
            TypeError, ValueError: not one whole number for each game.
        """
        self.batch.step(actions)
        return self._turn(self.batch.observations.view())

    def step_all(self, actions: Any) -> Turn:
        """One action in each game of each agent who decides there, `Turn.choosers`.

        Args:
            actions: whole numbers (count, players). Those of agents who do not decide count for nothing.

        Raises: as `step`.
        """
        self.batch.step_all(actions)
        return self._turn(self.batch.observations.view())

    def turn(self) -> Turn:
        """The present moment, as the last `reset` or `step` returned it."""
        return self._turn(self.batch.observe() if self.copy else self.batch.observations)

    def _turn(self, observation: np.ndarray) -> Turn:
        batch = self.batch
        return Turn(
            observation=observation,
            mask=batch.masks.copy() if self.copy else batch.masks,
            acting=batch.games[0]["acting"].astype(np.int64),
            reward=batch.rewards.copy() if self.copy else batch.rewards,
            terminated=(batch.flags & stepping.TERMINATED) != 0,
            truncated=(batch.flags & stepping.TRUNCATED) != 0,
            choosers=batch.choosers,
        )

    # ------------------------------------------------------------------ every agent's view

    def observe(self, agent: int | str | Sequence[int] | np.ndarray) -> np.ndarray:
        """What an agent knows, (count, size), at any time and whoever acts.

        Args:
            agent: a seat for all games, a seat for each (count,), or the name of an agent who plays in all.

        Raises:
            ValueError: for a seat or name that does not play.
            RuntimeError: before the first reset.
        """
        return self.batch.observe(self.seats(agent))

    def mask(self, agent: int | str | Sequence[int] | np.ndarray) -> np.ndarray:
        """The legal actions of an agent, int8 (count, actions): all zeros where it does not decide.

        Raises: as `observe`.
        """
        seats = self.seats(agent)
        acts = self.batch.games[0]["acting"] == seats
        others = self.batch.masks_of(seats) if self.batch.simulator.has_several_choosers else np.int8(0)
        return np.where(acts[:, None], self.batch.masks, others)

    def state(self) -> np.ndarray:
        """The global states for centralised training, (count, size): the first seat's view, all open.

        Raises RuntimeError before the first reset.
        """
        self._need_games()
        return self.batch.observe(self.game.seats.open_view)

    def names(self, i: int) -> list[str]:
        """The agents of game `i` by seat. Raises RuntimeError before the first reset."""
        self._need_games()
        return seat_names(self._players) if self._by_seat else self.characters(i)

    def characters(self, i: int) -> list[str]:
        """Whom the agents of game `i` play, by seat. Raises RuntimeError before the first reset."""
        self._need_games()
        return self.game.seats.of(self.batch.states[i])

    def _need_games(self) -> None:
        if not self.batch.begun:
            raise RuntimeError("some games have not begun: call reset() first")

    def seats(self, agent: int | str | Sequence[int] | np.ndarray) -> np.ndarray:
        """The seat of an agent in each game, int64 (count,). Raises: as `observe`."""
        self._need_games()
        if isinstance(agent, str):
            return np.array([self._seat_of(agent, i) for i in range(self.count)], np.int64)
        seats = np.asarray(agent)
        if seats.dtype.kind not in "iu" or seats.shape not in ((), (self.count,)):
            raise ValueError(f"an agent is a seat, {self.count} seats or a name, not {shown(agent)}")
        if seats.min() < 0 or seats.max() >= self._players:
            raise ValueError(f"seats are 0 .. {self._players - 1}, not {shown(agent)}")
        return np.broadcast_to(seats, self.count).astype(np.int64)

    def _seat_of(self, name: str, i: int) -> int:
        names = self.names(i)
        if name not in names:
            raise ValueError(f"{name!r} does not play in game {i}; {nearest(name, names)}")
        return names.index(name)
