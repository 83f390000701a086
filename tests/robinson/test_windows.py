"""Skills, items and tokens in the middle of things: offered where it is allowed and can matter."""

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import MORALE_ASPECT
from crusoe_env.robinson.rules import stack, steps, turn
from crusoe_env.robinson.rules.phases import actions, weather
from crusoe_env.robinson.rules.world.island import measure
from tests.robinson.ids import ITEM, STARTING, TOKEN, TREASURE

SOLO = {"starting_items": 0}


def reveal(game, identity: str) -> None:
    """This event is drawn from the event deck."""
    s = game.s
    s.phase = c.EVENT_PHASE
    s.event_deck[0] = game.card("event", identity)
    s.events_left = 1
    game.step(steps.REVEAL_EVENT)


def window(game) -> str:
    """The window at which things may be used, or an empty word."""
    return c.WINDOWS[game.s.window] if game.decision == "window" else ""


# ------------------------------------------------------------------ before the effect of a card


def test_resources_for_a_card_that_has_just_been_revealed(table):
    """Any time: the fallen tree gives its wood before the cold night asks for it."""
    game = table(**SOLO)
    s = game.s
    s.available[:] = [1, 0, 0, 0]
    s.discovery[TOKEN["fallen_tree"]] = 1
    reveal(game, "unusually_cold_night")
    assert window(game) == "card"
    assert s.question_card == game.card("event", "unusually_cold_night")
    assert game.legal() == ["pass", "use token fallen_tree"]
    game.do("use token fallen_tree", "choose A")
    assert s.available[c.WOOD] == 0
    assert s.wounds[0] == 0


def test_nobody_is_asked_where_nothing_can_matter(table):
    """A tree does not help against bad morale, nor anything against nothing."""
    game = table(**SOLO)
    game.s.discovery[TOKEN["fallen_tree"]] = 1
    reveal(game, "body_on_the_beach")
    assert game.decision == "nothing"


def test_skills_before_determination_is_lost(table):
    """Whoever must give up determination may spend it first."""
    game = table(characters=["explorer"], **SOLO)
    s = game.s
    s.threat[:] = [game.card("event", "vertigo"), game.card("event", "slow_work")]
    s.determination[0], s.morale = 3, 0
    reveal(game, "exhausting_night")  # pushes Vertigo off: everybody gives one
    assert window(game) == "card"
    assert "use skill 3" in game.legal()
    game.do("use skill 3")
    assert (s.determination[0], s.morale, s.wounds[0]) == (0, 1, 1)


def test_skills_before_they_are_forbidden(table):
    game = table(characters=["explorer"], **SOLO)
    s = game.s
    s.determination[0] = 3
    reveal(game, "weakness")
    game.do("use skill 2", "shown 1")
    assert s.skills_barred[0] == 1


def test_all_players_are_asked_from_the_first_player_on(table):
    game = table(players=2, characters=["cook", "explorer"], **SOLO)
    s = game.s
    s.first_player = 1
    s.determination[:2] = 3
    s.wounds[0] = 4
    s.available[:] = [0, 1, 0, 0]
    reveal(game, "poisoning")
    assert s.acting == 0  # only the Cook can heal now
    game.do("use skill 1")
    assert (s.wounds[0], s.wounds[1]) == (3, 1)


def test_a_new_idea_before_inventions_are_lost(table):
    game = table(**SOLO)
    s = game.s
    s.invention_state[: components.CARD_INVENTIONS] = c.BUILT
    s.invention_state[[ITEM["raft"], ITEM["wall"]]] = c.IN_DECK
    s.inventions[:2] = [ITEM["raft"], ITEM["wall"]]
    s.inventions_left = 2
    s.determination[0] = 3
    reveal(game, "council")
    game.do("use skill 3", "card raft")
    assert s.invention_state[ITEM["raft"]] == c.DISCARDED
    assert s.wounds[0] == 2  # one of the three could go


def test_the_pot_gives_a_cure_before_the_illness(table):
    game = table(**SOLO)
    s = game.s
    s.phase = c.EVENT_PHASE
    s.invention_state[ITEM["pot"]] = c.BUILT
    s.discovery[TOKEN["healing_herbs"]] = 1
    s.event_deck[0] = game.card("gather_adventure", "mushrooms")
    s.events_left = 1
    game.step(steps.REVEAL_EVENT)
    game.do("use token healing_herbs")
    assert s.invention_state[ITEM["cure"]] == c.BUILT
    assert s.wounds[0] == 0


