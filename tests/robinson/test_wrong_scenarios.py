"""What a scenario file of one's own may not say: one line names the file, and where it stands there."""

from __future__ import annotations

import re

import gymnasium
import pytest

import crusoe_env
from crusoe_env import Simulator
from crusoe_env.facts import FactsError
from crusoe_env.robinson.tables.loading import load
from crusoe_env.robinson.tables.scenarios import FOLDER
from tests.robinson.small_scenarios import LONELY_ROCK, scenario_file

ROBINSON = crusoe_env.game("robinson")
SIGNAL = "enough = 5, weight = 0.8"
WEAPON = "weapon >= 1"
FOG = '[[mark]]\nid = "fog"\nname = "fog"'
MANY = "9" * 5000


def refused(text: str, tmp_path, **options) -> str:
    """What is said about a scenario with this text, in one line."""
    file = tmp_path / "lonely_rock.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FactsError) as error:
        load(None, {"scenario": str(file), **options})
    message = str(error.value)
    assert "\n" not in message
    assert len(message) < 400
    return message


def changed(old: str, new: str) -> str:
    assert old in LONELY_ROCK
    return LONELY_ROCK.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("weight = 0.1 }", "weight = 0.3 }", "'progress': the weights sum up to 1.1; at most 1"),
        ("weight = 0.1 }", "weight = nan }", "'progress'[1], field 'weight': nan is outside 0 .. 1"),
        ('needs = ["signal >= 5", "weapon >= 1"]', "needs = []", "'needs': expected one condition or more"),
        ("signal >= 5", "signal >= 6", "'needs': 'signal >= 6' can never hold: 'signal' is at most 5"),
        (WEAPON, "stages.signal >= 3", "'needs': 'stages.signal >= 3' can never hold"),
        (WEAPON, "round >= 7", "'needs': 'round >= 7' can never hold: 'round' is at most 6"),
        (WEAPON, "round < 0", "'needs': 'round < 0' can never hold: 'round' is at least 0"),
        (SIGNAL, "enough = 6, weight = 0.8", "'progress': enough: 6 is above the most"),
        (SIGNAL, 'enough = "round", weight = 0.8', "'progress': enough: 'round' can be"),
        (SIGNAL, 'enough = "0", weight = 0.8', "'progress': enough: '0' can be below 1"),
        ("a weapon", "a {weapon}", "'words': only amounts and choices can stand in braces, not 'weapon'"),
        ("a weapon", "a {0.real}", "'words': only amounts and choices can stand in braces, not '0.real'"),
        ('id = "signal"', 'id = "weapon"', "counter 'weapon', field 'id': a measure has this name"),
        ('id = "signal"', 'id = "the.signal"', "counter 'the.signal', field 'id': expected one word"),
        ('fed_with = "wood"', 'fed_with = "wood"\nstart = 6', "counter 'signal', field 'start': 6 is above"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_won_or_measured(tmp_path, old, new, message):
    text = changed(old, new)
    if new.startswith('id = "'):  # the counter goes by its new name everywhere else
        word = new.split('"')[1]
        text = re.sub(r"\bsignal\b(?! fire)", word, changed(old, old))
    where = f"lonely_rock.toml: {'' if message.startswith('counter') else '[goal], field '}"
    assert refused(text, tmp_path).startswith(where + message)


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ("mark fog 1 space_0", "space 0 is not open in set-up"),
        ("mark fog 2 space_3", "one mark of a kind lies on a space"),
        ("mark fog 1 space_3; mark fog 1 space_3", "one mark of a kind lies on a space"),
        ("flip_space space_3; mark fog 1 space_3", "space 3 is not open in set-up"),
    ],
)
def test_a_mark_of_the_set_up_without_a_space_for_it(tmp_path, setup, message):
    text = changed('setup = ["gain wood 1"]', f'setup = ["{setup}"]') + f'\n{FOG}\nsources = ["ours"]\n'
    found = refused(text + 'confidence = "confirmed"\n', tmp_path)
    assert found.startswith("lonely_rock.toml: [on], field 'setup', clause ")
    assert found.endswith(message)


