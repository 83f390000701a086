"""The reference's table in the words of `translation.py`: mostly a list of its fields."""

from __future__ import annotations

from typing import Any

from crusoe_env.robinson import constants as c
from tests.lockstep.words import Words
from tests.reference.robinson.decisions import FRIDAY, GUEST, Person, is_seat
from tests.reference.robinson.game import Game, ReferenceRobinson
from tests.reference.robinson.table import (
    DICE,
    Delayed,
    Invention,
    Mystery,
    PersonState,
    PlacedPawn,
    Plan,
    Space,
    Table,
)


def words(reference: ReferenceRobinson) -> Words:
    """The whole state."""
    table = reference.table
    return {
        **asked(reference),
        **course(table),
        "people": people(table),
        **camp(table),
        "spaces": [space(one) for one in table.spaces],
        **fields(table),
        **event_cards(table),
        **adventures(table),
        **mysteries(table),
        **other_piles(table),
        **inventions_and_items(table),
        **this_round(reference.game),
        **planning(table),
        **action_under_way(table),
        "weather": dict(vars(table.weather)),
        **scenario(table),
    }


def asked(reference: ReferenceRobinson) -> Words:
    """What is to be decided, by whom; and what is laid out for it."""
    decision = reference.decision
    found: Words = {"over": reference.over, "cause": reference.cause, "shown": []}
    if decision is None:
        return {**found, "decision": None, "acting": None, "asked": None, "window": None, "left": 0}
    return {
        **found,
        "decision": decision.kind,
        "acting": decision.acting,
        "asked": decision.asked,
        "window": decision.window,
        "left": decision.left,
        "shown": list(reference.table.shown) if decision.kind == "shown" else [],
    }


def course(table: Table) -> Words:
    """Round and phase."""
    names = ("players", "with_friday", "with_dog", "guest_here", "round", "phase", "first_player")
    return {name: getattr(table, name) for name in names}


def people(table: Table) -> Words:
    """All who take part."""
    here = {FRIDAY: table.with_friday, GUEST: table.guest_here}
    found = {who: person(table, who, one) for who, one in table.people.items() if here.get(who, True)}
    for one in found.values():
        one["outside_now"] = table.now is not None and one["outside_now"]
    return found


def placed(table: Table, pawn: PlacedPawn) -> tuple[Any, Any]:
    """What a pawn was placed on unseen, and the plan that it has come to."""
    aim = pawn.aim
    came_to = "idle" if pawn.idle else None
    plans = [i for i, one in enumerate(table.plans) if one is pawn.came_to]
    return "idle" if aim is None else (aim.kind, aim.target, aim.special), plans[0] if plans else came_to


def person(table: Table, who: Person, one: PersonState) -> Words:
    """A sheet."""
    found = dict(vars(one))
    found["found"] = sorted(one.found)
    found["placed"] = [placed(table, pawn) for pawn in one.placed]
    found["said"] = [*one.said, *[None] * (3 - len(one.said))] if is_seat(who) else []
    found["covered_arrows"] = found.pop("covered_marks")
    found["cursed"] = 2 if found.pop("cursed_from_next_round") else int(one.cursed)
    return found


def camp(table: Table) -> Words:
    """Levels and stores."""
    names = ("morale", "weapon", "roof", "palisade", "shelter", "more_camp_food", "available", "future")
    return {
        **{name: getattr(table, name) for name in names},
        "delayed": [delayed(one) for one in table.delayed],
    }


def delayed(one: Delayed) -> tuple[Any, ...]:
    """What waits: when, whose effect, for whom."""
    return one.time, one.card, one.performer


def space(one: Space) -> Words:
    """What lies on a space."""
    found = dict(vars(one))
    found["space_tokens"] = found.pop("tokens")
    found["new_space_tokens"] = found.pop("new_tokens")
    return found


def fields(table: Table) -> Words:
    """Tokens on the fields, and where the camp is."""
    names = ("camp", "tiles", "tiles_known", "looked", "field_tokens", "new_field_tokens", "cost_tokens")
    return {name: getattr(table, name) for name in (*names, "weather_tokens", "night_tokens")}


def event_cards(table: Table) -> Words:
    """Event deck, threat row, and what their cards remember: that of others is of no use any more."""
    remember = {*table.event_deck, *table.threat.values()}
    names = ("event_deck", "event_known", "threat", "ambush", "ambush_known")
    return {
        "event_discard": sorted(table.event_discard),
        **{name: getattr(table, name) for name in names},
        "card_space": {
            card: at for card, at in table.card_space.items() if at is not None and card in remember
        },
        "card_mark": {
            card: number
            for card, mark in table.card_mark.items()
            if card in remember and (number := number_of(mark))
        },
    }


