"""What an action requires at planning: pawns, resources, items, terrain (rulebook 4.1).

An action that somebody might plan is written as a `Plan`, whether it is planned already or not; what is
planned already are the others of `table.plans`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from . import island, marks, measures, people, special_actions, stores, supports, uses
from .components import Threat
from .decisions import Person
from .scenario_facts import SpecialAction
from .table import SPACES, STRUCTURES, Plan

if TYPE_CHECKING:
    from .game import Game

DICE_KINDS = ("build", "gather", "explore")
MAP = "treasure_map"


# --- every action that there is


def every_action(game: Game, person: Person) -> Iterator[Plan]:
    """All that could be planned at some time; of special actions those that can be planned now."""
    yield from (Plan("threat", side, person) for side in ("left", "right"))
    yield Plan("hunt", None, person)
    yield from (Plan("build", name, person) for name in (*STRUCTURES, *game.table.invention))
    yield from (Plan("gather", (space, r), person) for space in SPACES for r in ("wood", "food"))
    yield from (Plan("explore", space, person) for space in (*SPACES, MAP))
    yield from (Plan(kind, None, person) for kind in ("arrange_camp", "rest"))
    yield from special_plans(game, person)


def special_plans(game: Game, person: Person) -> Iterator[Plan]:
    """The special actions of the scenario, where this person may plan them."""
    for number, action in enumerate(game.facts.sheet.special_actions):
        for place in special_actions.places(game, number, person):
            yield Plan(action.kind, None, person, special=(number, place))


def name_of(game: Game, plan: Plan) -> str:
    """The name of the action that plans this."""
    if plan.special is not None:
        number, space = plan.special
        return f"plan special {number + 1}" + ("" if space is None else f" on {space}")
    if plan.kind == "gather":
        space, resource = plan.source
        return f"plan gather {resource} on {space}"
    if plan.kind == "build":
        structure = plan.target in STRUCTURES
        return f"plan {plan.target if structure else game.facts.action_name(str(plan.target))}"
    if plan.kind == "explore":
        return f"plan {MAP}" if plan.target == MAP else f"plan explore {plan.target}"
    if plan.kind == "threat":
        return f"plan threat {plan.target}"
    return f"plan {plan.kind.replace('_', ' ')}"


def special_of(game: Game, plan: Plan) -> SpecialAction | None:
    """The special action that this is, if it is one."""
    return None if plan.special is None else game.facts.sheet.special_actions[plan.special[0]]


# --- where, and with how many pawns


def space_of(game: Game, plan: Plan) -> int | None:
    """The space on which an action takes place; None for threat, hunt and the treasure map."""
    if plan.special is not None:
        return plan.special[1] if plan.special[1] is not None or plan.kind != "build" else game.table.camp
    if plan.kind == "gather":
        return plan.source[0]
    if plan.kind == "explore":
        return None if plan.target == MAP else plan.space
    return game.table.camp if plan.kind in ("build", "arrange_camp", "rest") else None


def pawns_needed(game: Game, plan: Plan, way: int) -> int:
    """The least number of pawns that an action takes: as a rule, and for distance, tokens and marks."""
    return usual_pawns(game, plan, way) + extra_pawns(game, plan)


def usual_pawns(game: Game, plan: Plan, way: int) -> int:
    """The least number of pawns that an action takes as a rule."""
    special = special_of(game, plan)
    if special is not None:
        return special.pawns
    if plan.kind == "hunt" or plan.target == MAP:
        return 2
    if plan.kind != "threat":
        return 1
    card = threat_card(game, plan)
    if card in game.facts.wreckage:
        return game.facts.wreckage[card].options[way].pawns
    return game.facts.events[card].threat.pawns


def extra_pawns(game: Game, plan: Plan) -> int:
    """Pawns needed beyond the usual number: for distance, -1 pawn tokens on the field or tile, marks."""
    table, extra = game.table, 0
    if "minus_pawn" in table.field_tokens.get(plan.kind, ()):
        first = not any(other.kind == plan.kind for other in table.plans)
        extra += first or "minus_pawn" in staying_tokens(game, plan.kind)
    special = special_of(game, plan)
    if plan.special is not None:
        extra += special_actions.surcharge(game, plan.special[0])
    space = space_of(game, plan)
    if space is None:
        return extra
    if space != table.camp and (special is None or special.distance):
        extra += island.space(game, space).way - 1
    extra += "minus_pawn" in island.space(game, space).tokens
    return extra + marks.extra_pawns(game, plan.kind, space)


def staying_tokens(game: Game, kind: str) -> set[str]:
    """Tokens that stay on a field all game."""
    laid = game.facts.sheet.scenario.start.field_tokens
    return {one.token for one in laid if one.kind == kind}


def is_with_dice(game: Game, plan: Plan) -> bool:
    """Is this an action that one pawn takes with dice and one more makes sure?"""
    special = special_of(game, plan)
    if special is not None:
        return special.dice
    return plan.kind in DICE_KINDS and plan.target != MAP


def dice_are_rolled(game: Game, plan: Plan) -> bool:
    """Has it only as many pawns as it needs, so that dice decide?"""
    return is_with_dice(game, plan) and plan.pawns <= plan.need


# --- paying


def threat_card(game: Game, plan: Plan) -> str:
    """The card of a threat action; one must lie there."""
    card = game.table.threat[str(plan.target)]
    assert card is not None
    return card


def ways_to_pay(game: Game, plan: Plan) -> list[Mapping[str, int]]:
    """What each way of taking the action costs: wood or fur, one of the rewards of a wreckage card, ..."""
    special = special_of(game, plan)
    if special is not None:
        return [with_surcharge(game, plan, cost) for cost in special.pays or ({},)]
    if plan.kind == "threat":
        card = threat_card(game, plan)
        if card in game.facts.wreckage:
            return [{} for _ in game.facts.wreckage[card].options]
        threat = game.facts.events[card].threat
        return [*threat.pays, *([{}] if threat.or_item is not None or not threat.pays else [])]
    if plan.kind != "build":
        return [{}]
    if plan.target == "weapon":
        return [with_surcharge(game, plan, {"wood": game.facts.building.weapon_wood})]
    if plan.target in STRUCTURES:
        return ways_of_structure(game, plan)
    return [
        with_surcharge(game, plan, cost) for cost in game.facts.inventions[str(plan.target)].pays or ({},)
    ]


def ways_of_structure(game: Game, plan: Plan) -> list[Mapping[str, int]]:
    """Shelter, roof and palisade: all in wood or all in fur; with `fur_as_wood` some wood replaced by fur."""
    building, place = game.facts.building, game.table.players - 1
    wood = with_surcharge(game, plan, {"wood": building.wood[place]})["wood"]
    ways: list[Mapping[str, int]] = [{"wood": wood}, {"fur": building.fur[place]}]
    if game.facts.sheet.scenario.rules.fur_as_wood:
        ways += [{"wood": max(0, wood - fur), "fur": fur} for fur in range(1, building.fur[place])]
    return ways


def with_surcharge(game: Game, plan: Plan, cost: Mapping[str, int]) -> Mapping[str, int]:
    """A building paid in wood takes one more for the +1 wood token at its cost, and that on the field."""
    if plan.kind != "build" or not cost.get("wood"):
        return cost
    at_cost = plan.special is None and "plus_wood" in game.table.cost_tokens.get(str(plan.target), ())
    return {**cost, "wood": cost["wood"] + at_cost + wood_token_is_due(game)}


def wood_token_is_due(game: Game) -> bool:
    """Does the next building planned that takes wood take one more (9)?"""
    return "plus_wood" in game.table.field_tokens["build"] and game.table.wood_token_plan is None


def affordable(game: Game, plan: Plan, way: int, *, hoping: bool = False) -> bool:
    """Is everything there that this way takes? `hoping`: with what this person can still save."""
    saving = game.table.people[plan.person].saving
    for resource, amount in ways_to_pay(game, plan)[way].items():
        saved = saving[resource] if amount else 0
        if hoping and amount:
            saved += uses.could_save(game, plan.person, resource)
        if amount - saved > stores.stock(game, resource):
            return False
    return people.has_items(game, items_of_way(game, plan, way))


def items_of_way(game: Game, plan: Plan, way: int) -> list[str]:
    """The item that is there instead of a payment, if this is the way of meeting the threat."""
    threat = threat_of(game, plan)
    if threat is None or threat.or_item is None or way < len(threat.pays):
        return []
    return [threat.or_item]


def threat_of(game: Game, plan: Plan) -> Threat | None:
    """The threat that an action meets; None for other actions and wreckage cards."""
    card = game.table.threat[str(plan.target)] if plan.kind == "threat" else None
    return game.facts.events[card].threat if card is not None and card in game.facts.events else None


def items_needed(game: Game, plan: Plan) -> list[str]:
    """The items without which an action planned in this way cannot be done."""
    special, threat = special_of(game, plan), threat_of(game, plan)
    if special is not None:
        return list(special.items)
    if threat is not None:
        way = [] if plan.option is None else items_of_way(game, plan, plan.option)
        return [*([threat.item] if threat.item is not None else []), *way]
    if plan.kind == "build" and plan.target not in STRUCTURES:
        return list(game.facts.inventions[str(plan.target)].items)
    return []


# --- what the rules allow


def may_take(game: Game, person: Person, kind: str) -> bool:
    """Has no card forbidden this person's pawns such an action this round?"""
    return supports.may_take(game, person, kind)


