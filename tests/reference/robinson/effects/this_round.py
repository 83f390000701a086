"""What holds for a round, a phase or an action: limits, production, uses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .. import action_phase, outside, people, planning, weather_phase
from ..decisions import FRIDAY, Person, Play
from ..programs import ALL, Effect
from .registry import By, Carried, operation, person_of

if TYPE_CHECKING:
    from ..game import Game


# ---------------------------------------------------------------- what a person may do this round
def _whom(game: Game, effect: Effect, by: By) -> list[Person]:
    """Each castaway, or the one who is meant."""
    if effect.who == "each":
        return game.table.castaways
    person = person_of(game, effect.who, by)
    return [] if person is None else [person]


@operation("limit_pawns")
def limit_pawns(game: Game, effect: Effect, by: By) -> None:
    """This round he has only that many of his own pawns; not for Friday."""
    for person in _whom(game, effect, by):
        if person != FRIDAY:
            state = game.table.people[person]
            state.pawn_limit = min(state.pawn_limit, effect.count)


@operation("limit_actions")
def limit_actions(game: Game, effect: Effect, by: By) -> None:
    """This round his pawns take these actions only; not for Friday."""
    for person in _whom(game, effect, by):
        if person != FRIDAY:
            game.table.people[person].allowed_kinds &= set(effect.whats)


@operation("forbid")
def forbid(game: Game, effect: Effect, by: By) -> None:
    """Not this round: his skills; actions with pawns of two players; items."""
    if effect.what == "items":
        game.table.items_unavailable = True
    elif effect.what == "shared_actions":
        if effect.who == FRIDAY:
            game.by_decision(51)
            game.table.no_pawn_of_friday = True
        else:
            game.table.no_mixed_pawns = True
    else:
        for person in _whom(game, effect, by):
            if person != FRIDAY:
                game.table.people[person].skills_barred = True


@operation("night_outside")
def night_outside(game: Game, effect: Effect, by: By) -> None:
    """He spends this round's night outside the camp."""
    for person in _whom(game, effect, by):
        sleep_outside(game, person)


def sleep_outside(game: Game, person: Person) -> None:
    """On the tile of the action; of two such tiles on a sheltered one, else the later one (57)."""
    state, plan = game.table.people[person], game.table.now
    if state.outside:
        game.by_decision(57)
    stays = person == FRIDAY or (state.outside and outside.sheltered(game, person))
    state.outside = True
    if plan is not None and plan.person == person:
        state.outside_now = True
    if stays:
        return
    state.outside_space = None
    if plan is not None and plan.kind in ("explore", "gather"):
        state.outside_space = action_phase.here(game)


@operation("confuse")
def confuse(game: Game, effect: Effect, by: By) -> None:
    """This round each success of his is rolled again once."""
    for person in _whom(game, effect, by):
        game.table.people[person].confused = True


# ---------------------------------------------------------------- production of this round
@operation("produce_more")
def produce_more(game: Game, effect: Effect, by: By) -> None:
    """That much more is produced."""
    game.table.production.extra[effect.what] += effect.count


@operation("produce_less")
def produce_less(game: Game, effect: Effect, by: By) -> None:
    """That much less, as far as there is any; all of it; nothing at all."""
    production = game.table.production
    if effect.what == "everything":
        production.skip = True
    elif effect.number == ALL:
        production.none.add(effect.what)
    else:
        production.extra[effect.what] -= effect.count


@operation("produce_half")
def produce_half(game: Game, effect: Effect, by: By) -> None:
    """Half of all that is produced, rounded down, is left."""
    game.table.production.half = True


# ---------------------------------------------------------------- uses
@operation("weapon_bonus")
def weapon_bonus(game: Game, effect: Effect, by: By) -> None:
    """That much more weapon level, for one fight or for the action under way (32)."""
    game.table.fight.weapon_bonus += effect.count
    if "for_action" in effect.flags:
        game.table.fight.action_bonus += effect.count


@operation("extra_pawn")
def extra_pawn(game: Game, effect: Effect, by: By) -> None:
    """A supporting pawn for one action of that kind this round."""
    game.table.extra_pawns[effect.what] += 1


@operation("extra_action")
def extra_action(game: Game, effect: Effect, by: By) -> Carried:
    """The performer at once takes one more action of that kind, with all dice."""
    assert by.performer is not None
    return planning.extra_action(game, effect.what, by.performer, by.card)


@operation("ignore")
def ignore(game: Game, effect: Effect, by: By) -> None:
    """A wound of the fight; a trap or creature just drawn; clouds or hungry animals of this weather."""
    weather = game.table.weather
    match effect.what:
        case "wound":
            game.table.fight.ignored_wounds += effect.count
            game.table.fight.spared = by.performer
        case "trap" | "creature":
            game.table.mystery_ignored = True
        case "rain":
            weather.ignored_rain += effect.count
        case "snow":
            weather.ignored_snow += effect.count
        case "animals":
            weather.ignored_animals += effect.count


@operation("snow_to_rain")
def snow_to_rain(game: Game, effect: Effect, by: By) -> None:
    """Winter clouds of this weather phase become rain clouds."""
    game.table.weather.snow_to_rain += effect.count


@operation("reroll_animals")
def reroll_animals(game: Game, effect: Effect, by: By) -> None:
    """The next hungry animals die that is not blank is thrown again; the new face stands."""
    weather_phase.reroll_animals(game)


@operation("spend_less")
def spend_less(game: Game, effect: Effect, by: By) -> None:
    """One action of the user's needs that much less."""
    assert by.performer is not None
    game.table.people[by.performer].saving[effect.what] += effect.count


@operation("roll_weather")
def roll_weather(game: Game, effect: Effect, by: By) -> None:
    """This round's weather dice are rolled now; they count in the weather phase."""
    weather_phase.roll_weather(game)


@operation("cover_morale_arrows")
def cover_morale_arrows(game: Game, effect: Effect, by: By) -> Play[None]:
    """Morale marks of any characters work no more: whose, then which one (25)."""
    for left in range(effect.count, 0, -1):
        person = yield from game.ask_person(
            lambda: [p for p in game.table.castaways if open_marks(game, p)],
            asked=by.performer,
            card=by.card,
            left=left,
        )
        if person is None:
            return
        game.by_decision(25)
        marks = open_marks(game, person)
        game.table.shown = [str(mark) for mark in marks]
        chosen = yield from game.ask_shown(
            partial(range, len(marks)),
            asked=by.performer,
            card=by.card,
            left=left,
            about=person,
        )
        game.table.shown = []
        game.table.people[person].covered_marks.add(marks[chosen])


def open_marks(game: Game, person: Person) -> list[int]:
    """The uncovered morale marks of a life track."""
    covered = game.table.people[person].covered_marks
    return [mark for mark in people.morale_marks(game, person) if mark not in covered]
