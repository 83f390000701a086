"""The moves of Dieson Crusoe as people read them, with what each takes and gives."""

from __future__ import annotations

from collections.abc import Callable

from crusoe_env.dieson.actions import (
    CHOOSE_FRIEND,
    CRAFT_TOOL,
    EAT_FOOD,
    ESCAPE,
    FIRST_BOX,
    FRIEND_HELP,
    FRIEND_HELP_RAID,
    FRIEND_HELP_WEATHER,
    GO_HUNGRY,
    GO_ON,
    LAYOUT,
    LOWER_WEATHER,
    LOWERING,
    MOVE_TO,
    PASS,
    PLAY,
    RAISE_WITH_FOOD,
    RAISE_WITH_HEALTH,
    REROLL,
    REROLLS,
    SAVE_FOOD,
    SAVE_HEALTH,
    SPEND_LEATHER,
    TAKE,
    TURN_DIE,
    USE_BOX,
    USE_DIE,
    USE_WATER,
)
from crusoe_env.dieson.rules.dice import is_blue, value_of
from crusoe_env.dieson.rules.stars import bonus_stars, stars_for
from crusoe_env.dieson.rules.stock import owned_total
from crusoe_env.dieson.state import (
    ACTION,
    BOXES,
    CRAFT,
    DIE,
    DIE_SIDES,
    FOOD,
    FRIENDS,
    GAIN_ONE,
    GOOD_IDS,
    HUNT,
    MOVE,
    NONE,
    RECOVER,
    ROLL,
    SPACES,
    START,
    TOOLS,
)
from crusoe_env.dieson.view.words import Sight, box_name
from crusoe_env.show.description import many

GOING_ON = {ROLL: "Keep the dice", START: "Begin the afternoon", DIE: "End the afternoon"}
"""What `go on` is in each phase."""
PLAIN: dict[int, Callable[[Sight], str]] = {
    GO_ON: lambda sight: GOING_ON[int(sight.s.phase)],
    SPEND_LEATHER: lambda sight: f"Give {sight.friend_name} leather: the disc moves 1 space",
    FRIEND_HELP: lambda sight: f"{sight.friend_name} helps: {sight.help_words(_help(sight))}",
    FRIEND_HELP_WEATHER: lambda sight: f"{sight.friend_name} lowers the weather die by {_help(sight)}",
    FRIEND_HELP_RAID: lambda sight: f"{sight.friend_name} lowers the raid die by {_help(sight)}",
    RAISE_WITH_FOOD: lambda sight: f"Pay food: the die counts as {int(sight.s.value) + 1}",
    RAISE_WITH_HEALTH: lambda sight: f"Pay health: the die counts as {int(sight.s.value) + 1}",
    USE_WATER: lambda sight: "Drink water: 1 star more",
    ESCAPE: lambda sight: "Leave the island",
    PLAY: lambda sight: f"Spend time with {sight.friend_name}",
    PASS: lambda sight: "Do nothing with this die",
    EAT_FOOD: lambda sight: "Eat the evening meal",
    GO_HUNGRY: lambda sight: "Go hungry",
    SAVE_FOOD: lambda sight: "The Watch Dog saves the food",
    SAVE_HEALTH: lambda sight: "The Watch Dog saves your health",
}
"""The labels of single actions."""
PRICES = {
    SPEND_LEATHER: "1 leather",
    RAISE_WITH_FOOD: "1 food",
    RAISE_WITH_HEALTH: "1 health",
    USE_WATER: "1 water",
    EAT_FOOD: "1 food",
    GO_HUNGRY: "1 health",
}
"""What single actions take."""
COUNTED = ("stone", "fence", "roof")
"""The goods of which one says `2 stones`."""
BOX_LABELS = {
    "gain_stones": "Gain stones",
    "build_fences": "Build fences",
    "gain_wood": "Gain wood",
    "hunt": "Hunt",
    "build_roofs": "Build roofs",
    "recover": "Recover",
    "gain_food": "Gain food",
}
"""The boxes of the ring that have one action each, by their ids."""


def labels(sight: Sight) -> dict[int, str]:
    """Each legal action as a phrase."""
    return {action: _label(sight, action) for action in sorted(sight.legal)}


def costs(sight: Sight) -> dict[int, str]:
    """What the legal actions take, give and mean."""
    return {action: _cost(sight, action) for action in sorted(sight.legal)}


