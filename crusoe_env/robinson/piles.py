"""The piles of a game under way, and which card of each may come next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from crusoe_env.engine.game import Pile
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules.world.decks import back_of


def piles(state: np.ndarray) -> Sequence[Pile]:
    """The piles of a (1,) record, as who acts knows them.

    What `rules.hidden.redeal` deals anew may come next, as likely as it.
    """
    s = state[0]
    adventures = [
        _pile(f"{c.ACTION_KINDS[kind]} adventures", s["adventures"][deck], s["adventures_left"][deck])
        for deck, kind in enumerate(c.DECKS)
    ]
    tokens, treasures, items = _hidden_by_others(s)
    return [
        *adventures,
        _pile("mysteries", s["mysteries"], s["mysteries_left"], mixed=treasures),
        _pile("discovery tokens", s["discovery_stack"], s["discoveries_left"], mixed=tokens),
        _pile("starting items", s["starting_deck"], s["starting_left"], mixed=items),
        _pile("inventions", s["inventions"], s["inventions_left"], known=1),
        _pile("tiles", s["tiles"], s["tiles_left"], max(int(s["tiles_known"]), _looked(s, c.LOOK_AT_TILES))),
        _events(s),
        *_beasts(state),
    ]


def _top_down(cards: np.ndarray, left: int) -> list[tuple[np.ndarray, int]]:
    return [(cards, place) for place in reversed(range(left))]


def _pile(name: str, cards: np.ndarray, left: Any, known: int = 0, *, mixed: bool = False) -> Pile:
    """A pile; `mixed`: others hide cards of its kind, so that he who acts does not know what lies in it."""
    places = [] if mixed else _top_down(cards, int(left))
    return Pile(name, int(left), places, min(known, int(left)))


def _hidden_by_others(s: np.ndarray) -> tuple[bool, bool, bool]:
    """Do others hide discovery tokens, treasures, starting items from him who acts?"""
    if not s["private_finds"] or s["phase"] != c.RESOLUTION:
        return False, False, False
    others = [seat for seat in range(int(s["players"])) if seat != s["acting"]]
    treasures = (s["mystery_state"] == c.MYSTERY_FUTURE) & np.isin(s["mystery_holder"], others)
    items = (s["starting_future"] > 0) & np.isin(s["starting_finder"], others)
    return bool(s["found"][others].any()), bool(treasures.any()), bool(items.any())


def _looked(s: np.ndarray, pile: int) -> int:
    """Has he who acts looked at the top card?"""
    return int(s["looked"][pile]) >> int(s["acting"]) & 1


def _events(s: np.ndarray) -> Pile:
    """The back of the next card lies open: those with the same back may come."""
    left, deck = int(s["events_left"]), s["event_deck"]
    places = _top_down(deck, left)
    known = max(int(s["event_known"]), _looked(s, c.LOOK_AT_EVENT))
    if left and not known:
        back = back_of(int(deck[left - 1]))
        places = [(cards, at) for cards, at in places if back_of(int(cards[at])) == back]
    return Pile("events", left, places, known, any_order=False)


def _beasts(state: np.ndarray) -> list[Pile]:
    """Beasts of the deck, of the hunting deck and in ambush are unknown alike, but for cards looked at."""
    s = state[0]
    pool, hunting = int(s["beasts_left"]), int(s["hunting_left"])
    known = max(int(s["hunting_known"]), _looked(s, c.LOOK_AT_BEAST)) if hunting else 0
    of_pool, of_hunting = _top_down(s["beasts"], pool), _top_down(s["hunting"], hunting)
    ambush = [(state["ambush"], 0)] if s["ambush"] != c.NONE else []
    seen = int(s["ambush_known"])
    unseen = ambush[seen:]
    return [
        Pile("beasts", pool, [*of_pool, *of_hunting[known:], *unseen], any_order=False),
        Pile("hunting deck", hunting, [*of_hunting, *of_pool, *unseen], known),
        Pile("ambush", len(ambush), [*ambush, *of_pool, *of_hunting[known:]], seen, any_order=False),
    ]
