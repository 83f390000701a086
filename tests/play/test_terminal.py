"""Terminal play: whole games, moves, undo."""

import io
import re

import pytest

from agents.evaluation import play_games
from agents.registry import make_agent
from crusoe_env import GAMES, Simulator, game
from crusoe_env.play.moves import RefusedError, chosen_move, move_name
from crusoe_env.play.session import Session
from crusoe_env.play.terminal import Screen, Terminal, in_columns, without_legal
from crusoe_env.robinson import constants as c
from crusoe_env.show.description import describe
from tests.play.terminal import MOVES, new_game, new_terminal, play, tables
from tests.support import new_env, refused

# ------------------------------------------------------------------ whole games


def test_a_whole_game_by_numbers():
    status, transcript = play(["1"] * 100, "--seed", "3")
    env = new_game(3)
    while legal := env.legal_actions():
        env.step(legal[0])
    state = env.state
    assert status == 0
    assert env.text() in transcript
    assert f"\nDefeat: died after {state.rounds} rounds. Score 0. " in transcript
    assert re.search(r" Goal progress: \d+%\.\n", transcript)
    assert "the game is over; type undo" in transcript
    assert transcript.endswith("Goodbye.\n")


def test_a_won_game_ends_with_its_score():
    class Player:
        def readline(self):
            if not env.legal_actions():
                return ""
            states = env.batch.states
            mask = simulator.masks(states)
            return env.action_name(int(agent.act_state(states, mask)[0])) + "\n"

    simulator = Simulator(game("marooned"))
    agent = make_agent("scripted", simulator)
    won = play_games(agent, simulator, 200, 0)
    seed = int(won.seeds[won.victory][0])
    env, target = new_game(seed), io.StringIO()
    assert Terminal(Session(env), Screen(Player(), target, plain=True)).play()
    score = int(won.score[seed])
    assert f" Score {score}.\n" in target.getvalue()
    assert "\nVictory: rescued after " in target.getvalue()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name == "robinson")) for name in GAMES]
)
def test_every_game_can_be_played_to_its_end(name):
    status, transcript = play(["1"] * 2_000, "--seed", "1", name=name)
    assert status == 0
    assert re.search(r"^(Victory|Defeat): ", transcript, re.MULTILINE)


def test_the_seed_is_shown_and_gives_the_same_game():
    _, first = play(["1", "2", "quit"])
    seed = re.search(r"\(seed (\d+)\)", first)[1]
    assert play(["1", "2", "quit"], "--seed", seed) == (0, first)


def test_chance_can_be_fixed():
    for option in ("--chance", "--deck"):
        _, transcript = play(["1", "table"], "--seed", "0", option, "water,rocks")
        shown = tables(transcript)
        assert "| Water  " in shown[0]
        assert "| Rocks  " in shown[1]
        assert "| Rocks  " not in shown[0]


# ------------------------------------------------------------------ moves


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", 0),
        ("5", 4),
        ("walk east", 1),
        ("WALK  East", 1),
        ("walk e", 1),
        ("e", 2),
        ("s", 4),
        ("fl wi", 3),
        ("flip wild boar", 3),
        ("w n", 0),
    ],
)
def test_a_move_by_number_name_or_beginning(typed, meant):
    assert chosen_move(typed, MOVES) == meant


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "choose from 1 .. 5"),
        ("-1", "choose from 1 .. 5"),
        ("6", "choose from 1 .. 5"),
        ("walk", "may be walk north; walk east"),
        ("walk west", "walk west is not possible now; choose from walk north"),
        ("wolk north", "did you mean 'walk north'?"),
        ("xyz", "choose from walk north; walk east"),
        ("7.5", "choose from walk north"),
        ("½", "choose from walk north"),
        ("9" * 5_000, "choose from walk north"),
    ],
)
def test_an_unknown_move_is_answered_in_one_line(typed, answer):
    with refused(RefusedError, answer):
        chosen_move(typed, MOVES, all_names=[*MOVES, "walk west"])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hooch", 0),
        ("Hooch:", 0),
        ("shovel", 1),
        ("plan shovel", 1),
        ("build", 1),
        ("rain cloud", 0),
        ("use s", 0),
    ],
)
def test_a_move_is_known_by_its_label_by_words_of_it_and_by_its_name(typed, meant):
    labels = ["Hooch: ignore 1 rain cloud", "Build the Shovel"]
    assert chosen_move(typed, labels, ["use skill 4", "plan shovel"]) == meant


