"""The list of abilities: what the data say of a use, a pawn or a limit is what can be done in play."""

import pytest

from crusoe_env.facts import FactsError
from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world.things import price_missing
from crusoe_env.robinson.tables.building import tables
from crusoe_env.robinson.tables.loading import load
from crusoe_env.robinson.things import THINGS
from tests.robinson.cards.position import CARPENTER, COOK, PLANS, Position
from tests.support import refused


@pytest.fixture
def corrected(tmp_path):
    """The usual position of the card tests, with a correction of the data."""
    file = tmp_path / "mine.toml"

    def make(text: str, players: int = 3, **options) -> Position:
        file.write_text(text, encoding="utf-8")
        return Position(players, data=str(file), **options)

    return make


def kinds_supported(make, given: str, name: str) -> set[str]:
    """The kinds of action to which a thing lends a pawn."""
    found = set()
    for kind, plan in PLANS.items():
        position = make().given(f"{given}; hunting fox boa")
        position.plan()
        position.do(plan)
        if name in position.legal():
            position.do(name)
            assert position.s.plan_pawns[0] == 2
            found.add(kind)
    return found


# ------------------------------------------------------------------ pawns


@pytest.mark.parametrize(
    ("text", "given", "name", "kinds"),
    [
        ('[[skill]]\nid = "handyman"\nuse = ["extra_pawn explore"]', "", "use skill 4", {"explore"}),
        (
            '[[starting_item]]\nid = "hammer_and_nails"\nuse = ["extra_pawn gather"]',
            "uses of hammer_and_nails 2",
            "use hammer_and_nails",
            {"gather"},
        ),
        (
            '[[mystery]]\nid = "candles"\nuse = ["extra_pawn hunt"]',
            "treasure candles kept; uses of candles 2",
            "use treasure candles",
            {"hunt"},
        ),
        (
            '[[discovery]]\nid = "candles_token"\nuse = ["extra_pawn explore"]',
            "token candles_token 1",
            "use token candles_token",
            {"explore"},
        ),
        (
            '[[mystery]]\nid = "compass"\npawn = ["build", "gather"]',
            "treasure compass kept",
            "use treasure compass",
            {"build", "gather"},
        ),
        ('[[invention]]\nid = "map"\npawn = ["hunt"]', "map item", "use map", {"hunt"}),
        ('[[invention]]\nid = "pot"\npawn = ["gather"]', "pot item", "use pot", {"gather"}),
        ('[dog]\nactions = ["gather"]', "", "use dog", {"gather"}),
        (
            '[[scenario_invention]]\nid = "mast"\npawn = ["explore"]',
            "mast item",
            "use scenario invention 2",
            {"explore"},
        ),
        (
            '[[starting_item]]\nid = "biscuits"\nwhen = "planning"\nuse = ["extra_pawn build"]',
            "uses of biscuits 1",
            "use biscuits",
            {"build"},
        ),
    ],
)
def test_a_pawn_is_lent_for_the_kinds_of_action_in_the_data(corrected, text, given, name, kinds):
    assert kinds_supported(lambda: corrected(text, dog=True), given, name) == kinds


def test_a_thing_that_lends_no_pawn_any_more_is_used_as_it_says(corrected):
    position = corrected(
        '[[starting_item]]\nid = "hammer_and_nails"\nuse = ["gain wood 1"]\n'
        '[[mystery]]\nid = "candles"\nwhen = "any"\nuse = ["gain food 1"]'
    ).given("uses of hammer_and_nails 2; treasure candles kept; uses of candles 1")
    position.plan()
    before = position.photo()
    position.do("use hammer_and_nails", "use treasure candles")
    position.expect(
        before, "wood +1; uses of hammer_and_nails -1; food +1; uses of candles -1; treasure candles -> gone"
    )
    position.do("plan weapon")
    assert "use hammer_and_nails" not in position.legal()


