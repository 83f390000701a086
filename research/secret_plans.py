"""Do policies that were trained apart understand each other? Castaways for two with secret plans and strains.

`python -m research.secret_plans --seeds 8 --steps 4000000 --write research/results/secret_plans.json` trains
each method with each seed from nothing, without shared weights, then plays every two policies of a method
together: self-play is a policy beside itself, cross-play beside another seed of its method. Runs are kept in
`--out`; the same command goes on after Ctrl-C and trains only what is missing. Friday, the Dog and six
starting items come along (`HELP`), since policies of so few steps win hardly a game without.

Intervals (95 %) are of a bootstrap over seeds: a few seeds of few minutes, so they are wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agents.config import TrainConfig, read_config
from agents.cross_play import Cell, cross_play
from agents.evaluation import play_batch
from agents.registry import make_agent
from agents.shipped import shipped
from agents.suites.tables import signed
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator, game
from crusoe_env.agent import Transcript
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.robinson.actions import LAYOUT
from crusoe_env.robinson.rules import steps as rule_steps
from crusoe_env.support.intervals import DRAWS, Interval, drawn_interval
from research.trainings import train

FIRST_SEED = 7_000_000
HELP = {"friday": True, "dog": True, "starting_items": 6}
SECRET = {"players": 2, "table": "secret_plans", "strains": True, **HELP}
OPEN = {"players": 2, **HELP}
METHODS: Mapping[str, Mapping[str, Any]] = {
    "IPPO": {"env": SECRET, "network": {"team": "separate"}},
    "IPPO with memory": {"env": SECRET, "network": {"team": "separate", "memory": "gru"}},
    "one network": {"env": SECRET, "network": {}},
    "Other-Play": {"env": SECRET, "network": {"other_play": "mirror"}},
    "MAPPO": {"env": SECRET, "network": {"critic": "joint"}},
    "HE-IPPO": {
        "env": SECRET,
        "network": {"team": "separate"},
        "ppo": {"ent_coef": 0.03, "final_ent_coef": 0.03},
    },
    "IPPO, open table": {"env": OPEN, "network": {"team": "separate"}},
    "MAPPO, open table": {"env": OPEN, "network": {"critic": "joint"}},
}
"""Settings beside configs/team.yaml.

