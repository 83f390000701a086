"""Suites: published protocols of evaluation, tasks by agents, over the same seeded games."""
