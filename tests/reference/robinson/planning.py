"""Planning actions: single pawns are placed until nobody places more (rulebook 4.1).

The person who plans opens an action with one pawn of his; it is paid for and supported at once. An action can
only be opened if it can be completed. Who has ended his planning is asked once more in a last turn (1, 3).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from . import (
    action_phase,
    counters,
    island,
    looks,
    people,
    requirements,
    scenarios,
    secret_plans,
    stores,
    supports,
    uses,
    windows,
)
from .decisions import FRIDAY, GUEST, PASS, Person, Play
from .table import ALL_KINDS, Plan

if TYPE_CHECKING:
    from .game import Game

MOST_PLANS = 12
RESOURCES_OF_PLANS = ("wood", "food", "fur")


# --- before the action phase


def before_action_phase(game: Game) -> Play[None]:
    """What a scenario does then; counters are fed."""
    table = game.table
    table.planner = None
    table.plans = []
    for state in table.people.values():
        state.placed = []
    table.fight.weapon_bonus = 0
    to_feed = []
    for counter, facts in game.facts.sheet.counters.items():
        if counters.may_be_fed(game, counter):
            assert facts.fed_with is not None
            lacking = table.available[facts.fed_with] < counters.missing_in_stage(game, counter)
            to_feed.append((counter, lacking))
    game.look()
    yield from scenarios.run_hook(game, "before_actions")
    for counter, lacking in to_feed:
        if lacking:  # more of it may still come
            resource = game.facts.sheet.counters[counter].fed_with
            yield from windows.open(game, "planning", matters=frozenset({str(resource)}))
        yield from feed(game, counter)


def feed(game: Game, counter: str) -> Play[None]:
    """A resource may be laid onto the current stage of a counter."""
    answer = yield from game.ask(
        "feed",
        lambda: [f"lay {i + 1}" for i in range(counters.can_feed(game, counter))] or None,
        asked=game.table.first_player,
        may_pass=True,
        window="planning",
    )
    if answer != PASS:
        counters.feed(game, counter, int(answer.removeprefix("lay ")))
    game.look()


# --- whose turn it is


def play(game: Game) -> Play[None]:
    """All pawns are taken back; the First Player plans first, Friday and the guest last."""
    begin(game)
    looks.lookouts(game)
    secret_plans.deal_strains(game)
    yield from speak(game)
    if "secret_plans" in game.options["table"]:
        yield from secret_plans.play(game)
        return
    game.look()
    while len(game.table.plans) < MOST_PLANS:
        person = next_planner(game)
        if person is None and last_turn_is_due(game):
            person = begin_last_turn(game)
        if person is None:
            return
        yield from plan_one(game, person)


def begin(game: Game) -> None:
    """Nothing is planned."""
    table = game.table
    table.phase = "planning"
    table.plans = []
    table.last_call = ""
    table.gathered = set()
    table.wood_token_plan = None
    table.planner = None
    island.measure_ways(game)
    for person, state in table.people.items():
        state.passed = False
        state.saving = dict.fromkeys(state.saving, 0)
        state.free_pawns = 0
        if person == FRIDAY:
            state.free_pawns = int(people.alive(game, FRIDAY))
        elif people.is_castaway(game, person):
            state.free_pawns = min(2, state.pawn_limit)


def speak(game: Game) -> Play[None]:
    """A variant: as planning begins, each player says a symbol or nothing, as often as the option says."""
    symbols = ALL_KINDS[: game.options["vocabulary"]]
    speakers = game.table.in_turn() * game.options["words"]
    if speakers:
        for seat in game.table.in_turn():
            game.table.people[seat].said = []
    for turn, seat in enumerate(speakers):
        answer = yield from game.ask(
            "say",
            lambda: [f"say {symbol}" for symbol in symbols],
            asked=seat,
            may_pass=True,
            left=len(speakers) - turn,
            always=True,
        )
        game.table.people[seat].said.append(None if answer == PASS else answer.removeprefix("say "))


def next_planner(game: Game) -> Person | None:
    """The next person with a free pawn who has not ended his planning."""
    table = game.table
    order: list[Person] = [*table.in_turn(), FRIDAY, GUEST]
    at = 0 if table.planner is None else order.index(table.planner) + 1
    for person in order[at:] + order[:at]:
        state = table.people[person]
        if state.free_pawns > 0 and not state.passed:
            return person
    return None


def last_turn_is_due(game: Game) -> bool:
    """Current edition: always, so that all pawns are assigned. First: if somebody has gone on since."""
    return game.table.last_call == ("" if game.rule("all_pawns_assigned") else "wanted")


def begin_last_turn(game: Game) -> Person | None:
    """All are asked once more; current edition: not Friday and the guest, whose pawns may stay idle."""
    game.by_decision(3)
    game.table.last_call = "called"
    for person, state in game.table.people.items():
        state.passed = person in (FRIDAY, GUEST) and game.rule("all_pawns_assigned")
    return next_planner(game)


def plans_change(game: Game) -> None:
    """Something has been planned or used: who has ended his planning is asked again (first edition)."""
    table = game.table
    ended = any(state.passed for state in table.people.values())
    if not game.rule("all_pawns_assigned") and table.phase == "planning" and ended and not table.last_call:
        table.last_call = "wanted"


def plan_one(game: Game, person: Person) -> Play[None]:
    """One person places one pawn, or ends his planning."""
    table = game.table
    if table.planner != person:  # a weapon bonus serves who plans
        table.fight.weapon_bonus = 0
    table.planner = person
    answer = yield from game.ask(
        "plan",
        lambda: [requirements.name_of(game, plan) for plan in open_to(game, person)],
        asked=person,
        may_pass=lambda: may_end(game, person),
        window="planning",
        always=True,
    )
    if answer == PASS:
        game.by_decision(1)
        table.people[person].passed = True
        return
    every = requirements.every_action(game, person)
    plan = next(plan for plan in every if requirements.name_of(game, plan) == answer)
    yield from open_plan(game, plan)


def may_end(game: Game, person: Person) -> bool:
    """In the last turn of the current edition whoever can place a pawn must."""
    must = game.rule("all_pawns_assigned") and game.table.last_call == "called"
    return not must or not open_to(game, person)


def open_to(game: Game, person: Person) -> list[Plan]:
    """What this person may place a pawn on: possible, and can be completed."""
    if game.table.people[person].free_pawns < 1:
        return []
    return [plan for plan in requirements.every_action(game, person) if can_open(game, plan)]


def can_open(game: Game, plan: Plan) -> bool:
    """Has its person a pawn for this action, is it possible, and can it be completed?"""
    free = game.table.people[plan.person].free_pawns
    if free < 1 or not requirements.may_take(game, plan.person, plan.kind):
        return False
    return requirements.possible(game, plan) and bool(ways_open(game, plan, free - 1))


def ways_open(game: Game, plan: Plan, own: int) -> list[int]:
    """The ways of taking the action that can be paid, with pawns enough; `own`: pawns left of the person."""
    return [
        way
        for way in range(len(requirements.ways_to_pay(game, plan)))
        if requirements.affordable(game, plan, way) and pawns_suffice(game, plan, way, own)
    ]


def pawns_suffice(game: Game, plan: Plan, way: int, own: int) -> bool:
    """Are there supporting pawns enough?"""
    number = None if plan.special is None else plan.special[0]
    needed = requirements.pawns_needed(game, plan, way) - 1
    return supports.enough(game, plan.person, plan.kind, number, plan.target, own, needed)


def open_plan(game: Game, plan: Plan) -> Play[None]:
    """One pawn of the planner goes to an action; then it is paid for and supported."""
    start(game, plan)
    yield from set_aside(game, plan)
    yield from support(game, plan)
    if game.rule("gathering_items_assigned") and action_phase.gathers(game, plan):
        yield from assign_items(game, plan)


def start(game: Game, plan: Plan) -> None:
    """One pawn of the planner goes to an action."""
    table = game.table
    note_decisions(game, plan)
    plans_change(game)
    plan.need = 0
    table.plans.append(plan)
    table.people[plan.person].free_pawns -= 1
    threat = requirements.threat_of(game, plan)
    if threat is not None and threat.weapon > table.weapon:
        game.by_decision(32)
        table.fight.weapon_bonus = 0
    if plan.kind == "gather" and plan.special is None:
        table.gathered.add(plan.source)
    game.look()


def note_decisions(game: Game, plan: Plan) -> None:
    """Which of the page's decisions this plan rests on."""
    if requirements.is_planned(game, plan):
        game.by_decision(6)
    if plan.kind == "hunt":
        game.by_decision(7)
    space = requirements.space_of(game, plan)
    if space is None:
        return
    if plan.kind in ("gather", "explore") and island.space(game, space).way > 1:
        game.by_decision(5)
    if space == game.table.camp and island.space(game, space).tokens & {"minus_pawn", "danger"}:
        game.by_decision(12)


