"""A file alone imports no module and asks no server, whatever command reads it; with `--trust` it does."""

import gzip
import json
import sys

import pytest

pytest.importorskip("pydantic")
pytest.importorskip("pydantic")

from agents.commands import dataset, evaluate, grade, replay, train, zoo
from agents.config import TrainConfig, sealed_config
from agents.errors import ConfigError
from agents.text.quiz import questions
from crusoe_env.text import TextEnv
from crusoe_env.text.transcript import transcript_of

SUITE = "title: A\ngames: 1\nagents: [{agent}]\ntasks: [{{game: {game}}}]\n"
TEXT_SUITE = f"{SUITE}text: {{{{}}}}\n"
CHALLENGE = """
title: A
game: {game}
train: [{train}]
validation: []
held_out: {{{held}: {best}}}
agents: [random]
"""
RECIPE = "game: {game}\ngames: 1\ntiers: {{a: {agent}}}\n"


@pytest.fixture(autouse=True)
def imported(tmp_path, monkeypatch):
    """A file that appears as soon as the module `evil` of the current folder is imported."""
    mark = tmp_path / "imported"
    (tmp_path / "evil.py").write_text(f"open({str(mark)!r}, 'w').close()\n")
    monkeypatch.delitem(sys.modules, "evil", raising=False)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    return mark


@pytest.fixture
def one_line(capsys):
    """Call a command, which must fail: the one line that it says."""

    def call(command, *arguments):
        capsys.readouterr()
        assert command.main([str(argument) for argument in arguments]) == 2
        (line,) = capsys.readouterr().err.strip().splitlines()
        return line

    return call


def challenge(**changes):
    names = {"game": "robinson", "train": "scripted", "held": "random", "best": "scripted"}
    return CHALLENGE.format(**{**names, **changes})


EVIL, SERVER = "'evil:Agent'", "'openai:gpt@http://x/v1'"
FILES = {
    "agent of a suite": (evaluate, "--suite", SUITE.format(agent=EVIL, game="marooned")),
    "server of a suite": (evaluate, "--suite", TEXT_SUITE.format(agent=SERVER, game="marooned")),
    "stub of a suite": (evaluate, "--suite", TEXT_SUITE.format(agent="'erring:0:evil:A'", game="marooned")),
    "game of a suite": (evaluate, "--suite", SUITE.format(agent="random", game="'evil:GAME'")),
    "game of a challenge": (evaluate, "--challenge", challenge(game="'evil:GAME'")),
    "partner of a challenge": (evaluate, "--challenge", challenge(train=EVIL)),
    "held-out partner": (evaluate, "--challenge", challenge(held=EVIL)),
    "best response": (evaluate, "--challenge", challenge(best=EVIL)),
    "agent of a recipe": (dataset, "--recipe", RECIPE.format(game="marooned", agent=EVIL)),
    "game of a recipe": (dataset, "--recipe", RECIPE.format(game="'evil:GAME'", agent="random")),
    "game of a configuration": (train, "--config", "game: evil:GAME\n"),
    "teacher of a configuration": (train, "--config", "imitation: {teacher: 'evil:Agent'}\n"),
    "partner of a configuration": (train, "--config", "partners: {agents: ['evil:Agent']}\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_what_a_file_names_is_not_run(name, tmp_path, imported, one_line):
    command, option, text = FILES[name]
    file = tmp_path / "named.yaml"
    file.write_text(text)
    said = one_line(command, option, file)
    assert f"{file}: field '" in said
    assert "runs a module or asks a server, which a file alone may not decide" in said
    assert "--trust" in said
    assert not imported.exists()


@pytest.mark.parametrize("given", [["--trust"], ["--agents", "evil:Agent"]])
def test_with_trust_or_on_the_command_line_it_is(tmp_path, imported, one_line, given):
    file = tmp_path / "named.yaml"
    file.write_text(SUITE.format(agent=EVIL, game="marooned"))
    assert "evil has no class 'Agent'" in one_line(evaluate, "--suite", file, *given)
    assert imported.exists()


@pytest.mark.parametrize(("command", "more"), [(evaluate, []), (replay, []), (zoo, ["name"])])
def test_a_game_of_runs_of_others_is_not_imported(command, more, tmp_path, imported, one_line, monkeypatch):
    monkeypatch.setattr("agents.zoo.clean_commit", lambda: "0")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "config.yaml").write_text("game: evil:GAME\ntrainer: fast\n")
    given = ["add", "run", *more] if command is zoo else ["run"]
    assert "config.yaml: field 'game': runs a module" in one_line(command, *given)
    assert not imported.exists()
    one_line(command, *given, "--trust")
    assert imported.exists()


def test_the_game_of_a_run_of_ones_own_is_imported(tmp_path, imported, one_line):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "config.yaml").write_text(sealed_config(TrainConfig(game="evil:GAME")))
    assert "evil holds no game named GAME" in one_line(replay, "run")
    assert imported.exists()


def test_a_run_that_names_no_module_needs_no_seal():
    assert "sealed" not in sealed_config(TrainConfig())
    assert "sealed" in sealed_config(TrainConfig(partners={"agents": ["evil:Agent"]}))


def test_the_game_of_a_transcript_is_not_imported(tmp_path, imported, one_line):
    env, file = TextEnv("marooned"), tmp_path / "game.jsonl"
    env.reset(seed=1)
    transcript_of(env).write(file)
    file.write_text(file.read_text().replace('"game": "marooned"', '"game": "evil:GAME"'))
    assert f"{file}: line 1: field 'game': 'evil:GAME' runs a module" in one_line(grade, file)
    assert not imported.exists()
    assert "evil holds no game" in one_line(grade, file, "--trust")


def test_the_game_of_a_study_is_not_imported(tmp_path, imported, one_line):
    begin = {"format": 1, "game": "a", "name": "evil:GAME", "options": {}, "seed": 1, "codes": {"0": "A"}}
    (tmp_path / "games.jsonl").write_text(json.dumps(begin) + "\n")
    said = one_line(dataset, "people", tmp_path)
    assert "games.jsonl, line 1: field 'name': 'evil:GAME' runs a module" in said
    assert not imported.exists()


def test_the_game_of_a_quiz_is_not_imported(tmp_path, imported):
    row = {
        "game": "evil:GAME",
        "options": "{}",
        "seed": 1,
        "actions": [],
        "legal": [0],
        "wins": [1],
        "deals": 1,
    }
    file = tmp_path / "quiz.jsonl.gz"
    file.write_bytes(gzip.compress(f"{json.dumps({**row, 'deals': 1, 'best': 0})}\n".encode()))
    with pytest.raises(ConfigError, match=r"line 1: field 'game': 'evil:GAME' runs a module"):
        list(questions(file))
    assert not imported.exists()
