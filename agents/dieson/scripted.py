"""The scripted agent of Dieson Crusoe: a beam search over one afternoon.

It tries the orders of its dice, keeps the few best plans for the afternoon after each die, and takes the
first action of the best one. Nothing is rolled in an afternoon, so the search is exact. `Evaluation` scores
positions; its unit is one food that the quest needs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent
from crusoe_env.dieson import actions as ac
from crusoe_env.dieson import state as st

KEPT = 3
"""Plans for the afternoon that are kept after each die."""
MOST_STEPS = 12
"""Most decisions with one die: turning, choosing, raising, the action, and Tom's between them."""
SPARE_HEALTH = 3
"""Least health from which one may be paid for stars when there is no food."""
BEST_FRIEND = ac.CHOOSE_FRIEND + st.FRIEND_IDS.index("jack")

HELPERS = (
    ("stone_knife",),  # 1: leather for the Rope from one hunt
    ("stone_knife", "blueprint"),  # 2
    ("blueprint",),  # 3: no leather needed; more of the dice lead to the move box
    ("stone_knife", "blueprint"),  # 4
    ("machete", "blueprint"),  # 5: lines of three stars
    ("stone_knife", "axe", "machete", "blueprint"),  # 6: weapons for the cannibals
    ("stone_knife", "blueprint"),  # 7
)
"""For each quest the useful tools besides the one that it asks for."""
HUNTING_GROUNDS = ("deer", "boar")

PRICE = np.zeros(st.GOODS)
PRICE[[st.FOOD, st.WOOD, st.STONE, st.LEATHER]] = 1.0, 1.2, 1.2, 3.0
"""Value of a good that the quest needs."""
SPARE = np.array([0.0, 0.2, 0.2, 0.4, 0.4, 0.6])
"""Value of one more of a good, up to `MOST_SPARE` of each."""
MOST_SPARE = 3
HEALTH = np.array([-36.0, -7.0, -3.5, -1.5, -0.6, 0.0, 0.3, 0.5, 0.6])
"""Value of health, from 0 to 8."""
LARDER = np.array([-3.0, -0.5, 0.8, 1.8, 2.5, 3.0, 3.3, 3.5])
"""Value of food left after the meal."""
STEP = 16.0
"""Value of one line less on the route to the goal."""
NEXT_MOVE, NEXT_HUNT = 2.0, 1.5
"""Value of guaranteed access to these boxes tomorrow."""
HELPER = 2.0
"""Value of a tool beyond its goods."""
VICTORY = 1_000.0
"""Value of a victory, and cost of a defeat: more than everything else."""
DISC, WATER = 0.3, 0.5
"""Value of each space of the disc, and of each water."""
HUNTED = 6.0
"""Value of the hunt that the quest asks for."""
TOMORROW = 0.5
"""Weight of tomorrow's uncertain harm beside tonight's."""

STAR, FOOD_OF_SPACE = 0.4, 0.4
"""Lines added to a route for each star beyond the first, and for each food that a space costs."""
NO_ROUTE = 1_000.0
"""Lines: longer than any route."""


class Plans(NamedTuple):
    """Partial plans for an afternoon, one entry each."""

    states: np.recarray
    game: np.ndarray  # the number of its game
    first: np.ndarray  # its first action, or NONE

    def only(self, which: np.ndarray) -> Plans:
        """The plans chosen by a mask or by indices."""
        return Plans(self.states[which].view(np.recarray), self.game[which], self.first[which])


