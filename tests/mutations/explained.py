"""Changes that no test can notice, by file, function and change, and why: `explained.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

CHANGES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["change"]
EXPLAINED: dict[tuple[str, str, str], str] = {
    (it["file"], it["function"], it["words"]): it["why"] for it in CHANGES
}