# --- paying


@contextmanager
def not_planned_yet(game: Game, plan: Plan) -> Iterator[None]:
    """Tokens that count for the next action only must not see this one, the last of the plans."""
    assert game.table.plans.pop() is plan
    try:
        yield
    finally:
        game.table.plans.append(plan)


def set_aside(game: Game, plan: Plan, *, extra: bool = False) -> Play[None]:
    """What the action takes is set aside; where there are several ways, the planner chooses.

    `extra`: an action taken outside planning, which needs no pawns.
    """

    def possible() -> list[int]:
        with not_planned_yet(game, plan):
            if extra:
                every = range(len(requirements.ways_to_pay(game, plan)))
                return [way for way in every if requirements.affordable(game, plan, way)]
            return ways_open(game, plan, game.table.people[plan.person].free_pawns)

    way = yield from game.ask_branch(possible, kind="payment", asked=plan.person)
    assert way is not None
    with not_planned_yet(game, plan):
        plan.option = way
        if not extra:
            plan.need = requirements.pawns_needed(game, plan, way)
        cost = requirements.ways_to_pay(game, plan)[way]
        saving = game.table.people[plan.person].saving
        for resource in RESOURCES_OF_PLANS:
            amount = cost.get(resource, 0)
            saved = min(amount, saving[resource])
            if saved > 0:
                game.by_decision(34)
                saving[resource] = 0
            plan.paid[resource] = amount - saved
    if plan.kind == "build" and plan.paid["wood"] > 0 and requirements.wood_token_is_due(game):
        game.table.wood_token_plan = plan
    durable = game.table.available["durable_food"]
    for resource in RESOURCES_OF_PLANS:
        stores.pay(game, resource, plan.paid[resource])
    plan.paid["durable_food"] = durable - game.table.available["durable_food"]
    plan.paid["food"] -= plan.paid["durable_food"]
    game.look()


