"""Editions: overlays on the entries of the data, and the switches of the rules, each of them alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import gymnasium
import pytest

from crusoe_env.facts import FactsError, entries
from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world.island import in_reach, measure, yield_of
from crusoe_env.robinson.tables.building import tables
from crusoe_env.robinson.tables.editions import EDITIONS, OVERLAY, SWITCHES
from crusoe_env.robinson.tables.layout import TABLES
from crusoe_env.robinson.tables.loading import load
from tests.robinson.conftest import Table
from tests.robinson.ids import EVENT_CARDS, ITEM, SKILL, STARTING, TOKEN
from tests.support import refused

FACTS = {edition: load(None, {"edition": edition}) for edition in EDITIONS}
Play = Callable[[Table], object]


# ------------------------------------------------------------------ overlays


def overlaid() -> list[tuple[str, str, str]]:
    """Table, id and field of all that stands in an overlay."""
    return [
        (table, identity, field)
        for table, identity, entry in entries(FACTS["first"])
        if table != "switch"
        for field in entry.get(OVERLAY, {})
    ]


def value(edition: str, table: str, identity: str, field: str) -> object:
    """A field of an entry as it is in an edition."""
    return next(e.get(field) for name, i, e in entries(FACTS[edition]) if (name, i) == (table, identity))


@pytest.mark.parametrize(("table", "identity", "field"), overlaid())
def test_what_an_overlay_says_differs(table, identity, field):
    assert value("first", table, identity, field) != value("current", table, identity, field)
    laid = value("current", table, identity, OVERLAY)[field]
    assert stands_in(laid, value("current", table, identity, field))


def stands_in(part: object, whole: object) -> bool:
    """Is a value the same, or an inner table part of the other one?"""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(stands_in(inner, whole[name]) for name, inner in part.items())
    return part == whole


def test_without_options_the_facts_are_those_of_the_first_edition():
    assert load() == FACTS["first"]


def corrected(folder: Path, text: str) -> str:
    """A user's file."""
    file = folder / "my.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_any_field_can_be_overlaid(tmp_path):
    text = '[[beast]]\nid = "fox"\ncurrent = { strength = 7 }\n[night]\ncurrent = { wounds_of_hunger = 3 }\n'
    text += '[[event]]\nid = "otters"\ncurrent = { threat = { pawns = 2 } }'
    file = corrected(tmp_path, text)
    fox = [entry["id"] for entry in FACTS["first"]["beast"]].index("fox")
    otters = components.FIRST_EVENT + [entry["id"] for entry in FACTS["first"]["event"]].index("otters")
    found = []
    for edition in EDITIONS:
        t = tables(load(file, {"edition": edition}))
        found.append((int(t.beast_strength[fox]), int(t.hunger_wounds), int(t.threat_pawns[otters, 0])))
    assert found == [(2, 2, 1), (7, 3, 2)]