@pytest.mark.parametrize("setup", ["mark fog 1 space_3", "mark fog 1 camp", "mark fog 1 space_0 if_possible"])
def test_a_mark_of_the_set_up_with_a_space_wounds_nobody(tmp_path, setup):
    file = scenario_file(tmp_path, FOG)
    (tmp_path / "lonely_rock.toml").write_text(
        (tmp_path / "lonely_rock.toml").read_text().replace('setup = ["gain wood 1"]', f'setup = ["{setup}"]')
    )
    env = gymnasium.make(crusoe_env.GAMES["robinson"], scenario=file).unwrapped
    env.reset(seed=0)
    assert not env.state.wounds.any()


@pytest.mark.parametrize(
    ("old", "new", "ended"),
    [
        ('checked = "at_round_end"\nneeds = ["signal >= 5", "weapon >= 1"]',
         'checked = "at_once"\nneeds = ["round >= 1"]', "won before the first decision (goal met)"),
        ("morale < -2", "round < 5", "lost before the first decision (morale at its lowest)"),
        ('["gain wood 1"]', '["wound each 50"]', "lost before the first decision (a character died)"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("players", [1, 4])
def test_a_game_that_is_decided_before_the_first_decision(tmp_path, old, new, ended, players):
    file = tmp_path / "lonely_rock.toml"
    file.write_text(changed(old, new), encoding="utf-8")
    with pytest.raises(FactsError) as error:
        Simulator(ROBINSON, scenario=str(file), players=players)
    assert str(error.value) == f"lonely_rock.toml: the game is {ended}"
    with pytest.raises(FactsError, match="before the first decision"):
        Simulator(ROBINSON, scenario=["castaways", str(file)], players=players)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "lonely_rock.toml: table [scenario] is missing"),
        (re.sub(r"\[goal\].*?\n\n", "", LONELY_ROCK, flags=re.S), "table [goal] is missing"),
        (changed("[goal]", "[[goal]]"), "lonely_rock.toml: table 'goal' must be written as [goal]"),
        (changed("[[counter]]", "[counter]"), "table 'counter' must be written as [[counter]]"),
        ("counter = [3]\n" + LONELY_ROCK.replace("[[counter]]", "[[mark]]"), "written as [[counter]]"),
        (changed('id = "signal"', "id = [1]"), "entry 1 of [[counter]]: field 'id' is missing or no text"),
        (changed("stages = [2, 3]", "stages = { a = 1 }"), "field 'stages': expected list, found"),
        (changed("stages = [2, 3]", "stages = [100]"), "field 'stages'[0]: 100 is outside 0 .. 99"),
        (changed("rounds = 6", f"rounds = {MANY}"), "is not valid TOML: a number has too many digits"),
        (changed("rounds = 6", "rounds = 99999999999"), "field 'rounds': 99999999999 is outside 1 .. 16"),
        (changed("morale < -2", "morale < 99999"), "whole number from -9999 to 9999, found '99999'"),
        (changed("morale < -2", f"morale < {MANY}"), "whole number from -9999 to 9999, found '999"),
        (changed("morale < -2", "morale < --2"), "whole number from -9999 to 9999, found '--2'"),
        (changed(SIGNAL, "enough = 99999, weight = 0.8"), "from 1 to 9999 or a measure"),
        (changed("gain wood 1", f"gain wood {MANY}"), "expected a number from 1 or 'all', found '999"),
        (changed('"gain wood 1"', '"set_number 7 space_3"'), "number tokens are 1 .. 6, not 7"),
        (changed('"gain wood 1"', '""'), "'' is no operation"),
        (changed('"gain wood 1"', '"' + "gain wood 1; " * 500 + 'nothing"'), "at most 40 parts are possible"),
        (changed('"gain wood 1"', '"gain wood 1", ' * 100), "it takes 101 rows; at most 80 are possible"),
        (changed("rounds = 6", f"rounds = {'[' * 2000}6{']' * 2000}"), "lists lie within each other"),
        (changed("rounds = 6", f"{'.'.join(['a'] * 3000)} = 6"), "lists lie within each other"),
    ],
)  # fmt: skip
def test_what_is_no_scenario(tmp_path, text, message):
    found = refused(text, tmp_path)
    assert message in found
    assert "lonely_rock.toml: " in found


