"""The template games of `examples/own_game`, not registered: other tests go through all games."""

from unittest import mock

with mock.patch("crusoe_env.register"):
    from examples.own_game import pig, raft

__all__ = ["pig", "raft"]