def give_back(game: Game, plan: Plan) -> None:
    """What was set aside for a planned action comes back, as the food that it was."""
    for resource in plan.paid:
        game.table.available[resource] += plan.paid[resource]
        plan.paid[resource] = 0


# --- supporting pawns


def support(game: Game, plan: Plan) -> Play[None]:
    """Pawns until there are enough; for an action with dice one more makes it sure."""
    dice = requirements.is_with_dice(game, plan)
    while (missing := plan.need - plan.pawns) > 0 or (missing == 0 and dice):
        if not supports_of(game, plan):
            break
        answer = yield from game.ask(
            "support",
            lambda: supports_of(game, plan),
            asked=plan.person,
            may_pass=missing <= 0,
            left=max(0, missing),
        )
        if answer == PASS:
            break
        supports.take(game, plan, answer)
    game.look()


def supports_of(game: Game, plan: Plan) -> list[str]:
    """The actions that give it one more pawn now."""
    return [*supports.people_supporting(game, plan), *supports.lenders(game, plan)]


def assign_items(game: Game, plan: Plan) -> Play[None]:
    """Basket and Sack serve this gathering, or stay free for another one (18, current edition)."""
    for use in uses.gathering(game, plan.person):
        game.by_decision(18)
        choice = yield from game.ask("branch", lambda: ["choose A"], asked=plan.person, may_pass=True)
        if choice == PASS:
            return
        uses.spend(game, plan.person, use)
        plan.items.append(use.id)
        game.look()


# --- one more action at once


def extra_action(game: Game, kind: str, person: Person, card: str | None) -> Play[None]:
    """One more action of a kind at once, with all dice; none if none can be taken (Fast Work).

    While nothing can be paid for, but for what this person can still save, he may also let it be.
    """
    table = game.table

    def possible() -> list[str] | None:
        if len(table.plans) >= MOST_PLANS or not extra_actions(game, kind, person, hoping=True):
            return None
        island.measure_ways(game)
        table.planner = person
        return [requirements.name_of(game, p) for p in extra_actions(game, kind, person, hoping=False)]

    answer = yield from game.ask(
        "plan",
        possible,
        asked=person,
        may_pass=lambda: not extra_actions(game, kind, person, hoping=False),
        window="planning",
        card=card,
        always=True,
    )
    if answer == PASS:
        return
    plan = next(p for p in requirements.every_action(game, person) if requirements.name_of(game, p) == answer)
    plan.all_dice = plan.done = True
    table.plans.append(plan)
    if action_phase.prepare(game, plan):
        yield from set_aside(game, plan, extra=True)
        yield from action_phase.carry_out(game, plan)


def extra_actions(game: Game, kind: str, person: Person, *, hoping: bool) -> list[Plan]:
    """What could be done at once; `hoping`: with what this person can still save."""
    return [
        plan
        for plan in requirements.every_action(game, person)
        if plan.kind == kind
        and requirements.possible(game, plan)
        and (plan.special is None or requirements.is_with_dice(game, plan))
        and any(
            requirements.affordable(game, plan, way, hoping=hoping)
            for way in range(len(requirements.ways_to_pay(game, plan)))
        )
    ]
