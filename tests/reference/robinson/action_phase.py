"""Resolving actions (rulebook 4.2): in the order of the kinds, within a kind as the players like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import (
    decks,
    dice,
    end_of_actions,
    exploring,
    fights,
    island,
    keeping,
    outside,
    people,
    planning,
    requirements,
    special_actions,
    stores,
    uses,
    windows,
    wood_token,
)
from .decisions import FRIDAY, PASS, Person, Play
from .effects import interpreter
from .programs import Program
from .table import ALL_KINDS, DICE, KINDS, STRUCTURES, Plan

if TYPE_CHECKING:
    from .game import Game


def play(game: Game) -> Play[None]:
    """All actions, then the end of the phase."""
    table = game.table
    table.phase = "resolution"
    table.now = None
    table.fight.weapon_bonus = 0
    for state in table.people.values():
        state.gained = dict.fromkeys(state.gained, 0)
        state.found.clear()
    game.look()
    for kind in ALL_KINDS:
        while any(plan.kind == kind and not plan.done for plan in table.plans):
            plan = yield from choose_next(game, kind)
            if prepare(game, plan):
                yield from carry_out(game, plan)
            game.look()
    yield from end_of_actions.play(game)


def choose_next(game: Game, kind: str) -> Play[Plan]:
    """Among several actions of a kind the players choose (4)."""
    plans = game.table.plans
    if sum(plan.kind == kind and not plan.done for plan in plans) > 1:
        game.by_decision(4)
    answer = yield from game.ask(
        "order",
        lambda: [f"resolve {i}" for i, plan in enumerate(plans) if plan.kind == kind and not plan.done],
        asked=game.table.first_player,
        window="resolution",
    )
    return plans[int(answer.removeprefix("resolve "))]


# --- the action under way


def here(game: Game) -> int | None:
    """The space on which the action under way takes place."""
    return None if game.table.now is None else requirements.space_of(game, game.table.now)


def gathers_source(game: Game) -> bool:
    """Does the action under way gather from a source?"""
    now = game.table.now
    return now is not None and now.kind == "gather" and now.special is None


def gathered_resource(game: Game) -> str:
    """What the action under way gathers: wood or food."""
    now = game.table.now
    return now.source[1] if now is not None and gathers_source(game) else "food"


def gain_gathered(game: Game, count: int, person: Person | None) -> Play[None]:
    """So much more of what the action under way gathers: a resource, or what a special action yields."""
    now = game.table.now
    special = None if now is None else requirements.special_of(game, now)
    if special is None:
        stores.gain(game, gathered_resource(game), count, person)
        return
    for _ in range(count):
        yield from interpreter.run(game, special.yields, person)


def danger_here(game: Game) -> bool:
    """Does a danger token on the field or the tile demand weapon level 1? (12)"""
    now, space = game.table.now, here(game)
    assert now is not None
    on_field = now.kind in requirements.DICE_KINDS and "danger" in game.table.field_tokens[now.kind]
    return on_field or (space is not None and "danger" in island.space(game, space).tokens)


def danger_ahead(game: Game) -> bool:
    """And is it not there?"""
    return danger_here(game) and game.table.weapon + game.table.fight.weapon_bonus < 1


# --- one action


def prepare(game: Game, plan: Plan) -> bool:
    """The action comes next, if it can still be done.

    Without an item or terrain that it needs, lost since planning, it cannot be done (47), nor a special
    action whose place or conditions have changed: what was set aside comes back, its pawns are spent.
    """
    table = game.table
    lost = not people.has_items(game, requirements.items_needed(game, plan)) or terrain_is_lost(game, plan)
    if lost or (plan.special is not None and not special_actions.still_possible(game, *plan.special)):
        game.by_decision(47)
        plan.done = True
        planning.give_back(game, plan)
        return False
    table.now = plan
    table.fight.weapon_bonus = table.fight.action_bonus = 0
    outside.leave_finds(game, plan.person)
    game.look()
    return True


def terrain_is_lost(game: Game, plan: Plan) -> bool:
    """Has a terrain that the planned invention needs become unexplored? Current: it serves (47)."""
    if plan.kind != "build" or plan.special is not None or plan.target in STRUCTURES:
        return False
    if game.rule("lost_terrain_serves_the_round"):
        return False
    return not set(game.facts.inventions[str(plan.target)].terrain) <= island.explored_terrains(game)


def carry_out(game: Game, plan: Plan) -> Play[None]:
    """What may be used before it, danger, then what its kind does."""
    table = game.table
    yield from windows.open(game, "before action", plan.person, matters=matters_before(game, plan))
    begin(game, plan)
    if plan.kind == "threat":
        yield from meet_threat(game, plan)
    elif plan.kind == "hunt" and plan.special is None:
        if table.weapon == 0:
            game.by_decision(67)
        take_tokens(game, "hunt", {"minus_pawn"})
        yield from fights.hunt(game, plan.person)
    else:
        face_danger(game, plan)
        game.look()
        yield from act(game, plan)
    table.now = None
    table.fight.weapon_bonus = table.fight.capturing = 0
    game.look()


def matters_before(game: Game, plan: Plan) -> frozenset[str]:
    """What matters before an action: beasts, the next tile, tokens on its field, weapons against danger."""
    matters = set()
    if plan.kind == "hunt" and plan.special is None:
        matters.add("beasts")
    sure = game.rule("tiles_seen_before_dice") or not requirements.dice_are_rolled(game, plan)
    if plan.kind == "explore" and plan.target != requirements.MAP and sure and plan.special is None:
        matters.add("tiles")
    space = here(game)
    tokens = set() if space is None else island.space(game, space).tokens & {"danger"}
    tokens |= game.table.field_tokens.get(plan.kind, set())
    if tokens & {"adventure", "reroll", "danger"}:
        matters.add("tokens")
    if plan.person == FRIDAY and "adventure" in tokens:
        matters.add("life")
    dangerous = plan.special is not None or KINDS.index(plan.kind) >= KINDS.index("build")
    if dangerous and danger_ahead(game):
        matters |= {"weapon", "life"}
    return frozenset(matters)


def begin(game: Game, plan: Plan) -> None:
    """The action begins: nothing is thrown; what a skill saves comes back of what was set aside."""
    table = game.table
    table.now = plan
    plan.done = True
    if plan.kind == "build" and plan.paid["wood"] and plan.paid["fur"] and plan.target in STRUCTURES:
        game.by_scenario("fur_as_wood")
    table.rerolled.clear()
    table.failure_paid = False
    table.in_use.clear()
    table.dice = dict.fromkeys(DICE)
    saving = table.people[plan.person].saving
    for resource, amount in saving.items():
        saved = min(amount, plan.paid[resource])
        if saved > 0:
            game.by_decision(34)
            plan.paid[resource] -= saved
            table.available[resource] += saved
            saving[resource] = 0


def take_tokens(game: Game, kind: str, tokens: set[str]) -> None:
    """Tokens that counted for this action leave its field, but for those that stay all game."""
    game.table.field_tokens[kind] -= tokens - requirements.staying_tokens(game, kind)


def face_danger(game: Game, plan: Plan) -> None:
    """A wound where weapon level 1 is needed and not there; a bonus that makes it up has served."""
    if danger_ahead(game):
        people.wound(game, plan.person, 1)
    elif danger_here(game) and game.table.weapon < 1:
        fights.spend_weapon_bonus(game)


def act(game: Game, plan: Plan) -> Play[None]:
    """What the kind of action does; a special one with the dice of its kind, if it has any."""
    special = plan.special is not None
    if plan.kind in KINDS:
        take_tokens(game, plan.kind, {"minus_pawn"} if plan.kind == "hunt" else {"minus_pawn", "danger"})
    if special and plan.kind in ("hunt", "special"):
        yield from outcome(game, plan)
    elif plan.kind == "arrange_camp" and not special:
        yield from arrange_camp(game, plan.person)
    elif plan.kind == "rest" and not special:
        yield from interpreter.run(game, rest_program(game, plan.person), plan.person)
    else:
        yield from dice.act_with_dice(game, plan)


def meet_threat(game: Game, plan: Plan) -> Play[None]:
    """The threat action's reward; the card is discarded."""
    table, side = game.table, str(plan.target)
    card, table.threat[side] = table.threat[side], None
    if card is None:
        return
    decks.discard_event(game, card)
    assert plan.option is not None
    if card in game.facts.wreckage:
        reward = game.facts.wreckage[card].options[plan.option].reward
    else:
        reward = game.facts.events[card].threat.reward
    game.look()
    yield from interpreter.run_card(game, reward, plan.person, card)