def number_of(mark: Any) -> int:
    """What a card remembers, as the record has it.

    A token is the number of its kind, sources and levels that it has covered or lowered are bits.
    """
    if mark is None or isinstance(mark, int):
        return int(mark or 0)
    if isinstance(mark, str):
        return c.TOKENS.index(mark)
    numbers = {name: i for names in (c.STRUCTURES, c.COVERS) for i, name in enumerate(names)}
    return sum({1 << numbers[name] for name in mark})


def adventures(table: Table) -> Words:
    """The three decks and their discard piles."""
    return {"adventures": table.adventures, "adventure_discard": table.adventure_discard}


def mysteries(table: Table) -> Words:
    """The mystery deck, each card of it, and draws under way."""
    drawing = bool(table.draws)
    return {
        "mysteries": table.mysteries,
        "mystery": {identity: mystery(one, drawing) for identity, one in table.mystery.items()},
        "passed_over": table.passed_over,
        "draws": [dict(vars(draw)) for draw in table.draws],
        "mystery_ignored": table.mystery_ignored and drawing,
    }


def mystery(one: Mystery, drawing: bool) -> Words:
    """Where a mystery card is; of a card that nobody has found nothing else is told."""
    there = one.place in ("kept", "future")
    return {
        "place": one.place,
        "uses": one.uses if one.place == "kept" else 0,
        "holder": one.holder if there else None,
        "round_found": one.round_found if there else 0,
        "outside": one.outside if there else False,
        "draw": one.draw if there and drawing else 0,
    }


def other_piles(table: Table) -> Words:
    """Beasts, discovery tokens, starting items."""
    names = ("beasts", "hunting", "hunting_known", "starting_deck", "discoveries")
    return {name: getattr(table, name) for name in names}


def inventions_and_items(table: Table) -> Words:
    """Where each invention is, and what is ready for use."""
    future = some(table.starting_future)
    return {
        "inventions": table.inventions,
        "invention": {name: invention(one) for name, one in table.invention.items()},
        "starting_uses": some(table.starting_uses),
        "starting_future": future,
        "starting_finder": {name: table.starting_finder.get(name) for name in future},
        "discovery": some(table.discovery),
        "discovery_future": some(table.discovery_future),
    }


def invention(one: Invention) -> Words:
    """Where an invention is."""
    return dict(vars(one))


def some(counts: dict[str, int]) -> dict[str, int]:
    """How many of each; none are left out."""
    return {name: count for name, count in counts.items() if count}


def this_round(game: Game) -> Words:
    """What holds for this round only; uses by their place in the list of all."""
    table = game.table
    names = ("no_mixed_pawns", "no_pawn_of_friday", "items_unavailable", "shortcut_used", "gathered")
    users = {i: table.used_by.get(use.key) for i, use in enumerate(game.uses)}
    return {
        **{name: getattr(table, name) for name in names},
        "production": dict(vars(table.production)),
        "used_by": {i: user for i, user in users.items() if user is not None},
        "in_use": table.in_use,
    }


def planning(table: Table) -> Words:
    """The plans of the round."""
    places = {id(plan): i for i, plan in enumerate(table.plans)}
    return {
        "plans": [plan(one) for one in table.plans],
        "last_call": table.last_call,
        "planner": table.planner,
        "extra_pawns": table.extra_pawns,
        "wood_token_plan": places.get(id(table.wood_token_plan)),
        "now": places.get(id(table.now)),
    }


def plan(one: Plan) -> Words:
    """A planned action."""
    found = dict(vars(one))
    found["option"] = -1 if one.option is None else one.option
    found["all_dice"] = int(one.all_dice)
    found["items"] = set(one.items)
    return found


def action_under_way(table: Table) -> Words:
    """Dice, and the fight."""
    now = table.now is not None
    return {
        "dice": {die: table.dice[die] for die in DICE} if now else None,
        "rerolled": table.rerolled if now else None,
        "failure_paid": table.failure_paid if now else None,
        "succeeded": table.succeeded if now else None,
        "fight": dict(vars(table.fight)),
    }


def scenario(table: Table) -> Words:
    """Counters, and what the scenario counts by itself."""
    names = ("counters", "counters_before", "stages_fed", "totems_found", "tiles_before", "numbers_laid")
    return {name: getattr(table, name) for name in names}