def _label(sight: Sight, action: int) -> str:
    if action in PLAIN:
        return PLAIN[action](sight)
    s = sight.s
    if action < REROLL + len(REROLLS):
        shown = [_die(s.unused[die - 1]) for die in REROLLS[action - REROLL]]
        return f"Roll {_listed(shown)} again"
    if action < USE_DIE:
        return f"{sight.tool_name(LOWERING[action - LOWER_WEATHER])}: lower the weather die"
    if action < TURN_DIE:
        die = s.unused[action - USE_DIE]
        box = _box_ahead(sight, int(value_of(die)))
        return f"Use {_die(die)}: {'gain 1 good' if box == GAIN_ONE else box_name(box)}"
    if action < SPEND_LEATHER:
        die = s.unused[action - TURN_DIE]
        return f"Turn {_die(die)} over to {DIE_SIDES + 1 - int(value_of(die))}"
    if MOVE_TO <= action < MOVE_TO + SPACES:
        return f"Go to {sight.space_name(action - MOVE_TO)}"
    if action < USE_BOX:
        return f"Take 1 {GOOD_IDS[action - TAKE]}"
    if action < CRAFT_TOOL:
        return BOX_LABELS[LAYOUT.names[action].replace(" ", "_")]
    if action < CRAFT_TOOL + TOOLS:
        return f"Craft the {sight.tool_name(action - CRAFT_TOOL)}"
    assert CHOOSE_FRIEND <= action < CHOOSE_FRIEND + FRIENDS
    return f"{sight.facts['friend'][action - CHOOSE_FRIEND]['name']} joins you"


def _cost(sight: Sight, action: int) -> str:
    """What an action takes and gives."""
    if action in (RAISE_WITH_FOOD, RAISE_WITH_HEALTH):
        return f"{PRICES[action]}; then {_box_words(sight, _box_ahead(sight, 0), int(sight.s.value) + 1)}"
    if action in PRICES:
        return PRICES[action]
    t = sight.t
    if action < REROLL + len(REROLLS):
        return "1 stone"
    if LOWER_WEATHER <= action < LOWER_WEATHER + len(LOWERING):
        tool = LOWERING[action - LOWER_WEATHER]
        return f"1 {GOOD_IDS[t.tool_lowers_for[tool]]}, weather die −{t.tool_lowers[tool]}"
    if MOVE_TO <= action < MOVE_TO + SPACES:
        return _entering(sight, action - MOVE_TO)
    if USE_BOX <= action < CRAFT_TOOL:
        return _box(sight, action - USE_BOX + FIRST_BOX)
    if CRAFT_TOOL <= action < CRAFT_TOOL + TOOLS:
        tool = action - CRAFT_TOOL
        paid = [_goods(n, good, "−") for good, n in enumerate(t.cost[tool]) if n]
        return ", ".join([_stars(sight, int(t.cost_stars[tool]), CRAFT), *paid])
    return _meaning(sight, action)


def _meaning(sight: Sight, action: int) -> str:
    """What an action brings that has no price."""
    s, t = sight.s, sight.t
    if action in MEANINGS:
        return MEANINGS[action](sight)
    if TURN_DIE <= action < SPEND_LEATHER:
        turned = DIE_SIDES + 1 - int(value_of(s.unused[action - TURN_DIE]))
        return f"it leads to {box_name(_box_ahead(sight, turned))}"
    if USE_DIE <= action < TURN_DIE:
        value = int(value_of(s.unused[action - USE_DIE]))
        return _box_words(sight, _box_ahead(sight, value), value)
    if TAKE <= action < USE_BOX:
        return f"you have {int(s.goods[action - TAKE])}"
    return f"helps from {t.small_at} on the track, more from {t.large_at}"


def _box_ahead(sight: Sight, value: int) -> int:
    """The kind of box to which a die of this value leads."""
    return int(sight.t.rondel[(int(sight.s.box) + value) % BOXES])


def _box_words(sight: Sight, kind: int, value: int) -> str:
    """What a box gives with a die of this value, before anything raises it."""
    s, t = sight.s, sight.t
    extra = int(s.extra_stars) if s.phase == ACTION else 0  # those of the last die count no more
    stars = int(t.stars[value] + extra + bonus_stars(s, t, kind)) if t.uses_stars[kind] else 0
    if kind == HUNT:
        return _hunt(sight, stars)
    if kind == RECOVER:
        return f"+{min(stars, int(s.max_health) - int(s.health))} health"
    if kind == MOVE:
        return f"{many(stars, 'star')} for the way"
    if t.box_good[kind] != NONE:
        return _goods(stars, int(t.box_good[kind]))
    if t.box_chooses[kind].any():
        return "1 of " + ", ".join(GOOD_IDS[good] for good, may in enumerate(t.box_chooses[kind]) if may)
    return _exchange(sight, kind)


