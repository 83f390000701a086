"""Errors in what a user wrote."""

from __future__ import annotations


class ConfigError(ValueError):
    """A configuration is wrong; the message names file and field in one line."""
