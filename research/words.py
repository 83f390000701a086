"""What words are worth between partners who plan in secret.

`python -m research.words partner:secret-planner partner:one-word --write research/results/words.json`.
Each policy plays all seats of games of its own task, each seat by itself in its own view: as it was trained;
in silence; with every word replaced by a random one; and with one seat that hears nothing. No seed was used
in training.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import crusoe_env
from agents import zoo
from agents.registry import make_agent
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import PASS_ACTION, SAY_SYMBOL
from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.support.intervals import share_interval
from research.variants import FIRST_SEED, Found

WAYS = ("as trained", "in silence", "random words", "one seat deaf")
DEAF = 1
"""The seat that hears nothing: the second."""
HEARD = slice(LAYOUT.start["words"], LAYOUT.start["placed pawns"])
HEADINGS = (
    "policy", "words", "way", "games", "victories", "95 % interval", "goal progress", "pawns that give way",
    "words said",
)  # fmt: skip


def play(policy: str, way: str, games: int, **options: Any) -> tuple[Found, int, int]:
    """Play games of a policy in one of the ways; `options` change its task.

    Returns:
        what came of them; how often a symbol was said; and how often one could be said.
    """
    game, task = zoo.task_of(zoo.name_of(policy))
    simulator = Simulator(crusoe_env.game(game), **{**task, **options})
    agent, rng = make_agent(policy, simulator), np.random.default_rng(FIRST_SEED)
    agent.reset(FIRST_SEED)
    states = simulator.new_games(games, FIRST_SEED)
    found, said, asked = Found(states, counted=np.zeros(games, np.int64)), 0, 0
    while not states.over.all():
        ongoing = np.flatnonzero(states.over == 0)
        here = states[ongoing].view(np.recarray)
        observations, masks = simulator.views(here)
        if way == "one seat deaf":
            observations[here.acting == DEAF, HEARD] = 0
        actions = agent.act(observations, masks)
        speaks = masks[:, SAY_SYMBOL] == 1
        if way == "in silence":
            actions[speaks] = PASS_ACTION
        words = speaks & (actions != PASS_ACTION)
        if way == "random words":
            known = int(masks[speaks, SAY_SYMBOL : SAY_SYMBOL + len(c.SYMBOLS)].sum(axis=1).max(initial=1))
            actions[words] = SAY_SYMBOL + rng.integers(known, size=words.sum())
        said, asked = said + int(words.sum()), asked + int(speaks.sum())
        states[ongoing] = simulator.step(here, actions)
        found.count(states)
    found.states, found.progress = states, simulator.goal_progress(states)
    return found, said, asked


def row(policy: str, way: str, games: int) -> tuple[str, ...]:
    """A line of the table."""
    found, said, asked = play(policy, way, games)
    won = share_interval(int((found.states.victory == 1).sum()), games)
    return (
        f"`{policy}`",
        str(zoo.task_of(zoo.name_of(policy))[1].get("words", 0)),
        way,
        str(games),
        f"{won.mean:.1%}",
        f"{won.low:.1%} – {won.high:.1%}",
        f"{found.progress.mean():.3f}",
        f"{found.gave_way / max(1, found.placed):.1%}",
        f"{said / asked:.1%}" if asked else "",
    )


def main() -> None:
    """Play and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("policies", nargs="+", help="trained with secret plans")
    parser.add_argument("--games", type=count_of, default=2_000, help="of each policy in each way")
    given = parser.parse_args()
    rows = []
    for policy in given.policies:
        silent = not zoo.task_of(zoo.name_of(policy))[1].get("words", 0)
        rows += [row(policy, way, given.games) for way in (WAYS[:1] if silent else WAYS)]
    found = Table("The worth of words to policies trained with secret plans", HEADINGS, rows)
    present([found], given.write, "research.words")


if __name__ == "__main__":
    begin(main)
