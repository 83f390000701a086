"""The figures that the long checks have written down."""

from tests.figures import FOLDER, saved
from tests.lockstep.coverage import NO_EVENTS, decisions_of_the_page, everything

FIGURES = (
    "lockstep", "changed", "changed_current", "positions", "aims", "tables", "leaks", "random_steps",
    "matrix", "fuzz", "mutations",
)  # fmt: skip


def test_nothing_was_found_in_the_runs_whose_figures_are_kept():
    kept = [file.stem for file in FOLDER.glob("*.json")]
    assert {*FIGURES} >= set(kept)
    assert all(saved(name).get("differences", 0) == saved(name).get("broken", 0) == 0 for name in kept)
    assert not any("DIFFERENT" in row for row in saved("matrix").get("table", []))


def test_every_decision_of_the_page_is_counted_or_said_to_be_no_event():
    rows = decisions_of_the_page()
    assert rows == list(range(1, len(rows) + 1))
    assert set(NO_EVENTS) < set(rows)
    assert {f"decision: {row}" for row in rows if row not in NO_EVENTS} < everything()
