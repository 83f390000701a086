"""A user's own facts: wrong ones are named in one line, right ones take effect in play."""

from __future__ import annotations

import gymnasium
import pytest

import crusoe_env
from crusoe_env import SB3VecEnv, Simulator
from crusoe_env.facts import FactsError
from crusoe_env.marooned.facts import load
from crusoe_env.marooned.state import CARD_IDS, NONE
from tests.support import refused

ENV_ID = crusoe_env.GAMES["marooned"]


def written(tmp_path, text: str) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    return str(file)


def card(name: str, changes: str) -> str:
    return f'[[card]]\nid = "{name}"\n{changes}\n'


# ---------------------------------------------------------------------- wrong


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[setup]\nhealth = 0\n", "mine.toml: [setup], field 'health': 0 is outside 1 .. 100"),
        ("[setup]\nhealth = 17\n", "mine.toml: [setup], field 'health': 17 is more than max_health"),
        ('[setup]\nhealth = "16"\n', "mine.toml: [setup], field 'health': expected int, found '16'"),
        ("[setup]\nhelth = 3\n", "mine.toml: [setup]: unknown field 'helth'; did you mean 'health'?"),
        ("[score]\nper_hearts = 3\n", "mine.toml: [score]: unknown field 'per_hearts'"),
        ("[cards]\n", "mine.toml: unknown table 'cards'; did you mean 'card'?"),
        ("[setup\n", "mine.toml: is not valid TOML"),
        (card("watre", ""), "mine.toml: card 'watre' is not known; did you mean 'water'?"),
        (card("water", "a = 3"), "mine.toml: card 'water', field 'a': expected dict, found 3"),
        (card("water", "a = { health = 2.5 }"), "card 'water', field 'a', field 'health': expected int"),
        (
            card("water", "a = { health = 99 }"),
            "field 'a', field 'health': 99 is outside -16 .. 16",
        ),
        (card("water", "a = { heart = 2 }"), "card 'water', field 'a': unknown field 'heart'; did you mean"),
        (card("water", "c = { health = 2 }"), "mine.toml: card 'water': unknown field 'c'"),
        (card("hook", 'a = { ship = "N" }'), "card 'hook', field 'a', field 'ship': 'N' is not known"),
        (card("flint", 'a = { special = "fly" }'), "field 'special': 'fly' is not known; choose from"),
        (card("flint", 'a = { special = "second_coast" }'), "special 'second_coast', not 2"),
        (card("pirates", 'a = { special = "hides_coast" }'), "special 'hides_coast', not 2"),
        (card("map_row", 'b = { id = "treasure" }'), "another face too has the id 'treasure'"),
        (card("vines", 'b = { id = "hut" }'), "no face is called 'shelter'"),
        (
            card("flint", 'flip = { needs = "vine" }'),
            "card 'flint', field 'flip', field 'needs': no face",
        ),
        (
            card("flint", 'flip = { kind = "at" }'),
            "field 'flip': a flip of the kind 'at' must say 'at'",
        ),
        (card("rocks", 'flip = { kind = "card" }'), "a flip of the kind 'card' must say 'needs'"),
        (card("rocks", 'flip = { kind = "treasure" }'), "a flip of the kind 'treasure' must say 'line'"),
        (card("map_row", 'flip = { line = "column" }'), "by its row and one by its column"),
        (card("map_row", 'flip = { kind = "forced" }'), "by its row and one by its column"),
        (
            card("storm", 'a = { protected_by = ["hut"] }'),
            "mine.toml: card 'storm', field 'a', field 'protected_by': no face is called 'hut'",
        ),
        (
            card("storm", 'a = { protected_by = ["torch", "spear", "shelter"] }'),
            "mine.toml: card 'storm', field 'a', field 'protected_by': at most 2 faces can protect",
        ),
    ],
)
def test_wrong_data_is_named_with_file_entry_and_field(tmp_path, text, message):
    file = written(tmp_path, text)
    for use in (lambda: load(file), lambda: gymnasium.make(ENV_ID, data=file)):
        with refused(FactsError, message, "mine.toml"):
            use()


# ---------------------------------------------------------------------- right


