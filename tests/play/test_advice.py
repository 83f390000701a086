"""Terminal play: advice."""

import re
import shutil
import sys

import numpy as np
import pytest

import crusoe_env
from crusoe_env.play.advice import Adviser, best_adviser
from crusoe_env.play.chances import chances_for
from crusoe_env.show.description import describe
from tests.play.terminal import ROOT, Spy, new_game, new_terminal, play

# ------------------------------------------------------------------ advice


def test_advice_compares_moves_and_changes_nothing():
    terminal = new_terminal(["1", "advice"], agent="mcts:100")
    terminal.play()
    text = terminal.screen.target.getvalue()
    legal = set(describe(terminal.env).labels.values())
    best = re.search(r"mcts-100 would choose: (.*)", text)[1]
    rows = re.findall(r"^  (\w.*?) +visits +(\d+)%  value (\d\.\d\d)", text, re.MULTILINE)
    assert rows[0][0] == best
    assert {name for name, _, _ in rows} <= legal
    assert sum(int(share) for _, share, _ in rows) == pytest.approx(100, abs=3)

    without = new_terminal(["1"])
    without.play()
    assert terminal.env.snapshot() == without.env.snapshot()


@pytest.mark.parametrize(
    ("agent", "answer"),
    [
        ("random", r"random would choose: .*\n  .* probability"),
        ("scripted", r"scripted would choose: \w+"),
        ("mcts:20", r"mcts-20 would choose: \w+"),
        ("mcts:0.01s", r"mcts-0.01s would choose: \w+"),
        ("nobody", r"unknown agent 'nobody'; choose from random"),
        ("mcts:many", r"'many' is no budget"),
        ("mcts-cheating:20", r"looks at hidden cards"),
    ],
)
def test_advice_of_a_named_agent(agent, answer):
    assert re.search(answer, play([f"advice {agent}"], "--seed", "2")[1])


def test_advice_is_of_a_policy_of_the_zoo_that_knows_the_task_else_of_the_scripted_player(monkeypatch):
    cards = {
        "weak": {"game": "marooned", "task": {}, "strength": {"victory_rate": 0.1}},
        "strong": {"game": "marooned", "task": {}, "strength": {"victory_rate": 0.5}},
        "other": {"game": "dieson", "task": {}, "strength": {"victory_rate": 0.9}},
    }
    asked = []

    def make(name, simulator):
        asked.append(name)
        if name == "zoo:strong":
            raise ValueError("made for another version")
        return FirstMove()

    monkeypatch.setattr("crusoe_agents.registry.make_agent", make)
    monkeypatch.setattr("crusoe_agents.zoo.names", lambda: list(cards))
    monkeypatch.setattr("crusoe_agents.zoo.read_card", cards.get)
    play(["advice"])
    assert asked == ["zoo:strong", "zoo:weak"]
    cards.clear()
    play(["advice"])
    assert asked[2:] == ["scripted"]


def test_a_damaged_card_of_the_zoo_is_left_out(monkeypatch, tmp_path):
    asked = []
    shutil.copy(ROOT / "zoo/marooned.json", tmp_path / "sound.json")
    (tmp_path / "damaged.json").write_text("{}")
    monkeypatch.setattr("crusoe_agents.zoo.folder", lambda: tmp_path)
    monkeypatch.setattr("crusoe_agents.registry.make_agent", lambda name, _: asked.append(name) or Spy())
    best_adviser(new_game())
    assert asked == ["zoo:sound"]


def test_advice_after_a_load_is_about_the_loaded_game(tmp_path):
    file = tmp_path / "game"
    _, transcript = play(
        ["advice scripted", f"save {file}", "1", f"load {file}", "advice scripted"], "--seed", "4"
    )
    first, second = re.findall("scripted would choose: (.*)", transcript)
    assert first == second


def test_an_adviser_never_sees_the_deck(monkeypatch):
    spy = Spy()
    monkeypatch.setattr("agents.registry.make_agent", lambda name, simulator: spy)
    env = new_game(1)
    env.step(env.legal_actions()[0])
    adviser = Adviser(env, "spy")
    for _ in range(5):
        adviser.advice()
    played = int(env.state.played)
    decks = [tuple(states[0].deck) for states in spy.given]
    truth = tuple(env.state.deck)
    assert {deck[:played] for deck in decks} == {truth[:played]}
    assert len({*decks, truth}) == 6
    assert all(not np.array_equal(states[0].rng, env.state.rng) for states in spy.given)


