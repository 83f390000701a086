"""The public classes of Dieson Crusoe: `crusoe_env/DiesonCrusoe-v0`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

import gymnasium

from crusoe_env.dieson import actions, checks, facts, observation
from crusoe_env.dieson import state as st
from crusoe_env.dieson.rules import day, quest
from crusoe_env.engine.game import Chance, Facts, Game, Show
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.interfaces.vector_env import GameVectorEnv
from crusoe_env.support.options import one_of, whole_number, yes_or_no
from crusoe_env.support.words import shown

WITHOUT_FRIEND = ("none", "crafted")
"""Options for a game that begins without a friend: there is none, or the Friend tool can bring one."""
FRIEND_TOOL = "friend"


def tools_of_game(options: Mapping[str, Any], printed: Mapping[str, Any]) -> set[str]:
    """The tools that can be crafted. Raises ValueError for an unknown one."""
    chosen = options["tools"]
    if chosen == "all":
        chosen = st.TOOL_IDS
    elif chosen == "first game":
        chosen = printed["first_game"]["tools"]
    elif isinstance(chosen, str) or not isinstance(chosen, Sequence | Set):
        raise ValueError(f"tools: expected 'all', 'first game' or a list of tools, not {shown(chosen)}")
    tools = {one_of("tools", name, st.TOOL_IDS) for name in chosen}
    if options["friend"] == "none":
        tools.discard(FRIEND_TOOL)
    if options["friend"] == "crafted":
        tools.add(FRIEND_TOOL)
    return tools


def configure(state: Any, options: Mapping[str, Any], printed: dict[str, Any]) -> None:
    """Write the options into a record. Raises ValueError for one that is unknown or does not fit."""
    number = one_of("quest", options["quest"], (*range(1, st.QUESTS + 1), "mixed"))
    tools = tools_of_game(options, printed)
    quests = printed["quest"] if number == "mixed" else [printed["quest"][number - 1]]
    for entry in quests:
        if "tool" in entry and entry["tool"] not in tools | set(entry["start_tools"]):
            raise ValueError(f"tools: the quest {entry['name']!r} cannot be done without {entry['tool']!r}")
    friend = one_of("friend", options["friend"], (*st.FRIEND_IDS, *WITHOUT_FRIEND))
    state.quest_option = st.MIXED if number == "mixed" else number
    state.character = st.CHARACTER_IDS.index(one_of("character", options["character"], st.CHARACTER_IDS))
    state.side = st.SIDE_IDS.index(one_of("hearts", options["hearts"], st.SIDE_IDS))
    state.first_friend = st.NONE if friend in WITHOUT_FRIEND else st.FRIEND_IDS.index(friend)
    state.tools[:] = [name in tools for name in st.TOOL_IDS]
    state.blue_die = yes_or_no("blue_die", options["blue_die"])


def forced_dice(values: Sequence[Any], state: Any) -> list[int]:
    """Values of the dice to come, in the order of rolling. Raises ValueError for one that no die shows."""
    return [whole_number("chance", value, 1, st.DIE_SIDES) for value in values]


GAME = Game(
    name="dieson",
    module=__name__,
    title="Dieson Crusoe",
    version=0,
    record=st.RECORD,
    check=checks.flaws,
    causes=st.CAUSES,
    actions=actions.LAYOUT,
    observations=observation.LAYOUT,
    rules={
        "new_game": day.new_game,
        "apply_action": day.apply_action,
        "write_mask": actions.write_mask,
        "write_observation": observation.write_observation,
        "goal_progress": quest.goal_progress,
        "rounds_share": quest.rounds_share,
        "potential": quest.potential,
    },
    chance=Chance(forced=forced_dice, die_sides=st.DIE_SIDES),
    facts=Facts(facts.load, facts.tables),
    show=Show("crusoe_env.dieson.view", logged_actions=8),
    scripted="crusoe_agents.dieson.scripted:ScriptedDieson",
    longest_episode=2000,
    options={
        "quest": 1,
        "character": "hunter",
        "hearts": "easy",
        "friend": "jack",
        "tools": "all",
        "blue_die": False,
    },
    tasks={"quest": tuple(range(1, st.QUESTS + 1))},
    has_points=lambda tables: False,
    nothing_hidden=True,
    configure=configure,
)


class Env(GameEnv):
    """Dieson Crusoe (Jinhee Han and Heewon Kang "HaeYo", 2022): one castaway, three dice a day, seven quests.

    ## Description
    Each day three dice are rolled. The smallest drives an event; each of them moves you round a ring of nine
    actions and gives stars for the action that it reaches. What you use today is the weather and the raid of
    tomorrow's evening. Craft tools, walk the island, hunt, keep alive, and fulfil the quest in its days. The
    rules as implemented, with every decision about them: docs/dieson.md. The board and the cards are a
    reconstruction: their numbers carry source and confidence in `crusoe_env/dieson/data`, and
    `data="my_facts.toml"` corrects them.

    ## Options
    - `quest`: 1 to 7, or "mixed": each episode has one of the seven at random; the observation says which.
    - `character`: "pathfinder", "hunter", "craftsman", "farmer", "strategist".
    - `hearts`: "easy" or "hard", the sides of the character card.
    - `friend`: "tom", "jack", "bilson", "stitch", "wednesday", "patches"; "none"; or "crafted": none at
      first, the Friend tool can bring one.
    - `tools`: those that can be crafted: "all", "first game" (the rulebook's choice), or a list of ids.
    - `blue_die`: whether the blue die takes the place of the gray one.

    ## Action space
    `Discrete(80)`: names by `action_name(i)`. Each action is one small decision ("use die 2", "raise with
    food", "move to meadow"); points with a single legal action are not asked. `info["action_mask"]` (int8)
    holds the legal ones.

    ## Observation space
    `Box(0, high, (size,), float32)`, with `observation_dtype="uint8"` the bytes behind it, with
    `observation="dict"` a `Dict` of its segments: all that lies on the
    table. Nothing is hidden but the dice to come.

    ## Rewards
    `reward="sparse"`: 1 for the quest done. `"shaped"`: plus the change of a potential (progress of the
    quest, health). `"progress"`: also half the quest's progress when it is lost; `"survival"`: of that, the
    share of the quest's days that had begun. The game has no victory points, so that `"score"` is refused.

    ## Episode end
    Terminated when the quest is done, at health 0, or after the last day of the quest. Truncated after
    `max_steps` (2000) actions.

    ## Information
    At the end `victory`, `score` (0), `goal_progress`, `rounds` (the day), `cause`, of which
    `cause_name` says "quest done", "died" or "out of time".

    ## Reset options
    `chance`: values of the dice in the order in which they are rolled, up to 128; after them chance goes on.

    ## Version history
    v0: first release.
    """

    game = GAME


class VectorEnv(GameVectorEnv, gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games of Dieson Crusoe in one batch; see `Env`."""

    game = GAME
