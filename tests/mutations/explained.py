"""Changes that no test can notice, by file, function and change, and why."""

from __future__ import annotations

EXPLAINED: dict[tuple[str, str, str], str] = {
    (
        "crusoe_env/show/icons.py",
        "sun",
        "360 -> 359 in for turn in range(0, 360, 45)",
    ): "the last turn is 315 in both",
    (
        "crusoe_env/play/moves.py",
        "chosen_move",
        "1 -> 2 in close = difflib.get_close_matches(typed.lower(), [*names, *commands], n=1)",
    ): "only the first of the close matches is used",
}
