"""Types of fields, for mypy. Written by `python -m crusoe_env.testing.fields --write`: do not edit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class State:
    """The record of a game."""

    rng: NDArray[np.uint32]
    task: int
    mixed: int
    tables_hash: int
    forced_count: int
    steps: int
    over: int
    victory: int
    cause: int
    score: int
    rounds: int
    acting: int
    fault: int
    quest_option: int
    character: int
    side: int
    first_friend: int
    tools: NDArray[np.int16]
    blue_die: int
    quest: int
    phase: int
    health: int
    max_health: int
    goods: NDArray[np.int16]
    water: int
    owned: NDArray[np.int16]
    space: int
    box: int
    event_box: int
    friend: int
    disc: int
    unused: NDArray[np.int16]
    unused_count: int
    used: NDArray[np.int16]
    used_count: int
    icon: NDArray[np.int16]
    tool_used: NDArray[np.int16]
    blue_turned: int
    helped: int
    chosen: int
    extra_action: int
    value: int
    extra_stars: int
    hunted: int
    escaped: int
    turned_back: int
    ways_out: NDArray[np.int16]
    ways_back: NDArray[np.int16]
    forced: NDArray[np.int16]


class Tables:
    """What the rules read of the data files."""

    start_goods: NDArray[np.int16]
    power: int
    icon_dice: int
    hearts: NDArray[np.int16]
    stars: NDArray[np.int16]
    rondel: NDArray[np.int16]
    rondel_start: int
    event_track: NDArray[np.int16]
    event_boxes: int
    event_start: int
    event_gains: NDArray[np.int16]
    event_loses: NDArray[np.int16]
    event_chooses: NDArray[np.int16]
    event_is_choice: NDArray[np.int16]
    event_raises: NDArray[np.int16]
    event_friend_steps: NDArray[np.int16]
    uses_stars: NDArray[np.int16]
    box_good: NDArray[np.int16]
    box_pays: NDArray[np.int16]
    box_gains: NDArray[np.int16]
    box_builds: NDArray[np.int16]
    box_chooses: NDArray[np.int16]
    roofs_needed: NDArray[np.int16]
    raid_comes: NDArray[np.int16]
    icon_beside: NDArray[np.int16]
    arrow_to: NDArray[np.int16]
    day_raises: NDArray[np.int16]
    hunt_strength: NDArray[np.int16]
    hunt_gains: NDArray[np.int16]
    raid_fences: NDArray[np.int16]
    raid_food: NDArray[np.int16]
    raid_health: NDArray[np.int16]
    space_area: NDArray[np.int16]
    space_good: NDArray[np.int16]
    space_food: NDArray[np.int16]
    space_location: NDArray[np.int16]
    place_of: NDArray[np.int16]
    line: NDArray[np.int16]
    distance: NDArray[np.int16]
    distance_to_area: NDArray[np.int16]
    cost_stars: NDArray[np.int16]
    cost: NDArray[np.int16]
    cost_location: NDArray[np.int16]
    tool_stars: NDArray[np.int16]
    tool_power: NDArray[np.int16]
    tool_hunt: NDArray[np.int16]
    tool_build: NDArray[np.int16]
    tool_max_health: NDArray[np.int16]
    tool_lowers: NDArray[np.int16]
    tool_lowers_for: NDArray[np.int16]
    tool_turns: NDArray[np.int16]
    tool_water: NDArray[np.int16]
    tool_water_limit: NDArray[np.int16]
    tool_hourglass: NDArray[np.int16]
    tool_evening: NDArray[np.int16]
    tool_match: NDArray[np.int16]
    tool_hunts_on: NDArray[np.int16]
    tool_raid_less: NDArray[np.int16]
    tool_escape: NDArray[np.int16]
    tool_brings_friend: NDArray[np.int16]
    character_stars: NDArray[np.int16]
    character_tool: NDArray[np.int16]
    character_weather: NDArray[np.int16]
    character_watches_weather: NDArray[np.int16]
    friend_help: NDArray[np.int16]
    friend_good: NDArray[np.int16]
    friend_small: NDArray[np.int16]
    friend_large: NDArray[np.int16]
    disc_last: int
    small_at: int
    large_at: int
    days: NDArray[np.int16]
    start: NDArray[np.int16]
    start_tools: NDArray[np.int16]
    goal_tool: NDArray[np.int16]
    goal_hunt: NDArray[np.int16]
    goal_tool_first: NDArray[np.int16]
    goal_to: NDArray[np.int16]
    goal_ways: NDArray[np.int16]
    goal_escape: NDArray[np.int16]