def test_probabilities_of_a_policy_are_shown_and_no_shaped_value(monkeypatch):
    class Policy(Spy):
        name, uses_states = "policy", False

        def act(self, observation, mask):
            return np.argmax(mask, axis=1)

        def probabilities(self, observation, mask):
            return mask / mask.sum()

        def value(self, observation):
            return np.array([0.25])

    monkeypatch.setattr("agents.registry.make_agent", lambda name, simulator: Policy())
    text = play(["advice"], "--seed", "1")[1]
    assert "expected" not in text
    assert re.search(r"policy would choose: .*\n  .* probability", text)


# ------------------------------------------------------------------ how often it wins


class FirstMove(Spy):
    """A policy that takes the first legal move."""

    name, uses_states = "first", False

    def act(self, observation, mask):
        self.given.append(len(mask))
        return np.argmax(mask, axis=1)

    def probabilities(self, observation, mask):
        return mask / mask.sum(axis=1, keepdims=True)


def test_an_estimate_stands_in_until_enough_games_have_been_played(monkeypatch):
    class Estimating(FirstMove):
        def chance(self, observation):
            return np.full(len(observation), 0.412)

    monkeypatch.setattr("agents.registry.make_agent", lambda name, simulator: Estimating())
    env = new_game(1)
    adviser = Adviser(env, "first")
    counted = chances_for(adviser, env, adviser.deal())
    assert counted.sentence() == "first estimates that it wins about 41 in 100 from here."
    counted.count()
    assert "of 25 games that it played on" in counted.sentence()


def test_the_chance_of_victory_is_counted_over_games_that_the_policy_plays_on(monkeypatch):
    monkeypatch.setattr("agents.registry.make_agent", lambda name, simulator: FirstMove())
    text = " ".join(play(["advice"], "--seed", "1")[1].split())
    found = re.search(
        r"From here first wins about (\d+) in 100: (\d+) of 100 games that it played on"
        r" \(95 %: (\d+) to (\d+)\)\.",
        text,
    )
    chance, won, low, high = map(int, found.groups())
    assert low <= chance == won <= high
    assert high > low


def test_counting_deals_hidden_cards_anew_and_leaves_the_game_as_it_is():
    env = new_game(3)
    env.step(env.legal_actions()[0])
    before = env.snapshot()
    adviser = Adviser(env, "zoo:marooned")
    counted = chances_for(adviser, env, adviser.deal())
    shares = []
    while not counted.is_done:
        counted.count()
        shares.append((counted.won, counted.games))
    assert [games for _, games in shares] == [25, 50, 75, 100]
    assert len({won for won, _ in shares}) > 1
    assert env.snapshot() == before
    counted.count()
    assert counted.games == 100, "there are no more"


def test_uncompiled_rules_play_one_game_at_a_time_and_few_games_make_no_chance(monkeypatch):
    monkeypatch.setattr("crusoe_env.play.chances.runs_uncompiled", lambda: True)
    monkeypatch.setattr("agents.registry.make_agent", lambda name, simulator: FirstMove())
    env = new_game(3)
    adviser = Adviser(env, "first")
    counted = chances_for(adviser, env, adviser.deal())
    assert counted.sentence() == ""
    for _ in range(3):
        counted.count()
    assert re.fullmatch(r"From here first won [0-3] of 3 games that it played on\.", counted.sentence())


def test_a_search_leaves_the_counting_to_the_best_policy():
    env = new_game(3)
    adviser = Adviser(env, "mcts:20")
    assert chances_for(adviser, env, adviser.deal()).outlook.agent.name == "zoo:marooned"


def test_advice_without_the_agents_is_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "crusoe_agents.registry", None)
    assert re.search(r"\nadvice needs the package crusoe_agents .*\n", play(["advice"])[1])


def test_advice_names_a_missing_extra(monkeypatch):
    def make(name, simulator):
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    monkeypatch.setattr("agents.registry.make_agent", make)
    assert "agent 'runs/x' needs torch: pip install '.[train]'" in play(["advice runs/x"])[1]


def test_a_game_without_such_an_agent(monkeypatch):
    monkeypatch.setitem(vars(crusoe_env.game("marooned")), "scripted", "")
    assert re.search("scripted.* Marooned!", play(["advice scripted"])[1])
