"""Scores of a challenge: regret beside the best responses, with bootstrap intervals (95 %).

All candidates play the same seeds beside every partner, in each seat. The figures of a seed are their means
over the seats. Regret is how much less a candidate reaches than the best response of the partner; the
bootstrap draws seeds, the same for all candidates and partners. So intervals are for these partners: others
of the same kinds may differ more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env.bench.report import Table
from crusoe_env.support.intervals import DIFFERENCES, SHARES, Interval, bootstrap_interval

from ..evaluation import Results
from ..suites.tables import signed
from .challenge import Challenge

NO_REGRET = Interval(0.0, 0.0, 0.0)
"""Of a best response itself."""
MEASURES = ("victory", "goal_progress")


@dataclass(frozen=True)
class Score:
    """What a candidate reaches beside all held-out partners.

    Attributes:
        agent: its name.
        reached, regret: by measure, the means over the partners.
        by_partner: the regret in victories beside each partner.
    """

    agent: str
    reached: Mapping[str, Interval]
    regret: Mapping[str, Interval]
    by_partner: Mapping[str, Interval]

    def content(self) -> dict[str, Any]:
        """The score as it stands in a JSON file."""
        parts = {"reached": self.reached, "regret": self.regret, "victory_regret_by_partner": self.by_partner}
        words = {name: {key: list(it) for key, it in part.items()} for name, part in parts.items()}
        return {"agent": self.agent, **words}


Games = Mapping[tuple[str, str], Sequence[Results]]
"""The games of each candidate beside each partner, by the candidate's seat."""


def scores_of(challenge: Challenge, candidates: Sequence[str], games: Games) -> list[Score]:
    """The scores of candidates, in their order."""
    return [_score(challenge, agent, games) for agent in candidates]


def _score(challenge: Challenge, agent: str, games: Games) -> Score:
    reached, regret, beside = {}, {}, {}
    for measure in MEASURES:
        own = {partner: _of_seeds(games[agent, partner], measure) for partner in challenge.held_out}
        lost = {
            partner: _of_seeds(games[response, partner], measure) - own[partner]
            for partner, response in challenge.held_out.items()
        }
        reached[measure] = bootstrap_interval(np.mean(list(own.values()), axis=0), SHARES)
        regret[measure] = bootstrap_interval(np.mean(list(lost.values()), axis=0), DIFFERENCES)
        if measure == "victory":
            beside = {partner: bootstrap_interval(each, DIFFERENCES) for partner, each in lost.items()}
            own_best = [partner for partner, response in challenge.held_out.items() if response == agent]
            beside |= dict.fromkeys(own_best, NO_REGRET)
    return Score(agent, reached, regret, beside)


def _of_seeds(by_seat: Sequence[Results], measure: str) -> np.ndarray:
    """The mean over seats of a measure for each seed, float (n,)."""
    return np.asarray(np.mean([getattr(each, measure) for each in by_seat], axis=0))


def tables_of(challenge: Challenge, scores: Sequence[Score], games: Games) -> list[Table]:
    """The table of scores, and that of victories and regret beside each partner."""
    protocol = f"{challenge.games:,} games from seed {challenge.seed:,} in each seat beside each partner"
    of_all = Table(
        f"{challenge.title}: {len(challenge.held_out)} held-out partners, {protocol} (95 % interval)",
        (
            "candidate",
            "victories",
            "regret in victories",
            "goal progress",
            "regret in goal progress",
            "most regret beside",
        ),
        [_row(score) for score in scores],
    )
    names = [score.agent for score in scores]
    rows = []
    for partner, response in challenge.held_out.items():
        best = _share(games[response, partner])
        cells = [
            f"{_share(games[score.agent, partner])}, {signed(score.by_partner[partner], 1, '', 100)}"
            for score in scores
        ]
        rows.append((partner, response, best, *cells))
    by_partner = Table(
        "Beside each held-out partner: victories, and regret in percentage points (95 % interval)",
        ("partner", "best response", "its victories", *names),
        rows,
    )
    return [of_all, by_partner]


def _row(score: Score) -> tuple[str, ...]:
    victories, progress = (score.reached[measure] for measure in MEASURES)
    worst = max(score.by_partner, key=lambda partner: score.by_partner[partner].mean)
    return (
        score.agent,
        victories.percent,
        signed(score.regret["victory"], 1, " %", 100),
        f"{progress.mean:.3f} ({progress.low:.3f} – {progress.high:.3f})",
        signed(score.regret["goal_progress"], 3),
        f"{worst} ({100 * score.by_partner[worst].mean:+.1f} %)",
    )


def _share(by_seat: Sequence[Results]) -> str:
    return f"{np.mean([each.victory.mean() for each in by_seat]):.1%}"