class ScriptedDieson(Agent):
    """Plans the afternoon by search and decides the rest greedily."""

    name = "scripted"
    uses_states = True

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._evaluate = Evaluation(simulator.tables)

    def act_state(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """One decision for each game."""
        phase = states.phase
        actions = np.argmax(mask, axis=1)
        for afternoon, decide in ((True, self._plan), (False, self._decide_at_once)):
            which = np.flatnonzero(np.isin(phase, (st.DIE, st.ACTION, st.FRIEND)) == afternoon)
            if len(which):
                actions[which] = decide(states[which].view(np.recarray), mask[which])
        return actions

    # ------------------------------------------------------------------ morning, start, evening

    def _decide_at_once(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """By default keep the dice, eat food, save health; take another action if its result is better."""
        usual = np.where(
            mask[:, ac.GO_ON] > 0, ac.GO_ON, np.where(mask[:, ac.EAT_FOOD] > 0, ac.EAT_FOOD, ac.EAT_FOOD + 1)
        )
        usual = np.where(mask[:, ac.SAVE_FOOD] > 0, ac.SAVE_FOOD + 1, usual)
        tried = mask.copy()
        tried[np.arange(len(states)), usual] = 0
        tried[:, ac.REROLL : ac.GO_ON] = 0
        tried[:, ac.SPEND_LEATHER] = 0
        tried[:, ac.EAT_FOOD :] = 0
        at, action = np.nonzero(tried)
        best = self._evaluate(states, states.rounds)
        best[states.phase == st.EVENT] = -np.inf
        after = self._simulator.step(states[at].view(np.recarray), action)
        for i, choice, value in zip(at, action, self._evaluate(after, states.rounds[at]), strict=True):
            if value > best[i]:
                best[i], usual[i] = value, choice
        return usual

    # ------------------------------------------------------------------ afternoon

    def _plan(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """The first action of the best plan for the afternoon."""
        count = len(states)
        plans = Plans(states, np.arange(count), np.full(count, st.NONE))
        while self._is_afternoon(plans, states.rounds).any():
            plans = self._best(self._with_next_die(plans, states.rounds), states.rounds, KEPT)
        best = self._best(plans, states.rounds, 1)
        actions = np.argmax(mask, axis=1)
        actions[best.game] = best.first
        return actions

    def _is_afternoon(self, plans: Plans, day: np.ndarray) -> np.ndarray:
        """Return true for plans with decisions left."""
        s = plans.states
        return (
            np.isin(s.phase, (st.DIE, st.ACTION, st.FRIEND)) & (s.over == 0) & (s.rounds == day[plans.game])
        )

    def _with_next_die(self, plans: Plans, day: np.ndarray) -> Plans:
        """Extend all plans by every sensible use of the next die."""
        ongoing = self._is_afternoon(plans, day)
        found, plans = [plans.only(~ongoing)], plans.only(ongoing)
        for _ in range(MOST_STEPS):
            if not len(plans.game):
                break
            at, action = np.nonzero(self._sensible(plans.states))
            after = self._simulator.step(plans.states[at].view(np.recarray), action)
            first = np.where(plans.first[at] == st.NONE, action, plans.first[at])
            placed = after.used_count > plans.states.used_count[at]
            plans = Plans(after, plans.game[at], first)
            placed |= ~self._is_afternoon(plans, day)
            found.append(plans.only(placed))
            plans = plans.only(~placed)
        states, game, first = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return Plans(states.view(np.recarray), game, first)

    def _sensible(self, states: np.recarray) -> np.ndarray:
        """Legal actions without those that are never sensible."""
        mask = self._simulator.masks(states)
        boosted = (states.value != states.chosen >> 1) & (states.phase == st.ACTION)
        mask[:, ac.SPEND_LEATHER] = 0
        mask[:, ac.RAISE_WITH_HEALTH] &= (states.goods[:, st.FOOD] == 0) & (states.health >= SPARE_HEALTH)
        mask[:, ac.USE_WATER] &= ~boosted
        mask[:, ac.PASS] &= ~boosted & (states.extra_stars == 0)
        choosing = states.phase == st.FRIEND
        mask[choosing, ac.CHOOSE_FRIEND : ac.CHOOSE_FRIEND + st.FRIENDS] = 0
        mask[choosing, BEST_FRIEND] = 1
        return mask

    def _best(self, plans: Plans, day: np.ndarray, kept: int) -> Plans:
        """The best plans of each game."""
        value = self._evaluate(plans.states, day[plans.game])
        order = np.lexsort((-value, plans.game))
        game = plans.game[order]
        rank = np.arange(len(game)) - np.searchsorted(game, game)
        return plans.only(order[rank < kept])


class Evaluation:
    """The value of positions, from the printed facts of a game."""

    def __init__(self, t: Any) -> None:
        self._t = t
        self._way = route_lengths(t)
        self._chance = chance_to_land()
        self._move_box = int(np.flatnonzero(t.rondel == st.MOVE)[0])
        self._hunt_box = int(np.flatnonzero(t.rondel == st.HUNT)[0])
        self._wanted = np.zeros((st.QUESTS, st.TOOLS), np.int64)
        for quest, helpers in enumerate(HELPERS):
            self._wanted[quest, [st.TOOL_IDS.index(name) for name in helpers]] = 1
            if t.goal_tool[quest] != st.NONE:
                self._wanted[quest, t.goal_tool[quest]] = 1
        in_area = [np.flatnonzero(t.space_area == area) for area in range(st.AREAS)]
        self._in_area = in_area
        self._grounds = np.concatenate([in_area[st.AREA_IDS.index(name)] for name in HUNTING_GROUNDS])
        self._goals = [self._goal_spaces(quest) for quest in range(st.QUESTS)]

    def _goal_spaces(self, quest: int) -> np.ndarray:
        """The spaces that fulfil the quest: the tool's location, the area of the hunt, or the start."""
        t = self._t
        tool, area = t.goal_tool[quest], t.goal_hunt[quest]
        if area != st.NONE:
            return self._in_area[area]
        if tool != st.NONE and t.cost_location[tool] != st.NONE:
            return np.array([t.place_of[t.cost_location[tool]]])
        return np.array([t.start[quest]])

    def __call__(self, s: np.recarray, day: np.ndarray) -> np.ndarray:
        """The values of positions in the afternoon or evening of `day`, or on the morning after."""
        lost = (s.over == 1) & (s.victory == 0)
        value = np.where(s.victory == 1, VICTORY, np.where(lost, -VICTORY, 0.0))
        value += self._nights(s, s.rounds > day)
        value += self._quest(s)
        value += DISC * s.disc + WATER * s.water
        return value

    # ------------------------------------------------------------------ staying alive

    def _nights(self, s: np.recarray, slept: np.ndarray) -> np.ndarray:
        """Value of health after tonight and tomorrow, as far as the dice are known, and of food."""
        t = self._t
        food = s.goods[:, st.FOOD]
        hungry = (food == 0) & ~slept
        health = s.health - hungry
        tonight = self._harm(s, s.icon[:, st.WEATHER] >> 1, s.icon[:, st.RAID_DIE] >> 1)
        tomorrow = np.minimum(s.rounds + 1, t.day_raises.shape[0] - 1)
        weather, raid = (
            np.minimum(
                (s.used[:, t.arrow_to == icon][:, 0] >> 1) + t.day_raises[tomorrow, icon], st.DIE_SIDES
            )
            for icon in (st.WEATHER, st.RAID_DIE)
        )
        later = np.where(slept, 0, self._harm(s, weather, raid))
        left = np.clip(food - ~slept, 0, len(LARDER) - 1)
        after = np.clip(health - tonight, 0, len(HEALTH) - 1)
        value = HEALTH[after] + LARDER[left]
        return value + TOMORROW * (HEALTH[np.maximum(after - later, 0)] - HEALTH[after])

    def _harm(self, s: np.recarray, weather: np.ndarray, raid: np.ndarray) -> np.ndarray:
        """Health that weather and raid cost here."""
        t = self._t
        area = t.space_area[s.space]
        wet = np.maximum(t.roofs_needed[weather] - s.goods[:, st.ROOF], 0)
        fenced = (t.raid_fences[area] > 0) & (s.goods[:, st.FENCE] >= t.raid_fences[area])
        return wet + np.where((t.raid_comes[raid] == 1) & ~fenced, t.raid_health[area], 0)

    # ------------------------------------------------------------------ the quest

    def _quest(self, s: np.recarray) -> np.ndarray:
        """Value of tools, goods for wanted tools, the route left, and the boxes within tomorrow's reach."""
        t = self._t
        wanted = self._wanted[s.quest] & s.tools & (1 - s.owned)
        done = self._wanted[s.quest] & s.owned
        missing = np.maximum(wanted @ t.cost.astype(np.int64) - s.goods, 0)
        spare = np.minimum(s.goods, MOST_SPARE)
        value = HELPER * done.sum(axis=1) + done @ (t.cost @ PRICE)
        value += -(missing @ PRICE) + spare @ SPARE + HUNTED * s.hunted
        hunts = self._must_hunt(s, missing)
        way = self._way_left(s, hunts)
        value -= STEP * way
        waits = (t.goal_escape[s.quest] == 1) & (way == 0)
        value += NEXT_MOVE * ((way > 0) | waits) * self._chance[(self._move_box - s.box) % st.BOXES]
        value += NEXT_HUNT * hunts * self._chance[(self._hunt_box - s.box) % st.BOXES]
        return value

    def _must_hunt(self, s: np.recarray, missing: np.ndarray) -> np.ndarray:
        """Return true where leather is missing, or the weapon for the hunt that the quest asks for."""
        owns = s.owned[np.arange(len(s)), self._t.goal_tool[s.quest]] == 1
        unarmed = (self._t.goal_tool_first[s.quest] == 1) & ~owns
        return (missing[:, st.LEATHER] > 0) | unarmed

    def _way_left(self, s: np.recarray, hunts: np.ndarray) -> np.ndarray:
        """Length of the route to the quest's goal, by way of a hunting ground while leather is missing."""
        left = np.zeros(len(s))
        for quest in np.unique(s.quest):
            of_quest = s.quest == quest
            if self._t.goal_to[quest] != st.NONE:
                left[of_quest] = self._round_trip(s[of_quest], int(quest))
                continue
            straight = self._way[:, self._goals[quest]].min(axis=1)
            detour = (self._way[:, self._grounds] + straight[self._grounds]).min(axis=1)
            left[of_quest] = np.where(hunts, detour[s.space], straight[s.space])[of_quest]
        return left

    def _round_trip(self, s: np.recarray, quest: int) -> np.ndarray:
        """Length of the route to the far end and back through the area that was not crossed on the way."""
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


def route_lengths(t: Any) -> np.ndarray:
    """Length of the shortest route between any two spaces, in lines; stars and food make it longer."""
    length = np.full((st.SPACES, st.SPACES), NO_ROUTE)
    np.fill_diagonal(length, 0.0)
    for a, b in zip(*np.nonzero(t.line), strict=True):
        length[a, b] = 1.0 + STAR * (t.line[a, b] - 1) + FOOD_OF_SPACE * t.space_food[b]
    for k in range(st.SPACES):
        length = np.minimum(length, length[:, k, None] + length[None, k])
    return length


def chance_to_land() -> np.ndarray:
    """For each distance on the ring the probability that three dice, in some order, stop there."""
    faces = np.arange(1, st.DIE_SIDES + 1)
    a, b, c = (each.ravel() for each in np.meshgrid(faces, faces, faces))
    stops = np.stack([a, b, c, a + b, a + c, b + c, a + b + c]) % st.BOXES
    return np.array([(stops == distance).any(axis=0).mean() for distance in range(st.BOXES)])