# ------------------------------------------------------------------ throwing again, saving


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ("determination 2", 0),
        ("determination 1", v.DETERMINATION_ASPECT),
        ("determination 2; food 0; durable food 0", v.FOOD_ASPECT),
        ("determination 2; food 0; durable food 1", 0),
        ("determination 0; food 0; durable food 0", v.DETERMINATION_ASPECT | v.FOOD_ASPECT),
    ],
)
def test_what_is_missing_of_the_price_of_grandmas_recipe(given, missing):
    position = Position().given(f"cook {given}")
    recipe = position.t.skill_ability[components.SKILL_IDS.index("grandmas_recipe")]
    assert price_missing(position.s, position.t, COOK, recipe) == missing


def test_markers_are_taken_off_only_where_there_is_one(corrected):
    text = '[[starting_item]]\nid = "biscuits"\nuse = ["uncover 1"]'
    for given, offered in (("", False), ("space 3 covered wood", True)):
        position = corrected(text).given(f"uses of biscuits 2; {given}")
        position.plan()
        assert position.offers("use biscuits") == offered


def test_a_skill_throws_the_die_again_that_the_data_say(corrected):
    text = '[[skill]]\nid = "craftsmanship"\nuse = ["reroll_die gather"]'
    for plan, asked in (("plan weapon", False), ("plan gather wood on 4", True)):
        position = corrected(text)
        position.plan()
        position.do(plan, "pass")
        position.roll(6, 6, 6)
        position.resolve()
        assert (position.decision == "reroll") == asked, plan


def test_the_price_of_fridays_reroll(corrected):
    for tokens, asked in ((2, False), (3, True)):
        position = corrected("[friday]\nreroll_cost = 3").given(f"friday determination {tokens}")
        position.action_under_way("gather", c.FRIDAY)
        position.s.plan_pawns[0] = position.s.plan_need[0] = 1
        position.roll(6, 6, 6)
        position.resolve()
        assert (position.decision == "reroll") == asked


@pytest.mark.parametrize(
    ("saved", "given", "plan"),
    [("wood 2", "shelter 0; wood 1; fur 0", "plan shelter"), ("fur 1", "fur 0; sling board", "plan sling")],
)
def test_an_action_takes_as_much_less_as_the_data_say(corrected, saved, given, plan):
    position = corrected(f'[[skill]]\nid = "economical_construction"\nuse = ["spend_less {saved}"]')
    position.given(f"{given}; rope board")
    position.plan()
    wood = int(position.s.available[c.WOOD])
    position.do("use skill 1", plan)
    if position.decision == "payment":
        position.do("choose A")
    assert position.s.plan_paid[0].tolist() == ([1, 0, 0, 0] if saved == "wood 2" else [0, 0, 0, 0])
    assert position.s.available[c.WOOD] == wood - (1 if saved == "wood 2" else 0)


# ------------------------------------------------------------------ limits, needs, other programs


def test_what_is_limited_to_one_character_serves_him_in_each_of_his_fights(corrected):
    """The rifle, corrected so that it is never used up."""
    text = '[[mystery]]\nid = "old_rifle"\nuses = 0\nlimit = "character"'
    position = corrected(text).given("treasure old_rifle kept")
    for person, offered in ((CARPENTER, True), (CARPENTER, True), (COOK, False)):
        position.step(steps.FIGHT, strength=9, who=person)
        assert position.offers("use treasure old_rifle", person) == offered
        if offered:
            position.do("use treasure old_rifle")
            assert "use treasure old_rifle" not in position.legal()


def test_an_item_that_needs_another_item(corrected):
    for item, offered in (("fireplace item", True), ("fireplace board", False)):
        position = corrected('[[discovery]]\nid = "tobacco"\nitem = "fireplace"')
        position.given(f"token tobacco 1; {item}")
        position.plan()
        assert ("use token tobacco" in position.legal()) == offered


def test_an_item_of_the_scenario_that_is_used(corrected):
    position = corrected(
        '[[scenario_invention]]\nid = "hatchet"\nwhen = "any"\nuse = ["gain wood 1"]\nlimit = "round"'
    )
    position.given("hatchet item")
    position.plan()
    position.do("use scenario invention 1")
    assert position.s.available[c.WOOD] == 4
    assert "use scenario invention 1" not in position.legal()


