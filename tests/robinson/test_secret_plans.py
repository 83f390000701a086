"""Secret plans, a variant: pawns are placed unseen, revealed and settled (docs/robinson/secret_plans.md)."""

import numpy as np
import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.game import GAME
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import kind_of, target_of
from crusoe_env.robinson.rules.world.island import measure
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM
from tests.robinson.test_special_actions import DIG, HILLS_TILE, SCENARIO


def placing(players: int = 2, seed: int = 0, **options) -> Table:
    """A game in which the first pawn is to be placed, plenty in store, no Dog and no Friday."""
    plain = {"friday": False, "dog": False, "starting_items": 0, "characters": CHARACTERS[:players]}
    game = Table(seed, players=players, table="secret_plans", **{**plain, **options}).start()
    game.to_planning()
    game.s.available[:] = [9, 0, 0, 0]
    game.s.hunting[:3], game.s.hunting_left = game.s.beasts[:3], 3
    game.s.beasts[: game.s.beasts_left - 3] = game.s.beasts[3 : game.s.beasts_left]
    game.s.beasts_left -= 3
    game.s.stack[0, :2] = steps.RUN, 0  # the empty program instead of the resolution
    return game


CHARACTERS = ["carpenter", "cook", "explorer", "soldier"]


def with_sources(game: Table) -> int:
    """A space beside the camp with a source of wood is explored."""
    spaces = [space for space in range(c.SPACES) if game.t.adjacent[game.s.camp] >> space & 1]
    space = next(space for space in spaces if game.s.tile[space] == c.NONE)
    game.open_tile(space, 8)
    measure(game.s, game.t)
    return space


def place(game: Table, *pawns: str) -> None:
    """All pawns are placed as they are asked for, then revealed; what is missing is idle."""
    for pawn in pawns:
        game.do(pawn if pawn == "pass" else f"plan {pawn}")
    while game.decision == "plan":
        game.do("pass")
    game.do("pass")


def plans(game: Table) -> list[tuple[str, int, int]]:
    """The plans: their kind, who leads, how many pawns."""
    s = game.s
    return [
        (c.PLANNED_KIND_NAMES[s.plan_kind[i]], int(s.plan_person[i]), int(s.plan_pawns[i]))
        for i in range(s.plans)
    ]


# ------------------------------------------------------------------ placing
def test_each_player_places_all_his_pawns_the_first_player_fridays_too():
    game = placing(players=2, friday=True)
    asked = []
    while game.decision == "plan":
        asked.append((int(game.s.question_person), int(game.s.acting)))
        game.do("pass")
    assert asked == [(0, 0), (0, 0), (c.FRIDAY, 0), (1, 1), (1, 1)]


def test_each_player_sees_how_many_pawns_he_has_yet_to_place():
    game, entry = placing(), GAME.observations.names.index("question/left")

    def left() -> list[int]:
        states = np.array([game.s]).view(np.recarray)
        seen = [game.simulator.observe(states, viewer)[0][entry] for viewer in range(2)]
        return [round(float(part / GAME.observations.scale[entry])) for part in seen]

    assert left() == [2, 2]
    game.do("plan rest")
    assert left() == [1, 2]
    game.do("pass")
    assert left() == [0, 2]


def test_a_pawn_may_go_where_all_pawns_together_could_complete_the_action():
    game = placing()
    assert "plan hunt" in game.legal()
    game.do("pass", "pass")
    assert "plan hunt" in game.legal()  # also where nobody is left to come


def test_ones_own_second_pawn_goes_there_only_where_it_is_of_use():
    game = placing()
    space = with_sources(game)
    for aim, again in ((f"gather wood on {space}", True), ("rest", True), ("hunt", True)):
        game = placing()
        with_sources(game)
        game.do(f"plan {aim}")
        assert (f"plan {aim}" in game.legal()) == again
    game = placing()
    game.s.threat[0] = game.card("wreckage", "food_crates")
    game.do("plan threat left")
    wanted = max(int(game.t.threat_pawns[game.s.threat[0], option]) for option in range(4))
    assert ("plan threat left" in game.legal()) == (wanted > 1)


