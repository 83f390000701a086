"""What a file may name by itself, what its user must say too, and the seal of a run of one's own."""

import pytest

from crusoe_env import trust
from crusoe_env.trust import UntrustedError, admits, admitted, trusting

HARMLESS = (
    *("marooned", "crusoe_env/Marooned-v0", "crusoe_env.marooned.game:GAME", "random", "scripted"),
    *("mcts:300", "mcts:0.1s", "zoo:marooned", "partner:cautious", "guided:zoo:marooned:32", "runs/mine"),
    *("guided:self:32", "rolling:runs/mine:32", "erring:0.1:random", "erring:0.1:zoo:marooned"),
)
ASKING = (
    *("evil:Agent", "evil.inner:GAME", "openai:gpt", "openai:gpt@http://127.0.0.1:80/v1"),
    *("erring:0.1:evil:Agent", "erring:0.1:erring:0.2:openai:gpt"),
)


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    """A user without a key."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("name", HARMLESS)
def test_what_comes_with_the_project_may_be_named(name):
    assert admitted(name, "file") == name


@pytest.mark.parametrize("name", ASKING)
def test_modules_and_servers_may_not(name):
    with pytest.raises(UntrustedError, match=r"suite\.yaml: '.*' runs a module or asks a server, .* --trust"):
        admitted(name, "suite.yaml")


@pytest.mark.parametrize("name", ASKING)
@pytest.mark.parametrize("written", ["{}", "random,{}", "--agents={}"])
def test_what_the_command_line_names_too_may_be_named(name, written):
    with trusting(False, ["--suite", "s.yaml", written.format(name)]):
        assert admits(name)
        assert not admits("other:Agent")
    assert not admits(name)


@pytest.mark.parametrize("name", ASKING)
def test_with_trust_everything_may_be_named(name):
    with trusting(True):
        assert admits(name)
    assert not admits(name)


def test_a_sealed_text_is_known_again_until_it_changes():
    text = trust.sealed_text("game: evil:GAME\n")
    assert text.startswith("game: evil:GAME\n# sealed: ")
    assert trust.is_sealed_text(text)
    for changed in (text.replace("evil", "good"), text + "\n", text[:-2], "", "game: evil:GAME\n"):
        assert not trust.is_sealed_text(changed)


def test_the_seal_of_another_user_is_none(tmp_path, monkeypatch):
    text = trust.sealed_text("game: evil:GAME\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "another"))
    assert not trust.is_sealed_text(text)
    assert not (tmp_path / "another").exists()  # looking makes no key


def test_the_seal_of_an_archive_is_none_of_a_text():
    content = "game: evil:GAME\n"
    assert not trust.is_sealed_text(f"{content}{trust.SEAL_LINE}{trust.seal(content.encode())}\n")
