"""Options of the game, mixed quests, and scripts of dice."""

import gymnasium
import numpy as np
import pytest

import crusoe_env
from crusoe_env.dieson.state import FORCED_SLOTS, QUESTS, TOOL_IDS
from crusoe_env.engine.batch import Batch
from tests.dieson.table import Table
from tests.support import new_env

GAME = crusoe_env.game("dieson")

WRONG = [
    ({"quest": 8}, "quest: unknown value 8"),
    ({"quest": 0}, "quest: unknown value 0"),
    ({"quest": True}, "quest: unknown value True"),
    ({"quest": "mixd"}, "did you mean 'mixed'"),
    ({"character": "hunterr"}, "did you mean 'hunter'"),
    ({"hearts": 5}, "hearts: unknown value 5; choose from easy, hard"),
    ({"friend": "tim"}, "did you mean 'tom'"),
    ({"friend": None}, "did you mean 'none'. choose from none, .*8 in all"),
    ({"tools": ["ropee"]}, "did you mean 'rope'"),
    ({"tools": "rope"}, "expected 'all', 'first game' or a list"),
    ({"tools": ["basket"]}, "the quest 'Survive' cannot be done without 'rope'"),
    ({"tools": ["rope"], "quest": "mixed"}, "cannot be done without 'flag'"),
    ({"blue_die": 1}, "blue_die: expected True or False"),
]


@pytest.mark.parametrize(("options", "message"), WRONG, ids=str)
def test_wrong_options_say_what_is_right(options, message):
    with pytest.raises(ValueError, match=message):
        new_env("dieson", **options)


def test_an_unknown_option_is_a_type_error():
    with pytest.raises(TypeError, match="did you mean 'friend'"):
        new_env("dieson", freind="tom")


def tools_of(**options) -> set[str]:
    s = Table(**options).s
    return {name for name, mark in zip(TOOL_IDS, s.tools, strict=True) if mark}


def test_tools_of_the_game():
    assert tools_of(friend="jack") == set(TOOL_IDS)
    assert tools_of(friend="none") == set(TOOL_IDS) - {"friend"}
    assert tools_of(friend="crafted", tools=["rope"]) == {"rope", "friend"}
    assert tools_of(friend="jack", tools="first game") == {"basket", "bed", "stone_knife", "rope"}
    assert tools_of(friend="jack", quest=5, tools=[]) == set()


def test_a_start_tool_need_not_be_among_the_tools():
    assert Table(quest=3, tools=["fire"]).tools == {"flag"}


def test_mixed_quests_come_equally_often_and_anew_in_each_episode():
    batch = Batch(GAME, 7_000, quest="mixed")
    batch.seed(range(7_000))
    batch.reset()
    first = batch.states.quest.copy()
    assert (np.abs(np.bincount(first, minlength=QUESTS) - 1_000) < 150).all()
    part = GAME.observations.slices["quest"]
    assert (batch.observations[:, part].argmax(axis=1) == first).all()
    batch.reset()
    assert 0.1 < (batch.states.quest == first).mean() < 0.2


# ---------------------------------------------------------------- scripts of dice


def test_a_script_fixes_the_dice_of_a_whole_game():
    script = [2, 4, 4, 6, 5, 1, 1, 2, 3]
    env = new_env("dieson", character="hunter", friend="jack", on_illegal="raise")
    env.reset(seed=1, options={"chance": script})

    def do(*names):
        for name in names:
            env.step(env.action_index(name))

    s = env.batch.states[0]
    do("take wood")  # the event that a 2 leads to
    do("use die 1", "take stone")  # from box 9 to box 2
    do("hunt")  # the first 4 leads to box 6: 1 + 2 + 1 against the rabbit's 2
    assert s.goods.tolist() == [3, 1, 1, 0, 0, 0]
    do("pass", "eat food")  # the other 4 leads to box 1
    assert s.rounds == 2
    assert (s.icon // 2).tolist() == [2, 4, 4]
    assert (s.unused[:3] // 2).tolist() == [1, 5, 6]
    do("reroll 1 2 3")
    assert (s.unused[:3] // 2).tolist() == [1, 2, 3]
    assert s.forced_count == 0


def test_after_the_script_chance_goes_on_and_the_next_episode_is_free():
    env = new_env("dieson")
    env.reset(seed=3, options={"chance": [6, 6, 6]})
    assert env.state.forced_count == 0
    env.reset(seed=3, options={"chance": [5] * FORCED_SLOTS})
    assert env.state.forced_count == FORCED_SLOTS - 3
    env.reset(seed=3)
    assert env.state.forced_count == 0


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_what_is_left_of_a_script_does_not_reach_the_next_episode(mode):
    mode = next(m for m in gymnasium.vector.AutoresetMode if m.value == mode)
    envs = gymnasium.make_vec(
        crusoe_env.GAMES["dieson"], 1, vectorization_mode="vector_entry_point", autoreset_mode=mode
    )
    _, infos = envs.reset(seed=0, options={"chance": [6] * FORCED_SLOTS})
    rng = np.random.default_rng(0)
    ended = False
    while not ended:
        actions = [rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
        _, _, terminated, _, infos = envs.step(np.array(actions))
        ended = terminated[0]
    envs.step(np.zeros(1, np.int64))
    assert envs.unwrapped.batch.states.forced_count[0] == 0


@pytest.mark.parametrize("script", [[0], [7], ["6"], [2, 3.5], [True], [1] * (FORCED_SLOTS + 1)], ids=str)
def test_a_script_that_no_dice_can_give_is_refused(script):
    env = new_env("dieson")
    env.reset(seed=1)
    before = env.snapshot()
    with pytest.raises(ValueError, match=r"chance|forced outcomes"):
        env.reset(options={"chance": script})
    assert env.snapshot() == before
