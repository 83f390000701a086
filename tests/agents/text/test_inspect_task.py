"""The task of Inspect AI, with the mock model of that package: `make inspect` runs these tests."""

import pytest

from agents.text.players import make_player
from agents.text.playing import play_game
from crusoe_env.text import TextEnv

inspect_ai = pytest.importorskip("inspect_ai")


def evaluated(tmp_path, answers, **settings):
    """The sample of a game that a mock model plays with these answers."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from agents.text.inspect_task import text_game

    outputs = [ModelOutput.from_content("mockllm/model", answer) for answer in answers]
    for output in outputs:
        output.usage = ModelUsage()  # else the mock model counts tokens by a vocabulary from the network
    model = get_model("mockllm/model", custom_outputs=outputs)
    log = inspect_ai.eval(text_game(games=1, **settings), model=model, log_dir=str(tmp_path), display="none")[
        0
    ]
    assert log.status == "success", log.error
    return log.samples[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("marooned", {}),
        ("dieson", {"quest": 1}),
        ("robinson", {"players": 1}),
        ("robinson", {"players": 2}),
    ],
)
def test_a_whole_game_is_that_of_who_answers(game, options, tmp_path):
    expected = play_game(TextEnv(game, **options), make_player("scripted"), 7).transcript
    answers = [turn.answer for turn in expected.turns]
    sample = evaluated(tmp_path, answers, game=game, seed=7, **options)
    result = expected.end["result"]
    assert sample.scores["victory"].value == int(result["victory"])
    assert sample.scores["goal_progress"].value == pytest.approx(result["goal_progress"])
    assert sample.store["transcript"] == expected.jsonl()
    assert sample.messages[0].role == "system"
    assert len(sample.messages) == 2 * len(answers) + 2


def test_a_game_that_a_limit_ends_is_lost(tmp_path):
    sample = evaluated(tmp_path, ["dance"] * 3, game="marooned", seed=7)
    assert sample.scores["victory"].value == 0
    assert sample.scores["victory"].explanation == "limit: illegal answers in a row"


def test_wrong_settings_show_at_once():
    from agents.text.inspect_task import text_game

    with pytest.raises(ValueError, match="unknown game 'chess'"):
        text_game(game="chess")
