"""Decisions of games, judged: the move that was made against the best other one, on common deals.

A few deals of each decision say which ones to look at, more deals which alternative is the best and whether
it may make a difference. These are then judged on new deals: what was chosen because it looks good would look
too good on the old ones. Intervals hold for all decisions that are judged. Luck is what dice and cards then
did to the chance after the decision.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

import numpy as np

from crusoe_env.interfaces.outlook import InParts, Outlook, finished
from crusoe_env.show.replay import Replay
from crusoe_env.support.intervals import Interval, difference_interval, paired_interval, selected_level

CHOOSING, JUDGED = 2, 8
"""So many times the games of an outlook on which the best alternative is chosen, and then judged."""
LOOKED, CHOSEN = 4, 2
"""Other actions at which a first look is taken, and those of them among which the best is chosen."""
LEAST_LIKELY = 0.02
"""Share of the weights of legal actions below which a first look is taken at no action."""
PROMISING = 0.8
"""Level of an interval on the deals of choosing: a decision whose interval holds 0 is not judged."""
T = TypeVar("T")
Stages: TypeAlias = Generator[tuple[str, int, int], None, T]
"""Work in parts: after each it yields the stage in words, the games that this has played, and all of it."""


@dataclass(frozen=True)
class Effort:
    """How many decisions of a game are looked at and judged.

    Attributes:
        screened: deals on which each decision is looked at.
        mistakes, good_ones, turns: decisions that are judged: that look worst, that look best, after which
            the chance changed most.
        departures: look only at decisions in which the agent that plays on would choose otherwise, and
            compare only its choice; a game is looked at in a fraction of the time.
    """

    screened: int = 24
    mistakes: int = 6
    good_ones: int = 3
    turns: int = 5
    departures: bool = False


THOROUGH, QUICK = Effort(), Effort(screened=8, mistakes=3, good_ones=0, turns=3, departures=True)


@dataclass(frozen=True)
class Candidates:
    """What is compared of a decision: `actions[0]` was chosen; who plays on chooses `own`."""

    step: int
    actions: tuple[int, ...]
    own: int


@dataclass(frozen=True)
class Verdict:
    """A decision that was judged.

    Attributes:
        step: the number of the state in which it was made.
        actions: that were compared: the chosen one, then the best alternative, if there is one, and others.
        chances: of victory after each, 0 .. 1; those that were not judged rest on fewer games.
        decision: chance after the chosen action less that after the best alternative; None where there is
            none, or where no difference was seen.
        luck: chance of the state that came less that after the chosen action.
        after: the chance of the state that came.
    """

    step: int
    actions: tuple[int, ...]
    chances: tuple[float, ...]
    decision: Interval | None
    luck: Interval
    after: float


def candidates(
    outlook: Outlook,
    states: np.recarray,
    actions: Sequence[int] | np.ndarray,
    likely: Sequence[np.ndarray] | np.ndarray,
    rng: np.random.Generator,
    least: float = 0.0,
) -> list[Candidates]:
    """What is compared of each legal decision: the action that was chosen and the most likely others.

    Args:
        outlook: its agent's own choices are among them.
        states: (n,), in which the decisions were made.
        actions: that were chosen, n.
        likely: weights of all actions at each; where they are equal the first ones are taken.
        rng: of the agent.
        least: the share of the weights of legal actions that others have, but for the agent's own choice.
    """
    seen, masks = outlook.simulator.views(states)
    own = outlook.agent.decide(outlook.simulator, states, seen, masks, rng)
    found = []
    for step, (chosen, mask) in enumerate(zip(actions, masks, strict=True)):
        weights = np.where(mask > 0, likely[step], 0.0)
        weights = np.where((mask > 0) & (weights >= least * weights.sum()), weights, -1.0)
        weights[int(own[step])] = np.inf
        others = [int(i) for i in np.argsort(-weights, kind="stable") if weights[i] >= 0 and i != chosen]
        if 0 <= chosen < len(mask) and mask[chosen]:
            found.append(Candidates(step, (int(chosen), *others[:LOOKED]), int(own[step])))
    return found


def ranked(
    outlook: Outlook, states: np.recarray, found: Sequence[Candidates], games: int, rng: np.random.Generator
) -> InParts[tuple[list[Candidates], list[np.ndarray]]]:
    """Candidates with the best alternative in the second place, and the games won after each action.

    Args:
        outlook: plays on.
        states: all states of the game, (n,).
        found: what is compared.
        games: deals of each.
        rng: deals.
    """
    if not found:
        return [], []
    here = states[[each.step for each in found]].view(np.recarray)
    won = yield from outlook.compared_in_parts(here, [each.actions for each in found], games, rng)
    ordered, of_all = [], []
    for each, games_won in zip(found, won, strict=True):
        order = [0, *(1 + np.argsort(-games_won[1:].mean(axis=1), kind="stable"))]
        ordered.append(replace(each, actions=tuple(each.actions[i] for i in order)))
        of_all.append(games_won[order])
    return ordered, of_all


def judged(
    outlook: Outlook,
    states: np.recarray,
    actions: Sequence[int] | np.ndarray,
    chances: np.ndarray,
    likely: Sequence[np.ndarray] | np.ndarray,
    rng: np.random.Generator,
    effort: Effort = THOROUGH,
) -> list[Verdict]:
    """Judge the decisions of a game that look largest, by what was chosen and by luck.

    Intervals are widened for the number of those that are judged (`selected_level`).

    Args:
        outlook: plays on.
        states: of the game, (n + 1,).
        actions: that were taken, n.
        chances: a first estimate at each state, float (n + 1,).
        likely: for each decision weights of all actions: alternatives are taken in their order.
        rng: deals.
        effort: how many decisions are looked at and judged.
    """
    return finished(_judged_in_stages(outlook, states, actions, chances, likely, rng, effort))


def _judged_in_stages(
    outlook: Outlook,
    states: np.recarray,
    actions: Sequence[int] | np.ndarray,
    chances: np.ndarray,
    likely: Sequence[np.ndarray] | np.ndarray,
    rng: np.random.Generator,
    effort: Effort,
) -> Stages[list[Verdict]]:
    """As `judged`, some games at a time."""
    every = candidates(outlook, states[:-1].view(np.recarray), actions, likely, rng, LEAST_LIKELY)
    open_ones = [each for each in every if len(each.actions) > 1]
    if effort.departures:
        departed = [each for each in open_ones if each.own != each.actions[0]]
        open_ones = [replace(each, actions=each.actions[:2]) for each in departed]
    looking = ranked(outlook, states, open_ones, effort.screened, rng)
    open_ones, first = yield from _staged("looking for the decisions that mattered", looking)
    gained = sorted(
        (float(won[0].mean() - won[1].mean()), each.step) for each, won in zip(open_ones, first, strict=True)
    )
    turns = np.argsort(-np.abs(np.diff(chances)), kind="stable")[: effort.turns].tolist()
    best = gained[effort.mistakes :][-effort.good_ones :] if effort.good_ones else []
    steps = {*turns, *(step for _, step in (*gained[: effort.mistakes], *best))}
    looked = {each.step: replace(each, actions=each.actions[: 1 + CHOSEN]) for each in open_ones}
    wanted = [looked.get(each.step, replace(each, actions=each.actions[:1])) for each in every]
    wanted = [each for each in wanted if each.step in steps]
    if not wanted:
        return []
    choosing = ranked(outlook, states, wanted, CHOOSING * outlook.games, rng)
    wanted, won = yield from _staged(f"comparing {len(wanted)} decisions with others", choosing)
    judged = [
        (each, games_won.mean(axis=1), _may_differ(games_won))
        for each, games_won in zip(wanted, won, strict=True)
        if each.step in turns or _may_differ(games_won)
    ]
    return (yield from _verdicts(outlook, states, judged, rng)) if judged else []


def _may_differ(won: np.ndarray) -> bool:
    """Does the chosen action seem to differ from the best other one? `won`: float (actions, deals)."""
    return len(won) > 1 and paired_interval(won[0] - won[1], PROMISING).is_clear


def _staged(stage: str, parts: InParts[T]) -> Stages[T]:
    """Say of each part which stage it belongs to."""
    while True:
        try:
            done, of = next(parts)
        except StopIteration as end:
            found: T = end.value
            return found
        yield stage, done, of


def _verdicts(
    outlook: Outlook,
    states: np.recarray,
    wanted: Sequence[tuple[Candidates, np.ndarray, bool]],
    rng: np.random.Generator,
) -> Stages[list[Verdict]]:
    """Judge decisions and luck on new deals.

    Args:
        outlook: plays on.
        states: all states of the game.
        wanted: what was compared, the best alternative in the second place; the chances that were found;
            whether the chosen action is judged against that alternative, or luck alone.
        rng: deals.
    """
    games = JUDGED * outlook.games
    steps = np.array([each.step for each, _, _ in wanted])
    here, came = (states[those].view(np.recarray) for those in (steps, steps + 1))
    actions = [each.actions[: 1 + differs] for each, _, differs in wanted]
    comparing = outlook.compared_in_parts(here, actions, games, rng)
    found = yield from _staged(f"judging {len(wanted)} decisions on new deals", comparing)
    parts = outlook.won_in_parts(came, rng, games)
    after = yield from _staged("judging what dice and cards did then", parts)

    def decisions(level: float) -> list[Interval]:
        return [paired_interval(won[0] - won[1], level) for won in found if len(won) > 1]

    def lucks(level: float) -> list[Interval]:
        pairs = zip(found, after, strict=True)
        return [difference_interval(int(b), games, int(won[0].sum()), games, level) for won, b in pairs]

    of_decisions = iter(decisions(selected_level(decisions)))
    verdicts = []
    for (each, shares, differs), won, luck, later in zip(
        wanted, found, lucks(selected_level(lucks)), after, strict=True
    ):
        known = (*won.mean(axis=1).tolist(), *shares[len(won) :].tolist())
        decision = next(of_decisions) if differs else None
        verdicts.append(Verdict(each.step, each.actions, known, decision, luck, float(later / games)))
    return verdicts


def add_chances(
    replay: Replay, states: Sequence[np.recarray], actions: Sequence[int], outlook: Outlook
) -> None:
    """Write the chances of victory into the frames of a replay, and judge the decisions that look largest.

    Args:
        replay: with a frame for each state.
        states: one record each, (1,).
        actions: that were taken, one fewer than states.
        outlook: how chances are found.
    """
    finished(add_chances_in_stages(replay, states, actions, outlook, THOROUGH))


def add_chances_in_stages(
    replay: Replay,
    states: Sequence[np.recarray],
    actions: Sequence[int],
    outlook: Outlook,
    effort: Effort,
) -> Stages[None]:
    """As `add_chances`, some games at a time, with this effort."""
    rng = np.random.default_rng(replay.seed or 0)
    every = np.concatenate(states).view(np.recarray)
    replay.outlook = outlook.describe()
    replay.judged_on = JUDGED * outlook.games
    parts = outlook.won_in_parts(every, rng, outlook.games)
    chances = (yield from _staged(f"the chance at each of {len(every)} steps", parts)) / outlook.games
    for frame, chance in zip(replay.frames, chances.tolist(), strict=True):
        frame.chance = chance
    names = outlook.simulator.game.actions.names
    own = np.zeros((len(actions), len(names)))
    for row, frame in zip(own, replay.frames, strict=False):
        for name, share in (frame.probabilities or {}).items():
            row[outlook.simulator.game.actions.index(name)] = share
    likely = likely_of(outlook, every[:-1].view(np.recarray), own)
    verdicts = []
    if actions:
        verdicts = yield from _judged_in_stages(outlook, every, actions, chances, likely, rng, effort)
    for verdict in verdicts:
        frame = replay.frames[verdict.step]
        frame.compared = dict(zip((names[i] for i in verdict.actions), verdict.chances, strict=True))
        frame.decision, frame.luck = verdict.decision, verdict.luck
        frame.chance = verdict.chances[0] + frame.lost
    for verdict in verdicts:
        replay.frames[verdict.step + 1].chance = verdict.after


def likely_of(outlook: Outlook, states: np.recarray, own: np.ndarray) -> np.ndarray:
    """Probabilities of actions, float (n, actions): of the player, else of who plays on, else zeros.

    Args:
        outlook: its agent plays on.
        states: (n,).
        own: probabilities of the player, float (n, actions); zeros where there are none.
    """
    if own.any():
        return own
    found = outlook.agent.probabilities(*outlook.simulator.views(states))
    return own if found is None else np.asarray(found)
