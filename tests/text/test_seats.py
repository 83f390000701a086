"""Seats that read and answer each for itself: PettingZoo in text, and what they say to one another."""

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

from crusoe_env import robinson
from crusoe_env.text import TextEnv, aec_env, parallel_env
from crusoe_env.text.transcript import read_transcript, replayed, transcript_of
from tests.support import repeats

TABLES = ["open", "secret_plans", "private_finds", "secret_plans+private_finds"]


def answer_of(env, rng):
    """A legal move of the seat that is asked, by number."""
    return str(rng.choice(list(env.infos[env.agent_selection]["moves"])))


@pytest.mark.parametrize("seed", [3, pytest.param(500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("table", TABLES)
def test_seats_of_text_play_the_game_of_the_arrays(table, seed):
    """The same actions: the same seat is asked, with the same legal actions, the same rewards and end."""
    games = repeats(3, deep=125) if seed > 100 else 1  # over all tables 500 where it takes its time
    for game in range(seed, seed + games):
        rng, players = np.random.default_rng(game), 2 + (game + len(table)) % 3
        text = aec_env("robinson", players=players, table=table)
        arrays = robinson.env(players=players, table=table)
        text.reset(seed=game)
        arrays.reset(seed=game)
        while not (text.terminations[text.agent_selection] or text.truncations[text.agent_selection]):
            assert text.agent_selection == arrays.agent_selection
            legal = text.text.env.legal_actions()
            assert legal == np.flatnonzero(arrays.observe(arrays.agent_selection)["action_mask"]).tolist()
            text.step(answer_of(text, rng))
            arrays.step(text.infos[text.agents[0]].get("action", text.text.turns[-1].action))
            assert text.rewards == arrays.rewards
        assert text.terminations == arrays.terminations


@pytest.mark.slow
def test_passes_the_test_of_pettingzoo():
    """That of the AEC form takes observations that are arrays alone."""
    parallel_api_test(parallel_env("robinson", players=3), num_cycles=20)


def test_the_parallel_form_is_the_same_game():
    rng = np.random.default_rng(1)
    aec, parallel = aec_env("robinson", players=3), parallel_env("robinson", players=3)
    aec.reset(seed=8)
    messages, infos = parallel.reset(seed=8)
    while parallel.agents:
        agent = aec.agent_selection
        assert messages == {each: aec.observe(each) for each in aec.agents}
        assert set(infos[agent]["moves"]) == set(aec.infos[agent]["moves"])
        assert all("moves" not in infos[other] for other in infos if other != agent)
        answer = answer_of(aec, rng)
        aec.step(answer)
        others = {other: "1" for other in parallel.agents if other != agent}
        messages, rewards, *_, infos = parallel.step({**others, agent: answer})
        assert rewards == aec.rewards


def test_an_answer_of_who_is_asked_must_be_there():
    env = parallel_env("robinson", players=2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="player_0 is asked, and has no answer"):
        env.step({"player_1": "1"})


def test_a_game_for_one_player_has_no_seats():
    with pytest.raises(ValueError, match="is a game for one player; use TextEnv"):
        aec_env("marooned")


# ------------------------------------------------------------------------------------------ talk


def planning(talk=40, players=3, **settings):
    """A game in the planning phase of its first round; who is asked is the first seat."""
    env = TextEnv("robinson", players=players, seats="each", talk=talk, **settings)
    _, info = env.reset(seed=0)
    while env._told.phase != "planning":
        *_, info = env.step(str(next(iter(info["moves"]))))
    return env, info


def seats_asked(env, info, turns):
    """The first message to each other seat in the next turns."""
    messages = {}
    for _ in range(turns):
        message, *_, info = env.step(str(next(iter(info["moves"]))))
        messages.setdefault(info["who"], message)
        if env.over:
            break
    return messages


def test_what_is_said_stands_in_the_messages_of_the_others():
    env, info = planning()
    state = env.env.state.tobytes()
    message, reward, *_, said = env.step("I wait.\nsay: I build  the shelter,")
    assert (said["kind"], reward, info["who"]) == ("talk", 0.0, "Carpenter")
    assert message == "Said to Soldier, Explorer. Now make your move."
    assert env.env.state.tobytes() == state
    heard = seats_asked(env, said, 3)
    for who in ("Soldier", "Explorer"):
        assert heard[who].splitlines()[0] == "Carpenter says: I build the shelter,"
        assert "says" not in heard[who].partition("\n")[2]
    assert "says" not in heard["Carpenter"]


def test_a_word_to_one_is_read_by_one():
    env, _ = planning()
    message, *_, said = env.step("Say to soldier: fetch wood")
    assert message == "Said to Soldier. Now make your move."
    heard = seats_asked(env, said, 3)
    assert heard["Soldier"].startswith("Carpenter says to you alone: fetch wood\n")
    assert "fetch wood" not in heard["Explorer"]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("say: " + "x" * 41, "what you say has 41 characters; 1 to 40 are allowed"),
        ("say: ", "what you say has 0 characters; 1 to 40 are allowed"),
        ("say to Cook: hello", "there is no such player; say it to Soldier, Explorer, or to all"),
        ("say to Carpenter: hello", "there is no such player"),
    ],
)
def test_what_may_not_be_said_is_refused(answer, why):
    env, _ = planning()
    message, *_, info = env.step(answer)
    assert info["kind"] == "illegal"
    assert why in message
    assert "Carpenter" not in "".join(seats_asked(env, {"moves": env.moves()}, 2).get("Soldier", "")[:30])


def test_a_seat_speaks_once_a_round_and_before_its_first_move():
    env, _ = planning()
    env.step("say: one")
    message, *_, info = env.step("say: two")
    assert info["kind"] == "illegal"
    assert "once a round" in message
    while info["who"] != "Carpenter" or info["kind"] != "move":
        *_, info = env.step(str(next(iter(env.moves()))))
    assert "once a round" in env.step("say: three")[0]


def test_without_talk_the_word_is_an_answer_like_others():
    env, _ = planning(talk=0)
    assert env.step("say: hello")[-1]["kind"] == "illegal"
    assert "say: TEXT" not in env.briefing()
    assert "say: TEXT" in planning()[0].briefing()
    with pytest.raises(ValueError, match="talk: 5 needs seats='each'"):
        TextEnv("robinson", players=2, talk=5)


def test_a_transcript_keeps_the_talk_and_plays_it_again(tmp_path):
    env, _ = planning(disguise=4)
    *_, info = env.step("say: we need wood")
    while not env.over:
        *_, info = env.step(str(next(iter(info["moves"] or env.moves()))))
    written = transcript_of(env)
    written.write(tmp_path / "game.jsonl")
    read = read_transcript(tmp_path / "game.jsonl")
    assert [turn.kind for turn in read.turns].count("talk") == 1
    assert replayed(read).jsonl() == written.jsonl()
    assert any("says: we need wood" in turn.message for turn in read.turns)