def test_an_invention_of_another_sheet_can_be_supported():
    game = placing()
    own_the_fireplace(game)
    assert "plan fireplace" in game.legal()
    game.s.free_pawns[1] = 0
    assert "plan fireplace" not in game.legal()


def own_the_fireplace(game: Table) -> None:
    """The Cook, the second player, can build his invention."""
    game.s.invention_state[ITEM["fire"]] = c.BUILT
    game.s.invention_state[ITEM["fireplace"]] = c.ON_BOARD
    assert game.s.invention_owner[ITEM["fireplace"]] == 1


# ------------------------------------------------------------------ clashes, a row of the page each
def test_too_few_pawns_give_way():
    game = placing()
    place(game, "hunt", "rest", "rest", "rest")
    assert sorted(plans(game)) == [("rest", 0, 1), ("rest", 0, 1), ("rest", 1, 1), ("rest", 1, 1)]


def test_what_is_missing_may_be_lent_and_passing_withdraws():
    game = placing(dog=True)
    place(game, "hunt", "rest")
    assert set(game.legal()) == {"pass", "use dog"}
    game.do("use dog")
    assert ("hunt", 0, 2) in plans(game)
    game = placing(dog=True)
    place(game, "hunt", "rest")
    game.do("pass")
    assert plans(game) == [("rest", 0, 1), ("rest", 0, 1)]


def test_two_on_one_source_join_and_the_first_player_says_who_leads():
    game = placing()
    name = f"gather wood on {with_sources(game)}"
    place(game, name, "pass", name, "pass")
    assert (game.decision, int(game.s.acting)) == ("person", 0)
    game.do("the next player")
    assert plans(game) == [("gather", 1, 2)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("support: pawn of the next player", [("build", 0, 2)]), ("pass", [("build", 0, 1), ("build", 1, 1)])],
)
def test_two_on_the_roof_make_one_sure_or_throw_twice(answer, expected):
    game = placing()
    game.s.shelter = 1
    place(game, "roof", "pass", "roof")
    while game.decision == "payment":
        game.do("choose A")
    game.do(answer)
    while game.decision in ("payment", "support"):
        game.do("pass" if "pass" in game.legal() else "choose A")
    assert plans(game) == expected


def test_each_rests_alone_and_together_under_a_minus_pawn_token():
    game = placing()
    place(game, "rest", "pass", "rest")
    assert plans(game) == [("rest", 0, 1), ("rest", 1, 1)]
    game = placing()
    game.s.field_tokens[c.REST] |= c.MINUS_PAWN
    place(game, "rest", "pass", "rest")
    game.do("you")
    assert plans(game) == [("rest", 0, 2)]


def test_no_more_hunts_than_beasts():
    game = placing()
    game.s.hunting_left = 1
    place(game, "hunt", "hunt", "hunt", "hunt")
    game.do("you")
    assert plans(game) == [("hunt", 0, 2), ("rest", 0, 1), ("rest", 1, 1)]


def test_who_is_settled_first_pays_and_who_cannot_gives_way():
    game = placing()
    game.s.available[:] = [2, 0, 0, 0]
    place(game, "shelter", "pass", "weapon")
    assert plans(game) == [("build", 0, 1), ("rest", 1, 1)]
    assert game.s.available[c.WOOD] == 0


def test_the_threat_for_two_people_takes_two_people():
    for second, expected in ((True, [("threat", 0, 2)]), (False, [("rest", 0, 1)])):
        game = placing()
        game.s.threat[0] = game.card("event", "argument")
        game.do("plan threat left")
        assert "plan threat left" not in game.legal()
        game.do("pass", "plan threat left" if second else "pass", "pass", "pass")
        while game.decision in ("person", "payment"):
            game.do(game.legal()[0])
        assert plans(game) == expected


