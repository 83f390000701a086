"""Evening: Fishing Rod and Trap, meal, weather, raid, dice, the next day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import morning
from .dice import changed
from .names import last_word

if TYPE_CHECKING:
    from .game import ReferenceDieson

RAID_FROM = 5


def begin_evening(game: ReferenceDieson) -> None:
    """Fishing Rod and Trap, then the meal."""
    if "fishing_rod" in game.tools:
        icon_dice = (game.hourglass, game.weather, game.raid)
        for used, icon in zip(game.used, icon_dice, strict=True):
            if used.value == icon.value:
                game.gain("food")
    if "trap" in game.tools and game.hourglass.value in (3, 5):
        game.gain("food")
        game.gain("leather")
    game.phase = "eat"


def eat_actions(game: ReferenceDieson) -> list[str]:
    """Food or health."""
    return ["eat food", "lose health"] if game.food >= 1 else ["lose health"]


def do_eat(game: ReferenceDieson, name: str) -> None:
    """Eat, then weather and raid."""
    if name == "eat food":
        game.lose("food")
    else:
        game.lose_health()
    suffer_weather(game)
    if not game.over:
        suffer_raid(game)


def suffer_weather(game: ReferenceDieson) -> None:
    """Lose roofs, and health for each one that is missing."""
    if game.over:
        return
    roofs_needed = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}[game.weather.value]
    missing = max(0, roofs_needed - game.roof)
    game.lose("roof", roofs_needed)
    game.lose_health(missing)


def suffer_raid(game: ReferenceDieson) -> None:
    """The area card decides; the Watch Dog may ask a question."""
    if game.raid.value < RAID_FROM:
        end_day(game)
        return
    area = game.facts.areas[game.area]
    if area.raid_fences > 0 and game.fence >= area.raid_fences:
        game.lose("fence", area.raid_fences)
        end_day(game)
    elif "watch_dog" in game.tools and raid_actions(game):
        game.phase = "raid"
    else:
        lose_raid(game, saved="")


def raid_actions(game: ReferenceDieson) -> list[str]:
    """What the Watch Dog can save."""
    area = game.facts.areas[game.area]
    actions = []
    if 0 < area.raid_food <= game.food:
        actions.append("save food")
    if area.raid_health > 0:
        actions.append("save health")
    return actions


def do_raid(game: ReferenceDieson, name: str) -> None:
    """The Watch Dog saves one food or one health."""
    lose_raid(game, saved=last_word(name))


def lose_raid(game: ReferenceDieson, *, saved: str) -> None:
    """Lose the food and the health of a raid, less what is saved."""
    area = game.facts.areas[game.area]
    game.lose("food", area.raid_food - (saved == "food"))
    game.lose_health(area.raid_health - (saved == "health"))
    if not game.over:
        end_day(game)


def end_day(game: ReferenceDieson) -> None:
    """Move the dice, then begin the next day, if the quest has one."""
    game.hand = [game.hourglass, game.weather, game.raid]
    game.hourglass, game.weather, game.raid = game.used
    game.used = []
    if game.day == game.facts.quests[game.quest].days:
        game.end("out of time", victory=False)
        return
    game.day += 1
    weather_icon, raid_icon = game.facts.date_icons.get(game.day, (0, 0))
    game.weather = changed(game.weather, weather_icon)
    game.raid = changed(game.raid, raid_icon)
    morning.begin_morning(game)
