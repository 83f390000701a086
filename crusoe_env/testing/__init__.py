"""The conformance suite for games of any package: `check_game`, or `crusoe check PACKAGE.MODULE:NAME`."""

from __future__ import annotations

from crusoe_env.testing.suite import GameError, check_game

__all__ = ["GameError", "check_game"]
