"""What hidden plans cost: one mind for all, its plan worked out by each seat, and seats by themselves.

`python -m research.variants zoo:castaways-2 zoo:castaways-4 --games 400 --write
research/results/variants.json`. A shipped policy plays the same deals in several ways. It was trained at
the open table, so the figures say what its plans are worth there, not how well a policy could learn the
variant. No seed was used in training.

`--pairs` plays every two of the policies together, each in each seat, at the open table and with plans worked
out: each seat then works out what its own policy would plan for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

import crusoe_env
from agents.registry import make_agent
from agents.zoo import name_of, read_card
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import ACTION_OF_PLAN, LAYOUT, PASS_ACTION, PLAN_THREAT
from crusoe_env.robinson.rules import stack, steps, turn
from crusoe_env.robinson.rules.packed import TARGETS, pack_plan
from crusoe_env.support.intervals import share_interval

FIRST_SEED = 7_000_000
WAYS = ("open table", "plan worked out", "each by itself", "roles")
"""Who plays how.

At the open table the policy plans as it was trained to. With secret plans each seat works out what the policy
would plan there, and places its own pawns so; or it places what the policy chooses in the seat's own view; or
that with fixed roles.
"""
ROLES = (("threat", "build", "build item", "special"), ("hunt", "explore", "treasure map", "camp"))
"""Blocks of actions of every first and every second seat; both gather, one wood and one food."""
HEADINGS = (
    "policy", "table", "games", "victories", "95 % interval", "goal progress", "steps with several choosers",
    "pawns that give way", "pawns that join others",
)  # fmt: skip


OF_PAIRS = (
    "policy",
    "beside",
    "table",
    "games",
    "victories",
    "95 % interval",
    "goal progress",
    "pawns that give way",
)


@dataclass
class Found:
    """What came of some games.

    Attributes:
        states: the records at the end, (games,).
        progress: how far the goal was met, float64 (games,).
        steps, together: decisions, counted once where several players decide; those where several do.
        placed, gave_way, joined: pawns placed; those without room; those on the plan of somebody else.
    """

    states: np.recarray
    steps: int = 0
    together: int = 0
    placed: int = 0
    gave_way: int = 0
    joined: int = 0
    progress: np.ndarray = field(default_factory=lambda: np.zeros(0))
    counted: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))

    def count(self, states: np.recarray) -> None:
        """Count the pawns of rounds whose plans have just been settled."""
        fresh = (states.phase == c.RESOLUTION) & (states.rounds > self.counted)
        for s in states[fresh]:
            placed = s.placed_pawns >= c.FIRST_PLACED
            kinds, plans = (s.placed_pawns - c.FIRST_PLACED) // TARGETS, s.pawn_plan
            on_plan = placed & (plans < c.ON_NO_PLAN)
            rests = (
                on_plan & (s.plan_kind[np.minimum(plans, len(s.plan_kind) - 1)] == c.REST) & (kinds != c.REST)
            )
            leads = s.plan_person[np.minimum(plans, len(s.plan_person) - 1)] == np.arange(c.PEOPLE)[:, None]
            self.placed += int(placed.sum())
            self.gave_way += int((placed & ~on_plan).sum() + rests.sum())
            self.joined += int((on_plan & ~rests & ~leads).sum())
        self.counted = np.where(fresh, states.rounds, self.counted)


def play(policies: Sequence[str], way: str, games: int) -> Found:
    """Play games in one of the ways: of one policy that has all seats, or of one for each seat."""
    card = read_card(name_of(policies[0]))
    table = "open" if way == WAYS[0] else "secret_plans"
    simulator = Simulator(crusoe_env.game(card["game"]), **{**card["task"], "table": table})
    agents = [make_agent(policy, simulator) for policy in policies]
    for agent in agents:
        agent.reset(FIRST_SEED)
    states = simulator.new_games(games, FIRST_SEED)
    found = Found(states, counted=np.zeros(games, np.int64))
    plans: list[list[dict[int, list[int]]]] = [[{} for _ in range(games)] for _ in agents]
    while not states.over.all():
        ongoing = np.flatnonzero(states.over == 0)
        here = states[ongoing].view(np.recarray)
        observations, masks = simulator.views(here)
        if way == WAYS[3]:
            masks = with_roles(here, masks)
        whose = here.acting.astype(np.int64) % len(agents)
        actions = np.stack([agent.act(observations, masks) for agent in agents])[whose, np.arange(len(here))]
        placing = here.question_step == steps.PLACE_PAWNS
        if way == WAYS[1] and placing.any():
            begins = placing & (here.placed_pawns == 0).all(axis=(1, 2))
            for seat, agent in enumerate(agents):
                worked_out = open_plans(simulator, agent, here[begins].view(np.recarray))
                for i, plan in zip(ongoing[begins], worked_out, strict=True):
                    plans[seat][i] = plan
            for i in np.flatnonzero(placing):
                wanted = plans[whose[i]][ongoing[i]].get(int(here.question_person[i]), [])
                aim = wanted.pop(0) if wanted else PASS_ACTION
                actions[i] = aim if masks[i, aim] else PASS_ACTION
        several = placing & (here.placed_pawns[:, :, 0] == 0).any(axis=1)
        found.together += int((placing & (here.acting == here.places_first) & several).sum())
        found.steps += int((~placing | (here.acting == here.places_first)).sum())
        states[ongoing] = simulator.step(here, actions)
        found.count(states)
    found.states, found.progress = states, simulator.goal_progress(states)
    return found


def with_roles(states: np.recarray, masks: np.ndarray) -> np.ndarray:
    """Masks under which seats place pawns by their role, where that leaves them anything but to pass."""
    roles = []
    for blocks, resource in zip(ROLES, ("wood", "food"), strict=True):
        role = np.zeros(LAYOUT.n, np.int8)
        for block in LAYOUT.blocks:
            start = LAYOUT.start[block.name]
            role[start : start + len(block.actions)] = block.name in blocks
        for action, name in enumerate(LAYOUT.names):
            if name.startswith(f"plan gather {resource}"):
                role[action] = 1
        roles.append(role)
    masks = masks.copy()
    for i in np.flatnonzero(states.question_step == steps.PLACE_PAWNS):
        own = masks[i] * roles[int(states.acting[i]) % 2]
        if own.any():
            masks[i] = own
    return masks


def open_plans(simulator: Simulator, agent: Any, states: np.recarray) -> list[dict[int, list[int]]]:
    """What the policy would plan at an open table, in each state: the actions of each person's pawns."""
    found: list[dict[int, list[int]]] = [{} for _ in states]
    imagined = states.copy()
    for s in imagined:
        s.secret_plans = 0
        s.stack_size -= 1
        stack.ask_nothing(s)
        stack.push(s, steps.PLAN, 0)
        turn.advance(s, simulator.tables)
    use = slice(LAYOUT.start["use"], LAYOUT.start["say"])
    while (plans := (imagined.phase == c.PLANNING) & (imagined.over == 0)).any():
        which = np.flatnonzero(plans)
        here = imagined[which].view(np.recarray)
        observations, masks = simulator.views(here)
        asked = here.question_step == steps.PLAN
        masks[asked, use] = 0  # things are used in the council
        after = simulator.step(here, agent.act(observations, masks))
        for i, before, s in zip(which, here, after, strict=True):
            last = int(s.plans) - 1
            for person in range(c.PEOPLE) if last >= 0 and s.phase >= c.PLANNING else ():
                spent = int(before.free_pawns[person]) - int(s.free_pawns[person])
                packed = pack_plan(int(s.plan_kind[last]), int(s.plan_target[last]))
                aim = PLAN_THREAT + int(ACTION_OF_PLAN[packed])
                found[i].setdefault(person, []).extend([aim] * min(c.PAWNS_EACH, max(0, spent)))
        imagined[which] = after
    return found


