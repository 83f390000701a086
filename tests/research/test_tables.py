"""The tables of research say what was played."""

import json

import numpy as np
import pytest

import crusoe_env
from agents import zoo
from agents.commands.train import main as train_main
from agents.config import TrainConfig
from agents.evaluation import Results
from agents.random_agent import RandomAgent
from crusoe_env import Simulator
from research import (
    clairvoyant,
    decisions,
    learning,
    looks,
    named_chances,
    pairs,
    plans,
    regret,
    seeds,
    shipped,
    teams,
    text_tokens,
    variants,
    wall_clock,
    words,
)


@pytest.mark.slow
def test_a_plan_that_every_seat_works_out_loses_no_pawn():
    found = {way: variants.play(["zoo:castaways-2"], way, games=4) for way in variants.WAYS}
    assert found["open table"].placed == found["open table"].together == 0
    worked_out, apart = found["plan worked out"], found["each by itself"]
    assert worked_out.placed > 0
    assert worked_out.gave_way == 0
    assert apart.gave_way > 0
    shown = dict(
        zip(variants.HEADINGS, variants.row("zoo:castaways-2", "plan worked out", worked_out), strict=True)
    )
    assert (shown["table"], shown["games"], shown["pawns that give way"]) == (
        "secret plans, plan worked out",
        "4",
        "0.0%",
    )


@pytest.mark.slow
def test_policies_that_were_trained_apart_work_out_different_plans():
    rows = list(variants.pair_rows("zoo:castaways-2", "partner:base", games=4))
    shown = [dict(zip(variants.OF_PAIRS, row, strict=True)) for row in rows]
    assert [it["table"] for it in shown] == ["open table", "secret plans, plan worked out"]
    assert all((it["policy"], it["beside"]) == ("`zoo:castaways-2`", "`partner:base`") for it in shown)
    assert [it["games"] for it in shown] == ["4", "4"]
    assert float(shown[1]["pawns that give way"].rstrip("%")) > 0


@pytest.mark.slow
def test_words_are_said_changed_and_kept_from_a_seat_that_is_deaf(monkeypatch):
    heard: dict[str, int] = {}

    class Talker(RandomAgent):
        """Says most words that it may say; notes how much it has heard."""

        def act(self, observation, mask):
            heard[way] += int(observation[:, words.HEARD].any(axis=1).sum())
            return super().act(observation, mask)

    monkeypatch.setattr(words, "make_agent", lambda *_: Talker())
    said = {}
    for way in words.WAYS:
        heard[way] = 0
        _, said[way], asked = words.play("zoo:castaways-2", way, 8, table="secret_plans", words=1)
        assert asked > 0
    assert said["in silence"] == heard["in silence"] == 0
    assert heard["as trained"] > heard["one seat deaf"] > 0
    shown = dict(zip(words.HEADINGS, words.row("zoo:castaways-2", "as trained", 4), strict=True))
    assert (shown["words"], shown["games"], shown["words said"]) == ("0", "4", "")


@pytest.mark.slow
def test_lookouts_let_every_player_look_in_each_round():
    few, many, shown_to_all = (looks.play("zoo:castaways-2", way, 4) for way in looks.WAYS)
    assert few.looks < min(many.looks, shown_to_all.looks)
    assert many.known_alone > many.steps / 4


def test_what_one_has_looked_at_can_be_shown_to_all():
    simulator = Simulator(crusoe_env.game("robinson"), players=2, table="private_finds", lookouts=True)
    states = simulator.new_games(20, 1)
    while not (states.looked != 0).any():
        masks = simulator.views(states)[1]
        states = simulator.step(states, masks.argmax(axis=1))
    assert set(np.unique(states.looked)) <= {0, 1, 2, 3}
    assert (looks.shared(states).looked == np.where(states.looked != 0, 3, 0)).all()


