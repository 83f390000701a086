"""The drawing and the text view of Dieson Crusoe: complete, valid, deterministic, blind to dice to come."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import gymnasium
import numpy as np
import pytest

from crusoe_env.dieson import state as st
from crusoe_env.dieson.actions import LAYOUT
from crusoe_env.dieson.game import GAME
from crusoe_env.dieson.view import happened, picture, text
from crusoe_env.dieson.view import map as island_map
from crusoe_env.dieson.view.parts import drawings, small_icons, tool_icons
from crusoe_env.dieson.view.words import sight_of
from crusoe_env.engine.simulator import Simulator
from crusoe_env.show.description import viewed
from crusoe_env.show.icons import LARGE, SMALL
from tests.show.reading import assert_inside, words_of
from tests.support import states_of_random_games

PLAIN = Simulator(GAME, threads=1)
RICH = Simulator(GAME, threads=1, quest="mixed", character="farmer", friend="patches", blue_die=True)
TABLES, FACTS = PLAIN.tables, PLAIN.facts


@pytest.fixture(scope="module")
def states():
    plain, rich = states_of_random_games(PLAIN, 12, 90, 11), states_of_random_games(RICH, 24, 90, 12)
    return np.concatenate([plain, rich]).view(np.recarray)


def some(states, count):
    """A few states, spread over the usual phases and the endings."""
    chosen = []
    for phase in (st.ROLL, st.EVENT, st.START, st.DIE, st.ACTION, st.EAT):
        chosen += list(np.flatnonzero((states.phase == phase) & (states.over == 0))[:count])
    for cause in (st.DIED, st.OUT_OF_TIME, st.QUEST_DONE):
        chosen += list(np.flatnonzero(states.cause == cause)[:count])
    return [states[i] for i in chosen]


def fresh(**changes):
    """The beginning of a game with some fields changed."""
    s = PLAIN.new_games(1, seed=0)[0].copy()
    for name, value in changes.items():
        s[name] = value
    return s


def marked(field: str, *ids: str, of=st.TOOL_IDS):
    return {field: [int(name in ids) for name in of]}


# ---------------------------------------------------------------------------------------- icons


def test_there_is_an_icon_for_everything():
    assert set(tool_icons()) == set(st.TOOL_IDS)
    assert set(drawings("areas")) == set(st.AREA_IDS)
    assert set(drawings("characters")) == set(st.CHARACTER_IDS)
    assert set(drawings("friends")) == set(st.FRIEND_IDS)
    assert {*st.GOOD_IDS, *st.ICON_IDS} <= set(small_icons())
    assert set(island_map.BY_NAME) == set(st.SPACE_IDS)


def test_icons_stay_inside_their_boxes():
    large = {**drawings("areas"), **drawings("characters"), **drawings("friends")}
    for group, side in ((small_icons(), SMALL), (tool_icons(), LARGE), (large, LARGE)):
        for name, markup in group.items():
            assert_inside(name, markup, side, side, -side / 2, -side / 2)


# ---------------------------------------------------------------------------------------- the picture


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_are_valid_xml_and_deterministic(states, theme):
    island_map.layout.cache_clear()
    for s in some(states, 2):
        svg = picture(s, TABLES, FACTS, theme, "use die 2")
        root = ElementTree.fromstring(svg)
        assert (root.get("width"), root.get("height")) == ("1200", "820")
        assert svg == picture(s.copy(), TABLES, FACTS, theme, "use die 2")
        assert "use die 2" in words_of(svg)
        assert not re.search(r"nan|inf\b|None", svg)


@pytest.mark.slow
def test_every_state_can_be_shown(states):
    for s in states[:: max(1, len(states) // 60)]:
        plain = text(s, TABLES, FACTS)
        assert plain.isascii()
        assert max(map(len, plain.splitlines())) <= 80
        ElementTree.fromstring(picture(s, TABLES, FACTS))


@pytest.mark.slow
def test_dice_to_come_are_not_shown(states):
    for s in some(states, 3):
        other = s.copy()
        other.rng[:] = 7
        other.forced[:] = 5
        other.forced_count = 20
        for theme in ("light", "dark"):
            assert picture(s, TABLES, FACTS, theme) == picture(other, TABLES, FACTS, theme)
        assert text(s, TABLES, FACTS) == text(other, TABLES, FACTS)


def test_everything_is_drawn_and_named():
    s = fresh(phase=st.ROLL)
    svg = picture(s, TABLES, FACTS)
    words, plain = words_of(svg), text(s, TABLES, FACTS)
    for entry in FACTS["space"]:
        assert entry["name"] in words
        assert f" {entry['name']} " in plain
    for entry in FACTS["tool"]:
        assert tool_icons()[entry["id"]] in svg
        assert entry["name"] in words
        assert f"] {entry['name']}" in plain or f"-  {entry['name']}" in plain
    for area in st.AREA_IDS:
        assert drawings("areas")[area] in svg
        assert f"\n  {area}" in plain or f"\n> {area}" in plain
    for name in (*st.GOOD_IDS, "water", "power"):
        assert f"| {name}" in words
        assert f"{name} " in plain


@pytest.mark.parametrize("quest", range(st.QUESTS))
def test_quests_and_their_last_day_are_told(quest):
    s = fresh(quest=quest)
    entry = FACTS["quest"][quest]
    for shown in (words_of(picture(s, TABLES, FACTS)), text(s, TABLES, FACTS)):
        assert entry["name"] in shown
        assert f"day 1 of {entry['days']}" in shown
    assert "[ ] " in text(s, TABLES, FACTS)


def test_progress_of_quests_is_told():
    survive = fresh(quest=0, hunted=1, **marked("owned", "rope"))
    assert [done for done, _ in sight_of(survive, TABLES, FACTS).quest_steps()] == [True, True]
    assert text(survive, TABLES, FACTS).count("[x] ") == 3  # with the tool itself
    way_back = fresh(quest=4, turned_back=1, ways_out=[1, 0], ways_back=[0, 1])
    steps = sight_of(way_back, TABLES, FACTS).quest_steps()
    assert [done for done, _ in steps] == [True, True, False]
    assert steps[0][1].endswith("(out by deer)")
    assert steps[1][1].endswith("(back by cannibals)")
    same_way = fresh(quest=4, turned_back=1, ways_out=[1, 0], ways_back=[1, 0])
    assert [done for done, _ in sight_of(same_way, TABLES, FACTS).quest_steps()] == [True, False, False]


@pytest.mark.slow
def test_every_character_and_friend_can_be_shown():
    seen = set()
    for character in range(len(st.CHARACTER_IDS)):
        for friend in range(-1, len(st.FRIEND_IDS)):
            s = fresh(character=character, friend=friend, disc=2)
            svg, plain = picture(s, TABLES, FACTS), text(s, TABLES, FACTS)
            assert FACTS["character"][character]["name"] in words_of(svg)
            name = FACTS["friend"][friend]["name"] if friend >= 0 else "none"
            assert f"Friend   {name}" in plain
            seen.add(svg)
    assert len(seen) == len(st.CHARACTER_IDS) * (len(st.FRIEND_IDS) + 1)


def test_tools_are_yours_or_craftable_or_not_in_the_game():
    s = fresh(**marked("owned", "axe"), **marked("tools", "axe", "bed", "flag"))
    plain = text(s, TABLES, FACTS)
    assert "[x] Axe" in plain
    assert "[ ] Bed" in plain
    assert " -  Bow" in plain
    words = words_of(picture(s, TABLES, FACTS))
    assert words.count("yours") == 1
    assert words.count("at Summit") == 1


# ---------------------------------------------------------------------------------------- dice and tracks


def test_the_boxes_where_the_dice_lead_are_hinted():
    s = fresh(phase=st.DIE, box=7, unused=[4, 8, 8], unused_count=3)
    assert sight_of(s, TABLES, FACTS).landing() == {0: [0], 2: [1, 2]}
    plain = text(s, TABLES, FACTS)
    assert re.search(r"1 move \* +<- die 1", plain)
    assert re.search(r"3 gain stones \* +<- die 2 die 3", plain)
    assert "> 8 recover" in plain


def test_the_event_ahead_is_hinted_only_before_it_comes():
    s = fresh(phase=st.ROLL, event_box=5, unused=[6, 8, 8], unused_count=3)
    assert "2 +1 wood or +1 stone <- next" in text(s, TABLES, FACTS)
    s.phase = st.DIE
    assert "<- next" not in text(s, TABLES, FACTS)


def test_dice_are_shown_where_they_lie():
    s = fresh(
        unused=[6, 0, 0], unused_count=1, used=[9, 12, 0], used_count=2, icon=[2, 10, 12], phase=st.DIE
    )  # the blue die shows 4
    plain = re.sub(r"\s+", " ", text(s, TABLES, FACTS))
    assert "die 1 shows 3" in plain
    assert "4b on used 1 (to hourglass), 6 on used 2 (to weather), - on used 3 (to raid)" in plain
    assert "weather 5: 2 roofs, 2 missing" in plain
    assert "raid 6: a raid: 1 food" in plain
    words = words_of(picture(s, TABLES, FACTS))
    assert "2 roofs, 2 missing" in words
    assert "raid!" in words


def test_the_action_under_way_shows_its_stars():
    s = fresh(phase=st.ACTION, box=5, chosen=6, value=4, extra_stars=1, unused=[2, 2, 0], unused_count=2)
    assert "In use   3, raised to 4: 4 hunt, 3 craft" in text(s, TABLES, FACTS)
    words = words_of(picture(s, TABLES, FACTS))
    assert "→ 4" in words
    assert "Action: hunt" in words


def test_all_legal_actions_are_named(states):
    masks = np.concatenate([PLAIN.masks(states[i : i + 1]) for i in range(0, len(states), 9)])
    for s, mask in zip(states[::9], masks, strict=True):
        if s.over == 0:
            legal = re.search(r"\nLegal: (.*)$", text(s, TABLES, FACTS), re.DOTALL)
            names = {LAYOUT.names[i] for i in np.flatnonzero(mask)}
            assert set(re.sub(r"\s+", " ", legal.group(1)).split(", ")) == names


# ---------------------------------------------------------------------------------- the end, corrections


def test_the_end_is_shown_with_its_result():
    results = {
        st.QUEST_DONE: "Quest done on day 4",
        st.DIED: "Died on day 4",
        st.OUT_OF_TIME: "Out of time after",
    }
    for cause, words in results.items():
        s = fresh(over=1, cause=cause, rounds=4)
        assert words in words_of(picture(s, TABLES, FACTS))
        assert text(s, TABLES, FACTS).splitlines()[-1].startswith(words)
        assert "Legal" not in text(s, TABLES, FACTS)
    assert "illegal action" in text(fresh(over=1, cause=-1), TABLES, FACTS)


def test_a_corrected_map_is_drawn_with_its_spaces_apart(tmp_path):
    ring = [[a, b, 2] for a, b in zip(st.SPACE_IDS, [*st.SPACE_IDS[1:], st.SPACE_IDS[0]], strict=True)]
    changes = tmp_path / "mine.toml"
    lines = str(ring).replace("'", '"')
    name = "Wiese <3> ♥ mit sehr langem Namen"
    changes.write_text(f'[island]\nlines = {lines}\n[[space]]\nid = "meadow"\nname = "{name}"\n')
    facts = GAME.facts.load(changes, GAME.options)
    tables = GAME.facts.tables(facts, GAME.options)
    svg = picture(fresh(), tables, facts)
    assert "Wiese <3> ♥" in words_of(svg)
    assert text(fresh(), tables, facts).isascii()
    for lines in (sight_of(fresh(), TABLES, FACTS).lines(), sight_of(fresh(), tables, facts).lines()):
        at = island_map.places(tuple(lines))
        gaps = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) + 99 * np.eye(st.SPACES)
        assert gaps.min() > 45
        assert (at > 60).all()
        assert (at < [island_map.WIDTH - 50, island_map.HEIGHT - 45]).all()


def test_the_printed_map_lies_where_its_names_say():
    at = island_map.places(tuple(sight_of(fresh(), TABLES, FACTS).lines()))
    for space, place in zip(st.SPACE_IDS, at, strict=True):
        assert np.hypot(*(place - island_map.BY_NAME[space])) < 2, space


# ------------------------------------------------------------------------------------------- the log


def named(name: str) -> int:
    return LAYOUT.names.index(name)


def told(before, name: str, after) -> list[str]:
    return [line.replace("\xa0", " ") for line in happened(before, named(name), after, TABLES, FACTS)]


def test_the_picture_tells_what_the_last_actions_did():
    env = gymnasium.make(GAME.env_id, friend="none").unwrapped
    env.reset(seed=1, options={"chance": [1, 2, 4]})
    assert "day 1, " not in words_of(env.picture()), "nothing has happened yet"
    for name in ("use die 1", "raise with food", "move to west_grove", "use die 1"):
        env.step(named(name))
    expected = (
        "day 1, use the 1: move",
        "day 1, raise with food: counts as 2, −1 food",
        "day 1, move to west grove: +1 wood",
        "day 1, use the 2: gain stones",
    )
    for theme in ("light", "dark"):
        words = words_of(env.picture(theme)).replace(" | ", " ").replace("\xa0", " ")
        places = [words.index(line) for line in expected]
        assert places == sorted(places)
        assert words.index("use die 1") < places[0], "the name of the last action stands above"
    env.reset(seed=1)
    assert "day 1, " not in words_of(env.picture())


def test_the_log_tells_of_the_night_and_of_the_morning_after_it():
    before = fresh(phase=st.EAT, rounds=4, icon=[2, 12, 8], goods=[3, 0, 0, 0, 0, 1], health=4)
    after = fresh(phase=st.DIE, rounds=5, unused=[4, 7, 12], unused_count=3, event_box=2, health=3)
    assert told(before, "eat food", after) == [
        "day 4, eat food; by morning −1 food, −1 roof, −1 health",
        "night: storm, no raid",
        "day 5: dice 2 3b 6",
        "event, raid rises",
    ]


def test_the_log_tells_which_dice_were_used_without_being_asked_for():
    before = fresh(phase=st.DIE, box=0, unused=[4, 6, 6], unused_count=3)
    after = fresh(
        phase=st.ACTION, box=8, unused=[6, 0, 0], unused_count=1, used=[4, 0, 0], used_count=1, chosen=6
    )
    assert told(before, "use die 1", after) == [
        "day 1, use the 2: gain stones",
        "day 1, the 3 by itself: hunt",
    ]


def test_the_log_tells_of_progress_of_the_quest_and_of_the_end():
    before, after = fresh(phase=st.ACTION), fresh(phase=st.DIE, hunted=1, over=1, cause=st.QUEST_DONE)
    after.goods[0] += 2
    lines = told(before, "hunt", after)
    assert lines[0] == "day 1, hunt: +2 food"
    assert lines[1].startswith("quest: hunt in the ")
    assert lines[2] == "Quest done on day 1"


def test_the_log_has_room_for_four_things_of_any_length():
    log = [f"{i}. {'thing ' * 40}" for i in range(6)]
    words = words_of(picture(fresh(), TABLES, FACTS, log=log))
    assert [f"{i}. thing" in words for i in range(6)] == [False, False, True, True, True, True]


def test_the_food_that_entering_costs_covers_no_name_of_a_compact_picture():
    env = gymnasium.make("crusoe_env/DiesonCrusoe-v0", disable_env_checker=True).unwrapped
    env.reset(seed=1)
    texts = [
        (float(x), float(y), words)
        for x, y, words in re.findall(
            r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)<', env.picture(layout="compact")
        )
    ]
    costs = [(x + 12, y - 3.6) for x, y, words in texts if words.startswith("−") and x < island_map.WIDTH]
    assert costs
    for x, middle in costs:
        names = [y for at, y, _ in texts if abs(at - x) < 1 and 0 < middle - y < 40]
        assert names
        assert middle - 7 >= max(names)


def test_names_stand_whole_on_the_cards_of_a_page():
    env = gymnasium.make("crusoe_env/DiesonCrusoe-v0", disable_env_checker=True).unwrapped
    env.reset(seed=1)
    assert "…" not in str(viewed(env, "page_picture")())
