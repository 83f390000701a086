"""What may be wrong with a state of Dieson Crusoe: all that its rules rely on. See `engine.checks`."""

from __future__ import annotations

import numpy as np

from crusoe_env.dieson import state as st
from crusoe_env.engine.game import Flaws


def flaws(s: np.ndarray, tables: np.ndarray) -> Flaws:
    """See `Game.check`."""
    t = tables[0]
    quest = (s["quest_option"] != st.MIXED) & (s["quest"] != s["quest_option"] - 1)
    yield "its quest is not that of the options", quest
    yield "its day is not one of the quest's", (s["rounds"] < 1) | (s["rounds"] > t["days"][s["quest"]])
    hearts = t["hearts"][s["character"], s["side"]] + (s["owned"] * t["tool_max_health"]).sum(axis=1)
    yield "its largest health is not that of character and tools", s["max_health"] != hearts
    yield "its health is above the maximum", s["health"] > s["max_health"]
    yield "it goes on without health", (s["over"] == 0) & (s["health"] == 0)
    yield "its event disc is off the track", s["event_box"] >= t["event_boxes"]
    yield "its friend's disc is off the track", s["disc"] > t["disc_last"]
    yield "it has a disc without a friend", (s["friend"] == st.NONE) & (s["disc"] > 0)
    forced = np.arange(s["forced"].shape[1]) < s["forced_count"][:, None]
    yield "no die shows a forced outcome", (forced & (s["forced"] == 0)).any(axis=1)
    yield from _of_the_dice(s)


def _of_the_dice(s: np.ndarray) -> Flaws:
    """Three dice are unused, in use or used; three lie on the icons."""
    places = np.arange(st.HAND)
    for name in ("unused", "used"):
        there = places < s[f"{name}_count"][:, None]
        wrong = np.any(np.where(there, s[name] < 2, s[name] != 0), axis=1)
        yield f"its {name} dice are not as many as it says", wrong
    both = (s["unused"][:, 1:] != 0) & (s["unused"][:, :-1] > s["unused"][:, 1:])
    yield "its unused dice are not sorted", np.any(both, axis=1)
    yield "an icon has no die", (s["icon"] < 2).any(axis=1)
    acting = np.isin(s["phase"], (st.ACTION, st.FRIEND))
    yield "an action has no die", acting & ((s["chosen"] < 2) | (s["value"] == 0))
    live = s["over"] == 0
    yield "no action has a die", live & ~acting & ((s["chosen"] != 0) | (s["value"] != 0))
    in_use = acting & (s["extra_action"] == 0)
    total = s["unused_count"] + s["used_count"] + in_use
    yield "it has not three dice", live & (total != st.HAND)
    yield (
        "a die is used before the afternoon",
        np.isin(s["phase"], (st.ROLL, st.EVENT, st.START)) & (s["used_count"] > 0),
    )
    yield "a die is unused in the evening", np.isin(s["phase"], (st.EAT, st.RAID)) & (s["unused_count"] > 0)
    blue = sum((s[name] & 1).sum(axis=1) for name in ("unused", "used", "icon")) + (s["chosen"] & 1)
    yield "it has not the blue die of the options", live & (blue != s["blue_die"])