@pytest.mark.parametrize(
    ("when", "window", "phase", "offered"),
    [("planning", c.AT_PLANNING, c.PLANNING, True), ("planning", c.AT_NIGHT, c.NIGHT_PHASE, False)],
)
def test_when_a_skill_is_used_that_lent_a_pawn(corrected, when, window, phase, offered):
    position = corrected(f'[[skill]]\nid = "handyman"\nwhen = "{when}"\nuse = ["gain wood 1"]')
    position.open_window(window, phase)
    assert position.offers("use skill 4") == offered


def test_right_after_ones_own_throw(corrected):
    text = '[[skill]]\nid = "craftsmanship"\nuse = ["gain wood 1"]'
    for person, offered in ((CARPENTER, True), (COOK, False)):
        position = corrected(text)
        position.plan(person)
        position.do("plan weapon", "pass")
        position.roll(6, 1, 6)
        position.resolve()
        assert position.offers("use skill 2") == offered


# ------------------------------------------------------------------ what no rule would carry out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[[mystery]]\nid = "boxes"\npawn = ["build"]',
            "mystery 'boxes', field 'pawn': there is no action for using this treasure",
        ),
        (
            '[[invention]]\nid = "bricks"\nwhen = "any"\nuse = ["gain wood 1"]',
            "invention 'bricks', field 'use': there is no action for using this item",
        ),
        ('[[skill]]\nid = "lucky"\nwhen = "any"', "'reroll_die' is for a use with when = 'after_roll'"),
        ('[[skill]]\nid = "lucky"\nuse = ["reroll_die hunt"]', "no dice are thrown for 'hunt'"),
        ('[[skill]]\nid = "lucky"\nuse = ["reroll_die build", "gain wood 1"]', "'reroll_die' stands alone"),
        (
            '[[skill]]\nid = "handyman"\nuse = ["extra_pawn build", "gain wood 1"]',
            "'extra_pawn' stands alone",
        ),
        ('[[event]]\nid = "otters"\neffect = ["spend_less wood 1"]', "'spend_less' is for a use with when"),
        (
            '[[skill]]\nid = "economical_construction"\nuse = ["spend_less durable_food 1"]',
            "no action takes 'durable_food'",
        ),
        (
            '[[explore_adventure]]\nid = "swamp"\nwhen = "weapon"\nuse = ["weapon_bonus 1"]',
            "one adventure can be kept for use",
        ),
        ('[[mystery]]\nid = "helmet"\nwhen = "explore_action"', "'explore_action' is for the Treasure map"),
        ('[[scenario_invention]]\nid = "mast"\nuse = ["gain wood 1"]', "expected 'when' beside it"),
        (
            '[[skill]]\nid = "grandmas_recipe"\nuse_pays = [{ food = 1 }, { fur = 1 }]',
            "field 'use_pays': expected one way only",
        ),
        ('[[invention]]\nid = "bed"\ngather_bonus = 1', "two items can add to what is gathered"),
    ],
)
def test_a_correction_that_would_change_nothing_is_refused(tmp_path, text, message):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with refused(FactsError, message, start="mine.toml: "):
        load(file)


def test_the_things_fit_into_the_numbers_that_hold_them():
    """Bits of 64: the supports of a plan, the things in use."""
    assert len(set(THINGS)) == len(THINGS)
    assert len(THINGS) + 6 < 63


def test_too_many_things_for_one_time_are_refused(monkeypatch):
    facts = load(None, {})
    most = tables(facts).window_ability_count.max()
    monkeypatch.setattr("crusoe_env.robinson.constants.WINDOW_ABILITIES", most)
    assert tables(facts).window_ability_count.max() == most
    monkeypatch.setattr("crusoe_env.robinson.constants.WINDOW_ABILITIES", most - 1)
    with pytest.raises(FactsError, match=rf"^more than {most - 1} things can be used at one time: card$"):
        tables(facts)