def test_no_more_inventions_are_drawn_than_there_are(tmp_path):
    text = changed("\n[on]", "\n[scenario.start]\ninventions_drawn = 18\n\n[on]")
    found = refused(text, tmp_path)
    assert "[scenario], field 'start.inventions_drawn': 18 are more than the 17 in the deck" in found


def test_a_word_that_stands_twice_counts_once(tmp_path):
    rain = load(None, {"scenario": scenario_file(tmp_path)})
    twice = tmp_path / "twice"
    twice.mkdir()
    (twice / "lonely_rock.toml").write_text(changed('["rain", "animals"]', '["rain", "rain", "animals"]'))
    again = load(None, {"scenario": str(twice / "lonely_rock.toml")})
    assert (ROBINSON.facts.tables(rain, {}).weather == ROBINSON.facts.tables(again, {}).weather).all()


def test_a_wrong_scenario_is_named_also_beside_corrections(tmp_path):
    (tmp_path / "mine.toml").write_text("[friday]\nhearts = 3\n")
    (tmp_path / "lonely_rock.toml").write_text(changed("signal >= 5", "signl >= 5"))
    with pytest.raises(FactsError, match=r"^lonely_rock\.toml: \[goal\]"):
        load(tmp_path / "mine.toml", {"scenario": str(tmp_path / "lonely_rock.toml")})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kept_if = "item.dam >= 1"\n', "", "counter 'fish': expected 'from_source' and 'kept_if' together"),
        ('kept_if = "item.dam >= 1"', 'kept_if = "item.dame >= 1"', "'item.dame' is no measure"),
        ('["trees", "fish"', '["trees", "fishes"', "least 'trio', field 'of': 'fishes' is no measure"),
        ('of = "least.trio", each', 'of = "sum.knowledge", each', "'sum.knowledge' is no measure"),
        ('inventions = ["corral"]', 'inventions = ["rope"]', "'rope' is not in the invention deck"),
        (', keep_beast_if = "cages >= 1"', "", "'rules.keep_beast': expected 'keep_beast_if' beside it"),
        ('id = "dam"', 'id = "dams"', "invention_change 'dams': it is no invention"),
        ('most = "cages"', "most = 0", "field 'most': expected a whole number from 1 to 9999, or a measure"),
        ('most_with = ["capture_beast"]', 'most_with = ["capture"]',
         "field 'most_with': 'capture' is no special action; "),
        ('many = true\nmost = "cages"', "many = true", "field 'most_with': expected 'most' beside it"),
        ('"Dig for fossils"\nkind = "gather"', '"Dig for fossils"\nkind = "explore"',
         "field 'yields': it is for actions of kind 'gather'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_naturalist_is_named(tmp_path, old, new, message):
    written = (FOLDER / "naturalist.toml").read_text(encoding="utf-8")
    assert old in written
    file = tmp_path / "naturalist.toml"
    file.write_text(written.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FactsError, match=re.escape(message)):
        load(None, {"scenario": str(file)})


@pytest.mark.parametrize(
    ("scenario", "old", "new", "message"),
    [
        ("castaways", "{ wood = 1, fur = 1 }", ", ".join(["{ wood = 1 }"] * 40), "at most 2"),
        ("naturalist", "advance fish 2", "advance fishes 2", "'fishes' is no counter"),
    ],
)
def test_what_is_found_only_in_play_names_the_file_too(tmp_path, scenario, old, new, message):
    file = tmp_path / f"{scenario}.toml"
    text = (FOLDER / file.name).read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(FactsError, match=rf"^{file.name}: .*{message}"):
        Simulator(ROBINSON, scenario=str(file))
