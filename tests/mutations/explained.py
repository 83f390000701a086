"""Changes that no test can notice, by file, function and change, and why."""

from __future__ import annotations

EXPLAINED: dict[tuple[str, str, str], str] = {
    (
        "crusoe_env/show/icons.py",
        "sun",
        "360 -> 359 in for turn in range(0, 360, 45)",
    ): "the last turn is 315 in both",
    (
        "crusoe_env/engine/free_moments.py",
        "FreeMoments.__init__",
        "3 -> 2 in self.marks = marks_of(game, auto_pass) if passes else np.zeros((3, 0), np.uint64)",
    ): "nothing reads the marks where nothing passes by itself",
    (
        "crusoe_env/engine/hooks.py",
        "potential",
        "0.0 -> -1.0 in return 0.0",
    ): "each game has its own function in the place of this one",
}
