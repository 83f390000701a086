"""A rule of thumb for Dieson Crusoe: think one afternoon ahead, and know what the quest needs.

The player tries the orders of its dice, keeps the few ways through the afternoon that look best, and takes
the first step of the best one. Nothing is rolled in an afternoon, so this needs no luck. How good a table
looks is `Judgement`, in a unit of its own: one food that the quest needs is worth 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from crusoe_env import Simulator
from crusoe_env.dieson.actions import (
    CHOOSE_FRIEND,
    EAT_FOOD,
    GO_ON,
    PASS,
    RAISE_WITH_HEALTH,
    REROLL,
    SAVE_FOOD,
    SPEND_LEATHER,
    USE_WATER,
)
from crusoe_env.dieson.state import (
    ACTION,
    AREA_IDS,
    AREAS,
    BOXES,
    DIE,
    DIE_SIDES,
    EVENT,
    FENCE,
    FOOD,
    FRIEND,
    FRIEND_IDS,
    FRIENDS,
    GOODS,
    HUNT,
    LEATHER,
    MOVE,
    NONE,
    QUESTS,
    RAID_DIE,
    ROOF,
    SPACES,
    STONE,
    TOOL_IDS,
    TOOLS,
    WEATHER,
    WOOD,
)

from ..base import Agent

KEPT = 3
"""Ways through the afternoon that are kept in mind after each die."""
MOST_STEPS = 12
"""Small decisions with one die: turning, choosing, raising, the action, and Tom's between them."""
SPARE_HEALTH = 3
"""From so much health on, one may be paid for stars when the food is gone."""
BEST_FRIEND = CHOOSE_FRIEND + FRIEND_IDS.index("jack")

HELPERS = (
    ("stone_knife",),  # 1: leather for the Rope from one hunt
    ("stone_knife", "blueprint"),  # 2
    ("blueprint",),  # 3: no leather needed; more of the dice lead to the move box
    ("stone_knife", "blueprint"),  # 4
    ("machete", "blueprint"),  # 5: lines of three stars
    ("stone_knife", "axe", "machete", "blueprint"),  # 6: weapons for the cannibals
    ("stone_knife", "blueprint"),  # 7
)
"""For each quest the tools that are worth their way besides the one that it asks for."""
HUNTING_GROUNDS = ("deer", "boar")

PRICE = np.zeros(GOODS)
PRICE[[FOOD, WOOD, STONE, LEATHER]] = 1.0, 1.2, 1.2, 3.0
"""What a good that the quest needs is worth."""
SPARE = np.array([0.0, 0.2, 0.2, 0.4, 0.4, 0.6])
"""What one more of a good is worth, up to `MOST_SPARE` of each."""
MOST_SPARE = 3
HEALTH = np.array([-36.0, -7.0, -3.5, -1.5, -0.6, 0.0, 0.3, 0.5, 0.6])
"""How health feels, from none to eight."""
LARDER = np.array([-3.0, -0.5, 0.8, 1.8, 2.5, 3.0, 3.3, 3.5])
"""How food feels that is left after the meal."""
STEP = 16.0
"""What it is worth to be one line nearer."""
NEXT_MOVE, NEXT_HUNT = 2.0, 1.5
"""What it is worth that the dice of tomorrow surely reach these boxes."""
HELPER = 2.0
"""What a tool is worth beyond its goods."""
VICTORY = 1_000.0
"""What a victory is worth, and what a defeat costs: more than all else."""
DISC, WATER = 0.3, 0.5
"""What each space of the disc, and each water, is worth."""
HUNTED = 6.0
"""What the hunt is worth that the quest asks for."""
TOMORROW = 0.5
"""How much the harm of tomorrow counts beside that of tonight, which is certain."""

STAR, FOOD_OF_SPACE = 0.4, 0.4
"""Lines: so much longer is the way for each star beyond the first, and for each food that a space costs."""
NO_WAY = 1_000.0
"""Lines: further than any way."""


class Ways(NamedTuple):
    """Ways through an afternoon, one entry each."""

    states: np.recarray
    game: np.ndarray  # to which game it belongs
    first: np.ndarray  # its first action, or NONE

    def only(self, which: np.ndarray) -> Ways:
        """Those chosen by a mask or by indices."""
        return Ways(self.states[which].view(np.recarray), self.game[which], self.first[which])