def row(policy: str, way: str, found: Found) -> tuple[str, ...]:
    """A line of the table."""
    ends = found.states
    won = share_interval(int((ends.victory == 1).sum()), len(ends))
    secret = way != WAYS[0]
    return (
        f"`{policy}`",
        way if not secret else f"secret plans, {way}",
        str(len(ends)),
        f"{won.mean:.1%}",
        f"{won.low:.1%} – {won.high:.1%}",
        f"{found.progress.mean():.3f}",
        f"{found.together / found.steps:.1%}" if secret else "0",
        f"{found.gave_way / max(1, found.placed):.1%}" if secret else "",
        f"{found.joined / max(1, found.placed):.1%}" if secret else "",
    )


def pair_rows(first: str, second: str, games: int) -> Iterator[tuple[str, ...]]:
    """The lines of two policies, each of which plays half of the games in the first seat."""
    orders = {(first, second), (second, first)}
    for way in WAYS[:2]:
        parts = [play(order, way, games // len(orders)) for order in sorted(orders)]
        won = np.concatenate([part.states.victory == 1 for part in parts])
        progress = np.concatenate([part.progress for part in parts])
        share = share_interval(int(won.sum()), len(won))
        placed = sum(part.placed for part in parts)
        yield (
            f"`{first}`",
            f"`{second}`",
            way if way == WAYS[0] else f"secret plans, {way}",
            str(len(won)),
            f"{share.mean:.1%}",
            f"{share.low:.1%} – {share.high:.1%}",
            f"{progress.mean():.3f}",
            f"{sum(part.gave_way for part in parts) / max(1, placed):.1%}" if way != WAYS[0] else "",
        )


def main() -> None:
    """Play and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("policies", nargs="+", help="of the zoo, for several players")
    parser.add_argument("--games", type=count_of, default=400, help="of each policy in each way")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--pairs", action="store_true", help="every two of the policies together")
    given = parser.parse_args()
    if given.pairs:
        pairs = combinations_with_replacement(given.policies, 2)
        lines = [line for first, second in pairs for line in pair_rows(first, second, given.games)]
        found = Table("Hidden plans, between policies that were trained apart", OF_PAIRS, lines)
    else:
        rows = [row(p, way, play([p], way, given.games)) for p in given.policies for way in given.ways]
        found = Table("Hidden plans, with policies trained at the open table", HEADINGS, rows)
    present([found], given.write, "research.variants")


if __name__ == "__main__":
    begin(main)