def is_planned(game: Game, plan: Plan) -> bool:
    """Is this very action planned already?"""
    return any(
        (other.kind, other.target, other.special) == (plan.kind, plan.target, plan.special)
        for other in game.table.plans
    )


def possible(game: Game, plan: Plan) -> bool:
    """Do the rules allow this action now, pawns and payment apart?"""
    if plan.special is not None:
        number, place = plan.special
        return special_actions.possible(game, number, place, plan.person)
    if plan.kind == "threat":
        return threat_possible(game, plan)
    if plan.kind == "hunt":
        return special_actions.hunts_planned(game) < len(game.table.hunting)
    if plan.kind == "build":
        return build_possible(game, plan)
    if plan.kind == "gather":
        return gather_possible(game, plan)
    if plan.kind == "explore":
        return explore_possible(game, plan)
    return True


def threat_possible(game: Game, plan: Plan) -> bool:
    """A card lies there, nobody takes it yet, and weapon level and item are there."""
    if game.table.threat[str(plan.target)] is None or is_planned(game, plan):
        return False
    threat = threat_of(game, plan)
    if threat is None:
        return True
    strong = stores.weapon_for_requirements(game) >= threat.weapon
    return strong and (threat.item is None or people.has_item(game, threat.item))


def gather_possible(game: Game, plan: Plan) -> bool:
    """A source in reach, not the camp's, at which nobody gathers yet this round (5, 6)."""
    space, resource = plan.source
    table = game.table
    if (space, resource) in table.gathered or space == table.camp:
        return False
    if game.rule("shortcut_gathers") and table.shortcut_used == (space, resource):
        return False
    return island.in_reach(game, space) and island.yield_of(game, space, resource) > 0


