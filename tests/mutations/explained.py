"""Changes that no test can notice, by file, function and change, and why."""

from __future__ import annotations

EXPLAINED: dict[tuple[str, str, str], str] = {}