IPPO has a network for each seat (de Witt et al. 2020), MAPPO one for both whose critic reads the joint view
(Yu et al. 2022). Other-Play is one network whose players see the island as it is or mirrored (Hu et al.
2020). HE-IPPO keeps a high entropy bonus to the end, so that no convention is chosen by accident. The open
tables are controls.
"""
PPO = {"n_steps": 128, "net": (128, 128), "learning_rate": 1e-3}
"""Half the width learns as much with a step and makes half as many steps again in a second."""
MEASURES = ("victory", "goal_progress")


def config_of(method: str, seed: int, steps: int, out: Path) -> TrainConfig:
    """The training run of a method with a seed, from nothing."""
    base = read_config(shipped("configs") / "team.yaml").model_dump()
    given = METHODS[method]
    changes: dict[str, Any] = {
        "run_dir": str(out / f"{method}-{seed}".replace(" ", "_").replace(",", "")),
        "seed": seed * 1_000,
        "total_steps": steps,
        "imitation": {},
        "env": {**base["env"], **given["env"], "reward": "progress"},
        "network": {**base["network"], **given["network"]},
        "ppo": {**base["ppo"], **PPO, **given.get("ppo", {})},
        "evaluation": {"every": max(1, steps // 4), "games": 200, "keep": "last"},
    }
    return TrainConfig.model_validate({**base, **changes})


@dataclass(frozen=True)
class Found:
    """What came of the policies of a method.

    Attributes:
        scores: means over games and seats by measure, float (seeds, seeds): of a row's policy beside
            a column's.
        information: of seat and kind of action in each pair of its own, in bits, float (seeds,).
    """

    scores: Mapping[str, np.ndarray]
    information: np.ndarray

    def figures(self, measure: str) -> tuple[Interval, Interval, Interval]:
        """Self-play, cross-play, and the gap between them."""
        scores, rng = self.scores[measure], np.random.default_rng(0)
        drawn: list[tuple[float, float, float]] = []
        while len(drawn) < DRAWS:
            seeds = rng.integers(len(scores), size=len(scores))
            if len(set(seeds.tolist())) > 1:  # else no two are apart
                drawn.append(alone_and_apart(scores, seeds))
        means = alone_and_apart(scores, np.arange(len(scores)))
        one, other, gap = (
            drawn_interval(float(mean), each) for mean, each in zip(means, np.array(drawn).T, strict=True)
        )
        return one, other, gap


def alone_and_apart(scores: np.ndarray, seeds: np.ndarray) -> tuple[float, float, float]:
    """The means beside itself and beside other seeds, and their difference, of drawn seeds, int64 (n,)."""
    apart = seeds[:, None] != seeds[None, :]
    alone, beside = scores[seeds, seeds].mean(), scores[np.ix_(seeds, seeds)][apart].mean()
    return alone, beside, alone - beside


def played(configs: Sequence[TrainConfig], games: int) -> Found:
    """Play every two policies together, each in each seat."""
    simulator = simulator_of(configs[0])
    names = [config.run_dir for config in configs]
    agents = {name: (lambda name=name: make_agent(f"sampled:{name}", simulator)) for name in names}
    cells = {(cell.agent, cell.partners): cell for cell in cross_play(agents, simulator, games, FIRST_SEED)}
    scores = {measure: matrix_of(cells, names, measure) for measure in MEASURES}
    information = np.array([information_of(name, simulator, games) for name in names])
    return Found(scores, information)


def simulator_of(config: TrainConfig) -> Simulator:
    """The rules of a run."""
    options = {name: value for name, value in config.env.items() if name != "reward"}
    return Simulator(game(config.game), threads=config.threads, **options)


def matrix_of(cells: Mapping[tuple[str, str], Cell], names: Sequence[str], measure: str) -> np.ndarray:
    """The means over games and seats, float (n, n)."""
    return np.array([[cells[one, other].over_seats(measure).mean() for other in names] for one in names])


def information_of(name: str, simulator: Simulator, games: int) -> float:
    """The mutual information of the seat and the kind of action that it plans first in a round, in bits."""
    agent = make_agent(f"sampled:{name}", simulator)
    agent.reset(FIRST_SEED)
    counts = np.zeros((2, len(LAYOUT.blocks)))
    starts = np.array([LAYOUT.start[block.name] for block in LAYOUT.blocks])

    def count(
        live: np.ndarray, states: np.recarray, seen: np.ndarray, mask: np.ndarray, actions: np.ndarray
    ) -> None:
        plans = np.isin(states.question_step, (rule_steps.PLACE_PAWNS, rule_steps.PLAN))
        kinds = np.searchsorted(starts, actions[plans], side="right") - 1
        np.add.at(counts, (states.acting[plans], kinds), 1)

    states = simulator.new_games(games, FIRST_SEED)
    transcript = Transcript(np.arange(games)) if agent.remembers else None
    play_batch(agent, simulator, states, np.random.default_rng(FIRST_SEED), transcript, seen=count)
    return mutual_information(counts)


def mutual_information(counts: np.ndarray) -> float:
    """Of rows and columns, in bits."""
    share = counts / counts.sum()
    alike = share.sum(axis=1, keepdims=True) * share.sum(axis=0, keepdims=True)
    there = share > 0
    return float((share[there] * np.log2(share[there] / alike[there])).sum())


HEADINGS = (
    "method", "seeds", "M steps", "self-play", "cross-play", "gap, points", "goal progress, self-play",
    "goal progress, cross-play", "gap in goal progress", "bits of the seat in a plan",
)  # fmt: skip


def row(method: str, steps: int, found: Found) -> tuple[str, ...]:
    """A line of the table."""
    won = [percent(it) for it in found.figures("victory")[:2]]
    gap = found.figures("victory")[2]
    reached = [f"{it.mean:.3f} ({it.low:.3f} – {it.high:.3f})" for it in found.figures("goal_progress")[:2]]
    return (
        method,
        str(len(found.information)),
        f"{steps / 1e6:g}",
        *won,
        signed(gap, 1, "", 100),
        *reached,
        signed(found.figures("goal_progress")[2], 3),
        f"{found.information.mean():.2f}",
    )


def percent(share: Interval) -> str:
    """A share with its interval."""
    return f"{share.mean:.1%} ({100 * share.low:.1f} – {100 * share.high:.1f})"


def matrix(method: str, found: Found) -> Table:
    """Goal progress of every two policies."""
    seeds = [f"seed {seed + 1}" for seed in range(len(found.information))]
    rows = [
        (one, *(f"{share:.3f}" for share in line))
        for one, line in zip(seeds, found.scores["goal_progress"], strict=True)
    ]
    return Table(f"{method}: goal progress beside each other", ("seed", *seeds), rows)


def main() -> None:
    """Train, play and print."""
    parser = parser_of(__doc__)
    parser.add_argument("--methods", nargs="+", choices=list(METHODS), default=list(METHODS))
    parser.add_argument("--seeds", type=count_of, default=8, help="of each method")
    parser.add_argument("--steps", type=count_of, default=4_000_000, help="of each run")
    parser.add_argument("--games", type=count_of, default=100, help="of every two policies in each seat")
    parser.add_argument("--out", type=Path, default=Path("runs") / "secret_plans")
    given = parser.parse_args()
    rows, matrices = [], []
    for method in given.methods:
        configs = [config_of(method, seed + 1, given.steps, given.out) for seed in range(given.seeds)]
        if not all(train(config) for config in configs):
            return
        found = played(configs, given.games)
        rows.append(row(method, given.steps, found))
        matrices.append(matrix(method, found))
    title = "Castaways for two with Friday, the Dog, six items: beside themselves and beside other seeds"
    present([Table(title, HEADINGS, rows), *matrices], given.write, "research.secret_plans")


if __name__ == "__main__":
    begin(main)