def _going_on(sight: Sight) -> str:
    """What comes next, where the afternoon or the evening begins."""
    phase = int(sight.s.phase)
    if phase == ROLL:
        event = int(sight.t.event_track[sight.event_ahead()])
        return f"event: {sight.event_words(event)}"
    return (
        "three dice are used, one after the other" if phase == START else "the evening begins: meal, weather"
    )


def _help_words(sight: Sight) -> str:
    return f"the disc goes back from {int(sight.s.disc)} to 0"


def _play(sight: Sight) -> str:
    """The disc of the friend moves; the Waterskin brings water."""
    s, t = sight.s, sight.t
    disc = min(int(s.disc) + 1, int(t.disc_last))
    room = int(owned_total(s, t.tool_water_limit)) - int(s.water)
    water = min(int(owned_total(s, t.tool_water)), room)
    return f"the disc moves from {int(s.disc)} to {disc}" + (f", +{water} water" if water > 0 else "")


MEANINGS: dict[int, Callable[[Sight], str]] = {
    GO_ON: _going_on,
    FRIEND_HELP: _help_words,
    FRIEND_HELP_WEATHER: _help_words,
    FRIEND_HELP_RAID: _help_words,
    PLAY: _play,
    PASS: lambda sight: "the die is used and brings nothing",
    ESCAPE: lambda sight: "you leave by the raft",
    SAVE_FOOD: lambda sight: f"you have {int(sight.s.goods[FOOD])} food",
    SAVE_HEALTH: lambda sight: f"you have {int(sight.s.health)} health",
}
"""What single actions without a price mean."""


def _entering(sight: Sight, space: int) -> str:
    s, t = sight.s, sight.t
    words = [_stars(sight, int(t.line[s.space, space]), MOVE)]
    words += [f"−{t.space_food[space]} food"] if t.space_food[space] else []
    words += [f"+1 {GOOD_IDS[t.space_good[space]]}"] if t.space_good[space] != NONE else []
    return ", ".join(words)


def _box(sight: Sight, kind: int) -> str:
    """What a box takes and gives now."""
    s, t = sight.s, sight.t
    stars = int(stars_for(s, t, kind)) if t.uses_stars[kind] else 0
    if kind == HUNT:
        return _hunt(sight, stars)
    if kind == RECOVER:
        return f"+{min(stars, int(s.max_health) - int(s.health))} health"
    if t.box_good[kind] != NONE:
        return _goods(stars, int(t.box_good[kind]))
    return _exchange(sight, kind)


def _hunt(sight: Sight, stars: int) -> str:
    """The power of a hunt here with so many stars, what it needs and brings."""
    t = sight.t
    gains = [_goods(n, good) for good, n in enumerate(t.hunt_gains[sight.area]) if n]
    need = int(t.hunt_strength[sight.area])
    return ", ".join([f"power {sight.power} and {many(stars, 'star')} against {need}", *gains])


def _exchange(sight: Sight, kind: int) -> str:
    """What a box takes and gives whatever the stars."""
    t = sight.t
    pays = [_goods(n, good, "−") for good, n in enumerate(t.box_pays[kind]) if n]
    return ", ".join([*pays, *(_goods(n, good) for good, n in enumerate(t.box_gains[kind]) if n)])


def _stars(sight: Sight, needed: int, kind: int) -> str:
    """The stars that something takes, and how many there are."""
    return f"takes {many(needed, 'star')} of {int(stars_for(sight.s, sight.t, kind))}"


def _goods(number: int, good: int, sign: str = "+") -> str:
    """An amount of a good: `+2 fences`, `−1 wood`."""
    name = GOOD_IDS[good]
    return f"{sign}{many(number, name) if name in COUNTED else f'{number} {name}'}"


def _help(sight: Sight) -> int:
    """The benefit of the friend's help now."""
    t, friend = sight.t, sight.s.friend
    return int(t.friend_large[friend] if sight.s.disc >= t.large_at else t.friend_small[friend])


def _die(die: int) -> str:
    """A die in a sentence."""
    return f"the {'blue ' if is_blue(die) else ''}{value_of(die)}"


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
