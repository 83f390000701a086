"""Environments in which each episode draws its scenario and its number of players."""

from __future__ import annotations

import json
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import crusoe_env
from crusoe_env.engine.simulator import Simulator
from crusoe_env.engine.snapshot import MAGIC, SnapshotError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.game import GAME, Env, VectorEnv, env, parallel_env
from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.robinson.state import RECORD
from crusoe_env.robinson.tables.scenarios import NAMES
from tests.robinson.small_scenarios import scenario_file
from tests.robinson.test_scenario_setup import HARDER
from tests.support import refused

TWO = {"scenario": ["castaways", "family_robinson"], "players": [1, 3]}
TASK = LAYOUT.start["task"], LAYOUT.offsets("task")


def one_hot(observation: np.ndarray) -> tuple[list[int], list[int]]:
    """Which scenarios and which numbers of players an observation names."""
    at, offsets = TASK
    scenarios = observation[at + offsets.scenario : at + offsets.players]
    players = observation[at + offsets.players : at + offsets.players + c.PLAYERS]
    return [int(i) for i in np.flatnonzero(scenarios)], [int(i) + 1 for i in np.flatnonzero(players)]


def play(environment: Env, steps: int, seed: int = 0) -> list[bytes]:
    """Random legal actions; the observations, over as many episodes as it takes."""
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        legal = environment.legal_actions()
        if not legal:
            observation, _ = environment.reset()
        else:
            observation, *_ = environment.step(int(rng.choice(legal)))
        seen.append(observation.tobytes())
    return seen


@pytest.fixture(scope="module")
def mixed() -> Env:
    return Env(**TWO)


# ---------------------------------------------------------------- drawing
@pytest.mark.slow
def test_every_pair_is_a_task_and_is_drawn(mixed):
    tasks = mixed.batch.simulator.tasks
    assert [(task["scenario"], task["players"]) for task in tasks] == [
        ("castaways", 1), ("castaways", 3), ("family_robinson", 1), ("family_robinson", 3),
    ]  # fmt: skip
    drawn = [mixed.reset(seed=seed)[1]["task"] for seed in range(40)]
    assert set(drawn) == {0, 1, 2, 3}


@pytest.mark.slow
def test_mixed_means_all_of_the_suite():
    tasks = Simulator(GAME, scenario="mixed", players="mixed").tasks
    pairs = {(task["scenario"], task["players"]) for task in tasks}
    assert pairs == {(name, players) for name in NAMES for players in (1, 2, 3, 4)}


def test_mixed_players_are_one_to_four():
    options = {"scenario": "castaways", "players": "mixed", "scenario_options": {}}
    assert [task["players"] for task in GAME.split(options)] == [1, 2, 3, 4]


def test_the_task_stands_in_state_observation_info_and_pictures(mixed):
    for seed in range(8):
        observation, info = mixed.reset(seed=seed)
        task = mixed.batch.simulator.tasks[info["task"]]
        assert mixed.task == task
        assert one_hot(observation) == ([NAMES.index(task["scenario"])], [task["players"]])
        state = mixed.state
        assert state.players == task["players"]
        assert (state.with_friday, state.with_dog) == (task["players"] <= 2, task["players"] == 1)
        name = {"castaways": "Castaways", "family_robinson": "Family Robinson"}[task["scenario"]]
        assert name in mixed.text()
        assert name in mixed.picture()


def test_a_single_task_is_observed_alike_and_has_no_number():
    one = Env(scenario="family_robinson", players=3)
    observation, info = one.reset(seed=0)
    assert one_hot(observation) == ([NAMES.index("family_robinson")], [3])
    assert "task" not in info
    assert (one.task["scenario"], one.task["players"]) == ("family_robinson", 3)


@pytest.mark.parametrize(
    "options",
    [
        TWO,
        {"players": [1, 3], "table": "private_finds", "lookouts": True},
        {"players": [3, 1], "table": "private_finds", "lookouts": True},
        {"players": "mixed", "table": "secret_plans", "words": 2},
    ],
)
def test_an_episode_is_that_of_its_task_alone(options):
    """From where the task is drawn on, the same generator plays the same game without a mixture."""
    environment = Env(**options)
    for seed in range(4):
        environment.reset(seed=seed)
        environment.restore(environment.snapshot())
        here = environment.batch.simulator
        alone = Simulator(GAME, **environment.task)
        both = {here: environment.batch.states.copy(), alone: environment.batch.states.copy()}
        for field in ("mixed", "task", "tables_hash"):
            both[alone][field] = alone.blank(1)[field]
        for field in RECORD.options:
            assert np.array_equal(both[here][field], alone.blank(1)[field]), field
        rng = np.random.default_rng(seed)
        for _ in range(60):
            views = [simulator.views(states) for simulator, states in both.items()]
            for one, other in zip(*views, strict=True):
                assert np.array_equal(one, other)
            action = rng.choice(np.flatnonzero(views[0][1][0]), size=1)
            both = {simulator: simulator.step(states, action) for simulator, states in both.items()}


