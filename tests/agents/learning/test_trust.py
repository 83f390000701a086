"""The key that seals the configuration of a run: one for each user, readable by that user alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from crusoe_env import trust


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    """The configuration folder of a user who has no key yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_the_key_is_made_once_and_only_its_owner_can_read_it(home):
    assert trust.key() == trust.key()
    assert len(trust.key()) == 32
    assert stat.S_IMODE(os.stat(home / "crusoe_env" / "checkpoint.key").st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="files have no modes")
def test_a_key_that_others_could_read_is_replaced(home):
    before = trust.key()
    (home / "crusoe_env" / "checkpoint.key").chmod(0o644)
    assert trust.key() != before


def test_without_a_place_for_the_key_training_goes_on(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    assert trust.seal(b"content") == "0" * 64
    assert "no key can be kept" in capsys.readouterr().err
    assert not trust.is_sealed(b"content", "0" * 64)
