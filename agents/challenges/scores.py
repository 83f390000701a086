"""Scores of a challenge: normalised, and as regret, with bootstrap intervals (95 %).

All candidates play the same seeds beside every partner, in each seat. The figures of a seed are their means
over the seats; a series of episodes counts as one. Normalised, random play beside a partner scores 0 and its
best response 1; the interquartile mean over the partners then counts easy and difficult ones alike. Regret is
how much less a candidate reaches than the best response. The bootstrap draws seeds, the same for all
candidates and partners. So intervals are for these partners: others of the same kinds may differ more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env.bench.report import Table
from crusoe_env.support.intervals import (
    DIFFERENCES,
    SHARES,
    Interval,
    bootstrap_interval,
    drawn_interval,
    drawn_weights,
)

from ..evaluation import Results
from ..suites.aggregate import interquartile_mean
from ..suites.tables import signed
from .challenge import FLOOR, Challenge

LEAST_SPAN = 0.01
"""Between random play and a best response in a draw of the bootstrap; a smaller one would count for all."""
NO_REGRET = Interval(0.0, 0.0, 0.0)
"""Of a best response itself."""
MEASURES = ("victory", "goal_progress")


@dataclass(frozen=True)
class Score:
    """What a candidate reaches beside all held-out partners.

    Attributes:
        agent: its name.
        reached, regret: by measure, the means over the partners.
        normalised: by measure, the interquartile mean over the partners; None if random play is as good as
            a best response beside one of them.
        by_partner: the regret in victories beside each partner.
    """

    agent: str
    reached: Mapping[str, Interval]
    regret: Mapping[str, Interval]
    normalised: Mapping[str, Interval | None]
    by_partner: Mapping[str, Interval]

    def content(self) -> dict[str, Any]:
        """The score as it stands in a JSON file."""
        parts = {"reached": self.reached, "regret": self.regret, "victory_regret_by_partner": self.by_partner}
        words = {name: {key: list(it) for key, it in part.items()} for name, part in parts.items()}
        normalised = {key: it and list(it) for key, it in self.normalised.items()}
        return {"agent": self.agent, "normalised": normalised, **words}


Games = Mapping[tuple[str, str], Sequence[Results]]
"""The games of each candidate beside each partner, by the candidate's seat."""


def scores_of(challenge: Challenge, candidates: Sequence[str], games: Games) -> list[Score]:
    """The scores of candidates, in their order."""
    return [_score(challenge, agent, games) for agent in candidates]


def _score(challenge: Challenge, agent: str, games: Games) -> Score:
    reached, regret, beside = {}, {}, {}
    for measure in MEASURES:
        own = {
            partner: _of_series(challenge, games[agent, partner], measure) for partner in challenge.held_out
        }
        lost = {
            partner: _of_series(challenge, games[response, partner], measure) - own[partner]
            for partner, response in challenge.held_out.items()
        }
        reached[measure] = bootstrap_interval(np.mean(list(own.values()), axis=0), SHARES)
        regret[measure] = bootstrap_interval(np.mean(list(lost.values()), axis=0), DIFFERENCES)
        if measure == "victory":
            beside = {partner: bootstrap_interval(each, DIFFERENCES) for partner, each in lost.items()}
            own_best = [partner for partner, response in challenge.held_out.items() if response == agent]
            beside |= dict.fromkeys(own_best, NO_REGRET)
    normalised = {measure: _normalised(challenge, agent, games, measure) for measure in MEASURES}
    return Score(agent, reached, regret, normalised, beside)


def _normalised(challenge: Challenge, agent: str, games: Games, measure: str) -> Interval | None:
    """The interquartile mean over the partners of what is 0 for random play and 1 for best responses."""
    held_out = challenge.held_out.items()
    own, floor, best = (
        np.array([_of_series(challenge, games[who, partner], measure) for who, partner in pairs])
        for pairs in (
            [(agent, partner) for partner, _ in held_out],
            [(FLOOR, partner) for partner, _ in held_out],
            [(response, partner) for partner, response in held_out],
        )
    )
    if (best.mean(axis=1) <= floor.mean(axis=1)).any():
        return None
    weights = drawn_weights(own.shape[1], np.random.default_rng(0))
    drawn, drawn_floor, drawn_best = (weights @ each.T for each in (own, floor, best))
    spans = np.maximum(drawn_best - drawn_floor, LEAST_SPAN)
    found = (own.mean(axis=1) - floor.mean(axis=1)) / (best.mean(axis=1) - floor.mean(axis=1))
    return drawn_interval(float(interquartile_mean(found)), interquartile_mean((drawn - drawn_floor) / spans))


def _by_episode(challenge: Challenge, by_seat: Sequence[Results], measure: str) -> np.ndarray:
    """The mean over seats of a measure for each game, float (episodes, games)."""
    over_seats = np.mean([getattr(each, measure) for each in by_seat], axis=0)
    return np.asarray(over_seats.reshape(challenge.episodes, -1))


def _of_series(challenge: Challenge, by_seat: Sequence[Results], measure: str) -> np.ndarray:
    """The mean over seats and episodes of a measure for each series, float (games,)."""
    return np.asarray(_by_episode(challenge, by_seat, measure).mean(axis=0))


def tables_of(challenge: Challenge, scores: Sequence[Score], games: Games) -> list[Table]:
    """The table of scores, that of victories and regret beside each partner, and that of episodes."""
    each = f"series of {challenge.episodes} games" if challenge.episodes > 1 else "games"
    protocol = f"{challenge.games:,} {each} from seed {challenge.seed:,} in each seat beside each partner"
    of_all = Table(
        f"{challenge.title}: {len(challenge.held_out)} held-out partners, {protocol} (95 % interval)",
        (
            "candidate",
            "normalised victories",
            "normalised goal progress",
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
    return [of_all, by_partner, *([_episodes(challenge, names, games)] if challenge.episodes > 1 else [])]


def _episodes(challenge: Challenge, names: Sequence[str], games: Games) -> Table:
    """Victories in the first game with a partner, the second, and so on, over all partners."""
    rows = []
    for name in names:
        found = np.mean(
            [_by_episode(challenge, games[name, partner], "victory") for partner in challenge.held_out],
            axis=0,
        )
        rows.append((name, *(bootstrap_interval(episode, SHARES).percent for episode in found)))
    headings = ("candidate", *(f"game {number + 1}" for number in range(challenge.episodes)))
    return Table("Victories by game with the same partner (95 % interval)", headings, rows)


def _row(score: Score) -> tuple[str, ...]:
    victories, progress = (score.reached[measure] for measure in MEASURES)
    worst = max(score.by_partner, key=lambda partner: score.by_partner[partner].mean)
    normalised = ("" if it is None else signed(it, 2).lstrip("+") for it in score.normalised.values())
    return (
        score.agent,
        *normalised,
        victories.percent,
        signed(score.regret["victory"], 1, " %", 100),
        f"{progress.mean:.3f} ({progress.low:.3f} – {progress.high:.3f})",
        signed(score.regret["goal_progress"], 3),
        f"{worst} ({100 * score.by_partner[worst].mean:+.1f} %)",
    )


def _share(by_seat: Sequence[Results]) -> str:
    return f"{np.mean([each.victory.mean() for each in by_seat]):.1%}"