def test_a_special_action_is_planned_no_more_often_than_its_limit(tmp_path):
    file = tmp_path / "lonely_rock.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    game = placing(players=3, scenario=str(file))
    game.open_tile(4, HILLS_TILE)
    measure(game.s, game.t)
    name = f"{DIG.removeprefix('plan ')} on 4"
    place(game, name, "pass", name, "pass", name)
    while game.decision == "support":
        game.do("pass")
    assert plans(game) == [("gather", 0, 1), ("gather", 1, 1), ("rest", 2, 1)]  # two times at most


# ------------------------------------------------------------------ what is seen


def seen(game: Table, viewer: int) -> bytes:
    """What a player sees, as bytes."""
    states = np.array([game.s]).view(np.recarray)
    return game.simulator.observe(states, viewer, "uint8").tobytes()


def test_the_open_view_has_what_was_placed():
    one, other = placing(), placing()
    one.do("plan hunt")
    other.do("plan rest")
    assert seen(one, c.OPEN_VIEW + 1) != seen(other, c.OPEN_VIEW + 1)


def test_a_deal_takes_up_what_others_have_placed():
    game = placing()
    game.do("plan hunt", "plan rest", "plan weapon")
    states = np.array([game.s]).view(np.recarray)
    dealt = game.simulator.determinize(states, np.random.default_rng(0), viewer=1)
    assert dealt.placed_pawns[0, 0].tolist() == [c.UNPLACED, c.UNPLACED]
    assert (dealt.placed_pawns[0, 1] == game.s.placed_pawns[1]).all()
    assert dealt.acting[0] == 1
    assert game.simulator.observe(dealt, 1).tobytes() == game.simulator.observe(states, 1).tobytes()


def test_a_deal_of_pawns_about_to_be_revealed_has_them_placed_again():
    game = placing()
    game.do("plan hunt", "plan hunt", "pass", "pass")
    states = np.array([game.s]).view(np.recarray)
    dealt = game.simulator.determinize(states, np.random.default_rng(0), viewer=0)
    assert game.simulator.observe(dealt, 0).tobytes() == game.simulator.observe(states, 0).tobytes()
    after = game.simulator.step(dealt, np.array([0]))
    assert c.DECISIONS[after.decision[0]] == "plan"
    assert after.acting[0] == 1


def test_the_log_tells_what_was_revealed_and_what_gave_way():
    game = placing()
    place(game, "hunt", "rest")
    told = [(entry["event"], entry["words"]) for entry in GAME.log(game.s, game.t, game.simulator.facts)]
    assert ("revealed", "Placed: Carpenter, hunt") in told
    assert ("yielded", "Carpenter, hunt: no room") in told


# ------------------------------------------------------------------ options
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"edition": "current"}, "table: 'secret_plans' needs edition='first', not 'current'"),
        ({"table": "secret"}, "table: unknown value 'secret'"),
    ],
)
def test_wrong_options_are_refused_in_one_line(options, words):
    with pytest.raises(ValueError, match=f"^{words}"):
        Table(**{"players": 2, "table": "secret_plans", **options})


def test_alone_the_table_is_open():
    assert Table(players=1, table="secret_plans").s.secret_plans == 0


def test_conservation_every_pawn_has_come_to_one_place():
    rng = np.random.default_rng(0)
    for seed in range(3):
        game = placing(players=4, seed=seed, friday=True)
        for _ in range(40):
            if not game.legal():
                break
            game.do(str(rng.choice(game.legal())))
        s = game.s
        placed = s.placed_pawns != c.UNPLACED
        assert (s.pawn_plan[placed] != c.NONE).all()
        on_plans = (s.pawn_plan[placed] < c.ON_NO_PLAN).sum()
        own = s.plan_pawns[: s.plans].sum()
        assert on_plans + s.free_pawns.sum() == placed.sum() == 9
        assert own >= on_plans  # things lend more


def test_what_was_placed_is_packed_as_plans_are():
    game = placing()
    game.do("plan hunt")
    packed = int(game.s.placed_pawns[0, 0]) - c.FIRST_PLACED
    assert (kind_of(packed), target_of(packed)) == (c.HUNT, 0)