def arrange_camp(game: Game, person: Person) -> Play[None]:
    """Determination and morale, with four players one of them; a marker on the field is only taken away."""
    field = game.table.field_tokens["arrange_camp"]
    if "marker" in field:
        field.remove("marker")
        return
    yield from windows.open(game, "arrange camp", person)
    if "use bible" in game.table.in_use:
        game.by_decision(61)
    camp = game.facts.camp
    yield from interpreter.run(
        game, camp.arrange_with_four if game.table.players == 4 else camp.arrange, person
    )


def rest_program(game: Game, person: Person) -> Program:
    """What a rest gives: with the Bed, else the Hammock, else as usual (19); so for Friday and a guest."""
    if isinstance(person, int):
        for item in people.card_items(game):
            if game.facts.inventions[item].rest:
                game.by_decision(19)
                return game.facts.inventions[item].rest
        for name, card in game.facts.mysteries.items():
            state = game.table.mystery[name]
            fresh = card.from_next_round and state.round_found == game.table.round
            if card.rest and state.place == "kept" and not fresh:
                return card.rest
    elif any(game.facts.inventions[item].rest for item in people.card_items(game)):
        game.by_decision(66)
    return game.facts.camp.rest


# --- success


def outcome(game: Game, plan: Plan) -> Play[None]:
    """What a successful action brings."""
    game.table.succeeded = True
    if plan.kind == "build":
        wood_token.after_success(game, plan)
    special = requirements.special_of(game, plan)
    if special is not None:
        yield from interpreter.run_card(game, special.effect, plan.person, None)
        if special.yields:
            yield from gain_gathered(game, 1, plan.person)
            yield from gather_bonus(game, plan)
    elif plan.kind == "build":
        build(game, str(plan.target), plan.person)
    elif plan.kind == "gather":
        yield from gather(game, plan)
    elif plan.target == requirements.MAP:
        use = uses.treasure_map(game)
        assert use is not None
        uses.spend(game, plan.person, use)
        yield from interpreter.run(game, use.program, plan.person, use.card)
    else:
        yield from exploring.explore(game, plan.space, plan.person)
    game.look()


