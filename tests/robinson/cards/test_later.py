"""What cards leave behind: effects of the coming night and round, tokens, limits, changed production."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import people
from tests.robinson.cards.position import CARPENTER, COOK, EXPLORER, Position, number_of

IDLE = "each determination 0; pot board; space 3 covered wood+fish"
"""Nobody can use a skill or item, and nothing is produced."""
GAME_OVER = "over +1; cause -> out of rounds"


def drawn(position: Position, card: str, person: int = CARPENTER) -> None:
    """A trap, creature or adventure is drawn."""
    if card in components.MYSTERY_IDS:
        mystery = components.MYSTERY_IDS.index(card)
        kind = c.TRAP_TYPE if mystery >= components.MYSTERY_IDS.index("terrible_scream") else c.CREATURE_TYPE
        position.draw_mystery(mystery, kind, person=person)
    else:
        position.draw_adventure(2, number_of(card), person)
    position.ended()


def begin_round(position: Position) -> None:
    """The next round up to its planning."""
    position.step(steps.BEGIN_ROUND)
    while position.decision in ("window", "feed"):
        position.do("pass")
    assert position.decision == "plan"


# ------------------------------------------------------------------ the next round


@pytest.mark.parametrize(
    ("card", "change"),
    [
        ("blowgun", "carpenter pawns -1"),
        ("confused", "carpenter confused +1"),
        ("wrong_track", "wood +2; carpenter outside -1"),
        ("lost_in_the_thicket", "discovery tokens -goat; token goat +1; carpenter outside -1"),
        ("lost", "morale +1; cook determination +1; carpenter outside -1"),
    ],
)
def test_in_the_next_round(card: str, change: str):
    position = Position().given(f"tokens goat; {IDLE}")
    drawn(position, card)
    before = position.photo()
    begin_round(position)
    position.expect(before, f"{change}; - next round {card} of carpenter; round +1")
    position.given(IDLE)
    before = position.photo()
    begin_round(position)  # and not in the one after
    after = {"blowgun": "carpenter pawns +1;", "confused": "carpenter confused -1;"}.get(card, "")
    after += "cook determination +1;" if card == "lost" else ""
    position.expect(before, f"{after} round +1")


def test_the_blowgun_does_not_touch_friday():
    position = Position().given(IDLE)
    drawn(position, "blowgun", c.FRIDAY)
    before = position.photo()
    begin_round(position)
    position.expect(before, "- next round blowgun of friday; round +1")
    assert position.s.free_pawns[c.FRIDAY] == 1


def test_the_beast_of_a_dangerous_night_attacks_before_the_next_event():
    """The First Player of that round fights it."""
    position = Position().given(f"beasts goats; palisade 0; {IDLE}")
    position.draw_event(number_of("dangerous_night"))
    position.given("first player explorer")
    position.s.event_deck[0], position.s.events_left = number_of("ravishing_windstorm"), 1
    before = position.photo()
    begin_round(position)
    position.expect(
        before,
        "ambush -> none; explorer wounds +2; weapon -2; food +3; fur +1; event deck -ravishing_windstorm;"
        "explore field +adventure; threat left -> dangerous_night; threat right -> ravishing_windstorm;"
        "- next round dangerous_night of cook; round +1",
    )


def test_the_confused_roll_again_and_where_they_were_sure():
    position = Position().given("carpenter confused 1")
    before = position.photo()
    position.plan()
    position.do("plan gather wood on 4", "support: own pawn")
    position.roll(1, 6)
    position.resolve()
    position.ended()
    position.expect(before, "carpenter determination +2")
    position = Position().given("carpenter confused 1")
    before = position.photo()
    position.plan()
    position.do("plan gather wood on 4", "pass")
    position.roll(6, 1, 6, 6)
    position.resolve()
    position.expect(before, "carpenter determination +2")


def test_the_ceremonial_bowl_curses_until_it_comes_up():
    position = Position().given(f"{IDLE}; carpenter cursed 2")
    begin_round(position)
    assert position.s.cursed[CARPENTER] == 1
    before = position.photo()
    position.plan()
    position.do("plan gather wood on 4", "pass")
    position.roll(6, 1, 6, 6)
    position.resolve()
    position.expect(before, "carpenter determination +2")


# ------------------------------------------------------------------ the night


@pytest.mark.parametrize(
    ("card", "cure", "change"),
    [
        ("a_shiny_jewel", "board", "each wounds +1; - at night a_shiny_jewel of carpenter"),
        ("a_shiny_jewel", "item", "each wounds +1; - at night a_shiny_jewel of carpenter"),
        ("poison", "board", "each wounds +1; - at night poison of carpenter"),
        ("poison", "item", "- at night poison of carpenter"),
        ("spider_web", "board", "carpenter wounds +1"),
        ("spider_web", "item", ""),
    ],
)
def test_in_the_night(card: str, cure: str, change: str):
    position = Position()
    drawn(position, card)
    position.given(f"cure {cure}")
    for night in range(2):
        before = position.photo()
        position.step(steps.NIGHT_WOUNDS)
        position.expect(before, change if night == 0 or card == "spider_web" else "")


def test_the_markers_of_the_strange_disease():
    position = Position().given("carpenter markers 2; explorer markers 4")
    before = position.photo()
    position.step(steps.NIGHT_WOUNDS)
    position.expect(
        before, "carpenter wounds +2; explorer wounds +4; carpenter markers -2; explorer markers -4"
    )


@pytest.mark.parametrize(
    ("given", "do", "change"),
    [
        ("", "choose A; choose A; choose A", "food -2; durable food -1"),
        ("", "choose B; choose A; choose B", "food -1; carpenter wounds +1; explorer wounds +1"),
        ("food 0", "choose A", "durable food -1; cook wounds +1; explorer wounds +1"),
        ("food 0; durable food 0", "", "each wounds +1"),
    ],
)
def test_one_food_more_in_the_night(given: str, do: str, change: str):
    """Each player eats one more, or is wounded; then the token goes."""
    position = Position().given(f"night space plus_food; {given}")
    before = position.photo()
    position.step(steps.EAT_MORE)
    position.choose(do)
    position.ended()
    position.expect(before, f"{change}; night space -plus_food")


@pytest.mark.parametrize(
    ("given", "space", "change"),
    [
        ("", 8, "carpenter wounds +3"),
        ("carpenter own food 2", 8, "carpenter own food -1; carpenter wounds +1"),
        ("carpenter own durable food 2", 8, "carpenter own durable food -1; carpenter wounds +1"),
        ("tile 8 11; carpenter own food 1", 8, "carpenter own food -1"),
        ("carpenter own food 1", c.NONE, "carpenter own food -1; carpenter wounds +1"),
    ],
)
def test_a_night_outside_the_camp(given: str, space: int, change: str):
    """He eats what he found himself or takes two wounds, and one more without a shelter on his tile."""
    position = Position().given(f"round 12; {IDLE}; carpenter outside 1; {given}")
    position.s.outside_space[CARPENTER] = space
    before = position.photo()
    position.step(steps.NIGHT)
    position.do("pass")  # the camp stays
    position.expect(before, f"{change}; food -2; {GAME_OVER}")


def test_what_the_one_outside_gained_stays_with_him():
    position = Position()
    drawn(position, "lost")
    position.s.gained[CARPENTER, c.WOOD] = 2
    position.given("future wood 3")
    before = position.photo()
    position.end_of_actions()
    position.expect(before, "future wood -3; wood +1; carpenter own wood +2")


# ------------------------------------------------------------------ production


@pytest.mark.parametrize(
    ("given", "do", "change"),
    [
        ("", "", "wood +1; food +1"),
        ("production wood 1; not produced food", "", "wood +2"),
        ("not produced wood", "", "food +1"),
        ("production food -1", "", "wood +1"),
        ("production food -1; space 3 covered fish", "", "wood +1"),
        ("production skipped 1", "", ""),
        ("production half 1", "choose A", "wood +1"),
        ("production half 1", "choose B", "food +1"),
        ("production half 1; space 3 plus_wood", "choose B", "food +1"),
        ("production half 1; space 3 covered wood", "", ""),
    ],
)
def test_production(given: str, do: str, change: str):
    position = Position().given(given)
    before = position.photo()
    position.step(steps.PRODUCTION)
    position.choose(do)
    position.ended()
    position.expect(before, change)


def test_changes_of_production_hold_for_one_round():
    changes = "production half 1; production wood 1; production food -1; production skipped 1"
    position = Position().given(f"{changes}; not produced food; {IDLE}")
    before = position.photo()
    begin_round(position)
    position.expect(
        before,
        "production half -1; production skipped -1; production wood -1; production food +1;"
        "not produced -food; round +1",
    )


# ------------------------------------------------------------------ limits of a round


def opened(position: Position) -> set[str]:
    """Which kinds of action are offered."""
    kinds = ("gather", "explore", "hunt", "threat", "arrange", "rest")
    plans = [name.split()[1] for name in position.legal() if name.startswith("plan ")]
    return {word if word in kinds else "build" for word in plans}


def test_the_dizzy_have_one_pawn():
    position = Position()
    position.draw_event(number_of("vertigo"))
    position.plan()
    assert list(position.s.free_pawns) == [2, 1, 2, 0, 1, 0]


def test_pawns_come_back_in_the_next_round():
    position = Position().given(f"each pawns 1; cook without skills 1; cook actions rest; {IDLE}")
    begin_round(position)
    assert list(position.s.free_pawns) == [2, 2, 2, 0, 1, 0]
    assert position.s.skills_barred.sum() == 0
    assert "plan explore 0" in position.legal()


def test_loss_of_hope_at_work():
    """No action of another kind, and no support of one either."""
    position = Position().given("hunting fox; threat left jaguar")
    position.draw_event(number_of("loss_of_hope"))
    position.plan(COOK)
    assert opened(position) == {"build", "arrange", "rest"}
    position.do("pass")
    assert position.s.planner == EXPLORER
    position.do("plan gather wood on 4")
    assert "support: own pawn" in position.legal()
    assert "support: the second next player" not in position.legal()
    position.plan(EXPLORER)
    position.do("plan weapon")
    assert "support: pawn of the second next player" in position.legal()


def test_argument_at_work():
    """No action with pawns of two players; so its own threat action has to wait."""
    position = Position()
    position.draw_event(number_of("argument"))
    position.plan()
    position.s.free_pawns[c.FRIDAY] = 0
    assert "plan threat right" not in position.legal()
    position.do("plan weapon")
    assert "support: pawn of the next player" not in position.legal()
    assert "support: own pawn" in position.legal()
    position.given(IDLE)
    begin_round(position)
    assert "plan threat left" in position.legal() or "plan threat right" in position.legal()


@pytest.mark.parametrize(("edition", "supports"), [("first", True), ("current", False)])
def test_friday_under_the_argument(edition: str, supports: bool):
    """First edition: events do not concern him. Current: he supports nobody, but in the Agreement."""
    position = Position(2, edition=edition)
    position.draw_event(number_of("argument"))
    position.plan()
    position.do("plan threat right")
    if edition == "current":  # where the other player could come to it as well
        position.do("support: Friday")
    assert position.s.free_pawns[c.FRIDAY] == 0
    while position.s.planner != CARPENTER:
        position.do("pass" if "pass" in position.legal() else "plan rest")
    position.s.free_pawns[c.FRIDAY] = 1
    position.do("plan weapon")
    assert "support: pawn of the next player" not in position.legal()
    assert ("support: Friday" in position.legal()) == supports


@pytest.mark.parametrize(
    ("given", "chosen", "lost"),
    [("shovel item", ["card rope", "card shovel"], "rope board; shovel board; pot item"),
     ("", ["card rope"], "rope board; pot board"), ("rope board", [], "pot board")],
)  # fmt: skip
def test_up_to_two_items_are_lost_as_many_as_there_are(given: str, chosen: list[str], lost: str):
    """Natural Dam Breaks, unanswered: two, or the only one; the players do not choose how many."""
    position = Position().given(given)
    position.push_off(number_of("natural_dam_breaks"), number_of("mist"))
    for name in chosen:
        assert "pass" not in position.legal()
        position.do(name)
    assert position.shows(f"{lost}; each wounds 0")


def test_weakness_at_work():
    position = Position().given("first player carpenter")
    position.draw_event(number_of("weakness"))
    position.plan()
    assert not [name for name in position.legal() if name.startswith("use skill")]
    position.do("plan weapon")
    assert "use skill 4" not in position.legal()


def test_cataclysm_at_work():
    """Items neither help nor count until the action phase is over."""
    position = Position().given("shovel item; map item; threat left drought; bow board; knife item")
    position.draw_event(number_of("cataclysm"))
    position.plan()
    legal = position.legal()
    assert "plan threat left" not in legal
    assert "plan bow" not in legal
    position.do("plan explore 0")
    assert "use map" not in position.legal()
    position.end_of_actions()
    assert position.s.items_unavailable == 0


# ------------------------------------------------------------------ tokens


def test_danger_in_the_next_exploration():
    for weapon, wounds in ((0, "carpenter wounds +1;"), (1, "")):
        position = Position().given(f"explore field danger; weapon {weapon}")
        before = position.photo()
        position.plan()
        position.do("plan explore 0", "pass")
        position.roll(6, 6, 6)
        position.resolve()
        position.expect(before, f"{wounds} explore field -danger; carpenter determination +2")


def test_danger_on_a_tile_stays():
    for weapon, change in ((0, "carpenter wounds +1; future wood +1"), (1, "future wood +1")):
        position = Position().given(f"space 4 danger; weapon {weapon}")
        before = position.photo()
        position.plan()
        position.do("plan gather wood on 4", "support: own pawn")
        position.resolve()
        position.expect(before, change)


@pytest.mark.parametrize(
    ("token", "plan", "left"),
    [
        ("build field minus_pawn", "plan weapon", "build field -minus_pawn"),
        ("gather field minus_pawn", "plan gather wood on 4", "gather field -minus_pawn"),
        ("explore field minus_pawn", "plan explore 0", "explore field -minus_pawn"),
        ("space 4 minus_pawn", "plan gather wood on 4", ""),
    ],
)
def test_one_pawn_more(token: str, plan: str, left: str):
    """With dice two pawns, sure with three; a token on a field is gone then, one on a tile stays."""
    position = Position().given(token)
    position.plan()
    position.do(plan)
    assert "pass" not in position.legal()
    position.do("support: own pawn")
    assert position.s.plan_need[0] == 2
    position.do("pass")
    before = position.photo()
    position.roll(6, 6, 6)
    position.resolve()
    position.do("pass") if position.decision == "reroll" else None
    back = "; wood +1" if plan == "plan weapon" else ""
    position.expect(before, f"{left}; carpenter determination +2{back}")


def test_one_pawn_more_to_arrange_the_camp():
    position = Position().given("arrange camp field minus_pawn")
    before = position.photo()
    position.plan()
    position.do("plan arrange camp", "support: own pawn")
    position.resolve()
    position.expect(before, "arrange camp field -minus_pawn; carpenter determination +2; morale +1")


def test_the_bear_has_to_be_cleared_away_first():
    position = Position().given("arrange camp field marker")
    before = position.photo()
    position.plan()
    position.do("plan arrange camp")
    position.resolve()
    position.expect(before, "arrange camp field -marker")


@pytest.mark.parametrize(
    ("token", "left"), [("build field", "build field -plus_wood"), ("cost of weapon", "")]
)
def test_one_wood_more(token: str, left: str):
    """The token on the field is gone with the first building paid in wood, the one on a cost stays."""
    position = Position().given(f"{token} plus_wood; wood 2")
    before = position.photo()
    position.plan()
    position.do("plan weapon", "support: own pawn")
    position.resolve()
    position.expect(before, f"wood -2; weapon +1; {left}")
    position = Position().given(f"{token} plus_wood; wood 1")
    position.plan()
    assert "plan weapon" not in position.legal()


@pytest.mark.parametrize("structure", ["shelter", "roof", "palisade"])
def test_a_bigger_camp_costs_wood_but_no_fur(structure: str):
    """Three wood and one more for three players; or two pieces of fur."""
    there = f"cost of {structure} plus_wood; shelter {int(structure != 'shelter')}"
    position = Position().given(f"{there}; wood 3; fur 1")
    position.plan()
    assert f"plan {structure}" not in position.legal()
    for given, change in (("wood 4; fur 1", "wood -4"), ("wood 3; fur 2", "fur -2")):
        position = Position().given(f"{there}; {given}")
        before = position.photo()
        position.plan()
        position.do(f"plan {structure}", "support: own pawn")
        position.resolve()
        position.expect(before, f"{change}; {structure} +1")


@pytest.mark.parametrize(
    ("given", "plan", "change"),
    [
        ("space 4 plus_food", "plan gather food on 4", "future food +2"),
        ("space 4 plus_wood", "plan gather wood on 4", "future wood +2"),
        ("space 4 plus_wood", "plan gather food on 4", "future food +1"),
        ("space 7 plus_food", "plan gather food on 7", "future food +2"),
    ],
)
def test_one_more_of_a_resource_on_a_tile(given: str, plan: str, change: str):
    position = Position().given(given)
    before = position.photo()
    position.plan()
    position.do(plan, "support: own pawn")
    position.resolve()
    position.expect(before, change)


def test_covered_sources_and_face_down_tiles_give_nothing():
    position = Position().given("space 4 covered wood; space 7 face down 1")
    position.plan()
    legal = position.legal()
    assert "plan gather wood on 4" not in legal
    assert "plan gather food on 4" in legal
    assert not [name for name in legal if name.endswith("on 7")]
    assert "plan explore 7" not in legal


def test_an_adventure_token_brings_its_card_and_goes():
    position = Position().given("gather field adventure")
    position.next_adventure(1, number_of("unexpected_troubles"))
    before = position.photo()
    position.plan()
    position.do("plan gather wood on 4", "support: own pawn")
    position.resolve()
    position.expect(
        before,
        "gather field -adventure; future wood +1; space 4 covered +terrain;"
        "gather discards +unexpected_troubles; gather adventures -unexpected_troubles",
    )


def test_the_reroll_token_is_gone_after_its_throw():
    position = Position().given("gather field reroll")
    before = position.photo()
    position.plan()
    position.do("plan gather wood on 4", "pass")
    position.roll(6, 1, 6, 1)
    position.resolve()
    position.expect(before, "gather field -reroll; future wood +1")


def test_signs_of_fire_cover_a_source_of_the_tile_that_comes():
    position = Position().given(
        "space 0 awaits cover wood+fish+bird; tiles 9; beasts bear; tokens goat tobacco herbs"
    )
    position.plan()
    position.do("plan explore 0", "support: own pawn")
    before = position.photo()
    position.resolve()
    position.expect(
        before,
        "tile 0 -> 9; tiles -9; beasts -bear; hunting deck -> bear; space 0 covered +bird;"
        "space 0 awaits cover -wood; space 0 awaits cover -fish; space 0 awaits cover -bird;"
        "discovery tokens -goat; discovery tokens -tobacco; discovery tokens -herbs;"
        "future token goat +1; future token tobacco +1; future token herbs +1",
    )


@pytest.mark.parametrize(
    ("token", "dice", "change"),
    [
        ("rain", "", "wood -1; food -1"),
        ("snow", "", "wood -2; food -1"),
        ("storm", "", "palisade -1"),
        ("rain+snow", "", "wood -3; food -2"),
        ("hungry_animals", "1", "food -1; hungry animals +2"),
        ("hungry_animals", "2", "palisade -1; hungry animals +3"),
        ("hungry_animals", "4", "each wounds +1; hungry animals +4"),
        ("hungry_animals", "5", "hungry animals +1"),
        ("", "", ""),
    ],
)
def test_tokens_in_the_weather_space(token: str, dice: str, change: str):
    """They add to the dice of the round (none in the first); then they go."""
    position = Position().given(
        f"weather space {token or 'none'}; roof 0; {IDLE}; {'dice ' + dice if dice else ''}"
    )
    before = position.photo()
    position.weather()
    gone = "".join(f"; weather space -{kind}" for kind in token.split("+") if kind)
    position.expect(before, f"{change}; weather rolled +1{gone}")


# ------------------------------------------------------------------ morale marks


def test_covered_morale_marks_work_no_more():
    position = Position().given("carpenter covered marks 5; carpenter wounds 4")
    before = position.photo()
    people.wound(position.s, position.t, CARPENTER, 1)
    position.expect(before, "carpenter wounds +1")
    position.given("carpenter wounds 7")
    people.wound(position.s, position.t, CARPENTER, 1)
    assert position.s.morale == -1
