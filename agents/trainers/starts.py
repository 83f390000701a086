"""Games that begin in the middle of won games: a curriculum from the end backwards.

An agent plays until some games are won. Games of the training then begin where it stood at the beginning of a
round of one of them, with all dealt anew that the player cannot know: positions are taken over, no action. At
first games begin in the last round; once enough of those are won, one round earlier, and so on to whole games
(Florensa et al. 2017, reverse curriculum; Resnick et al. 2018, Backplay). A position is left out for as long
as the policy wins less than a tenth of the games from it, or more than nine tenths.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env import Simulator, game
from crusoe_env.agent import Agent, Transcript
from crusoe_env.engine.state import rows_of

from ..config import ConfigError, TrainConfig, game_options
from ..evaluation import play_batch
from ..progress import progress_bar
from ..registry import make_agent
from .game_groups import Group, rows_as_bytes

AT_ONCE = 1_024
"""Games that the agent plays side by side."""
WHOLE = -1
"""In place of a position: the game began at its beginning."""
NO_ROUND = -1
"""Before the first round; then all games begin at their beginning."""
JUDGED = 400
"""Results from a round's positions that decide whether games begin one round earlier."""
LEAST, MOST = 0.1, 0.9
"""A position is left out while a smaller or larger share of the games from it is won."""
KNOWN, FORGOTTEN = 8, 64
"""Games from a position after which its share counts, and after which older ones count half."""


@dataclass(frozen=True)
class Positions:
    """Beginnings of rounds in won games.

    Attributes:
        states: records as bytes, uint8 (n, bytes of a record).
        rounds: of each, int64 (n,).
    """

    states: np.ndarray
    rounds: np.ndarray


NONE_YET = Positions(np.empty((0, 0), np.uint8), np.empty(0, np.int64))


def simulator_of(config: TrainConfig) -> Simulator:
    """The rules under which the positions are found. Raises ConfigError for wrong options."""
    options = game_options(config)
    try:
        found = Simulator(game(config.game), threads=config.threads, **{**options, **config.starts.env})
    except (TypeError, ValueError) as error:
        raise ConfigError(f"field 'starts.env': {error}") from error
    played = Simulator(game(config.game), threads=1, **options)
    if found.tables_hash != played.tables_hash:
        raise ConfigError("field 'starts.env': the facts must stay; friday or dog, for example, may differ")
    return found


def found_by(config: TrainConfig) -> Positions:
    """The positions of the games that `starts.agent` wins.

    Raises:
        ConfigError: it wins none, or an option is wrong.
        ValueError: there is no such agent.
    """
    settings, simulator = config.starts, simulator_of(config)
    agent = make_agent(str(settings.agent), simulator)
    agent.reset(settings.seed)
    rng = np.random.default_rng(settings.seed)
    states: list[np.ndarray] = []
    rounds: list[np.ndarray] = []
    won = 0
    with progress_bar(total=settings.victories, unit=" won games", desc="positions") as bar:
        for start in range(0, settings.games, AT_ONCE):
            count = min(AT_ONCE, settings.games - start)
            games = simulator.new_games(count, settings.seed + start)
            which, when, seen = _rounds_of(agent, simulator, games, rng)
            kept = games.victory[which] == 1
            states.append(seen[kept])
            rounds.append(when[kept])
            bar.update(int((games.victory == 1).sum()))
            won += int((games.victory == 1).sum())
            if won >= settings.victories:
                break
    if won == 0:
        raise ConfigError(f"field 'starts.agent': {settings.agent} wins none of {settings.games} games")
    return Positions(np.concatenate(states), np.concatenate(rounds))