@pytest.mark.slow
def test_the_row_of_looks_counts_games():
    many = looks.play("zoo:castaways-2", "private finds, lookouts", 4)
    shown = dict(zip(looks.HEADINGS, looks.row("zoo:castaways-2", "lookouts", many), strict=True))
    assert (shown["games"], shown["cards looked at per game"]) == ("4", f"{many.looks / 4:.2f}")


def test_training_seeds_stand_beside_each_other_with_the_steps_of_all_stages(tmp_path, monkeypatch):
    def write(name: str, after: str | None, victories: dict[int, int | None]) -> None:
        recipe = {"after": after, "game": "marooned", "stages": {"one": {"total_steps": 2_000_000}}}
        (tmp_path / "recipes" / f"{name}.yaml").write_text(json.dumps(recipe))
        built = {"one": {"weights": "0"}}
        locks = {
            seed: {"strength": won if won is None else {"games": 400, "victories": won}, "stages": built}
            for seed, won in victories.items()
        }
        (tmp_path / "recipes" / f"{name}.lock.json").write_text(json.dumps({"seeds": locks}))

    (tmp_path / "recipes").mkdir()
    monkeypatch.setattr(zoo, "folder", lambda: tmp_path)
    write("first", None, {1: None, 2: 100, 3: 120})
    write("once", None, {1: 100})
    write("second", "first", {2: 200, 3: 0})
    table = seeds.table()
    assert table.headings == ("recipe", "M steps", "games", "seed 2", "seed 3")
    assert [row[:3] for row in table.rows] == [("`zoo:first`", "2", "400"), ("`zoo:second`", "4", "400")]
    assert [row[3] for row in table.rows] == ["25.0% (21.0 – 29.5)", "50.0% (45.1 – 54.9)"]
    assert table.rows[1][4] == "0.0% (0.0 – 1.0)"


def test_every_shipped_policy_has_a_row_and_a_line():
    cards = shipped.cards()
    rows = {row[0]: row for row in shipped.table("zoo", cards).rows}
    assert set(rows) == {f"`zoo:{name}`" for name in zoo.names()}
    for card in cards:
        assert rows[f"`zoo:{card['name']}`"][3] == f"{card['strength']['victory_rate']:.1%}"
    drawn = [axes.get_lines()[0].get_ydata()[-1] for axes in shipped.picture().axes]
    assert drawn == [100 * card["training"]["curve"]["rows"][-1][2] for card in cards]


def test_what_a_training_began_with_is_told():
    nothing = {"start_from": None, "imitation": {"teacher": None, "steps": 5}}
    assert shipped.learned_from(nothing) == "nothing"
    both = {"start_from": "zoo:marooned", "imitation": {"teacher": "scripted", "steps": 1_500_000}}
    assert shipped.learned_from(both) == "zoo:marooned, then 1.5 M choices of scripted"


def test_weights_that_nothing_leads_to_are_told_with_what_their_recipe_came_to(monkeypatch):
    locks = {1: {"strength": {"games": 400, "victories": 50}}, 2: {"strength": None}}
    monkeypatch.setattr(shipped, "read_lock", lambda name: locks if name == "mine" else {})
    assert shipped.without_recipe("mine") == "none (mine: 12.5%)"
    assert shipped.without_recipe("yours") == "none"


def test_a_learning_curve_begins_and_ends_where_the_run_does():
    steps = np.linspace(0, 5e7, 101)
    points = {"steps": steps, "seconds": steps / 1e4, **dict.fromkeys(learning.PANELS, steps / 1e8)}
    chance = dict.fromkeys(learning.PANELS, 0.25)
    table = learning.table(learning.Curve("run", "Game", points, {"random": chance}))
    assert len(table.rows) == learning.POINTS + 1
    assert table.rows[0][:3] == ("0.0 M", "0", "0.0%")
    assert table.rows[-2][:3] == ("50.0 M", "83", "50.0%")
    assert table.rows[-1] == ("random", "", "25.0%", "0.25", "0.2")