def test_the_current_defence_plan_does_not_come_between_a_card_and_its_effect(table):
    for edition, offered in (("first", True), ("current", False)):
        game = table(players=3, characters=["soldier", "cook", "carpenter"], edition=edition, **SOLO)
        s = game.s
        s.first_player = 0
        s.shelter, s.palisade = 1, 0
        s.determination[:] = [3, 0, 0, 0, 0, 0]
        s.threat[:] = [game.card("event", "flood"), game.card("event", "slow_work")]
        reveal(game, "exhausting_night")
        assert ("use skill 4" in game.legal()) == offered


# ------------------------------------------------------------------ before and during an action


def plan(game, *names: str) -> None:
    """Plan at the first window and put nothing else on the fields."""
    game.to_planning()
    game.s.field_tokens[:] = 0
    measure(game.s, game.t)
    game.do(*names)


def resolve(game) -> None:
    """Resolve the first planned action, from the window before it on."""
    game.s.phase = c.RESOLUTION
    stack.clear_stack(game.s)
    actions.prepare(game.s, game.t, 0)
    turn.advance(game.s, game.t)


def test_tracking_before_the_hunt(table):
    game = table(players=3, characters=["soldier", "cook", "carpenter"], **SOLO)
    s = game.s
    game.to_planning()
    s.field_tokens[:] = 0
    s.hunting[:2] = [0, 2]
    s.beasts[:] = [b for b in range(components.BEASTS) if b not in (0, 2)] + [0, 0]
    s.beasts_left, s.hunting_left = components.BEASTS - 2, 2
    game.do("plan hunt", "support: own pawn")
    s.determination[:] = [2, 0, 0, 0, 0, 0]
    resolve(game)
    assert window(game) == "before action"
    game.do("use skill 1")
    assert s.hunting_known == 1
    game.do("choose B")
    assert s.hunting[0] == 2  # the birds went to the bottom: the alligator is hunted
    assert s.wounds.max() == 6 + 2  # strength, and weapon levels that cannot be lost


@pytest.mark.parametrize("thing", ["use pistol", "use token old_machete"])
def test_danger_on_a_tile_can_be_met_at_the_last_moment(table, thing):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 7)
    s.space_tokens[4] = c.DANGER
    plan(game, "plan gather wood on 4", "support: own pawn")
    s.starting_uses[STARTING["pistol"]] = 1
    s.discovery[TOKEN["old_machete"]] = 1
    resolve(game)
    assert window(game) == "before action"
    game.do(thing)
    if game.decision == "window":
        game.do("pass")
    assert s.wounds[0] == 0
    assert s.future[c.WOOD] == 1


def test_economical_construction_while_the_action_is_resolved(table):
    """With determination that came after planning."""
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.field_tokens[:] = 0
    s.available[:] = [2, 0, 0, 0]
    game.do("plan shelter", "support: own pawn")
    assert s.available[c.WOOD] == 0
    s.determination[0] = 2
    resolve(game)
    game.do("use skill 1")
    assert s.shelter == 1
    assert s.available[c.WOOD] == 1
    assert s.determination[0] == 0
    assert s.saving.sum() == 0, "the next action takes all its wood"


def test_reconnaissance_between_the_throw_and_the_tile(table):
    game = table(characters=["explorer"], **SOLO)
    s = game.s
    plan(game, "plan explore 4", "pass")
    s.determination[0] = 2
    s.skills_used[0] = 1  # no throw again
    game.roll(6, 1, 6)
    resolve(game)
    assert window(game) == "after throw"
    game.do("use skill 2")
    wanted = int(s.shown[1])
    game.do("shown 2")
    assert s.tile[4] == wanted


# ------------------------------------------------------------------ fights, traps, weather


