"""What all tests run with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def waiting() -> Iterator[None]:
    """Rules are compiled before a game begins, in the programs that tests start too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CRUSOE_ENV_WAIT", "1")
        yield


@pytest.fixture(autouse=True, scope="session")
def kept_evaluations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test finds what an earlier session kept of evaluations, or leaves its own in the checkout."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("agents.commands.evaluate.KEPT", tmp_path_factory.mktemp("kept"))
        yield