class ScriptedDieson(Agent):
    """Plays from what lies on the table."""

    name = "scripted"
    plans = True

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._judgement = Judgement(simulator.tables)

    def act_state(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """One decision for each game."""
        phase = states.phase
        actions = np.argmax(mask, axis=1)
        for afternoon, decide in ((True, self._plan), (False, self._decide_at_once)):
            which = np.flatnonzero(np.isin(phase, (DIE, ACTION, FRIEND)) == afternoon)
            if len(which):
                actions[which] = decide(states[which].view(np.recarray), mask[which])
        return actions

    # ------------------------------------------------------------------ morning, start, evening

    def _decide_at_once(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """Keep the dice, eat food, save health; take what makes the table look better at once."""
        usual = np.where(mask[:, GO_ON] > 0, GO_ON, np.where(mask[:, EAT_FOOD] > 0, EAT_FOOD, EAT_FOOD + 1))
        usual = np.where(mask[:, SAVE_FOOD] > 0, SAVE_FOOD + 1, usual)
        tried = mask.copy()
        tried[np.arange(len(states)), usual] = 0
        tried[:, REROLL:GO_ON] = 0
        tried[:, SPEND_LEATHER] = 0
        tried[:, EAT_FOOD:] = 0
        at, action = np.nonzero(tried)
        best = self._judgement(states, states.rounds)
        best[states.phase == EVENT] = -np.inf
        after = self._simulator.step(states[at].view(np.recarray), action)
        for i, choice, worth in zip(at, action, self._judgement(after, states.rounds[at]), strict=True):
            if worth > best[i]:
                best[i], usual[i] = worth, choice
        return usual

    # ------------------------------------------------------------------ afternoon

    def _plan(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """The first action of the best way through the afternoon."""
        count = len(states)
        ways = Ways(states, np.arange(count), np.full(count, NONE))
        while self._is_afternoon(ways, states.rounds).any():
            ways = self._best(self._with_next_die(ways, states.rounds), states.rounds, KEPT)
        best = self._best(ways, states.rounds, 1)
        actions = np.argmax(mask, axis=1)
        actions[best.game] = best.first
        return actions

    def _is_afternoon(self, ways: Ways, day: np.ndarray) -> np.ndarray:
        """Is there still something to decide on this way?"""
        s = ways.states
        return np.isin(s.phase, (DIE, ACTION, FRIEND)) & (s.over == 0) & (s.rounds == day[ways.game])

    def _with_next_die(self, ways: Ways, day: np.ndarray) -> Ways:
        """All sensible ways to place the next die."""
        ongoing = self._is_afternoon(ways, day)
        found, ways = [ways.only(~ongoing)], ways.only(ongoing)
        for _ in range(MOST_STEPS):
            if not len(ways.game):
                break
            at, action = np.nonzero(self._sensible(ways.states))
            after = self._simulator.step(ways.states[at].view(np.recarray), action)
            first = np.where(ways.first[at] == NONE, action, ways.first[at])
            placed = after.used_count > ways.states.used_count[at]
            ways = Ways(after, ways.game[at], first)
            placed |= ~self._is_afternoon(ways, day)
            found.append(ways.only(placed))
            ways = ways.only(~placed)
        states, game, first = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return Ways(states.view(np.recarray), game, first)

    def _sensible(self, states: np.recarray) -> np.ndarray:
        """Legal actions without those that a sensible player does not even think of."""
        mask = self._simulator.masks(states)
        boosted = (states.value != states.chosen >> 1) & (states.phase == ACTION)
        mask[:, SPEND_LEATHER] = 0
        mask[:, RAISE_WITH_HEALTH] &= (states.goods[:, FOOD] == 0) & (states.health >= SPARE_HEALTH)
        mask[:, USE_WATER] &= ~boosted
        mask[:, PASS] &= ~boosted & (states.extra_stars == 0)
        choosing = states.phase == FRIEND
        mask[choosing, CHOOSE_FRIEND : CHOOSE_FRIEND + FRIENDS] = 0
        mask[choosing, BEST_FRIEND] = 1
        return mask

    def _best(self, ways: Ways, day: np.ndarray, kept: int) -> Ways:
        """The ways of each game that look best."""
        worth = self._judgement(ways.states, day[ways.game])
        order = np.lexsort((-worth, ways.game))
        game = ways.game[order]
        rank = np.arange(len(game)) - np.searchsorted(game, game)
        return ways.only(order[rank < kept])


class Judgement:
    """How good a table looks, higher is better; built from the printed facts of a game."""

    def __init__(self, t: Any) -> None:
        self._t = t
        self._way = walking(t)
        self._chance = chance_to_land()
        self._move_box = int(np.flatnonzero(t.rondel == MOVE)[0])
        self._hunt_box = int(np.flatnonzero(t.rondel == HUNT)[0])
        self._wanted = np.zeros((QUESTS, TOOLS), np.int64)
        for quest, helpers in enumerate(HELPERS):
            self._wanted[quest, [TOOL_IDS.index(name) for name in helpers]] = 1
            if t.goal_tool[quest] != NONE:
                self._wanted[quest, t.goal_tool[quest]] = 1
        in_area = [np.flatnonzero(t.space_area == area) for area in range(AREAS)]
        self._in_area = in_area
        self._grounds = np.concatenate([in_area[AREA_IDS.index(name)] for name in HUNTING_GROUNDS])
        self._goals = [self._goal_spaces(quest) for quest in range(QUESTS)]

    def _goal_spaces(self, quest: int) -> np.ndarray:
        """Where the quest is fulfilled: the tool's location, the area of the hunt, or the start."""
        t = self._t
        tool, area = t.goal_tool[quest], t.goal_hunt[quest]
        if area != NONE:
            return self._in_area[area]
        if tool != NONE and t.cost_location[tool] != NONE:
            return np.array([t.place_of[t.cost_location[tool]]])
        return np.array([t.start[quest]])

    def __call__(self, s: np.recarray, day: np.ndarray) -> np.ndarray:
        """The worth of tables on the afternoon or evening of a day, or on the morning after."""
        lost = (s.over == 1) & (s.victory == 0)
        worth = np.where(s.victory == 1, VICTORY, np.where(lost, -VICTORY, 0.0))
        worth += self._nights(s, s.rounds > day)
        worth += self._quest(s)
        worth += DISC * s.disc + WATER * s.water
        return worth

    # ------------------------------------------------------------------ staying alive

    def _nights(self, s: np.recarray, slept: np.ndarray) -> np.ndarray:
        """Health after tonight and after tomorrow, as far as the dice lie; and the larder."""
        t = self._t
        food = s.goods[:, FOOD]
        hungry = (food == 0) & ~slept
        health = s.health - hungry
        tonight = self._harm(s, s.icon[:, WEATHER] >> 1, s.icon[:, RAID_DIE] >> 1)
        tomorrow = np.minimum(s.rounds + 1, t.day_raises.shape[0] - 1)
        weather, raid = (
            np.minimum((s.used[:, t.arrow_to == icon][:, 0] >> 1) + t.day_raises[tomorrow, icon], DIE_SIDES)
            for icon in (WEATHER, RAID_DIE)
        )
        later = np.where(slept, 0, self._harm(s, weather, raid))
        left = np.clip(food - ~slept, 0, len(LARDER) - 1)
        after = np.clip(health - tonight, 0, len(HEALTH) - 1)
        worth = HEALTH[after] + LARDER[left]
        return worth + TOMORROW * (HEALTH[np.maximum(after - later, 0)] - HEALTH[after])

    def _harm(self, s: np.recarray, weather: np.ndarray, raid: np.ndarray) -> np.ndarray:
        """The health that weather and raid cost here."""
        t = self._t
        area = t.space_area[s.space]
        wet = np.maximum(t.roofs_needed[weather] - s.goods[:, ROOF], 0)
        fenced = (t.raid_fences[area] > 0) & (s.goods[:, FENCE] >= t.raid_fences[area])
        return wet + np.where((t.raid_comes[raid] == 1) & ~fenced, t.raid_health[area], 0)

    # ------------------------------------------------------------------ the quest

    def _quest(self, s: np.recarray) -> np.ndarray:
        """Tools, the goods for those still wanted, the way to go, the boxes within tomorrow's reach."""
        t = self._t
        wanted = self._wanted[s.quest] & s.tools & (1 - s.owned)
        done = self._wanted[s.quest] & s.owned
        missing = np.maximum(wanted @ t.cost.astype(np.int64) - s.goods, 0)
        spare = np.minimum(s.goods, MOST_SPARE)
        worth = HELPER * done.sum(axis=1) + done @ (t.cost @ PRICE)
        worth += -(missing @ PRICE) + spare @ SPARE + HUNTED * s.hunted
        hunts = self._must_hunt(s, missing)
        way = self._way_left(s, hunts)
        worth -= STEP * way
        waits = (t.goal_escape[s.quest] == 1) & (way == 0)
        worth += NEXT_MOVE * ((way > 0) | waits) * self._chance[(self._move_box - s.box) % BOXES]
        worth += NEXT_HUNT * hunts * self._chance[(self._hunt_box - s.box) % BOXES]
        return worth

    def _must_hunt(self, s: np.recarray, missing: np.ndarray) -> np.ndarray:
        """Is leather missing, or the weapon for the hunt that the quest asks for?"""
        owns = s.owned[np.arange(len(s)), self._t.goal_tool[s.quest]] == 1
        unarmed = (self._t.goal_tool_first[s.quest] == 1) & ~owns
        return (missing[:, LEATHER] > 0) | unarmed

    def _way_left(self, s: np.recarray, hunts: np.ndarray) -> np.ndarray:
        """The way to where the quest is fulfilled, over the hunting grounds while leather is missing."""
        left = np.zeros(len(s))
        for quest in np.unique(s.quest):
            of_quest = s.quest == quest
            if self._t.goal_to[quest] != NONE:
                left[of_quest] = self._round_trip(s[of_quest], int(quest))
                continue
            straight = self._way[:, self._goals[quest]].min(axis=1)
            detour = (self._way[:, self._grounds] + straight[self._grounds]).min(axis=1)
            left[of_quest] = np.where(hunts, detour[s.space], straight[s.space])[of_quest]
        return left

    def _round_trip(self, s: np.recarray, quest: int) -> np.ndarray:
        """To the far end, and back through the area that was not crossed on the way there."""
        t = self._t
        start, far = t.start[quest], t.goal_to[quest]
        through = [
            (self._way[:, spaces] + self._way[spaces, start]).min(axis=1)
            for spaces in (self._in_area[area] for area in t.goal_ways[quest])
        ]
        back = np.where(s.ways_out[:, 0] == 1, through[1][s.space], through[0][s.space])
        crossed = np.where(s.ways_out[:, 0] == 1, s.ways_back[:, 1], s.ways_back[:, 0]) == 1
        back = np.where(crossed, self._way[s.space, start], back)
        out = self._way[s.space, far] + max(way[far] for way in through)
        return np.where(s.turned_back == 1, back, out)


def walking(t: Any) -> np.ndarray:
    """The trouble of the way between any two spaces: its lines, more for many stars and for food."""
    trouble = np.full((SPACES, SPACES), NO_WAY)
    np.fill_diagonal(trouble, 0.0)
    for a, b in zip(*np.nonzero(t.line), strict=True):
        trouble[a, b] = 1.0 + STAR * (t.line[a, b] - 1) + FOOD_OF_SPACE * t.space_food[b]
    for k in range(SPACES):
        trouble = np.minimum(trouble, trouble[:, k, None] + trouble[None, k])
    return trouble


def chance_to_land() -> np.ndarray:
    """For each distance round the ring the chance that three dice, in some order, stop there."""
    faces = np.arange(1, DIE_SIDES + 1)
    a, b, c = (each.ravel() for each in np.meshgrid(faces, faces, faces))
    stops = np.stack([a, b, c, a + b, a + c, b + c, a + b + c]) % BOXES
    return np.array([(stops == distance).any(axis=0).mean() for distance in range(BOXES)])