def test_strength_against_wall_clock_is_read_while_every_seed_is_under_way():
    def run(seed, last):
        config = TrainConfig(seed=seed, minutes=20)
        return wall_clock.Run(config, np.array([5.0, last]), np.array([0.0, last / 100]), 0.1 * seed)

    table = wall_clock.table({"solo": [run(1, 15.0), run(2, 25.0)]}, 1_000)
    assert table.headings[2:] == ["3 min", "6 min", "9 min", "12 min", "best, 1,000 games"]
    assert table.rows[0][:3] == ("solo", "fast", "")
    assert table.rows[0][3] == "1.4% (1.2% – 1.5%)"
    assert table.rows[0][6:] == ("15.0% (10.0% – 20.0%)",)
    alone = wall_clock.table({"solo": [run(1, 15.0)]}, 1_000)
    assert alone.title.endswith(": seed 1")
    assert alone.rows[0][3:] == ("1.5%", "6.0%", "10.5%", "10.0%")


@pytest.mark.slow
def test_a_training_that_is_whole_is_not_begun_again(tmp_path):
    run = tmp_path / "marooned_demo-3"
    settings = ["--seed", "3", "--minutes", "0.05", "--evaluation.games", "20", "--run-dir", str(run)]
    assert train_main(["--config", "marooned_demo", *settings]) == 0
    written = (run / "curve.csv").stat().st_mtime_ns
    assert wall_clock.train("marooned_demo", 3, tmp_path, 1) == run
    assert (run / "curve.csv").stat().st_mtime_ns == written
    assert wall_clock.used(run) >= wall_clock.WHOLE
    found = wall_clock.read(run, 30)
    assert found.config.seed == 3
    assert 0 <= found.victories <= 1


def test_a_training_that_cannot_begin_says_why_in_a_line(tmp_path, monkeypatch, capfd):
    folder = tmp_path / "runs"
    monkeypatch.setattr("sys.argv", ["wall_clock", "--configs", "nope", "--folder", str(folder)])
    with pytest.raises(SystemExit) as left:
        wall_clock.main()
    assert left.value.code == 2
    said = capfd.readouterr().err
    assert "nope" in said
    assert "Traceback" not in said
    assert not folder.exists()


def test_decisions_are_counted_and_drawn():
    timed = decisions.Timed(RandomAgent())
    timed.reset(0)
    for _ in range(3):
        timed.act(np.zeros((5, 1), np.float32), np.ones((5, 4), np.int8))
    assert (timed.decisions, timed.name) == (15, "random")
    assert timed.seconds > 0
    halves, ones = np.arange(10) % 2, np.ones(10)
    results = Results("random", np.arange(10), halves == 0, ones, ones, ones, [""] * 10)
    point = decisions.Point("random", results, 20.0, 0.5)
    assert point.row() == ("random", "10", "50.0%", "23.7% – 76.3%", "1.00", "20", "0.5000")
    (axes,) = decisions.picture("decisions_dieson").axes
    assert (axes.get_title(loc="left"), len(axes.texts)) == ("Dieson Crusoe, quest=7", 8)


def test_chances_are_set_beside_what_came():
    found = named_chances.Named("a", np.array([0.0, 0.05, 0.6, 1.0]), np.array([False, False, True, True]))
    rows = named_chances.table([found]).rows
    assert [row[1:5] for row in rows] == [
        ("0% – 10%", "2", "2.5%", "0.0%"),
        ("50% – 70%", "1", "60.0%", "100.0%"),
        ("90% – 100%", "1", "100.0%", "100.0%"),
        ("all", "4", "41.2%", "50.0%"),
    ]


def test_positions_of_all_games_are_found_before_their_ends():
    found = named_chances.named("zoo:marooned", 30)
    assert 15 < len(found.chances) == len(found.won) <= 30
    assert set(np.round(100 * found.chances)) <= set(range(101))
    assert abs(found.chances.mean() - found.won.mean()) < 0.3


