"""Secret plans, a variant: pawns placed unseen, revealed together, and what becomes of them.

Written from docs/robinson/secret_plans.md. After a council, in which things are used openly, every pawn is
placed on an aim or stays idle. Nobody sees where others place theirs. Then all are settled, one after the
other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from . import planning, requirements, supports, windows
from .decisions import FRIDAY, GUEST, PASS, Person, Play
from .table import PlacedPawn, Plan

if TYPE_CHECKING:
    from .game import Game

REPEATED = ("hunt", "arrange_camp", "rest")
STRAINS = ("build", "gather", "explore", "arrange_camp")
LEVELS = ("roof", "palisade", "weapon")
"""What can be built several times in a round."""


def play(game: Game) -> Play[None]:
    """The whole planning."""
    yield from council(game)
    yield from place(game)
    yield from reveal(game)
    yield from settle(game)


# --- before the reveal


def deal_strains(game: Game) -> None:
    """A variant (docs/robinson/secret_plans.md): four cards are shuffled, each player draws one."""
    if game.options["strains"]:
        cards = list(STRAINS)
        game.chance.shuffle(cards)
        for seat, card in zip(game.table.seats, cards, strict=False):
            game.table.people[seat].strain = card


def council(game: Game) -> Play[None]:
    """Each player in turn uses what planning lets him use, until he passes."""
    game.look()
    for seat in game.table.in_turn():
        game.table.planner = seat
        while (yield from windows.ask(game, "planning", seat, None, None, frozenset())):
            pass
    game.table.planner = None
    game.look()


def place(game: Game) -> Play[None]:
    """Every pawn is placed; after his own the First Player places Friday's and the guest's."""
    table = game.table
    for seat in table.in_turn():
        for person in [seat, *([FRIDAY, GUEST] if seat == table.first_player else [])]:
            state = table.people[person]
            for number in range(state.free_pawns):
                left = state.free_pawns - number
                aim = yield from ask_aim(game, person, left)
                state.placed.append(PlacedPawn(aim))


def ask_aim(game: Game, person: Person, left: int) -> Play[Plan | None]:
    """Ask where a pawn is placed; None: it stays idle."""

    def aims() -> dict[str, Plan]:
        return {requirements.name_of(game, aim): aim for aim in aims_of(game, person)}

    answer = yield from game.ask(
        "plan", lambda: list(aims()), asked=person, may_pass=True, left=left, always=True
    )
    return None if answer == PASS else aims()[answer]


def aims_of(game: Game, person: Person) -> list[Plan]:
    """Where this person may place a pawn, as if nobody else had placed one yet.

    It must be an action that he, or somebody whom he can support, could complete with all pawns there are.
    """
    found: dict[str, Plan] = {}
    own = [placed.aim for placed in game.table.people[person].placed]
    for leader, state in game.table.people.items():
        if state.free_pawns == 0:
            continue
        for plan in planning.open_to(game, leader):
            aim = replace(plan, person=person)
            if not supports.may_take(game, person, plan.kind) or not helps(game, person, plan):
                continue
            if plan.kind == game.table.people[person].strain:
                continue
            if aim in own and not takes_another(game, plan):
                continue
            found[requirements.name_of(game, plan)] = aim
    return list(found.values())


def helps(game: Game, person: Person, plan: Plan) -> bool:
    """Is this person the leader of an action, or can a pawn of his support it?"""
    return person == plan.person or may_support(game, person, plan)


def may_support(game: Game, person: Person, plan: Plan) -> bool:
    """Can a free pawn of this person, who may be the leader, support his action?"""
    name = support_of(game, person, plan.person)
    return name is not None and supports.pawns_of(game, plan.person, plan.kind, plan.target, name, 1) > 0


def support_of(game: Game, person: Person, leader: Person) -> str | None:
    """What a pawn of this person is called as a support of the leader's action; None: it cannot be one."""
    if person == leader:
        return supports.OWN
    if person == FRIDAY:
        return supports.FRIDAYS
    if person == GUEST:
        return supports.GUESTS
    if not isinstance(leader, int) or not isinstance(person, int):
        return None
    return supports.OTHERS[(person - leader) % game.table.players - 1]


def takes_another(game: Game, plan: Plan) -> bool:
    """Is a second pawn of the same person of use?"""
    if not once_only(game, plan) or requirements.is_with_dice(game, plan):
        return True
    if plan.kind == "threat" and supports.two_players(game, plan.target):
        return False
    ways = range(len(requirements.ways_to_pay(game, plan)))
    return any(requirements.pawns_needed(game, plan, way) > 1 for way in ways)


def once_only(game: Game, plan: Plan) -> bool:
    """Can this be planned once in a round only?"""
    special = requirements.special_of(game, plan)
    if special is not None:
        return not special.many
    return plan.kind not in REPEATED and not (plan.kind == "build" and plan.target in LEVELS)


def reveal(game: Game) -> Play[None]:
    """The First Player turns everything over: nothing to decide, but a moment of its own."""
    yield from game.ask("branch", lambda: [], asked=game.table.first_player, may_pass=True, always=True)
    for seat in game.table.seats:
        game.table.people[seat].strain = None


# --- settling


