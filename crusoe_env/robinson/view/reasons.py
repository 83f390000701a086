"""What the rules of Robinson Crusoe are called as reasons for changes of public numbers."""

from __future__ import annotations

from collections.abc import Callable

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import FIRST_MYSTERY
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.steps import Step
from crusoe_env.robinson.view.labels import plan_words
from crusoe_env.robinson.view.words import Sight
from crusoe_env.show.reasons import Piece, Words


def _before(piece: Piece) -> Sight:
    return Sight(piece.before, piece.t, piece.facts, frozenset())


def _source(piece: Piece, card: int, person: int) -> str:
    """Whose effect it is, by the number that stands in the place of a card."""
    sight = _before(piece)
    if card == c.NONE:
        return _board(piece)
    if card >= c.FIRST_USE:
        return sight.use_name(card - c.FIRST_USE, person)
    if card >= c.FIRST_ITEM_EFFECT:
        return sight.item_name(card - c.FIRST_ITEM_EFFECT)
    later = piece.before.rounds > 1 and piece.before.phase == c.EVENT_PHASE
    return sight.card_name(card, event=bool(later))


def _board(piece: Piece) -> str:
    """What runs a program that is on no card: an action, the highest morale, else the scenario."""
    in_morale = piece.before.phase == c.MORALE_PHASE
    return _action(piece) or ("morale" if in_morale else "the scenario")


def _of_card(step: Step) -> Callable[[Piece], str]:
    """The card of a step that runs a part of a card."""
    card, person = step.place("card") - 1, step.place("person") - 1

    def words(piece: Piece) -> str:
        who = int(piece.arguments[person]) if person >= 0 else c.NONE
        return _source(piece, int(piece.arguments[card]), who)

    return words


def _weather(piece: Piece) -> str:
    """The clouds that came, as the log has them, and the roof that they met."""
    log, at = piece.after.log, int(piece.after.log_at)
    notes = (log[(at - 1 - i) % c.LOG_ROOM] for i in range(c.LOG_ROOM))
    note = next((note for note in notes if note[0] == c.LOG_WEATHER), None)
    if note is None:
        return "weather"
    clouds = [f"{n} {name}" for n, name in ((note[1], "rain"), (note[2], "snow")) if n > 0]
    return f"weather: {' and '.join(clouds)} above roof {piece.before.roof}" if clouds else "weather"


def _combat(piece: Piece) -> str:
    weapon = int(piece.before.weapon) + int(piece.before.weapon_bonus)
    return f"fight: strength {piece.arguments[0]} against weapon {weapon}"


def _used(piece: Piece) -> str:
    person, thing = map(int, piece.arguments[:2])
    return _before(piece).use_name(thing, person)


def _action(piece: Piece) -> str:
    """The action that is carried out now."""
    now = int(piece.before.now)
    if now == c.NONE:
        return ""
    words = plan_words(_before(piece), now)
    return words[:1].lower() + words[1:]


def _planned(piece: Piece) -> str:
    words = plan_words(_before(piece), int(piece.arguments[0]))
    return words[:1].lower() + words[1:]


def _meal(piece: Piece) -> str:
    return "the meal" if piece.what in c.RESOURCES else "hunger"


def _shown_card(piece: Piece) -> str:
    return _source(piece, int(piece.arguments[0]), c.NONE)


def _mystery(piece: Piece) -> str:
    return _source(piece, FIRST_MYSTERY + int(piece.arguments[0]), c.NONE)


_OWN: dict[str, Words] = {
    "act": _planned,
    "adventure_die": "the adventure die",
    "after_fight": "the beast",
    "arrange": "arranging the camp",
    "begin_round": "the new round",
    "combat": _combat,
    "eat": _meal,
    "eat_more": "one food more",
    "end_production": "production",
    "end_of_round": "the end of the round",
    "face_weather": _weather,
    "failure_step": "failure",
    "success_die": "failure",
    "feed_first": "who eats first",
    "give_morale": "morale",
    "hungry_animals": "hungry animals",
    "keep_beast": "the beast",
    "keep_produced": "production",
    "morale_phase": "morale",
    "move_camp_step": "moving the camp",
    "night_wounds": "wounds kept for the night",
    "open_air": "no shelter",
    "outcome": _action,
    "pay_step": _planned,
    "place_event": _shown_card,
    "produce_shortcut": "the shortcut",
    "production_phase": "production",
    "resolve_mystery": _mystery,
    "rot": "rotting",
    "storm": "storm",
    "use": _used,
    "wound_die": "the wound die",
}


def _all() -> dict[str, Words]:
    """Those of the rules, and of every step that carries a card."""
    found = dict(_OWN)
    for step in steps.STEPS:
        name = getattr(step.function, "py_func", step.function).__name__
        if step.place("card") != c.NONE and "card" in step.slots:
            found.setdefault(name, _of_card(step))
    return found


REASONS: dict[str, Words] = _all()
"""By the function of the rules."""