def test_plans_are_compared_with_the_policy_alone():
    alone, planned = plans.rows("zoo:marooned", [2], 4)
    assert alone[:3] == ("`zoo:marooned`", "0", "4")
    assert planned[:3] == ("`zoo:marooned`", "2", "4")
    assert alone[5] == ""
    assert planned[5].startswith(("+", "-"))


def test_every_kind_of_team_is_trained_by_its_own_settings(tmp_path):
    configs = [teams.config_of(kind, 4, 2, 1_000, tmp_path) for kind in teams.networks()]
    assert (
        len({config.run_dir for config in configs}) == len({str(config.network) for config in configs}) == 8
    )
    assert all(config.env["players"] == 4 and config.seed == 2 for config in configs)
    assert teams.cell([0.2, 0.4]) == "30.0% (20.0–40.0)"


@pytest.mark.slow
def test_learning_curves_of_teams_are_read_from_finished_runs(tmp_path):
    small = {"num_envs": 16, "ppo": {"n_steps": 32, "net": (8,)}, "evaluation": {"every": 512, "games": 4}}
    first = teams.beginning(2, tmp_path)
    imitation = {"teacher": "scripted", "steps": 256}
    first = first.model_validate({**first.model_dump(), **small, "imitation": imitation})
    config = teams.config_of("MAPPO", 2, 1, 2_048, tmp_path)
    config = config.model_validate({**config.model_dump(), **small})
    assert teams.train(first)
    assert teams.train(config)
    assert len(teams.curve(config)) == len(teams.SHARES)


def test_searches_that_know_the_future_are_counted_for_each_task_once(monkeypatch):
    asked = []
    count = lambda game, task, games: asked.append((game, task)) or np.arange(games) % 2  # noqa: E731
    monkeypatch.setattr(clairvoyant, "SEARCHES", {"beam": count, "planner": count})
    grid, counts = clairvoyant.grid_of("dieson"), {}
    assert len(list(clairvoyant.measured("dieson", grid, counts))) == len(asked) == 2 * 7
    assert list(clairvoyant.measured("dieson", grid, counts)) == []
    shown = clairvoyant.table("dieson", grid, counts)
    assert shown.rows[0] == ("quest 1", "beam", "50 (30 – 70)")
    assert [row[0] for row in shown.rows[::2]] == list(grid)


@pytest.mark.parametrize(
    ("scenario", "players", "policy"),
    [
        ("castaways", 3, "castaways-3"),
        ("jenny", 1, "jenny-solo"),
        ("jenny", 2, "jenny-4"),
        ("volcano_island", 4, "volcano_island-4"),
    ],
)
def test_a_clairvoyant_planner_has_the_policy_of_the_nearest_task(scenario, players, policy):
    found = clairvoyant.policy_for("robinson", {"scenario": scenario, "players": players})
    assert found == f"zoo:{policy}"


def test_tokens_of_games_in_text_are_counted_in_both_views():
    found = text_tokens.used("marooned", 2)
    assert all(10 < decisions < 100 for decisions in found.decisions)
    assert found.briefing < 1_750
    assert max(found.changes) < found.full
    assert found.cells == (f"{sum(found.changes) / 2:,.0f}", f"{max(found.changes):,}")


def test_the_picture_of_a_challenge_has_a_panel_for_the_mean_and_for_each_partner():
    panels = regret.picture().axes
    assert [panel.get_title(loc="left") for panel in panels][:3] == ["all partners", "imitator", "survivor"]
    assert len(panels) == 13
    assert panels[0].get_yticklabels()[0].get_text() == "partner:base"
    assert panels[1].get_lines()[1].get_xdata() == [5.0]  # of partner:base beside the first partner


def test_the_picture_of_pairs_begins_with_the_strongest_pair():
    agents, found = pairs.rates()
    assert (agents[0], agents[-1]) == ("partner:base", "partner:from-nothing")
    assert (found[0, 1], found[1, 0]) == (43, 43)
    assert (found.diagonal()[:-1] >= found.diagonal()[1:]).all()
    assert [text.get_text() for text in pairs.picture().axes[0].texts][:2] == ["78", "43"]