def _rounds_of(
    agent: Agent, simulator: Simulator, games: np.recarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play games to their ends; (games, rounds, records as bytes) of the first decision in each round."""
    last = np.full(len(games), NO_ROUND)
    found: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def keep(live: np.ndarray, playing: np.recarray, *_: np.ndarray) -> None:
        fresh = playing.rounds > last[live]
        which, now = live[fresh], playing.rounds[fresh].astype(np.int64)
        last[which] = now
        found.append((which, now, rows_as_bytes(playing)[fresh]))

    transcript = Transcript(np.arange(len(games))) if agent.remembers else None
    play_batch(agent, simulator, games, rng, transcript, seen=keep)
    which, when, states = (np.concatenate(each) for each in zip(*found, strict=True))
    return which, when, states


class Starts:
    """Where the games of a training begin.

    Args:
        config: of the run, with `starts.agent`.
        positions: to begin at; by default those that the agent finds, once games begin.

    Attributes:
        has_begun: whether the games of the present stage have.
        positions: all that there are; none before games begin.
        round: at whose beginning games begin now, or `NO_ROUND`.
        played, won: games from each position that have ended, and those that were won, int64 (n,).
        origin: the position where each game of the training began, int64 (num_envs,), or `WHOLE`.
        recent: results of games from positions of this round.
    """

    def __init__(self, config: TrainConfig, positions: Positions | None = None) -> None:
        self.settings = config.starts
        self.simulator = simulator_of(config)
        self.config = config
        self.rng = np.random.default_rng(config.seed)
        self.origin = np.full(config.num_envs, WHOLE)
        self.has_begun = False
        self._take(positions or NONE_YET)

    def _take(self, positions: Positions) -> None:
        self.positions = positions
        self.played = np.zeros(len(positions.rounds), np.int64)
        self.won = np.zeros(len(positions.rounds), np.int64)
        self.recent: deque[bool] = deque(maxlen=JUDGED)
        self.round = int(positions.rounds.max(initial=NO_ROUND))

    def begin_all(self, groups: Sequence[Group], steps: int) -> None:
        """Let games that have just begun begin at positions; find those first if there are none yet."""
        if not len(self.positions.rounds):
            self._take(found_by(self.config))
        for group in groups:
            self.begin(group, np.ones(group.batch.count, np.bool_), steps)
        self.has_begun = True

    def whole(self, group: Group) -> np.ndarray:
        """Which games of a group began at their beginning, bool (count,)."""
        return np.asarray(self.origin[group.columns] == WHOLE)

    def begin(self, group: Group, ended: np.ndarray, steps: int) -> None:
        """Let games that have just begun anew begin at a position, if it is their turn.

        Args:
            group: the games.
            ended: which have begun anew, bool (count,).
            steps: of the training so far.
        """
        origin = self.origin[group.columns]
        origin[ended] = WHOLE
        over = self.settings.steps is not None and steps >= self.settings.steps
        turn = ended & (np.arange(len(ended)) < round(self.settings.share * len(ended)))
        if over or self.round == NO_ROUND or not turn.any():
            return
        rows = np.flatnonzero(turn)
        origin[rows] = self.rng.choice(self.candidates(), len(rows))
        blank = self.simulator.blank(len(rows))
        rows_as_bytes(blank)[:] = self.positions.states[origin[rows]]
        dealt = self.simulator.determinize(blank, self.rng)
        rows_of(group.batch.states)[rows] = rows_of(dealt)
        group.batch.refresh(turn)

    def candidates(self) -> np.ndarray:
        """The positions of this round from which not nearly all games are won or lost, int64 (n,)."""
        here = np.flatnonzero(self.positions.rounds == self.round)
        played = self.played[here]
        share = self.won[here] / np.maximum(1, played)
        kept = (played < KNOWN) | ((share >= LEAST) & (share <= MOST))
        return here[kept] if kept.any() else here

    def note(self, group: Group, ended: np.ndarray) -> None:
        """Take note of the results of the games of a group that have ended, bool (count,)."""
        victories = (group.batch.results.victory[ended] == 1).tolist()
        for position, victory in zip(self.origin[group.columns][ended], victories, strict=True):
            if position == WHOLE:
                continue
            if self.played[position] >= FORGOTTEN:
                self.played[position] //= 2
                self.won[position] //= 2
            self.played[position] += 1
            self.won[position] += victory
            if self.positions.rounds[position] == self.round:
                self.recent.append(victory)
        if len(self.recent) == JUDGED and sum(self.recent) >= self.settings.enough * JUDGED:
            earlier = self.positions.rounds[self.positions.rounds < self.round]
            self.round = int(earlier.max(initial=NO_ROUND))
            self.recent.clear()

    @property
    def figures(self) -> dict[str, float]:
        """For the trackers: the round, and the share of recent games from its positions that was won."""
        share = sum(self.recent) / max(1, len(self.recent))
        return {"starts/round": float(self.round), "starts/victory_rate": share}

    # ------------------------------------------------------------------ keep

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """What a checkpoint holds, beside `about`."""
        return {
            "starts.states": self.positions.states,
            "starts.rounds": self.positions.rounds,
            "starts.played": self.played.copy(),
            "starts.won": self.won.copy(),
            "starts.origin": self.origin.copy(),
            "starts.recent": np.array(self.recent, np.uint8),
        }

    @property
    def about(self) -> dict[str, Any]:
        """The round, and the state of the random numbers."""
        return {"round": self.round, "random": self.rng.bit_generator.state}

    def restore(self, arrays: dict[str, np.ndarray], about: dict[str, Any]) -> None:
        """Go on from a checkpoint. Raises KeyError if it is of a run without starts."""
        self.positions = Positions(arrays["starts.states"], arrays["starts.rounds"])
        self.played, self.won = arrays["starts.played"].copy(), arrays["starts.won"].copy()
        self.recent = deque((arrays["starts.recent"] == 1).tolist(), JUDGED)
        self.round = int(about["round"])
        self.rng.bit_generator.state = about["random"]
        if len(self.origin) == len(arrays["starts.origin"]):
            self.origin = arrays["starts.origin"].copy()
            self.has_begun = True
