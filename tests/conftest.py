"""What all tests run with."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import crusoe_env
from crusoe_env.engine.game import Facts


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


class FactsReadOnce:
    """The printed facts of a game and their tables, made once for the same options."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.loaded: dict[str, Any] = {}
        self.made: dict[str, Any] = {}

    def load(self, data: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        """As `Facts.load`; files of a test's own are read each time."""
        if data is not None or self.facts.own_file(options) is not None:
            return self.facts.load(data, options)
        key = repr(sorted(options.items()))
        if key not in self.loaded:
            self.loaded[key] = self.facts.load(data, options)
        return dict(self.loaded[key])

    def tables(self, facts: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
        """As `Facts.tables`, a copy."""
        key = repr(sorted(options.items()))
        kept = self.loaded.get(key)
        if kept is None or any(facts[name] is not kept[name] for name in kept):
            return self.facts.tables(facts, options)
        if key not in self.made:
            self.made[key] = self.facts.tables(facts, options)
        return self.made[key].copy()


@pytest.fixture(autouse=True, scope="session")
def facts_read_once() -> Iterator[None]:
    """Reading the facts of Robinson Crusoe takes longer than most tests."""
    before = {name: crusoe_env.game(name).facts for name in crusoe_env.GAMES}
    for name, facts in before.items():
        once = FactsReadOnce(facts)
        game = crusoe_env.game(name)
        object.__setattr__(game, "facts", dataclasses.replace(facts, load=once.load, tables=once.tables))
    yield
    for name, facts in before.items():
        object.__setattr__(crusoe_env.game(name), "facts", facts)
