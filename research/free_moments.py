"""How much shorter episodes are when free moments pass by themselves, and what that costs.

`python -m research.free_moments` prints a table of episode lengths and speed under random play that mostly
lets free moments pass; `--agent scripted` a second one with the strength of an agent that is asked less.
`--write docs/how_to/free_moments.md` puts them between the markers `free moments` of a page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from agents.intervals import mean_interval
from agents.registry import make_agent
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Batch, game
from crusoe_env.bench.report import Table, rate
from crusoe_env.command_line import count_of
from crusoe_env.engine import stepping
from crusoe_env.engine.free_moments import AUTO_PASS

SCENARIOS = ("castaways", "cursed_island")
PLAYERS = (1, 2, 4)
GAMES = 256
EPISODES = 500
SEED = 1_000_000
PASSES = 0.9
"""How often the player of this benchmark lets a free moment pass."""


class Cautious:
    """Random legal play that mostly lets free moments pass, as people do."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        assert batch.game.windows is not None
        self.windows = batch.game.windows
        self.draw = batch.sampler(seed=0)
        self.rng = np.random.default_rng(0)

    def __call__(self) -> np.ndarray:
        """An action for each game, int64 (count,)."""
        asked = self.windows.at(self.batch.games[0])
        lets_pass = asked & (self.rng.random(self.batch.count) < PASSES)
        return np.where(lets_pass, self.windows.pass_action, self.draw())


def new_batch(auto_pass: str, count: int, **options: Any) -> Batch:
    """Games that begin anew in the step in which they end."""
    robinson = game("robinson")
    batch = Batch(robinson, count, auto_pass=auto_pass, autoreset=stepping.SAME_STEP, **options)
    batch.seed(range(SEED, SEED + count))
    batch.reset()
    return batch


def lengths(auto_pass: str, episodes: int, **options: Any) -> tuple[float, float]:
    """Mean decisions and mean free moments in an episode."""
    batch = new_batch(auto_pass, min(GAMES, episodes), **options)
    choose = Cautious(batch)
    ended = decisions = moments = 0
    while ended < episodes:
        moments += int(choose.windows.at(batch.games[0]).sum())
        decisions += batch.count
        batch.step(choose())
        ended += int(((batch.flags & stepping.ENDED) != 0).sum())
    return decisions / ended, moments / ended


def steps_of(batch: Batch) -> Callable[[], int]:
    """One step of a batch; how many decisions that were."""
    choose = Cautious(batch)

    def step() -> int:
        batch.step(choose())
        return batch.count

    return step


def tables(episodes: int, seconds: float) -> list[Table]:
    """Episode lengths and speed, with and without."""
    rows = []
    for scenario in SCENARIOS:
        for players in PLAYERS:
            for auto_pass in AUTO_PASS:
                options = {"scenario": scenario, "players": players}
                decisions, moments = lengths(auto_pass, episodes, **options)
                fast = rate(steps_of(new_batch(auto_pass, GAMES, **options)), seconds)
                numbers = (f"{decisions:.1f}", f"{moments:.1f}", f"{fast:,.0f}")
                rows.append((scenario, str(players), auto_pass, *numbers))
    title = f"Free moments: random play that lets {PASSES:.0%} of them pass, {episodes:,} episodes"
    headings = ("scenario", "players", "auto_pass", "decisions", "of them free moments", "decisions/s")
    return [Table(title, headings, rows)]


def strength(agent_name: str, games: int) -> Table:
    """How well an agent plays that is not asked what it has just answered: decisions, goals, victories."""
    rows = []
    for players in PLAYERS:
        for auto_pass in AUTO_PASS:
            batch = Batch(
                game("robinson"), games, auto_pass=auto_pass, players=players, autoreset=stepping.DISABLED
            )
            batch.seed(range(SEED, SEED + games))
            batch.reset()
            agent, rng, decisions = make_agent(agent_name, batch.simulator), np.random.default_rng(0), 0
            agent.reset(SEED)
            while len(live := np.flatnonzero(~batch.waiting)):
                states = batch.states[live].view(np.recarray)
                observation, masks = batch.simulator.views(states)
                actions = np.zeros(games, np.int64)
                actions[live] = agent.decide(batch.simulator, states, observation, masks, rng)
                batch.step(actions)
                decisions += len(live)
            progress = mean_interval(batch.simulator.goal_progress(batch.states))
            share = f"{progress.mean:.3f} ({progress.low:.3f} – {progress.high:.3f})"
            won = f"{np.mean(batch.results.victory):.1%}"
            rows.append((str(players), auto_pass, f"{decisions / games:.1f}", share, won))
    headings = ("players", "auto_pass", "decisions", "goal progress", "victories")
    return Table(f"The {agent_name} player in Castaways, {games:,} games", headings, rows)


def main() -> None:
    """Measure, print, write."""
    parser = parser_of(__doc__)
    parser.add_argument("--episodes", type=int, default=EPISODES)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--agent", help="whose strength is measured, for instance scripted")
    parser.add_argument("--games", type=count_of, default=GAMES, help="that the agent plays")
    given = parser.parse_args()
    found = tables(given.episodes, given.seconds) if given.episodes else []
    if given.agent is not None:
        found.append(strength(given.agent, given.games))
    present(found, given.write, "free moments")


if __name__ == "__main__":
    begin(main)
