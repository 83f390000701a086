"""What may be wrong with a state of Marooned!: all that its rules rely on. See `engine.checks`."""

from __future__ import annotations

import numpy as np

from crusoe_env.engine.game import Flaws
from crusoe_env.marooned import state as st
from crusoe_env.marooned.facts import EXCHANGE_WITH_FURTHEST


def flaws(s: np.ndarray, tables: np.ndarray) -> Flaws:
    """See `Game.check`."""
    t = tables[0]
    yield "its deck does not hold every card once", (np.sort(s["deck"]) != np.arange(st.CARDS)).any(axis=1)
    yield from _of_the_island(s)
    yield from _of_the_ship(s)
    live = s["over"] == 0
    yield "its health is above the maximum", s["health"] > t["max_health"]
    yield "it goes on without health", live & (s["health"] == 0)
    yield "it has begun no turn", s["rounds"] == 0
    mirage = int(t["face_of"][EXCHANGE_WITH_FURTHEST]) // 2
    away = s["cell"][:, mirage] != s["position"]
    yield "the Mirage is not where the player stands", live & (s["phase"] == st.MIRAGE) & away


def _of_the_island(s: np.ndarray) -> Flaws:
    """Cards, cells and the box round them tell the same."""
    games = np.arange(len(s))[:, None]
    drawn = np.zeros((len(s), st.CARDS), np.bool_)
    drawn[games, s["deck"]] = np.arange(st.CARDS) < s["played"][:, None]
    yield "the cards on the island are not those drawn", ((s["cell"] != st.NONE) != drawn).any(axis=1)
    card_at = np.full((len(s), st.CELLS + 1), st.NONE)
    card_at[games, s["cell"]] = np.arange(st.CARDS)  # those without a cell go to the last
    yield (
        "its cells do not hold the cards that lie there",
        (card_at[:, : st.CELLS] != s["card_at"]).any(axis=1),
    )
    rows, columns = s["cell"] // st.FRAME, s["cell"] % st.FRAME
    for name, places in (("row", rows), ("column", columns)):
        first = np.where(drawn, places, st.FRAME).min(axis=1)
        last = np.where(drawn, places, st.NONE).max(axis=1)
        wrong = (s[f"first_{name}"] != first) | (s[f"last_{name}"] != last)
        yield f"its first and last {name} are not those of its cards", wrong
        yield f"its cards do not fit in {st.AREA} x {st.AREA}", last - first >= st.AREA
    yield "the player stands on no card", s["card_at"][games[:, 0], s["position"]] == st.NONE


def _of_the_ship(s: np.ndarray) -> Flaws:
    """A ship in port has nothing of one at sea; the area of one at sea holds all cards."""
    port = s["ship"] == st.NONE
    sails = sum(s[name] != 0 for name in ("ship_position", "sighted", "extended", "set_sail", "ship_moves"))
    yield "its ship is in port and at sea", port & (sails != 0)
    for name in ("row", "column"):
        area = s[f"area_{name}"]
        outside = (s[f"first_{name}"] < area) | (s[f"last_{name}"] >= area + st.AREA)
        yield "its cards lie outside the area that the ship has fixed", ~port & outside