def test_many_moves_are_not_all_listed_in_an_error():
    names = [f"place pawn {i}" for i in range(60)]
    with pytest.raises(RefusedError, match=r"choose from 1 \.\. 60"):
        chosen_move("xyz", names)
    with pytest.raises(RefusedError, match=r"place pawn 7; \.\.\.; type more"):
        chosen_move("place", names)


def test_the_whole_name_wins_over_a_longer_one():
    assert chosen_move("flip", ["flip maps", "flip"]) == 1


@pytest.mark.parametrize("name", GAMES)
def test_legal_moves_are_numbered_in_place_of_the_line_of_the_text(name):
    _, transcript = play(["quit"], "--seed", "0", name=name)
    env = new_game(0, name)
    assert "Legal:" not in transcript
    told = describe(env)
    for i, action in enumerate(env.legal_actions(), 1):
        assert f"{i} {move_name(env, told, action)}" in transcript


def test_the_paragraph_of_legal_moves_is_cut_out_whole():
    assert without_legal("Now: x.\nLegal: a, b,\n  c, d\nEnd: y") == "Now: x.\nEnd: y"
    assert without_legal("Now: x.\nLegal: a, b,\n  c, d") == "Now: x."
    assert without_legal("no such line") == "no such line"


def test_columns_fit_the_width():
    shown = in_columns([f"{i} walk north" for i in range(9)], 40)
    assert max(map(len, shown.splitlines())) <= 40
    assert shown.split() == " ".join(f"{i} walk north" for i in range(9)).split()
    assert in_columns(["a long name for a narrow screen", "b"], 10).splitlines()[1] == "b"


def test_bad_input_changes_nothing():
    terminal = new_terminal(["xyz", "99", "undo", "undo x", "load", "advice nobody", "save"])
    before = terminal.env.snapshot()
    assert not terminal.play()
    assert terminal.env.snapshot() == before
    answers = terminal.screen.target.getvalue().split("\n> ")[1:-1]
    assert [len(answer.strip().splitlines()) for answer in answers] == [2] * 7  # what was typed, one line


def test_an_empty_line_shows_the_table_again():
    _, transcript = play(["", "quit"], "--seed", "0")
    first, second = tables(transcript)
    assert first == second


# ------------------------------------------------------------------ what has changed


def test_a_move_is_followed_by_what_it_has_changed_and_the_next_question():
    _, transcript = play(["1"], "--seed", "0", "--deck", "water,rocks")
    assert len(tables(transcript)) == 1, "the whole table only at the start"
    answer = transcript.split("\n> ")[1]
    assert "\n  health: 15 of 16 → 14 of 16 (−1 each turn)\n" in answer
    assert "\n  Rocks: Flips to " in answer, "what was drawn, with what it does"
    assert "\n  cards on the island: +Rocks\n" in answer
    assert re.search(r"\nNow, round \d+, \w+: .*\n(.+\n)*\n1 ", answer)


def test_log_map_and_table_are_shown_on_request():
    _, transcript = play(["log", "1", "1", "log 1", "log", "log x", "map", "table"], "--seed", "5")
    answers = transcript.split("\n> ")[1:]
    assert "there was no move yet" in answers[0]
    first, second = (answer.split("\n\nNow")[0].split("\n", 1)[1] for answer in answers[1:3])
    assert answers[3] == f"log 1\n{second}"
    assert answers[4] == f"log\n{first}\n{second}"
    assert "log: 'x' is no number of moves" in answers[5]
    assert answers[6].count("+----") > 4
    assert answers[6].removeprefix("map\n") in answers[7]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wild boar", "Wild Boar: -2 health; flips to Meat (Spear)"),
        ("meat", "Meat: +3 health; the other side of Wild Boar"),
        ("explore", "explore (a kind of move): draw the next card"),
        ("wild baor", "there is nothing with the name 'wild baor'; did you mean 'wild boar'"),
        ("signal", "Signal: what a ship sees"),
        ("1", "Explore north: draw the next card onto an adjacent empty cell"),
        ("99", "there is nothing with the name '99'"),
        ("", "4. Ship: A ship that was there at the start of the turn"),
    ],
)
def test_explain_says_what_something_is(name, words):
    assert words in play([f"explain {name}"], "--seed", "0")[1]