def played(tmp_path, text: str, deck: str, actions: str = ""):
    """The record after some actions in a game with these corrections."""
    env = gymnasium.make(ENV_ID, data=written(tmp_path, text), on_illegal="raise").unwrapped
    env.reset(seed=0, options={"deck": deck.split()})
    for action in filter(None, actions.split(", ")):
        env.step(env.action_index(action))
    return env.state


@pytest.mark.parametrize(
    ("text", "deck", "actions", "field", "printed", "corrected"),
    [
        ("[setup]\nhealth = 10\n", "flint", "", "health", 15, 9),
        ("[setup]\nhealth_lost_each_turn = 3\n", "flint", "", "health", 15, 13),
        ("[setup]\nhealth = 9\nmax_health = 10\n", "water", "", "health", 15, 9),
        (card("wild_boar", "a = { health = -5 }"), "wild_boar", "", "health", 13, 10),
        (card("flint", "a = { health = -1 }"), "flint", "", "health", 15, 14),
        (card("hook", 'a = { ship = "SW" }'), "hook", "", "ship", 1, 3),
        (card("flint", 'a = { ship = "SE" }'), "flint", "", "ship", NONE, 2),
    ],
)
def test_corrections_take_effect(tmp_path, text, deck, actions, field, printed, corrected):
    assert played(tmp_path, "", deck, actions)[field] == printed
    assert played(tmp_path, text, deck, actions)[field] == corrected


def test_corrected_protection_takes_effect(tmp_path):
    course = "palm_trees vines wild_boar", "explore west, flip vines, explore west"
    text = card("wild_boar", 'a = { protected_by = ["shelter"] }')
    assert played(tmp_path, "", *course).health == 13
    assert played(tmp_path, text, *course).health == 15


def test_corrected_flips_take_effect(tmp_path):
    text = card("hook", 'flip = { needs = "flint" }') + card("rocks", 'flip = { at = "rocks" }')
    for deck, action in (("flint hook", "flip hook"), ("flint rocks", "flip rocks")):
        state = played(tmp_path, text, deck, f"explore west, {action}")
        assert state.side[CARD_IDS.index(action.removeprefix("flip "))] == 1
        with pytest.raises(ValueError, match="illegal action"):
            played(tmp_path, "", deck, f"explore west, {action}")


def test_corrected_score_takes_effect(tmp_path):
    course = "rocks higher_ground hook", "explore east, flip rocks, explore east, walk west"
    text = card("rocks", "b = { points = 50 }") + "[score]\nper_health = 2\ncards_played_divisor = 1\n"
    assert played(tmp_path, "", *course).score == 5 + 12
    assert played(tmp_path, text, *course).score == 50 + 2 * 12 + 3


def test_corrected_storm_takes_effect(tmp_path):
    course = "storm flint rocks", "explore east, explore east"
    text = "[setup]\nstorm_breaks_at_card = 3\n"
    sides = [played(tmp_path, data, *course).side[CARD_IDS.index("storm")] for data in ("", text)]
    assert sides == [0, 1]


def test_data_works_in_every_interface(tmp_path):
    file = written(tmp_path, "[setup]\nhealth = 10\n")
    simulator = Simulator(crusoe_env.game("marooned"), data=file)
    vector = gymnasium.make_vec(ENV_ID, 2, vectorization_mode="vector_entry_point", data=file)
    sb3 = SB3VecEnv("marooned", 2, data=file, seed=0)
    vector.reset(seed=0)
    sb3.reset()
    for states in (simulator.new_games(2, seed=0), vector.batch.states, sb3.batch.states):
        assert (states.health <= 9).all()
    env = gymnasium.make(ENV_ID, data=file).unwrapped
    env.reset(seed=0)
    assert env.clone().state.health == env.state.health <= 9


def test_games_with_different_data_live_side_by_side(tmp_path):
    plain = gymnasium.make(ENV_ID).unwrapped
    own = gymnasium.make(ENV_ID, data=written(tmp_path, "[setup]\nhealth = 10\n")).unwrapped
    for env in (plain, own, plain):
        env.reset(seed=0, options={"deck": ["flint"]})
    assert (plain.state.health, own.state.health) == (15, 9)