@pytest.mark.parametrize("played", EDITIONS)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[beast]]\nid = "fox"\ncurrent = { strenth = 3 }',
         "my.toml: beast 'fox', field 'current': unknown field 'strenth'; did you mean 'strength'?"),
        ('[[beast]]\nid = "fox"\ncurrent = { strength = "3" }',
         "my.toml: beast 'fox', field 'current', field 'strength': expected int, found '3'"),
        ('[[starting_item]]\nid = "biscuits"\ncurrent = { use = ["eat 1"] }',
         "my.toml: starting_item 'biscuits', field 'current.use', clause 'eat 1': 'eat' is no operation"),
        ('[[event]]\nid = "otters"\ncurrent = { copies = 2 }',
         f"my.toml: events of the current edition: expected {EVENT_CARDS} in the box, found"),
        ('[[switch]]\nid = "reroll_tokens_wait"\nfirst = true',
         "my.toml: switch 'reroll_tokens_wait' is not known; did you mean 'reroll_token_waits'?"),
        ('[[switch]]\nid = "reroll_token_waits"\nsecond = true',
         "my.toml: switch 'reroll_token_waits': unknown field 'second'"),
        ('[[switch]]\nid = "reroll_token_waits"\nfirst = 1',
         "my.toml: switch 'reroll_token_waits', field 'first': expected bool, found 1"),
        ('[[switch]]\nid = "tiles_between"\ncurrent = 11',
         "my.toml: switch 'tiles_between', field 'current': 11 is outside 0 .. 10"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line_whichever_edition_is_played(tmp_path, played, text, message):
    with refused(FactsError, start=message):
        load(corrected(tmp_path, text), {"edition": played})


def test_there_are_two_editions():
    with pytest.raises(ValueError, match="edition: unknown value 'third'; choose from first, current"):
        gymnasium.make("crusoe_env/RobinsonCrusoe-v0", edition="third")


# ------------------------------------------------------------------ switches: what each of them decides


def planning(game: Table) -> None:
    """Planning begins, without tokens on the fields and threats."""
    game.to_planning()
    game.s.field_tokens[:] = 0
    game.s.threat[:] = c.NONE
    measure(game.s, game.t)


def who_passes_is_asked_again(game: Table) -> object:
    planning(game)
    game.do("pass", "pass")
    return game.s.phase == c.PLANNING


def a_place_behind_two_tiles(game: Table) -> object:
    for space, printed in ((4, 4), (5, 10), (6, 7)):
        game.open_tile(space, printed)
    measure(game.s, game.t)
    return in_reach(game.s, game.t, 6)


def a_pistol_against_the_jaguar(game: Table) -> object:
    planning(game)
    game.s.threat[0] = game.card("event", "jaguar")
    game.s.starting_uses[STARTING["pistol"]] = 1
    return "use pistol" in game.legal()


def soup_while_an_action_is_resolved(game: Table) -> object:
    game.s.phase = c.RESOLUTION
    game.s.available[:] = 0
    game.run(game.program_of_skill(SKILL["stone_soup"]), c.FIRST_USE)
    return int(game.s.future[c.FOOD]) == 1 and int(game.s.available[c.FOOD]) == 0


def dice_of_reconnaissance(game: Table) -> object:
    planning(game)
    s = game.s
    game.do("plan explore 0", "pass")
    s.determination[:] = [2, 0, 0, 0, 0, 0]
    s.skills_used[0] = 0b0001  # Lucky
    game.roll(6, 1, 6)
    game.resolve()
    assert "use skill 2" in game.legal()
    return s.dice[1] == c.NONE


def a_token_after_a_throw_without_success(game: Table) -> object:
    planning(game)
    s = game.s
    s.field_tokens[c.EXPLORE] = c.REROLL_TOKEN
    game.do("plan explore 0", "pass")
    game.roll(6, 6, 6)
    game.resolve()
    return bool(s.field_tokens[c.EXPLORE] & c.REROLL_TOKEN)


def a_token_after_a_build_that_failed(game: Table) -> object:
    planning(game)
    s = game.s
    s.available[:] = [9, 0, 0, 0]
    s.field_tokens[c.BUILD] = c.PLUS_WOOD
    game.do("plan shelter", "pass")
    game.roll(6, 6, 6)
    game.resolve()
    return bool(s.field_tokens[c.BUILD] & c.PLUS_WOOD)


def a_token_on_a_covered_source(game: Table) -> object:
    game.s.covered[3] = c.WOOD_SOURCE
    game.s.space_tokens[3] = c.PLUS_WOOD
    return yield_of(game.s, game.t, 3, 0) == 0


def a_snare_where_a_token_lies(game: Table) -> object:
    s = game.s
    game.open_tile(4, 4)
    game.gain_item(ITEM["snare"])
    s.space_tokens[4] = c.PLUS_FOOD
    game.move_camp(4)
    return s.invention_state[ITEM["snare"]] == c.ON_BOARD


def a_shortcut_to_a_tile_with_a_token(game: Table) -> object:
    game.open_tile(4, 7)
    game.s.space_tokens[4] = c.SHORTCUT_TOKEN | c.PLUS_WOOD
    game.s.available[:] = 0
    game.production()
    return int(game.s.available[c.WOOD]) == 1 + 2


def a_broken_cellar(game: Table) -> object:
    s = game.s
    s.phase = c.RESOLUTION
    s.invention_state[ITEM["cellar"]] = c.BUILT
    card = game.card("build_adventure", "tool_breaks")
    game.run(game.t.resolve_program[card], card)
    s.available[c.FOOD] = 3
    game.rot()
    return int(s.available[c.FOOD]) == 3


def bricks_where_the_hills_were_lost(game: Table) -> object:
    game.open_tile(4, 4)
    planning(game)
    s = game.s
    game.do("plan bricks", "support: Friday")
    s.covered[4] |= c.TERRAIN
    game.resolve()
    return s.invention_state[ITEM["bricks"]] == c.FUTURE_ITEM


def three_inventions_discarded(game: Table) -> object:
    game.s.phase = c.EVENT_PHASE
    left = int(game.s.inventions_left)
    card = game.card("event", "council")
    game.run(game.t.event_program[card], card)
    for _ in range(3):
        game.do(game.legal()[0])
    return game.s.inventions_left == left + 3


def a_threat_with_room_beside_it(game: Table) -> object:
    game.s.threat[:] = [game.card("event", "poisoning"), c.NONE]
    game.place_event(game.card("event", "slow_work"))
    return game.s.threat[0] == game.card("event", "poisoning")


def a_cold_night_without_wood(game: Table) -> object:
    game.s.phase = c.EVENT_PHASE
    game.s.available[c.WOOD] = 1
    card = game.card("event", "unusually_cold_night")
    game.run(game.t.event_program[card], card)
    return game.decision != "branch"


def a_shortcut_while_items_are_forbidden(game: Table) -> object:
    game.open_tile(4, 7)
    game.s.space_tokens[4] = c.SHORTCUT_TOKEN
    game.s.available[:] = 0
    game.s.items_unavailable = 1
    game.production()
    return int(game.s.available.sum()) == 2 + 1


def an_agreement_with_friday_after_an_argument(game: Table) -> object:
    planning(game)
    game.s.threat[1] = game.card("event", "argument")
    game.s.no_mixed_pawns = game.s.no_pawn_of_friday = 1
    return "plan threat right" in game.legal()


def a_roof_regained_under_a_natural_shelter(game: Table) -> object:
    s = game.s
    game.open_tile(4, 2)
    s.roof = 1
    s.phase = c.EVENT_PHASE
    card = game.card("event", "cloud_burst")
    game.run(game.t.event_program[card], card)
    game.run(game.t.threat_reward[card, 0], card)
    return s.roof == 0


def spiders_found_by_friday(game: Table) -> object:
    game.s.phase = c.RESOLUTION
    game.s.determination[c.FRIDAY] = 1
    card = game.card("mystery", "spiders")
    game.run(game.t.resolve_program[card], card, performer=c.FRIDAY)
    return (game.s.determination[c.FRIDAY], game.s.wounds[c.FRIDAY]) == (0, 1)


def two_fights_in_an_action(game: Table) -> object:
    s = game.s
    planning(game)
    game.do("plan rest")
    s.phase, s.now = c.RESOLUTION, 0
    s.starting_uses[STARTING["pistol"]] = 1
    for use in ("use pistol", None):
        game.step(steps.FIGHT, strength=3, who=0)
        if use:
            game.do(use)
    return s.wounds[0] == 3


def a_reroll_token_of_an_adventure(game: Table) -> object:
    game.s.phase = c.RESOLUTION
    card = game.card("build_adventure", "dangerous_work")
    game.run(game.t.resolve_program[card], card)
    return game.s.field_tokens[c.BUILD] == 0


def food_found_by_who_sleeps_outside(game: Table) -> object:
    game.s.outside[0] = 1
    game.s.own[0, c.FOOD] = 2
    game.rot()
    return game.s.own[0, c.FOOD] == 0


def a_token_found_before_the_action_that_led_outside(game: Table) -> object:
    s = game.s
    planning(game)
    s.free_pawns[c.FRIDAY] = 0
    game.do("plan rest", "plan explore 0")
    game.resolve(0)
    s.found[0, TOKEN["tobacco"]] = 1
    game.next_adventure(2, game.card("explore_adventure", "puma"))
    game.roll(6, 6, 1)
    game.resolve(1)
    game.until("choose A")
    game.do("choose A")
    assert s.outside[0] == 1
    return s.found[0, TOKEN["tobacco"]] == 0


def a_failure_with_a_wound(game: Table) -> object:
    planning(game)
    s = game.s
    s.available[:] = [9, 0, 0, 0]
    s.determination[0] = 0
    game.do("plan weapon", "pass")
    game.roll(1, 6, 6)
    game.resolve()
    return s.wounds[0] == 1


def an_adventure_of_a_deck_used_up(game: Table) -> object:
    planning(game)
    s = game.s
    s.adventure_discard[0] = s.adventures[0]
    s.adventures_discarded[0], s.adventures_left[0] = s.adventures_left[0], 0
    s.available[:] = [9, 0, 0, 0]
    s.field_tokens[c.BUILD] = c.ADVENTURE_TOKEN
    game.do("plan weapon", "pass")
    game.roll(6, 1, 6)
    game.resolve()
    assert not s.field_tokens[c.BUILD]
    return s.adventures_left[0] == 0


def a_treasure_of_a_deck_used_up(game: Table) -> object:
    s = game.s
    s.mysteries_left = 0
    s.mystery_state[:] = c.MYSTERY_GONE
    s.mystery_state[-1] = c.MYSTERY_KEPT
    game.draw_mysteries(treasure=1)
    assert s.draws == 0
    return s.mysteries_left == len(s.mystery_state) - 2


def a_basket_of_a_gathering_that_fails(game: Table) -> object:
    game.open_tile(4, 7)
    planning(game)
    s = game.s
    s.invention_state[ITEM["basket"]] = c.BUILT
    game.do("plan gather wood on 4", "pass")
    if game.legal() == ["pass", "choose A"]:
        game.do("choose A")
    game.roll(6, 6, 6)
    game.resolve()
    return (s.used_by != c.NONE).any()


DECIDED: dict[str, tuple[str, Play]] = {
    "all_pawns_assigned": ("carpenter", who_passes_is_asked_again),
    "tiles_between": ("carpenter", a_place_behind_two_tiles),
    "weapon_bonus_meets_requirements": ("carpenter", a_pistol_against_the_jaguar),
    "gains_of_uses_wait": ("cook", soup_while_an_action_is_resolved),
    "tiles_seen_before_dice": ("explorer", dice_of_reconnaissance),
    "reroll_token_waits": ("carpenter", a_token_after_a_throw_without_success),
    "wood_token_waits": ("carpenter", a_token_after_a_build_that_failed),
    "plus_tokens_need_sources": ("carpenter", a_token_on_a_covered_source),
    "item_tokens_always_move": ("carpenter", a_snare_where_a_token_lies),
    "shortcut_gathers": ("explorer", a_shortcut_to_a_tile_with_a_token),
    "lost_items_serve_the_round": ("carpenter", a_broken_cellar),
    "lost_terrain_serves_the_round": ("carpenter", bricks_where_the_hills_were_lost),
    "discarded_inventions_return": ("carpenter", three_inventions_discarded),
    "threats_wait_to_be_pushed": ("carpenter", a_threat_with_room_beside_it),
    "alternatives_must_be_met": ("carpenter", a_cold_night_without_wood),
    "shortcut_outlasts_items": ("explorer", a_shortcut_while_items_are_forbidden),
    "argument_spares_agreement": ("carpenter", an_agreement_with_friday_after_an_argument),
    "regaining_needs_built_shelter": ("carpenter", a_roof_regained_under_a_natural_shelter),
    "mysteries_take_from_friday": ("carpenter", spiders_found_by_friday),
    "weapon_bonus_serves_once": ("carpenter", two_fights_in_an_action),
    "field_tokens_wait": ("carpenter", a_reroll_token_of_an_adventure),
    "food_rots_outside": ("carpenter", food_found_by_who_sleeps_outside),
    "outside_keeps_one_action": ("explorer", a_token_found_before_the_action_that_led_outside),
    "failure_pays_rerolls": ("carpenter", a_failure_with_a_wound),
    "mystery_deck_renewed": ("carpenter", a_treasure_of_a_deck_used_up),
    "gathering_items_assigned": ("carpenter", a_basket_of_a_gathering_that_fails),
    "discarded_adventures_leave": ("carpenter", an_adventure_of_a_deck_used_up),
}
"""For each switch the character who plays, and whether what then happens is as in the current edition."""


@pytest.mark.parametrize("played", EDITIONS)
@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch_alone_decides_its_rule(tmp_path, switch, played):
    """In either edition its value of the other one brings the rule of the other one."""
    character, play = DECIDED[switch]
    entry = next(entry for entry in FACTS[played]["switch"] if entry["id"] == switch)
    other = EDITIONS[1 - EDITIONS.index(played)]
    text = f'[[switch]]\nid = "{switch}"\n{played} = {str(entry[other]).lower()}'
    options = {"characters": [character], "starting_items": 0, "edition": played}
    plain = Table(0, **options).start()
    turned = Table(0, data=corrected(tmp_path, text), **options).start()
    assert plain.t[switch] == entry[played]
    assert turned.t[switch] == entry[other]
    assert bool(play(plain)) == (played == "current")
    assert bool(play(turned)) == (other == "current")


def test_every_switch_is_a_field_of_the_tables_and_says_what_it_means():
    for entry in FACTS["first"]["switch"]:
        assert entry["id"] in TABLES.names
        assert entry["first"] != entry["current"]
        assert entry["meaning"].endswith(".")
        assert "\n" not in entry["meaning"]