@pytest.mark.parametrize("name", GAMES)
def test_names_have_no_underscores(name):
    assert "_" not in play(["1"] * 30, "--seed", "1", name=name)[1]


def test_a_move_may_be_typed_by_what_it_means():
    names = ["use skill 1: Scouting", "use skill 2: Child of fortune", "support: Friday"]
    assert [chosen_move(typed, names) for typed in ("scouting", "use skill 2", "child", "fri")] == [
        0,
        1,
        1,
        2,
    ]


# ------------------------------------------------------------------ undo


def test_undo_takes_back_one_move_or_several():
    typed = ["1", "table", "1", "table", "1", "undo", "undo 2", "1", "table"]
    start, one, two, back_at_two, back_at_start, one_again = tables(play(typed, "--seed", "5")[1])
    assert back_at_two == two
    assert back_at_start == start
    assert one_again == one  # the same chance comes again


def test_all_moves_can_be_taken_back():
    terminal = new_terminal(["1"] * 6 + ["u"] * 6)
    before = terminal.env.snapshot()
    terminal.play()
    assert terminal.env.snapshot() == before


@pytest.mark.parametrize(
    "typed", ["undo 3", "undo 0", "undo -1", "undo x", "undo 1 2", "undo " + "9" * 5_000]
)
def test_undo_says_how_many_moves_there_are(typed):
    _, transcript = play(["1", "1", typed], "--seed", "5")
    assert "choose from 1 .. 2" in transcript


def resting_game(seed):
    """A session in which everybody rests with all pawns, at the decision after planning."""
    env = new_env("robinson", players=4)
    env.reset(seed=seed)
    session = Session(env)
    while describe(env).phase in ("event", "morale", "production", "planning"):
        names = {env.action_name(action): action for action in env.legal_actions()}
        assert "use pipe_and_tobacco" in names, "it may be used at any time, so it is no reason to ask again"
        session.move(names.get("plan rest", names["pass"]))
    return session


def test_nobody_is_asked_in_which_order_people_rest():
    session = resting_game(1)
    made = [told for told in session.log if not told.chosen]
    assert len(made) > 4, "all rests but the last"
    assert all("rest" in told.name.lower() for told in made), made
    assert session.env.state.phase > c.RESOLUTION
    count = session.undo_counts()["decision"]
    assert count == len(made) + 1
    again = Session(new_env("robinson", players=4))
    again.env.reset(seed=1)
    again.load(session.saved())
    assert again.undo_counts()["decision"] == count
    again.undo(count)
    assert describe(again.env).phase == "planning"


def test_the_order_of_rests_is_asked_where_a_token_hits_the_first():
    session = resting_game(1)
    session.undo(session.undo_counts()["decision"])
    env = session.env
    changed = env.state
    changed.space_tokens[changed.camp] = c.DANGER
    env.set_state(changed)
    session.move(env.legal_actions()[0])
    assert describe(env).title == "Resolving actions"


@pytest.mark.parametrize("action", [-1, 10_000])
def test_a_number_that_is_no_action_is_named_as_it_is(action):
    session = Session(new_game())
    with pytest.raises(
        RefusedError, match=rf"^action {action} is not possible now; there are \d+ legal moves$"
    ):
        session.move(action)
    assert not session.history


def test_who_gives_advice_knows_the_game_that_is_played_now():
    def new_env_of(options, seed):
        return new_game(seed)

    session = Session(new_game(), new_env=new_env_of)
    first = session.adviser("random")
    session.move(session.env.legal_actions()[0])
    assert session.adviser("random") is first
    session.begin({}, 5)
    assert session.adviser("random") is not first
