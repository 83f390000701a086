"""Where figures come from: the machine and the commit."""

from __future__ import annotations

import pytest

from crusoe_env.support import origin


@pytest.mark.parametrize("is_checkout", [False, True], ids=["installed", "without_git"])
def test_sources_without_a_history_have_no_commit(tmp_path, monkeypatch, is_checkout):
    monkeypatch.setattr(origin, "ROOT", tmp_path)
    if is_checkout:
        (tmp_path / "pyproject.toml").write_text("")
    assert origin.commit() == "unknown"
