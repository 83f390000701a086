"""Friends: playing with them, their windows, their help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import afternoon, morning, stars
from .dice import Die, changed
from .names import last_word

if TYPE_CHECKING:
    from .game import ReferenceDieson

HELP_GIVES = {"jack": "food", "bilson": "wood", "stitch": "leather"}


def can_play_with_friend(game: ReferenceDieson) -> bool:
    """Whether the disc can move, or water can be had."""
    disc_moves = game.friend_disc < game.facts.friend_large_at
    return game.friend is not None and (disc_moves or can_fill_waterskin(game))


def can_fill_waterskin(game: ReferenceDieson) -> bool:
    """Whether there is room for water."""
    return "waterskin" in game.tools and game.water < game.facts.water_cap


def play_with_friend(game: ReferenceDieson) -> None:
    """The friend action."""
    advance_friend_disc(game)
    if can_fill_waterskin(game):
        game.water += 1


def friend_actions(game: ReferenceDieson) -> list[str]:
    """The Friend tool brings one of the six."""
    return [f"choose {friend}" for friend in game.facts.friends]


def do_friend(game: ReferenceDieson, name: str) -> None:
    """Take the friend; the disc starts on space 0."""
    game.friend = last_word(name)
    game.friend_disc = 0
    game.phase = "action"
    afternoon.end_action(game)


def advance_friend_disc(game: ReferenceDieson) -> None:
    """One space, not beyond the last."""
    if game.friend is not None:
        game.friend_disc = min(game.facts.friend_large_at, game.friend_disc + 1)


def window_is_open(game: ReferenceDieson) -> bool:
    """The table of windows in "Free actions"."""
    window_of_phase = {
        "roll": window_in_roll,
        "start": window_in_start,
        "die": window_in_die,
        "action": window_in_action,
        "eat": window_in_eat,
    }
    return game.phase in window_of_phase and window_of_phase[game.phase](game)


def window_in_roll(game: ReferenceDieson) -> bool:
    """Before event 5, which could push the disc past a benefit."""
    leads_to_friend_event = morning.next_event_box(game) == morning.FRIEND_EVENT
    return game.friend in ("jack", "bilson", "stitch", "patches") and leads_to_friend_event


def window_in_start(game: ReferenceDieson) -> bool:
    """Wood for Fire, leather for the Flag, better weather for the Farmer."""
    if game.friend == "bilson":
        return afternoon.fire_is_ready(game) and game.wood == 0
    if game.friend == "stitch":
        return afternoon.flag_is_ready(game) and game.leather == 0
    if game.friend == "patches":
        return game.character == "farmer" and game.weather.value >= 5
    return False


def window_in_die(game: ReferenceDieson) -> bool:
    """Before each action; after the last for Tom, and for Patches with the Fishing Rod."""
    if game.friend == "tom":
        return not game.tom_helped
    if game.hand:
        return game.friend in ("jack", "bilson", "stitch", "patches")
    return game.friend == "patches" and "fishing_rod" in game.tools


def window_in_action(game: ReferenceDieson) -> bool:
    """Stars by Wednesday."""
    return game.friend == "wednesday" and stars.stars_count_here(game)


def window_in_eat(game: ReferenceDieson) -> bool:
    """Food by Jack, weather and raid by Patches."""
    return game.friend in ("jack", "patches")


def free_actions(game: ReferenceDieson) -> list[str]:
    """Spending leather, and the friend's help."""
    if not window_is_open(game):
        return []
    actions = []
    if game.leather >= 1 and game.friend_disc < game.facts.friend_large_at:
        actions.append("spend leather")
    if game.friend_disc >= game.facts.friend_small_at:
        if game.friend != "patches":
            actions.append("friend help")
        else:
            if game.weather.value >= 2:
                actions.append("friend help weather")
            if game.raid.value >= 2:
                actions.append("friend help raid")
    return actions


def do_free_action(game: ReferenceDieson, name: str) -> None:
    """Spend leather, or return the disc for the benefit of its arrow."""
    if name == "spend leather":
        game.lose("leather")
        advance_friend_disc(game)
        return
    assert game.friend is not None
    small, large = game.facts.friends[game.friend]
    benefit = large if game.friend_disc == game.facts.friend_large_at else small
    game.friend_disc = 0
    if name == "friend help weather":
        game.weather = changed(game.weather, -benefit)
    elif name == "friend help raid":
        game.raid = changed(game.raid, -benefit)
    elif game.friend == "wednesday":
        game.extra_stars += benefit
    elif game.friend == "tom":
        game.tom_helped = True
        afternoon.begin_action(game, Die(benefit), toms=True)
    else:
        game.gain(HELP_GIVES[game.friend], benefit)
