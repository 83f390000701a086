"""Decisions of games, judged: the move that was made against the best other one, on common deals.

Intervals hold for all alternatives together, since the best of several would look too good by itself, and
for all decisions that are judged. Luck is what dice and cards then did to the chance after the decision.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

import numpy as np

from crusoe_env.interfaces.outlook import InParts, Outlook, finished
from crusoe_env.show.replay import Replay
from crusoe_env.support.intervals import Interval, difference_interval, paired_interval, selected_level

CHOOSING, JUDGED, BEHIND = 2, 8, 0.15
"""So many times the games of an outlook on which alternatives are chosen, and then judged; those whose chance
is so far behind the best of them are not judged."""
ALTERNATIVES = 4
"""Other actions that are compared."""
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
        chances: of victory after each, 0 .. 1; those far behind rest on fewer games.
        decision: chance after the chosen action less that after the best alternative; None without one.
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
) -> list[Candidates]:
    """What is compared of each legal decision: the action that was chosen and the most likely others.

    Args:
        outlook: its agent's own choices are among them.
        states: (n,), in which the decisions were made.
        actions: that were chosen, n.
        likely: weights of all actions at each; where they are equal the first ones are taken.
        rng: of the agent.
    """
    seen, masks = outlook.simulator.views(states)
    own = outlook.agent.decide(outlook.simulator, states, seen, masks, rng)
    found = []
    for step, (chosen, mask) in enumerate(zip(actions, masks, strict=True)):
        weights = np.where(mask > 0, likely[step], -1.0)
        weights[int(own[step])] = np.inf
        others = [int(i) for i in np.argsort(-weights, kind="stable") if mask[i] > 0 and i != chosen]
        if 0 <= chosen < len(mask) and mask[chosen]:
            found.append(Candidates(step, (int(chosen), *others[:ALTERNATIVES]), int(own[step])))
    return found


def ranked(
    outlook: Outlook, states: np.recarray, found: Sequence[Candidates], games: int, rng: np.random.Generator
) -> InParts[tuple[list[Candidates], list[np.ndarray]]]:
    """Candidates with the best alternative in the second place, and the chances after all of them.

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
    ordered, chances = [], []
    for each, games_won in zip(found, won, strict=True):
        shares = games_won.mean(axis=1)
        order = [0, *(1 + np.argsort(-shares[1:], kind="stable"))]
        ordered.append(replace(each, actions=tuple(each.actions[i] for i in order)))
        chances.append(shares[order])
    return ordered, chances


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
    every = candidates(outlook, states[:-1].view(np.recarray), actions, likely, rng)
    open_ones = [each for each in every if len(each.actions) > 1]
    if effort.departures:
        departed = [each for each in open_ones if each.own != each.actions[0]]
        open_ones = [replace(each, actions=each.actions[:2]) for each in departed]
    looking = ranked(outlook, states, open_ones, effort.screened, rng)
    open_ones, first = yield from _staged("looking for the decisions that mattered", looking)
    gained = sorted(
        (float(found[0] - found[1]), each.step) for each, found in zip(open_ones, first, strict=True)
    )
    turns = np.argsort(-np.abs(np.diff(chances)), kind="stable")[: effort.turns].tolist()
    best = gained[effort.mistakes :][-effort.good_ones :] if effort.good_ones else []
    steps = {*turns, *(step for _, step in (*gained[: effort.mistakes], *best))}
    wanted = [each for each in every if each.step in steps]
    if not wanted:
        return []
    choosing = ranked(outlook, states, wanted, CHOOSING * outlook.games, rng)
    wanted, shares = yield from _staged(f"comparing {len(wanted)} decisions with others", choosing)
    return (yield from _verdicts(outlook, states, wanted, shares, rng))


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
    wanted: Sequence[Candidates],
    shares: Sequence[np.ndarray],
    rng: np.random.Generator,
) -> Stages[list[Verdict]]:
    """Judge the chosen action of each candidates against the others, and luck, on new deals."""
    games = JUDGED * outlook.games
    counts = [1 + sum(found[1:] >= found[1:].max(initial=0.0) - BEHIND) for found in shares]
    here = states[[each.step for each in wanted]].view(np.recarray)
    came = states[[each.step + 1 for each in wanted]].view(np.recarray)
    actions = [each.actions[:count] for each, count in zip(wanted, counts, strict=True)]
    comparing = outlook.compared_in_parts(here, actions, games, rng)
    found = yield from _staged(f"judging {len(wanted)} decisions on new deals", comparing)
    orders = [[0, *(1 + np.argsort(-won[1:].mean(axis=1), kind="stable"))] for won in found]
    compared = [won[order] for won, order in zip(found, orders, strict=True)]
    parts = outlook.won_in_parts(came, rng, games)
    after = yield from _staged("judging what dice and cards did then", parts)
    chosen = [int(won[0].sum()) for won in compared]

    def decisions(level: float) -> list[Interval]:
        return [
            paired_interval(won[0] - won[1], 1 - (1 - level) / (len(won) - 1))
            for won in compared
            if len(won) > 1
        ]

    def lucks(level: float) -> list[Interval]:
        return [
            difference_interval(int(b), games, a, games, level) for a, b in zip(chosen, after, strict=True)
        ]

    of_decisions = iter(decisions(selected_level(decisions)))
    of_luck = lucks(selected_level(lucks))
    verdicts = []
    for i, each in enumerate(wanted):
        decision = next(of_decisions) if len(each.actions) > 1 else None
        ordered = (*(actions[i][k] for k in orders[i]), *each.actions[counts[i] :])
        known = (*compared[i].mean(axis=1).tolist(), *shares[i][counts[i] :].tolist())
        verdicts.append(Verdict(each.step, ordered, known, decision, of_luck[i], float(after[i] / games)))
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
