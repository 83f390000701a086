"""Small scenario files for tests: the complete one in `examples`, with more in it."""

from __future__ import annotations

from pathlib import Path

from tests.robinson.conftest import Table
from tests.support import ROOT

LONELY_ROCK = (ROOT / "examples" / "lonely_rock.toml").read_text(encoding="utf-8")
SOURCES = 'sources = ["ours"]\nconfidence = "confirmed"\n'


def scenario_file(folder: Path, *more: str, on: str = "", scenario: str = "") -> str:
    """A file of the small scenario with further tables, and lines for [on] and [scenario]; its path."""
    text = LONELY_ROCK.replace("[on]\n", f"[on]\n{on}\n", 1)
    text = text.replace("[on]\n", f"{scenario}\n[on]\n", 1)
    text += "".join(f"\n{table}\n{SOURCES}" for table in more)
    file = folder / "lonely_rock.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def table_of(file: str, **options) -> Table:
    """A game of the Cook in a scenario file, at its first decision."""
    return Table(scenario=file, **{"characters": ["cook"], "starting_items": 0, **options}).start()