def settle(game: Game) -> Play[None]:
    """First pawns from the First Player on, second pawns, Friday's, the guest's: each is settled."""
    table = game.table
    game.look()
    while (first := next(iter(waiting(game)), None)) is not None:
        person, pawn = first
        assert pawn.aim is not None
        free_those_with(game, pawn.aim)
        leader = yield from leader_of(game, person, pawn.aim)
        plan = None if leader is None else Plan(pawn.aim.kind, pawn.aim.target, leader, pawn.aim.special)
        if plan is None or not planning.can_open(game, plan):
            give_way(game, person, pawn)
            continue
        table.planner = plan.person
        planning.start(game, plan)
        send(game, plan.person, plan)
        yield from planning.set_aside(game, plan)
        if not (yield from reinforce(game, plan)):
            withdraw(game, plan)
    table.planner = None
    for state in table.people.values():
        for one in state.placed:
            one.idle = one.idle or one.aim is None
        state.free_pawns = sum(one.idle for one in state.placed)
    game.look()


def in_order(game: Game) -> list[tuple[Person, PlacedPawn]]:
    """All placed pawns in the order in which they are settled."""
    people, seats = game.table.people, game.table.in_turn()
    found: list[tuple[Person, PlacedPawn]] = []
    for number in range(2):
        found += [(seat, people[seat].placed[number]) for seat in seats if len(people[seat].placed) > number]
    return found + [(person, pawn) for person in (FRIDAY, GUEST) for pawn in people[person].placed]


def waiting(game: Game, aim: Plan | None = None) -> list[tuple[Person, PlacedPawn]]:
    """Pawns that are not settled yet; `aim`: only those placed there, by whomever."""
    return [
        (person, pawn)
        for person, pawn in in_order(game)
        if pawn.aim is not None
        and pawn.came_to is None
        and not pawn.idle
        and (aim is None or same(pawn.aim, aim))
    ]


def same(one: Plan, other: Plan) -> bool:
    """Is this the same action, whoever's pawn it is?"""
    return (one.kind, one.target, one.special) == (other.kind, other.target, other.special)


def free_those_with(game: Game, aim: Plan) -> None:
    """Only pawns placed on this aim can lead its action and support it."""
    there = [person for person, _ in waiting(game, aim)]
    for person, state in game.table.people.items():
        state.free_pawns = there.count(person)


def leader_of(game: Game, person: Person, aim: Plan) -> Play[Person | None]:
    """Who leads: for an action that pawns share the First Player chooses among players who could."""
    table = game.table

    def shared() -> bool:
        return once_only(game, aim) or requirements.pawns_needed(game, replace(aim, person=person), 0) > 1

    def able() -> list[Person]:
        plans = [replace(aim, person=seat) for seat in table.seats] if shared() else []
        return [plan.person for plan in plans if planning.can_open(game, plan)]

    while able():
        chosen = yield from game.ask_person(able, asked=table.first_player)
        if chosen is not None:
            return chosen
    if not shared():
        return person
    others = [who for who in (FRIDAY, GUEST) if planning.can_open(game, replace(aim, person=who))]
    return others[0] if others else None


def send(game: Game, person: Person, plan: Plan) -> None:
    """A pawn of this person that was placed there comes to the plan."""
    for who, pawn in waiting(game, plan):
        if who == person:
            pawn.came_to = plan
            return


def reinforce(game: Game, plan: Plan) -> Play[bool]:
    """Pawns placed there join, then others may support. False: some are missing in the end."""
    dice = requirements.is_with_dice(game, plan)
    most = plan.need + (once_only(game, plan) and dice)
    for person, _ in waiting(game, plan):
        if plan.pawns < most and may_support_now(game, person, plan):
            add(game, plan, f"support: {support_of(game, person, plan.person)}")
    while (missing := plan.need - plan.pawns) > 0 or (missing == 0 and dice):
        if not planning.supports_of(game, plan):
            break
        answer = yield from game.ask(
            "support",
            lambda: planning.supports_of(game, plan),
            asked=plan.person,
            may_pass=True,
            left=max(0, missing),
        )
        if answer == PASS:
            break
        add(game, plan, answer)
    return plan.pawns >= plan.need


def may_support_now(game: Game, person: Person, plan: Plan) -> bool:
    """Can this person's pawn support the plan with the pawns that are free?"""
    name = support_of(game, person, plan.person)
    own = game.table.people[plan.person].free_pawns
    return name is not None and supports.pawns_of(game, plan.person, plan.kind, plan.target, name, own) > 0


def add(game: Game, plan: Plan, action: str) -> None:
    """One more pawn supports; if it was placed there, it is settled."""
    before = {person: state.free_pawns for person, state in game.table.people.items()}
    supports.take(game, plan, action)
    for person, state in game.table.people.items():
        if state.free_pawns < before[person]:
            send(game, person, plan)


def withdraw(game: Game, plan: Plan) -> None:
    """A plan with too few pawns is given up; what was paid for it comes back, its pawns give way."""
    table = game.table
    planning.give_back(game, plan)
    assert table.plans.pop() is plan
    if table.wood_token_plan is plan:
        table.wood_token_plan = None
    if plan.kind == "gather" and plan.special is None:
        table.gathered.discard(plan.source)
    for person, pawn in in_order(game):
        if pawn.came_to is plan:
            pawn.came_to = None
            give_way(game, person, pawn)


def give_way(game: Game, person: Person, pawn: PlacedPawn) -> None:
    """A pawn without room rests, if a lone pawn may and no danger waits at the camp; else it stays idle."""
    table = game.table
    rest = Plan("rest", None, person)
    danger = "danger" in table.spaces[table.camp].tokens and table.weapon < 1
    lone = requirements.pawns_needed(game, rest, 0) == 1
    if danger or not lone or not supports.may_take(game, person, "rest"):
        pawn.idle = True
        return
    table.planner = person
    rest.option = 0
    table.plans.append(rest)
    pawn.came_to = rest
    game.look()
