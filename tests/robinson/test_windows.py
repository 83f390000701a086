"""Skills, items and tokens in the middle of things: offered where it is allowed and can matter."""

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import MORALE_ASPECT
from crusoe_env.robinson.rules import stack, steps, turn
from crusoe_env.robinson.rules.world.island import measure
from tests.robinson.ids import STARTING, TOKEN

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


# ------------------------------------------------------------------ before and during an action
def plan(game, *names: str) -> None:
    """Plan at the first window and put nothing else on the fields."""
    game.to_planning()
    game.s.field_tokens[:] = 0
    measure(game.s, game.t)
    game.do(*names)


@pytest.mark.parametrize("thing", ["use pistol", "use token old_machete"])
def test_danger_on_a_tile_can_be_met_at_the_last_moment(table, thing):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 7)
    s.space_tokens[4] = c.DANGER
    plan(game, "plan gather wood on 4", "support: own pawn")
    s.starting_uses[STARTING["pistol"]] = 1
    s.discovery[TOKEN["old_machete"]] = 1
    game.resolve()
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
    game.resolve()
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
    game.resolve()
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


# ------------------------------------------------------------------ things with a choice
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


@pytest.mark.parametrize("morale", [0, 1])
def test_who_must_give_determination_may_spend_it_first(table, morale):
    """The event lowers morale; the First Player is asked before the morale phase takes his tokens."""
    game = table(players=2, characters=["cook", "explorer"], starting_items=0)
    s = game.s
    stack.clear_stack(s)
    s.rounds, s.first_player, s.morale, s.determination[0] = 3, 0, morale, 3
    s.threat[:] = [game.card("event", "body_on_the_beach"), game.card("event", "slow_work")]
    s.event_deck[0] = game.card("event", "winter_depression")
    s.events_left = 1
    stack.push(s, steps.BEGIN_ROUND)
    turn.advance(s, game.t)
    assert c.WINDOWS[s.window] == "before morale"
    assert "use skill 3" in game.legal()  # Stone soup
    assert s.morale == morale - 3


def test_one_use_of_the_pistol_serves_one_thing(table):
    """Current edition: what was used for a card's requirement does not serve in the fight after it."""
    game = table(edition="current", starting_items=0, characters=["explorer"])
    s = game.s
    s.phase, s.starting_uses[STARTING["pistol"]] = c.EVENT_PHASE, 1
    signs, puma = game.card("gather_adventure", "signs_of_a_predator"), game.card("explore_adventure", "puma")
    s.event_deck[:3] = game.card("event", "exhausting_night"), puma, signs
    s.events_left, s.threat[:] = 3, c.NONE
    game.step(steps.REVEAL_EVENT)
    game.do("use pistol")
    while game.decision != "nothing":
        assert s.weapon_bonus == 0 or s.wounds[0] == 0
        game.do("pass")
    assert s.wounds[0] >= 3  # the puma's strength in full


def test_all_players_are_asked_before_a_stage_that_cannot_be_finished(table):
    game = table(players=2, characters=["cook", "explorer"], starting_items=0)
    s = game.s
    s.first_player, s.counter[0], s.available[:] = 0, 1, [1, 0, 0, 0]
    s.determination[:2] = 0, 3
    game.step(steps.BEFORE_ACTION_PHASE)
    assert (game.decision, s.acting) == ("window", 1)
    game.do("pass")
    assert (game.decision, s.acting) == ("feed", 0)