def test_everybody_can_raise_the_weapon_while_one_fights(table):
    game = table(players=3, characters=["carpenter", "soldier", "cook"], **SOLO)
    s = game.s
    s.first_player = 0
    s.determination[:] = [0, 3, 0, 0, 0, 0]
    game.step(steps.FIGHT, strength=2, who=0)
    assert s.acting == 1
    game.do("use skill 4")  # Frenzy serves only his own actions
    assert s.weapon == 1
    assert s.wounds[0] == 1


def test_the_goat_is_exchanged_before_the_weapon_is_lost(table):
    game = table(**SOLO)
    s = game.s
    s.phase = c.RESOLUTION
    s.weapon = 2
    s.discovery[TOKEN["goat"]] = 1
    boa = [b["id"] for b in game.simulator.facts["beast"]].index("boa")  # strength 2, weapon -2
    game.step(steps.BEAST, beast=boa, who=0)
    game.do("use token goat")
    assert s.available[c.FUR] == 1
    assert s.weapon == 0


def test_a_token_taken_away_brings_no_cloud(table):
    game = table(**SOLO)
    s = game.s
    s.rounds = 1
    s.weather_tokens = c.SNOW
    s.available[:] = 0
    s.mystery_state[TREASURE["protective_amulet"]], s.mystery_uses[TREASURE["protective_amulet"]] = (
        c.MYSTERY_KEPT,
        1,
    )
    game.step(steps.WEATHER)
    assert window(game) == "weather"
    assert weather.snow_clouds(s) == 1
    s.rounds = game.t.rounds  # so that the game ends with this night
    game.do("use treasure protective_amulet")
    assert s.wounds[0] == 3  # hunger and open air only


def test_the_animals_token_can_go_before_the_die_is_rolled(table):
    game = table(**SOLO)
    s = game.s
    s.rounds = 1
    s.weather_tokens = c.HUNGRY_ANIMALS
    s.mystery_state[TREASURE["protective_amulet"]], s.mystery_uses[TREASURE["protective_amulet"]] = (
        c.MYSTERY_KEPT,
        1,
    )
    game.step(steps.WEATHER)
    assert window(game) == "before weather"
    game.do("use treasure protective_amulet")
    assert s.animals[0] == c.NONE


# ------------------------------------------------------------------ things with a choice


def test_the_amulet_of_the_lady_covers_the_marks_that_the_players_choose(table):
    game = table(players=2, characters=["carpenter", "cook"], **SOLO)
    s = game.s
    card = game.card("mystery", "amulet_with_portrait")
    s.first_player = 0
    game.run(game.t.resolve_program[card], card)
    game.do("you", "shown 2", "the next player", "shown 4")
    assert s.covered_arrows[0] == 1 << 8
    assert s.covered_arrows[1] == 1 << 11


def test_one_more_build_action_with_the_wood_that_a_skill_saves(table):
    game = table(**SOLO)
    s = game.s
    s.phase = c.RESOLUTION
    s.plans, s.now = 1, 0
    s.plan_kind[0], s.plan_person[0], s.plan_done[0] = c.BUILD, 0, 1
    s.plan_target[0] = c.WEAPON
    s.available[:] = 0
    s.invention_state[:] = c.DISCARDED
    s.determination[0] = 2
    card = game.card("build_adventure", "fast_work")
    game.next_adventure(0, card)
    game.run(game.t.resolve_program[card], card)
    game.do("choose B")
    assert game.legal() == ["pass", "use skill 1"]
    game.do("use skill 1")
    assert game.legal() == ["plan weapon"]
    game.roll(6, 1, 6)
    game.do("plan weapon")
    assert s.weapon == 1


# ------------------------------------------------------------------ before the morale phase
def test_what_matters_before_the_morale_phase_is_judged_anew_after_a_use(table):
    """With morale raised above zero nobody has to give determination, so healing matters no more."""
    game = table(players=2, characters=["carpenter", "cook"], **SOLO)
    s = game.s
    s.phase, s.morale, s.rounds = c.EVENT_PHASE, 0, 2
    s.wounds[:2], s.determination[1] = 3, 4  # the Cook could heal
    s.discovery[TOKEN["tobacco"]] = 1
    game.step(steps.WINDOW, window=c.BEFORE_MORALE, relevant=MORALE_ASPECT)
    assert game.legal() == ["pass", "use token tobacco"]
    game.do("use token tobacco")
    assert s.morale == 1
    assert game.decision == "nothing"
