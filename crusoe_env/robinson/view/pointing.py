"""Which legal actions of Robinson Crusoe a click on something in the picture may mean."""

from __future__ import annotations

from crusoe_env.robinson import actions as ac
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import seat_of_place
from crusoe_env.robinson.rules.packed import kind_of, pack_source
from crusoe_env.robinson.things import BY_FRIDAY, BY_GUEST, BY_NEXT, BY_OWN, DOG_THING, FIRST_ITEM, USED_ITEMS
from crusoe_env.robinson.view.names import DOG
from crusoe_env.robinson.view.words import Sight

PLACE = ac.LAYOUT.start["place"]
WEATHER_PLACE, NIGHT_PLACE = PLACE + c.KINDS, PLACE + c.KINDS + 1
FIRST_COST_PLACE = NIGHT_PLACE + 1
FIRST_SPACE_PLACE = FIRST_COST_PLACE + len(c.STRUCTURES)


def on_space(sight: Sight, space: int) -> list[int]:
    """Exploring, gathering, special actions there; choosing it or what lies on it."""
    single = [ac.PLAN_EXPLORE + space, ac.SPACE + space, FIRST_SPACE_PLACE + space]
    double = [block + pack_source(space, food) for block in (ac.PLAN_GATHER, ac.SOURCE) for food in range(2)]
    special = range(
        ac.PLAN_SPECIAL + space, ac.PLAN_SPECIAL + c.SPECIALS * c.SPECIAL_PLACES, c.SPECIAL_PLACES
    )
    return sight.only_legal([*single, *double, *special])


def on_field(sight: Sight, kind: int) -> list[int]:
    """Planning an action of this kind; a token of its field."""
    found = [PLACE + kind] if kind < c.KINDS else []
    if sight.s.decision == c.PLAN:
        found += [action for action in range(ac.PLAN_THREAT, ac.SUPPORT_BY) if _kind(sight, action) == kind]
    return sight.only_legal(found)


def _kind(sight: Sight, action: int) -> int:
    """The kind of action that a pawn is planned for."""
    if action < ac.PLAN_SPECIAL:
        return int(kind_of(int(ac.ANSWERS[action])))
    special = (action - ac.PLAN_SPECIAL) // c.SPECIAL_PLACES
    return int(sight.t.special_kind[special])


def on_plan(sight: Sight, plan: int) -> list[int]:
    """Resolving a planned action next."""
    return sight.only_legal([ac.RESOLVE + plan])


def on_structure(sight: Sight, which: int) -> list[int]:
    """Building a level; the token on its cost."""
    return sight.only_legal([ac.PLAN_BUILD + which, FIRST_COST_PLACE + which])


def on_item(sight: Sight, item: int) -> list[int]:
    """Building an invention, choosing it, using it."""
    use = [ac.USE + FIRST_ITEM + USED_ITEMS.index(item)] if item in USED_ITEMS else []
    return sight.only_legal([ac.PLAN_BUILD + c.FIRST_INVENTION + item, ac.ITEM + item, *use])


def on_thing(sight: Sight, name: str) -> list[int]:
    """Using a starting item, token or treasure, by its name."""
    acting, uses = (
        int(sight.s.acting),
        sorted(action for action in sight.legal if ac.USE <= action < ac.SAY_SYMBOL),
    )
    return [action for action in uses if sight.use_name(action - ac.USE, acting) == name]


def on_person(sight: Sight, person: int) -> list[int]:
    """Choosing a person; a pawn of theirs as a support; all that the one who plans may plan."""
    s = sight.s
    if person == DOG:
        return sight.only_legal([ac.USE + DOG_THING])
    places = [place for place in range(c.PEOPLE) if place >= c.FRIDAY or place < s.players]
    found = [ac.PERSON + place for place in places if seat_of_place(s, place) == person]
    if s.decision == c.SUPPORT:
        planner = int(s.plan_person[s.question_detail])
        if person >= c.FRIDAY:
            found.append(ac.SUPPORT_BY + {c.FRIDAY: BY_FRIDAY, c.GUEST: BY_GUEST}[person])
        elif person == planner:
            found.append(ac.SUPPORT_BY + BY_OWN)
        else:
            found.append(ac.SUPPORT_BY + BY_NEXT + (person - planner) % int(s.players) - 1)
    if s.decision == c.PLAN and s.question_person == person:
        found += range(ac.PLAN_THREAT, ac.SUPPORT_BY)
    return sight.only_legal(found)
