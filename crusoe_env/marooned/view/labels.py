"""The moves of Marooned! as people read them, with what each takes and gives."""

from __future__ import annotations

from crusoe_env.marooned import actions as ac
from crusoe_env.marooned import state as st
from crusoe_env.marooned.view.about import about_face
from crusoe_env.marooned.view.words import Sight
from crusoe_env.show.description import many


def labels(sight: Sight) -> dict[int, str]:
    """Each legal move as a phrase."""
    return {action: _label(sight, action) for action in sorted(sight.legal)}


def _label(sight: Sight, action: int) -> str:
    if action < ac.EXPLORE:
        return f"Walk {st.DIRECTIONS[action - ac.WALK]} to {_name(sight, _card_to(sight, action))}"
    if action < ac.STAY:
        return f"Explore {st.DIRECTIONS[action - ac.EXPLORE]}"
    if action == ac.STAY:
        return "Stay where you are"
    if action < ac.FLIP_MAPS:
        card = ac.FLIPPABLE[action - ac.FLIP_CARD]
        return f"Turn {sight.names[2 * card]} over: {sight.names[2 * card + 1]}"
    if action == ac.FLIP_MAPS:
        return "Turn both maps over: the treasure is found"
    if action == ac.NO_FLIP:
        return "Turn no card over"
    return f"The Mirage changes place with {_name(sight, ac.SWAPPABLE[action - ac.SWAP])}"


def costs(sight: Sight) -> dict[int, str]:
    """What the legal moves take, give and make possible."""
    return {action: _cost(sight, action).replace("-", "−") for action in sorted(sight.legal)}


def _cost(sight: Sight, action: int) -> str:
    if action < ac.EXPLORE:
        return _walk_words(sight, _card_to(sight, action))
    if action < ac.STAY:
        return _draw_words(sight)
    if action == ac.STAY:
        return "no second step"
    if ac.FLIP_CARD <= action < ac.FLIP_MAPS:
        return about_face(sight, 2 * ac.FLIPPABLE[action - ac.FLIP_CARD] + 1) or "gives nothing by itself"
    if action == ac.FLIP_MAPS:
        faces = (2 * sight.t.map_column + 1, 2 * sight.t.map_row + 1)
        return ", ".join(filter(None, (about_face(sight, int(face)) for face in faces)))
    if action == ac.NO_FLIP:
        return "the ship sails on" if sight.s.ship != st.NONE else "all cards stay as they are"
    face = sight.face(ac.SWAPPABLE[action - ac.SWAP])
    again = about_face(sight, face)
    return "you stand on it then" + (f", and it happens again: {again}" if again else "")


def _walk_words(sight: Sight, card: int) -> str:
    """What coming onto a card costs, and which cards can be turned over there."""
    face, t = sight.face(card), sight.t
    words = []
    if t.heart[face] < 0:
        words.append("harmless now" if sight.harmless(face) else f"{_heart(sight, face)} health")
    there = [
        sight.names[2 * other]
        for other, _, _ in sight.placed()
        if t.flip_at[other] == face and sight.s.side[other] == 0
    ]
    words += [f"there you may turn over {' and '.join(there)}"] if there else []
    return ", ".join(words) or "a safe step"


def _draw_words(sight: Sight) -> str:
    """What the next card may be: how many of those left cost health, and how many give some."""
    left = [2 * card for card in range(st.CARDS) if sight.s.cell[card] == st.NONE]
    harm = sum(sight.t.heart[face] < 0 and not sight.harmless(face) for face in left)
    good = sum(sight.t.heart[face] > 0 for face in left)
    words = [
        f"{number} {verb}{'s' if number == 1 else ''} health"
        for number, verb in ((harm, "cost"), (good, "give"))
        if number
    ]
    return f"{many(len(left), 'card')} left" + (f", of which {' and '.join(words)}" if words else "")


def _card_to(sight: Sight, action: int) -> int:
    """The card onto which a step leads."""
    direction = action - ac.WALK
    return int(
        sight.s.card_at[int(sight.s.position) + st.FRAME * st.ROW_STEP[direction] + st.COLUMN_STEP[direction]]
    )


def _name(sight: Sight, card: int) -> str:
    return sight.names[sight.face(card)]


def _heart(sight: Sight, face: int) -> str:
    return f"−{-int(sight.t.heart[face])}"
