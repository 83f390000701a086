"""The moves of Dieson Crusoe as people read them, with what each takes and gives."""

from __future__ import annotations

from collections.abc import Callable

from crusoe_env.dieson import actions as ac
from crusoe_env.dieson import state as st
from crusoe_env.dieson.rules.dice import is_blue, value_of
from crusoe_env.dieson.rules.stars import bonus_stars, stars_for
from crusoe_env.dieson.rules.stock import owned_total
from crusoe_env.dieson.view.words import Sight, box_name
from crusoe_env.show.description import many

GOING_ON = {st.ROLL: "Keep the dice", st.START: "Begin the afternoon", st.DIE: "End the afternoon"}
"""What `go on` is in each phase."""
PLAIN: dict[int, Callable[[Sight], str]] = {
    ac.GO_ON: lambda sight: GOING_ON[int(sight.s.phase)],
    ac.SPEND_LEATHER: lambda sight: f"Give {sight.friend_name} leather: the disc moves 1 space",
    ac.FRIEND_HELP: lambda sight: f"{sight.friend_name} helps: {sight.help_words(_help(sight))}",
    ac.FRIEND_HELP_WEATHER: lambda sight: f"{sight.friend_name} lowers the weather die by {_help(sight)}",
    ac.FRIEND_HELP_RAID: lambda sight: f"{sight.friend_name} lowers the raid die by {_help(sight)}",
    ac.RAISE_WITH_FOOD: lambda sight: f"Pay food: the die counts as {int(sight.s.value) + 1}",
    ac.RAISE_WITH_HEALTH: lambda sight: f"Pay health: the die counts as {int(sight.s.value) + 1}",
    ac.USE_WATER: lambda sight: "Drink water: 1 star more",
    ac.ESCAPE: lambda sight: "Leave the island",
    ac.PLAY: lambda sight: f"Spend time with {sight.friend_name}",
    ac.PASS: lambda sight: "Do nothing with this die",
    ac.EAT_FOOD: lambda sight: "Eat the evening meal",
    ac.GO_HUNGRY: lambda sight: "Go hungry",
    ac.SAVE_FOOD: lambda sight: "The Watch Dog saves the food",
    ac.SAVE_HEALTH: lambda sight: "The Watch Dog saves your health",
}
"""The labels of single actions."""
PRICES = {
    ac.SPEND_LEATHER: "1 leather",
    ac.RAISE_WITH_FOOD: "1 food",
    ac.RAISE_WITH_HEALTH: "1 health",
    ac.USE_WATER: "1 water",
    ac.EAT_FOOD: "1 food",
    ac.GO_HUNGRY: "1 health",
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
    if action < ac.REROLL + len(ac.REROLLS):
        shown = [_die(s.unused[die - 1]) for die in ac.REROLLS[action - ac.REROLL]]
        return f"Roll {_listed(shown)} again"
    if action < ac.USE_DIE:
        return f"{sight.tool_name(ac.LOWERING[action - ac.LOWER_WEATHER])}: lower the weather die"
    if action < ac.TURN_DIE:
        die = s.unused[action - ac.USE_DIE]
        box = _box_ahead(sight, int(value_of(die)))
        return f"Use {_die(die)}: {'gain 1 good' if box == st.GAIN_ONE else box_name(box)}"
    if action < ac.SPEND_LEATHER:
        die = s.unused[action - ac.TURN_DIE]
        return f"Turn {_die(die)} over to {st.DIE_SIDES + 1 - int(value_of(die))}"
    if ac.MOVE_TO <= action < ac.MOVE_TO + st.SPACES:
        return f"Go to {sight.space_name(action - ac.MOVE_TO)}"
    if action < ac.USE_BOX:
        return f"Take 1 {st.GOOD_IDS[action - ac.TAKE]}"
    if action < ac.CRAFT_TOOL:
        return BOX_LABELS[ac.LAYOUT.names[action].replace(" ", "_")]
    if action < ac.CRAFT_TOOL + st.TOOLS:
        return f"Craft the {sight.tool_name(action - ac.CRAFT_TOOL)}"
    assert ac.CHOOSE_FRIEND <= action < ac.CHOOSE_FRIEND + st.FRIENDS
    return f"{sight.facts['friend'][action - ac.CHOOSE_FRIEND]['name']} joins you"


def _cost(sight: Sight, action: int) -> str:
    """What an action takes and gives."""
    if action in (ac.RAISE_WITH_FOOD, ac.RAISE_WITH_HEALTH):
        return f"{PRICES[action]}; then {_box_words(sight, _box_ahead(sight, 0), int(sight.s.value) + 1)}"
    if action in PRICES:
        return PRICES[action]
    t = sight.t
    if action < ac.REROLL + len(ac.REROLLS):
        return "1 stone"
    if ac.LOWER_WEATHER <= action < ac.LOWER_WEATHER + len(ac.LOWERING):
        tool = ac.LOWERING[action - ac.LOWER_WEATHER]
        return f"1 {st.GOOD_IDS[t.tool_lowers_for[tool]]}, weather die −{t.tool_lowers[tool]}"
    if ac.MOVE_TO <= action < ac.MOVE_TO + st.SPACES:
        return _entering(sight, action - ac.MOVE_TO)
    if ac.USE_BOX <= action < ac.CRAFT_TOOL:
        return _box(sight, action - ac.USE_BOX + ac.FIRST_BOX)
    if ac.CRAFT_TOOL <= action < ac.CRAFT_TOOL + st.TOOLS:
        tool = action - ac.CRAFT_TOOL
        paid = [_goods(n, good, "−") for good, n in enumerate(t.cost[tool]) if n]
        return ", ".join([_stars(sight, int(t.cost_stars[tool]), st.CRAFT), *paid])
    return _meaning(sight, action)


def _meaning(sight: Sight, action: int) -> str:
    """What an action brings that has no price."""
    s, t = sight.s, sight.t
    if action in MEANINGS:
        return MEANINGS[action](sight)
    if ac.TURN_DIE <= action < ac.SPEND_LEATHER:
        turned = st.DIE_SIDES + 1 - int(value_of(s.unused[action - ac.TURN_DIE]))
        return f"it leads to {box_name(_box_ahead(sight, turned))}"
    if ac.USE_DIE <= action < ac.TURN_DIE:
        value = int(value_of(s.unused[action - ac.USE_DIE]))
        return _box_words(sight, _box_ahead(sight, value), value)
    if ac.TAKE <= action < ac.USE_BOX:
        return f"you have {int(s.goods[action - ac.TAKE])}"
    return f"helps from {t.small_at} on the track, more from {t.large_at}"


def _box_ahead(sight: Sight, value: int) -> int:
    """The kind of box to which a die of this value leads."""
    return int(sight.t.rondel[(int(sight.s.box) + value) % st.BOXES])


def _box_words(sight: Sight, kind: int, value: int) -> str:
    """What a box gives with a die of this value, before anything raises it."""
    s, t = sight.s, sight.t
    extra = int(s.extra_stars) if s.phase == st.ACTION else 0  # those of the last die count no more
    stars = int(t.stars[value] + extra + bonus_stars(s, t, kind)) if t.uses_stars[kind] else 0
    if kind == st.HUNT:
        return _hunt(sight, stars)
    if kind == st.RECOVER:
        return f"+{min(stars, int(s.max_health) - int(s.health))} health"
    if kind == st.MOVE:
        return f"{many(stars, 'star')} for the way"
    if t.box_good[kind] != st.NONE:
        return _goods(stars, int(t.box_good[kind]))
    if t.box_chooses[kind].any():
        return "1 of " + ", ".join(st.GOOD_IDS[good] for good, may in enumerate(t.box_chooses[kind]) if may)
    return _exchange(sight, kind)


def _going_on(sight: Sight) -> str:
    """What comes next, where the afternoon or the evening begins."""
    phase = int(sight.s.phase)
    if phase == st.ROLL:
        event = int(sight.t.event_track[sight.event_ahead()])
        return f"event: {sight.event_words(event)}"
    return (
        "three dice are used, one after the other"
        if phase == st.START
        else "the evening begins: meal, weather"
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
    ac.GO_ON: _going_on,
    ac.FRIEND_HELP: _help_words,
    ac.FRIEND_HELP_WEATHER: _help_words,
    ac.FRIEND_HELP_RAID: _help_words,
    ac.PLAY: _play,
    ac.PASS: lambda sight: "the die is used and brings nothing",
    ac.ESCAPE: lambda sight: "you leave by the raft",
    ac.SAVE_FOOD: lambda sight: f"you have {int(sight.s.goods[st.FOOD])} food",
    ac.SAVE_HEALTH: lambda sight: f"you have {int(sight.s.health)} health",
}
"""What single actions without a price mean."""


def _entering(sight: Sight, space: int) -> str:
    s, t = sight.s, sight.t
    words = [_stars(sight, int(t.line[s.space, space]), st.MOVE)]
    words += [f"−{t.space_food[space]} food"] if t.space_food[space] else []
    words += [f"+1 {st.GOOD_IDS[t.space_good[space]]}"] if t.space_good[space] != st.NONE else []
    return ", ".join(words)


def _box(sight: Sight, kind: int) -> str:
    """What a box takes and gives now."""
    s, t = sight.s, sight.t
    stars = int(stars_for(s, t, kind)) if t.uses_stars[kind] else 0
    if kind == st.HUNT:
        return _hunt(sight, stars)
    if kind == st.RECOVER:
        return f"+{min(stars, int(s.max_health) - int(s.health))} health"
    if t.box_good[kind] != st.NONE:
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
    name = st.GOOD_IDS[good]
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