# ---------------------------------------------------------------- batches, vector environments
def test_a_vector_environment_draws_for_each_game_and_at_each_autoreset(mixed):
    vector = VectorEnv(6, max_steps=40, **TWO)
    observations, infos = vector.reset(seed=20)
    numbers = []
    for i in range(6):
        single, info = mixed.reset(seed=20 + i)
        assert np.array_equal(observations[i], single)
        numbers.append(info["task"])
    assert vector.task.tolist() == numbers
    assert [vector.tasks[i]["players"] for i in numbers] == vector.batch.states.players.tolist()
    sampler = vector.batch.sampler(seed=1)
    ended = {}
    for _ in range(100):
        before = vector.task
        observations, _, terminated, truncated, infos = vector.step(sampler(infos["action_mask"]))
        for i in np.flatnonzero(terminated | truncated):
            assert infos["task"][i] == before[i]
            ended.setdefault(int(i), []).append(int(before[i]))
        for i in range(6):
            task = vector.tasks[vector.task[i]]
            assert one_hot(observations[i]) == ([NAMES.index(task["scenario"])], [task["players"]])
    assert len({tuple(tasks) for tasks in ended.values()}) > 1


# ---------------------------------------------------------------- planning
def test_snapshots_clones_and_deals_keep_the_task(mixed):
    mixed.reset(seed=2)
    saved, task = mixed.snapshot(), mixed.task
    first = play(mixed, 60)
    while mixed.task == task:
        mixed.reset()
    observation, info = mixed.restore(saved)
    assert mixed.task == task
    assert info["task"] == mixed.batch.simulator.tasks.index(task)
    assert play(mixed, 60) == first
    mixed.restore(saved)
    clone = mixed.clone()
    assert clone.task == task
    dealt = mixed.determinize(seed=1)
    assert dealt.task[0] == mixed.state.task
    mixed.set_state(dealt)
    assert mixed.task == task
    assert one_hot(observation)[1] == [task["players"]]


def test_a_game_that_is_over_is_restored_with_its_task(mixed):
    mixed.reset(seed=next(seed for seed in range(9) if mixed.reset(seed=seed)[1]["task"]))
    task = int(mixed.state.task)
    while mixed.legal_actions():
        mixed.step(mixed.legal_actions()[0])
    _, info = Env(**TWO).restore(mixed.snapshot())
    assert info["task"] == task > 0


# ---------------------------------------------------------------- snapshots of something else
def test_a_snapshot_says_what_it_is_of(mixed):
    mixed.reset(seed=0)
    header = json.loads(mixed.snapshot()[len(MAGIC) :].split(b"\n")[0])
    assert header["options"]["scenario"] == ["castaways", "family_robinson"]
    assert header["options"]["edition"] == "first"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"scenario": "family_robinson"},
            "played with scenario='castaways', this is scenario='family_robinson'",
        ),
        ({"edition": "current"}, "played with edition='first', this is edition='current'"),
        ({"players": 2}, "played with players=1, this is players=2"),
        ({"players": "mixed"}, "played with players=1, this is players='mixed'"),
        ({"friday": False}, "played with friday=None, this is friday=False"),
    ],
)
def test_a_snapshot_of_other_options_is_refused_in_one_line(options, message):
    saved, other = Env(), Env(**options)
    saved.reset(seed=0)
    other.reset(seed=0)
    before = other.state.tobytes()
    with refused(SnapshotError, message):
        other.restore(saved.snapshot())
    assert other.state.tobytes() == before


def test_a_snapshot_of_other_choices_or_facts_is_refused(tmp_path):
    usual, harder = (
        Env(scenario="family_robinson", scenario_options=chosen)
        for chosen in (None, {"hungrier_children": True})
    )
    usual.reset(seed=0)
    harder.reset(seed=0)
    with pytest.raises(SnapshotError, match="scenario_options=None, this is scenario_options="):
        harder.restore(usual.snapshot())
    corrected = tmp_path / "mine.toml"
    corrected.write_text("[night]\nwounds_of_hunger = 1\n", encoding="utf-8")
    other = Env(scenario="family_robinson", data=str(corrected))
    other.reset(seed=0)
    with pytest.raises(SnapshotError, match="played by other facts"):
        other.restore(usual.snapshot())


@pytest.mark.parametrize(
    "options", [TWO, {"scenario": "jenny"}, {"players": 2}, {"edition": "current"}, {"friday": False}]
)
def test_a_state_of_other_options_is_refused_in_one_line(options):
    usual, other = Env(), Env(**options)
    usual.reset(seed=0)
    other.reset(seed=0)
    for to, record in ((other, usual.state), (usual, other.state)):
        before = to.state.tobytes()
        with refused(ValueError, "with other options or facts; here are scenario="):
            to.set_state(record)
        assert to.state.tobytes() == before