def build(game: Game, what: str, person: Person) -> None:
    """Shelter and levels at once; an invention becomes an item at the end of the action phase."""
    table = game.table
    if what == "shelter":
        table.shelter = True
    elif what in STRUCTURES:
        stores.raise_level(game, what, 1)
    else:
        invention = table.invention[what]
        invention.place = "future"
        if invention.owner == person:
            people.gain_determination(game, person, game.facts.setup.determination_of_personal_invention)


def gather(game: Game, plan: Plan) -> Play[None]:
    """What the source gives, at least one (14), and Basket and Sack."""
    space, resource = plan.source
    given = island.yield_of(game, space, resource)
    if given == 0:
        game.by_decision(14)
    if island.is_token_alone(game, space, resource):
        game.by_decision(13)
    stores.gain(game, resource, max(1, given), plan.person)
    game.look()
    yield from keeping.offer_yield(game, space, resource, plan.person, 1)
    yield from gather_bonus(game, plan)


def gather_bonus(game: Game, plan: Plan) -> Play[None]:
    """Basket and Sack: more, each in one successful gathering a round; the players choose in which (18).

    Current edition: what was assigned in planning.
    """
    if game.rule("gathering_items_assigned"):
        for use in [use for use in game.uses if use.gathers and use.id in plan.items]:
            plan.items.remove(use.id)
            yield from gain_more(game, plan, use.gathers)
        return
    while bonus := uses.gathering(game, plan.person):
        use = bonus[0]
        if gathering_to_come(game):
            game.by_decision(18)
            choice = yield from game.ask("branch", lambda: ["choose A"], asked=plan.person, may_pass=True)
            if choice == PASS:
                return
        uses.spend(game, plan.person, use)
        yield from gain_more(game, plan, use.gathers)


def gain_more(game: Game, plan: Plan, count: int) -> Play[None]:
    """An item adds to what is gathered."""
    yield from gain_gathered(game, count, plan.person)
    if plan.special is None:
        space, resource = plan.source
        yield from keeping.offer_yield(game, space, resource, plan.person, count)


def gathers(game: Game, plan: Plan) -> bool:
    """Does this planned action gather something?"""
    special = requirements.special_of(game, plan)
    return plan.kind == "gather" if special is None else bool(special.yields)


def gathering_to_come(game: Game) -> bool:
    """Is a planned gathering still to be resolved?"""
    return any(gathers(game, plan) and not plan.done for plan in game.table.plans)
