"""The drawing and the text view of Robinson Crusoe: complete, valid, deterministic, blind to hidden cards."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import LAYOUT
from crusoe_env.robinson.rules.packed import pack_plan, pack_source
from crusoe_env.robinson.rules.world.log import clear_log, log_event
from crusoe_env.robinson.tables.scenarios import NAMES
from crusoe_env.robinson.view.about import about_card
from crusoe_env.robinson.view.description import describe
from crusoe_env.robinson.view.effects import said
from crusoe_env.robinson.view.log import log_lines
from crusoe_env.robinson.view.page import page_picture
from crusoe_env.robinson.view.parts import GROUND, drawings, invention_icons, small_icons
from crusoe_env.robinson.view.picture import picture, text
from crusoe_env.robinson.view.words import sight_of
from crusoe_env.show.description import Card, viewed
from crusoe_env.show.icons import LARGE, SMALL
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM
from tests.show.reading import SVG, assert_inside, words_of
from tests.support import new_env

TOKENS_TO_BE_SEEN = ("reroll", "danger", "minus_pawn", "shortcut")
OPTIONS = (
    {"players": 1},
    {"players": 2},
    {"players": 3, "edition": "current", "wreckage": "random"},
    {"players": 4, "friday": True, "dog": True, "starting_items": 8},
)


def played(seed: int, **options) -> list[Table]:
    """Some windows of a random game, the last one its end."""
    table = Table(seed, **options).start()
    rng = np.random.default_rng(seed)
    seen = []
    while not table.s.over:
        if rng.random() < 0.12:
            seen.append(copied(table))
        legal = table.legal()
        table.do(legal[int(rng.integers(len(legal) > 1, len(legal)))])
    return [*seen, table]


def copied(table: Table) -> Table:
    other = Table.__new__(Table)
    other.__dict__.update(table.__dict__, s=table.s.copy(), mask=table.mask.copy())
    return other


@pytest.fixture(scope="module")
def games() -> list[Table]:
    return [window for seed, options in enumerate(OPTIONS) for window in played(seed, **options)]


def drawn(table: Table, **style) -> str:
    return picture(table.s, table.t, table.simulator.facts, **style)


def written(table: Table) -> str:
    return text(table.s, table.t, table.simulator.facts)


def both(table: Table) -> tuple[str, str]:
    """All words of the picture, and the text in one line."""
    return words_of(drawn(table)), re.sub(r"\s+", " ", written(table))


def sight(table: Table):
    return sight_of(table.s, table.t, table.simulator.facts)


# ---------------------------------------------------------------------------------------- icons


def test_there_is_an_icon_for_everything():
    assert set(drawings("terrains")) == set(GROUND) == set(c.TERRAINS)
    assert set(drawings("people")) == {*components.CHARACTER_IDS, "friday", "guest", "dog"}
    assert set(components.INVENTION_IDS) <= set(invention_icons())
    named = {*c.RESOURCES, *c.STRUCTURES, *c.ACTION_KINDS, *c.COVERS[:3]} - {"terrain"}
    assert named <= set(small_icons())


def test_icons_stay_inside_their_boxes():
    for group, side in ((small_icons(), SMALL), (drawings("people"), LARGE)):
        for name, markup in group.items():
            assert_inside(name, markup, side, side, -side / 2, -side / 2)


# ---------------------------------------------------------------------------------------- the picture


@pytest.mark.slow
def test_every_moment_can_be_drawn_and_written(games):
    for table in games:
        svg, plain = drawn(table, last_action="plan rest"), written(table)
        root = ElementTree.fromstring(svg)
        assert (root.get("width"), root.get("height")) == ("1200", "800")
        assert not re.search(r"\bnan\b|\binf\b|None", svg + plain)
        assert "plan rest" in words_of(svg)
        assert plain.isascii()
        assert max(map(len, plain.splitlines())) <= 110
        assert len(plain.splitlines()) < 45


def test_no_words_are_cut_off_and_none_lie_outside(games):
    for table in games:
        svg = drawn(table)
        assert "…" not in words_of(svg)
        for x in re.findall(r'<text x="([-\d.]+)"', svg):
            assert -20 <= float(x) <= 1190


def test_hidden_cards_and_dice_to_come_are_not_shown(games):
    """Another order of every deck, other chance: the same picture and the same text."""
    rng = np.random.default_rng(5)
    for table in games[::3]:
        if table.s.over:
            continue
        dealt = table.simulator.blank(1)
        dealt[0] = table.s
        other = copied(table)
        other.s = table.simulator.determinize(dealt, rng)[0]
        other.s.forced[:] = 6
        for theme in ("light", "dark"):
            assert drawn(other, theme=theme) == drawn(table, theme=theme)
        assert written(other) == written(table)


# ---------------------------------------------------------------------------------------- what is shown


def test_people_show_life_morale_marks_determination_and_skills(table):
    one = table(players=2, characters=["cook", "explorer"])
    one.s.wounds[:2] = [3, 7]
    one.s.determination[:2] = [5, 1]
    one.s.special_wounds[1, 3] = 1 << 1
    seen = sight(one)
    assert list(seen.morale_marks(0)) == [4, 7, 9, 11]
    assert [name for name, _, _ in seen.skills(1)] == [
        "Child of fortune", "Reconnaissance", "Motivational speech", "Scouting",
    ]  # fmt: skip
    words, plain = both(one)
    assert "leg (gather)" in words
    assert "leg (gather)" in plain
    assert "Cook wounds 3 of 13 (morale -1 at 4 7 9 11), determination 5" in plain
    assert "Grandma's recipe" in words
    assert "Friday" in words
    assert "Dog" not in plain


def test_the_island_shows_sources_used_up_tokens_and_the_camp(table):
    one = table()
    one.open_tile(4, 7)
    one.s.covered[4] = c.WOOD_SOURCE
    for name in TOKENS_TO_BE_SEEN:
        one.s.space_tokens[4] |= 1 << c.TOKENS.index(name)
    _, plain = both(one)
    assert "3 beach: wood fish CAMP" in plain
    assert "4 hills: wood* totem beast [reroll] [-1 pawn] [danger] [shortcut]" in plain
    assert "unexplored 0 1 2 5 6 7 8 9; totems 1" in plain
    without = copied(one)
    without.s.covered[4] = 0
    assert drawn(without) != drawn(one)


def test_threats_say_how_they_are_answered_and_what_comes_otherwise(table):
    one = table()
    one.s.threat[:] = [one.card("event", "unusually_cold_night"), one.card("event", "otters")]
    for shown in both(one):
        assert "Unusually Cold Night" in shown
        assert "1 pawn, weapon 1" in shown
        assert "else each player: 1 wound" in shown
    assert "1 pawn, 1 wood > +1 determination; 1 pawn, 1 fur > +1 determination" in both(one)[1]


def test_plans_show_their_pawns_and_whether_dice_decide(table):
    one = table(players=2, characters=["carpenter", "cook"])
    one.s.available[c.WOOD] = 9
    one.to_planning()
    one.do("plan weapon", "pass")
    one.do("plan shelter", "support: pawn of the next player")
    one.do("pass" if "pass" in one.legal() else one.legal()[0])
    _, plain = both(one)
    first = sight(one).person_name(int(one.s.plan_person[0]))
    assert f"build: weapon [{first}] dice" in plain
    assert sorted(sight(one).pawns(1)) == [0, 1]
    assert re.search(r"shelter \[(Cook Carpenter|Carpenter Cook)\] sure", plain)


def test_what_is_built_and_what_it_needs(table):
    one = table()
    one.s.invention_state[ITEM["fire"]] = c.BUILT
    one.s.invention_state[ITEM["rope"]] = c.FUTURE_ITEM
    words, plain = both(one)
    assert "inventions: 1 built".upper() in words
    assert "Items Fire, Rope (next phase)" in plain
    assert "Dam (river, 1 wood)" in plain
    assert "Mast (Rope, 1 wood + 1 fur)" in plain
    assert sight(one).item_effect(ITEM["bow"]) == "weapon +3"
    assert sight(one).item_effect(ITEM["raft"]) == "+1 pawn: gather or explore"


def test_the_woodpile_the_dice_and_the_weather(table):
    one = table()
    one.s.counter[0] = 4
    one.s.rounds = 8
    one.s.dice[:] = [1, 0, 1]
    one.s.weather_rolled, one.s.rain, one.s.snow, one.s.animals[0] = 1, 2, 1, 3
    words, plain = both(one)
    assert "4 of 15 wood, 2 stages" in words
    assert "1/1 2/2 1/3 0/4 0/5" in plain
    assert "last dice wound, failure, adventure" in plain
    assert "rain 2, snow 1, hungry animals: a beast" in plain
    assert "animals: a beast" in words


def test_a_decision_says_who_decides_and_what_the_answers_mean(table):
    one = table()
    card = one.card("event", "unusually_cold_night")
    one.run(one.t.event_program[card], card)
    words, plain = both(one)
    assert "Unusually Cold Night" in words
    assert "• −2 wood | • Each player: 1 wound" in words
    assert "Answers: choose A: -2 wood; choose B: Each player: 1 wound" in plain
    assert "Carpenter decides" in words


def label_and_cost(one, name: str) -> tuple[str, str]:
    told = describe(one.s, one.t, one.simulator.facts)
    action = LAYOUT.index(name)
    return told.labels[action], told.costs.get(action, "")


def test_a_move_says_its_price_what_it_brings_and_its_odds(table):
    one = table(characters=["carpenter"])
    one.s.available[c.WOOD] = 2
    one.open_tile(0, 7)
    one.to_planning()
    odds = "2 pawns: sure; 1 pawn: success 2/3, wound 2/3, adventure 1/2"
    assert label_and_cost(one, "plan weapon") == ("Improve the weapons", f"1 wood; {odds}")
    odds = "2 pawns: sure; 1 pawn: success 5/6, wound 1/6, adventure 1/2"
    label, cost = label_and_cost(one, "plan gather wood on 0")
    assert (label, cost) == ("Gather wood on space 0 (hills)", f"+1 wood; {odds}")
    one.s.field_tokens[c.EXPLORE] |= c.REROLL_TOKEN | c.ADVENTURE_TOKEN | c.MINUS_PAWN
    odds = "3 pawns: sure, but an adventure; 2 pawns: success 25/36, wound 1/2, adventure sure"
    assert label_and_cost(one, "plan explore 4") == ("Explore space 4", odds)
    assert label_and_cost(one, "plan rest") == ("Rest", "heal 1 wound")
    one.s.threat[0] = one.card("event", "storm")
    label, price = label_and_cost(one, "plan threat left")
    assert label == "Answer Storm"
    assert price.startswith("1 pawn, 1 wood → +1 determination")


def test_using_something_says_what_it_does_and_takes(table):
    one = table(characters=["cook"])
    one.s.determination[0] = 5
    one.s.rain = 0
    one.to_planning()
    assert label_and_cost(one, "use skill 3") == ("Stone soup: +1 food", "3 determination")
    one.s.decision, one.s.window = c.WINDOW, c.IN_WEATHER
    one.s.rain = one.s.snow = 1
    one.s.weather_rolled = 1
    words = "Hooch: ignore 1 rain cloud or turn 1 snow cloud into rain"
    assert label_and_cost(one, "use skill 4") == (words, "3 determination")


def test_a_card_in_question_has_its_whole_text(table):
    one = table()
    card = one.card("event", "unusually_cold_night")
    one.s.available[c.WOOD] = 2
    one.run(one.t.event_program[card], card)
    told = describe(one.s, one.t, one.simulator.facts)
    assert told.card == Card(
        "Unusually Cold Night",
        [
            "−2 wood or each player: 1 wound",
            "Threat: 1 pawn, 1 wood → +1 determination",
            "Threat: 1 pawn, 1 fur → +1 determination",
            "Unanswered: each player: 1 wound",
        ],
    )


def test_every_card_has_words_without_those_of_the_data(table):
    one = table()
    for card in range(components.CARDS):
        for event in (False, True):
            for line in about_card(sight(one), card, event=event):
                assert not re.search(r"_|^Nothing$|\(s\)|>=|<", line), line
                assert not re.search(r"\b1 (?:wounds|tokens|inventions|items|treasures)\b", line), line


def test_all_legal_actions_are_named_where_there_is_room(games):
    for table in games[::4]:
        if table.s.over:
            continue
        legal = re.search(r"^Legal: (.*)\Z", written(table), re.DOTALL | re.MULTILINE)[1]
        named = re.sub(r"\s+", " ", legal).removesuffix("and more").rstrip(", ").split(", ")
        assert set(named) <= set(table.legal())
        if "and more" not in legal:
            assert set(named) == set(table.legal())


def test_the_skills_of_all_are_named_while_there_is_room_for_two_lines_of_actions():
    one = Table(3, players=4, friday=True, dog=True, starting_items=8).start()
    one.to_planning()
    clear_log(one.s)
    for space in range(1, 10):
        one.open_tile(space, space + 2)
    one.s.discovery[:] = 1
    shown = []
    for treasure in range(len(one.s.mystery_state)):
        one.s.mystery_state[treasure] = c.MYSTERY_KEPT
        lines = written(one).splitlines()
        legal = next(i for i, line in enumerate(lines) if line.startswith("Legal:"))
        shown.append((sum("skills:" in line for line in lines), len(lines) - legal))
    before = shown.index((1, 4))  # three lines of skills make room for the actions that were left out
    assert shown[before - 1] == (4, 2)
    assert all(skills == 4 for skills, _ in shown[:before])
    assert all(skills == 1 for skills, _ in shown[before:])


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (c.GOAL_MET, "Rescued in round 11 with 40 points"),
        (c.CHARACTER_DIED, "The Carpenter died in round 11"),
        (c.OUT_OF_ROUNDS, "Lost in round 11: out of rounds"),
        (c.NONE, "Ended by an illegal action"),
    ],
)
def test_the_end_is_shown_with_its_result(table, cause, words):
    one = table()
    one.s.over, one.s.cause, one.s.rounds, one.s.score = 1, cause, 11, 40
    if cause == c.CHARACTER_DIED:
        one.s.wounds[0] = 20
    assert words in words_of(drawn(one)).replace(" | ", " ")
    assert written(one).splitlines()[-1] == words
    assert "Legal" not in written(one)


# ---------------------------------------------------------------------------------------- effects, the log


@pytest.mark.parametrize(
    ("clauses", "words"),
    [
        (["choose: discard wood 2 | wound each 1"], "−2 wood or each player: 1 wound"),
        (
            ["choose: nothing | gain fur 2; shuffle_into_events"],
            "you may: +2 fur, shuffle this card into the event deck",
        ),
        (["lower palisade 1 if_possible"], "palisade −1 if possible"),
        (["place plus_wood cost_weapon"], "+1 wood token on the cost of the weapon"),
        (["at night: if_no_item cure: wound performer 2"], "tonight: without the Cure: 2 wounds"),
        (["limit_actions first build+rest"], "First Player: only build or resting this round"),
    ],
)
def test_effects_in_words(clauses, words):
    assert said(clauses) == words


def test_the_log_tells_what_happened_in_the_words_of_the_table(table):
    one = table(players=2, characters=["carpenter", "cook"])
    clear_log(one.s)
    cold = one.card("event", "unusually_cold_night")
    for entry in (
        (c.LOG_EVENT, cold, c.NONE),
        (c.LOG_WOUND, 1, 0),
        (c.LOG_WOUND, 1, 1),
        (c.LOG_PHASE, c.WEATHER_PHASE, c.NONE),
        (c.LOG_ACTION, pack_plan(c.GATHER, pack_source(4, 1)), 1),
        (c.LOG_SUCCESS, 0, c.NONE),
        (c.LOG_STORES, 2, c.FOOD),
        (c.LOG_MORALE, -1, c.NONE),
    ):
        log_event(one.s, *entry)
    lines = [
        "Event Unusually Cold Night: Everybody 1 wound",
        "Cook, gather food on space 4: success, +2 food, morale −1",
    ]
    assert log_lines(sight(one)) == lines
    words, plain = both(one)
    assert "Event Unusually Cold Night" in words
    assert "Cook, gather food on space 4: success, +2 food, morale -1" in plain


def test_what_was_used_in_between_does_not_take_the_result_of_an_action(table):
    one = table()
    clear_log(one.s)
    log_event(one.s, c.LOG_ACTION, pack_plan(c.BUILD, c.ROOF), c.FRIDAY)
    log_event(one.s, c.LOG_USE, 0, 0)
    log_event(one.s, c.LOG_FAILURE, 0, c.NONE)
    used = "Carpenter uses Economical construction"
    lines = ["Friday, raise the roof", used, "Friday, raise the roof: failure"]
    assert log_lines(sight(one)) == lines


def test_the_log_forgets_the_oldest(table):
    one = table()
    for number in range(1, 40):
        log_event(one.s, c.LOG_ROUND, number, c.NONE)
    lines = log_lines(sight(one))
    assert lines == [f"Round {n}" for n in range(40 - c.LOG_ROOM, 40)]


def test_every_note_has_words(table):
    one = table()
    for what in range(1, len(c.LOG_KINDS)):
        clear_log(one.s)
        log_event(one.s, c.LOG_ROUND, 1, c.NONE)
        log_event(one.s, what, 1, 0)
        assert "Round 1" in log_lines(sight(one))[0]
    assert LAYOUT.n > 0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("scenario", ["castaways", "volcano_island"])
def test_prices_of_the_camp_do_not_run_over_each_other(scenario, players):
    env = new_env("robinson", players=players, scenario=scenario)
    env.reset(seed=1)
    page = ElementTree.fromstring(str(viewed(env, "page_picture")()))
    places = {}
    for zone in page.iter(f"{SVG}g"):
        title = zone.findtext(f"{SVG}title", "").partition(":")[0]
        if title in ("roof", "palisade", "weapon"):
            icons_of_price = [
                re.match(r"translate\(([\d.]+) ", g.get("transform", "")) for g in zone.findall(f"{SVG}g")
            ]
            places[title] = [float(found[1]) for found in icons_of_price if found][
                1:
            ]  # the first is its own icon
            panel = zone.find(f"{SVG}rect")
            left, width = float(panel.get("x")), float(panel.get("width"))
            assert all(left < x < left + width for x in places[title])
    assert set(places) == {"roof", "palisade", "weapon"}
    for here in places.values():
        assert here
        assert all(right - left >= 10 for left, right in itertools.pairwise(here))


def test_the_last_event_of_the_deck_is_shown_as_the_next_one(table):
    game = table()
    game.s.events_left = 1
    assert sight(game).next_event() == "event"
    game.s.event_known = 1
    assert sight(game).next_event() not in ("", "event")
    game.s.events_left = 0
    assert sight(game).next_event() == ""


@pytest.mark.parametrize("scenario", NAMES)
def test_a_narrow_picture_tells_the_weather_and_all_cards_that_are_known(table, scenario):
    game = table(scenario=scenario)
    s = game.s
    s.weather_rolled, s.rain, s.snow, s.animals[0] = 1, 2, 1, 3
    s.event_known, s.hunting_left, s.hunting_known = 1, 1, 1
    fox, boa = map(components.BEAST_IDS.index, ("fox", "boa"))
    s.hunting[0], s.ambush, s.ambush_known = fox, boa, 0
    seen, words = sight(game), words_of(page_picture(s, game.t, game.simulator.facts))
    assert "weather: 2 rain, 1 snow, animals: a beast" in words
    told = words.replace(" | ", " ")  # it may go on in a second line
    assert f"next event card: {seen.next_event()} · next beast: {seen.beast_name(fox)} · a beast in" in told
    assert "…" not in words


@pytest.mark.parametrize(
    ("wounds", "words"),
    [
        (1, "wound head (gather)"),
        (2, "wound head, wound arm"),
        (3, "wound head, wound arm + 1"),
        (4, "wound head, wound arm + 2"),
    ],
)
def test_special_wounds_stand_whole_in_a_narrow_panel(wounds, words):
    env = new_env("robinson", players=4)
    env.reset(seed=1)
    env.batch.states.special_wounds[0, 0, :wounds] = 2  # from the deck of gathering
    assert re.findall(r">(wound [^<]*)<", str(viewed(env, "page_picture")())) == [words]