def test_a_state_of_other_facts_is_refused(tmp_path):
    corrected = tmp_path / "mine.toml"
    corrected.write_text("[night]\nwounds_of_hunger = 1\n", encoding="utf-8")
    usual, other = Env(), Env(data=str(corrected))
    usual.reset(seed=0)
    other.reset(seed=0)
    with pytest.raises(ValueError, match="with other options or facts"):
        other.set_state(usual.state)


def test_mixed_tasks_take_the_state_of_any_of_theirs(mixed):
    """Also from another simulator of the same options; a number that is none of their tasks is refused."""
    states = Simulator(GAME, **TWO).new_games(12, seed=0)
    assert len(set(states.task)) > 1
    for state in states:
        mixed.set_state(state)
        assert mixed.task == mixed.batch.simulator.tasks[state.task]
    for table in (-1, 4):
        states[0].task = table
        with pytest.raises(ValueError, match="with other options or facts"):
            mixed.set_state(states[0])


# ---------------------------------------------------------------- several agents
def test_pettingzoo_aec_has_the_agents_of_the_task():
    game = env(players=[2, 4], scenario=["castaways", "family_robinson"])
    assert game.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    counts = set()
    for seed in range(8):
        game.reset(seed=seed)
        counts.add(len(game.agents))
        assert game.agents == game.possible_agents[: len(game.agents)]
        for _ in range(4):
            observation = game.observe(game.agent_selection)
            assert one_hot(observation["observation"])[1] == [len(game.agents)]
            game.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert counts == {2, 4}


def test_pettingzoo_parallel_has_the_agents_of_the_task():
    game = parallel_env(players=[2, 3])
    counts = set()
    for seed in range(8):
        observations, _ = game.reset(seed=seed)
        counts.add(len(observations))
    assert counts == {2, 3}


def test_games_side_by_side_mix_scenarios_but_not_players():
    teams = crusoe_env.MultiAgentBatch("robinson", 4, scenario=TWO["scenario"], players=2)
    turn = teams.reset(seed=0)
    scenarios = {tuple(one_hot(row)[0]) for row in turn.observation}
    assert len(scenarios) == 2
    with pytest.raises(
        ValueError, match=r"^games side by side have one number of players, not 1, 3: make one"
    ):
        crusoe_env.MultiAgentBatch("robinson", 4, **TWO)


def test_without_three_players_the_soldier_cannot_come():
    assert "soldier" not in env(players=[1, 2], agents="characters").possible_agents
    assert "soldier" in env(players=[1, 3], agents="characters").possible_agents


# ---------------------------------------------------------------- scenarios of one's own, choices, chance
def test_files_of_ones_own_are_mixed_in_and_told_apart(tmp_path):
    files = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        files.append(scenario_file(tmp_path / folder))
    game = Env(scenario=["castaways", *files], players=1)
    seen = set()
    for seed in range(12):
        observation, info = game.reset(seed=seed)
        seen.add((info["task"], *one_hot(observation)[0]))
    assert seen == {(0, NAMES.index("castaways")), (1, len(NAMES)), (2, len(NAMES) + 1)}


def test_a_choice_goes_to_the_scenarios_that_have_it(tmp_path):
    table = HARDER.split("sources")[0]
    own = scenario_file(Path(tmp_path), table)
    tasks = Simulator(GAME, scenario=["castaways", own], scenario_options={"harder": True}).tasks
    assert [task["scenario_options"] for task in tasks] == [{}, {"harder": True}]
    rows = Simulator(GAME, scenario=["castaways", own], scenario_options={"harder": True}).table_rows
    assert [int(row["choice"][0]) for row in rows] == [0, 1]


def test_chance_is_chosen_for_whatever_task_comes(mixed):
    for seed in range(6):
        mixed.reset(seed=seed, options={"dice": [1, 2]})
        assert mixed.task in mixed.batch.simulator.tasks


def test_decks_are_chosen_in_the_task_that_is_drawn(mixed):
    drawn = set()
    for seed in range(10):
        mixed.reset(seed=seed, options={"decks": {"beasts": ["bear"]}})
        state = mixed.state
        drawn.add(int(state.task))
        assert mixed.game.chance.decks is not None
        assert state.players == mixed.task["players"]
    assert len(drawn) > 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": []}, "players: an empty list; name some of 1, 2, 3, 4, or 'mixed'"),
        ({"players": [1, 5]}, "players: 5 is not a whole number from 1 to 4"),
        ({"players": [2, 2]}, "players: 2 is named twice"),
        ({"scenario": ["castaways", "jeny"]}, "scenario: 'jeny' is unknown; "),
        ({"players": [1, 2], "characters": ["cook", "soldier"]}, "characters: 2 are named, but players=1"),
        (
            {"scenario": ["castaways", "family_robinson"], "scenario_options": {"hungry": True}},
            "scenario_options: none of the scenarios has a choice 'hungry'; ",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(options, message):
    with refused(ValueError, start=message):
        gymnasium.make(crusoe_env.GAMES["robinson"], **options)