def explore_possible(game: Game, plan: Plan) -> bool:
    """An unexplored space in reach to which nobody goes yet, or the Treasure map."""
    if is_planned(game, plan):
        return False
    if plan.target == MAP:
        use = uses.treasure_map(game)
        return use is not None and uses.can_use(game, plan.person, use)
    return island.can_explore(game, plan.space)


def build_possible(game: Game, plan: Plan) -> bool:
    """Shelter once; roof and palisade at a shelter, which must have been there before; inventions."""
    shelter_planned = is_planned(game, Plan("build", "shelter", plan.person))
    if plan.target == "shelter":
        return not game.table.shelter and not shelter_planned
    if plan.target in ("roof", "palisade"):
        return island.natural_shelter_here(game) or (game.table.shelter and not shelter_planned)
    return plan.target == "weapon" or invention_possible(game, plan)


def invention_possible(game: Game, plan: Plan) -> bool:
    """Is the invention on the board, his own if it is anybody's, and all there that it needs?"""
    item = str(plan.target)
    state, facts = game.table.invention[item], game.facts.inventions[item]
    if state.place != "board" or is_planned(game, plan):
        return False
    if state.owner is not None and state.owner != plan.person:
        return False
    if not all(measures.holds(game, need) for need in facts.needs):
        return False
    if not people.has_items(game, facts.items):
        return False
    return not facts.terrain or set(facts.terrain) <= island.explored_terrains(game)
